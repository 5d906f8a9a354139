package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/text"
	"ccc/streamjson"
)

// todo is an item of the agent's list: one of TodoWrite, or a task of TaskCreate.
type todo struct {
	Content string `json:"content"`
	Status  string `json:"status"` // pending, in_progress, completed; of a task also deleted
}

// mark returns the item's box, as in a task list.
func (t todo) mark() string {
	switch t.Status {
	case "completed":
		return "[x] "
	case "in_progress":
		return "[>] "
	case "deleted":
		return "[-] "
	}
	return "[ ] "
}

// toolInput contains the fields of tools that are shown in a form of their own.
type toolInput struct {
	Todos     []todo `json:"todos"`
	Subject   string `json:"subject"`
	TaskID    string `json:"taskId"`
	Status    string `json:"status"`
	Plan      string `json:"plan"`
	Questions []struct {
		Question string `json:"question"`
	} `json:"questions"`
}

// Label returns the line of a call: the tool and what it works on.
func (s *Screen) Label(b streamjson.Block) string {
	var in toolInput
	if own := json.Unmarshal(b.Input, &in) == nil; own {
		switch b.Name {
		case "TodoWrite":
			done := 0
			for _, t := range in.Todos {
				if t.Status == "completed" {
					done++
				}
			}
			return text.Safe(b.Name) + " " + s.Lang.Sprintf("%d of %d done", done, len(in.Todos))
		case "TaskCreate":
			return text.Safe(b.Name + " " + todo{}.mark() + in.Subject)
		case "TaskUpdate":
			subject := in.Subject
			if subject == "" {
				subject = s.tasks[in.TaskID]
			}
			mark := ""
			if in.Status != "" {
				mark = todo{Status: in.Status}.mark()
			}
			return text.Safe(b.Name + " " + mark + strings.TrimSpace("#"+in.TaskID+" "+subject))
		case "ExitPlanMode":
			return text.Safe(b.Name)
		case "AskUserQuestion":
			if len(in.Questions) > 0 {
				return text.Safe(b.Name + " " + in.Questions[0].Question)
			}
		}
	}
	argument := b.MainArgument()
	if strings.HasPrefix(argument, "{") {
		argument = firstText(b.Input, argument)
	}
	if b.Name != "Bash" {
		argument = s.relative(argument)
	}
	return text.Safe(b.Name + " " + argument)
}

// checklist is the agent's list of things to do, which is shown above the line being typed.
type checklist struct {
	items []todo
	tasks []string // of TaskCreate: the number of each item; nil for a list of TodoWrite
}

// follow applies the change of the list by a call of the agent. created is the number of a new task.
func (c *checklist) follow(tool string, input json.RawMessage, created string) (changed bool) {
	var in toolInput
	if json.Unmarshal(input, &in) != nil {
		return false
	}
	switch tool {
	case "TodoWrite":
		c.items, c.tasks = in.Todos, nil
	case "TaskCreate":
		if c.tasks == nil || c.done() {
			c.items = nil
		}
		c.tasks = append(c.tasks[:len(c.items)], created)
		c.items = append(c.items, todo{Content: in.Subject, Status: "pending"})
	case "TaskUpdate":
		i := slices.Index(c.tasks, in.TaskID)
		if i < 0 {
			return false
		}
		if in.Subject != "" {
			c.items[i].Content = in.Subject
		}
		if in.Status != "" {
			c.items[i].Status = in.Status
		}
	default:
		return false
	}
	return true
}

// done reports whether nothing is left to do.
func (c *checklist) done() bool {
	return !slices.ContainsFunc(c.items, func(t todo) bool { return t.isOpen() })
}

// isOpen reports whether the item is still to be done.
func (t todo) isOpen() bool { return t.Status != "completed" && t.Status != "deleted" }

// maxChecklist is how many rows the list above the line may take.
const maxChecklist = 6

// checklistRows returns at most so many rows of the list: the item that was done last, and those that come next. It
// is empty if everything is done.
func (s *Screen) checklistRows(width, rows int) (list []string) {
	rows = min(rows, maxChecklist)
	if s.todo.done() || rows < 1 {
		return nil
	}
	items := slices.DeleteFunc(slices.Clone(s.todo.items), func(t todo) bool { return t.Status == "deleted" })
	done, from := 0, slices.IndexFunc(items, todo.isOpen)
	for _, t := range items {
		if !t.isOpen() {
			done++
		}
	}
	if len(items) > rows {
		from = min(max(from-1, 0), len(items)-rows+1)
	} else {
		from = 0
	}
	for i, t := range items[from:] {
		if len(list) == rows-1 && len(items)-from-i > 1 {
			what := s.Lang.Sprintf("… %d more, %d of %d done", len(items)-from-i, done, len(items))
			list = append(list, s.paint(dim, s.cutToRow(what, 3)))
			break
		}
		st := plain
		switch t.Status {
		case "completed":
			st = dim
		case "in_progress":
			st = cyan
		}
		list = append(list, s.paint(st, s.cutToRow(t.mark()+text.OneLine(t.Content), 1)))
	}
	return list
}

// todoLines returns the items that a call of TodoWrite lists.
func todoLines(b streamjson.Block) (lines []string) {
	var in toolInput
	if b.Name != "TodoWrite" || json.Unmarshal(b.Input, &in) != nil {
		return nil
	}
	for _, t := range in.Todos {
		lines = append(lines, t.mark()+t.Content)
	}
	return lines
}

// silentResults are tools whose successful result says no more than the call.
var silentResults = map[string]bool{
	"TodoWrite": true, "TaskCreate": true, "TaskUpdate": true, "ExitPlanMode": true, "AskUserQuestion": true,
}

var taskCreated = text.LazyRegexp{Expr: `^Task #(\w+) created`}

// rememberTask remembers what the agent has to do, and the number that claude gave to a new task.
func (s *Screen) rememberTask(t *toolCall, result streamjson.Block) {
	var in toolInput
	if !silentResults[t.tool] {
		return
	}
	created := ""
	if m := taskCreated.Get().FindStringSubmatch(result.ContentText()); m != nil {
		created = m[1]
	}
	if t.name == "agent" && t.parent == "" && !result.IsError && s.todo.follow(t.tool, t.input, created) {
		s.scheduleFrame()
	}
	if t.name != "agent" || t.tool != "TaskCreate" || json.Unmarshal(t.input, &in) != nil {
		return
	}
	if created != "" {
		if s.tasks == nil {
			s.tasks = make(map[string]string)
		}
		s.tasks[created] = in.Subject
	}
}

// firstText returns the first string argument of a tool with its name, or otherwise if there is none.
func firstText(input json.RawMessage, otherwise string) string {
	d := json.NewDecoder(bytes.NewReader(input))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return otherwise
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			break
		}
		var text string
		if json.Unmarshal(value, &text) == nil && text != "" {
			return fmt.Sprintf("%v: %s", key, text)
		}
	}
	return otherwise
}

// relative returns a path in the project relative to the project.
func (s *Screen) relative(path string) string {
	if s.Dir == "" || !filepath.IsAbs(path) {
		return path
	}
	if rest, below := strings.CutPrefix(path, strings.TrimSuffix(s.Dir, "/")+"/"); below {
		return rest
	}
	return path
}

// lastState returns what a terminal finally shows of a line: a progress bar overwrites itself by carriage returns.
func lastState(line string) string {
	line = strings.TrimRight(line, "\r")
	return line[strings.LastIndexByte(line, '\r')+1:]
}

// LastStates returns text with each line as a terminal finally shows it.
func LastStates(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = lastState(line)
	}
	return strings.Join(lines, "\n")
}
