package hook

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// The test binary is also the reviewer, the hook as a separate process, and the claude that runs it: roleEnv says
// which. dirEnv is the directory of the test's session.
const (
	roleEnv = "CCC_HOOK_TEST_ROLE"
	dirEnv  = "CCC_HOOK_TEST_DIR"
)

func TestMain(m *testing.M) {
	role, dir := os.Getenv(roleEnv), os.Getenv(dirEnv)
	switch role {
	case "":
		os.Exit(m.Run())
	case "reviewer":
		reviewer(dir)
	case "hook":
		runHook(dir)
	case "claude": // runs the hook as claude does
		cmd := exec.Command("sh", "-c", `"$0" || [ ! -x "$0" ]`, os.Args[0])
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		cmd.Env = append(os.Environ(), roleEnv+"=hook")
		must(cmd.Run())
	}
	os.Exit(0)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// reviewer takes the next number N. It stores its question in asked.N and the session's state in state.N, and prints
// answer.N. If that file does not exist, it only reports that it has started.
func reviewer(dir string) {
	n := 1
	for ; ; n++ {
		f, err := os.OpenFile(numbered(dir, "asked", n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		must(err)
		in := bufio.NewReader(os.Stdin)
		question := ""
		for range 2 {
			question, err = in.ReadString('\n')
			must(err)
			_, err = io.WriteString(f, question)
			must(err)
		}
		// it is taken
		_, err = io.WriteString(os.Stdout, strings.Replace(question, "{", `{"isReplay":true,"session_id":"fork",`, 1))
		must(err)
		must(f.Close())
		text, err := os.ReadFile(filepath.Join(dir, "ccc", "supervisor-s.json"))
		must(err)
		must(os.WriteFile(numbered(dir, "state", n), text, 0o600))
		answer, err := os.ReadFile(numbered(dir, "answer", n))
		if err != nil {
			answer = []byte(`{"type":"system","subtype":"init","session_id":"fork"}` + "\n")
		}
		_, err = os.Stdout.Write(answer)
		must(err)
		_, _ = io.Copy(io.Discard, in)
		return
	}
}

func numbered(dir, what string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("%s.%d", what, n))
}

// runHook is ccc supervisor-hook without reading the configuration.
func runHook(dir string) {
	in, err := ReadInput(os.Stdin, "")
	must(err)
	h := hookIn(dir)
	prepare := h.Prepare
	h.Prepare = func(in Input) (Setup, error) {
		s, err := prepare(in)
		s.ShowEvent = func(_ string, e streamjson.Event) { fmt.Fprintln(os.Stderr, "the reviewer:", e.Name) }
		return s, err
	}
	must(h.Run(in).Write(os.Stdout))
}

// hookIn returns a hook of the launch l in a directory.
func hookIn(dir string) Hook {
	self, _ := process.Of(os.Getpid())
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	must(err)
	return Hook{
		State: state.Dir(filepath.Join(dir, "ccc")), Launch: "l", Lang: lang.English, Self: self, Claude: caller,
		Print: func(string) {}, Log: slog.New(slog.NewTextHandler(log, nil)),
		Wait: func() (context.Context, func()) { return context.WithCancel(context.Background()) },
		Prepare: func(in Input) (Setup, error) {
			path, err := os.Executable()
			return Setup{
				Policy:    task.Policy{MaxRounds: 3, MaxStalled: 2},
				Lang:      lang.English,
				Dir:       dir,
				ShowEvent: func(string, streamjson.Event) {},
				Review: review.Reviewer{
					Claude: claude.Binary{Path: path}, Dir: dir, Settings: `{"disableAllHooks":true}`, Rubric: "R",
					Mask:    secret.New(hidden),
					Env:     append(os.Environ(), roleEnv+"=reviewer", dirEnv+"="+dir, "GORACE=atexit_sleep_ms=0"),
					Cage:    sandbox.Found{Variables: []string{"*"}},
					Timeout: patience,
				},
			}, err
		},
	}
}

// hidden is the secret of every test.
const hidden = "token-of-the-tests"

func caller() (process.Process, bool) { return process.Claude(os.Getpid()) }

// patience is how long a test waits for an event that must happen. No result depends on it.
const patience = 30 * time.Second

// session is a session of claude with its file, in the launch l whose reviews are on.
type hookSession struct {
	*testing.T
	dir     string
	state   state.Dir
	file    string
	id      string // "" for s
	entries int
	answers int
	last    string        // that the agent said
	own     bool          // the next call is of the launch's own hook
	at      time.Time     // when what is added was said; now, if it is zero
	ago     time.Duration // how old what is added is
	during  func()        // what happens while the next review runs; nil for nothing
	wrong   error         // why there can be no review
	unknown bool          // with wrong: ccc.json cannot be read
	claims  bool          // ccc.json can be read at a stop with reviews off
	config  ConfigChange  // of ccc.json since the launch began
	policy  task.Policy   // instead of three reviews and two rounds without progress, if it has a limit on reviews
	// wait is the hook's Wait; nil for one that never ends.
	wait func() (context.Context, func())
}

func newSession(t *testing.T) *hookSession {
	t.Helper()
	dir := t.TempDir()
	s := &hookSession{T: t, dir: dir, state: state.Dir(filepath.Join(dir, "ccc")), file: filepath.Join(dir, "s.jsonl")}
	t.Cleanup(s.replays)
	s.on()
	return s
}

// on switches the reviews on.
func (s *hookSession) on() {
	s.Helper()
	if _, err := s.state.Enable("l", true, task.Files{}); err != nil {
		s.Fatal(err)
	}
}

// hasPromptHook says that claude has called a UserPromptSubmit hook of the launch.
func (s *hookSession) hasPromptHook() {
	s.Helper()
	if _, err := s.state.Change("l", func(l *state.State) { l.HasPromptHook = true }); err != nil {
		s.Fatal(err)
	}
}

// add adds an entry to the session's file.
func (s *hookSession) add(format string, args ...any) {
	s.Helper()
	s.entries++
	at := s.at
	if at.IsZero() {
		at = nextMillisecond()
	}
	stamp := at.Add(-s.ago).UTC().Format("2006-01-02T15:04:05.000Z")
	line := fmt.Sprintf(`{"uuid":"u%d","timestamp":%q,`, s.entries, stamp)
	f, err := os.OpenFile(s.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		s.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintf(f, line+format+"}\n", args...); err != nil {
		s.Fatal(err)
	}
}

// stoppedWait is the wait of a review that the user stops at once, as by Esc.
func stoppedWait() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx, cancel
}

// nextMillisecond waits for the next millisecond, and returns its time. Claude's times are whole milliseconds: only so
// is an entry later than what ccc has noted before.
func nextMillisecond() time.Time {
	at := time.Now().Truncate(time.Millisecond).Add(time.Millisecond)
	time.Sleep(time.Until(at))
	return at
}

// says adds a prompt of the user.
func (s *hookSession) says(text string) {
	s.Helper()
	s.add(`"type":"user","message":{"role":"user","content":%s}`, quote(text))
}

// does adds the end of the agent's turn.
func (s *hookSession) does(text string) {
	s.Helper()
	s.last = text
	s.add(`"type":"assistant","message":{"id":"m%d","model":"m","role":"assistant","stop_reason":"end_turn",`+
		`"content":[{"type":"text","text":%s}]}`, s.entries, quote(text))
}

// late makes the session's file show its earlier text until claude has written the rest, with the longest delay that
// was seen (2.1.197).
func (s *hookSession) late(before string) *time.Timer {
	s.Helper()
	now := s.read(s.file)
	put := func(text string) {
		if err := os.WriteFile(s.file, []byte(text), 0o600); err != nil {
			s.Error(err)
		}
	}
	put(before)
	return time.AfterFunc(85*time.Millisecond, func() { put(now) })
}

// held adds what claude writes after a stop was held.
func (s *hookSession) held(d Decision) {
	s.Helper()
	if d.Decision != "block" {
		s.Fatalf("the stop is not held: %+v", d)
	}
	s.add(`"type":"user","isMeta":true,"message":{"role":"user","content":%s}`, quote("Stop hook feedback:\n"+d.Reason))
}

// input returns the hook's input at a stop; more has additional fields.
func (s *hookSession) input(more string) string {
	return fmt.Sprintf(`{"session_id":%s,"transcript_path":%s,"hook_event_name":"Stop","last_assistant_message":%s%s}`,
		quote(cmp.Or(s.id, "s")), quote(s.file), quote(s.last), more)
}

// stop calls the hook at a stop.
func (s *hookSession) stop(more string) Decision {
	s.Helper()
	in, err := ReadInput(strings.NewReader(s.input(more)), "")
	if err != nil {
		s.Fatal(err)
	}
	h := hookIn(s.dir)
	prepare := h.Prepare
	h.Prepare = func(in Input) (Setup, error) {
		setup, err := prepare(in)
		setup.Config = s.config
		if s.policy.MaxRounds > 0 {
			setup.Policy = s.policy
		}
		setup.ShowEvent = func(string, streamjson.Event) {
			if s.during != nil {
				s.during()
				s.during = nil
			}
		}
		if s.unknown {
			setup = Setup{Lang: setup.Lang, Recordings: session.Retention{Off: true}}
		}
		return setup, cmp.Or(s.wrong, err)
	}
	if s.claims {
		h.Claims = func() (provider.File, string, error) { return provider.File{}, s.dir, nil }
	}
	if s.wait != nil {
		h.Wait = s.wait
	}
	h.Own, s.own = s.own, false
	return h.Run(in)
}

// stopOwn calls the launch's own hook.
func (s *hookSession) stopOwn() Decision {
	s.Helper()
	s.own = true
	return s.stop("")
}

// answer sets the results of the next reviewers: "not: X" is the feedback X, "done" a completed task, "error" an error
// of the API, "limit" a usage limit, and an object is used unchanged.
func (s *hookSession) answer(texts ...string) {
	s.Helper()
	for _, text := range texts {
		result := map[string]any{
			"type": "result", "subtype": "success", "is_error": false, "total_cost_usd": 0.25,
			"result": "x", "session_id": "fork",
		}
		switch feedback, not := strings.CutPrefix(text, "not: "); {
		case not:
			result["structured_output"] = map[string]any{"completed": false, "feedback": feedback}
		case text == "done":
			result["structured_output"] = map[string]any{"completed": true, "feedback": ""}
		case text == "budget":
			result["is_error"], result["subtype"] = true, "error_max_budget_usd"
		case strings.HasPrefix(text, "{"):
			result["structured_output"] = json.RawMessage(text)
		case text == "limit":
			result["is_error"], result["api_error_status"], result["result"] = true, 429, "You've hit your limit"
		default:
			result["is_error"], result["api_error_status"], result["result"] = true, 529, "API Error: 529 overloaded"
		}
		line, err := json.Marshal(result)
		if err != nil {
			s.Fatal(err)
		}
		if text == "limit" {
			const before = `{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1999999999}}
{"type":"assistant","session_id":"fork","error":"rate_limit","message":{"id":"m","content":"You've hit your limit"}}
`
			line = append([]byte(before), line...)
		}
		s.answers++
		line = append([]byte(`{"type":"system","subtype":"init","session_id":"fork"}`+"\n"), append(line, '\n')...)
		if err := os.WriteFile(numbered(s.dir, "answer", s.answers), line, 0o600); err != nil {
			s.Fatal(err)
		}
	}
}

// reviews returns how many reviewers were started.
func (s *hookSession) reviews() int {
	s.Helper()
	names, err := filepath.Glob(filepath.Join(s.dir, "asked.*"))
	if err != nil {
		s.Fatal(err)
	}
	return len(names)
}

// asked returns the question of a reviewer, counted from 1.
func (s *hookSession) asked(n int) string { return s.read(numbered(s.dir, "asked", n)) }

// log returns the content of hook-invocation.log.
func (s *hookSession) log() string { return s.read(filepath.Join(s.dir, "log")) }

func (s *hookSession) read(path string) string {
	s.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		s.Fatal(err)
	}
	return string(text)
}

// now returns the session's state.
func (s *hookSession) now() state.State {
	s.Helper()
	now, err := s.state.Load("s")
	if err != nil {
		s.Fatal(err)
	}
	return now
}

// wants checks a decision: its action, and words of its message in this order.
func (s *hookSession) wants(d Decision, verb string, words ...string) {
	s.Helper()
	rest := d.Message
	for _, w := range words {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			s.Errorf("the person reads %q, want %q in it", d.Message, words)
			return
		}
		rest = after
	}
	if d.Decision != verb || len(words) == 0 && d.Message != "" {
		s.Errorf("decision = %+v, want %q, and %q said", d, verb, words)
	}
}

func quote(text string) string {
	quoted, err := json.Marshal(text)
	must(err)
	return string(quoted)
}

// recorded copies a session of a real claude into the session's file, up to the first line that has both words.
func (s *hookSession) recorded(version, word, also string) {
	s.Helper()
	raw := s.read("../session/transcript/testdata/" + version + "-messages.jsonl")
	var lines strings.Builder
	for line := range strings.Lines(raw) {
		lines.WriteString(line)
		if strings.Contains(line, word) && strings.Contains(line, also) {
			if err := os.WriteFile(s.file, []byte(lines.String()), 0o600); err != nil {
				s.Fatal(err)
			}
			now, err := transcript.Read(s.file)
			if err != nil {
				s.Fatal(err)
			}
			s.last = now.Turn.Text
			if version == "2.1.5" { // it does not tell the hook
				s.last = ""
			}
			return
		}
	}
	s.Fatalf("%s: no line with %q and %q", version, word, also)
}
