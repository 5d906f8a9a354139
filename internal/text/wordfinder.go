package text

import (
	"slices"
	"strings"
)

// A WordFinder finds words in a text. It looks for many words in one pass, as in the algorithm of Wu and Manber: it
// looks at two bytes at once, and skips as many bytes as no word allows.
type WordFinder struct {
	words    []string
	alone    []int // words that are sought one by one
	shortest int   // bytes of the shortest of the other words; 0 if there are none
	// steps has, by two bytes, how far the end of the window can move. The window is as long as the shortest word.
	// If it is zero or below, words may begin where the window does: groups[-step] has their numbers.
	steps  []int16
	groups [][]int
}

const (
	fewWords  = 3 // so many words are found faster one by one
	shortWord = 4 // a shorter word would make the steps of all words short
	pairs     = 1 << 11
)

// pair returns an index for two bytes, which no other two ASCII characters have.
func pair(a, b byte) int { return (int(a)<<4 ^ int(b)) & (pairs - 1) }

// NewWordFinder makes a WordFinder. No word may be empty.
func NewWordFinder(words []string) *WordFinder {
	f := &WordFinder{words: words}
	var together []int
	for n, word := range words {
		if len(word) < shortWord {
			f.alone = append(f.alone, n)
		} else {
			together = append(together, n)
		}
	}
	if len(f.alone) > fewWords && !slices.ContainsFunc(words, func(word string) bool { return len(word) < 2 }) {
		together, f.alone = append(together, f.alone...), nil
	}
	if len(together) <= fewWords {
		f.alone = append(f.alone, together...)
		return f
	}
	f.add(together)
	return f
}

// add fills the tables with words.
func (f *WordFinder) add(words []int) {
	f.shortest = len(f.words[words[0]])
	for _, n := range words {
		f.shortest = min(f.shortest, len(f.words[n]))
	}
	f.steps = slices.Repeat([]int16{int16(min(f.shortest-1, 1000))}, pairs)
	f.groups = [][]int{nil}
	for _, n := range words {
		for end := 1; end < f.shortest; end++ {
			step := &f.steps[pair(f.words[n][end-1], f.words[n][end])]
			switch left := f.shortest - 1 - end; {
			case left > 0:
				*step = min(*step, int16(left))
			case *step > 0:
				*step = -int16(len(f.groups))
				f.groups = append(f.groups, []int{n})
			default:
				f.groups[-*step] = append(f.groups[-*step], n)
			}
		}
	}
}

// window returns the next place, from a byte on, at which some words may begin, and their numbers; -1 for none.
func (f *WordFinder) window(text string, from int) (at int, group []int) {
	for end := from + f.shortest - 1; end < len(text); {
		step := f.steps[pair(text[end-1], text[end])]
		if step <= 0 {
			return end - f.shortest + 1, f.groups[-step]
		}
		end += int(step)
	}
	return -1, nil
}

// index returns where the first word of a text begins, of those that are not sought alone; -1 for none.
func (f *WordFinder) index(text string) int {
	if f.shortest == 0 {
		return -1
	}
	at, group := f.window(text, 0)
	for ; at >= 0; at, group = f.window(text, at+1) {
		for _, n := range group {
			if strings.HasPrefix(text[at:], f.words[n]) {
				return at
			}
		}
	}
	return -1
}

// Any reports whether a text has one of the words.
func (f *WordFinder) Any(text string) bool {
	for _, n := range f.alone {
		if strings.Contains(text, f.words[n]) {
			return true
		}
	}
	return f.index(text) >= 0
}

// Each calls found with the number of each word that a text has, perhaps more than once.
func (f *WordFinder) Each(text string, found func(word int)) {
	for _, n := range f.alone {
		if strings.Contains(text, f.words[n]) {
			found(n)
		}
	}
	if f.shortest == 0 {
		return
	}
	at, group := f.window(text, 0)
	for ; at >= 0; at, group = f.window(text, at+1) {
		for _, n := range group {
			if strings.HasPrefix(text[at:], f.words[n]) {
				found(n)
			}
		}
	}
}
