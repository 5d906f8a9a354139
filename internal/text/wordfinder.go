package text

import (
	"slices"
	"strings"
)

// A WordFinder finds words in a text. It looks for many words in one pass: at each stride-th byte it looks up the two
// bytes there in a table. The stride is such that no word fits between two of these places.
type WordFinder struct {
	words  []string
	alone  []int // the numbers of words that are sought one by one
	stride int   // 0 if all words are sought one by one
	// table has, by two bytes, which of the groups has the words with these bytes; 0 for none.
	table  *[pairs]uint16
	groups [][]wordPart
}

// A wordPart is a place in a word.
type wordPart struct{ word, at int }

const (
	fewWords  = 2 // so many words are found faster one by one
	shortWord = 4 // a shorter word would make the stride too short
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

// add fills the table with words.
func (f *WordFinder) add(words []int) {
	f.stride = len(f.words[words[0]]) - 1
	for _, n := range words {
		f.stride = min(f.stride, len(f.words[n])-1)
	}
	f.table, f.groups = new([pairs]uint16), [][]wordPart{nil}
	for _, n := range words {
		for end := 1; end <= f.stride; end++ {
			group := &f.table[pair(f.words[n][end-1], f.words[n][end])]
			if *group == 0 {
				*group = uint16(len(f.groups))
				f.groups = append(f.groups, nil)
			}
			f.groups[*group] = append(f.groups[*group], wordPart{n, end})
		}
	}
}

// search calls found with the place and the number of each word of a text that is in the table, until found says stop.
func (f *WordFinder) search(text string, found func(at, word int) (stop bool)) {
	if f.stride == 0 {
		return
	}
	table := f.table
	for end := f.stride; end < len(text); end += f.stride {
		group := table[pair(text[end-1], text[end])]
		if group == 0 {
			continue
		}
		for _, part := range f.groups[group] {
			at := end - part.at
			if at >= 0 && strings.HasPrefix(text[at:], f.words[part.word]) && found(at, part.word) {
				return
			}
		}
	}
}

// index returns where a word of a text is, of those that are not sought alone; -1 for none. It is the first, but for
// words that overlap.
func (f *WordFinder) index(text string) (first int) {
	first = -1
	f.search(text, func(at, _ int) bool { first = at; return true })
	return first
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
	f.search(text, func(_, word int) bool { found(word); return false })
}
