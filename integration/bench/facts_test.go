package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/git"
	"ccc/internal/review/facts"
)

// BenchmarkFacts: what a review of a repository costs before the reviewer is asked, compared with a bare git status.
// This covers the tree of the work, in which 20 files have changed and 20 are new, its difference to the task's base,
// and the text.
func BenchmarkFacts(b *testing.B) {
	for _, files := range []int{sized(10_000), sized(100_000)} {
		b.Run(fmt.Sprint(files), func(b *testing.B) {
			dir, marks := b.TempDir(), b.TempDir()
			runGit := func(args ...string) {
				b.Helper()
				cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y",
					"-c", "gc.auto=0"}, args...)...)
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("git %q: %v: %s", args, err, out)
				}
			}
			write := func(i int, text string) {
				b.Helper()
				path := filepath.Join(dir, fmt.Sprintf("d%d/f%d.go", i%100, i))
				if i < 100 {
					if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
						b.Fatal(err)
					}
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
			}
			runGit("init", "-q")
			for i := range files {
				write(i, fmt.Sprintf("package p // %d\n", i))
			}
			runGit("add", "-A")
			runGit("commit", "-qm", "x")
			base, err := git.Tree(b.Context(), dir, "", marks)
			if err != nil {
				b.Fatal(err)
			}
			var took, status time.Duration
			for round := 0; b.Loop(); round++ {
				for i := range 20 {
					write(i, fmt.Sprintf("package p // %d\n\nfunc t() { t.Skip() }\n", round))
					write(files+i, fmt.Sprintf("package q // %d\n", round))
				}
				began := time.Now()
				runGit("status", "--porcelain")
				status += time.Since(began)
				began = time.Now()
				work, err := git.Tree(b.Context(), dir, base.Tree, marks)
				if err != nil {
					b.Fatal(err)
				}
				compared, err := git.Compare(b.Context(), dir, base.Tree, work.Tree)
				if err != nil || len(compared.Changes) != 40 {
					b.Fatal(compared, err)
				}
				changes := compared.Changes
				scan, _ := facts.ToScan(changes)
				patch, whole, err := compared.Patch(b.Context(), 0, 4<<20, git.ChangedNames(scan))
				compared.Close()
				if err != nil {
					b.Fatal(err)
				}
				files := facts.Files{Base: base.Tree, SinceBase: changes, Scanned: patch, Partial: !whole}
				text := facts.Write(files, facts.Max)
				if strings.Count(text, "t.Skip()") != 20 {
					b.Fatal(text)
				}
				took += time.Since(began)
			}
			b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms")
			b.ReportMetric(took.Seconds()/status.Seconds(), "ratio-to-status")
		})
	}
}
