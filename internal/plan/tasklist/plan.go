// Package tasklist reads a plan: a markdown file with a GitHub task list and options for its tasks. It also ticks the
// box of a task.
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

// Plan is the content of a plan's file.
type Plan struct {
	Context  string  // the text before the first task, without the heading of that task
	Tasks    []Task  // in the order of the file, including finished tasks
	Front    string  // the front matter, without the lines around it
	Defaults Options // the options in the front matter
	Fault    error   // the first error in the options of the plan or of a task; nil for none
}

// ID identifies a task in its plan, wherever its line is.
type ID struct {
	Title string `json:"title"` // its first line
	Nth   int    `json:"nth"`   // its number among the tasks with the same title, from 1
}

// Task is a list item with a box. Items with boxes inside the item are part of the task.
type Task struct {
	ID
	Number  int // its number in the file, from 1
	Done    bool
	Heading string // the text of the heading above it; "" for none
	Group   int    // numbers the headings that have tasks: tasks below the same heading have the same group
	Section string // its headings and the text between them and the first task, except what is in Context
	Text    string // the item with everything below it, without the box, the indentation and the options
	Options        // its own options, completed by those of the front matter
	Keyed   bool   // it has options of its own
	line    int    // the number of its first line in the file, from 1
	box     int    // the offset of the ' ' or 'x' in the file
}

// parse parses only CommonMark blocks, because a task is a block.
var parse = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// byteOrderMark is the byte order mark that some editors write at the beginning of a file.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Parse reads a plan. If [CheckLimits] refuses the text, the plan has no task.
func Parse(source []byte) Plan {
	if CheckLimits(source) != nil {
		return Plan{}
	}
	front, below := cutMatter(source)
	r := reader{source: bytes.TrimPrefix(below, byteOrderMark), seen: make(map[string]int)}
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
	source         []byte
	base           int // the offset of source in the file
	lines          int // the number of lines above it
	countedTo      int // the offset in source up to which lines includes its newlines
	seen           map[string]int
	heading        string
	group          int
	sectionStart   int // offset at which the section begins
	textStart      int // offset at which the text below its heading begins
	section        string
	isSectionKnown bool   // the section is stored for the present group
	lead           string // the heading above the first task, while it also applies to later tasks
	level          int    // the level of that heading
}

func (r *reader) visit(n ast.Node) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			return
		}
		if h, ok := child.(*ast.Heading); ok {
			r.heading = joinFields(string(h.Lines().Value(r.source)))
			r.group++
			r.sectionStart, r.textStart, r.isSectionKnown = r.lineStart(h.Pos()), r.blockEnd(h), false
			if len(r.Tasks) == 0 {
				r.level = h.Level
			} else if h.Level <= r.level {
				r.lead = ""
			}
		}
		item, ok := child.(*ast.ListItem)
		if ok && r.addTask(item) {
			continue // an item inside a task is part of that task
		}
		r.visit(child)
	}
}

// addTask adds a list item to the plan if it is a task, and reports whether it is.
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
	begins := r.lineStart(box)
	if len(r.Tasks) == 0 {
		context := begins
		if r.group > 0 && r.textStart >= begins { // the heading has no text, so it belongs to its tasks
			context = r.sectionStart
		}
		r.Context, r.lead = r.trimmed(0, context), r.trimmed(context, begins)
		r.section, r.isSectionKnown = r.lead, true
	}
	if !r.isSectionKnown {
		r.section, r.isSectionKnown = strings.TrimSpace(r.lead+"\n\n"+r.trimmed(r.sectionStart, begins)), true
	}
	r.lines += bytes.Count(r.source[r.countedTo:begins], []byte("\n"))
	r.countedTo = begins
	whole := dedented(string(r.source[box+3:r.blockEnd(item)]), columns(r.source[begins:box]))
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

// hasBox reports whether a text begins with a GitHub box, [ ] or [x], and a space.
func hasBox(text []byte) bool {
	return len(text) > 3 && text[0] == '[' && bytes.IndexByte([]byte(" xX"), text[1]) >= 0 && text[2] == ']' &&
		bytes.IndexByte([]byte(" \t\r\n"), text[3]) >= 0
}

// lineStart returns the offset at which the line of another offset begins.
func (r *reader) lineStart(at int) int { return bytes.LastIndexByte(r.source[:at], '\n') + 1 }

// blockEnd returns the offset of the next block that is not part of n.
func (r *reader) blockEnd(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if next := n.NextSibling(); next != nil {
			return r.lineStart(next.Pos())
		}
	}
	return len(r.source)
}

// joinFields replaces each run of white space by a space.
func joinFields(text string) string { return strings.Join(strings.Fields(text), " ") }

const tab = 4 // width of a tab, in columns

// columns returns the width of a prefix of a line, in columns.
func columns(prefix []byte) (n int) {
	for _, c := range string(prefix) {
		if n++; c == '\t' {
			n = (n + tab - 1) / tab * tab
		}
	}
	return n
}

// dedented removes at most that many columns of indentation from each line except the first.
func dedented(text string, columns int) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		for at := 0; i > 0 && at < columns && line != "" &&
			strings.ContainsRune(" \t>", rune(line[0])); line = line[1:] {
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

// Tick ticks a task by changing one byte of the file. ok is false if the plan has no such task.
func Tick(source []byte, id ID) (ticked []byte, ok bool) {
	t, ok := Parse(source).Find(id)
	if !ok || t.Done {
		return source, ok
	}
	ticked = bytes.Clone(source)
	ticked[t.box] = 'x'
	return ticked, true
}
