package integration

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// ownMessages returns the part of a reviewer's request that begins with its question. The part before is the agent's
// conversation.
func ownMessages(r fakeapi.Request) []fakeapi.Message {
	for i, m := range r.Messages {
		if strings.Contains(m.Text(), "You are now the supervisor") {
			return r.Messages[i:]
		}
	}
	return nil
}

// sizeOf returns the number of bytes in messages, including tool calls and results.
func sizeOf(messages []fakeapi.Message) (n int) {
	for _, m := range messages {
		for _, b := range m.Content {
			n += len(b.Text) + len(b.Input)
		}
	}
	return n
}

var diffCommand = regexp.MustCompile(`what changed since the last review ` +
	`\((git --no-replace-objects diff-tree -r -p --no-ext-diff --no-textconv [0-9a-f]{40} [0-9a-f]{40})\)`)

// judgeTen is a reviewer of a task that changes ten files. It reads all of them and names a finding. In the next review
// it runs the command that its question names.
type judgeTen struct {
	dir       string
	questions []string
	own       []int // bytes of its own part of the newest request, of each review
}

func (j *judgeTen) reply(r fakeapi.Request) fakeapi.Reply {
	own := ownMessages(r)
	turns := 0 // of the reviewer, so far
	for _, m := range own {
		if m.Role == "assistant" {
			turns++
		}
	}
	if turns == 0 {
		j.questions, j.own = append(j.questions, own[0].Text()), append(j.own, 0)
	}
	review := len(j.questions)
	j.own[review-1] = sizeOf(own)
	answer := map[string]any{"completed": true, "feedback": "seen",
		"findings": []map[string]string{{"id": "F1", "status": "fixed"}}}
	if review == 1 {
		answer = map[string]any{"completed": false, "feedback": "", "findings": []map[string]string{{
			"severity": "blocker", "criterion": "each with its NUMBER", "evidence": "f3.txt:1",
			"text": "f3.txt lacks its number",
		}}}
	}
	switch {
	case turns == 0 && review == 1:
		reads := fakeapi.Text("I read them")
		for i := range 10 {
			reads = reads.And(fakeapi.Tool("Read", map[string]string{"file_path": fmt.Sprintf("%s/f%d.txt", j.dir, i)}))
		}
		return reads
	case turns == 0:
		command := "false"
		if m := diffCommand.FindStringSubmatch(j.questions[1]); m != nil {
			command = m[1]
		}
		return fakeapi.Tool("Bash", map[string]string{"command": command, "description": "see what changed"})
	case turns > 1:
		return fakeapi.Text("so it is")
	}
	return answerOf(r, answer)
}

// TestL01L02L03L07P04RealFindings: a reviewer names a finding, and the agent gets it with its place and the user's
// words. The next reviewer gets it with its id, the agent's answer to it, and the command that shows later changes. Its
// own part of the prompt is at most a quarter of the first one's. This is tested on each version, in the loop and by
// the hook, with the rubric in the message and in the system prompt.
func TestL01L02L03L07P04RealFindings(t *testing.T) {
	t.Parallel()
	list := versions()
	if *full {
		list = everyVersion()
	}
	for _, version := range list {
		for _, role := range []string{"user", "system"} {
			for _, door := range []string{"loop", "hook"} {
				if !*full && (role != "user" || door != "hook") ||
					version != realclaude.Newest && (role == "user") != (door == "loop") {
					continue
				}
				t.Run(version+" "+role+" "+door, func(t *testing.T) {
					t.Parallel()
					realFindings(t, version, role, door)
				})
			}
		}
	}
}

func realFindings(t *testing.T, version, role, door string) {
	t.Helper()
	dir := project(t)
	git := exec.Command("git", "init", "-q")
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git: %v\n%s", err, out)
	}
	judge := &judgeTen{dir: dir}
	var told string // to the agent, by the first review
	bash := func(command string) fakeapi.Reply {
		return fakeapi.Tool("Bash", map[string]string{"command": command, "description": "write"})
	}
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case isReview(r):
			return judge.reply(r)
		case strings.Contains(r.LastUser, "F1 (blocker)") && len(r.Results) == 0:
			told = r.LastUser
			return fakeapi.Text("F1: the first line must stay as it is, see f3.txt:1").And(bash("echo 3 >> f3.txt"))
		case strings.Contains(r.LastUser, "F1 (blocker)"):
			return fakeapi.Text("I added it.")
		case len(r.Results) == 0:
			return bash(`for i in 0 1 2 3 4 5 6 7 8 9; do seq -f "line %g of the file" 80 > f$i.txt; done`)
		}
		return fakeapi.Text("done")
	})
	const task = "Write ten files, each with its number"
	config := fmt.Sprintf(`"supervisor": {"prompt_role": %q}`, role)
	var cmd *exec.Cmd
	if door == "hook" {
		cmd = hookCommand(t, version, srv.URL, dir, config+",", "/supervisor "+task)
		cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=launch")
	} else {
		cmd = supervised(t, version, srv.URL, dir, "--supervisor", "--permission-mode", "bypassPermissions", "--", task)
		write(t, filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc.json"), "{"+config+"}")
	}
	if out, err := cmd.CombinedOutput(); err != nil || len(judge.questions) != 2 {
		t.Fatalf("%d reviews, %v\n%s", len(judge.questions), err, out)
	}
	want := "F1 (blocker): f3.txt lacks its number\n   seen: f3.txt:1\n   asked for: \"each with its NUMBER\"\n"
	if !strings.Contains(told, want) {
		t.Errorf("the agent was told %q", told)
	}
	second := judge.questions[1]
	for _, want := range []string{
		`- F1 (blocker) "f3.txt lacks its number", seen: "f3.txt:1"`, "| F1: the first line must stay as it is, see f3.txt:1",
	} {
		if !strings.Contains(second, want) {
			t.Errorf("the second question does not say %q:\n%s", want, second)
		}
	}
	t.Logf("%s, role %s, %s: questions of %d and %d bytes, own part of the prompt %d and %d bytes: %d %%", version, role,
		door, len(judge.questions[0]), len(second), judge.own[0], judge.own[1], 100*judge.own[1]/judge.own[0])
	if 4*judge.own[1] > judge.own[0] {
		t.Errorf("P04: the second reviewer's own part is more than a quarter of the first one's; it was asked:\n%s", second)
	}
	list := exec.Command(cmd.Path, "dismiss")
	list.Dir, list.Env = dir, cmd.Env
	out, err := list.CombinedOutput()
	if err != nil || string(out) != "F1 fixed in review 2: f3.txt lacks its number\n" {
		t.Errorf("ccc dismiss: %v, %s", err, out)
	}
}
