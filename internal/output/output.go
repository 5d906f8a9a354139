// Package output tells what a loop does: on the person's screen in words, on standard output as text, as one JSON
// object or as JSON lines.
package output

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"

	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/loop"
	"ccc/streamjson"
)

// Writer writes what goes to standard output where nobody sits at a terminal. Its methods may be called from any
// goroutine: agent and reviewer may speak at once.
type Writer struct {
	Format string // "" and text, json, stream-json
	W      io.Writer
	Failed func() // called once, when nobody reads the output any more
	Shown  bool   // W is a terminal: no control character of a model's text may reach it; in JSON none is written at all

	mu  sync.Mutex
	buf []byte
	err error
}

// verdictJSON is a verdict as json and stream-json tell it.
type verdictJSON struct {
	Completed bool            `json:"completed"`
	Blocked   bool            `json:"blocked,omitempty"` // feedback is a question for the person
	Feedback  string          `json:"feedback"`
	Evidence  []string        `json:"evidence,omitempty"`
	By        string          `json:"by,omitempty"`
	Checks    []task.Check    `json:"checks,omitempty"`
	Cage      string          `json:"cage,omitempty"`
	Role      string          `json:"prompt_role,omitempty"`
	CostUSD   float64         `json:"cost_usd,omitzero"`
	Cached    float64         `json:"cached,omitzero"` // share of the prompt, 0 to 1
	Said      string          `json:"said,omitempty"`  // with completed: the reviewer's words
	Reviewers []task.Reviewer `json:"reviewers,omitempty"`
}

func toJSON(v loop.Verdict) verdictJSON {
	return verdictJSON{
		v.Completed, v.Blocked, v.Feedback, v.Evidence, v.By, v.Checks, v.Cage, v.Role, v.CostUSD, v.Cached, v.Said,
		v.Reviewers,
	}
}

// Outcome is what a launch came to: the one object of json, and the last line of stream-json.
type Outcome struct {
	Phase      string        `json:"phase,omitempty"` // stream-json
	Type       string        `json:"type,omitempty"`
	Outcome    loop.Outcome  `json:"outcome"`
	Accepted   bool          `json:"accepted,omitzero"` // completed by the person's word, not by a review
	Rounds     int           `json:"rounds"`
	SessionID  string        `json:"session_id"`
	CostUSD    float64       `json:"cost_usd"`
	Cached     float64       `json:"cached,omitzero"` // share of the reviews' prompts, 0 to 1
	DurationMS int64         `json:"duration_ms"`
	Result     string        `json:"result"`
	Verdicts   []verdictJSON `json:"verdicts"`
	Reason     string        `json:"reason,omitempty"` // for another outcome than completed, in English
	ExitCode   int           `json:"exit_code"`
	Retryable  bool          `json:"retryable"` // the same again may come to another outcome, without a person
}

// The exit codes of outcomes; that of "completed", and of nothing that was asked for, is 0.
const (
	ExitNotCompleted = 3
	ExitNeedsUser    = 4
	ExitRetry        = 75 // EX_TEMPFAIL of sysexits.h
	ExitInterrupted  = 130
)

// OutcomeOf is what a launch came to that took so long, and that a signal of that number has ended; 0 for none.
func OutcomeOf(r loop.Result, took time.Duration, signal int) Outcome {
	o := Outcome{
		Outcome: r.Outcome, Accepted: r.Accepted(), Reason: r.Reason.String(), Rounds: len(r.Verdicts),
		SessionID: r.Session.ID,
		CostUSD:   r.CostUSD(), Cached: r.Cached(),
		DurationMS: took.Milliseconds(), Result: r.Text, Verdicts: []verdictJSON{},
	}
	for _, v := range r.Verdicts {
		o.Verdicts = append(o.Verdicts, toJSON(v))
	}
	switch {
	case signal != 0:
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

// Line passes on a line as it came, control characters escaped, with the phase as its first key, and the reviewer's name
// as its second where there are several.
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

// Verdict tells what a review decided.
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

// Phase tells of a transition.
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

// Finish writes what the launch came to.
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

// write is called with the lock held.
func (w *Writer) write(line []byte) {
	if w.err != nil {
		return
	}
	switch {
	case w.Format != "" && w.Format != "text":
		line = text.SafeJSON(line)
	case w.Shown:
		line = []byte(text.Safe(string(line)))
	}
	if _, w.err = w.W.Write(line); w.err != nil {
		w.Failed()
	}
}

// Err is the error that ended the writing, nil if there was none.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
