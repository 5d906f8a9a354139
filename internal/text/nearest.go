package text

import "unicode/utf8"

// Nearest is the one of known that is like word, "" if none is: for every four letters one may be wrong, see [Distance]. Of
// several that are equally like it is the first.
func Nearest(word string, known []string) string {
	best, found := 1+max(1, utf8.RuneCountInString(word)/4), ""
	for _, name := range known {
		// Of a word of two letters one is half.
		if d := Distance(word, name); d < best && d < max(1, utf8.RuneCountInString(name)-1) {
			best, found = d, name
		}
	}
	return found
}

// Distance is how many letters stand between two words: another one, one more or less, or two that changed places.
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
