package hook

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

func TestA05ReadInput(t *testing.T) {
	for _, c := range []struct {
		text, session string
		want          string // the session's id; "" for an error
		active        bool
		tasks         int
	}{
		{`{"session_id":"abc123","stop_hook_active":true}`, "", "abc123", true, 0},
		{`{"session_id":"abc123","of_a_later_claude":[{"x":1}],"background_tasks":[{"id":"b"},"c"]}`,
			"other", "abc123", false, 2},
		{`{"background_tasks":null}`, "other", "other", false, 0},
		{`{"background_tasks":{},"stop_hook_active":true,"session_id":"abc123"}`, "", "abc123", true, 0}, // of a later claude
		{``, "other", "other", false, 0},
		{``, "", "", false, 0},
		{`{}`, "", "", false, 0},
		{`{"session_id":"abc`, "other", "", false, 0},
		{`{"session_id":5}`, "other", "", false, 0},
		{`[]`, "other", "", false, 0},
		{"\x00\xff", "other", "", false, 0},
	} {
		in, err := ReadInput(strings.NewReader(c.text), c.session)
		good := in.SessionID == c.want && in.Active == c.active && len(in.Background) == c.tasks
		if (err != nil) != (c.want == "") || err == nil && !good {
			t.Errorf("ReadInput(%q, %q) = %+v, %v, want session %q", c.text, c.session, in, err, c.want)
		}
	}
}

// TestQ12InputThatStaysOpen: the input counts as soon as it is complete. ccc waits for the rest of it no longer than
// claude could ever need.
func TestQ12InputThatStaysOpen(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go func() { _, _ = io.WriteString(w, `{"session_id": "abc", "hook_event_name": "PreToolUse"}`) }()
	if in, err := ReadInput(r, ""); err != nil || in.SessionID != "abc" || in.Event != "PreToolUse" {
		t.Errorf("an input that stays open: %+v, %v", in, err)
	}
	if text, err := readObject(r, time.Millisecond); err == nil ||
		!strings.Contains(err.Error(), "nothing complete came") {
		t.Errorf("without an input: %q, %v, want an error", text, err)
	}
}

// TestDecided1Decisions: the decisions in the form that Claude Code reads.
func TestDecided1Decisions(t *testing.T) {
	for want, d := range map[string]Decision{
		"": {},
		`{"decision":"block","reason":"<a> & \"b\" 中文\n"}` + "\n": {Decision: "block", Reason: "<a> & \"b\" 中文\n"},
		`{"systemMessage":"why"}` + "\n":                          {Message: "why"},
	} {
		var out bytes.Buffer
		if err := d.Write(&out); err != nil || out.String() != want {
			t.Errorf("%+v is written as %q, %v, want %q", d, out.String(), err, want)
		}
	}
}
