package review

import (
	"strings"
	"unicode"
)

// Round is what is compared from one review to the next, to see a loop that gets nowhere.
type Round struct {
	Feedback string `json:"feedback"`
	Work     string `json:"work"` // what the work tree was like; "" where that is not known
}

// Stalled says in what the next round has brought nothing: "" if it has.
func (r Round) Stalled(next Round) string {
	switch {
	case r.Feedback == "":
		return ""
	case alike(r.Feedback, next.Feedback):
		return "the same feedback again"
	case r.Work != "" && r.Work == next.Work:
		return "no file has changed since the last review"
	}
	return ""
}

// alike reports whether two texts say the same in nearly the same words: nine of ten of their word pairs are common.
func alike(a, b string) bool {
	x, y := pairs(a), pairs(b)
	common := 0
	for p := range x {
		if y[p] {
			common++
		}
	}
	all := len(x) + len(y) - common
	return all > 0 && common*10 >= all*9
}

// pairs are the pairs of neighbouring words, without case and punctuation. Numbers count: "3 tests fail" is not "2 tests fail". Of writing without
// spaces each character is a word.
func pairs(text string) map[string]bool {
	var words []string
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		at := 0
		for i, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				if i > at {
					words = append(words, field[at:i])
				}
				words = append(words, string(r))
				at = i + len(string(r))
			}
		}
		if at < len(field) {
			words = append(words, field[at:])
		}
	}
	set := make(map[string]bool)
	last := ""
	for _, w := range append(words, "") {
		set[last+" "+w] = true
		last = w
	}
	return set
}
