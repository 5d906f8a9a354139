package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ContainsWords reports whether a line contains words that are not parts of longer ones. There must be words.
func ContainsWords(line, words string) bool {
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; ; {
		at := strings.Index(line[from:], words)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(line[:from+at])
		from += at + len(words)
		after, _ := utf8.DecodeRuneInString(line[from:])
		if !isPart(before) && !isPart(after) {
			return true
		}
	}
}
