package detect

import "ccc/internal/text"

// The words of all expressions are in a table because the hook starts a new process at every stop, and parsed most of
// the expressions there only to learn that they do not match. After a change of an expression the table is written
// again; until then that expression is parsed, and a test fails.
//
//go:generate go test -count=1 -run ^TestExprWords$ . -args -write

func init() { text.KnownWords = exprWords[:] }
