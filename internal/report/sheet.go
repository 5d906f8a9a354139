package report

import (
	"io"
	"time"

	"ccc/internal/lang"
)

// Sheet is a page about many sessions. It has the conversations of those that went wrong.
type Sheet struct {
	Title string
	Mood  string // good, bad or open
	At    time.Time
	Facts []Fact
	Wrong []Wrong
	All   string // heading of Rows
	Rows  []Fact
}

// Fact is a name and its value.
type Fact struct{ Name, Value string }

// Wrong is a session that went wrong.
type Wrong struct {
	Title  string
	Facts  []Fact  // longer texts
	Report *Report // its conversation; nil if it is not known
}

// maxShown is the limit of a text of a [Wrong], in bytes.
const maxShown = 16 << 10

// HTML writes the sheet as one page, as [Report.HTML] does.
func (s Sheet) HTML(w io.Writer, l lang.Language) error {
	type section struct {
		Wrong
		Talk *view
	}
	var talks []*Report
	var wrong []section
	for _, one := range s.Wrong {
		t := section{Wrong: one}
		if one.Report != nil {
			shown := *one.Report
			shown.Timed = false // the session was made long before its review, so its times mean nothing
			talks = append(talks, &shown)
			t.Talk = &view{Report: &shown, frame: frame{Words: words(l)}}
		}
		wrong = append(wrong, t)
	}
	data := struct {
		Sheet
		frame
		Title string
		When  string
		Wrong []section
	}{s, frameOf(l, s.Title, ""), s.Title, s.At.Local().Format("2006-01-02 15:04 MST"), wrong}
	return execute(w, "sheet", data, l, talks...)
}
