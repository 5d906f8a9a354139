package bench

import (
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// How much ccc review may add to claude's own time until the first request, in milliseconds, and how much memory it may
// use, in MiB.
const (
	reviewLimit       = 300
	reviewMemoryLimit = 100
)

// BenchmarkReview: ccc review of ten changed files until the first request of its reviewer, compared with claude -p
// with an empty task in the same directory; and ccc's peak memory.
func BenchmarkReview(b *testing.B) {
	claude, ccc, dir := realclaude.Path(b, realclaude.Newest), installed(b, binary.Path(b)), b.TempDir()
	setUp := exec.Command("sh", "-ec", `git init -q -b main
for i in 0 1 2 3 4 5 6 7 8 9; do seq 100 >file$i; done
git add . && git commit -qm one
for i in 0 1 2 3 4 5 6 7 8 9; do echo more >>file$i; done`)
	setUp.Dir, setUp.Env = dir, append(os.Environ(), "HOME="+dir, "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@y",
		"GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@y")
	run(b, setUp)
	var mu sync.Mutex
	var asked time.Time // the first request of a run
	srv, err := fakeapi.Start(func(fakeapi.Request) fakeapi.Reply {
		mu.Lock()
		defer mu.Unlock()
		if asked.IsZero() {
			asked = time.Now()
		}
		return fakeapi.Text(`{"completed":false,"feedback":"","findings":[{"severity":"blocker","text":"it is wrong"}]}`)
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(srv.Close)
	env := append(realclaude.Env(realclaude.Home(b, dir), srv.URL), "CCC_CLAUDE="+claude)
	peak := 0
	first := func(memory *int, program string, args ...string) time.Duration {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = dir, env
		asked = time.Time{}
		began := time.Now()
		took(b, cmd, memory)
		mu.Lock()
		defer mu.Unlock()
		if asked.IsZero() {
			b.Fatalf("%q asked nothing", cmd.Args)
		}
		return asked.Sub(began)
	}
	for b.Loop() {
		var bare, whole []time.Duration
		for range max(sized(16), 1) {
			bare = append(bare, first(nil, claude, "-p", "review"))
			whole = append(whole, first(&peak, ccc, "review"))
		}
		quickest := slices.Min(bare) // what else the machine does takes longer than the difference
		atMost(b, "ms-after-claude", float64((slices.Min(whole)-quickest).Microseconds())/1e3, reviewLimit)
		b.ReportMetric(float64(quickest.Microseconds())/1e3, "claude-ms")
		atMost(b, "MiB", float64(peak)/(1<<10), reviewMemoryLimit)
	}
}
