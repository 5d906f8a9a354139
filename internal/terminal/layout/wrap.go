// Package layout lays out text for a terminal: lines wrapped between words, tables, quoted text, and markdown with
// code while a model writes it. The only control sequences in its results are its own.
package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// look is a set of attributes of text.
type look uint8

const (
	isBold look = 1 << iota
	isItalic
	isUnderlined
	isStruck
	isDim
	isCode
	isString
	isComment
)

// sgr returns the control sequence that switches a look on; "" for none.
func (l look) sgr() string {
	var b strings.Builder
	for i, code := range [...]string{"1", "3", "4", "9", "2", "36", "32", "2"} {
		if l&(1<<i) != 0 {
			b.WriteString("\x1b[" + code + "m")
		}
	}
	return b.String()
}

// span is text with one look. The text is safe, see newSpan.
type span struct {
	text string
	look look
	link string // the address that it links to; "" for none
}

// newSpan makes text safe. Tabs and newlines become spaces.
func newSpan(s string, l look) span {
	if strings.ContainsAny(s, "\n\t\r") {
		s = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(s)
	}
	return span{text: text.Safe(s), look: l}
}

// flow is a line of spans, to be broken into rows.
type flow []span

func (f flow) text() string {
	var b strings.Builder
	for _, sp := range f {
		b.WriteString(sp.text)
	}
	return b.String()
}

// row is a part of a flow, by offsets in its text.
type row struct{ from, to int }

// nextPiece returns the next piece of a text that must not be broken, with the spaces after it. A text may be broken at
// spaces and next to wide characters only, so that paths, addresses, options and numbers stay whole.
func nextPiece(text string) (piece, rest string) {
	n := len(text) - len(strings.TrimLeft(text, " "))
	if i := strings.IndexByte(text[n:], ' '); i >= 0 {
		n += i
	} else {
		n = len(text)
	}
	end := n + len(text[n:]) - len(strings.TrimLeft(text[n:], " "))
	for at, state := 0, -1; at < n; {
		var segment string
		segment, _, _, state = uniseg.FirstLineSegmentInString(text[at:n], state)
		if to := pathIn(text[:n], at, at+len(segment)); to > 0 {
			return text[:to], text[to:]
		}
		if at += len(segment); at < n && (wideAt(segment, true) || wideAt(text[at:n], false)) {
			return text[:at], text[at:]
		}
	}
	return text[:end], text[end:]
}

// pathIn returns where a path or an option begins that follows a wide character, within these offsets; 0 for none.
// By Unicode's rules no line begins with it.
func pathIn(text string, from, to int) int {
	for i := max(from, 1); i < to; i++ {
		if text[i-1] < utf8.RuneSelf || !slices.ContainsFunc(pathBegins, func(s string) bool {
			return strings.HasPrefix(text[i:], s)
		}) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[i:], "./-"))
		isOpen := unicode.Is(unicode.Ps, before) || unicode.Is(unicode.Pi, before)
		if wideAt(text[:i], true) && !isOpen && after < utf8.RuneSelf &&
			(unicode.IsLetter(after) || unicode.IsDigit(after)) {
			return i
		}
	}
	return 0
}

var pathBegins = []string{"/", "./", "../", "--"}

// wideAt reports whether the last, or the first, character of a text is two columns wide.
func wideAt(text string, last bool) bool {
	if !last {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[:min(len(text), 64)], -1)
		return uniseg.StringWidth(cluster) == 2
	}
	width := 0
	for g := uniseg.NewGraphemes(text[max(0, len(text)-1<<10):]); g.Next(); {
		width = g.Width()
	}
	return width == 2
}

// joints are the characters after which a word that is wider than a row is broken, such as a path or a name. It is also
// broken before a capital letter in it.
const joints = "/_-,;:=&?|+"

// markWidth is the width of a Chinese mark behind a path.
const markWidth = 2

// wrap breaks a text into rows of the width, between words. A word that is wider than a row is broken at its last joint
// in the row. If the row would then be less than a third full, it is broken anywhere. With whole a path, an address or
// the ID of a session stays whole, and ccc on one row with its command, so that they can be copied: the terminal
// continues on its next row.
func wrap(text string, width int, whole bool) (rows []row) {
	width = max(width, 1)
	at, begin, used := 0, 0, 0
	end := func(to int) {
		rows = append(rows, row{begin, begin + len(strings.TrimRight(text[begin:to], " "))})
		begin, used = to, 0
	}
	for rest := text; rest != ""; {
		var piece string
		piece, rest = nextPiece(rest)
		if whole && piece == "ccc " {
			var verb string
			verb, rest = nextPiece(rest)
			piece += verb
		}
		n := cells(strings.TrimRight(piece, " "))
		if used > 0 && used+n > width {
			end(at)
		}
		if n > width && !(whole && isCopyable(piece)) {
			joint, usedToJoint, isLower := 0, 0, false
			for g := uniseg.NewGraphemes(piece); g.Next(); {
				from, to := g.Positions()
				if used+g.Width() > width && at+from > begin {
					cut, rest := at+from, 0
					if joint > begin && 3*usedToJoint >= width {
						cut, rest = joint, used-usedToJoint
					}
					end(cut)
					used = rest
				}
				if isLower && 'A' <= piece[from] && piece[from] <= 'Z' {
					joint, usedToJoint = at+from, used
				}
				used += g.Width()
				isLower = 'a' <= piece[from] && piece[from] <= 'z'
				if strings.Contains(joints, g.Str()) {
					joint, usedToJoint = at+to, used
				}
			}
		} else {
			if used += cells(piece); n > width && n <= width+markWidth {
				used = markWidth // the terminal puts that mark on its next row, where more can follow
			}
		}
		at += len(piece)
	}
	if begin < len(text) || len(rows) == 0 {
		end(len(text))
	}
	return rows
}

var sessionID = text.LazyRegexp{Expr: `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`}

// isCopyable reports whether a word, with spaces after it, looks like a path, an address or the ID of a session. It is
// ASCII alone, so that no other text passes for one.
func isCopyable(piece string) bool {
	word := strings.TrimRight(piece, " ，。：；、）")
	isName := strings.Contains(word, "/") || sessionID.Get().MatchString(strings.TrimRight(word, ",."))
	return isName && !strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// cells returns the width of a text in columns. It is quick for ASCII, which most text is.
func cells(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// lines breaks a flow into rows of the width and styles them. Base is the style of the text around.
func (f flow) lines(width int, base string) (lines []string) {
	return f.paintAll(wrap(f.text(), width, false), base)
}

// paintAll styles rows, which must follow each other.
func (f flow) paintAll(rows []row, base string) (lines []string) {
	at := 0 // where f begins
	for _, r := range rows {
		for len(f) > 1 && at+len(f[0].text) <= r.from {
			at += len(f[0].text)
			f = f[1:]
		}
		lines = append(lines, f.paint(row{r.from - at, r.to - at}, base))
	}
	return lines
}

// paint returns one row with its styles.
func (f flow) paint(r row, base string) string {
	var b strings.Builder
	b.WriteString(base)
	at := 0
	for _, sp := range f {
		if at >= r.to {
			break
		}
		from, to := max(r.from, at), min(r.to, at+len(sp.text))
		if from < to {
			on := sp.look.sgr()
			b.WriteString(on)
			if sp.link != "" {
				b.WriteString("\x1b]8;;" + sp.link + "\a")
			}
			b.WriteString(sp.text[from-at : to-at])
			if sp.link != "" {
				b.WriteString("\x1b]8;;\a")
			}
			if on != "" {
				b.WriteString("\x1b[0m" + base)
			}
		}
		at += len(sp.text)
	}
	if base != "" {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// maxIndent is how much of a line's indent its further rows keep.
const maxIndent = 12

// Wrap breaks safe text into lines of at most that width, between words. Further rows of a line keep its indent.
// Without a width lines stay as they are.
func Wrap(text string, width int) string { return wrapLines(text, width, false) }

func wrapLines(text string, width int, whole bool) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if width <= 0 || len(line) <= width {
			lines = append(lines, line)
			continue
		}
		line = strings.ReplaceAll(line, "\t", "    ")
		blank := len(line) - len(strings.TrimLeft(line, " "))
		line = line[max(0, blank-width/2):]
		indent := line[:min(blank, width/2)]
		rest := indent[:min(len(indent), maxIndent)]
		for i, r := range wrap(line[len(indent):], width-len(indent), whole) {
			if i == 0 {
				lines = append(lines, indent+line[len(indent)+r.from:len(indent)+r.to])
				continue
			}
			lines = append(lines, rest+line[len(indent)+r.from:len(indent)+r.to])
		}
	}
	return strings.Join(lines, "\n")
}

// WrapRows is [Wrap] for text with the rows of a table: a label, two blanks or more, and a text. The further lines of a
// row are below its text. Where the label takes more than half of the width, or leaves too little room for a path, the
// text is on lines of its own. Paths and addresses stay whole.
func WrapRows(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if at := columnOf(line); width > 0 && at > 0 && uniseg.StringWidth(line) > width {
			line = wrapRow(line[:at], line[at:], width)
		} else {
			line = wrapLines(line, width, true)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// brokenWidth is the width from which a line is taken for one that was broken to fit a page.
const brokenWidth = 85

// Unwrap joins the lines of paragraphs and of a table's rows that were broken to fit a page, for a terminal that may be
// narrower.
func Unwrap(page string) string {
	var lines []string
	for line := range strings.SplitSeq(page, "\n") {
		words := strings.TrimLeft(line, " ")
		last := len(lines) - 1
		if last < 0 || words == "" || uniseg.StringWidth(lines[last]) < brokenWidth ||
			len(line)-len(words) != uniseg.StringWidth(lines[last][:columnOf(lines[last])]) {
			lines = append(lines, line)
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(lines[last])
		after, _ := utf8.DecodeRuneInString(words)
		isChinese := uniseg.StringWidth(string(before)) > 1 && uniseg.StringWidth(string(after)) > 1
		if !isChinese && !strings.ContainsRune("，、；：。（“", before) { // these marks have a gap of their own
			lines[last] += " "
		}
		lines[last] += words
	}
	return strings.Join(lines, "\n")
}

// columnOf returns where the text of a table's row begins, in bytes; 0 if the line is no such row.
func columnOf(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	label, rest, found := strings.Cut(line[indent:], "  ")
	if !found || label == "" || strings.Contains(line, "\t") {
		return 0
	}
	what := strings.TrimLeft(rest, " ")
	if what == "" {
		return 0
	}
	return len(line) - len(what)
}

// ownIndent is how far the text of a row is indented on lines of its own, more than the row's label.
const ownIndent = 4

// wrapRow breaks one row of a table into lines.
func wrapRow(label, what string, width int) string {
	column := uniseg.StringWidth(label)
	if column <= width/2 && !isTooNarrow(what, width, column) {
		blank := strings.Repeat(" ", column)
		return label + strings.ReplaceAll(wrapLines(what, width-column, true), "\n", "\n"+blank)
	}
	indent := len(label) - len(strings.TrimLeft(label, " "))
	blank := strings.Repeat(" ", min(indent+ownIndent, width/2))
	what = strings.ReplaceAll(wrapLines(what, width-len(blank), true), "\n", "\n"+blank)
	return wrapLines(strings.TrimRight(label, " "), width, true) + "\n" + blank + what
}

// isTooNarrow reports whether a word that stays whole fits on a line of its own, and not behind a label of that width:
// the terminal would break it in its middle.
func isTooNarrow(what string, width, column int) bool {
	for what != "" {
		var piece string
		piece, what = nextPiece(what)
		if n := cells(strings.TrimRight(piece, " ")); n > width-column && n <= width-ownIndent && isCopyable(piece) {
			return true
		}
	}
	return false
}

// StripStyles removes our styles and links. Nothing else in a safe text contains an escape.
func StripStyles(text string) string {
	if strings.IndexByte(text, 0x1b) < 0 {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "\x1b")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := "m"
		if strings.HasPrefix(rest, "]") {
			end = "\a"
		}
		_, text, _ = strings.Cut(rest, end)
	}
}
