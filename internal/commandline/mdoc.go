package commandline

import (
	"strings"
	"time"
	"unicode"
)

// A ManPage is a manual page while it is written. Its texts are plain, in any language. The lines of a paragraph are
// filled, an empty line begins a new paragraph, and a paragraph that begins with two spaces is printed unchanged.
type ManPage struct {
	b       strings.Builder
	isEmpty bool // this section or item is still empty
}

// NewManPage begins the page of a program, for section 1 of the manual.
func NewManPage(name, summary string, date time.Time) *ManPage {
	p := new(ManPage)
	p.macro("Dd", date.Format("January 2, 2006"))
	p.macro("Dt", strings.ToUpper(name), "1")
	p.macro("Os")
	p.macro("nh") // no hyphenation, so that commands can be copied
	p.Section("NAME")
	p.macro("Nm", name)
	p.macro("Nd", quote(summary))
	return p
}

// String returns the text of the page.
func (p *ManPage) String() string { return p.b.String() }

// Section begins a section.
func (p *ManPage) Section(title string) {
	p.macro("Sh", title)
	p.isEmpty = true
}

// Usage adds a line to the section SYNOPSIS: one way to call the program.
func (p *ManPage) Usage(name, args string) {
	p.macro("Nm", name)
	p.line(args)
}

// List begins a list of items. A list may be within an item of another one.
func (p *ManPage) List() { p.macro("Bl", "-tag", "-width", "Ds") }

// Item begins an item of a list. what is its title.
func (p *ManPage) Item(what string) {
	p.macro("It", "Cm", quote(what))
	p.isEmpty = true
}

// End ends a list.
func (p *ManPage) End() {
	p.macro("El")
	p.isEmpty = false
}

// Text adds paragraphs.
func (p *ManPage) Text(text string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.TrimSpace(paragraph) == "" {
			continue
		}
		if strings.HasPrefix(paragraph, "  ") {
			if !p.isEmpty {
				p.macro("Pp")
			}
			p.macro("Bd", "-literal", "-compact")
			for line := range strings.SplitSeq(paragraph, "\n") {
				p.line(strings.TrimPrefix(line, "  "))
			}
			p.macro("Ed")
		} else {
			if !p.isEmpty {
				p.macro("Pp")
			}
			p.fill(paragraph)
		}
		p.isEmpty = false
	}
}

// fill writes a paragraph. Each sentence begins a new line, which mdoc asks for, and long lines are wrapped.
func (p *ManPage) fill(paragraph string) {
	const width = 80
	line := ""
	for word := range strings.FieldsSeq(joinLines(paragraph)) {
		if line != "" && len(escape(line+" "+word)) > width {
			p.line(line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
		if strings.ContainsAny(word[len(word)-1:], ".!?") || strings.HasSuffix(strings.TrimRight(word, `)"`), ".") {
			p.line(line)
			line = ""
		}
	}
	if line != "" {
		p.line(line)
	}
}

// joinLines joins the lines of a paragraph. Between two Chinese characters it adds no space.
func joinLines(paragraph string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(paragraph, "\n") {
		line = strings.TrimSpace(line)
		if before := []rune(b.String()); len(before) > 0 && line != "" &&
			!(isBreakable(before[len(before)-1]) && isBreakable([]rune(line)[0])) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// isBreakable reports whether a line may be broken after the character without a space, as in Chinese.
func isBreakable(r rune) bool {
	return unicode.Is(unicode.Han, r) || strings.ContainsRune("，。；：、（）“”", r)
}

// macro writes a line with an mdoc macro. The arguments must be escaped already.
func (p *ManPage) macro(words ...string) {
	p.b.WriteString("." + strings.Join(words, " ") + "\n")
}

// line writes a line of text. At its beginning \& keeps a . or ' from being a macro.
func (p *ManPage) line(text string) {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		p.b.WriteString(`\&`)
	}
	p.b.WriteString(escape(text) + "\n")
}

// quote returns a text as one argument of a macro.
func quote(text string) string { return `"` + escape(strings.ReplaceAll(text, "\n", " ")) + `"` }

// escape replaces the characters that roff would read as commands or print differently: - as a hyphen, ' as a curly
// quote.
func escape(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		switch r {
		case '\\':
			b.WriteString(`\e`)
		case '-':
			b.WriteString(`\-`)
		case '\'':
			b.WriteString(`\(aq`)
		case '`':
			b.WriteString(`\(ga`)
		case '^':
			b.WriteString(`\(ha`)
		case '~':
			b.WriteString(`\(ti`)
		case '"':
			b.WriteString(`\(dq`)
		default:
			b.WriteRune(r)
			// roff would not break a line of Chinese: \: allows a break, but not before punctuation.
			if isBreakable(r) && r != '（' && r != '“' && i+1 < len(runes) && unicode.Is(unicode.Han, runes[i+1]) {
				b.WriteString(`\:`)
			}
		}
	}
	return b.String()
}
