package streamjson

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// follow returns the turns of a stream.
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
		return `{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"x"}]},"session_id":"s"` +
			fields + "}\n"
	}
	for _, c := range []struct {
		name, stream string
		want         Failure
		text         string
	}{
		{"success", assistant("") + `{"type":"result","subtype":"success","is_error":false,"result":"x"}`, NoFailure, "x"},
		{"max turns on A", `{"type":"result","subtype":"error_max_turns","is_error":false}`, NoFailure, ""},
		{"max turns", `{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["Reached"]}`, NoFailure,
			"Reached"},
		{"budget on A", `{"type":"result","subtype":"error_max_budget_usd","is_error":false,"errors":[]}`, Budget,
			"error_max_budget_usd"},
		{"credit", assistant(`,"error":"billing_error"`) +
			`{"type":"result","subtype":"success","is_error":true,"result":"Credit balance is too low"}`, NeedsPerson,
			"Credit balance is too low"},
		{"forbidden", assistant(`,"error":"authentication_failed"`) +
			`{"type":"result","subtype":"success","is_error":true,"result":"API Error: 403"}`, NeedsPerson, "API Error: 403"},
		{"limit on A, as text only", assistant(`,"error":"unknown"`) +
			`{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429 {}"}`, Limit, "API Error: 429 {}"},
		{"limit", assistant(`,"error":"rate_limit"`) +
			`{"type":"result","subtype":"success","is_error":true,"result":"hit your limit"}`, Limit, "hit your limit"},
		{"overload", assistant(`,"error":"server_error"`) +
			`{"type":"result","subtype":"success","is_error":true,"api_error_status":529,"result":"Overloaded"}`, Transient,
			"Overloaded"},
		{"bad request", `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 400 bad thing"}`,
			NeedsPerson, "API Error: 400 bad thing"},
		{"network", `{"type":"result","subtype":"success","is_error":true,"result":"Unable to connect"}`, Transient,
			"Unable to connect"},
		{"stream error on A", `{"type":"result","subtype":"error_during_execution","is_error":false,"errors":[]}`,
			Transient, "error_during_execution"},
		{"interrupt", `{"type":"result","subtype":"error_during_execution","is_error":true,` +
			`"terminal_reason":"aborted_tools"}`, Aborted, "error_during_execution"},
		{"interrupt on A", `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request ` +
			`interrupted by user]"}]}}` + "\n" +
			`{"type":"result","subtype":"error_during_execution","is_error":false}`, Aborted, "error_during_execution"},
		{"no session", `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No ` +
			`conversation found with session ID: x"]}`, NoSession, "No conversation found with session ID: x"},
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
{"type":"assistant","parent_tool_use_id":"t","message":{"id":"3","content":[{"type":"text","text":"a"}]}}
{"type":"result","subtype":"success","is_error":false,"result":"second","total_cost_usd":0.5,"session_id":"s1"}
{"type":"system","subtype":"init","cwd":"/elsewhere","model":"m2","session_id":"s1"}
{"type":"result","subtype":"success","is_error":false,"result":"","total_cost_usd":0.7,"session_id":"s2"}
`)
	if len(turns) != 2 || turns[0].Text != "first\nsecond" || !turns[0].Progress || turns[1].Text != "" ||
		turns[1].Progress || turns[1].CostUSD != 0.7 {
		t.Errorf("turns = %+v", turns)
	}
	if tracker.Session != "s2" || tracker.Dir != "/p" || tracker.Model != "m2" {
		t.Errorf("tracker = %+v", tracker)
	}
}

// TestCostOfProcess: 2.1.329 begins its total with the earlier cost of the session, and with 0 after /clear.
func TestCostOfProcess(t *testing.T) {
	for name, want := range map[string]float64{
		"2.1.5-local_commands": 0.000945, "2.1.197-background": 0.0042, "2.1.329-background": 0.00154,
		"2.1.329-compact": 0.0007, "2.1.329-local_commands": 0.00098,
	} {
		stream, err := os.ReadFile("testdata/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		turns, _ := follow(t, string(stream))
		for i := range turns[1:] {
			if turns[i].CostUSD > turns[i+1].CostUSD {
				t.Errorf("%s: turn %d has cost $%v, the one behind it $%v", name, i+1, turns[i].CostUSD, turns[i+1].CostUSD)
			}
		}
		if got := turns[len(turns)-1].CostUSD; got != want {
			t.Errorf("%s has cost $%v, want $%v", name, got, want)
		}
	}
	turns, _ := follow(t, `{"type":"result","subtype":"success","total_cost_usd":7.5,`+
		`"model_usage_since_last_result":{"a":{"costUSD":0.25},"b":{"inputTokens":1,"costUSD":0.25}}}
{"type":"result","subtype":"error_during_execution","is_error":true,"total_cost_usd":0}
`)
	if len(turns) != 2 || turns[0].CostUSD != 0.5 || turns[1].CostUSD != 0.5 {
		t.Errorf("turns = %+v", turns)
	}
	// 2.1.5: a background command that fails at once, in the same turn.
	turns, _ = follow(t, `{"type":"result","subtype":"success","total_cost_usd":0.25}
{"type":"result","subtype":"error_during_execution","is_error":true,"total_cost_usd":0}
`)
	if len(turns) != 2 || turns[1].CostUSD != 0.25 {
		t.Errorf("turns = %+v", turns)
	}
}

// ids returns the ids of the tasks, in order.
func ids(list []Task) (ids string) {
	for _, task := range list {
		ids += task.TaskID + " "
	}
	return strings.TrimSpace(ids)
}

func TestTurnBackground(t *testing.T) {
	begun := func(id, kind string) string {
		return `{"type":"system","subtype":"task_started","task_id":"` + id + `","task_type":"` + kind + `"}` + "\n"
	}
	started := begun("a", "local_bash") + begun("b", "local_agent")
	changed := `{"type":"system","subtype":"background_tasks_changed","tasks":`
	result := `{"type":"result","subtype":"success","is_error":false,"result":"x"}` + "\n"
	for _, c := range []struct{ name, stream, shells, agents string }{
		{"2.1.197, one has ended",
			started + `{"type":"system","subtype":"task_notification","task_id":"a","status":"completed"}` + "\n",
			"", "b"},
		{"updated", started + `{"type":"system","subtype":"task_updated","task_id":"a","patch":{"status":"running"}}` + "\n",
			"a", "b"},
		{"killed", started + `{"type":"system","subtype":"task_updated","task_id":"b","patch":{"status":"killed"}}` + "\n",
			"a", ""},
		{"started twice", started + started, "a", "b"},
		{"2.1.329", started + changed + `[{"task_id":"b","task_type":"local_agent"},{"task_id":"w","ambient":true}]}` + "\n",
			"", "b"},
		{"2.1.329, none left", started + changed + `[]}` + "\n", "", ""},
		{"2.1.329, the list comes before the event", changed +
			`[{"task_id":"a","task_type":"local_bash"}]}` + "\n" + begun("a",
			"local_bash"),
			"a", ""},
		{"of a kind that is not known", begun("m", "monitor_ws") + begun("t", "in_process_teammate"), "m t", ""},
		{"a workflow", begun("w", "local_workflow"), "", "w"},
	} {
		turns, _ := follow(t, c.stream+result)
		if len(turns) != 1 || ids(turns[0].Shells) != c.shells || ids(turns[0].Agents) != c.agents {
			t.Errorf("%s: turns = %+v, want shells %q and agents %q", c.name, turns, c.shells, c.agents)
		}
	}
}

// steps returns what a Tracker reports about a stream: "started" and, for each turn that ended, whether a model was
// asked.
func steps(t *testing.T, stream string) string {
	t.Helper()
	var tracker Tracker
	var said []string
	d := NewDecoder(strings.NewReader(stream))
	for {
		e, err := d.Next()
		if err != nil {
			return strings.Join(said, " ")
		}
		started, ended := tracker.Add(e)
		if started {
			said = append(said, "started")
		}
		switch turn := tracker.Turn(); {
		case !ended:
		case turn.Asked:
			said = append(said, "asked")
		default:
			said = append(said, "local")
		}
	}
}

// TestF02LocalCommandsAskNoModel: what distinguishes a turn of the model from one of a local command.
func TestF02LocalCommandsAskNoModel(t *testing.T) {
	const (
		begin  = `{"type":"system","subtype":"init"}` + "\n"
		end    = `{"type":"result","subtype":"success","is_error":false,"result":"x"}` + "\n"
		failed = `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 500"}` + "\n"
		say    = `{"type":"assistant","message":{"id":"m","model":"opus","content":[{"type":"text","text":"x"}]}}` + "\n"
		local  = `{"type":"assistant","message":{"model":"<synthetic>","content":[{"type":"text","text":"x"}]}}` + "\n"
		wrong  = `{"type":"assistant","error":"unknown","message":{"id":"m","model":"<synthetic>","content":[]}}` + "\n"
		output = `{"type":"user","isReplay":true,"message":{"content":"<local-command-stdout>x</local-command-stdout>"}}` +
			"\n"
		retry = `{"type":"system","subtype":"api_retry"}` + "\n"
	)
	status := func(s string) string { return `{"type":"system","subtype":"status","status":` + s + "}\n" }
	partial := func(kind string) string { return `{"type":"stream_event","event":{"type":"` + kind + "\"}}\n" }
	inside := func(line string) string { return strings.Replace(line, "{", `{"parent_tool_use_id":"t",`, 1) }
	for _, c := range []struct{ name, stream, want string }{
		{"an answer", begin + say + end, "started asked"},
		{"two", begin + say + end + begin + say + end, "started asked started asked"},
		{"a local command", begin + local + end, "local"},
		{"a local command on A", begin + output + end, "local"},
		{"one that does not exist, on A", begin + end, "local"},
		{"a local command, then an answer", begin + local + end + begin + say + end, "local started asked"},
		{"a command whose output a model goes on with", begin + local + say + end, "started asked"},
		{"a request", begin + status(`"requesting"`) + say + end, "started asked"},
		{"the beginning of an answer", begin + partial("message_start") + say + end, "started asked"},
		{"the rest of an answer that was interrupted", begin + say + end + partial("message_stop"), "started asked"},
		{"a subagent that works on", begin + say + end + inside(say) + inside(partial("message_start")), "started asked"},
		{"a retry", begin + retry + wrong + failed, "started asked"},
		{"an error without an answer", begin + wrong + failed, "started asked"},
		{"an error that only the result tells", begin + failed, "asked"},
		{"a limit", begin + `{"type":"result","subtype":"error_max_turns","is_error":false}` + "\n", "asked"},
		{"no session", `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No ` +
			`conversation found"]}`, "local"},
		{"a summary", status(`"compacting"`) + retry + status("null") + begin + output + end, "local"},
		{"a summary in a turn", begin + say + status(`"compacting"`) + retry + status("null") + say + end, "started asked"},
		{"C: two results behind two answers", begin + say + begin + say + end +
			`{"type":"result","subtype":"success","terminal_reason":"completed","origin":{"kind":"task-notification"}}`,
			"started asked asked"},
		{"an answer without an init", say + end + say + end, "started asked started asked"},
	} {
		if got := steps(t, c.stream); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestF02RecordedCommands: the same with what three versions answered to /context, /cost, /model, /nosuchthing, a
// message, /clear, /compact (2.1.197 and 2.1.329: there is nothing to compact), a message, /compact, /context, a
// message that the API refused, and /cost. 2.1.329 passes an unknown command to the model.
func TestF02RecordedCommands(t *testing.T) {
	for version, want := range map[string]string{
		"2.1.5":   "local local local local started asked local local started asked local local started asked local",
		"2.1.197": "local local local local started asked local local started asked local local started asked local",
		"2.1.329": "local local local started asked started asked local local started asked local local started asked local",
	} {
		data, err := os.ReadFile("testdata/" + version + "-local_commands.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if got := steps(t, string(data)); got != want {
			t.Errorf("%s:\n%s, want\n%s", version, got, want)
		}
	}
}

// TestF06F07RecordedBackground: shells and subagents as 2.1.197 and 2.1.329 report them.
func TestF06F07RecordedBackground(t *testing.T) {
	for version, want := range map[string]string{
		"2.1.197": "shells=1 agents=0, shells=0 agents=0, shells=0 agents=1, ",
		"2.1.329": "shells=1 agents=1, shells=1 agents=2, ",
	} {
		data, err := os.ReadFile("testdata/" + version + "-background.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		turns, _ := follow(t, string(data))
		got := ""
		for _, turn := range turns {
			got += fmt.Sprintf("shells=%d agents=%d, ", len(turn.Shells), len(turn.Agents))
			for _, task := range append(turn.Shells, turn.Agents...) {
				if task.Description != "Sleep for a while" && task.Description != "Look around" {
					t.Errorf("%s: description %q", version, task.Description)
				}
			}
		}
		if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "shells=0 agents=0, ") {
			t.Errorf("%s: %s, want it to begin with %s and to end with none", version, got, want)
		}
	}
}

// TestF13TurnTools: a turn has the number of tools that the main thread called.
func TestF13TurnTools(t *testing.T) {
	call := `{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"x"},{"type":"tool_use",` +
		`"name":"Bash"}]}}` + "\n"
	result := `{"type":"result","subtype":"success","is_error":false,"result":"x"}` + "\n"
	turns, _ := follow(t, call+strings.Replace(call, "{", `{"parent_tool_use_id":"t",`, 1)+call+result+result)
	if len(turns) != 2 || turns[0].Tools != 2 || turns[1].Tools != 0 {
		t.Errorf("turns = %+v, want 2 tools and none", turns)
	}
}

// TestF16Mode: the permission mode is that of the newest init line, or of a status that names one.
func TestF16Mode(t *testing.T) {
	for stream, want := range map[string]string{
		`{"type":"system","subtype":"init","permissionMode":"plan"}`:                        "plan",
		`{"type":"system","subtype":"status","status":null,"permissionMode":"acceptEdits"}`: "acceptEdits",
		`{"type":"system","subtype":"init","permissionMode":"plan"}` + "\n" +
			`{"type":"system","subtype":"status"}`: "plan",
		`{"type":"system","subtype":"status","permissionMode":"plan"}` + "\n" + `{"type":"system","subtype":"init"}`: "",
		`{"type":"system","subtype":"status","permissionMode":"plan"}` + "\n" +
			`{"type":"result","subtype":"success"}`: "plan",
	} {
		if _, tracker := follow(t, stream); tracker.Mode != want {
			t.Errorf("Mode after %s = %q, want %q", stream, tracker.Mode, want)
		}
	}
}

func TestInTurn(t *testing.T) {
	var tracker Tracker
	for _, c := range []struct {
		line string
		want bool
	}{
		{`{"type":"system","subtype":"status","permissionMode":"plan"}`, false},
		{`{"type":"system","subtype":"init"}`, true},
		{`{"type":"assistant","message":{"model":"<synthetic>","content":"x"}}`, true},
		{`{"type":"result","subtype":"success"}`, false},
		{`{"type":"system","subtype":"status","status":"requesting"}`, true},
		{`{"type":"result","subtype":"success"}`, false},
	} {
		tracker.Add(event(t, c.line))
		if got := tracker.InTurn(); got != c.want {
			t.Errorf("InTurn after %s = %t", c.line, got)
		}
	}
}

// TestRetryAfter: a limit ends at the time of the API's retry-after header, which the delay of a retry shows (2.1.330).
// A delay of claude's own says nothing.
func TestRetryAfter(t *testing.T) {
	for delays, want := range map[string]time.Duration{
		"8357":                     8357 * time.Millisecond,
		"600":                      0,
		"600 1200 2300 4900":       0,
		"600 9000 2300":            9 * time.Second,
		"1 1 1 1 1 1 39000":        0,
		"1 1 1 1 1 1 39000 120000": 2 * time.Minute,
	} {
		var tr Tracker
		tr.Now = func() time.Time { return time.Unix(1000, 0) }
		lines := `{"type":"system","subtype":"init","session_id":"s"}` + "\n"
		for i, delay := range strings.Fields(delays) {
			lines += fmt.Sprintf(`{"type":"system","subtype":"api_retry","attempt":%d,"retry_delay_ms":%s,"error_status":429,`+
				`"error":"rate_limit"}`+"\n", i+1, delay)
		}
		lines += `{"type":"assistant","error":"rate_limit","message":{"id":"m","content":[{"type":"text","text":"429"}]}}` +
			"\n" + `{"type":"result","subtype":"success","is_error":true,"result":"API Error: Request rejected (429)"}`
		d := NewDecoder(strings.NewReader(lines))
		for e, err := d.Next(); err == nil; e, err = d.Next() {
			tr.Add(e)
		}
		turn := tr.Turn()
		if turn.Failure != Limit {
			t.Fatalf("failure %v", turn.Failure)
		}
		if got := turn.Until; want == 0 && !got.IsZero() || want > 0 && got != tr.Now().Add(want) {
			t.Errorf("%s: until %v, want %s after it", delays, got, want)
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
