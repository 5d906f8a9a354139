package settings

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/integration/files"
	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/provider"
)

// at returns a plan whose hook runs another program.
func at(program string, p Plan) Plan {
	p.Hook.Program = program
	return p
}

// launched prepares a launch that must succeed.
func launched(t *testing.T, f provider.File, p Plan) Launch {
	t.Helper()
	l, err := Prepare(f, p)
	if err != nil {
		t.Fatalf("Prepare = %v", err)
	}
	return l
}

// entryOf returns the command and the timeout of the only ccc hook in a file.
func entryOf(t *testing.T, path string) (command string, timeout float64) {
	t.Helper()
	found, err := findStopHooks([]byte(files.Content(t, path)))
	if err != nil || len(found) != 1 {
		t.Fatalf("our hooks in %s: %v, %v, want one", path, found, err)
	}
	return found[0].entry["command"].(string), found[0].entry["timeout"].(float64)
}

func TestOurs(t *testing.T) {
	for _, program := range []string{
		"/usr/local/bin/ccc", "ccc", "/opt/my app/ccc", "/opt/it's here/ccc", "/old/place/ccc-v2",
		"/opt/ccc_linux_amd64", "/智谱/ccc", "/a;b/ccc",
		"/a$(b)/ccc", "/a`b/ccc", `/a\b/ccc`, `/a"b/ccc`, "/'/ccc", "''/ccc''", "/a\nb/ccc", "/ supervisor-hook /ccc",
		"/a%sb/ccc", "~/bin/ccc",
	} {
		word := Hook{Program: program}.quotedProgram()
		for _, flags := range []string{
			"", " --state-dir /tmp/x", " --settings '/a b' --state-dir D", " ", " || [ ! -x " + word + " ]",
			" --state-dir D || { e=$?; [ ! -x " + word + " ] || exit $e; }",
			" || { e=$?; [ ! -x " + word + " ] && [ -z \"$CCC_SUPERVISOR_ID\" ] || exit $e; }",
		} {
			if command := word + " " + hookCommand + flags; !isOurs(command, hookCommand) {
				t.Errorf("ours(%s) = false, want true", command)
			}
		}
	}
	for _, command := range []string{
		"", "ccc", "supervisor-hook", " ccc supervisor-hook", "ccc supervisor-hooks", "ccc supervisor-mode",
		"ccc supervisor-mode on", "ccc  supervisor-hook",
		"x && ccc supervisor-hook", "ccc supervisor-hook && x", "echo ccc supervisor-hook",
		"echo 'ccc supervisor-hook'", "'echo ccc supervisor-hook'",
		"/usr/bin/notccc supervisor-hook", "/ccc/mine supervisor-hook", "ccc supervisor-hook; rm x",
		"ccc supervisor-hook;rm x", "ccc supervisor-hook | tee l",
		"ccc supervisor-hook > log", "ccc supervisor-hook $(x)", "ccc supervisor-hook `x`", "(ccc supervisor-hook)",
		"ccc supervisor-hook &",
		"A=1 ccc supervisor-hook", "timeout 5 ccc supervisor-hook", "sh -c 'ccc supervisor-hook'",
		"x;ccc supervisor-hook", "x\nccc supervisor-hook",
		"$(x)ccc supervisor-hook", "`x`ccc supervisor-hook", "ccc 'supervisor-hook'", "'/opt/ccc supervisor-hook'",
		"'unbalanced/ccc supervisor-hook",
	} {
		if isOurs(command, hookCommand) {
			t.Errorf("ours(%s) = true, want false: it is the person's", command)
		}
	}
}

// TestA12HookWithoutCCC: where ccc is gone the hooks succeed, and the shell's complaint is on stderr, which claude
// shows for no hook that succeeds; a ccc that is there keeps its output and its exit code.
func TestA12HookWithoutCCC(t *testing.T) {
	for _, name := range []string{"ccc", "my app/it's ccc/ccc"} {
		h := Hook{Program: filepath.Join(t.TempDir(), name)}
		files.Directory(t, filepath.Dir(h.Program))
		for _, sub := range []string{hookCommand, startCommand} {
			for _, code := range []int{-1, 0, 1, 2, 3} {
				_ = os.Remove(h.Program)
				want := 0
				if code >= 0 {
					want = code
					script := fmt.Sprintf("#!/bin/sh\necho \"$@\"\nexit %d\n", code)
					if err := os.WriteFile(h.Program, []byte(script), 0o700); err != nil {
						t.Fatal(err)
					}
				}
				cmd := exec.Command("sh", "-c", h.command(sub))
				out, err := cmd.Output()
				if got := cmd.ProcessState.ExitCode(); got != want || (string(out) == sub+"\n") != (code >= 0) {
					t.Errorf("%s, exit code %d: sh -c %s = %d, %q, %v", name, code, h.command(sub), got, out, err)
				}
			}
		}
	}
}

// TestSessionStart: a launch's own settings have the hook once, next to the user's; settings.json does not.
func TestSessionStart(t *testing.T) {
	const mine = `{"hooks":[{"type":"command","command":"mine"}]}`
	for _, given := range []string{"", mine, `{"hooks":[{"type":"command","command":"/old/ccc session-start"}]}`} {
		dir := t.TempDir()
		f := loaded(t, `{"providers": {"glm": {}}}`)
		l := launched(t, f, plan(dir, &f.Providers[0], []string{`{"hooks":{"SessionStart":[` + given + `]}}`}, files.NoEnv))
		starts := func(path string) (commands []string) {
			var settings struct {
				Hooks struct {
					SessionStart []struct{ Hooks []struct{ Command string } }
				}
			}
			if err := json.Unmarshal([]byte(files.Content(t, path)), &settings); err != nil {
				t.Fatal(err)
			}
			for _, group := range settings.Hooks.SessionStart {
				for _, hook := range group.Hooks {
					commands = append(commands, hook.Command)
				}
			}
			return commands
		}
		want := []string{"/usr/local/bin/ccc"}
		if given == mine {
			want = append([]string{"mine"}, want...)
		}
		if got := starts(l.Agent); !reflect.DeepEqual(got, want) {
			t.Errorf("with %s the launch runs %q, want %q", given, got, want)
		}
		if got := starts(filepath.Join(dir, "settings.json")); got != nil {
			t.Errorf("settings.json runs %q", got)
		}
		if got := starts(l.Reviewer); got != nil {
			t.Errorf("the reviewer runs %q", got)
		}
	}
}

// TestA12HookCommandRuns: whatever the path of ccc holds, the shell finds it. Where the shell would not take the path
// as it is, a launch's own file has the same words, which claude then runs once.
func TestA12HookCommandRuns(t *testing.T) {
	for _, name := range []string{
		"ccc", "my app/ccc", "it's here/ccc", "智谱 工具/ccc-v2", `a "b" $HOME \n/ccc`, "a`b;c&d|e/ccc", "'/ccc",
		"a*?[b]~#!/ccc", "%s%[1]d/ccc", "<b>&amp;/ccc",
	} {
		root, dir := t.TempDir(), t.TempDir()
		path := filepath.Join(root, name)
		files.Directory(t, filepath.Dir(path))
		if err := os.WriteFile(path, []byte("#!/bin/sh\nprintf '%s|' \"$0\" \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		f := loaded(t, `{"providers": {"glm": {}}}`)
		l := launched(t, f, at(path, plan(dir, &f.Providers[0], nil, files.NoEnv)))
		command, timeout := entryOf(t, filepath.Join(dir, "settings.json"))
		want := command
		if name == "ccc" {
			want = path
		}
		if other, _ := entryOf(t, l.Agent); other != want || l.Direct != (want == path) {
			t.Errorf("%s: the launch's file runs %s, want %s", name, other, want)
		}
		if timeout != hook.Timeout.Seconds() {
			t.Errorf("%s: timeout %v, want %v", name, timeout, hook.Timeout)
		}
		out, err := exec.Command("sh", "-c", command).CombinedOutput()
		if want := path + "|supervisor-hook|"; err != nil || string(out) != want {
			t.Errorf("sh -c %s = %q, %v, want %q", command, out, err, want)
		}
		if again, err := Uninstall(dir, func() {}); err != nil ||
			files.Content(t, filepath.Join(dir, "settings.json")) != "{}\n" {
			t.Errorf("%s: Uninstall = %v, %v, and leaves %s", name, again, err,
				files.Content(t, filepath.Join(dir, "settings.json")))
		}
	}
}

// TestA10PlainCommand: a path is quoted only if it needs quotes, and the entry has the form that claude reads from
// 2.1.5 on.
func TestA10PlainCommand(t *testing.T) {
	want := map[string]any{"type": "command",
		"command": "/usr/local/bin/ccc supervisor-hook || " +
			"{ e=$?; [ ! -x /usr/local/bin/ccc ] && [ -z \"$CCC_SUPERVISOR_ID\" ] || exit $e; }",
		"timeout": 660, "statusMessage": "reviewing"}
	if got := hook.stopEntry(); !reflect.DeepEqual(got, want) {
		t.Errorf("entry = %v, want %v", got, want)
	}
	hook := Hook{Program: "/a b/ccc", Timeout: 90*time.Second + time.Millisecond}
	if got := hook.stopEntry()["timeout"]; got != 90 {
		t.Errorf("timeout = %v, want whole seconds", got)
	}
}

// TestR03NoShell: a launch's own hooks are called without a shell, with "args", which 2.1.5 ignores. settings.json,
// which every claude reads, has the form with a shell.
func TestR03NoShell(t *testing.T) {
	h := hook
	h.Notify = true
	for _, own := range h.ownEntries() {
		want := []any{own.sub, Direct}
		if own.entry["command"] != h.Program || !reflect.DeepEqual(own.entry["args"], want) {
			t.Errorf("%s is called by %v, want %s %q", own.event, own.entry, h.Program, want)
		}
		if program, ok := entryProgram(own.entry, own.sub); !ok || program != h.Program {
			t.Errorf("the entry for %s is not recognized: %q", own.event, program)
		}
	}
	if text, err := h.putStopHook(nil); err != nil || strings.Contains(string(text), `"args"`) {
		t.Errorf("settings.json has %s, %v", text, err)
	}
	for _, entry := range []map[string]any{
		{"command": "/bin/mine", "args": []any{hookCommand}}, {"command": h.Program, "args": []any{}},
		{"command": h.Program, "args": []any{"report"}}, {"command": h.Program},
	} {
		if _, ok := entryProgram(entry, hookCommand); ok {
			t.Errorf("%v is taken for ours", entry)
		}
	}
}

// TestE06PutWhereOneOfOursStood: an older hook of ccc is replaced in its place. Further ones are removed, and so are
// groups that become empty.
func TestE06PutWhereOneOfOursStood(t *testing.T) {
	text := func(list ...string) string {
		return strings.NewReplacer("OURS", mustJSON(hook.stopEntry()), "OLD",
			`{"type":"command","command":"'/old place/ccc-v1' supervisor-hook --x"}`,
			"MINE", `{"type":"command","command":"mine"}`).Replace(`{"hooks":{"Stop":[` + strings.Join(list, ",") +
			`]}}`)
	}
	for _, c := range []struct {
		name           string
		old, put, left []string
	}{
		{"there already", []string{`{"hooks":[OURS]}`}, []string{`{"hooks":[OURS]}`}, nil},
		{"beside the person's", []string{`{"hooks":[MINE]}`}, []string{`{"hooks":[MINE]}`, `{"hooks":[OURS]}`},
			[]string{`{"hooks":[MINE]}`}},
		{"moved", []string{`{"hooks":[OLD]}`, `{"hooks":[MINE]}`}, []string{`{"hooks":[OURS]}`, `{"hooks":[MINE]}`},
			[]string{`{"hooks":[MINE]}`}},
		{"in the person's group", []string{`{"matcher":"x","hooks":[MINE,OLD,MINE]}`},
			[]string{`{"matcher":"x","hooks":[MINE,OURS,MINE]}`},
			[]string{`{"matcher":"x","hooks":[MINE,MINE]}`}},
		{"three", []string{`{"hooks":[OLD,OLD]}`, `{"hooks":[MINE,OURS]}`, `{"hooks":[OLD]}`},
			[]string{`{"hooks":[OURS]}`, `{"hooks":[MINE]}`},
			[]string{`{"hooks":[MINE]}`}},
		{"many", []string{`{"hooks":[MINE,OLD,OLD,MINE,OURS]}`, `{"hooks":[OURS,OLD]}`, `{"hooks":[]}`, `null`},
			[]string{`{"hooks":[MINE,OURS,MINE]}`, `{"hooks":[]}`, `null`},
			[]string{`{"hooks":[MINE,MINE]}`, `{"hooks":[]}`, `null`}},
	} {
		got, err := hook.putStopHook([]byte(text(c.old...)))
		if err != nil || !reflect.DeepEqual(parse(t, string(got)), parse(t, text(c.put...))) {
			t.Errorf("%s: put gives %s, %v, want %s", c.name, got, err, text(c.put...))
		}
		want := `{}`
		if c.left != nil {
			want = text(c.left...)
		}
		for _, old := range []string{text(c.old...), string(got)} {
			if out, err := takeOut([]byte(old)); err != nil || string(out) != want {
				t.Errorf("%s: takeOut of %s gives %s, %v, want %s", c.name, old, out, err, want)
			}
		}
	}
}

func mustJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestTwice: if a name occurs twice, only the last member counts for claude and for ccc, but a change would go to the
// first. So nothing is changed.
func TestTwice(t *testing.T) {
	const mine, own = `{"hooks":[{"command":"mine"}]}`, `{"hooks":[{"command":"/old/ccc supervisor-hook"}]}`
	for _, text := range []string{
		`{"hooks":{"Stop":[` + mine + `]},"hooks":{"Stop":[` + own + `]}}`,
		`{"hooks":{"Stop":[` + own + `]},"hooks":{"Stop":[` + mine + `]}}`,
		`{"hooks":{"Stop":[` + mine + `],"Stop":[` + own + `]}}`,
		`{"hooks":{"Stop":[` + own + `],"Stop":[` + own + `]}}`,
		`{"hooks":{"Stop":[` + own + `],"Stop":[]}}`, `{"hooks":null,"hooks":{}}`, `{"hooks":{"A":1},"hooks":null}`,
		`{"hooks":{},"hook\u0073":{"A":1}}`,
	} {
		if out, err := hook.putStopHook([]byte(text)); err == nil || out != nil {
			t.Errorf("put to %s = %s, %v, want an error alone", text, out, err)
		}
		if out, err := takeOut([]byte(text)); err == nil && string(out) != text {
			t.Errorf("takeOut of %s = %s, %v, want an error or the same", text, out, err)
		}
	}
	// In other objects duplicate names are left alone.
	checkPut(t, `{"a":1,"a":2,"hooks":{"Pre":[],"Pre":[1],"Stop":[{"matcher":"x","matcher":"y","hooks":[]}]}}`)
}

// TestBrokenSettingsStopALaunch: a broken settings.json is an error that names the place, and nothing is written.
func TestBrokenSettingsStopALaunch(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "t0p"}}}}`)
	places := map[string]string{
		"{\n  \"model\": \"x\",\n  \"a\" 1\n}": "line 3, column 7", "{": "line 1, column 2",
		`{"a": 1,}`: "line 1, column 9", "{}\n}": "line 2, column 1",
		"\ufeff{}": "line 1, column 1", "// comment\n{}": "line 1, column 1", `{"hooks": []}`: "hooks: ",
		`{"hooks": "s3cret"}`:     "hooks: ",
		`{"hooks": {"Stop": {}}}`: "hooks.Stop: ", `{"hooks": {"Stop": "s3cret"}}`: "hooks.Stop: ",
		`{"hooks": {"Stop": [{"hooks": {}}]}}`: "hooks.Stop: ",
	}
	for _, text := range broken {
		places[text] += ""
	}
	for text, want := range places {
		dir := t.TempDir()
		path := filepath.Join(dir, "settings.json")
		files.Save(t, path, text)
		before, info := files.Tree(t, dir), files.Info(t, path)
		_, err := Prepare(f, plan(dir, &f.Providers[0], nil, files.NoEnv))
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "s3cret") {
			t.Errorf("Prepare where settings.json is %s = %v, want an error that names the file, and %q", text, err,
				want)
		}
		delete(before, file.Lock)
		after := files.Tree(t, dir)
		delete(after, file.Lock)
		if !reflect.DeepEqual(before, after) || !os.SameFile(info, files.Info(t, path)) {
			t.Errorf("Prepare where settings.json is %s leaves %v", text, after)
		}
		if _, err := Uninstall(dir, func() {}); err == nil && files.Content(t, path) != text {
			t.Errorf("Uninstall makes %s of %s", files.Content(t, path), text)
		}
	}
}

// TestE06HundredSwitches: after many switches between two providers, while the path of ccc changes, nothing of the
// user's is lost.
func TestE06HundredSwitches(t *testing.T) {
	programs := []string{"/usr/local/bin/ccc", "/home/me/my tools/ccc", "/opt/it's/ccc-v2"}
	f := loaded(t, `{"settings": {"model": "opus"}, "providers": {
		"glm": {"env": {"ANTHROPIC_MODEL": "glm-5"}}, "kimi": {"env": {"ANTHROPIC_MODEL": "k2"}}}}`)
	for seed, kind := range append(layouts, layouts...) {
		t.Run(fmt.Sprint(kind, seed), func(t *testing.T) {
			t.Parallel()
			m := maker{rand.New(rand.NewSource(int64(seed)))}
			text := m.layout(kind, m.settings())
			dir := t.TempDir()
			path := filepath.Join(dir, "settings.json")
			files.Save(t, path, text)
			switches := 20
			if seed == 0 {
				switches = 100
			}
			var l Launch
			for n := range switches {
				l = launched(t, f, at(programs[n%3], plan(dir, &f.Providers[n%2], nil, files.NoEnv)))
			}
			last := programs[(switches-1)%3]
			if command, _ := entryOf(t, path); command != (Hook{Program: last}).command(hookCommand) {
				t.Errorf("settings.json runs %s", command)
			}
			checkLeft(t, path, text, files.Content(t, path))
			before := files.Info(t, path)
			launched(t, f, at(last, plan(dir, &f.Providers[0], nil, files.NoEnv)))
			if after := files.Info(t, path); !os.SameFile(before, after) || after.Mode() != 0o644 {
				t.Errorf("a launch that changes nothing writes settings.json; its mode is %v", after.Mode())
			}
			if _, err := Uninstall(dir, func() {}); err != nil {
				t.Fatalf("Uninstall = %v", err)
			}
			out := files.Content(t, path)
			checkLeft(t, path, text, out)
			if canonical(text) && reflect.DeepEqual(parse(t, text), ofPerson(parse(t, text))) && out != text {
				t.Errorf("after uninstall there is\n%s\nwas\n%s", out, text)
			}
			for _, gone := range []string{l.Agent, l.Reviewer, filepath.Join(dir, "commands", "supervisor.md")} {
				if _, err := os.Stat(gone); !os.IsNotExist(err) {
					t.Errorf("after uninstall %s is there, %v", gone, err)
				}
			}
		})
	}
}

func checkLeft(t *testing.T, path, before, after string) {
	t.Helper()
	if got, want := ofPerson(parse(t, after)), ofPerson(parse(t, before)); !reflect.DeepEqual(got, want) {
		t.Errorf("of the person's there is in %s\n%v\nwant\n%v", path, got, want)
	}
}

// TestPrepareAtOnce: two terminals use two providers at the same time, while claude writes settings.json itself.
func TestPrepareAtOnce(t *testing.T) {
	f := loaded(t, `{"providers": {"glm": {}, "kimi": {}}}`)
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	files.Save(t, path, "{\n  \"theme\": \"dark\"\n}\n")
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 10 {
				if _, err := Prepare(f, at(fmt.Sprintf("/v%d/ccc", (n+i)%3),
					plan(dir, &f.Providers[n%2], nil, files.NoEnv))); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for i := range 10 {
				if err := file.Update(path, file.JSON, adder(fmt.Sprint(n, "-", i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	entryOf(t, path)
	if got := object(t, files.Content(t, path)); len(got) != 82 || got["theme"] != "dark" {
		t.Errorf("settings.json has %d members, want the hook, the theme and 80 more", len(got))
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".settings") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestGroupNamesCountWithTheirCase: claude only reads "hooks" in lower case.
func TestGroupNamesCountWithTheirCase(t *testing.T) {
	checkPut(t, `{"hooks":{"Stop":[{"Hooks":[{"command":"/old/ccc supervisor-hook"}]}]}}`)
	checkPut(t, `{"hooks":{"Stop":[{"hooks":[{"command":"/old/ccc supervisor-hook"}],"HOOKS":[]}]}}`)
}

// TestOtherName: whatever the program is called, its hook is added once, recognized, and removed.
func TestOtherName(t *testing.T) {
	for _, program := range []string{"/usr/bin/supervise", "/opt/it's here/superv-2"} {
		h := Hook{Program: program}
		once, err := h.putStopHook([]byte(`{"model":"opus"}`))
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := h.putStopHook(once); err != nil || string(twice) != string(once) {
			t.Errorf("put once more = %s, %v, want %s", twice, err, once)
		}
		if out, err := takeOut(once); err != nil || !sameJSON(json.RawMessage(out), json.RawMessage(`{"model":"opus"}`)) {
			t.Errorf("taken out: %s, %v", out, err)
		}
		if text, err := h.encode(map[string]any{"hooks": map[string]any{}}); err != nil || !h.isIn(text) {
			t.Errorf("a launch's own settings: %s, %v", text, err)
		}
	}
}

// isIn reports whether the hook's program is called at a stop.
func (h Hook) isIn(text []byte) bool {
	found, err := findStopHooks(text)
	return err == nil && len(found) == 1
}

// adder is an edit that adds a key to an object.
func adder(key string) func([]byte) ([]byte, error) {
	return func(old []byte) ([]byte, error) {
		return jsonedit.Patch(old, jsonedit.Add(jsonedit.Pointer(key), key))
	}
}

// isOurs reports whether a hook's command calls this subcommand of a ccc, of this version or an earlier one.
func isOurs(command, sub string) bool {
	_, ok := calledProgram(command, sub)
	return ok
}
