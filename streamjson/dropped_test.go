package streamjson

import (
	"strings"
	"testing"
)

// TestN04Dropped: turns whose input a hook did not pass to a model, as each version reports them, and turns that are
// not of that kind.
func TestN04Dropped(t *testing.T) {
	const (
		init   = `{"type":"system","subtype":"init"}` + "\n"
		result = `{"type":"result","subtype":"success","is_error":false,"num_turns":`
		asked  = `{"type":"system","subtype":"status","status":"requesting"}` + "\n"
		stops  = `{"type":"system","subtype":"informational","content":"Prompt dropped by a hook: no","prevent_continuation":true}` +
			"\n"
	)
	for name, tt := range map[string]struct {
		lines   string
		dropped bool
	}{
		"2.1.5":                    {result + `0,"result":""}`, true},
		"2.1.197":                  {stops + result + `0,"result":"UserPromptSubmit operation blocked by hook:\nno"}`, true},
		"2.1.330":                  {init + stops + result + `0,"result":"Prompt dropped by a hook: no"}`, true},
		"a hook ends a turn":       {init + asked + stops + result + `1,"result":"half"}`, false},
		"a local command":          {init + result + `0,"result":"Context Usage"}`, false},
		"an answer":                {init + asked + result + `1,"result":"done"}`, false},
		"an answer without a word": {init + asked + result + `1,"result":""}`, false},
		"the turn after a drop": {stops + result + `0,"result":"x"}` + "\n" + init + asked + result +
			`1,"result":"done"}`, false},
		"an error before the model": {`{"type":"result","subtype":"success","is_error":true,"result":""}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			var tracker Tracker
			for d := NewDecoder(strings.NewReader(tt.lines + "\n")); ; {
				e, err := d.Next()
				if err != nil {
					break
				}
				tracker.Add(e)
			}
			if got := tracker.Turn(); got.Dropped != tt.dropped {
				t.Errorf("%+v, want dropped %v", got, tt.dropped)
			}
		})
	}
}
