package report

import (
	"html"
	"html/template"
	"strconv"
	"strings"

	"ccc/internal/terminal"
	"ccc/internal/text"
)

// ansiHTML converts terminal output to HTML. Colours become classes of the style sheet, all other escape sequences are
// removed, and other control characters become visible.
func ansiHTML(s string) template.HTML {
	var b strings.Builder
	var now look
	s = terminal.LastStates(s)
	for s != "" {
		plain, rest, found := strings.Cut(s, "\x1b")
		if plain != "" {
			class := now.class()
			if class != "" {
				b.WriteString(`<span class="` + class + `">`)
			}
			b.WriteString(html.EscapeString(text.Safe(plain)))
			if class != "" {
				b.WriteString("</span>")
			}
		}
		if !found {
			break
		}
		var codes string
		if codes, s = colourCodes(rest); codes != "" {
			now = now.with(codes)
		}
	}
	return template.HTML(b.String())
}

// colourCodes reads what follows an escape character. codes are the numbers of a colour, with the final m.
func colourCodes(text string) (codes, rest string) {
	if text == "" {
		return "", ""
	}
	switch text[0] {
	case '[':
		end := strings.IndexFunc(text[1:], func(r rune) bool { return r < 0x20 || r > 0x3f }) + 1
		if end == 0 {
			return "", ""
		}
		if text[end] < 0x40 || text[end] > 0x7e { // it was cut off
			return "", text[end:]
		}
		if text[end] == 'm' {
			codes = text[1 : end+1]
		}
		return codes, text[end+1:]
	case ']', 'P', '_', '^', 'X': // a title, a link: to BEL or ST
		end := strings.IndexAny(text, "\a\x1b\n")
		switch {
		case end < 0:
			return "", ""
		case text[end] == '\a':
			return "", text[end+1:]
		case strings.HasPrefix(text[end:], "\x1b\\"):
			return "", text[end+2:]
		}
		return "", text[end:]
	case '(', ')', '#', ' ':
		return "", text[min(2, len(text)):]
	}
	if text[0] < 0x20 || text[0] >= 0x7f {
		return "", text
	}
	return "", text[1:]
}

// look has the colours and the style that sequences have switched on. The zero value is the page's own look.
type look struct {
	colour                  int // 1 to 8; see palette
	tinted                  bool
	bold, dim, italic, line bool
}

func (l look) class() string {
	var list []string
	if l.colour > 0 && !l.tinted {
		list = append(list, "c"+strconv.Itoa(l.colour-1))
	}
	for _, one := range []struct {
		on   bool
		name string
	}{{l.tinted, "tint"}, {l.bold, "bold"}, {l.dim, "dim"}, {l.italic, "italic"}, {l.line, "line"}} {
		if one.on {
			list = append(list, one.name)
		}
	}
	return strings.Join(list, " ")
}

// with returns the look after a sequence of numbers and an m. All backgrounds get the same tint, because the text
// must be readable in both themes.
func (l look) with(codes string) look {
	list := strings.FieldsFunc(strings.TrimSuffix(codes, "m"), func(r rune) bool { return r == ';' || r == ':' })
	if len(list) == 0 {
		return look{}
	}
	for i := 0; i < len(list); i++ {
		n, err := strconv.Atoi(list[i])
		switch {
		case err != nil:
		case n == 0:
			l = look{}
		case n == 1:
			l.bold = true
		case n == 2:
			l.dim = true
		case n == 3:
			l.italic = true
		case n == 4:
			l.line = true
		case n == 7:
			l.tinted = true
		case n == 22:
			l.bold, l.dim = false, false
		case n == 23:
			l.italic = false
		case n == 24:
			l.line = false
		case n == 27, n == 49:
			l.tinted = false
		case n >= 30 && n <= 37:
			l.colour = n - 30 + 1
		case n >= 90 && n <= 97:
			l.colour = n - 90 + 1
		case n == 39:
			l.colour = 0
		case n == 38, n == 48:
			colour, used := extended(list[i+1:])
			i += used
			if n == 38 {
				l.colour = colour
			} else {
				l.tinted = true
			}
		case n >= 40 && n <= 47, n >= 100 && n <= 107:
			l.tinted = true
		}
	}
	return l
}

// extended reads one of 256 colours (5;N) or an RGB colour (2;R;G;B) as the nearest of eight. used is how many
// numbers it has read.
func extended(list []string) (colour, used int) {
	number := func(i int) int {
		if i >= len(list) {
			return 0
		}
		n, _ := strconv.Atoi(list[i])
		return min(max(n, 0), 255)
	}
	switch number(0) {
	case 5:
		n := number(1)
		if n < 16 {
			return n%8 + 1, 2
		}
		if n >= 232 {
			return nearestColour(8+10*(n-232), 8+10*(n-232), 8+10*(n-232)), 2
		}
		n -= 16
		return nearestColour(n/36*51, n/6%6*51, n%6*51), 2
	case 2:
		return nearestColour(number(1), number(2), number(3)), 4
	}
	return 0, 1
}

func nearestColour(red, green, blue int) int {
	half := max(red, green, blue) * 2 / 3
	colour := 0
	for bit, part := range []int{red, green, blue} {
		if part > 0 && part >= half {
			colour |= 1 << bit
		}
	}
	return colour + 1
}
