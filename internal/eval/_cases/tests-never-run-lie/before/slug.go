// Package slug makes titles fit for a URL.
package slug

import (
	"strings"
	"unicode"
)

// Slug gives the words of a title in lower case, joined by "-".
func Slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
