package detect

import (
	"strings"
	"unicode"

	"ccc/internal/text"
)

var (
	// englishWords are frequent in English, otherWords in other languages with Latin letters.
	englishWords = text.Lazy[map[string]bool]{Make: func() map[string]bool {
		return wordSet("the and is are was were to of it with this that all now not for have has i we you on " +
			"tests pass fixed added done")
	}}
	otherWords = text.Lazy[map[string]bool]{Make: func() map[string]bool {
		return wordSet("der die das und ist sind nicht ich wurde wurden alle mit für auf eine einen zu " + // German
			"le la les et est sont une des dans pour tous toutes avec sur pas je été " + // French
			"el los las y es son una para todos todas con que del se por está ha " + // Spanish
			"os as é são um uma não todos com foi foram por você " + // Portuguese
			"il lo gli e sono un una di che per tutti tutte non ho è stato " + // Italian
			"het een en zijn niet alle met op van ik " + "jest są nie wszystkie się na dla że " + // Dutch, Polish
			"ve bir bu için tüm ile och är inte alla att det som på")
	}}
)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// maxLanguage bounds what is read of a message to find its language, in bytes.
const maxLanguage = 4000

// IsOtherLanguage reports whether a message is in neither English nor Chinese. If in doubt, it reports false.
func IsOtherLanguage(message string) bool {
	message = strings.ToLower(message[:min(len(message), maxLanguage)])
	latin, han, other := 0, 0, 0
	for _, r := range message {
		switch {
		case r == unicode.ReplacementChar || !unicode.IsLetter(r):
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.Is(unicode.Han, r):
			han++
		default:
			other++
		}
	}
	switch {
	case other > han && other*3 > latin: // Japanese has kana among its characters
		return true
	case other > 0 && han > 0 && other*3 > han && han*3 > latin:
		return true
	case han > 0:
		return false
	}
	english, foreign := 0, 0
	for word := range strings.FieldsFuncSeq(message, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		switch {
		case englishWords.Get()[word]:
			english++
		case otherWords.Get()[word]:
			foreign++
		}
	}
	return foreign >= 3 && foreign > 2*english
}
