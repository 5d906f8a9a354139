package layout

import (
	"strings"

	"ccc/internal/text"
)

// Markdown lays out markdown for a terminal while it is being written. It splits the text into blocks, and parses
// each block when it is complete: a paragraph at the blank line after it, a list when something else follows, and a
// code block line by line.
type Markdown struct {
	Base  string     // the control sequence of the style of plain text; "" for none
	Links bool       // the terminal shows links
	Width func() int // the columns now

	line    string   // has no newline yet
	block   []string // the lines of the block so far
	before  bool     // a blank line was before the block
	blank   bool     // a blank line comes before the next part
	written bool     // something has been laid out already
	fence   string   // of the open code block; "" if none is open
	lexer   *lexer   // for the rest of a line of code
	lang    string
}

// A longer block, and a longer line, is laid out in parts. A line that is being written is laid out again at each
// frame, so the time for that must not grow with its length.
const (
	maxBlockLines = 200
	maxBlockBytes = 16 << 10
	maxCodeBytes  = 4 << 10 // of a line of code
)

// Feed adds text. It returns what is complete, laid out.
func (m *Markdown) Feed(more string) (lines []string) {
	m.line += more
	for {
		line, rest, found := strings.Cut(m.line, "\n")
		if !found {
			break
		}
		m.line = strings.TrimSuffix(line, "\r")
		lines = append(lines, m.takeParts()...)
		lines = append(lines, m.takeLine(m.line)...)
		m.line = rest
	}
	return append(lines, m.takeParts()...)
}

// takeParts lays out the beginning of a line that is too long to be laid out at once.
func (m *Markdown) takeParts() (lines []string) {
	for m.fence != "" && len(m.line) > maxCodeBytes {
		lines = append(lines, m.codePart()...)
	}
	for m.fence == "" && len(m.line) > maxBlockBytes {
		n := strings.LastIndexByte(m.line[:maxBlockBytes], ' ') + 1
		if n == 0 {
			n = len(text.Head(m.line, maxBlockBytes))
		}
		lines = append(lines, m.takeLine(m.line[:n])...)
		lines = append(lines, m.flush()...)
		m.line = m.line[n:]
	}
	return lines
}

// codePart lays out full rows of a long line of code. The rest of the line begins with the row that is not full.
func (m *Markdown) codePart() []string {
	n := len(text.Head(m.line, maxCodeBytes))
	code := codeText(m.line[:n])
	rows := chop(code, codeWidth(m.Width()))
	if len(rows) > 1 {
		rows = rows[:len(rows)-1]
	}
	end := rows[len(rows)-1].to
	x, again := m.lexerOfLine(), m.lexerOfLine()
	x.continues, again.continues = true, true
	f := x.flow(code)
	m.lexer = again.after(code, end)
	m.line = code[end:] + m.line[n:]
	m.written = true
	return indentCode(f.paintAll(rows, m.Base))
}

// Rest lays out what is left as if it were complete, and changes nothing.
func (m *Markdown) Rest() []string {
	last := *m
	last.block = append([]string(nil), m.block...)
	var lines []string
	if last.line != "" {
		lines = last.takeLine(last.line)
	}
	return append(lines, last.flush()...)
}

var (
	listItem = text.LazyRegexp{Expr: `^\s*([-*+]|\d{1,9}[.)])\s`}
	heading  = text.LazyRegexp{Expr: `^ {0,3}#{1,6}\s`}
	fenced   = text.LazyRegexp{Expr: "^( *)(`{3,}|~{3,})([^`]*)$"}
	ruler    = text.LazyRegexp{Expr: `^ {0,3}([-*_] *){3,}$`}
)

// takeLine adds a complete line. It returns what is complete with it, laid out.
func (m *Markdown) takeLine(line string) (lines []string) {
	if m.fence != "" {
		return m.code(line)
	}
	if open := fenced.Get().FindStringSubmatch(line); open != nil {
		lines = append(m.flush(), m.gapRow(m.blank)...)
		m.blank = false
		m.fence, m.lang = open[2], strings.TrimSpace(open[3])
		return lines
	}
	switch isList := len(m.block) > 0 && listItem.Get().MatchString(m.block[0]); {
	case strings.TrimSpace(line) == "":
		if !isList {
			lines = m.flush()
		}
		m.blank = true
		return lines
	case isList && m.blank &&
		(strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || listItem.Get().MatchString(line)):
		m.block = append(m.block, "")
		m.blank = false
	case isList && m.blank, heading.Get().MatchString(line), ruler.Get().MatchString(line) && m.blank:
		lines = m.flush()
	}
	if len(m.block) == 0 {
		m.before, m.blank = m.blank, false
	}
	m.block = append(m.block, line)
	if heading.Get().MatchString(line) || len(m.block) >= maxBlockLines || m.size() > maxBlockBytes {
		lines = append(lines, m.flush()...)
	}
	return lines
}

func (m *Markdown) size() (n int) {
	for _, line := range m.block {
		n += len(line)
	}
	return n
}

// code lays out a line of a code block.
func (m *Markdown) code(line string) []string {
	trimmed := strings.TrimSpace(line)
	if m.lexer == nil && strings.HasPrefix(trimmed, m.fence) && strings.Trim(trimmed, m.fence[:1]) == "" {
		m.fence, m.lang = "", ""
		return nil
	}
	m.written = true
	x := m.lexerOfLine()
	m.lexer = nil
	return codeLine(line, x, m.Width(), m.Base)
}

// lexerOfLine returns a lexer for the line, or for what is left of it.
func (m *Markdown) lexerOfLine() *lexer {
	if m.lexer != nil {
		x := *m.lexer
		return &x
	}
	return newLexer(m.lang)
}

// gapRow returns an empty row if blank is true and something is above it.
func (m *Markdown) gapRow(blank bool) []string {
	if !blank || !m.written {
		return nil
	}
	return flow{}.lines(1, m.Base)
}

// flush lays out the block and begins a new one.
func (m *Markdown) flush() []string {
	if len(m.block) == 0 {
		return nil
	}
	lines := append(m.gapRow(m.before), setBlock(m.block, m.Width(), renderer{base: m.Base, links: m.Links})...)
	m.block, m.written = nil, true
	return lines
}
