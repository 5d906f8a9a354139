package task

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ccc/internal/text"
)

// Same reports whether two findings are about the same thing: their words are nearly the same, or the words are
// similar and the line is the same. The line may have moved: then similar words are enough only if one of the texts
// says nothing that is not in the other. Findings in different files are never the same, nor are those that name
// different things in code.
func (f Finding) Same(g Finding) bool {
	fFile, fLine := f.Place()
	gFile, gLine := g.Place()
	if fFile != "" && gFile != "" && fFile != gFile || hasOtherNames(f.Text, g.Text) {
		return false
	}
	if isAlike(f.Text, g.Text) {
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

// IsRepeatOf reports whether a finding says the same as one that was dismissed in the same task, perhaps in other
// words. It does if it is the [Finding.Same], or if it has the same criterion, no other file, and the same line or some
// common words. In another task that might be a new fault, because the words of the rubric are the same in all tasks.
func (f Finding) IsRepeatOf(dismissed Finding) bool {
	if f.Same(dismissed) {
		return true
	}
	criterion := words(f.Criterion)
	if len(criterion) == 0 || overlap(criterion, words(dismissed.Criterion)) < 0.9 {
		return false
	}
	a, line := f.Place()
	b, dismissedLine := dismissed.Place()
	if a != "" && b != "" && a != b || hasOtherNames(f.Text, dismissed.Text) {
		return false
	}
	if a != "" && a == b && line == dismissedLine && line > 1 { // line 1 is also given for the file as a whole
		return true
	}
	return overlap(topics(f.Text), topics(dismissed.Text)) >= someLikeness
}

// someLikeness is the smallest share of topics that two texts about one thing have in common.
const someLikeness = 0.3

// isAnother reports whether an answer uses the id of a finding for something else: another place, and unrelated
// words.
func (f Finding) isAnother(known Finding) bool {
	file, line := f.Place()
	knownFile, knownLine := known.Place()
	topics, before := topics(f.Text), topics(known.Text)
	if f.Status != Open || len(topics) == 0 || file != "" && file == knownFile && line == knownLine ||
		f.IsRepeatOf(known) {
		return false
	}
	return known.Text != "" && (hasOtherNames(f.Text, known.Text) || overlap(topics, before) < someLikeness)
}

// hasOtherNames reports whether both texts name things in code, and no name occurs in both.
func hasOtherNames(a, b string) bool {
	x, y := codeNames(a), codeNames(b)
	isIn := func(text string) func(string) bool {
		all := words(text)
		return func(name string) bool { return all[name] }
	}
	common := slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) })
	common = common || slices.ContainsFunc(x, isIn(b)) || slices.ContainsFunc(y, isIn(a))
	return len(x) > 0 && len(y) > 0 && !common
}

// codeNames returns the words of a text that look like names in code: os.Close, parse_all, parseAll, Sum(nil), and
// words with a capital inside a sentence, such as Close.
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

// topics returns the stems of the words that say what a text is about: "drops" and "dropped" count as one. In writing
// without spaces the topics are pairs of neighbouring characters.
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

// commonWords are words that do not say what a finding is about, because they may occur in any finding.
var commonWords = sync.OnceValue(func() []string {
	return strings.Fields(`a add an and any are as at be been before but by can cannot could did do does done for from get gets
		go had handle handled handles has have if in into is it its may missing more must need needs never no not now of off
		on or out over should so some still than that the their them then there they this to too was were when where which
		while will with without would wrong`)
})

// stem returns a word without English endings such as the plural or the past tense.
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

// isWithin reports whether a is not empty and all of it is in b.
func isWithin(a, b map[string]bool) bool {
	for w := range a {
		if !b[w] {
			return false
		}
	}
	return len(a) > 0
}

// overlap returns the share of words that two texts have in common, from 0 to 1 (Dice's coefficient). So a short text
// is not similar to a long one that happens to contain its words.
func overlap(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(len(a)+len(b), 1))
}

// isAlike reports whether two texts say the same in nearly the same words: nine of ten of their word pairs are
// common. Times do not count, as in [SaysTheSame].
func isAlike(a, b string) bool {
	x, y := wordPairs(withoutTimes(a)), wordPairs(withoutTimes(b))
	common := 0
	for p := range x {
		if y[p] {
			common++
		}
	}
	all := len(x) + len(y) - common
	return all > 0 && common*10 >= all*9
}

// SaysTheSame reports whether two texts have the same words, but for case, punctuation and times: a check takes a
// little longer or shorter in each round.
func SaysTheSame(a, b string) bool {
	return slices.Equal(wordList(withoutTimes(a)), wordList(withoutTimes(b)))
}

func withoutTimes(text string) string { return times.Get().ReplaceAllString(text, "0s") }

// times matches durations, such as 1.25s, 350 ms and 1m02s, and times of day.
var times = text.LazyRegexp{Expr: `(?i)\b(?:\d+(?:[.,]\d+)?\s?(?:ns|µs|us|ms|seconds?|secs?|s|minutes?|min|m|` +
	`hours?|h))+\b|` +
	`\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b`}

// wordPairs returns the pairs of neighbouring words, without case and punctuation. Numbers count: "3 tests fail"
// differs from "2 tests fail".
func wordPairs(text string) map[string]bool {
	set := make(map[string]bool)
	last := ""
	for _, w := range append(wordList(text), "") {
		set[last+" "+w] = true
		last = w
	}
	return set
}

// words returns the different words of a text.
func words(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range wordList(text) {
		set[w] = true
	}
	return set
}

// wordList splits a text into words, without case and punctuation. In writing without spaces each character is a
// word.
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
