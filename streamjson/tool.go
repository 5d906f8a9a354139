package streamjson

import "encoding/json"

// StructuredOutput is the name of the tool by which claude answers --json-schema.
const StructuredOutput = "StructuredOutput"

// MainArgument returns the input field that identifies a tool_use: the command, the file, the pattern. If there is no
// such field it returns the input as JSON, and if there is no input "".
func (b Block) MainArgument() string {
	var args map[string]json.RawMessage
	if json.Unmarshal(b.Input, &args) == nil {
		for _, name := range []string{
			"command", "file_path", "notebook_path", "pattern", "path", "url", "query", "description",
			"skill", "prompt",
		} {
			var text string
			if json.Unmarshal(args[name], &text) == nil && text != "" {
				return text
			}
		}
		if len(args) == 0 {
			return ""
		}
	}
	return string(b.Input)
}

// IsEdit reports whether a tool_use changes a file.
func (b Block) IsEdit() bool {
	if b.Type != "tool_use" {
		return false
	}
	return b.Name == "Write" || b.Name == "Edit" || b.Name == "MultiEdit" || b.Name == "NotebookEdit"
}

// IsWrite reports whether a tool_use may change files. All tools may, except those that are known to read only.
func (b Block) IsWrite() bool {
	if b.Type != "tool_use" {
		return false
	}
	switch b.Name {
	case "Read", "Grep", "Glob", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "TaskOutput", "BashOutput",
		"ToolSearch", "Skill", "ExitPlanMode", "EnterPlanMode", "AskUserQuestion", StructuredOutput,
		"TaskCreate", "TaskUpdate", "TaskList", "TaskGet":
		return false
	}
	return true
}
