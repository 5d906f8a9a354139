// Package slug makes titles fit for a URL.
package slug

import (
	"strings"
	"unicode"
)

// plain has the letters without their accents.
var plain = strings.NewReplacer("à", "a", "â", "a", "ä", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"î", "i", "ï", "i", "ñ", "n", "ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u")

// Slug gives the words of a title in lower case, without accents, joined by "-".
func Slug(title string) string {
	words := strings.FieldsFunc(plain.Replace(strings.ToLower(title)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
