package terminal

import (
	"regexp"
	"strings"
	"sync"
)

// markdownStream sets markdown for the terminal while it is being written. It is cut into blocks, each of which is parsed by
// itself when it is whole: a paragraph at the blank line behind it, a list when something else follows; the lines of a
// code block at once.
type markdownStream struct {
	base  style
	links bool // the terminal shows links
	width func() int

	line    string   // has not come whole
	block   []string // the lines of the block so far
	before  bool     // a blank line stood before it
	blank   bool     // one stands before what is next
	written bool     // something has been set already
	fence   string   // of the code block that is open
	lang    string
}

// A block that is longer is set in parts: how long it takes to set one must not grow without bound.
const (
	maxBlockLines = 200
	maxBlockBytes = 16 << 10
)

func (m *markdownStream) feed(text string) (lines []string) {
	m.line += text
	for {
		line, rest, found := strings.Cut(m.line, "\n")
		if !found {
			return lines
		}
		m.line = rest
		lines = append(lines, m.take(strings.TrimSuffix(line, "\r"))...)
	}
}

// rest sets what has come, as if it were all, and changes nothing.
func (m *markdownStream) rest() []string {
	last := *m
	last.block = append([]string(nil), m.block...)
	var lines []string
	if last.line != "" {
		lines = last.take(last.line)
	}
	return append(lines, last.flush()...)
}

var (
	listItem = lazy(`^\s*([-*+]|\d{1,9}[.)])\s`)
	heading  = lazy(`^ {0,3}#{1,6}\s`)
	fenced   = lazy("^( *)(`{3,}|~{3,})([^`]*)$")
	ruler    = lazy(`^ {0,3}([-*_] *){3,}$`)
)

// lazy is a pattern that costs nothing before it is used: the Stop hook starts at every stop.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// take takes a whole line, and gives what is set with it.
func (m *markdownStream) take(line string) (lines []string) {
	if m.fence != "" {
		return m.code(line)
	}
	if open := fenced().FindStringSubmatch(line); open != nil {
		lines = append(m.flush(), m.gap(m.blank)...)
		m.blank = false
		m.fence, m.lang = open[2], strings.TrimSpace(open[3])
		return lines
	}
	switch isList := len(m.block) > 0 && listItem().MatchString(m.block[0]); {
	case strings.TrimSpace(line) == "":
		if !isList {
			lines = m.flush()
		}
		m.blank = true
		return lines
	case isList && m.blank &&
		(strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || listItem().MatchString(line)):
		m.block = append(m.block, "")
		m.blank = false
	case isList && m.blank, heading().MatchString(line), ruler().MatchString(line) && m.blank:
		lines = m.flush()
	}
	if len(m.block) == 0 {
		m.before, m.blank = m.blank, false
	}
	m.block = append(m.block, line)
	if heading().MatchString(line) || len(m.block) >= maxBlockLines || m.size() > maxBlockBytes {
		lines = append(lines, m.flush()...)
	}
	return lines
}

func (m *markdownStream) size() (n int) {
	for _, line := range m.block {
		n += len(line)
	}
	return n
}

// code takes a line of a code block.
func (m *markdownStream) code(line string) []string {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, m.fence) && strings.Trim(trimmed, m.fence[:1]) == "" {
		m.fence, m.lang = "", ""
		return nil
	}
	m.written = true
	return codeLine(line, m.lang, m.width(), m.base)
}

// gap is a blank line, if one stood there and something before it.
func (m *markdownStream) gap(blank bool) []string {
	if !blank || !m.written {
		return nil
	}
	return flow{}.lines(1, m.base)
}

// flush sets the block.
func (m *markdownStream) flush() []string {
	if len(m.block) == 0 {
		return nil
	}
	lines := append(m.gap(m.before), setBlock(m.block, m.width(), renderer{base: m.base, links: m.links})...)
	m.block, m.written = nil, true
	return lines
}
