package text

import (
	"regexp"
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
type LazyRegexp struct {
	Expr   string
	Expand func(string) string // changes the expression before it is compiled; may be nil
	once   sync.Once
	value  *regexp.Regexp
}

// Get returns the compiled expression.
func (l *LazyRegexp) Get() *regexp.Regexp {
	l.once.Do(func() {
		expr := l.Expr
		if l.Expand != nil {
			expr = l.Expand(expr)
		}
		l.value = regexp.MustCompile(expr)
	})
	return l.value
}
