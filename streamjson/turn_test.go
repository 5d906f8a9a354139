package streamjson

import (
	"strings"
	"testing"
	"time"
)

// follow gives the turns of a stream.
func follow(t *testing.T, stream string) (turns []Turn, tracker Tracker) {
	t.Helper()
	d := NewDecoder(strings.NewReader(stream))
	for {
		e, err := d.Next()
		if err != nil {
			return turns, tracker
		}
		if _, ended := tracker.Add(e); ended {
			turns = append(turns, tracker.Turn())
		}
	}
}

func TestTurnFailure(t *testing.T) {
	assistant := func(fields string) string {
		return `{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"x"}]},"session_id":"s"` + fields + "}\n"
	}
	for _, c := range []struct {
		name, stream string
		want         Failure
		text         string
	}{
		{"success", assistant("") + `{"type":"result","subtype":"success","is_error":false,"result":"x"}`, NoFailure, "x"},
		{"max turns on A", `{"type":"result","subtype":"error_max_turns","is_error":false}`, NoFailure, ""},
		{"max turns", `{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["Reached"]}`, NoFailure, "Reached"},
		{"budget on A", `{"type":"result","subtype":"error_max_budget_usd","is_error":false,"errors":[]}`, NeedsPerson, "error_max_budget_usd"},
		{"credit", assistant(`,"error":"billing_error"`) + `{"type":"result","subtype":"success","is_error":true,"result":"Credit balance is too low"}`, NeedsPerson, "Credit balance is too low"},
		{"forbidden", assistant(`,"error":"authentication_failed"`) + `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 403"}`, NeedsPerson, "API Error: 403"},
		{"limit on A, as text only", assistant(`,"error":"unknown"`) + `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429 {}"}`, Limit, "API Error: 429 {}"},
		{"limit", assistant(`,"error":"rate_limit"`) + `{"type":"result","subtype":"success","is_error":true,"result":"hit your limit"}`, Limit, "hit your limit"},
		{"overload", assistant(`,"error":"server_error"`) + `{"type":"result","subtype":"success","is_error":true,"api_error_status":529,"result":"Overloaded"}`, Transient, "Overloaded"},
		{"bad request", `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 400 bad thing"}`, NeedsPerson, "API Error: 400 bad thing"},
		{"network", `{"type":"result","subtype":"success","is_error":true,"result":"Unable to connect"}`, Transient, "Unable to connect"},
		{"stream error on A", `{"type":"result","subtype":"error_during_execution","is_error":false,"errors":[]}`, Transient, "error_during_execution"},
		{"interrupt", `{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_tools"}`, Aborted, "error_during_execution"},
		{"interrupt on A", `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}` + "\n" +
			`{"type":"result","subtype":"error_during_execution","is_error":false}`, Aborted, "error_during_execution"},
		{"no session", `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No conversation found with session ID: x"]}`, NoSession, "No conversation found with session ID: x"},
		{"not a result", `{"type":"result","subtype":"success","result":7}`, Transient, ""},
	} {
		turns, _ := follow(t, c.stream)
		if len(turns) != 1 || turns[0].Failure != c.want || c.text != "" && turns[0].Text != c.text {
			t.Errorf("%s: turns = %+v, want failure %d, text %q", c.name, turns, c.want, c.text)
		}
	}
}

func TestTurnTextIsTheLastMessage(t *testing.T) {
	turns, tracker := follow(t, `{"type":"system","subtype":"init","cwd":"/p","model":"m1","session_id":"s1"}
{"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"I begin"}]},"session_id":"s1"}
{"type":"assistant","message":{"id":"2","content":[{"type":"text","text":"first"}]},"session_id":"s1"}
{"type":"assistant","message":{"id":"2","content":[{"type":"text","text":"second"}]},"session_id":"s1"}
{"type":"assistant","parent_tool_use_id":"t","message":{"id":"3","content":[{"type":"text","text":"a subagent's"}]},"session_id":"s9"}
{"type":"result","subtype":"success","is_error":false,"result":"second","total_cost_usd":0.5,"session_id":"s1"}
{"type":"system","subtype":"init","cwd":"/elsewhere","model":"m2","session_id":"s1"}
{"type":"result","subtype":"success","is_error":false,"result":"","total_cost_usd":0.7,"session_id":"s2"}
`)
	if len(turns) != 2 || turns[0].Text != "first\nsecond" || !turns[0].Progress || turns[1].Text != "" || turns[1].Progress || turns[1].CostUSD != 0.7 {
		t.Errorf("turns = %+v", turns)
	}
	if tracker.Session != "s2" || tracker.Dir != "/p" || tracker.Model != "m2" {
		t.Errorf("tracker = %+v", tracker)
	}
}

func TestTurnBackground(t *testing.T) {
	started := `{"type":"system","subtype":"task_started","task_id":"a"}` + "\n" + `{"type":"system","subtype":"task_started","task_id":"b"}` + "\n"
	result := `{"type":"result","subtype":"success","is_error":false,"result":"x"}` + "\n"
	for _, c := range []struct {
		name, stream string
		want         int
	}{
		{"B", started + `{"type":"system","subtype":"task_notification","task_id":"a","status":"completed"}` + "\n" + result, 1},
		{"updated", started + `{"type":"system","subtype":"task_updated","task_id":"a","patch":{"status":"running"}}` + "\n" + result, 2},
		{"C", started + `{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b"},{"task_id":"w","ambient":true}]}` + "\n" + result, 1},
		{"C, none left", started + `{"type":"system","subtype":"background_tasks_changed","tasks":[]}` + "\n" + result, 0},
	} {
		if turns, _ := follow(t, c.stream); len(turns) != 1 || turns[0].Background != c.want {
			t.Errorf("%s: turns = %+v, want %d in the background", c.name, turns, c.want)
		}
	}
}

func TestLimitUntil(t *testing.T) {
	turns, _ := follow(t, `{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1999999999}}
{"type":"assistant","error":"rate_limit","message":{"id":"m","content":[{"type":"text","text":"x"}]}}
{"type":"result","subtype":"success","is_error":true,"result":"You've hit your limit"}`)
	if len(turns) != 1 || turns[0].Until.Unix() != 1999999999 || turns[0].Progress {
		t.Errorf("turns = %+v", turns)
	}
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"You've hit your limit · resets May 18, 2033, 3:33am (UTC)": "2033-05-18T03:33:00Z",
		"You've hit your limit · resets 3pm (UTC)":                  "2026-11-20T15:00:00Z",
		"You've hit your limit · resets 1:30pm (UTC)":               "2026-11-21T13:30:00Z",
		"limit reached, resets Nov 21 at 9am (UTC)":                 "2026-11-21T09:00:00Z",
		"limit reached, resets Jan 2, 9am (UTC)":                    "2027-01-02T09:00:00Z",
	} {
		if got := resetTime(text, now).UTC().Format(time.RFC3339); got != want {
			t.Errorf("resetTime(%q) = %s, want %s", text, got, want)
		}
	}
	if got := resetTime("slow down", now); !got.IsZero() {
		t.Errorf("resetTime without a time = %s", got)
	}
}
