// Package slug makes titles fit for a URL.
package slug

import "strings"

// plain has the letters without their accents.
var plain = strings.NewReplacer("à", "a", "â", "a", "ä", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"î", "i", "ï", "i", "ñ", "n", "ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u")

// Slug gives the words of a title in lower case, joined by "-".
func Slug(title string) string {
	words := strings.FieldsFunc(plain.Replace(strings.ToLower(title)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "-")
}
