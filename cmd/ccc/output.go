package main

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"

	"ccc/internal/screen"
	"ccc/loop"
	"ccc/streamjson"
)

// output is what goes to standard output where nobody sits at a terminal. Agent and reviewer may speak at once.
type output struct {
	format string // "" and text, json, stream-json
	w      io.Writer
	failed func() // called when nobody reads the output any more
	shown  bool   // w is a terminal: no control character of a model's text may reach it

	mu  sync.Mutex
	buf []byte
	err error
}

// verdictJSON is a verdict as json and stream-json tell it.
type verdictJSON struct {
	Completed bool     `json:"completed"`
	Blocked   bool     `json:"blocked,omitempty"` // feedback is a question for the person
	Feedback  string   `json:"feedback"`
	Evidence  []string `json:"evidence,omitempty"`
}

func jsonOf(v loop.Verdict) verdictJSON {
	return verdictJSON{v.Completed, v.Blocked, v.Feedback, v.Evidence}
}

// outcomeJSON is the one object of json, and the last line of stream-json.
type outcomeJSON struct {
	Phase      string        `json:"phase,omitempty"` // stream-json
	Type       string        `json:"type,omitempty"`
	Outcome    loop.Outcome  `json:"outcome"`
	Rounds     int           `json:"rounds"`
	SessionID  string        `json:"session_id"`
	CostUSD    float64       `json:"cost_usd"`
	DurationMS int64         `json:"duration_ms"`
	Result     string        `json:"result"`
	Verdicts   []verdictJSON `json:"verdicts"`
}

// line passes on a line as it came, with the phase as its first key.
func (o *output) line(phase string, e streamjson.Event) {
	if o.format != "stream-json" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.buf = append(o.buf[:0], `{"phase":"`...)
	o.buf = append(o.buf, phase...)
	o.buf = append(o.buf, '"')
	rest := e.Raw[1:]
	if bytes.TrimLeft(rest, " \t\r")[0] != '}' { // an object with something in it
		o.buf = append(o.buf, ',')
	}
	o.buf = append(o.buf, rest...)
	o.write(append(o.buf, '\n'))
}

// verdict tells what a review decided.
func (o *output) verdict(v loop.Verdict, round int) {
	if o.format != "stream-json" {
		return
	}
	o.json(struct {
		Phase string `json:"phase"`
		Type  string `json:"type"`
		Round int    `json:"round"`
		verdictJSON
	}{"review", "verdict", round, jsonOf(v)})
}

// phase tells of a transition.
func (o *output) phase(from, to string, round int) {
	if o.format != "stream-json" {
		return
	}
	o.json(struct {
		Phase string `json:"phase"`
		Type  string `json:"type"`
		From  string `json:"from"`
		Round int    `json:"round"`
	}{to, "phase", from, round})
}

// finish writes what the launch came to.
func (o *output) finish(r loop.Result, took time.Duration) error {
	if o.format == "" || o.format == "text" {
		if r.Text != "" {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.write([]byte(r.Text + "\n"))
		}
		return o.err
	}
	result := outcomeJSON{
		Outcome: r.Outcome, Rounds: r.Rounds, SessionID: r.Session.ID, CostUSD: r.CostUSD,
		DurationMS: took.Milliseconds(), Result: r.Text, Verdicts: []verdictJSON{},
	}
	for _, v := range r.Verdicts {
		result.Verdicts = append(result.Verdicts, jsonOf(v))
	}
	if o.format == "stream-json" {
		result.Phase, result.Type = "done", "outcome"
	}
	o.json(result)
	return o.err
}

func (o *output) json(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic("ccc: internal error: " + err.Error())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(append(text, '\n'))
}

// write is called with the lock held.
func (o *output) write(line []byte) {
	if o.err != nil {
		return
	}
	if o.shown {
		line = []byte(screen.Safe(string(line))) // in JSON what it writes for a control character is an escape
	}
	if _, o.err = o.w.Write(line); o.err != nil {
		o.failed()
	}
}
