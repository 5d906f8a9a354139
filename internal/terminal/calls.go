package terminal

import (
	"bytes"
	"io"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Calls keeps track of the tools that a session is running. It is not safe for concurrent use.
type Calls struct {
	labels *Screen
	list   []runningCall
	retry  runningCall // claude waits to send a request again; the zero value if it does not
}

type runningCall struct {
	id, label string
	since     time.Time
}

// NewCalls returns Calls that show paths below dir without it.
func NewCalls(dir string, language lang.Language) *Calls {
	return &Calls{labels: New(io.Discard, Options{Dir: dir, Lang: language})}
}

var toolUse, toolResult = []byte(`"tool_use"`), []byte(`"tool_result"`)

// Add reads an event. It reports whether the set of running tools has changed.
func (c *Calls) Add(e streamjson.Event, now time.Time) (changed bool) {
	if r, err := e.Retry(); err == nil {
		if c.retry.label == "" { // the API does not answer from the first try on
			c.retry.since = now
		}
		c.retry.label = text.OneLine(c.labels.Lang.Text(retryMessage(r)))
		return true
	}
	if c.retry.label != "" && e.Type != streamjson.TypeSystem { // the API has answered
		c.retry, changed = runningCall{}, true
	}
	return c.addTools(e, now) || changed
}

// addTools reads which tools an event begins and ends.
func (c *Calls) addTools(e streamjson.Event, now time.Time) (changed bool) {
	called := e.Type == streamjson.TypeAssistant && bytes.Contains(e.Raw, toolUse)
	returned := e.Type == streamjson.TypeUser && bytes.Contains(e.Raw, toolResult)
	if e.Type == streamjson.TypeResult {
		return c.Forget()
	}
	if !called && !returned {
		return false
	}
	m, err := e.Message()
	if err != nil {
		return false
	}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_use":
			if b.Name == streamjson.StructuredOutput { // it is an answer
				continue
			}
			c.list, changed = append(c.list, runningCall{b.ID, text.OneLine(c.labels.Label(b)), now}), true
		case "tool_result":
			c.list = slices.DeleteFunc(c.list, func(r runningCall) bool { return r.id == b.ToolUseID })
			changed = true
		}
	}
	return changed
}

// Forget drops all tools, because their session has ended. It reports whether any was running.
func (c *Calls) Forget() bool {
	was := len(c.list) > 0 || c.retry.label != ""
	c.list, c.retry = nil, runningCall{}
	return was
}

// Running returns the label of the tool that was started last and its start, or that the API does not answer; "" if
// none runs.
func (c *Calls) Running() (label string, since time.Time) {
	if c.retry.label != "" {
		return c.retry.label, c.retry.since
	}
	if len(c.list) == 0 {
		return "", time.Time{}
	}
	last := c.list[len(c.list)-1]
	return last.label, last.since
}
