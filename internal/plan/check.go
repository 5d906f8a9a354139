package plan

import (
	"bytes"
	"regexp"
	"sync"

	"ccc/internal/lang"
)

// What a plan may have at most. The markdown library takes minutes for a few bytes that are nested deep enough, and for
// many lines behind them; within these bounds a second.
const (
	maxLines   = 50_000
	maxColumns = 100 // in which the marks of lists and quotations stand
)

// marks are those of lists and quotations at the beginning of a line.
var marks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t]*(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\r\n]|$)))+`)
})

// Check is the error for a file that cannot be read as a plan, and says why.
func Check(source []byte) error {
	if bytes.IndexByte(source, 0) >= 0 {
		return lang.Errorf("it is no text in UTF-8, perhaps in UTF-16: save it as UTF-8")
	}
	if bytes.IndexByte(source, '\n') < 0 && bytes.IndexByte(source, '\r') >= 0 {
		return lang.Errorf("its lines end with a carriage return alone: save it with line feeds")
	}
	n := 0
	for line := range bytes.Lines(source) {
		if n++; n > maxLines {
			return lang.Errorf("it has more than %d lines", maxLines)
		}
		if at := marks().FindIndex(line); at != nil && columns(line[:at[1]]) > maxColumns {
			return lang.Errorf("line %d: lists or quotations are nested more than %d columns deep", n, maxColumns)
		}
	}
	return nil
}
