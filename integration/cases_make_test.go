package integration

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ccc/integration/realclaude"
	"ccc/internal/claude"
	"ccc/internal/fakeapi"

	"github.com/google/uuid"
)

// caseBegan is the time of the first line in the session of a case. Each further line is a second later.
var caseBegan = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)

// make makes the case's directory. The real claude performs the script in a repository with the tree before; the
// resulting files are the tree after. It is claude 2.1.5, because newer versions can also fork its sessions.
func (c twin) make(t *testing.T) {
	t.Helper()
	dir := c.dir(t)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	saveTree(t, filepath.Join(dir, "before"), c.before)
	saveTree(t, dir, map[string]string{"case.yaml": c.about()})

	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(top, "project")
	saveTree(t, project, c.before)
	commit(t, project)
	home := realclaude.Home(t, project)
	session := uuid.NewSHA1(uuid.NameSpaceURL, []byte(c.name)).String()
	c.perform(t, project, home, session)
	saveTree(t, filepath.Join(dir, "after"), readTree(t, project))

	path, err := claude.Transcript(filepath.Join(home, ".claude"), session)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	saveTree(t, dir, map[string]string{"transcript.jsonl": c.normalize(string(text), project, home, session)})
}

// commit makes a repository of the project. Its hashes are the same at any time.
func commit(t *testing.T, project string) {
	t.Helper()
	cmd := exec.Command("sh", "-ec", "git init -q -b main .; git add -A; git commit -q -m 'The beginning'")
	cmd.Dir = project
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// perform has claude do the steps, and returns when they are done. Background processes still run then, and end with
// the test.
func (c twin) perform(t *testing.T, project, home, session string) {
	t.Helper()
	messages, replies, failing := c.dialogue(project)
	wrong := make(chan string, 1) // the first thing that is
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		for _, result := range r.Results {
			if len(failing) == 0 || result.IsError != failing[0] {
				select {
				case wrong <- fmt.Sprintf("a tool failed (%v), or did not: %s", result.IsError, result.Text):
				default:
				}
			}
			failing = failing[min(1, len(failing)):]
		}
		if len(replies) == 0 {
			return fakeapi.Error(403, "permission_error", "the script says nothing here", nil)
		}
		next := replies[0]
		replies = replies[1:]
		return next
	})
	args, err := claude.ParseArgs([]string{"--session-id", session, "--permission-mode", "bypassPermissions"})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(realclaude.Path(t, realclaude.Node), args.Agent("", "", "", 0)...)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Dir = project
	cmd.Env = append(realclaude.Env(home, srv.URL), "GOCACHE="+strings.TrimSpace(string(cache)),
		"PYTHONDONTWRITEBYTECODE=1") // otherwise its files would be in the tree
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close(); _ = cmd.Wait() })
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 16<<20)
	for _, message := range messages {
		line, err := json.Marshal(map[string]any{
			"type": "user", "message": map[string]string{"role": "user", "content": message},
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stdin.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() && !bytes.Contains(lines.Bytes(), []byte(`"type":"result"`)) {
		}
		select {
		case what := <-wrong:
			t.Fatalf("%s: %s", c.name, what)
		default:
		}
		if !bytes.Contains(lines.Bytes(), []byte(`"is_error":false`)) {
			t.Fatalf("%s: %s", c.name, lines.Bytes())
		}
	}
}

// dialogue returns the script's parts: the user's messages, the replies of the API in their order, and for each tool
// call whether it fails.
func (c twin) dialogue(project string) (messages []string, replies []fakeapi.Reply, failing []bool) {
	messages = []string{strings.TrimSpace(c.Task)}
	for i, s := range c.steps {
		text := strings.TrimSpace(s.text)
		switch {
		case s.verb == "person":
			messages = append(messages, text)
		case s.verb != "say":
			call := s.call(project)
			if i > 0 && c.steps[i-1].verb == "say" {
				call = fakeapi.Text(strings.TrimSpace(c.steps[i-1].text)).And(call)
			}
			replies, failing = append(replies, call), append(failing, s.verb == "fail")
		case i+1 == len(c.steps) || c.steps[i+1].verb == "person":
			replies = append(replies, fakeapi.Text(text))
		}
	}
	return messages, replies, failing
}

// call returns the tool call of the step.
func (s step) call(project string) fakeapi.Reply {
	file := filepath.Join(project, s.of)
	switch s.verb {
	case "read":
		return fakeapi.Tool("Read", map[string]string{"file_path": file})
	case "write":
		return fakeapi.Tool("Write", map[string]string{"file_path": file, "content": s.text})
	case "edit":
		before, after, _ := strings.Cut(s.text, "====\n")
		return fakeapi.Tool("Edit", map[string]string{"file_path": file, "old_string": before, "new_string": after})
	}
	input := map[string]any{"command": strings.TrimSpace(s.text), "description": s.of}
	if s.verb == "start" {
		input["run_in_background"] = true
	}
	return fakeapi.Tool("Bash", input)
}

// The parts of a session that differ each time it is made.
var (
	caseUUID   = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	caseReply  = regexp.MustCompile(`(msg|toolu)_scripted_(\d+)`)
	caseNumber = regexp.MustCompile(`msg_\d{6}`)
	caseTask   = regexp.MustCompile(`"backgroundTaskId":"(\w+)"`) // one at most
	caseStamp  = regexp.MustCompile(`"timestamp":"[^"]*"`)
	caseTook   = regexp.MustCompile(`\d+\.\d{3}s\b`) // as go test and unittest tell it
	caseStop   = regexp.MustCompile(`"stop_reason":(?:null|"[a-z_]+")`)
	caseSlug   = regexp.MustCompile(`"slug":"[^"]*"`)
	caseMillis = regexp.MustCompile(`"durationMs":\d+`)
)

// normalize returns the file of a session without the parts that depend on time and place.
func (c twin) normalize(text, project, home, session string) string {
	text = strings.NewReplacer(project, caseProject, home, caseHome,
		"/tmp/claude/"+strings.ReplaceAll(project, "/", "-"), caseHome+"/run/project").Replace(text) // of a background task
	ids := map[string]string{session: session}
	text = caseUUID.ReplaceAllStringFunc(text, func(id string) string {
		if ids[id] == "" {
			ids[id] = uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "%s/%d", c.name, len(ids))).String()
		}
		return ids[id]
	})
	if m := caseTask.FindStringSubmatch(text); m != nil {
		text = strings.ReplaceAll(text, m[1], "b000001")
	}
	numbers := map[string]string{} // of replies: claude asks for more than the agent does
	text = caseReply.ReplaceAllStringFunc(text, func(id string) string {
		m := caseReply.FindStringSubmatch(id)
		if numbers[m[2]] == "" {
			numbers[m[2]] = fmt.Sprintf("%06d", len(numbers)+1)
		}
		return m[1] + "_" + numbers[m[2]]
	})
	text = caseTook.ReplaceAllString(text, "0.012s")
	text = caseMillis.ReplaceAllString(text, `"durationMs":12`)
	text = caseSlug.ReplaceAllString(text, `"slug":"quiet-reading-lantern"`)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		at := caseBegan.Add(time.Duration(i) * time.Second).Format("2006-01-02T15:04:05.000Z")
		line = caseStamp.ReplaceAllString(line, `"timestamp":"`+at+`"`)
		if id := caseNumber.FindString(line); strings.Contains(line, `"type":"assistant"`) {
			// Claude sets the stop reason once it knows it, which can be before or after it writes the line.
			stop := `"end_turn"`
			switch {
			case strings.Contains(line, `"type":"tool_use"`):
				stop = `"tool_use"`
			case i+1 < len(lines) && strings.Contains(lines[i+1], `"`+id+`"`):
				stop = "null"
			}
			line = caseStop.ReplaceAllString(line, `"stop_reason":`+stop)
		}
		lines[i] = line
	}
	return strings.Join(lines, "") + "\n"
}
