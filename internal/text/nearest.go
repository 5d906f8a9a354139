package text

import "unicode/utf8"

// Nearest returns the known word that is most similar to word, or "" if none is close enough. One letter in four may
// be wrong, see [Distance]. If several are equally close, it returns the first.
func Nearest(word string, known []string) string {
	best, found := 1+max(1, utf8.RuneCountInString(word)/4), ""
	for _, name := range known {
		// In a word of two letters, one wrong letter is too many.
		if d := Distance(word, name); d < best && d < max(1, utf8.RuneCountInString(name)-1) {
			best, found = d, name
		}
	}
	return found
}

// Distance returns the number of edits between two words: a letter replaced, added or removed, or two neighbours
// swapped.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before, last, row []int // the two rows above, and this one
	for j := range len(y) + 1 {
		last = append(last, j)
	}
	for i := range x {
		row = append(make([]int, 0, len(y)+1), i+1)
		for j := range y {
			other := 1
			if x[i] == y[j] {
				other = 0
			}
			d := min(last[j]+other, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				d = min(d, before[j-1]+1)
			}
			row = append(row, d)
		}
		before, last = last, row
	}
	return last[len(y)]
}
