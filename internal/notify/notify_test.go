package notify

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ccc/internal/state"
	"ccc/internal/text"
)

// stub is a program that writes its arguments to the file "called", each with a zero byte after it.
const stub = "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$@\" > \"$HOME/called\"\n"

// TestRecipes: runs each line of docs/guides/notify.md and checks that the words of the agent or a reviewer arrive
// unchanged.
func TestRecipes(t *testing.T) {
	const hostile = "@it's \"done\" $(touch pwned) `touch pwned` \\n; touch pwned & <b> -x\nnext 中文 %s"
	dir := t.TempDir()
	for _, name := range []string{"curl", "notify-send", "osascript"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(stub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("../../docs/guides/notify.md")
	if err != nil {
		t.Fatal(err)
	}
	const title, said = "a <b> $(touch pwned) -x 中文: needs_user", hostile + ": why " + hostile
	where := filepath.Join(dir, "a\n<b>\t$(touch pwned) -x 中文")
	want := [][]string{
		{"curl", "-s", "--data-raw", said, "-H", "Title: " + title, "https://ntfy.sh/YOUR-TOPIC"},
		{"curl", "-s", "-K", dir + "/.config/ccc-slack", "--data-urlencode", "text=" + title + ": " + said},
		{"curl", "-s", "-K", dir + "/.config/ccc-telegram", "--data-urlencode", "text=" + title + ": " + said},
		{"notify-send", "--", title, said},
		{
			"osascript", "-e", "on run a", "-e", "display notification (item 2 of a) with title (item 1 of a)", "-e",
			"end run", "--", title, said,
		},
	}
	n := 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, `"notify_command"`) {
			continue
		}
		var config struct {
			Line string `json:"notify_command"`
		}
		if err := json.Unmarshal([]byte("{"+line+"}"), &config); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if n == len(want) {
			t.Fatalf("there is no test of %s", line)
		}
		run(t, dir, config.Line, Event{Event: "needs_user", Text: hostile, Detail: "why " + hostile, Directory: where}, 0)
		called, err := os.ReadFile(filepath.Join(dir, "called"))
		if got := strings.Split(strings.TrimSuffix(string(called), "\x00"), "\x00"); err != nil ||
			!slices.Equal(got, want[n]) {
			t.Errorf("%s calls\n%q, want\n%q, %v", line, got, want[n], err)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d recipes, want %d", n, len(want))
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "pwned*")); len(found) > 0 {
		t.Error("a text was run")
	}
}

// run runs a command as the process that ccc starts does.
func run(t *testing.T, dir, line string, e Event, code int) {
	t.Helper()
	t.Chdir(dir)
	d := state.Dir(dir)
	text, err := json.Marshal(input{Command{Line: line, State: d, Log: d.Log(), Launch: "l"}, e})
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + dir + ":/usr/bin:/bin", "HOME=" + dir, "MY_API_KEY=key-of-mine-123456"}
	if got := Main(bytes.NewReader(text), env); got != code {
		log, _ := os.ReadFile(d.Log())
		t.Fatalf("%s: exit code %d, want %d\n%s", line, got, code, log)
	}
}

// TestAnyText: a text of any length with any bytes arrives, has no effect on a terminal, and does not make the caller
// hang.
func TestAnyText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a\u009b2J\u202e")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	seen := strings.NewReplacer("\x00", "␀", "\xff", "\ufffd", "\x1b", "␛", "\a", "␇", "\u009b",
		`\u009b`, "\u202e", `\u202e`)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]string{
		"long": strings.Repeat("lång ", 1<<20), "NUL": "a\x00b", "no UTF-8": "a\xffb",
		"terminal": "a\x1b]0;x\a\u009b2J\u202eb\nc",
	} {
		t.Run(name, func(t *testing.T) {
			got := filepath.Join(dir, name)
			c := Command{
				Line: `printf %s "$CCC_TEXT|$CCC_DETAIL" > "$GOT"; cat > "$GOT.json"`, Self: self, State: state.Dir(dir),
				Log: state.Dir(dir).Log(),
				Env: append(os.Environ(), "GOT="+got),
			}
			wait, err := c.Start(Event{Event: "question", Text: s, Detail: s, Directory: dir})
			if err != nil {
				t.Fatal(err)
			}
			if err := wait(); err != nil {
				log, _ := os.ReadFile(c.Log)
				t.Fatalf("%v: %s", err, log)
			}
			said, err := os.ReadFile(got)
			one, two, _ := strings.Cut(string(said), "|")
			if err != nil || one != two || one == "" || utf8.RuneCountInString(one) > maxText ||
				!strings.HasPrefix(seen.Replace(s), strings.TrimSuffix(one, "…")) {
				t.Errorf("%.50q, %v", said, err)
			}
			given, err := os.ReadFile(got + ".json")
			var e Event
			if err != nil || text.Safe(string(given)) != string(given) || json.Unmarshal(given, &e) != nil ||
				e.Text != one || e.Directory != dir {
				t.Errorf("%.50q, %v", given, err)
			}
		})
	}
	// The user's command has a line that is longer than a pipe can hold, and its directory does not exist.
	got := filepath.Join(dir, "line")
	c := Command{Line: "touch " + got + " # " + strings.Repeat("x", 100<<10), Self: self, State: state.Dir(dir),
		Env: os.Environ()}
	wait, err := c.Start(Event{Directory: filepath.Join(dir, "gone")})
	if err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(got); err != nil {
		t.Error(err)
	}
}

// TestMain lets the test binary be the process that a [Command] starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == ProcessArg {
		os.Exit(Main(os.Stdin, os.Environ()))
	}
	os.Exit(m.Run())
}

// TestFailure: the log has the output of a command that fails, without secrets, and the launch's state stores that it
// failed.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "cat; echo oops $MY_API_KEY >&2; exit 7", Event{Event: "limit"}, 1)
	d := state.Dir(dir)
	log, err := os.ReadFile(d.Log())
	if !strings.Contains(string(log), `event=limit err="exit status 7"`) ||
		!strings.Contains(string(log), "oops [secret]") {
		t.Errorf("the log has %s, %v", log, err)
	}
	if s, err := d.Load("l"); err != nil || !s.NotifyFailed {
		t.Errorf("the state has %+v, %v", s, err)
	}
}
