package text

import (
	"cmp"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Lazy is a value that is made at its first use. Unlike [sync.OnceValue] it costs nothing at the start of ccc, which
// matters because the hook starts at every stop and seldom needs the value.
type Lazy[T any] struct {
	Make  func() T
	once  sync.Once
	value T
}

// Get returns the value.
func (l *Lazy[T]) Get() T {
	l.once.Do(func() { l.value = l.Make() })
	return l.value
}

// LazyRegexp is a regular expression that is compiled at its first use. It then panics if the expression is not
// valid.
//
// Its own methods do what those of [regexp.Regexp] do, but first look for the words of which each match has one. They
// are faster if most texts do not match.
type LazyRegexp struct {
	Expr   string
	Expand func(string) string // changes the expression before it is compiled; may be nil

	once  sync.Once
	value *regexp.Regexp

	wordsOnce sync.Once
	words     *WordFinder
}

func (l *LazyRegexp) expr() string {
	if l.Expand != nil {
		return l.Expand(l.Expr)
	}
	return l.Expr
}

// Get returns the compiled expression.
func (l *LazyRegexp) Get() *regexp.Regexp {
	l.once.Do(func() { l.value = regexp.MustCompile(l.expr()) })
	return l.value
}

// KnownWords are what [LazyRegexp.ParseWords] returns for some expressions, so that the hook need not parse them to
// know that they do not match. They are sorted by their keys. The words are separated by "|".
var KnownWords []ExprWords

// ExprWords are the words of the expression with a key.
type ExprWords struct {
	Key   uint64
	Words string
}

// Key is a hash of the expression as it is written (FNV-1a). With hash/fnv, which allocates twice for each expression,
// a call of the hook takes 0.4 ms more, of 11; a hash of hash/maphash is another one in each process.
func (l *LazyRegexp) Key() uint64 {
	hash := uint64(14695981039346656037)
	if l.Expand != nil {
		hash++ // all expressions that are expanded are so by the same function
	}
	for i := range len(l.Expr) {
		hash = (hash ^ uint64(l.Expr[i])) * 1099511628211
	}
	return hash
}

// ParseWords returns words of which each match has at least one; nil if there are no such words.
func (l *LazyRegexp) ParseWords() []string {
	parsed, err := syntax.Parse(l.expr(), syntax.Perl)
	if err != nil {
		panic("text: " + err.Error()) // the expressions are constants
	}
	return fewest(requiredWords(parsed.Simplify()))
}

// finder returns a finder of those words.
func (l *LazyRegexp) finder() *WordFinder {
	l.wordsOnce.Do(func() {
		at, known := slices.BinarySearchFunc(KnownWords, l.Key(), func(e ExprWords, key uint64) int {
			return cmp.Compare(e.Key, key)
		})
		switch {
		case !known:
			l.words = NewWordFinder(l.ParseWords())
		case KnownWords[at].Words == "":
			l.words = NewWordFinder(nil)
		default:
			l.words = NewWordFinder(strings.Split(KnownWords[at].Words, "|"))
		}
	})
	return l.words
}

// MayMatch reports whether a text has what each match has. It is fast, and sometimes wrong.
func (l *LazyRegexp) MayMatch(text string) bool {
	f := l.finder()
	return len(f.words) == 0 || f.Any(text)
}

// MatchString reports whether the text has a match.
func (l *LazyRegexp) MatchString(text string) bool {
	return l.MayMatch(text) && l.Get().MatchString(text)
}

// FindStringIndex returns where the first match begins and ends, or nil.
func (l *LazyRegexp) FindStringIndex(text string) []int {
	if !l.MayMatch(text) {
		return nil
	}
	return l.Get().FindStringIndex(text)
}

// FindAllStringIndex returns where the first n matches begin and end; all, if n is below 0.
func (l *LazyRegexp) FindAllStringIndex(text string, n int) [][]int {
	if !l.MayMatch(text) {
		return nil
	}
	return l.Get().FindAllStringIndex(text, n)
}

// FindStringSubmatch returns the first match and its groups, or nil.
func (l *LazyRegexp) FindStringSubmatch(text string) []string {
	if !l.MayMatch(text) {
		return nil
	}
	return l.Get().FindStringSubmatch(text)
}

// ReplaceAllString replaces each match.
func (l *LazyRegexp) ReplaceAllString(text, by string) string {
	if !l.MayMatch(text) {
		return text
	}
	return l.Get().ReplaceAllString(text, by)
}
