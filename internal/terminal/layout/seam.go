package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Seam is where a line that is being written was cut, because something newer was shown below its beginning.
type Seam struct {
	isCut bool
	word  string // at the end of what was shown
}

// Cut returns what is to be shown of a line that is being written: all of it, or its whole words.
func (s *Seam) Cut(line string, all bool) string {
	whole := wholeWords(line)
	if !all {
		return line[:whole]
	}
	if line != "" {
		*s = Seam{isCut: true, word: line[whole:]}
	}
	return line
}

// Join returns what is to be shown of more text of the line, on a row of its own. If the word that was shown last goes
// on, it is shown again as a whole.
func (s *Seam) Join(more string) string {
	if !s.isCut || more == "" {
		return more
	}
	_, size := utf8.DecodeRuneInString(more)
	word := s.word
	if s.word = ""; word != "" && wholeWords(word+more[:size]) == 0 {
		s.isCut = false
		return word + more
	}
	if more = strings.TrimLeft(more, " \r"); more != "" {
		s.isCut = false
	}
	return strings.TrimPrefix(more, "\n")
}

var widePunctuation = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x3000, Hi: 0x303f, Stride: 1},
	{Lo: 0xff00, Hi: 0xffef, Stride: 1}}}

// wholeWords returns the length of the text without the word at its end, to which more may come. In writing without
// spaces each character is a word.
func wholeWords(text string) int {
	for n := len(text); n > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:n])
		if unicode.IsSpace(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, widePunctuation) {
			return n
		}
		n -= size
	}
	return 0
}
