package claims

import (
	"regexp"
	"sync"
)

// lazy is a table that is made when it is first used. Unlike [sync.OnceValue] it costs nothing at the start of ccc: the
// hook starts at every stop, and seldom needs one.
type lazy[T any] struct {
	make  func() T
	once  sync.Once
	value T
}

func (l *lazy[T]) get() T {
	l.once.Do(func() { l.value = l.make() })
	return l.value
}

// lazyRegexp is a regular expression that is compiled when it is first used.
type lazyRegexp struct {
	expr  string
	parts bool // it has names of [parts]
	once  sync.Once
	value *regexp.Regexp
}

func (l *lazyRegexp) get() *regexp.Regexp {
	l.once.Do(func() {
		expr := l.expr
		if l.parts {
			expr = expand(expr)
		}
		l.value = regexp.MustCompile(expr)
	})
	return l.value
}
