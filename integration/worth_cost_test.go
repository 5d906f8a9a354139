package integration

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// costed is what the reviewers of one review have requested.
type costed struct{ requests, bytes int }

// tokens counts four bytes of a request's body as one token.
func (c costed) tokens() int { return c.bytes / 4 }

// TestP04RealCost: measures the table of docs/guides/cost.md: requests and tokens of a review for several sizes of the
// conversation and of the change. Each reviewer prints the diff, reads the first file and answers. A later review,
// after one more change, never takes more.
func TestP04RealCost(t *testing.T) {
	if inFull() == nil {
		return
	}
	for _, files := range []int{1, 10, 100, 1000} {
		t.Run(fmt.Sprintf("%d files", files), func(t *testing.T) { costOf(t, files, 0) })
	}
	for _, tokens := range []int{1000, 20_000, 100_000} {
		t.Run(fmt.Sprintf("conversation of %d", tokens), func(t *testing.T) { costOf(t, 10, tokens) })
	}
}

// costOf reviews a change twice: by ccc review, or in the loop if the conversation has that many tokens.
func costOf(t *testing.T, files, conversation int) {
	dir := project(t)
	write(t, filepath.Join(dir, "SUPERVISOR.md"), "THE RUBRIC. Judge.\n")
	for i := range files {
		write(t, fmt.Sprintf("%s/src/%d/%d.txt", dir, i/50, i), strings.Repeat("a line of a file of 1.5 KB\n", 55))
	}
	git := exec.Command("sh", "-ec", "git init -qb main; git add .; git -c user.name=x -c user.email=x@y commit -qm 1")
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	change := func(n int) {
		for i := range n {
			write(t, fmt.Sprintf("%s/src/%d/%d.txt", dir, i/50, i), strings.Repeat("a line of a file of 1.5 KB\n", 55)+
				fmt.Sprintf("changed, now of %d\n", n))
		}
	}
	var mu sync.Mutex
	var reviews [2]costed
	round := 0
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		mu.Lock()
		defer mu.Unlock()
		if !bytes.Contains(r.Raw, []byte("THE RUBRIC")) {
			if round > 0 { // the feedback
				change(1)
				round = 2
				return fakeapi.Text("changed")
			}
			change(files)
			round = 1
			return fakeapi.Text(strings.Repeat("word", conversation))
		}
		now := &reviews[max(round, 1)-1]
		now.requests, now.bytes = now.requests+1, now.bytes+len(r.Raw)
		if len(r.Results) == 0 {
			read := fakeapi.Tool("Read", map[string]string{"file_path": dir + "/src/0/0.txt"})
			return bash("git --no-pager diff HEAD").And(read)
		}
		if slices.Contains(r.Tools, "StructuredOutput") {
			return fakeapi.Tool("StructuredOutput", map[string]any{"completed": round == 2, "feedback": "looked"})
		} else if round == 2 {
			return fakeapi.Text("[TASK_COMPLETED]")
		}
		return fakeapi.Text("not all lines are changed")
	})
	if conversation > 0 {
		cmd := supervised(t, realclaude.Newest, srv.URL, dir, "--supervisor", "--permission-mode", "bypassPermissions",
			"--", "change the files")
		cmd.Env = append(cmd.Env, "IS_SANDBOX=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	} else {
		change(files)
		round = 1
		cmd := supervised(t, realclaude.Newest, srv.URL, dir, "review")
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 3 {
			t.Fatalf("exit code %d: %s", cmd.ProcessState.ExitCode(), out)
		}
		change(1)
		round = 2
		again := exec.Command(cmd.Path, "review", "--resume")
		again.Dir, again.Env = dir, cmd.Env
		if out, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	t.Logf("%4d files, conversation of %6d: first %d requests, %d tokens; later %d requests, %d tokens", files,
		conversation, reviews[0].requests, reviews[0].tokens(), reviews[1].requests, reviews[1].tokens())
	if reviews[1].requests == 0 || reviews[1].requests > reviews[0].requests {
		t.Errorf("%+v", reviews)
	}
}
