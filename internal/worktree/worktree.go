// Package worktree tells whether the files of a project have changed, by git.
package worktree

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// patience is how long git may take: a huge tree is then as one without git.
const patience = 10 * time.Second

// Fingerprint is another one when a file of the work tree that git does not ignore was written, made or removed, or something was
// committed. It is "" where there is no git, or no work tree. No file is read, and nothing is written.
func Fingerprint(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	root, err := Git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return ""
	}
	top := string(bytes.TrimSuffix(root, []byte("\n")))
	files, err := Git(ctx, top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil {
		return ""
	}
	sum := sha256.New()
	if head, err := Git(ctx, top, "rev-parse", "HEAD"); err == nil { // there may be no commit yet
		sum.Write(head)
	}
	for name := range bytes.SplitSeq(files, []byte{0}) {
		if len(name) == 0 {
			continue
		}
		info, err := os.Lstat(filepath.Join(top, string(name)))
		if err != nil {
			fmt.Fprintf(sum, "%s gone\n", name)
			continue
		}
		fmt.Fprintf(sum, "%s %d %d %v\n", name, info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

// Git asks git about the work tree that dir is in. It takes no lock, runs no program of the repository's and pages nothing.
func Git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	args = append([]string{"--no-pager", "--no-optional-locks", "-C", dir, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.WaitDelay = time.Second
	return cmd.Output()
}
