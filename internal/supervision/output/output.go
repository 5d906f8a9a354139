// Package output shows what a loop does: in words on the user's screen, and on standard output as text, as one JSON
// object or as JSON lines.
package output

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"sync"
	"time"

	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/loop"
	"ccc/streamjson"
)

// Writer writes standard output for a launch without a user at the terminal. Any goroutine may call its methods: agent
// and reviewers may print at the same time.
type Writer struct {
	Format     string // "" and text, json, stream-json
	W          io.Writer
	OnError    func() // called once, at the first write error: nobody reads the output
	IsTerminal bool   // W is a terminal: control characters in a model's text are escaped. In JSON they always are

	mu  sync.Mutex
	buf []byte
	err error
}

// verdictJSON is a verdict in json and stream-json.
type verdictJSON struct {
	Completed bool           `json:"completed"`
	Blocked   bool           `json:"blocked,omitempty"` // feedback is a question for the user
	Feedback  string         `json:"feedback"`
	Evidence  []string       `json:"evidence,omitempty"`
	Findings  []task.Finding `json:"findings,omitempty"` // all of the task, after this review
	By        string         `json:"by,omitempty"`
	Checks    []task.Check   `json:"checks,omitempty"`
	Cage      string         `json:"cage,omitempty"`
	Mods      string         `json:"mods,omitempty"` // allowed or loose: mods may have run in claude
	// files that changed during a review that completed it
	Meanwhile []string        `json:"changed_meanwhile,omitempty"`
	Outside   []string        `json:"dismissed_outside,omitempty"` // texts of findings that were dismissed from outside
	Role      string          `json:"prompt_role,omitempty"`
	CostUSD   float64         `json:"cost_usd,omitzero"`
	Cached    float64         `json:"cached,omitzero"` // share of the prompt, 0 to 1
	Prompt    int64           `json:"prompt_tokens,omitzero"`
	Output    int64           `json:"output_tokens,omitzero"`
	Said      string          `json:"said,omitempty"` // with completed: the reviewer's words
	Reviewers []task.Reviewer `json:"reviewers,omitempty"`
	Unchecked bool            `json:"nothing_checked,omitzero"` // the review looked at nothing
}

func toJSON(v loop.Verdict) verdictJSON {
	return verdictJSON{
		v.Completed, v.Blocked, v.Feedback, v.Evidence, v.Findings, v.By, v.Checks, v.Cage, v.Mods,
		v.ChangedMeanwhile, v.DismissedOutside, v.Role, v.CostUSD, v.Cached, v.Prompt, v.Output, v.Said, v.Reviewers,
		v.IsUnchecked(),
	}
}

// Outcome is the outcome of a launch: the one object of json, and the last line of stream-json.
type Outcome struct {
	Phase      string         `json:"phase,omitempty"` // stream-json
	Type       string         `json:"type,omitempty"`
	Outcome    loop.Outcome   `json:"outcome"`
	Accepted   bool           `json:"accepted,omitzero"` // completed by the user's /accept, not by a review
	Rounds     int            `json:"rounds"`
	SessionID  string         `json:"session_id"`
	Earlier    []string       `json:"earlier_sessions,omitempty"` // see [loop.Result.WorkedIn]
	CostUSD    float64        `json:"cost_usd"`
	Tokens     int64          `json:"tokens,omitzero"` // that agent and reviewers have read and written
	Cached     float64        `json:"cached,omitzero"` // share of the reviews' prompts, 0 to 1
	DurationMS int64          `json:"duration_ms"`
	Result     string         `json:"result"`
	Verdicts   []verdictJSON  `json:"verdicts"`
	Findings   []task.Finding `json:"findings,omitempty"` // of the task, as its last verdict left them
	Reason     string         `json:"reason,omitempty"`   // if it is not completed; in English
	ExitCode   int            `json:"exit_code"`
	Retryable  bool           `json:"retryable"` // the same launch again may have another outcome without a user
}

// The exit codes of outcomes. The code of "completed" is 0, as is that of a launch without a task.
const (
	ExitNotCompleted = 3
	ExitNeedsUser    = 4
	ExitRetry        = 75 // EX_TEMPFAIL of sysexits.h
	ExitInterrupted  = 130
)

// OutcomeOf returns the outcome of a launch. signal is the number of the signal that ended it; 0 for none.
func OutcomeOf(r loop.Result, took time.Duration, signal int) Outcome {
	o := Outcome{
		Outcome: r.Outcome, Accepted: r.Accepted, Reason: r.Reason.String(), Rounds: len(r.Verdicts),
		CostUSD: r.CostUSD(), Tokens: r.Tokens, Cached: r.Cached(),
		DurationMS: took.Milliseconds(), Result: r.Text, Verdicts: []verdictJSON{},
	}
	o.SessionID, o.Earlier = r.WorkedIn()
	for _, v := range r.Verdicts {
		o.Verdicts = append(o.Verdicts, toJSON(v))
		o.Findings = v.Findings
	}
	switch {
	case signal == 0 && r.Cut:
		o.ExitCode, o.Retryable = ExitInterrupted, true
	case signal != 0:
		o.Outcome = cmp.Or(o.Outcome, loop.Interrupted) // the signal may come before the loop has begun
		o.ExitCode, o.Retryable = 128+signal, true
	case r.Outcome == loop.NotCompleted:
		o.ExitCode, o.Retryable = ExitNotCompleted, r.Retryable
	case r.Outcome == loop.NeedsUser && r.Retryable:
		o.ExitCode, o.Retryable = ExitRetry, true
	case r.Outcome == loop.NeedsUser:
		o.ExitCode = ExitNeedsUser
	case r.Outcome == loop.Interrupted:
		o.ExitCode, o.Retryable = ExitInterrupted, true
	}
	return o
}

// Line writes an event of claude. The phase is added as its first key. If there are several reviewers, the name of the
// reviewer is added as the second.
func (w *Writer) Line(phase, reviewer string, e streamjson.Event) {
	if w.Format != "stream-json" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf = append(w.buf[:0], `{"phase":"`...)
	w.buf = append(w.buf, phase...)
	if reviewer != "" { // of letters, digits, - and _
		w.buf = append(append(w.buf, `","reviewer":"`...), reviewer...)
	}
	w.buf = append(w.buf, '"')
	rest := e.Raw[1:]
	if bytes.TrimLeft(rest, " \t\r")[0] != '}' { // an object with something in it
		w.buf = append(w.buf, ',')
	}
	w.buf = append(w.buf, rest...)
	w.write(append(w.buf, '\n'))
}

// Verdict writes the verdict of a review.
func (w *Writer) Verdict(v loop.Verdict, round int) {
	if w.Format != "stream-json" {
		return
	}
	w.json(struct {
		Phase string `json:"phase"`
		Type  string `json:"type"`
		Round int    `json:"round"`
		verdictJSON
	}{"review", "verdict", round, toJSON(v)})
}

// Phase writes that a phase has begun.
func (w *Writer) Phase(from, to string, round int) {
	if w.Format != "stream-json" {
		return
	}
	w.json(struct {
		Phase string `json:"phase"`
		Type  string `json:"type"`
		From  string `json:"from"`
		Round int    `json:"round"`
	}{to, "phase", from, round})
}

// Finish writes the outcome of the launch.
func (w *Writer) Finish(o Outcome) error {
	if w.Format == "" || w.Format == "text" {
		if o.Result != "" {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.write([]byte(o.Result + "\n"))
		}
		return w.err
	}
	if w.Format == "stream-json" {
		o.Phase, o.Type = "done", "outcome"
	}
	w.json(o)
	return w.err
}

func (w *Writer) json(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic("ccc: internal error: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.write(append(text, '\n'))
}

// write writes a line. The caller holds the lock.
func (w *Writer) write(line []byte) {
	if w.err != nil {
		return
	}
	switch {
	case w.Format != "" && w.Format != "text":
		line = text.SafeJSON(line)
	case w.IsTerminal:
		line = []byte(text.Safe(string(line)))
	}
	if _, w.err = w.W.Write(line); w.err != nil {
		w.OnError()
	}
}

// Err is the error that ended the writing, nil if there was none.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
