package tasklist

import (
	"bytes"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// The limits of a plan. Without them the markdown library takes minutes for deeply nested text with many lines after
// it. Within them it takes a second.
const (
	maxLines   = 50_000
	maxColumns = 100 // width of the list and quotation marks of a line
)

// marks matches the marks of lists and quotations at the beginning of a line.
var marks = text.LazyRegexp{Expr: `^(?:[ \t]*(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\r\n]|$)))+`}

// CheckLimits returns an error if a file exceeds the limits of a plan.
func CheckLimits(source []byte) error {
	if bytes.IndexByte(source, 0) >= 0 {
		return lang.Errorf("it is not UTF-8 text, perhaps UTF-16: save it as UTF-8")
	}
	if bytes.IndexByte(source, '\n') < 0 && bytes.IndexByte(source, '\r') >= 0 {
		return lang.Errorf("its lines end with a carriage return alone: save it with line feeds")
	}
	n := 0
	for line := range bytes.Lines(source) {
		if n++; n > maxLines {
			return lang.Errorf("it has more than %d lines", maxLines)
		}
		if at := marks.Get().FindIndex(line); at != nil && columns(line[:at[1]]) > maxColumns {
			return lang.Errorf("line %d: lists or quotations are nested more than %d columns deep", n, maxColumns)
		}
	}
	return nil
}
