package plan

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/internal/lang"
)

// local are the variables by which git's hooks and others bind git to another repository.
var local = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE",
}

// How long a git command may take, with the hooks and filters of the repository, some of which check all there is; how
// long where the run is told to end; and how long from SIGTERM, on which git removes its locks, to SIGKILL.
const (
	gitTime   = 10 * time.Minute
	gitEnding = time.Second
	gitGrace  = time.Second
)

// git runs git at the top of a work tree, and gives what it prints, without the newline at the end. Its error has what
// git said. Where the repository of that is gone, no other one above it is taken.
func (r repository) git(dir string, args ...string) (string, error) {
	out, err := r.gitWith(dir, filepath.Dir(dir), "", args...)
	return strings.TrimSuffix(out, "\n"), err
}

// gitWith is git with a text for its standard input, and takes a repository that is anywhere below a directory. What it
// prints is whole.
func (r repository) gitWith(dir, below, stdin string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-done:
		case <-r.told:
			time.AfterFunc(gitEnding, cancel)
		}
	}()
	began := time.Now()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "core.quotePath=false"}, args...)...)
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(local, name)
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_CEILING_DIRECTORIES="+below)
	cmd.Stdin = strings.NewReader(stdin)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with its hooks and filters
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = gitGrace
	err := cmd.Run()
	if ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly none is left
		return "", lang.Errorf("git %s was ended after %s: a hook or a filter of the repository may hang",
			args[0], time.Since(began).Round(time.Second))
	}
	if errors.Is(err, exec.ErrWaitDelay) { // a hook has left something running that has its output
		err = nil
	}
	if err != nil {
		text := strings.TrimSpace(said.String() + out.String())
		err = fmt.Errorf("git %s: %s", args[0], cmp.Or(strings.ToValidUTF8(text, "\uFFFD"), err.Error()))
	}
	return out.String(), err
}

// hears passes on what ends the run, also while git keeps the run waiting, until over is closed.
func hears(from <-chan os.Signal, over <-chan struct{}) (signals <-chan os.Signal, told <-chan struct{}) {
	passed, closed := make(chan os.Signal, 8), make(chan struct{})
	go func() {
		for first := true; ; first = false {
			select {
			case s := <-from:
				if first {
					close(closed)
				}
				passed <- s
			case <-over:
				return
			}
		}
	}()
	return passed, closed
}
