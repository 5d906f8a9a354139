// Package plan is ccc run: it reads a plan, a markdown file with a GitHub task list, and does its tasks. Each task is a
// supervised launch of its own, which ccc starts: one after another in the user's tree, or several at once in work
// trees. The boxes of finished tasks are ticked.
package plan

import (
	"bytes"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Plan is what a file says.
type Plan struct {
	Context string // what stands before the first task, without a heading of that alone
	Tasks   []Task // in the order of the file, those that are done, too
}

// ID tells a task from the others of its plan, wherever it stands there.
type ID struct {
	Title string `json:"title"` // its first line, as it is written
	Nth   int    `json:"nth"`   // from 1, of those with that title
}

// Task is an item with a box that is not below another item with a box.
type Task struct {
	ID
	Number  int // from 1, in the file
	Done    bool
	Heading string // the nearest one above it, without its marks; "" for none
	Group   int    // tasks with the same number have no heading between them
	Section string // its headings and what stands between them and their first tasks, but for what Context has
	Text    string // of the item, with all that is below it, not indented and without the box
	box     int    // where the byte is that is ' ' or 'x'
}

// parse knows the blocks of CommonMark, and nothing of what is in them: a task is a matter of blocks.
var parse = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// mark is how some editors of Windows begin a file.
var mark = []byte("\xef\xbb\xbf")

// Parse reads a plan. What [Check] refuses has no task.
func Parse(source []byte) Plan {
	if Check(source) != nil {
		return Plan{}
	}
	r := reader{source: bytes.TrimPrefix(source, mark), seen: make(map[string]int)}
	r.base = len(source) - len(r.source)
	r.visit(parse().Parse(text.NewReader(r.source)))
	return r.Plan
}

// reader goes through the blocks of a file.
type reader struct {
	Plan
	source  []byte
	base    int // of source in the file
	seen    map[string]int
	heading string
	group   int
	from    int // where the section begins
	text    int // where what is below its heading begins
	section string
	known   bool   // section is that of this group
	lead    string // the heading right above the first task, as long as others are below it
	level   int    // of that heading
}

func (r *reader) visit(n ast.Node) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			return
		}
		if h, ok := child.(*ast.Heading); ok {
			r.heading = joinFields(string(h.Lines().Value(r.source)))
			r.group++
			r.from, r.text, r.known = r.line(h.Pos()), r.end(h), false
			if len(r.Tasks) == 0 {
				r.level = h.Level
			} else if h.Level <= r.level {
				r.lead = ""
			}
		}
		item, ok := child.(*ast.ListItem)
		if ok && r.addTask(item) {
			continue // what is below a task is a part of it
		}
		r.visit(child)
	}
}

// addTask adds an item that is a task.
func (r *reader) addTask(item *ast.ListItem) bool {
	first := item.FirstChild()
	if first == nil || first.Kind() != ast.KindTextBlock && first.Kind() != ast.KindParagraph {
		return false
	}
	box := first.Lines().At(0).Start
	if !hasBox(r.source[box:]) {
		return false
	}
	line := first.Lines().At(0)
	title := joinFields(string(line.Value(r.source))[3:])
	if title == "" {
		return false
	}
	begins := r.line(box)
	if len(r.Tasks) == 0 {
		context := begins
		if r.group > 0 && r.text >= begins { // nothing is below the heading: it is for its tasks alone
			context = r.from
		}
		r.Context, r.lead = r.trimmed(0, context), r.trimmed(context, begins)
		r.section, r.known = r.lead, true
	}
	if !r.known {
		r.section, r.known = strings.TrimSpace(r.lead+"\n\n"+r.trimmed(r.from, begins)), true
	}
	r.seen[title]++
	r.Tasks = append(r.Tasks, Task{
		ID: ID{title, r.seen[title]}, Number: len(r.Tasks) + 1, Done: r.source[box+1] != ' ',
		Heading: r.heading, Group: r.group, Section: r.section,
		Text: dedented(string(r.source[box+3:r.end(item)]), columns(r.source[begins:box])), box: r.base + box + 1,
	})
	return true
}

func (r *reader) trimmed(from, to int) string { return strings.TrimSpace(string(r.source[from:to])) }

// hasBox reports whether a text begins as GitHub has it: [ ] or [x], and a space.
func hasBox(text []byte) bool {
	return len(text) > 3 && text[0] == '[' && bytes.IndexByte([]byte(" xX"), text[1]) >= 0 && text[2] == ']' &&
		bytes.IndexByte([]byte(" \t\r\n"), text[3]) >= 0
}

// line is where the line begins that at is in.
func (r *reader) line(at int) int { return bytes.LastIndexByte(r.source[:at], '\n') + 1 }

// end is where the first block begins that comes after n and is not a part of it.
func (r *reader) end(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if next := n.NextSibling(); next != nil {
			return r.line(next.Pos())
		}
	}
	return len(r.source)
}

// joinFields is a text with one space for each stretch of white space.
func joinFields(text string) string { return strings.Join(strings.Fields(text), " ") }

const tab = 4 // columns

// columns is how wide the beginning of a line is.
func columns(prefix []byte) (n int) {
	for _, c := range string(prefix) {
		if n++; c == '\t' {
			n = (n + tab - 1) / tab * tab
		}
	}
	return n
}

// dedented is a text whose lines, but the first, are that many columns less indented, if they are.
func dedented(text string, columns int) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		for at := 0; i > 0 && at < columns && line != "" && strings.ContainsRune(" \t>", rune(line[0])); line = line[1:] {
			if at++; line[0] == '\t' {
				at = (at + tab - 1) / tab * tab
			}
		}
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Find is the task of that name; ok is false where the plan has none.
func (p Plan) Find(id ID) (t Task, ok bool) {
	for _, t := range p.Tasks {
		if t.ID == id {
			return t, true
		}
	}
	return t, false
}

// Tick gives the file with the task done, which changes one byte. The file is as it was where the task is done already,
// and ok is false where there is no such task.
func Tick(source []byte, id ID) (ticked []byte, ok bool) {
	t, ok := Parse(source).Find(id)
	if !ok || t.Done {
		return source, ok
	}
	ticked = bytes.Clone(source)
	ticked[t.box] = 'x'
	return ticked, true
}
