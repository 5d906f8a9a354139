package layout

import (
	"fmt"
	"strconv"
	"strings"

	"ccc/internal/text"
)

// Lists and quotes are split here and not by the parser. Models indent nested items by two, three or four columns,
// whatever the mark above is, and the parser takes some of these for one level.
var (
	listMark  = text.LazyRegexp{Expr: `^( *)([-*+]|\d{1,9}[.)])( +|$)`}
	interrupt = text.LazyRegexp{Expr: `^ {0,3}([-*+] |-$|[01][.)] )`} // a list without a blank line before it
	taskMark  = text.LazyRegexp{Expr: `^\[([ xX])\] +`}
)

// parts lays out a block of markdown: its lists and quotes here, the text between them by the parser.
func (r renderer) parts(lines []string, width, depth int) (set []string) {
	width = max(width, 8)
	for from, at := 0, 0; from < len(lines); from = at {
		kind := kindOf(lines[from], true)
		for at = from + 1; at < len(lines); at++ {
			next := kindOf(lines[at], false)
			if kind != aList && next != kind && (next != aText || kind != aQuote) {
				break
			}
			if kind == aList && lines[at-1] == "" && next == aText && indentOf(lines[at]) < indentOf(lines[from])+2 &&
				!listMark.Get().MatchString(lines[at]) {
				break
			}
		}
		part := lines[from:at]
		switch {
		case depth > maxDepth:
			set = append(set, flow{newSpan(strings.Join(part, " "), 0)}.lines(width, r.base)...)
		case kind == aList:
			set = append(set, r.list(part, width, depth)...)
		case kind == aQuote:
			var quoted []string
			for _, line := range part {
				line = strings.TrimPrefix(strings.TrimLeft(line, " "), ">")
				quoted = append(quoted, strings.TrimPrefix(line, " "))
			}
			bar := flow{{text: "│ ", look: isDim}}
			set = append(set, r.withPrefix(bar, bar, r.parts(quoted, width-2, depth+1))...)
		default:
			set = append(set, r.parse(strings.Join(part, "\n"), width)...)
		}
	}
	return set
}

type partKind uint8

const (
	aText partKind = iota
	aList
	aQuote
)

// kindOf returns what kind of part a line begins. Within a text only some lists may begin.
func kindOf(line string, first bool) partKind {
	pattern := interrupt.Get()
	if first {
		pattern = listMark.Get()
	}
	switch {
	case isQuote(line):
		return aQuote
	case pattern.MatchString(line) && !ruler.Get().MatchString(line):
		return aList
	}
	return aText
}

func isQuote(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), ">") }

// list lays out the items of a list. A line that is indented two columns more than the first item belongs to the item
// above it.
func (r renderer) list(lines []string, width, depth int) (set []string) {
	base := indentOf(lines[0])
	number, kind := 0, ""
	for from, at := 0, 0; from < len(lines); from = at {
		for at = from + 1; at < len(lines); at++ {
			if listMark.Get().MatchString(lines[at]) && indentOf(lines[at]) < base+2 {
				break
			}
		}
		mark := listMark.Get().FindStringSubmatch(lines[from])
		if number++; kind != mark[2][len(mark[2])-1:] { // a different mark begins a new list
			kind = mark[2][len(mark[2])-1:]
			number, _ = strconv.Atoi(mark[2][:len(mark[2])-1]) // of a bullet the number is not used
		}
		body := bodyOf(lines[from:at], mark)
		shown := "• "
		if task := taskMark.Get().FindStringSubmatch(body[0]); task != nil {
			shown = "[" + strings.ToLower(task[1]) + "] "
			body[0] = body[0][len(task[0]):]
		} else if len(mark[2]) > 1 {
			shown = fmt.Sprintf("%d. ", number)
		}
		item := r.item(body, width-len([]rune(shown)), depth+1)
		indent := strings.Repeat(" ", len([]rune(shown)))
		set = append(set, r.withPrefix(flow{{text: shown, look: isDim}}, flow{{text: indent}}, item)...)
	}
	return set
}

// bodyOf returns an item without its mark and indent. Nested lines keep their indent relative to each other.
func bodyOf(lines, mark []string) []string {
	body := append([]string(nil), lines...)
	body[0] = lines[0][len(mark[0]):]
	cut := len(mark[0])
	for _, line := range body[1:] {
		if listMark.Get().MatchString(line) {
			cut = min(cut, indentOf(line))
		}
	}
	for i, line := range body[1:] {
		body[i+1] = line[min(cut, indentOf(line)):]
	}
	return body
}

// item lays out the body of an item: its text first, then what is nested in it.
func (r renderer) item(body []string, width, depth int) (set []string) {
	n := 0
	for n < len(body) && !isQuote(body[n]) && (n == 0 || body[n] != "" && !listMark.Get().MatchString(body[n])) {
		n++
	}
	if first := strings.TrimSpace(strings.Join(body[:n], "\n")); first != "" {
		set = r.parse(first, width)
	}
	if len(set) == 0 && n > 0 {
		set = flow{}.lines(1, r.base)
	}
	return append(set, r.parts(trimBlank(body[n:]), width, depth)...)
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	return lines
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
