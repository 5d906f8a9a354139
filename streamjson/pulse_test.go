package streamjson

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// How long claude is silent, and which of those times count as a silence.
func TestPulse(t *testing.T) {
	const (
		text = `{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"hello"}]}}`
		call = `{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t1","name":"Bash",` +
			`"input":{}}]}}`
		result = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}`
		inner  = `{"type":"assistant","parent_tool_use_id":"t1","message":{"id":"n","content":[` +
			`{"type":"tool_use","id":"t2","name":"Bash",` +
			`"input":{}}]}}`
		innerResult = `{"type":"user","parent_tool_use_id":"t1","message":{"content":[{"type":"tool_result",` +
			`"tool_use_id":"t2"}]}}`
		ask = `{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash",` +
			`"input":{},"tool_use_id":"t1"}}`
		retry = `{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":3600000}`
		end   = `{"type":"result","subtype":"success","is_error":false}`
	)
	for _, tt := range []struct {
		name  string
		lines []string // one each minute, and then none for 25 minutes
		want  []string // when a silence of 10 minutes is told of, from the last line on
	}{
		{"nothing at all", nil, []string{"10m0s", "20m0s"}},
		{"text", []string{text, text}, []string{"10m0s", "20m0s"}},
		{"a tool runs", []string{text, call}, nil},
		{"a tool has ended", []string{call, result}, []string{"10m0s", "20m0s"}},
		{"a subagent's tool runs", []string{call, inner}, nil},
		{"a subagent in the background runs a tool", []string{call, result, inner}, nil},
		{"a subagent's tool has ended, the subagent has not", []string{call, inner, innerResult}, nil},
		{"a subagent was cut off", []string{call, inner, result}, []string{"10m0s", "20m0s"}},
		{"a person is asked", []string{ask}, nil},
		{"a person has answered", []string{ask, call, result}, []string{"10m0s", "20m0s"}},
		{"claude waits for an hour", []string{retry}, nil},
		{"claude has waited", []string{retry, text}, []string{"10m0s", "20m0s"}},
		{"the turn is over, the tool was cut off", []string{call, end}, []string{"10m0s", "20m0s"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var p Pulse
				var told []time.Time
				last := time.Now()
				go p.Watch(ctx, 10*time.Minute, func(time.Duration) { told = append(told, time.Now()) })
				synctest.Wait()
				for i, line := range tt.lines {
					if i > 0 {
						time.Sleep(time.Minute)
					}
					e, err := NewDecoder(strings.NewReader(line)).Next()
					if err != nil {
						t.Fatal(err)
					}
					p.Add(e)
					last = time.Now()
				}
				time.Sleep(25 * time.Minute)
				synctest.Wait()
				var got []string
				for _, at := range told {
					got = append(got, at.Sub(last).String())
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("silent after %q, want %q", got, tt.want)
				}
			})
		})
	}
}

// Sending a message begins a silence.
func TestPulseBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Minute)
		defer cancel()
		var p Pulse
		var got []time.Duration
		begin := time.Now()
		time.AfterFunc(9*time.Minute, p.Beat)
		p.Watch(ctx, 10*time.Minute, func(lasts time.Duration) { got = append(got, time.Since(begin), lasts) })
		if want := []time.Duration{19 * time.Minute, 10 * time.Minute}; !slices.Equal(got, want) {
			t.Errorf("silent at %v, want %v", got, want)
		}
	})
}

// No recorded turn ends while a call of the main thread has no result.
func TestPulseRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	calls := 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var p Pulse
		d := NewDecoder(f)
		for {
			e, err := d.Next()
			if err != nil {
				break
			}
			for id, parent := range p.openCalls {
				if e.Type == TypeResult && parent == "" {
					t.Errorf("%s:%d: the turn ends, and the call %s has no result", name, e.Line, id)
				}
			}
			p.Add(e)
			calls += len(p.openCalls)
		}
		f.Close()
	}
	if calls == 0 {
		t.Error("no call was seen at all")
	}
}
