package screen

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Safe gives text in which nothing can move the cursor, set a title, reach the clipboard or turn the writing around:
// control characters (but newline and tab), those of C1, bidi controls and invalid UTF-8 stand as visible text.
func Safe(text string) string {
	if i := unsafeAt(text); i < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16)
	for len(text) > 0 {
		i := unsafeAt(text)
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case strings.HasPrefix(text[i:], "\r\n"): // the newline is next
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		case r < 0x20:
			b.WriteRune(0x2400 + r) // ␛ and its like
		case r == 0x7f:
			b.WriteRune('␡')
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[i+n:]
	}
	b.WriteString(text)
	return b.String()
}

// unsafeAt is the place of the first character that Safe replaces, or -1.
func unsafeAt(text string) int {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return unsafeRuneAt(text, i)
		}
		if c < 0x20 && c != '\n' && c != '\t' || c == 0x7f {
			return i
		}
	}
	return -1
}

func unsafeRuneAt(text string, from int) int {
	for i := from; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1,
			r < 0x20 && r != '\n' && r != '\t',
			r >= 0x7f && r < 0xa0,                                          // DEL, C1
			r == 0x61c, r == 0x200e, r == 0x200f, r == 0x2028, r == 0x2029, // marks and separators
			r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // bidi embeddings, overrides, isolates
			r >= 0xe0000 && r <= 0xe007f: // tags
			return i
		}
		i += n
	}
	return -1
}
