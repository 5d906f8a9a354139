package task

import (
	"slices"
	"strings"
	"unicode"
)

// Same reports whether two findings are about the same thing: in the same file with like words, or in nearly the same
// words. Findings that name different things in the code are never the same.
func (f Finding) Same(g Finding) bool {
	if alike(f.Text, g.Text) {
		return true
	}
	if f.File() != g.File() || namesOthers(f.Text, g.Text) {
		return false
	}
	likeness := overlap(words(f.Text), words(g.Text))
	return likeness >= 0.8 || f.File() != "" && likeness >= 0.5
}

// Repeats reports whether a finding is one that was dismissed in the same task, in these words or others: it is the
// same, or it is about the same criterion and in the same file, or, where one of them names a command in place of a
// file, in some of the same words. In another task that could be a new fault: the rubric's words are the same in all of
// them.
func (f Finding) Repeats(dismissed Finding) bool {
	if f.Same(dismissed) {
		return true
	}
	criterion := words(f.Criterion)
	if len(criterion) == 0 || overlap(criterion, words(dismissed.Criterion)) < 0.9 {
		return false
	}
	if namesOthers(f.Text, dismissed.Text) {
		return false
	}
	if a, b := f.File(), dismissed.File(); a != "" && b != "" {
		return a == b
	}
	return overlap(words(f.Text), words(dismissed.Text)) >= 0.3
}

// namesOthers reports whether both texts name things of the code, and none that the other names.
func namesOthers(a, b string) bool {
	x, y := codeNames(a), codeNames(b)
	common := slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) })
	return len(x) > 0 && len(y) > 0 && !common
}

// codeNames are the words of a text that are names in code by their form: os.Close, parse_all, parseAll, Sum(nil).
func codeNames(text string) (names []string) {
	for _, word := range strings.Fields(text) {
		name, _, _ := strings.Cut(strings.Trim(word, "`\"'“”‘’,.;:!?()[]{}<>*"), "(")
		inner := strings.TrimLeftFunc(name, unicode.IsUpper)
		if strings.ContainsAny(name, "._/") || strings.ContainsFunc(inner, unicode.IsUpper) {
			names = append(names, strings.ToLower(name))
		}
	}
	return names
}

// overlap is the share of words that two texts have in common, from 0 to 1 (Dice's coefficient). A short text is not
// like a long one that happens to have its words.
func overlap(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(len(a)+len(b), 1))
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
