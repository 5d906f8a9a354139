package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"ccc/streamjson"
)

// Check is something that the reviewer ran, or tried to.
type Check struct {
	Tool   string `json:"tool"`
	What   string `json:"what"`   // the command, the file, the pattern
	Result string `json:"result"` // "ok", "exit 1", "failed", "denied"; "" if there was none

	id string
}

func (c Check) String() string { return strings.TrimSpace(c.Tool+" "+c.What) + " (" + c.Result + ")" }

// Evidence is what the reviewer ran and how it went, a line each.
func (r Result) Evidence() (list []string) {
	for _, c := range r.Checks {
		list = append(list, c.String())
	}
	return list
}

// Summary says in a line what the review stands on and what it cost.
func (r Result) Summary() string {
	checks := r.Evidence()
	more := ""
	if n := len(checks) - shownChecks; n > 0 {
		checks, more = checks[:shownChecks], fmt.Sprintf(" and %d more", n)
	}
	what := "nothing"
	if len(checks) > 0 {
		what = strings.Join(checks, ", ") + more
	}
	return fmt.Sprintf("the review checked: %s; it cost $%.4f, %.0f %% of its prompt came from the cache", what, r.CostUSD, 100*r.Cached())
}

// shownChecks is how many checks are named in a summary.
const shownChecks = 5

// checked reports whether anything was really looked at.
func checked(list []Check) bool {
	return slices.ContainsFunc(list, func(c Check) bool { return c.Result != "" && c.Result != denied })
}

const denied = "denied"

// resultOf says how a tool call went.
func resultOf(b streamjson.Block) string {
	if !b.IsError {
		return "ok"
	}
	line, _ := b.Head(1)
	if code, ok := strings.CutPrefix(line, "Exit code "); ok {
		return "exit " + code
	}
	if strings.Contains(line, "Permission to use") {
		return denied
	}
	return "failed"
}

// answer reads what a reviewer says, for one verdict after another.
type answer struct {
	request Request
	decoder *streamjson.Decoder
	checks  []Check
	usage   streamjson.Usage
	heard   atomic.Bool // an event has come
}

// read follows the stream to its next result. Without one, said is false and the reason is the last thing that was printed besides
// events, which is where claude says why it did not start.
func (a *answer) read() (result Result, said bool) {
	var tracker streamjson.Tracker
	stderr := ""
	for {
		e, err := a.decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			stderr = bad.Text
			a.request.Warn(bad)
			continue
		case err != nil:
			return Result{Reason: stderr, CostUSD: tracker.Turn().CostUSD, Checks: a.checks}, false
		}
		a.heard.Store(true)
		_, ended := tracker.Add(e)
		a.note(e)
		a.request.Observe(e)
		if ended {
			return a.judge(tracker.Turn()), true
		}
	}
}

// note keeps which tools ran, and what the turns took.
func (a *answer) note(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeAssistant, streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_use" && b.Name != "StructuredOutput":
				a.checks = append(a.checks, Check{Tool: b.Name, What: b.Telling(), id: b.ID})
			case b.Type == "tool_result":
				if i := slices.IndexFunc(a.checks, func(c Check) bool { return c.id == b.ToolUseID }); i >= 0 {
					a.checks[i].Result = resultOf(b)
				}
			}
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			a.usage.InputTokens += r.Usage.InputTokens
			a.usage.CacheReadInputTokens += r.Usage.CacheReadInputTokens
			a.usage.CacheCreationInputTokens += r.Usage.CacheCreationInputTokens
			a.usage.OutputTokens += r.Usage.OutputTokens
			for _, d := range r.PermissionDenials {
				if i := slices.IndexFunc(a.checks, func(c Check) bool { return c.id == d.ToolUseID }); i >= 0 {
					a.checks[i].Result = denied
				}
			}
		}
	}
}

// judge makes the result of a turn that has ended.
func (a *answer) judge(turn streamjson.Turn) Result {
	r := Judge(turn, a.request.structured())
	r.Checks, r.Usage = a.checks, a.usage
	return r
}
