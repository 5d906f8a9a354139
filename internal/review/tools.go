package review

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// Tools are all that a reviewer may ever have, by name: it reads, searches, and runs commands where a cage holds them.
// Whatever else a version offers, or an MCP server, reaches beyond the review.
var Tools = []string{"Read", "Grep", "Glob", bash}

const bash = "Bash"

// CheckTools says which of the names that the person gives is none of [Tools].
func CheckTools(names []string) error {
	for _, name := range names {
		if !slices.Contains(Tools, name) {
			return lang.Errorf("supervisor.allowed_tools has %q: a reviewer has no tools but %s",
				name, strings.Join(Tools, ", "))
		}
	}
	return nil
}

// Asked are ask rules for the reviewer's settings. They make claude ask ccc before each call of a tool, those included
// that it runs without a question otherwise (CronCreate, Task, TodoWrite), and they leave the definitions of the tools
// as they are, so that the cached prompt serves. ccc answers by name: nothing runs that is not in [Tools].
//
// "*" is every tool on claude 2.1.197 and later ([everyTool]). Older versions take a rule by the tool's name alone:
// the names are all those that 2.1.5, 2.1.197 and 2.1.329 offer, and what else an older one offers is taken away
// ([answer.strangers]).
var Asked = []string{
	"*",
	"Agent", "AskUserQuestion", "Bash", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode", "EnterWorktree",
	"ExitPlanMode", "ExitWorktree", "Glob", "Grep", "KillShell", "ListAgents", "Monitor", "NotebookEdit", "Read",
	"ReportFindings", "ScheduleWakeup", "SendMessage", "Skill", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput",
	"TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write",
}

// everyTool reports whether the version takes "*" for all tools, those of MCP included (measured on 2.1.5, which does
// not, 2.1.197 and 2.1.329).
func everyTool(version string) bool {
	var major, minor, patch int
	_, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	return err == nil && slices.Compare([]int{major, minor, patch}, []int{2, 1, 197}) >= 0
}

// structuredOutput is the tool by which a structured answer is given.
const structuredOutput = "StructuredOutput"

// tools are those that the reviewer has.
func (r Request) tools() (names []string) {
	for _, name := range Tools {
		if (r.Allowed == nil || slices.Contains(r.Allowed, name)) && (name != bash || r.Bash) {
			names = append(names, name)
		}
	}
	return names
}

// may reports whether the reviewer may call the tool.
func (r Request) may(tool string) bool {
	return slices.Contains(r.tools(), tool) || tool == structuredOutput && r.structured()
}

// strangers are the tools that a claude offers the reviewer and would run without asking: of a version that does not
// take "*", those that no other rule names. All of an MCP server's are among them.
func (r Request) strangers(init streamjson.Init) (names []string) {
	if everyTool(init.Version) {
		return nil
	}
	for _, name := range init.Tools {
		if !slices.Contains(Asked, name) && !r.may(name) {
			names = append(names, name)
		}
	}
	return names
}

// permit answers a question of the reviewer's claude: a tool that it has may run, whatever its input is, since a cage
// holds what a command does, and no other.
func (r Request) permit(e streamjson.Event) []byte {
	c, err := e.ControlRequest()
	switch {
	case err != nil || c.Subtype != "can_use_tool":
		return streamjson.Refuse(c.RequestID, "ccc does not know this request")
	case !r.may(c.ToolName):
		return streamjson.Deny(c.RequestID,
			fmt.Sprintf("A reviewer has no %s. It has: %s.", c.ToolName, strings.Join(r.tools(), ", ")), false)
	case c.ToolName == bash && inBackground(c.Input):
		return streamjson.Deny(c.RequestID, "Nothing of a review runs in the background. "+
			"Run it in the foreground; a server that you need runs behind an & within the command that uses it.", false)
	}
	return streamjson.Allow(c.RequestID, c.Input)
}

// inBackground reports whether a command is to run on while the reviewer does something else. It could not hear how
// that ended, for it has no tool to ask.
func inBackground(input json.RawMessage) bool {
	var bash struct {
		Background bool `json:"run_in_background"`
	}
	return json.Unmarshal(input, &bash) != nil || bash.Background
}
