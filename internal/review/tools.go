package review

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/prompt"
	"ccc/streamjson"
)

const bash = "Bash"

// CheckTools says which of the names that the person gives is none of [rubric.Tools]. Nil is all of them; an empty list is an
// error: such a reviewer would look at nothing.
func CheckTools(names []string) error {
	if names != nil && len(names) == 0 {
		return lang.Errorf("supervisor.allowed_tools is empty: a reviewer without tools looks at nothing. "+
			"Name some of %s, or leave it out for all", strings.Join(rubric.Tools, ", "))
	}
	for _, name := range names {
		if !slices.Contains(rubric.Tools, name) {
			return lang.Errorf("supervisor.allowed_tools has %q: a reviewer has no tools but %s",
				name, strings.Join(rubric.Tools, ", "))
		}
	}
	return nil
}

// AskRules are ask rules for the reviewer's settings, for versions that do not let ccc answer for each tool ([asksForEachTool]):
// they make claude ask ccc before it runs what it would run without a question (Task, TodoWrite), or what a rule of the
// person's allows, and they leave the definitions of the tools as they are, so that the cached prompt serves. They are
// all that 2.1.5, 2.1.197 and 2.1.329 offer, but for [rubric.Tools]: of two rules for a tool the one that asks would count
// before one of the person's that denies it some input. What else such a version offers is taken away
// ([Request.strangers]).
var AskRules = []string{
	"Agent", "AskUserQuestion", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode", "EnterWorktree",
	"ExitPlanMode", "ExitWorktree", "KillShell", "ListAgents", "Monitor", "NotebookEdit", "ReportFindings",
	"ScheduleWakeup", "SendMessage", "Skill", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop",
	"TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write",
}

// asksForEachTool reports whether the version asks ccc by a hook callback before each tool call, whatever its name, though
// hooks are off in its settings: 2.1.197 and 2.1.329 do, 2.1.5 does not.
func asksForEachTool(version string) bool {
	return claude.AtLeast(version, "2.1.197")
}

// structuredOutput is the tool by which a structured answer is given.
const structuredOutput = "StructuredOutput"

// tools are those that the reviewer has.
func (r Reviewer) tools() (names []string) {
	for _, name := range rubric.Tools {
		if (r.Allowed == nil || slices.Contains(r.Allowed, name)) && (name != bash || r.Cage.Kind.Holds()) {
			names = append(names, name)
		}
	}
	return names
}

// allows reports whether the reviewer may call the tool.
func (r Reviewer) allows(tool string) bool {
	return slices.Contains(r.tools(), tool) || tool == structuredOutput && r.form() == prompt.FormSchema
}

// unknownTools are the tools that a claude offers the reviewer and might run without asking, where ccc does not answer for
// each: those that no rule names. All of an MCP server's are among them.
func (r Reviewer) unknownTools(init streamjson.Init) (names []string) {
	if asksForEachTool(init.Version) {
		return nil
	}
	for _, name := range init.Tools {
		if !slices.Contains(AskRules, name) && !r.allows(name) {
			names = append(names, name)
		}
	}
	return names
}

// permit answers the reviewer's claude, which asks before a tool runs: by a hook callback first, then, if no rule of
// the person's denies it and claude would not run it by itself, by can_use_tool.
func (r Reviewer) permit(e streamjson.Event) []byte {
	c, err := e.ControlRequest()
	switch {
	case err != nil:
	case c.Subtype == "hook_callback":
		var call struct {
			Name  string          `json:"tool_name"`
			Input json.RawMessage `json:"tool_input"`
		}
		_ = json.Unmarshal(c.Input, &call) // what cannot be read has no name
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

// objection says why a tool may not run; "" if it may. A tool that the reviewer has may do anything, since a cage holds
// what commands do. None may run in the background: the reviewer has no tool to hear how that ended.
func (r Reviewer) objection(tool string, input json.RawMessage) string {
	if !r.allows(tool) {
		return fmt.Sprintf("A reviewer has no %s. It has: %s.", tool, strings.Join(r.tools(), ", "))
	}
	var command struct {
		Background any `json:"run_in_background"`
	}
	_ = json.Unmarshal(input, &command) // claude judges the input
	if tool == bash && command.Background != nil && command.Background != false {
		return "Nothing of a review runs in the background. Run it in the foreground; " +
			"a server that you need can run behind an & within the command that uses it."
	}
	return ""
}
