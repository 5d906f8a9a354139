// Package manpage writes a manual page in mdoc, as man-db and mandoc read it.
package manpage

import (
	"strings"
	"time"
	"unicode"
)

// A Page is one that is being written. Texts are of a person's language, without markup: their lines are filled, an
// empty line begins a paragraph, and a paragraph whose lines begin with two spaces stays as it is.
type Page struct {
	b     strings.Builder
	fresh bool // nothing stands yet in this section or item
}

// New begins the page of a program, in section 1.
func New(name, summary string, date time.Time) *Page {
	p := new(Page)
	p.macro("Dd", date.Format("January 2, 2006"))
	p.macro("Dt", strings.ToUpper(name), "1")
	p.macro("Os")
	p.macro("nh") // what is to be typed is not divided
	p.Section("NAME")
	p.macro("Nm", name)
	p.macro("Nd", quoted(summary))
	return p
}

// String is the page.
func (p *Page) String() string { return p.b.String() }

// Section begins a section.
func (p *Page) Section(title string) {
	p.macro("Sh", title)
	p.fresh = true
}

// Usage is one way to call the program, in the section SYNOPSIS.
func (p *Page) Usage(name, args string) {
	p.macro("Nm", name)
	p.line(args)
}

// List begins a list of what is explained, List and End may stand in an item.
func (p *Page) List() { p.macro("Bl", "-tag", "-width", "Ds") }

// Item begins an item.
func (p *Page) Item(what string) {
	p.macro("It", "Cm", quoted(what))
	p.fresh = true
}

// End ends a list.
func (p *Page) End() {
	p.macro("El")
	p.fresh = false
}

// Text adds paragraphs.
func (p *Page) Text(text string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.TrimSpace(paragraph) == "" {
			continue
		}
		if strings.HasPrefix(paragraph, "  ") {
			if !p.fresh {
				p.macro("Pp")
			}
			p.macro("Bd", "-literal", "-compact")
			for line := range strings.SplitSeq(paragraph, "\n") {
				p.line(strings.TrimPrefix(line, "  "))
			}
			p.macro("Ed")
		} else {
			if !p.fresh {
				p.macro("Pp")
			}
			p.fill(paragraph)
		}
		p.fresh = false
	}
}

// fill writes a paragraph: a line ends with a sentence, and before it is too long for an editor.
func (p *Page) fill(paragraph string) {
	const width = 80
	line := ""
	for word := range strings.FieldsSeq(joined(paragraph)) {
		if line != "" && len(escaped(line+" "+word)) > width {
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

// joined makes one line of a paragraph's: Chinese has no space where a line ends.
func joined(paragraph string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(paragraph, "\n") {
		line = strings.TrimSpace(line)
		if before := []rune(b.String()); len(before) > 0 && line != "" &&
			!(wide(before[len(before)-1]) && wide([]rune(line)[0])) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// wide reports whether a line may end behind a character without a space.
func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || strings.ContainsRune("，。；：、（）“”", r)
}

// macro writes a request. Its arguments are as roff wants them.
func (p *Page) macro(words ...string) {
	p.b.WriteString("." + strings.Join(words, " ") + "\n")
}

// line writes a line of text.
func (p *Page) line(text string) {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		p.b.WriteString(`\&`)
	}
	p.b.WriteString(escaped(text) + "\n")
}

// quoted is a text as one argument of a macro.
func quoted(text string) string { return `"` + escaped(strings.ReplaceAll(text, "\n", " ")) + `"` }

// escaped gives a text without what roff would read as its own, or print as another character.
func escaped(text string) string {
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
			// roff breaks no line of Chinese by itself. One that would begin with punctuation is none.
			if wide(r) && r != '（' && r != '“' && i+1 < len(runes) && unicode.Is(unicode.Han, runes[i+1]) {
				b.WriteString(`\:`)
			}
		}
	}
	return b.String()
}
