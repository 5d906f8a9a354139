package review

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/review/protocol"
	"ccc/internal/rubric"
	"ccc/streamjson"
)

const bash = "Bash"

// CheckTools checks the user's list of tools: each must be one of [rubric.Tools]. Nil means all of them. An empty list
// is an error, because a reviewer without tools would look at nothing.
func CheckTools(names []string) error {
	if names != nil && len(names) == 0 {
		return lang.Errorf("supervisor.allowed_tools is empty: a reviewer without tools looks at nothing. "+
			"Name some of %s, or leave it out for all", lang.List(rubric.Tools...))
	}
	for _, name := range names {
		if !slices.Contains(rubric.Tools, name) {
			return lang.Errorf("supervisor.allowed_tools has %q: a reviewer can only have %s",
				name, lang.List(rubric.Tools...))
		}
	}
	return nil
}

// AskRules are "ask" permission rules for the reviewer's settings. They are for claude versions that do not ask ccc
// before each tool call ([asksForEachTool]). With these rules claude asks before it runs a tool that it would otherwise
// run without asking, such as Task or TodoWrite, or that a rule of the user allows. They do not change the definitions
// of the tools, so the provider's cache still serves the prompt.
//
// The list has all tools of 2.1.5, 2.1.197 and 2.1.329 except [rubric.Tools]: an ask rule for these would override a
// rule of the user that denies a tool some input. Other tools of such a version are removed ([Reviewer.unknownTools]).
var AskRules = []string{
	"Agent", "AskUserQuestion", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode", "EnterWorktree",
	"ExitPlanMode", "ExitWorktree", "KillShell", "ListAgents", "Monitor", "NotebookEdit", "ReportFindings",
	"ScheduleWakeup", "SendMessage", "Skill", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop",
	"TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write",
}

// asksForEachTool reports whether this claude version asks ccc before every tool call, by a hook callback, although its
// settings turn hooks off. 2.1.197 and 2.1.329 do, 2.1.5 does not.
func asksForEachTool(version string) bool {
	return claude.AtLeast(version, "2.1.197")
}

// tools returns the names of the reviewer's tools.
func (r Reviewer) tools() (names []string) {
	for _, name := range rubric.Tools {
		if (r.Allowed == nil || slices.Contains(r.Allowed, name)) && (name != bash || r.Cage.Kind.AllowsCommands()) {
			names = append(names, name)
		}
	}
	return names
}

// isAllowed reports whether the reviewer may call the tool.
func (r Reviewer) isAllowed(tool string) bool {
	return slices.Contains(r.tools(), tool) || tool == streamjson.StructuredOutput && r.form() == protocol.FormSchema
}

// unknownTools returns the tools that claude may run without asking ccc, because no rule names them. Tools of MCP
// servers are among them. For a version that asks before every call it returns none.
func (r Reviewer) unknownTools(init streamjson.Init) (names []string) {
	if asksForEachTool(init.Version) {
		return nil
	}
	for _, name := range init.Tools {
		if !slices.Contains(AskRules, name) && !r.isAllowed(name) {
			names = append(names, name)
		}
	}
	return names
}

// permit answers a request of the reviewer's claude before a tool call. Claude asks first by a hook callback. It asks
// again, by can_use_tool, if no rule of the user denies the call and it would not run it without asking.
func (r Reviewer) permit(e streamjson.Event) []byte {
	c, err := e.ControlRequest()
	switch {
	case err != nil:
	case c.Subtype == "hook_callback":
		var call struct {
			Name  string          `json:"tool_name"`
			Input json.RawMessage `json:"tool_input"`
		}
		_ = json.Unmarshal(c.Input, &call) // if it cannot be read, the name is empty
		if why := r.objection(call.Name, call.Input); why != "" {
			return streamjson.StopTool(c.RequestID, why)
		}
		return streamjson.PassTool(c.RequestID)
	case c.Subtype == "can_use_tool":
		if why := r.objection(c.ToolName, c.Input); why != "" {
			return streamjson.Deny(c.RequestID, why, false)
		}
		return streamjson.Allow(c.RequestID, c.Input)
	}
	return streamjson.Refuse(c.RequestID, "ccc does not know this request")
}

// objection says why a tool call may not run; "" if it may. The reviewer's tools may get any input, because the sandbox
// restricts commands. No command may run in the background, because the reviewer has no tool to see how it ended.
func (r Reviewer) objection(tool string, input json.RawMessage) string {
	if !r.isAllowed(tool) {
		return fmt.Sprintf("A reviewer has no %s. It has: %s.", tool, strings.Join(r.tools(), ", "))
	}
	var command struct {
		Background any `json:"run_in_background"`
	}
	_ = json.Unmarshal(input, &command) // claude itself checks the input
	if tool == bash && command.Background != nil && command.Background != false {
		return "Nothing of a review runs in the background. Run it in the foreground; " +
			"a server that you need can run behind an & within the command that uses it."
	}
	return ""
}
