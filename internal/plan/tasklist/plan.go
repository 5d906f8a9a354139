// Package tasklist reads a plan: a markdown file with a GitHub task list, and what it says of how each task is done. It
// ticks the box of a task.
package tasklist

import (
	"bytes"
	"cmp"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Plan is the content of a file.
type Plan struct {
	Context  string  // the text before the first task, without a heading of that task
	Tasks    []Task  // in the order of the file, including those that are done
	Front    string  // the front matter, without the lines around it
	Defaults Options // of the front matter
	Fault    error   // the first thing in the options of the plan or a task that is wrong; nil for none
}

// ID identifies a task in its plan, wherever its line is.
type ID struct {
	Title string `json:"title"` // its first line
	Nth   int    `json:"nth"`   // its number among the tasks with that title, from 1
}

// Task is an item with a box. Items with a box below it are part of it.
type Task struct {
	ID
	Number  int // its number in the file, from 1
	Done    bool
	Heading string // the heading above it, without its marks; "" for none
	Group   int    // the same for tasks without a heading between them
	Section string // its headings, and the text between them and the first task; without what is in Context
	Text    string // the item with all that is below it, without the box, the indentation and the options
	Options        // with those of the front matter
	Keyed   bool   // it has options of its own
	line    int    // the number of its first line in the file, from 1
	box     int    // the offset of the ' ' or 'x' in the file
}

// parse parses only the blocks of CommonMark, since a task is a block.
var parse = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// mark is the byte order mark with which some editors begin a file.
var mark = []byte("\xef\xbb\xbf")

// Parse reads a plan. A text that [Check] refuses has no task.
func Parse(source []byte) Plan {
	if Check(source) != nil {
		return Plan{}
	}
	front, below := cutMatter(source)
	r := reader{source: bytes.TrimPrefix(below, mark), seen: make(map[string]int)}
	r.base = len(source) - len(r.source)
	r.Front = string(front)
	r.lines = bytes.Count(source[:r.base], []byte("\n"))
	r.Fault = cmp.Or(checkMatter(source), r.Defaults.setMatter(front))
	r.visit(parse().Parse(text.NewReader(r.source)))
	r.Fault = cmp.Or(r.Fault, r.checkOrder())
	return r.Plan
}

// reader collects the tasks from the blocks of a file.
type reader struct {
	Plan
	source  []byte
	base    int // the offset of source in the file
	lines   int // the number of lines above it
	counted int // the offset in source up to which its lines are in lines
	seen    map[string]int
	heading string
	group   int
	from    int // begin of the section
	text    int // begin of the text below its heading
	section string
	known   bool   // section belongs to the present group
	lead    string // the heading above the first task, while it applies to later ones, too
	level   int    // the level of that heading
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

// addTask adds an item to the plan if it is a task, and reports that.
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
		if r.group > 0 && r.text >= begins { // no text is below the heading: it belongs to its tasks
			context = r.from
		}
		r.Context, r.lead = r.trimmed(0, context), r.trimmed(context, begins)
		r.section, r.known = r.lead, true
	}
	if !r.known {
		r.section, r.known = strings.TrimSpace(r.lead+"\n\n"+r.trimmed(r.from, begins)), true
	}
	r.lines += bytes.Count(r.source[r.counted:begins], []byte("\n"))
	r.counted = begins
	whole := dedented(string(r.source[box+3:r.end(item)]), columns(r.source[begins:box]))
	options, rest, keyed, err := cutOptions(whole, r.lines+1, r.Defaults)
	r.Fault = cmp.Or(r.Fault, err)
	r.seen[title]++
	r.Tasks = append(r.Tasks, Task{
		ID: ID{title, r.seen[title]}, Number: len(r.Tasks) + 1, Done: r.source[box+1] != ' ',
		Heading: r.heading, Group: r.group, Section: r.section,
		Text: rest, Options: options, Keyed: keyed, line: r.lines + 1, box: r.base + box + 1,
	})
	return true
}

func (r *reader) trimmed(from, to int) string { return strings.TrimSpace(string(r.source[from:to])) }

// hasBox reports whether a text begins with a box in GitHub's form: [ ] or [x], and a space.
func hasBox(text []byte) bool {
	return len(text) > 3 && text[0] == '[' && bytes.IndexByte([]byte(" xX"), text[1]) >= 0 && text[2] == ']' &&
		bytes.IndexByte([]byte(" \t\r\n"), text[3]) >= 0
}

// line is the begin of the line that contains the offset.
func (r *reader) line(at int) int { return bytes.LastIndexByte(r.source[:at], '\n') + 1 }

// end is the begin of the next block that is not part of n.
func (r *reader) end(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if next := n.NextSibling(); next != nil {
			return r.line(next.Pos())
		}
	}
	return len(r.source)
}

// joinFields replaces each stretch of white space by a space.
func joinFields(text string) string { return strings.Join(strings.Fields(text), " ") }

const tab = 4 // columns

// columns is the width of the beginning of a line.
func columns(prefix []byte) (n int) {
	for _, c := range string(prefix) {
		if n++; c == '\t' {
			n = (n + tab - 1) / tab * tab
		}
	}
	return n
}

// dedented removes up to that many columns of indentation from each line but the first.
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

// Find returns the task with that ID.
func (p Plan) Find(id ID) (t Task, ok bool) {
	for _, t := range p.Tasks {
		if t.ID == id {
			return t, true
		}
	}
	return t, false
}

// Tick ticks a task, which changes one byte of the file. ok is false if there is no such task.
func Tick(source []byte, id ID) (ticked []byte, ok bool) {
	t, ok := Parse(source).Find(id)
	if !ok || t.Done {
		return source, ok
	}
	ticked = bytes.Clone(source)
	ticked[t.box] = 'x'
	return ticked, true
}
