package eval

import (
	"bytes"
	"io"

	"ccc/internal/lang"
	"ccc/internal/report"
	"ccc/internal/session"
)

// WritePage writes a run as one page of HTML. facts are its results, rows one line per case. Wrong verdicts are shown
// with their conversation, collapsed.
func WritePage(w io.Writer, s Summary, facts, rows []report.Fact, l lang.Language) error {
	sheet := report.Sheet{
		Title: l.Sprintf("All as expected"), Mood: "good", At: s.At, Facts: facts, All: l.Sprintf("All cases"),
		Rows: rows,
	}
	wrong := 0
	for _, r := range s.Results {
		if r.AsExpected() {
			continue
		}
		wrong++
		one := report.Wrong{Title: r.Case, Facts: []report.Fact{
			{Name: l.Sprintf("Expected"), Value: string(r.Expect) + "\n\n" + r.Why},
			{Name: l.Sprintf("Said"), Value: string(r.Verdict) + "\n\n" + l.Text(r.Explanation())},
		}}
		if r.Recording != nil {
			var err error
			one.Report, err = report.Read(report.Input{
				Reader: bytes.NewReader(r.Recording), Name: r.Case, Warnings: io.Discard, Language: l,
			})
			if err != nil {
				return err
			}
			talk := one.Report.Talk
			for len(talk) > 0 && talk[len(talk)-1].Phase != session.PhaseReview { // drop what follows the review
				talk = talk[:len(talk)-1]
			}
			if len(talk) > 0 {
				one.Report.Talk = talk
			}
		}
		sheet.Wrong = append(sheet.Wrong, one)
	}
	if wrong > 0 || len(s.Broken) > 0 || !s.Complete {
		sheet.Title, sheet.Mood = l.Sprintf("%d of %d are not as expected", wrong, len(s.Results)), "bad"
	}
	if !s.Complete {
		sheet.Facts = append(sheet.Facts, report.Fact{Name: l.Sprintf("cut off"),
			Value: l.Sprintf("not all are judged")})
	}
	for _, b := range s.Broken {
		sheet.Rows = append(sheet.Rows, report.Fact{Name: b.Case, Value: l.Sprintf("broken: %s: %v", b.File, b.err)})
	}
	return sheet.HTML(w, l)
}
