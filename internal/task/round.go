package task

import (
	"strings"
	"unicode"
)

// Round is what is compared from one review to the next, to see a task that gets nowhere.
type Round struct {
	Feedback string `json:"feedback,omitempty"`
	Said     string `json:"said,omitempty"` // by the agent, at its stop
}

// Stall says how a round brought no progress. The zero value means that it brought some.
type Stall uint8

// The ways in which a round brings no progress.
const (
	NoStall      Stall = iota
	SameFeedback       // the reviewer gave nearly the same feedback as the round before
	SameWords          // the agent used no tool and said nearly the same as the round before
)

// Stalled compares the round that has just got its verdict, in s, with the round r before it. Different feedback is
// progress even if no file has changed.
func (r Round) Stalled(s State) Stall {
	switch {
	case r.Feedback == "":
		return NoStall
	case alike(r.Feedback, s.Verdict.Feedback):
		return SameFeedback
	case s.Idle && r.Said != "" && alike(r.Said, s.Said):
		return SameWords
	}
	return NoStall
}

// maxKept is how much of a text is kept to be compared, in bytes.
const maxKept = 16 << 10

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

// pairs are the pairs of neighbouring words, without case and punctuation. Numbers count: "3 tests fail" is not "2
// tests fail".
func pairs(text string) map[string]bool {
	set := make(map[string]bool)
	last := ""
	for _, w := range append(wordList(text), "") {
		set[last+" "+w] = true
		last = w
	}
	return set
}

// words are the different words of a text.
func words(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range wordList(text) {
		set[w] = true
	}
	return set
}

// wordList splits a text into words, without case and punctuation. Of writing without spaces each character is a word.
func wordList(text string) (list []string) {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, field := range strings.FieldsFunc(strings.ToLower(text), between) {
		at := 0
		for i, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				if i > at {
					list = append(list, field[at:i])
				}
				list = append(list, string(r))
				at = i + len(string(r))
			}
		}
		if at < len(field) {
			list = append(list, field[at:])
		}
	}
	return list
}
