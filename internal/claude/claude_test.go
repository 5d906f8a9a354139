package claude

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func parse(t *testing.T, line ...string) Args {
	t.Helper()
	a, err := ParseArgs(line)
	if err != nil {
		t.Fatalf("ParseArgs(%q) = %v", line, err)
	}
	return a
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct {
		line []string
		want string
	}{
		{nil, ""},
		{[]string{"fix it"}, "fix it"},
		{[]string{"--model", "opus", "fix it"}, "fix it"},
		{[]string{"--model=opus", "fix it"}, "fix it"},
		{[]string{"--allowedTools", "Bash", "Edit", "fix it"}, ""}, // variadic: it eats the prompt, as in claude
		{[]string{"--allowedTools", "Bash", "--", "fix it"}, "fix it"},
		{[]string{"--tools=Bash", "fix it"}, "fix it"},
		{[]string{"--resume", "abc", "fix it"}, "fix it"},
		{[]string{"-c", "fix it"}, "fix it"},
		{[]string{"-rabc", "fix it"}, "fix it"},
		{[]string{"-pc", "fix it"}, "fix it"},
		{[]string{"--debug", "hooks", "fix it"}, "fix it"},
		{[]string{"--", "-starts with a dash"}, "-starts with a dash"},
		{[]string{"-p", "fix it", "more"}, "fix it"},
		{[]string{"--append-system-prompt", "- x", "fix it"}, "fix it"},
	} {
		if got := parse(t, c.line...).Prompt; got != c.want {
			t.Errorf("ParseArgs(%q).Prompt = %q, want %q", c.line, got, c.want)
		}
	}
}

func TestArgsTakenAsOurs(t *testing.T) {
	a := parse(t, "-pr", "abc", "--verbose", "--output-format", "json", "--input-format=text", "--settings", "s.json",
		"--model", "opus", "--add-dir", "a", "b", "--max-turns", "3", "go on")
	if !a.Print || !a.Verbose || a.Output != "json" || a.Input != "text" || a.Resume != "abc" || a.Model != "opus" ||
		!slices.Equal(a.Settings, []string{"s.json"}) || !slices.Equal(a.Dirs, []string{"a", "b"}) {
		t.Errorf("ParseArgs = %+v", a)
	}
	first := strings.Join(a.Agent("m.json", "", "", 0.25), " ")
	for _, option := range []string{
		"--print", "--verbose", "--output-format", "--input-format", "--settings", "--replay-user-messages",
	} {
		if n := strings.Count(first+" ", option+" "); n != 1 {
			t.Errorf("%s stands %d times in %s", option, n, first)
		}
	}
	if want := "-r abc --model opus --add-dir a b --max-turns 3 go on"; !strings.HasSuffix(first, want) {
		t.Errorf("Agent = %s, want it to end in %s", first, want)
	}
	again := strings.Join(a.Agent("m.json", "new", "opus[1m]", 0), " ")
	want := "--settings m.json --resume new --model opus --add-dir a b --max-turns 3"
	if !strings.HasSuffix(again, want) {
		t.Errorf("Agent on a session = %s, want it to end in %s", again, want)
	}
	screen := strings.Join(a.Screen("m.json", "new", ""), " ")
	if want := "--resume new --settings m.json --verbose --model opus --add-dir a b"; screen != want {
		t.Errorf("Screen = %s, want %s", screen, want)
	}
}

// TestScreenGoesOnInTheMode: only the mode that was chosen last is named.
func TestScreenGoesOnInTheMode(t *testing.T) {
	for _, begun := range []string{"--permission-mode plan", "--permission-mode=plan", "--dangerously-skip-permissions"} {
		got := strings.Join(parse(t, strings.Fields(begun+" --model opus")...).Screen("", "s1", "acceptEdits"), " ")
		if want := "--resume s1 --permission-mode acceptEdits --model opus"; got != want {
			t.Errorf("begun with %s it is %s, want %s", begun, got, want)
		}
	}
}

func TestAgentKeepsItsModel(t *testing.T) {
	got := strings.Join(parse(t).Agent("", "s1", "opus[1m]", 0), " ")
	if !strings.HasSuffix(got, "--resume s1 --model opus[1m]") {
		t.Errorf("Agent = %s", got)
	}
}

func TestA03ArgumentsUntouched(t *testing.T) {
	a := parse(t, "/path/to/project", "--help")
	if !a.Plain {
		t.Error("--help: Plain = false")
	}
	if got := a.UserArguments("s.json"); !slices.Equal(got, []string{"--settings", "s.json", "/path/to/project", "--help"}) {
		t.Errorf("Through = %q", got)
	}
	if got := parse(t, "mcp", "list").UserArguments("s.json"); !slices.Equal(got, []string{"mcp", "list"}) {
		t.Errorf("Through of a subcommand = %q", got)
	}
	words := []string{"/path/to/project", "--mcp-config", "x"}
	if got := parse(t, words...).Agent("", "", "", 0); !slices.Equal(got[len(got)-3:], words) {
		t.Errorf("Agent = %q", got)
	}
}

func TestArgsRefused(t *testing.T) {
	for _, line := range []string{
		"--no-session-persistence", "--bg", "--output-format xml", "--input-format yaml",
	} {
		if _, err := ParseArgs(strings.Fields(line)); err == nil {
			t.Errorf("ParseArgs(%q): no error", line)
		}
	}
}

func TestB09ReviewerCommand(t *testing.T) {
	got := strings.Join(Reviewer{
		Session: "s1", Settings: "r.json", Model: "opus", System: "be strict", Dirs: []string{"/d"},
		Tools: []string{"Read", "Bash"}, Refused: []string{"Task", "mcp__a__b"}, NoMCP: true,
	}.Args(), " ")
	for _, want := range []string{
		"--print", "--fork-session", "--resume s1", "--output-format stream-json", "--system-prompt be strict",
		"--no-session-persistence", "--add-dir=/d", "--tools=Read,Bash", "--disallowedTools=Task,mcp__a__b",
		"--settings r.json", "--model opus", "--permission-mode default", "--permission-prompt-tool stdio",
		"--strict-mcp-config",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("Reviewer = %s, want %s in it", got, want)
		}
	}
	long := strings.Repeat("x", 300<<10)
	for _, word := range (Reviewer{Session: "s1", Settings: "r.json", System: long, SystemFile: "/tmp/p"}).Args() {
		if !FitsArgument(word) {
			t.Fatal("Reviewer has an argument that does not fit execve")
		}
	}
}

func TestEnv(t *testing.T) {
	env := []string{
		"PATH=/bin", "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=x", "CCC_SUPERVISOR_ID=y", "CLAUDE_CONFIG_DIR=/c",
	}
	if got := Env(env, "CCC_SUPERVISOR_ID"); !slices.Equal(got, []string{"PATH=/bin", "CLAUDE_CONFIG_DIR=/c"}) {
		t.Errorf("Env = %q", got)
	}
	if len(env) != 5 || env[1] != "CLAUDECODE=1" {
		t.Error("Env changed its argument")
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "claude")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if got, err := Find(""); err != nil || got.Path != path {
		t.Errorf("Find on PATH = %+v, %v", got, err)
	}
	t.Setenv("PATH", t.TempDir())
	if got, err := Find(path); err != nil || got.Path != path {
		t.Errorf("Find(%q) = %+v, %v", path, got, err)
	}
	for _, named := range []string{"", filepath.Join(dir, "nothing")} {
		_, err := Find(named)
		var missing *NotFoundError
		if !errors.As(err, &missing) || missing.ExitCode() != 127 || !strings.Contains(err.Error(), named) {
			t.Errorf("Find(%q) = %v", named, err)
		}
	}
}

// The name of the directory may have any characters; it is not read as a pattern.
func TestTranscriptInADirectoryWithBrackets(t *testing.T) {
	config := filepath.Join(t.TempDir(), "work [old]*")
	dir := filepath.Join(config, "projects", "-home-ana")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(dir, "s1.jsonl")
	if err := os.WriteFile(want, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Transcript(config, "s1"); err != nil || got != want {
		t.Errorf("Transcript = %q, %v, want %q", got, err, want)
	}
	if got, err := Transcript(config, "s2"); err == nil {
		t.Errorf("Transcript of another session = %q", got)
	}
}

// TestHasMessage uses lines that 2.1.197 writes at the end of a session in which nothing was said, and the rows of
// 2.1.5 for /exit.
func TestHasMessage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	const nothing = `{"type":"last-prompt","leafUuid":"a0ec","sessionId":"f680"}
{"type":"mode","mode":"normal","sessionId":"f680"}
`
	const message = `{"parentUuid":null,"promptId":"de39","type":"user","message":{"role":"user","content":"hello"}}
`
	const exit = `{"type":"user","message":{"role":"user","content":"<local-command-caveat>Caveat: …"},"isMeta":true}
{"type":"user","message":{"role":"user","content":"<command-name>/exit</command-name>\n <command-message>exit"}}
{"type":"user","message":{"role":"user","content":"<local-command-stdout>Goodbye!</local-command-stdout>"}}
`
	long := `{"type":"system","content":"` + strings.Repeat("x", 1<<16) + `"type":"user"}` + "\n"
	for text, want := range map[string]bool{
		"": false, nothing: false, nothing + message: true, long: false, long + message: true, nothing + exit: false,
		message + exit: true,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := HasMessage(path); got != want {
			t.Errorf("HasMessage of %.80q is %t", text, got)
		}
	}
	if HasMessage(path + "x") {
		t.Error("a file that is not there has a message")
	}
}

// TestLatest: 2.1.5's own screen, left without a message, leaves a newer file with a summary and nothing that was said.
func TestLatest(t *testing.T) {
	dir := t.TempDir()
	var list []Session
	for name, text := range map[string]string{
		"summary": `{"type":"summary","summary":"A task","leafUuid":"f680"}` + "\n", "said": `{"type":"user"}` + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, Session{ID: name, Path: path})
	}
	slices.SortFunc(list, func(a, b Session) int { return strings.Compare(b.ID, a.ID) }) // the summary is newer
	if one, ok := Latest(list); !ok || one.ID != "said" {
		t.Errorf("Latest = %+v, %t, want the session with a message", one, ok)
	}
	if one, ok := Latest(list[:1]); ok {
		t.Errorf("Latest = %+v, want none", one)
	}
}

// TestSessions: lists the sessions of the directory, newest first, also under another name of it. claude gets the id of
// the chosen session.
func TestSessions(t *testing.T) {
	config, dir := t.TempDir(), t.TempDir()
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(config, "projects", strings.NewReplacer("/", "-", "_", "-", ".", "-").Replace(real))
	if err := os.MkdirAll(filepath.Join(kept, "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"b.jsonl", "a.jsonl", "notes.txt"} {
		path := filepath.Join(kept, name)
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1e9+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Sessions(config, link)
	if err != nil || len(list) != 2 || list[0].ID != "a" || list[1].ID != "b" {
		t.Errorf("Sessions = %+v, %v, want a and b", list, err)
	}
	if list, err := Sessions(t.TempDir(), dir); len(list) > 0 || err != nil {
		t.Errorf("without a directory Sessions = %v, %v", list, err)
	}
	for _, line := range []string{"--resume", "-r --model opus x", "--continue", "--resume other"} {
		a, err := ParseArgs(strings.Fields(line))
		if err != nil || a.Pick == (strings.Contains(line, "other") || a.Continue) {
			t.Errorf("ParseArgs(%q) = %+v, %v", line, a, err)
		}
		got := strings.Join(a.WithSession("a").Agent("", "", "", 0), " ")
		if strings.Count(got, "--resume a") != 1 || strings.Contains(got, "--continue") || strings.Contains(got, "other") {
			t.Errorf("%q on the session a is %q", line, got)
		}
	}
}

// TestN01Managed: the user's --managed-settings appears only among the arguments that ccc puts before the user's,
// unless ccc starts claude unchanged.
func TestN01Managed(t *testing.T) {
	a, err := ParseArgs([]string{"--managed-settings", `{"a":1}`, "--model", "opus", "hi"})
	if err != nil || a.Managed != `{"a":1}` {
		t.Fatalf("Managed = %q, %v", a.Managed, err)
	}
	for name, line := range map[string][]string{
		"agent": a.Agent("s", "", "", 0), "resumed": a.Agent("s", "id", "", 0), "screen": a.Screen("s", "id", ""),
		"through": a.UserArguments("s"), "without settings": a.UserArguments(""),
	} {
		if slices.Contains(line, "--managed-settings") || !slices.Contains(line, "opus") {
			t.Errorf("%s: %q", name, line)
		}
	}
	plain, err := ParseArgs([]string{"mcp", "list", "--managed-settings", "{}"})
	if got := plain.UserArguments("s"); err != nil || !slices.Contains(got, "--managed-settings") {
		t.Errorf("a command of claude's: %q, %v", got, err)
	}
	one := Binary{Path: "claude", Args: []string{"x"}}
	if got := one.WithManaged("{}").Args; !slices.Equal(got, []string{"x", "--managed-settings", "{}"}) {
		t.Errorf("the arguments before all others: %q", got)
	}
	if got := one.WithManaged("").Args; !slices.Equal(got, one.Args) {
		t.Errorf("without settings: %q", got)
	}
}
