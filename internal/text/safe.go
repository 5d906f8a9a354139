// Package text has small functions on strings: they make text safe for a terminal, cut it to a width or a size,
// format amounts and durations, match patterns of file names, and find the known word nearest to a mistyped one.
package text

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Safe replaces every character that could act on a terminal or hide text: control characters other than newline and
// tab, bidi controls, characters without a width, and invalid UTF-8. They become visible text. Joiners stay, because
// emoji and many scripts need them.
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
		case strings.HasPrefix(text[i:], "\r\n"): // a newline follows
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		case r < 0x20:
			b.WriteRune(0x2400 + r) // ␛ and similar
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

// SafeJSON escapes in JSON the characters that [Safe] replaces. The meaning stays the same.
func SafeJSON(object []byte) []byte {
	if unsafeAt(object) < 0 {
		return object
	}
	var b []byte
	for _, r := range string(object) {
		switch {
		case r == 0x7f || r >= utf8.RuneSelf && r <= 0xffff && unsafeRune(r, utf8.RuneLen(r)):
			b = fmt.Appendf(b, `\u%04x`, r)
		case r > 0xffff && unsafeRune(r, utf8.RuneLen(r)):
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// unsafeAt returns the index of the first character that Safe replaces, or -1. Most text is plain ASCII, which is
// checked eight bytes at a time.
func unsafeAt[T string | []byte](text T) int {
	for i := 0; i < len(text); {
		for len(text)-i >= 8 && plainASCII(text[i:i+8]) {
			i += 8
		}
		if i == len(text) {
			break
		}
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
			if unsafeRune(r, n) {
				return i
			}
			i += n
		case c < 0x20 && c != '\n' && c != '\t', c == 0x7f:
			return i
		default:
			i++
		}
	}
	return -1
}

// plainASCII reports whether all eight bytes are ASCII, and none is a control character. Newline and tab count as
// control characters here.
func plainASCII[T string | []byte](text T) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	v := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56 // one load
	// The top bit of a byte is set in v from 0x80 on, in v+ones from 0x7f on, and in v-0x20*ones below 0x20. A byte
	// that carries into the next one also has its own top bit set.
	return (v|(v+ones)|(v-0x20*ones))&tops == 0
}

// unsafeRune reports whether Safe replaces this character beyond ASCII. n is its length in bytes.
func unsafeRune(r rune, n int) bool {
	switch {
	case r == utf8.RuneError && n == 1,
		r < 0xa0,                                                       // C1
		r == 0x61c, r == 0x200e, r == 0x200f, r == 0x2028, r == 0x2029, // marks and separators
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // bidi embeddings, overrides, isolates
		r == 0xad, r == 0x34f, r == 0x180e, r == 0x200b, r == 0xfeff, // soft hyphen, spaces and marks without a width
		r >= 0x2060 && r <= 0x2064, r >= 0x206a && r <= 0x206f, // invisible operators, deprecated format controls
		r >= 0xfff9 && r <= 0xfffb,                         // annotations
		r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, // fillers of Hangul
		r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}
