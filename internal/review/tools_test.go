package review

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ccc/streamjson"
)

// question returns the request that claude sends before it runs a tool.
func question(t *testing.T, subtype, tool, input string) streamjson.Event {
	t.Helper()
	line := `{"type":"control_request","request_id":"q1","request":{"subtype":"` + subtype + `","tool_name":"` + tool +
		`","input":` + input + `,"tool_use_id":"t1"}}` + "\n"
	e, err := streamjson.NewDecoder(strings.NewReader(line)).Next()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// answered returns the behavior that an answer to such a request sets.
func answered(t *testing.T, answer []byte) (behavior string) {
	t.Helper()
	var got struct {
		Response struct {
			Subtype   string
			RequestID string `json:"request_id"`
			Response  struct {
				Behavior, Message  string
				HookSpecificOutput struct{ PermissionDecision string }
			}
		}
	}
	if err := json.Unmarshal(answer, &got); err != nil || got.Response.RequestID != "q1" {
		t.Fatalf("answer = %s, %v", answer, err)
	}
	if got.Response.Subtype != "success" {
		return got.Response.Subtype
	}
	return got.Response.Response.Behavior + got.Response.Response.HookSpecificOutput.PermissionDecision
}

// TestPermit: the reviewer's own tools may run with any input, and no others. Bash may run only in a cage.
func TestPermit(t *testing.T) {
	caged := Reviewer{Cage: held}
	for _, c := range []struct {
		name    string
		request Reviewer
		tool    string
		input   string
		allowed bool
	}{
		{"read", caged, "Read", `{"file_path":"/etc/passwd"}`, true},
		{"search", caged, "Grep", `{}`, true},
		{"list", caged, "Glob", `{}`, true},
		{"any command", caged, "Bash", `{"command":"cd / && rm -rf $(pwd) > x","dangerouslyDisableSandbox":true}`, true},
		{"in the background", caged, "Bash", `{"command":"make","run_in_background":true}`, false},
		{"said to be in the foreground", caged, "Bash", `{"command":"make","run_in_background":false}`, true},
		{"in the background, as a text", caged, "Bash", `{"command":"make","run_in_background":"true"}`, false},
		{"no cage", Reviewer{}, "Bash", `{"command":"ls"}`, false},
		{"no cage, read", Reviewer{}, "Read", `{}`, true},
		{"no cage, though allowed", Reviewer{Allowed: []string{"Bash"}}, "Bash", `{"command":"ls"}`, false},
		{"not among hers", Reviewer{Cage: held, Allowed: []string{"Read"}}, "Bash", `{"command":"ls"}`, false},
		{"none of hers", Reviewer{Cage: held, Allowed: []string{}}, "Read", `{}`, false},
		{"beyond, though hers", Reviewer{Cage: held, Allowed: []string{"Write", "mcp__db__ask"}}, "Write", `{}`, false},
		{"of MCP", caged, "mcp__db__ask", `{}`, false},
		{"in a later version", caged, "PlantCron", `{}`, false},
		{"without a name", caged, "", `{}`, false},
		{"the verdict", Reviewer{Schema: true}, "StructuredOutput", `{"completed":true}`, true},
		{"a verdict that nobody asked for", caged, "StructuredOutput", `{"completed":true}`, false},
	} {
		wanted, passed := "deny", "deny"
		if c.allowed {
			wanted, passed = "allow", "" // claude's own rules decide
		}
		if got := answered(t, c.request.permit(question(t, "can_use_tool", c.tool, c.input))); got != wanted {
			t.Errorf("%s: permit(%s %s) = %q, want %s", c.name, c.tool, c.input, got, wanted)
		}
		if got := answered(t, c.request.permit(question(t, "hook_callback", "",
			`{"tool_name":"`+c.tool+`","tool_input":`+c.input+`}`))); got != passed {
			t.Errorf("%s: permit of the hook for %s %s = %q, want %q", c.name, c.tool, c.input, got, passed)
		}
	}
	if got := answered(t, caged.permit(question(t, "elicitation", "Read", `{}`))); got != "error" {
		t.Errorf("permit of an unknown request = %s, want an error", got)
	}
	if got := answered(t, caged.permit(question(t, "hook_callback", "", `"Read"`))); got != "deny" {
		t.Errorf("permit of a hook without a tool = %s, want deny", got)
	}
}

func TestStrangers(t *testing.T) {
	for _, c := range []struct {
		name    string
		version string
		request Reviewer
		tools   string
		want    string
	}{
		{"2.1.5", "2.1.5", Reviewer{Cage: held}, "Task Bash Read TodoWrite KillShell", ""},
		{"2.1.5 with MCP", "2.1.5", Reviewer{Cage: held}, "Bash mcp__db__ask", "mcp__db__ask"},
		{"in between", "2.1.196", Reviewer{Cage: held}, "Bash PlantCron mcp__db__ask", "PlantCron mcp__db__ask"},
		{"ccc answers for each", "2.1.197", Reviewer{Cage: held}, "Bash PlantCron mcp__db__ask", ""},
		{"later", "3.0.0", Reviewer{Cage: held}, "Bash PlantCron", ""},
		{"a version that cannot be read", "next", Reviewer{Cage: held}, "Read PlantCron", "PlantCron"},
		{"the verdict", "2.1.5", Reviewer{Schema: true}, "Read StructuredOutput", ""},
		{"without a cage", "2.1.5", Reviewer{}, "Bash Read", "Bash"},
	} {
		got := c.request.unknownTools(streamjson.Init{Version: c.version, Tools: strings.Fields(c.tools)})
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: strangers = %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnknownTool: a reviewer with a tool that it would use without asking is ended before its model is asked, and then
// started once more without that tool.
func TestUnknownTool(t *testing.T) {
	r := request(t, "offers")
	starts := 0
	r.Observe = func(e streamjson.Event) {
		if init, err := e.Init(); err == nil && init.Tools != nil {
			starts++
		}
	}
	if got := runReviewer(t.Context(), t, r); !got.Completed || starts != 2 {
		t.Errorf("Run = %+v after %d starts, want completed after two", got, starts)
	}
	if args := logged(t, r).Args; !slices.Contains(args, "--disallowedTools=PlantCron,mcp__db__ask") {
		t.Errorf("the second reviewer's arguments = %q", args)
	}
	r = request(t, "insists")
	if got := runReviewer(t.Context(), t, r); got.Failure != streamjson.Transient ||
		!strings.Contains(got.Reason.Error(), "does not take PlantCron away") {
		t.Errorf("Run of one that offers it all the same = %+v, want a failure that names it", got)
	}
}

// TestWrongTool: a reviewer that has used a tool that it should not have gives no verdict, in its first answer or in
// its second.
func TestWrongTool(t *testing.T) {
	for _, act := range []string{"plants", "plants later"} {
		r := request(t, act)
		r.Changed = true
		if got := runReviewer(t.Context(), t, r); got.Completed || got.Failure != streamjson.Transient ||
			!strings.Contains(got.Reason.Error(), "used PlantCron") {
			t.Errorf("%s: Run = %+v, want a failure that names the tool", act, got)
		}
	}
}

// TestAsked: the reviewer's claude gets its answers while it works.
func TestAsked(t *testing.T) {
	r := request(t, "asks")
	got := runReviewer(t.Context(), t, r)
	want := []string{"Bash make test (ok)", "Write x (denied)"}
	if !got.Completed || !slices.Equal(got.Evidence, want) {
		t.Errorf("Run = %+v, want completed after %q", got, want)
	}
}

// TestFilesAsThePersonKnowsThem: the files that a reviewer read are listed relative to the project's directory.
// Commands are listed unchanged.
func TestFilesAsThePersonKnowsThem(t *testing.T) {
	a := dialogue{request: Reviewer{Dir: "/p"}, calls: []toolCall{
		{tool: "Read", argument: "/p/a.go", result: "ok"}, {tool: "Bash", argument: "/p/run", result: "exit 1"},
		{tool: "Grep", argument: "/px", result: "ok"},
	}}
	want := []string{"Read a.go (ok)", "Bash /p/run (exit 1)", "Grep /px (ok)"}
	if got := a.judge().Evidence; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
