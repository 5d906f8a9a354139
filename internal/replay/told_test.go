package replay

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ccc/internal/lang"
)

// TestToldAsLive: a replay shows what the live screen showed: paths below the project, times of tools without the time
// in which they waited for the user, and the totals as they were told.
func TestToldAsLive(t *testing.T) {
	const header = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","launch":"l","cwd":"/p","provider":"","max_rounds":3,` +
		`"attended":true}`
	call := func(at, id, tool, input string) string {
		return `{"t":` + at + `,"type":"line","phase":"agent","raw":{"type":"assistant","session_id":"s","message":{"id":"` + id +
			`","role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":` + input + `}]}}}`
	}
	asks := func(at, id string) string {
		return `{"t":` + at + `,"type":"line","phase":"agent","raw":{"type":"control_request","request_id":"r-` + id +
			`","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"` + id + `","input":{}}}}`
	}
	result := func(at, id string) string {
		return `{"t":` + at + `,"type":"line","phase":"agent","raw":{"type":"user","session_id":"s","message":{"role":"user",` +
			`"content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"x"}]}}}`
	}
	begin := []string{
		header,
		`{"t":0,"type":"person","text":"go"}`, `{"t":0,"type":"phase","from":"user","to":"agent"}`,
		`{"t":0,"type":"start","phase":"agent"}`, `{"t":0,"type":"sent","from":"person","uuid":"u"}`,
		`{"t":0,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init","session_id":"s"}}`,
		`{"t":0,"type":"turn","what":"started"}`,
		call("1", "a", "Edit", `{"file_path":"/p/src/a.go"}`), result("2", "a"),
	}
	end := []string{`{"t":99,"type":"person","did":"quit"}`,
		`{"t":99,"type":"phase","from":"agent","to":"done"}`}
	const last = `{"t":99.5,"type":"end","outcome":"interrupted","session_id":"s"}`
	for name, test := range map[string]struct {
		items []string
		want  []string
		not   string
	}{
		"a path": {nil, []string{"● Edit src/a.go · ok, 1.0s"}, "/p/src"},
		"one question": {[]string{
			call("3", "b", "Bash", `{"command":"make"}`), asks("3", "b"), `{"t":3.1,"type":"question","what":"asked"}`,
			`{"t":47,"type":"question","what":"over"}`, result("48", "b"),
		}, []string{"● Bash make · ok, 1.0s"}, ""},
		"two questions": {[]string{
			call("3", "b", "Bash", `{"command":"make"}`), call("3", "c", "Bash", `{"command":"test"}`),
			asks("3", "b"), `{"t":3.1,"type":"question","what":"asked"}`, asks("3.2", "c"),
			`{"t":20,"type":"question","what":"asked"}`, result("22", "b"),
			`{"t":47,"type":"question","what":"over"}`, result("50", "c"),
		}, []string{"● Bash make · ok, 2.0s", "● Bash test · ok, 3.0s"}, ""},
		"totals": {[]string{`{"t":60,"type":"notice","text":"","totals":{"outcome":"interrupted","work_ms":61000,` +
			`"reviews":0,"agent_usd":0.124,"review_usd":0.134,"review_tokens":{"prompt":3000,"cached":1000,"output":20},` +
			`"left_running":"make (7)","mode_kept":"plan mode","recording":"/r/x.jsonl"}}`},
			[]string{"interrupted after 1m01s · 0 reviews · agent $0.124, reviews $0.134 (2.0k tokens new, 1.0k cached, 20 written)",
				"still running in the background: make (7); to end one: kill NUMBER", "permission mode kept: plan mode", "recording: /r/x.jsonl"},
			"interrupted after 1m39s"},
		"older": {nil, []string{"interrupted after 1m39s · 0 reviews · agent $0.00, reviews $0.00"}, "recording:"},
	} {
		items := append(append(append([]string{}, begin...), test.items...), end...)
		var out, warnings bytes.Buffer
		c := Config{Input: strings.NewReader(strings.Join(append(items, last), "\n")), Name: "x", Format: "text", Out: &out,
			Warnings: &warnings, Language: lang.English}
		if _, err := Run(t.Context(), c); err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, &warnings)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) || test.not != "" && strings.Contains(out.String(), test.not) {
				t.Errorf("%s: %q is missing, or %q is there, in\n%s", name, want, test.not, &out)
			}
		}
	}
}

// TestToldInChinese: a replay in Chinese has no English sentence of ccc's own, though the recording has them in
// English, and a full-width colon before Chinese words.
func TestToldInChinese(t *testing.T) {
	const recording = `{"ccc_recording":1,"door":"hook","at":"2026-11-21T09:00:00Z","launch":"l","cwd":"/p","provider":"","max_rounds":3,"attended":true}
{"t":1,"type":"stop","session_id":"s","stop":{"tools":1,"task":{},"limits":{"max_rounds":3}}}
{"t":1,"type":"phase","from":"user","to":"review","round":1}
{"t":2,"type":"notice","phase":"review","text":"reviewer go: completed · 3s, $0.02","said":{"format":"reviewer %s: %s · %s, %s","args":["go",{"format":"completed"},"3s","$0.02"]}}
{"t":3,"type":"verdict","round":1,"failure":"needs_person","reason":"the reviewer took longer than 10m","last":true}
{"t":3,"type":"phase","from":"review","to":"wait"}
{"t":4,"type":"so_far","outcome":"needs_user","session_id":"s"}`
	var out, warnings bytes.Buffer
	c := Config{Input: strings.NewReader(recording), Name: "x", Format: "text", Out: &out, Warnings: &warnings}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"审查者 go：已完成 · 3 秒，$0.02", "Agent 这次停下没有审查：审查者用时超过 10 分钟"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if want := "ccc: x：第 6 行："; !strings.Contains(warnings.String(), want) {
		t.Errorf("no %q in\n%s", want, &warnings)
	}
}

// TestTokensOfStoppedReview: what a stopped review has read and written counts, as in the launch itself.
func TestTokensOfStoppedReview(t *testing.T) {
	const recording = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","launch":"l","cwd":"/p","provider":"","max_rounds":3,"attended":true}
{"t":0,"type":"person","text":"go"}
{"t":0,"type":"phase","from":"user","to":"agent"}
{"t":0,"type":"start","phase":"agent"}
{"t":0,"type":"sent","from":"person","uuid":"u"}
{"t":0,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init","session_id":"s"}}
{"t":0,"type":"turn","what":"started"}
{"t":0,"type":"line","phase":"agent","raw":{"type":"user","isReplay":true,"uuid":"u","session_id":"s","message":{"role":"user","content":[{"type":"text","text":"go"}]}}}
{"t":1,"type":"line","phase":"agent","raw":{"type":"assistant","session_id":"s","message":{"id":"a","role":"assistant","content":[{"type":"text","text":"done"}]}}}
{"t":2,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"s","total_cost_usd":0.5,"usage":{"input_tokens":100,"output_tokens":10}}}
{"t":2,"type":"turn","what":"ended"}
{"t":2,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"start","phase":"review"}
{"t":3,"type":"line","phase":"review","raw":{"type":"system","subtype":"init","session_id":"r"}}
{"t":3,"type":"line","phase":"review","raw":{"type":"stream_event","session_id":"r","event":{"type":"message_start","message":{"id":"m","usage":{"input_tokens":20,"cache_read_input_tokens":1000,"output_tokens":1}}}}}
{"t":4,"type":"line","phase":"review","raw":{"type":"stream_event","session_id":"r","event":{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}}}
{"t":5,"type":"person","did":"interrupt"}
{"t":5,"type":"phase","from":"review","to":"user"}
{"t":6,"type":"person","did":"quit"}
{"t":6,"type":"phase","from":"user","to":"done"}
{"t":6.5,"type":"end","outcome":"interrupted","session_id":"s","cost_usd":0.5,"tokens":1137}`
	var out, warnings bytes.Buffer
	c := Config{Input: strings.NewReader(recording), Name: "x", Format: "json", Out: &out, Warnings: &warnings}
	if _, err := Run(t.Context(), c); err != nil || warnings.Len() > 0 {
		t.Errorf("%v, %s", err, &warnings)
	}
	if !strings.Contains(out.String(), `"tokens":1137,"cached":0.98`) {
		t.Errorf("%s", &out)
	}
}

// TestToldInClaudesScreen: a replay of a session on Claude Code's own screen says what was said there: what went first
// after a review, and that a dismissal counted, also one from after the end of the finding's task. It names no command
// that this screen does not have.
func TestToldInClaudesScreen(t *testing.T) {
	const (
		header = `{"ccc_recording":1,"door":"hook","at":"2026-11-21T09:00:00Z","launch":"l","cwd":"/p","provider":"",` +
			`"max_rounds":3,"attended":true}`
		works    = `{"t":1,"type":"phase","from":"user","to":"agent"}`
		asked    = `{"t":1,"type":"person","text":"go"}`
		stopped  = `{"t":1,"type":"stop","session_id":"s","stop":{"tools":1,"task":{},"limits":{"max_rounds":3}}}`
		reviewed = `{"t":2,"type":"phase","from":"agent","to":"review","round":1}`
		found    = `"findings":[{"severity":"blocker","text":"no test","status":"open"}]`
		rejected = `{"t":3,"type":"verdict","round":1,"feedback":"no test","queued":true,` + found + `}`
		ended    = `{"t":3,"type":"verdict","round":1,"feedback":"no test","queued":true,"ends":true,` + found + `}`
		question = `{"t":3,"type":"verdict","round":1,"blocked":true,"feedback":"which?",` + found + `}`
		advised  = `{"t":3,"type":"verdict","round":1,"completed":true,` +
			`"findings":[{"severity":"advice","text":"no test","status":"open"}]}`
		yours   = `{"t":3,"type":"phase","from":"review","to":"user","round":1}`
		over    = `{"t":3,"type":"phase","from":"review","to":"done","round":1}`
		off     = `{"t":4,"type":"person","did":"reviews_off"}`
		on      = `{"t":4,"type":"person","did":"reviews_on"}`
		again   = `{"t":5,"type":"phase","from":"user","to":"agent"}`
		more    = `{"t":5,"type":"person","text":"more"}`
		broken  = `{"t":6,"type":"person","did":"interrupt"}`
		offStop = `{"t":6,"type":"stop","session_id":"s","stop":{"off":true,"limits":{"max_rounds":3},"task":{"count":1,` +
			`"findings":[{"id":"F1","severity":"blocker","text":"no test","status":"open","found_in":1}]}}}`
		mine    = `{"t":6,"type":"phase","from":"agent","to":"user"}`
		dismiss = `{"t":7,"type":"person","did":"dismiss","text":"F1 again"}`

		dismissed = "> /supervisor dismiss F1 again\nccc: F1 is dismissed: no test\n" +
			"     No reviewer may send work back for it again in this project.\n"
		goOn  = "     No blocker is open any more: send a message to go on.\n"
		isOff = "     Reviews are off: once /supervisor has switched them on, the next review knows of this.\n"
	)
	judged := []string{header, works, asked, stopped, reviewed}
	for name, test := range map[string]struct {
		items               []string
		outcome, want, last string // last ends the output
	}{
		"/supervisoroff goes first": {[]string{ended, yours, off}, "",
			"ccc: Your /supervisoroff goes first, and ends the reviews. The feedback was:", "reviews are off until /supervisor\n"},
		"a message goes first": {[]string{rejected, yours}, "", "ccc: Your own message goes first. The feedback was:", ""},
		"switched off":         {[]string{rejected, yours, off, dismiss}, "", "", dismissed + isOff},
		"on and off":           {[]string{rejected, yours, off, on, off, dismiss}, "", "", dismissed + isOff},
		"after a stop with reviews off": {[]string{rejected, yours, off, again, more, offStop, mine, dismiss}, "needs_user", "",
			dismissed + isOff},
		"on": {[]string{rejected, yours, on, dismiss}, "", "", dismissed + goOn},
		"twice": {[]string{rejected, yours, on, dismiss, off, on, dismiss}, "", dismissed + goOn,
			"first: ccc dismiss --list has its number N for ccc dismiss --undo N\n"},
		"a question waits":        {[]string{question, yours, dismiss}, "needs_user", "", dismissed + goOn},
		"completed":               {[]string{advised, over, on, dismiss}, "completed", "", dismissed},
		"completed, and on again": {[]string{advised, over, again, more, broken, mine, dismiss}, "interrupted", "", dismissed},
	} {
		var out, warnings bytes.Buffer
		soFar := `{"t":9,"type":"so_far","session_id":"s","outcome":"` + test.outcome + `"}`
		input := strings.Join(slices.Concat(judged, test.items, []string{soFar}), "\n")
		c := Config{Input: strings.NewReader(input), Name: "x", Format: "text", Out: &out, Warnings: &warnings,
			Language: lang.English}
		if _, err := Run(t.Context(), c); err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, &warnings)
		}
		got := out.String()
		if !strings.Contains(got, test.want) || !strings.HasSuffix(got, test.last) || strings.Contains(got, "/accept") {
			t.Errorf("%s: want %q, and %q at the end, without /accept:\n%s", name, test.want, test.last, got)
		}
	}
}

// TestEscWhileTextIsWritten: where the user has stopped the agent in the middle of a word, no word is torn, and what
// was said meanwhile stands below the text, as it did on the live screen.
func TestEscWhileTextIsWritten(t *testing.T) {
	line := func(raw string) string { return `{"t":1,"type":"line","phase":"agent","raw":` + raw + `}` }
	delta := func(words string) string {
		return line(`{"type":"stream_event","session_id":"s","event":{"type":"content_block_delta","index":0,` +
			`"delta":{"type":"text_delta","text":"` + words + `"}}}`)
	}
	recording := strings.Join([]string{
		`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","launch":"l","max_rounds":3,"attended":true}`,
		`{"t":0,"type":"person","text":"go"}`, `{"t":0,"type":"phase","from":"user","to":"agent"}`,
		`{"t":0,"type":"start","phase":"agent"}`, `{"t":0,"type":"sent","from":"person","uuid":"u"}`,
		line(`{"type":"system","subtype":"init","session_id":"s"}`), `{"t":1,"type":"turn","what":"started"}`,
		line(`{"type":"stream_event","session_id":"s","event":{"type":"content_block_start","index":0,` +
			`"content_block":{"type":"text","text":""}}}`),
		delta("The prices"), delta(" are com"),
		`{"t":2,"type":"person","did":"stop"}`, `{"t":2,"type":"sent","from":"interrupt","uuid":"i"}`,
		delta("pu"),
		line(`{"type":"assistant","session_id":"s","message":{"id":"a","role":"assistant",` +
			`"content":[{"type":"text","text":"The prices are compu"}]}}`),
		line(`{"type":"result","subtype":"error_during_execution","is_error":true,"session_id":"s"}`),
		`{"t":2,"type":"turn","what":"ended"}`, `{"t":2,"type":"phase","from":"agent","to":"user"}`,
		`{"t":3,"type":"person","did":"quit"}`, `{"t":3,"type":"phase","from":"user","to":"done"}`,
		`{"t":3,"type":"end","outcome":"interrupted","session_id":"s"}`,
	}, "\n")
	const want = "> go\nThe prices are compu\nccc: interrupting"
	var out bytes.Buffer
	_, err := Run(t.Context(), Config{Input: strings.NewReader(recording), Name: "x", Format: "text", Out: &out,
		Warnings: &out, Language: lang.English})
	if err != nil || !strings.HasPrefix(out.String(), want) {
		t.Errorf("%v\n%s\nwant\n%s", err, &out, want)
	}
}
