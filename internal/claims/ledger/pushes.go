package ledger

import (
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// What a push brought to the other side, by its output.
const (
	PushedSomething = iota
	PushedNothing
	PushedTagAlone
)

var (
	tagLine      = text.LazyLines(`^ \* \[new tag\]`)
	refLine      = text.LazyLines(` -> `)
	upToDateLine = text.LazyLines(`^Everything up-to-date`)
	newTagLines  = text.LazyRegexp{Expr: `(?m)^ \* \[new tag\].*$`}
)

// readPush notes, by the output of a push, whether it sent nothing or only a tag.
func (r *Run) readPush(output string) {
	if r.Kinds&shell.Push == 0 || r.Tool.Name != "git" {
		return
	}
	r.PushedTag = tagLine.Get().Match(output)
	switch {
	case upToDateLine.Get().Match(output) && !refLine.Get().Match(output):
		r.PushResult = PushedNothing
	case tagLine.Get().Match(output) && !refLine.Get().Match(newTagLines.Get().ReplaceAllString(output, "")):
		r.PushResult = PushedTagAlone
	}
}
