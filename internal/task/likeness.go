package task

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Same reports whether two findings are about the same thing: in nearly the same words, or in like words at the same
// line. The line may have moved: like words are enough then only if one of the texts says nothing that is not in the
// other. Findings in different files are never the same, and none are that name different things in the code.
func (f Finding) Same(g Finding) bool {
	fFile, fLine := f.Place()
	gFile, gLine := g.Place()
	if fFile != "" && gFile != "" && fFile != gFile || namesOthers(f.Text, g.Text) {
		return false
	}
	if alike(f.Text, g.Text) {
		return true
	}
	a, b := topics(f.Text), topics(g.Text)
	likeness := overlap(a, b)
	switch {
	case fFile != gFile:
		return false
	case fFile != "" && fLine == gLine:
		return likeness >= 0.5
	case fFile != "":
		return likeness >= 0.5 && (isWithin(a, b) || isWithin(b, a))
	}
	return likeness >= 0.8 && (isWithin(a, b) || isWithin(b, a))
}

// Repeats reports whether a finding is one that was dismissed in the same task, in these words or others: it is the
// same, or it is about the same criterion, in no other file, and at the same line or in some of the same words. In
// another task that could be a new fault: the rubric's words are the same in all of them.
func (f Finding) Repeats(dismissed Finding) bool {
	if f.Same(dismissed) {
		return true
	}
	criterion := words(f.Criterion)
	if len(criterion) == 0 || overlap(criterion, words(dismissed.Criterion)) < 0.9 {
		return false
	}
	a, line := f.Place()
	b, dismissedLine := dismissed.Place()
	if a != "" && b != "" && a != b || namesOthers(f.Text, dismissed.Text) {
		return false
	}
	if a != "" && a == b && line == dismissedLine && line > 1 { // line 1 is also given for the file as a whole
		return true
	}
	return overlap(topics(f.Text), topics(dismissed.Text)) >= someLikeness
}

// someLikeness is the share of topics that texts about one thing have in common at the least.
const someLikeness = 0.3

// isAnother reports whether an answer uses the id of a finding for something else: another place, and words that have
// nothing to do with it.
func (f Finding) isAnother(known Finding) bool {
	file, line := f.Place()
	knownFile, knownLine := known.Place()
	topics, before := topics(f.Text), topics(known.Text)
	if f.Status != Open || len(topics) == 0 || file != "" && file == knownFile && line == knownLine || f.Repeats(known) {
		return false
	}
	return known.Text != "" && (namesOthers(f.Text, known.Text) || overlap(topics, before) < someLikeness)
}

// namesOthers reports whether both texts name things of the code, and none that the other names.
func namesOthers(a, b string) bool {
	x, y := codeNames(a), codeNames(b)
	isIn := func(text string) func(string) bool {
		all := words(text)
		return func(name string) bool { return all[name] }
	}
	common := slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) })
	common = common || slices.ContainsFunc(x, isIn(b)) || slices.ContainsFunc(y, isIn(a))
	return len(x) > 0 && len(y) > 0 && !common
}

// codeNames are the words of a text that are names in code by their form: os.Close, parse_all, parseAll, Sum(nil), and
// with a capital within a sentence: Close.
func codeNames(text string) (names []string) {
	within := false
	for _, word := range strings.Fields(text) {
		name, _, called := strings.Cut(strings.Trim(word, "`\"'“”‘’,.;:!?()[]{}<>*"), "(")
		inner := strings.TrimLeftFunc(name, unicode.IsUpper)
		isCapital := within && inner != name
		if called || isCapital || strings.ContainsAny(name, "._/") || strings.ContainsFunc(inner, unicode.IsUpper) {
			names = append(names, strings.ToLower(name))
		}
		within = !strings.ContainsAny(word[len(word)-1:], ".:!?")
	}
	return names
}

// topics are the words of a text that say what it is about, by their stems: "drops" and "dropped" are one. Of writing
// without spaces they are the pairs of neighbouring characters.
func topics(text string) map[string]bool {
	set := make(map[string]bool)
	last := ""
	for _, w := range wordList(text) {
		r, size := utf8.DecodeRuneInString(w)
		isCharacter := size == len(w) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
		switch {
		case isCharacter && last != "":
			set[last+w] = true
		case !isCharacter && !slices.Contains(commonWords(), w):
			set[stem(w)] = true
		}
		if last = ""; isCharacter {
			last = w
		}
	}
	return set
}

// commonWords say nothing of what a finding is about: any fault may be told with them.
var commonWords = sync.OnceValue(func() []string {
	return strings.Fields(`a add an and any are as at be been before but by can cannot could did do does done for from get gets
		go had handle handled handles has have if in into is it its may missing more must need needs never no not now of off
		on or out over should so some still than that the their them then there they this to too was were when where which
		while will with without would wrong`)
})

// stem is a word without the endings of English that depend on its place in a sentence.
func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 3 && !strings.HasSuffix(word, "ss") {
			if n := len(rest); len(ending) > 1 && rest[n-1] == rest[n-2] {
				rest = rest[:n-1]
			}
			return strings.TrimSuffix(rest, "e")
		}
	}
	return word
}

// isWithin reports whether all of a set, and something, is in another one.
func isWithin(a, b map[string]bool) bool {
	for w := range a {
		if !b[w] {
			return false
		}
	}
	return len(a) > 0
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
