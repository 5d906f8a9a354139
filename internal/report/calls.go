package report

import (
	"encoding/json"
	"strings"

	"ccc/internal/session"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// edit is the input of the tools that change files.
type edit struct {
	Path     string `json:"file_path"`
	Notebook string `json:"notebook_path"`
	Content  string `json:"content"`
	Source   string `json:"new_source"`
	Old      string `json:"old_string"`
	New      string `json:"new_string"`
}

func (c *collector) tool(item *session.Item, b streamjson.Block) {
	argument := b.MainArgument()
	e := &Entry{Kind: "tool", Tool: session.Label(b.Name)}
	var in edit
	switch {
	case b.IsEdit() && json.Unmarshal(b.Input, &in) == nil && in.Path+in.Notebook != "":
		argument = c.relative(in.Path + in.Notebook)
		added := in.Content + in.Source + in.New
		if in.Old != "" || added != "" {
			e.Input = []session.Clip{session.NewClip(in.Old, maxOutput), session.NewClip(added, maxOutput)}
		}
	case b.Name != "Bash":
		argument = c.relative(argument)
		fallthrough
	default:
		var of struct{ Prompt string } // the task of a subagent, which its description does not contain
		if json.Unmarshal(b.Input, &of) == nil && of.Prompt != "" && of.Prompt != argument {
			e.Input = []session.Clip{session.NewClip(of.Prompt, maxOutput)}
		} else if len(argument) > maxLabel || strings.Contains(argument, "\n") {
			e.Input = []session.Clip{session.NewClip(argument, maxOutput)}
		}
		if item.Phase != "review" && b.Name == "Bash" {
			c.report.Shells++
		}
	}
	e.Argument = session.Label(argument)
	c.entryOf(item, e)
	if len(c.openCalls) > maxCalls { // the processes of these calls have ended
		clear(c.openCalls)
	}
	c.openCalls[b.ID] = e
}

// maxCalls is how many tool calls without a result are kept.
const maxCalls = 1000

func (c *collector) result(b streamjson.Block) {
	e := c.openCalls[b.ToolUseID]
	if e == nil {
		return
	}
	delete(c.openCalls, b.ToolUseID)
	output := strings.TrimRight(b.ContentText(), "\r\n")
	said, refused := terminal.Refusal(output)
	refusedEdit, rejected := terminal.Rejected(e.Tool, output)
	switch {
	case b.IsError && refused:
		e.State, output = "refused", c.language.Text(said)
	case b.IsError && rejected && e.Phase != "review":
		e.State, output = "not_run", ""
		if refusedEdit {
			e.State = "refused"
		}
	case b.IsError:
		e.State = "error"
	default:
		e.State = "ok"
	}
	e.Output = session.NewClip(output, maxOutput)
	c.talk.addWeight(e, weightOf(e.Output))
	if e.Phase != "review" && !b.IsError && (streamjson.Block{Type: "tool_use", Name: e.Tool}).IsEdit() {
		c.changeFile(e.Argument)
	}
}

// changeFile notes that the agent has changed a file.
func (c *collector) changeFile(path string) {
	f := c.files[path]
	switch {
	case f != nil:
	case len(c.files) == maxFiles:
		c.report.FilesLeft++
		return
	default:
		f = &File{Path: path}
		c.files[path] = f
		c.report.Files = append(c.report.Files, f)
	}
	f.Calls++
}

// relative returns a path in the project relative to the project.
func (c *collector) relative(path string) string {
	dir := c.fold.Dir()
	if rest, below := strings.CutPrefix(path, strings.TrimSuffix(dir, "/")+"/"); below && dir != "" {
		return rest
	}
	return path
}
