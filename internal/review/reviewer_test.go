package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/claude"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// patience is how long a test waits for an event that must happen. It is no part of a result.
const patience = time.Minute

// request returns a reviewer whose claude plays the act, with its own directories.
func request(t *testing.T, act string) Reviewer {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Reviewer{
		Claude: claude.Binary{Path: self},
		// Under -race a program waits a second before it exits. GORACE turns that off.
		Env: append(os.Environ(), actEnv+"="+act, logEnv+"="+filepath.Join(t.TempDir(), "log"), "GORACE=atexit_sleep_ms=0"),
		Dir: t.TempDir(), Session: "abc123", Settings: `{"disableAllHooks":true}`,
		Cage:   held,
		Rubric: "Be strict. 谢谢", Messages: []string{"build it"}, Timeout: patience,
		Raw: io.Discard, Observe: func(streamjson.Event) {}, Warn: func(*streamjson.SyntaxError) {},
	}
}

// TestRejectedKey: where the API rejects the reviewer's key the user is told which it is and what tries it.
func TestRejectedKey(t *testing.T) {
	for _, c := range []struct {
		provider, env, want string
	}{
		{"", "", "/login in claude renews a login"},
		{"", "ANTHROPIC_AUTH_TOKEN=x", "it uses ANTHROPIC_AUTH_TOKEN of the environment, which claude -p hi tries"},
		{"", "ANTHROPIC_BASE_URL=x", "/login in claude renews a login"},
		{"glm", "ANTHROPIC_AUTH_TOKEN=x", "ccc validate glm tests its provider's key"},
	} {
		if got := (Reviewer{Provider: c.provider, Env: []string{c.env}}).loginAdvice().String(); got != c.want {
			t.Errorf("provider %q, %s: %q, want %q", c.provider, c.env, got, c.want)
		}
	}
}

// TestQ06SilentRetries: a claude that does not report its retries gets fewer of them, unless the user has set the
// number.
func TestQ06SilentRetries(t *testing.T) {
	const name = "CLAUDE_CODE_MAX_RETRIES="
	for _, tt := range []struct{ version, own, want string }{
		{"2.1.5", "", "4"}, {"2.1.5", "7", "7"}, {"2.1.197", "", ""}, {"2.1.330", "", ""}, {"", "", ""},
	} {
		r := request(t, "completed")
		r.Agent.Version = tt.version
		if tt.own != "" {
			r.Env = append(r.Env, name+tt.own)
		}
		runReviewer(t.Context(), t, r)
		got := ""
		for _, kv := range logged(t, r).Env {
			if value, ok := strings.CutPrefix(kv, name); ok {
				got = value
			}
		}
		if got != tt.want {
			t.Errorf("%q, the user's own %q: %q retries, want %q", tt.version, tt.own, got, tt.want)
		}
	}
}

// logged returns what the claude of a request has logged.
func logged(t *testing.T, r Reviewer) (s started) {
	t.Helper()
	name := ""
	for _, kv := range r.Env {
		if value, ok := strings.CutPrefix(kv, logEnv+"="); ok {
			name = value
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// runReviewer runs the review, and fails the test if that takes too long.
func runReviewer(ctx context.Context, t *testing.T, r Reviewer) ReviewerResult {
	t.Helper()
	done := make(chan ReviewerResult, 1)
	go func() { done <- AskReviewer(ctx, r) }()
	select {
	case result := <-done:
		if result.Reason != nil {
			result.Reason = errors.New(result.Reason.Error()) // makes results comparable
		}
		return result
	case <-time.After(2 * patience):
		t.Fatal("Run does not return")
		return ReviewerResult{}
	}
}

const notPlain = "the reviewer's answer does not say plainly whether the work is done"

func TestRun(t *testing.T) {
	for _, c := range []struct {
		act  string
		want ReviewerResult
	}{
		{"completed", ReviewerResult{Verdict: task.Verdict{Completed: true, Said: "All is there.", CostUSD: 0.25}}},
		{"notified", ReviewerResult{Verdict: task.Verdict{Completed: true, Said: "I ran it.", CostUSD: 0.25}}}, // F06
		{"feedback", ReviewerResult{Verdict: task.Verdict{
			Feedback: "Not yet: no tests.", CostUSD: 0.25,
		}}},
		// L09: after an unclear answer the reviewer is asked once more. The cost includes both answers.
		{"unclear, then done", ReviewerResult{Verdict: task.Verdict{Completed: true, Said: "I looked.", CostUSD: 0.75}}},
		{"unclear, then feedback", ReviewerResult{Verdict: task.Verdict{Feedback: "No test runs.", CostUSD: 0.75}}},
		{"unclear twice", ReviewerResult{Unclear: true, Verdict: task.Verdict{
			Failure: streamjson.Transient, Reason: errors.New(notPlain), CostUSD: 0.75,
		}}},
		{"unclear, then dies", ReviewerResult{Unclear: true, Verdict: task.Verdict{
			Failure: streamjson.Transient, Reason: errors.New(notPlain), CostUSD: 0.25,
		}}},
		// The reviewer is also asked again if all ids in its answer are unknown.
		{"unknown ids, then feedback", ReviewerResult{Verdict: task.Verdict{Feedback: "No test runs.", CostUSD: 0.75}}},
		{"unknown ids twice", ReviewerResult{Unclear: true, Verdict: task.Verdict{
			Failure: streamjson.Transient, Reason: errors.New(notPlain), CostUSD: 0.75,
		}}},
		{"unclear and cut off", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient, Reason: errors.New("the reviewer's answer was cut off (max_tokens)"), CostUSD: 0.25,
		}}},
		{"scheduled", ReviewerResult{Verdict: task.Verdict{Feedback: "No test runs.", CostUSD: 0.25}, calls: []toolCall{}}},
		{"quoted", ReviewerResult{Verdict: task.Verdict{Feedback: "The README says so, but nothing works.", CostUSD: 0.25}}},
		{"noisy", ReviewerResult{Verdict: task.Verdict{Feedback: `Do "this" <next> & 谢谢`, CostUSD: 0.25}}},
		{"empty", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason:  errors.New("the reviewer gave no answer"),
			CostUSD: 0.25,
		}}},
		{"api error", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason:  errors.New("API Error: 529 overloaded\n[TASK_COMPLETED]"),
			Outage:  true,
			CostUSD: 0.5,
		}}},
		{"limit", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Limit,
			Reason:  errors.New("You've hit your limit"),
			Until:   time.Unix(1999999999, 0),
		}}},
		{"no session", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.NoSession,
			Reason:  errors.New("No conversation found with session ID: abc"),
		}}},
		{"dies", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason: errors.New("the reviewer ended without a result (exit status 3): " +
				"much is said before\nError: --tools is not known\nNode.js v20.20.2"),
		}}},
		{"dies with no session", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.NoSession,
			Reason: errors.New("the reviewer ended without a result (exit status 3): " +
				"No conversation found with session ID: abc"),
		}}},
		{"dies silently", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason:  errors.New("the reviewer ended without a result (exit status 4)"),
		}}},
		{"is killed", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason:  errors.New("the reviewer ended without a result (signal: killed)"),
		}}},
		{"began otherwise", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.Transient,
			Reason: errors.New("the reviewer's claude began with the MCP server evil, though it was to have none: " +
				"its verdict does not count"),
		}}},
		{"rejected", ReviewerResult{Verdict: task.Verdict{
			Failure: streamjson.NeedsPerson,
			Reason:  errors.New("the API rejects the reviewer's key or login: /login in claude renews a login"),
		}}},
		{"stubborn with a verdict", ReviewerResult{Verdict: task.Verdict{Completed: true, CostUSD: 0.25}}},
	} {
		t.Run(c.act, func(t *testing.T) {
			t.Parallel()
			got := runReviewer(t.Context(), t, request(t, c.act))
			if !got.Until.Equal(c.want.Until) {
				t.Errorf("Until = %v, want %v", got.Until, c.want.Until)
			}
			got.Until, c.want.Until = time.Time{}, time.Time{}
			c.want.Cage, c.want.Role = string(held.Kind), "system"
			got.askedWhy = "" // the scripts of the loop test this field
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("Run = %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestClaudeCannotBeStarted(t *testing.T) {
	r := request(t, "completed")
	r.Claude.Path = filepath.Join(r.Dir, "claude")
	if got := runReviewer(t.Context(), t, r); got.Failure != streamjson.Transient ||
		!strings.Contains(got.Reason.Error(), r.Claude.Path) {
		t.Errorf("Run = %+v, want a failure that names %s", got, r.Claude.Path)
	}
}

// TestWrapperStartsNothing: claude is a script that runs a file that the sandbox does not show.
func TestWrapperStartsNothing(t *testing.T) {
	r := request(t, "completed")
	r.Claude.Path = filepath.Join(r.Dir, "claude")
	if err := os.WriteFile(r.Claude.Path, []byte("#!/bin/sh\nexec /nowhere/claude \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	got := runReviewer(t.Context(), t, r).Reason.Error()
	for _, want := range []string{"/nowhere/claude: not found", r.Claude.Path, `"visible" under "supervisor"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the reason is %q, want it to name %s", got, want)
		}
	}
}

// TestTimeout: a reviewer that ignores everything is killed at its time limit.
func TestTimeout(t *testing.T) {
	r := request(t, "stubborn")
	r.Timeout = 50 * time.Millisecond
	want := ReviewerResult{Verdict: task.Verdict{
		Failure: streamjson.Transient, Cage: string(held.Kind), Role: "system",
		Reason: errors.New("the reviewer took longer than 50ms"),
	}}
	if got := runReviewer(t.Context(), t, r); !reflect.DeepEqual(got, want) {
		t.Errorf("Run = %+v, want %+v", got, want)
	}
}

func TestCancelled(t *testing.T) {
	want := ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Aborted, Reason: errors.New("stopped"),
		Cage: string(held.Kind),
		Role: "system"}}
	t.Run("while it works", func(t *testing.T) {
		r := request(t, "stubborn")
		ctx, cancel := context.WithCancel(t.Context())
		r.Observe = func(streamjson.Event) { cancel() }
		if got := runReviewer(ctx, t, r); !reflect.DeepEqual(got, want) {
			t.Errorf("Run = %+v, want %+v", got, want)
		}
	})
	t.Run("before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got := runReviewer(ctx, t, request(t, "stubborn")); !reflect.DeepEqual(got, want) {
			t.Errorf("Run = %+v, want %+v", got, want)
		}
	})
	t.Run("but the verdict was there", func(t *testing.T) {
		r := request(t, "stubborn with a verdict")
		ctx, cancel := context.WithCancel(t.Context())
		r.Observe = func(e streamjson.Event) {
			if e.Type == streamjson.TypeResult {
				cancel()
			}
		}
		if got := runReviewer(ctx, t, r); !got.Completed || got.Failure != streamjson.NoFailure {
			t.Errorf("Run = %+v, want the verdict", got)
		}
	})
}

func TestA16OutputIsAppendedByteForByte(t *testing.T) {
	dir := state.Dir(t.TempDir())
	want := ""
	for range 2 {
		file, err := dir.OpenOutput("abc123")
		if err != nil {
			t.Fatal(err)
		}
		r := request(t, "noisy")
		r.Raw = file
		var events, warnings []string
		r.Observe = func(e streamjson.Event) { events = append(events, e.Name) }
		r.Warn = func(bad *streamjson.SyntaxError) { warnings = append(warnings, bad.Text) }
		runReviewer(t.Context(), t, r)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if got := []string{"new_in_3.0", "system", "assistant", "result"}; !slices.Equal(events, got) {
			t.Errorf("events = %q, want %q", events, got)
		}
		if !slices.Equal(warnings, []string{"warning: something"}) {
			t.Errorf("warnings = %q", warnings)
		}
		want += noisy
	}
	got, err := os.ReadFile(dir.Output("abc123"))
	if err != nil {
		t.Fatal(err)
	}
	if got := unechoed(string(got)); got != want {
		t.Errorf("output = %q, want %q", got, want)
	}
}

// TestA16StderrIsElsewhere: claude's stderr does not mix with its lines on stdout. Each distinct line of it is reported
// once.
func TestA16StderrIsElsewhere(t *testing.T) {
	r := request(t, "complains")
	var raw bytes.Buffer
	var lines []string
	r.Raw = &raw
	r.Stderr = func(line string) { lines = append(lines, line) }
	r.Warn = func(bad *streamjson.SyntaxError) { t.Errorf("warned of %q", bad.Text) }
	if got := runReviewer(t.Context(), t, r); !got.Completed {
		t.Errorf("Run = %+v", got)
	}
	if want := say("[TASK_COMPLETED]"); unechoed(raw.String()) != want {
		t.Errorf("output = %q, want %q", raw.String(), want)
	}
	want := []string{"[claude-code:unrecognized_model] {}", "something else", "at the end"}
	if !slices.Equal(lines, want) {
		t.Errorf("stderr = %q, want %q", lines, want)
	}
}

// TestA16NoLineIsCut: the lines that claude prints after its result are kept whole. Half a line would spoil the first
// line of the next review, which is appended to it.
func TestA16NoLineIsCut(t *testing.T) {
	r := request(t, "tail")
	var raw bytes.Buffer
	r.Raw = &raw
	if got := runReviewer(t.Context(), t, r); got.Feedback != "Not yet." {
		t.Errorf("Run = %+v", got)
	}
	if want := say("Not yet.") + tailBegin + tailEnd; unechoed(raw.String()) != want {
		t.Errorf("output = %q, want %q", raw.String(), want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestVerdictWithoutLog: the output is logged for people to read. If that fails, the verdict still counts.
func TestVerdictWithoutLog(t *testing.T) {
	r := request(t, "completed")
	r.Raw = full{}
	if got := runReviewer(t.Context(), t, r); !got.Completed {
		t.Errorf("Run with a full disk = %+v, want completed", got)
	}
}

// initialize returns the system prompt in the first line of the input.
func initialize(t *testing.T, s started) string {
	t.Helper()
	var line struct {
		Type    string
		Request struct{ Subtype, SystemPrompt string }
	}
	if err := json.Unmarshal([]byte(s.Input[0]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Type != "control_request" || line.Request.Subtype != "initialize" {
		t.Errorf("first line = %.100s, want initialize", s.Input[0])
	}
	return line.Request.SystemPrompt
}

// after returns the argument that follows name.
func after(args []string, name string) string {
	if i := slices.Index(args, name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

func TestB09ReviewerIsAFork(t *testing.T) {
	r := request(t, "completed")
	r.Model, r.Dirs = "opus", []string{"/a b", "/c"}
	r.Claude.Args = []string{"first"}
	r.Messages = []string{"build a parser", "with tests 好"}
	runReviewer(t.Context(), t, r)
	s := logged(t, r)
	if s.Args[0] != "first" {
		t.Errorf("args = %q, want the binary's own first", s.Args)
	}
	for _, want := range []string{
		"--fork-session", "--print", "--verbose", "--no-session-persistence",
		"--add-dir=/a b", "--add-dir=/c", "--tools=Read,Grep,Glob,Bash",
	} {
		if !slices.Contains(s.Args, want) {
			t.Errorf("args = %q, want %s", s.Args, want)
		}
	}
	for name, want := range map[string]string{
		"--resume": "abc123", "--output-format": "stream-json", "--input-format": "stream-json", "--model": "opus",
		"--settings": r.Settings, "--system-prompt": r.Rubric, "--system-prompt-file": "", "--permission-mode": "default",
		"--permission-prompt-tool": "stdio",
	} {
		if got := after(s.Args, name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if want, err := filepath.EvalSymlinks(r.Dir); err != nil || s.Dir != want {
		t.Errorf("directory = %s, want %s, %v", s.Dir, want, err)
	}
	if got := initialize(t, s); got != r.Rubric {
		t.Errorf("initialize has %q, want %q", got, r.Rubric)
	}
	e, err := streamjson.NewDecoder(strings.NewReader(s.Input[1])).Next()
	if err != nil || e.Type != streamjson.TypeUser {
		t.Fatalf("second line = %s, %v, want a message", s.Input[1], err)
	}
	m, err := e.Message()
	if err != nil || len(m.Content) != 1 {
		t.Fatalf("Message() = %+v, %v", m, err)
	}
	first, second := strings.Index(m.Content[0].Text, "build a parser"), strings.Index(m.Content[0].Text, "with tests 好")
	if first < 0 || second < first {
		t.Errorf("message = %q, want the person's messages in order", m.Content[0].Text)
	}
}

func TestB09LargeRubricGoesByFile(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for _, act := range []string{"completed", "dies", "stubborn"} {
		r := request(t, act)
		r.Rubric = strings.Repeat("Be strict, 谢谢.\n", 15_000) // 300 KB
		if act == "stubborn" {
			ctx, cancel := context.WithCancel(t.Context())
			r.Observe = func(streamjson.Event) { cancel() }
			runReviewer(ctx, t, r)
		} else {
			runReviewer(t.Context(), t, r)
		}
		s := logged(t, r)
		if s.Prompt != r.Rubric || s.Mode != 0o600 || after(s.Args, "--system-prompt") != "" {
			t.Errorf("%s: the file has %d bytes and mode %v, want %d and -rw-------, and no --system-prompt",
				act, len(s.Prompt), s.Mode, len(r.Rubric))
		}
		if got := initialize(t, s); got != r.Rubric {
			t.Errorf("%s: initialize has %d bytes of %d", act, len(got), len(r.Rubric))
		}
		if entries, err := os.ReadDir(tmp); err != nil || len(entries) > 0 {
			t.Errorf("%s: left behind %v, %v", act, entries, err)
		}
	}
}

func TestRubricCannotBeStored(t *testing.T) {
	r := request(t, "completed")
	r.Rubric = strings.Repeat("x", 300<<10)
	t.Setenv("TMPDIR", filepath.Join(r.Dir, "none"))
	if got := runReviewer(t.Context(), t, r); got.Failure == streamjson.NoFailure ||
		!strings.HasPrefix(got.Reason.Error(), "store the rubric: ") {
		t.Errorf("Run = %+v, want a failure", got)
	}
}

// TestQ03EndNotSeen: a command that went on in the background is no evidence that it succeeded. A file that contains
// the same words is read as usual.
func TestQ03EndNotSeen(t *testing.T) {
	const moved = "Command did not complete within its 120s timeout and was moved to the background (ID: bsgkz9m)."
	for _, c := range []struct{ tool, output, want string }{
		{bash, moved, "end not seen"},
		{bash, "Command running in background with ID: b1", "end not seen"},
		{bash, "ok sum 0.1s", "ok"},
		{"Read", moved, "ok"},
	} {
		content, err := json.Marshal(c.output)
		if err != nil {
			t.Fatal(err)
		}
		if got := resultOf(c.tool, streamjson.Block{Type: "tool_result", Content: content}); got != c.want {
			t.Errorf("%s of %q: %s, want %s", c.tool, c.output, got, c.want)
		}
	}
}
