package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// events decodes lines.
func events(t *testing.T, text string) (list []streamjson.Event) {
	t.Helper()
	d := streamjson.NewDecoder(strings.NewReader(text))
	for {
		e, err := d.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		e.Raw = bytes.Clone(e.Raw) // the Decoder's only until its next call
		list = append(list, e)
	}
}

// TestShowsAVerdictOnce: what follows from a verdict stands below its line, without that line, also if it tells there
// of a finding that was dismissed from outside and found again.
func TestShowsAVerdictOnce(t *testing.T) {
	again := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Dismissed, Ended: 1, Again: 2, Text: "no test",
		DismissedBy: task.ByOutside, DismissedAt: time.Date(2026, 11, 30, 3, 11, 0, 0, time.Local)}
	open := task.Finding{ID: "F2", Severity: task.Blocker, Status: task.Open, Text: "no doc"}
	v := task.Verdict{Round: 2, Feedback: "no", Findings: []task.Finding{again, open},
		DismissedOutside: []string{"no test"}}
	for _, code := range []task.Code{task.CodeFeedback, task.CodeHeldMessage} {
		d := task.Decision{Code: code, Round: 2, Limit: 10, Verdict: &v}
		at := loop.Snapshot{Phase: loop.PhaseReview, Round: 2, Of: 10}
		var out bytes.Buffer
		s := terminal.New(&out, terminal.Options{Lang: lang.English})
		Show(s, loop.Notice{At: at, Verdict: &v}, lang.English)
		Show(s, loop.Notice{At: at, Text: wording.Decision(d)}, lang.English)
		if got := out.String(); strings.Count(got, "review 2 of 10: not completed") != 1 ||
			!strings.Contains(got, "F2 blocker: no doc") {
			t.Errorf("%s: shown\n%s", code, got)
		}
	}
}

func TestLineGetsItsPhaseFirst(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"assistant","x":[1]}`:        `{"phase":"agent","type":"assistant","x":[1]}`,
		`{}`:                                  `{"phase":"agent"}`,
		`{ }`:                                 `{"phase":"agent" }`,
		` { "type" : "new" } ` + "\r":         `{"phase":"agent", "type" : "new" }`,
		`{"a":1}`:                             `{"phase":"agent","a":1}`,
		`{"type":""}`:                         `{"phase":"agent","type":""}`,
		`{"type":7}`:                          `{"phase":"agent","type":7}`,
		`{"type":null,"b":{}}`:                `{"phase":"agent","type":null,"b":{}}`,
		`{"type":"user","t":"<&>谢\u001b[0m"}`: `{"phase":"agent","type":"user","t":"<&>谢\u001b[0m"}`,
		"{\"t\":\"\u009b2J\x7f\u202e\"}":      `{"phase":"agent","t":"\u009b2J\u007f\u202e"}`, // what acts on a terminal
	} {
		var b bytes.Buffer
		o := Writer{Format: "stream-json", W: &b}
		o.Line("agent", "", events(t, in)[0])
		if got := b.String(); got != want+"\n" {
			t.Errorf("line of %s = %s, want %s", in, got, want)
		}
		if !json.Valid(b.Bytes()) {
			t.Errorf("line of %s = %s, which is no JSON", in, b.String())
		}
	}
}

func TestLinesOfStreamJSON(t *testing.T) {
	var b bytes.Buffer
	o := Writer{Format: "stream-json", W: &b}
	list := events(t, `{"type":"system","n":1}`+"\n"+`{"type":"result"}`)
	o.Line("agent", "", list[0])
	o.Line("review", "", list[1])
	o.Verdict(loop.Verdict{Feedback: "no \"tests\"\n"}, 1)
	o.Verdict(loop.Verdict{Completed: true}, 2)
	if err := o.Finish(OutcomeOf(finished(), 1500*time.Millisecond, 0)); err != nil {
		t.Fatal(err)
	}
	want := `{"phase":"agent","type":"system","n":1}
{"phase":"review","type":"result"}
{"phase":"review","type":"verdict","round":1,"completed":false,"feedback":"no \"tests\"\n","nothing_checked":true}
{"phase":"review","type":"verdict","round":2,"completed":true,"feedback":"","nothing_checked":true}
{"phase":"done","type":"outcome",` + outcome + "}\n"
	if got := b.String(); got != want {
		t.Errorf("stream-json =\n%s\nwant\n%s", got, want)
	}
}

func finished() loop.Result {
	var r loop.Result
	r.Outcome, r.AgentUSD, r.ReviewUSD, r.Text = loop.Completed, 0.5, 0.25, "Done.\n谢谢"
	r.Session.ID = "abc123"
	r.Verdicts = []loop.Verdict{{Feedback: "no tests"}, {Completed: true}}
	return r
}

const outcome = `"outcome":"completed","rounds":2,"session_id":"abc123","cost_usd":0.75,"duration_ms":1500,` +
	`"result":"Done.\n谢谢",` +
	`"verdicts":[{"completed":false,"feedback":"no ` +
	`tests","nothing_checked":true},{"completed":true,"feedback":"","nothing_checked":true}],"exit_code":0,"retryable":false`

// TestFinish: the formats text and json print nothing before the end.
func TestFinish(t *testing.T) {
	for format, want := range map[string]string{"": "Done.\n谢谢\n", "text": "Done.\n谢谢\n", "json": "{" + outcome + "}\n"} {
		var b bytes.Buffer
		o := Writer{Format: format, W: &b}
		o.Line("agent", "", events(t, `{"type":"system"}`)[0])
		o.Verdict(loop.Verdict{Completed: true}, 1)
		if b.Len() > 0 {
			t.Errorf("%q writes %q before the end", format, b.String())
		}
		if err := o.Finish(OutcomeOf(finished(), 1500*time.Millisecond, 0)); err != nil || b.String() != want {
			t.Errorf("%q writes %q, %v, want %q", format, b.String(), err, want)
		}
	}
}

// TestOutcomeOfSignal: a launch that a signal ends before its loop has begun is also interrupted.
func TestOutcomeOfSignal(t *testing.T) {
	for _, r := range []loop.Result{{}, {Outcome: loop.Interrupted}} {
		if o := OutcomeOf(r, 0, 15); o.Outcome != loop.Interrupted || o.ExitCode != 143 || !o.Retryable {
			t.Errorf("OutcomeOf(%q, 15) = %q, exit code %d, retryable %t; want interrupted, 143, true",
				r.Outcome, o.Outcome, o.ExitCode, o.Retryable)
		}
	}
}

// TestFinishWithoutControls: the JSON contains no control characters, because any program may print it.
func TestFinishWithoutControls(t *testing.T) {
	for format, want := range map[string]string{"json": `\u009b2J`, "stream-json": `\u009b2J`, "text": "\u009b2J"} {
		var b bytes.Buffer
		o := Writer{Format: format, W: &b}
		if err := o.Finish(Outcome{Result: "\u009b2J"}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%q writes %q, %v, want %q", format, b.String(), err, want)
		}
	}
}

// TestFinishOfNothing: a run in which nothing was done still prints every key, and text prints no blank line.
func TestFinishOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := (&Writer{W: &b}).Finish(OutcomeOf(loop.Result{}, 0, 0)); err != nil || b.Len() > 0 {
		t.Errorf("text writes %q, %v, want nothing", b.String(), err)
	}
	if err := (&Writer{Format: "json", W: &b}).Finish(OutcomeOf(loop.Result{}, 0, 0)); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"outcome": "", "rounds": 0.0, "session_id": "", "cost_usd": 0.0, "duration_ms": 0.0, "result": "",
		"verdicts": []any{}, "exit_code": 0.0, "retryable": false,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("json = %v, want %v", got, want)
	}
}

// brittle is a writer that fails after that many writes.
type brittle struct{ left, tried int }

var errGone = errors.New("gone")

func (b *brittle) Write(p []byte) (int, error) {
	b.tried++
	if b.left--; b.left < 0 {
		return 0, errGone
	}
	return len(p), nil
}

func TestNobodyReadsTheOutput(t *testing.T) {
	for _, format := range []string{"text", "json", "stream-json"} {
		w := &brittle{}
		if format == "stream-json" {
			w.left = 1
		}
		failed := 0
		o := Writer{Format: format, W: w, OnError: func() { failed++ }}
		for _, e := range events(t, "{}\n{}\n{}") {
			o.Line("agent", "", e)
		}
		if err := o.Finish(OutcomeOf(finished(), 0, 0)); err != errGone {
			t.Errorf("%s: finish = %v, want %v", format, err, errGone)
		}
		if failed != 1 {
			t.Errorf("%s: failed was called %d times, want once", format, failed)
		}
		if w.left != -1 {
			t.Errorf("%s: %d writes, some after the failure", format, w.tried)
		}
	}
}

// TestCostHasNoNoise: a sum of costs is rounded to a millionth of a dollar.
func TestCostHasNoNoise(t *testing.T) {
	var b bytes.Buffer
	var r loop.Result
	r.AgentUSD, r.ReviewUSD = 0.0018750000000000001, 0.1+0.2
	if err := (&Writer{Format: "json", W: &b}).Finish(OutcomeOf(r, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"cost_usd":0.301875,`) {
		t.Errorf("json = %s, want a cost of 0.301875", b.String())
	}
}

// TestExitCodes: the exit codes by which a scheduler knows an outcome.
func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		outcome   loop.Outcome
		retryable bool // what ended it ends by itself
		signal    int
		code      int
		retry     bool
	}{
		{code: 0},
		{outcome: loop.Completed, code: 0},
		{outcome: loop.NotCompleted, code: 3},
		{outcome: loop.NeedsUser, code: 4},
		{outcome: loop.NeedsUser, retryable: true, code: 75, retry: true},
		{outcome: loop.Interrupted, code: 130, retry: true},
		{outcome: loop.Interrupted, signal: 15, code: 143, retry: true},
		{outcome: loop.Completed, signal: 15, code: 143, retry: true}, // a scheduler that ends it wants it again
	} {
		got := OutcomeOf(loop.Result{Outcome: c.outcome, Retryable: c.retryable}, 0, c.signal)
		if got.ExitCode != c.code || got.Retryable != c.retry {
			t.Errorf("%+v: exit code %d, retryable %t", c, got.ExitCode, got.Retryable)
		}
	}
}

// TestStoppedReviewStandsFirst: the output of a stopped review comes before the line that says that it was stopped.
func TestStoppedReviewStandsFirst(t *testing.T) {
	var b bytes.Buffer
	s := terminal.New(&b, terminal.Options{Styled: true, Typing: true, Lang: lang.English})
	for _, e := range events(t, `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash",`+
		`"input":{"command":"make"}}]}}`) {
		s.ShowReviewer("", e)
	}
	Show(s, loop.Notice{At: loop.Snapshot{Phase: loop.PhaseReview}, Text: lang.M("still reviewing")}, lang.English)
	Show(s, loop.Notice{At: loop.Snapshot{Phase: loop.PhaseUser}, Text: lang.M("review stopped")}, lang.English)
	s.Leave()
	text := b.String()
	said, over := strings.Index(text, "still reviewing"), strings.Index(text, "no result")
	stopped := strings.Index(text, "review stopped")
	if said < 0 || over < said || stopped < over {
		t.Errorf("the lines come at %d, %d, %d of\n%s", said, over, stopped, text)
	}
}

// TestTokensOnce: a reviewer's messages and its result tell of the same tokens, which count once.
func TestTokensOnce(t *testing.T) {
	const message = `{"type":"stream_event","event":{"type":"message_start","message":{"usage":{"input_tokens":10,` +
		`"cache_read_input_tokens":90,"output_tokens":1}}}}` + "\n" +
		`{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":5}}}` + "\n" +
		`{"type":"result","subtype":"success","usage":{"input_tokens":10,"cache_read_input_tokens":90,"output_tokens":5}}`
	for _, phase := range []string{"agent", "review"} {
		var count Tokens
		for _, e := range events(t, message) {
			count.Add(phase, e)
		}
		if in, cached, out := count.Sum(); in != 100 || cached != 90 || out != 5 {
			t.Errorf("%s: read %d, of those cached %d, written %d", phase, in, cached, out)
		}
	}
}

// TestTokensOfStoppedReview: a review that was stopped has no result, and the loop knows its tokens only later.
func TestTokensOfStoppedReview(t *testing.T) {
	var count Tokens
	for _, e := range events(t, `{"type":"result","subtype":"success","usage":{"input_tokens":100,"output_tokens":5}}`) {
		count.Add("review", e)
	}
	for _, step := range []struct {
		ended   task.Tokens
		in, out int64
	}{
		{task.Tokens{}, 100, 5}, // the loop does not know yet that the review has ended
		{task.Tokens{Prompt: 100, Output: 5}, 100, 5},
		{task.Tokens{Prompt: 180, Output: 7}, 180, 7},
	} {
		count.SetReviews(step.ended)
		if in, _, out := count.Sum(); in != step.in || out != step.out {
			t.Errorf("%+v: read %d, written %d", step.ended, in, out)
		}
	}
}
