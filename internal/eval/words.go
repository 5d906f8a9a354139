package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/report"
	"ccc/internal/review/check"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// showJudge prints who judges: the versions, the provider, the model and the rubric.
func (e *Evaluation) showJudge(w io.Writer) {
	s := e.summary
	from := e.Rubric
	if from == "" {
		from = e.Language.Sprintf("built-in")
	}
	fmt.Fprintln(w, e.Language.Sprintf("claude %s · provider %s · model %s · rubric %s (%s) · ccc %s",
		cmp.Or(s.Claude, "-"), cmp.Or(s.Provider, "-"), cmp.Or(s.Model, "-"), s.Rubric, from, s.CCC))
	if s.OwnJudge > 0 {
		fmt.Fprintln(w, e.Language.Sprintf("cases with their own rubric, model, provider or reviewers, which apply "+
			"as in a launch: %d", s.OwnJudge))
	}
}

// row describes a result in one line, without the name of the case.
func (e *Evaluation) row(r Result) lang.Message {
	took := check.ShortDuration(time.Duration(r.DurationMS) * time.Millisecond)
	line := lang.M("✓ %s", verdictWords(r))
	switch {
	case r.FalseAccept():
		line = lang.M("✗ FALSE ACCEPT: %s, and it is not done", verdictWords(r))
	case r.FalseReject():
		line = lang.M("✗ FALSE REJECT: %s, and it is done", verdictWords(r))
	case r.IsMisdirected():
		line = lang.M("✗ %s, expected: %s", verdictWords(r), string(r.Expect))
	case r.Verdict == NoVerdict:
		line = lang.M("✗ no verdict: %s", r.Explanation())
	}
	if r.Fresh {
		line = lang.M("%s (from the transcript)", line)
	}
	if len(r.CannotRun) > 0 {
		line = lang.M("%s · could not run: %s", line, strings.Join(r.CannotRun, ", "))
	}
	for _, kind := range r.Claims {
		line = lang.M("%s · claims: %s", line, string(kind))
	}
	for _, one := range r.Reviewers {
		if of := e.differences(one); !of.Empty() {
			line = lang.M("%s · %s: %s", line, one.Name, of)
		}
	}
	if !e.ChecksOnly && !r.ByMachine() {
		line = lang.M("%s · %s", line, text.Dollars(r.CostUSD))
	}
	line = lang.M("%s · %s", line, took)
	if e.Repeat > 1 {
		line = lang.M("%d. %s", r.Try, line)
	}
	return line
}

// differences describes how a reviewer differs from the run's judge; it is empty if it does not.
func (e *Evaluation) differences(a AskedReviewer) (line lang.Message) {
	for _, of := range []struct {
		name    lang.Message
		is, run string
	}{
		{lang.M("provider"), a.Provider, e.summary.Provider}, {lang.M("model"), a.Model, e.summary.Model},
		{lang.M("rubric"), a.Rubric, e.summary.Rubric},
	} {
		switch {
		case of.is == of.run:
		case line.Empty():
			line = lang.M("%s %s", of.name, cmp.Or(of.is, "-"))
		default:
			line = lang.M("%s, %s %s", line, of.name, cmp.Or(of.is, "-"))
		}
	}
	return line
}

// verdictWords describes the verdict of a result, and who gave it.
func verdictWords(r Result) lang.Message {
	word := lang.M("%s", string(r.Verdict))
	switch {
	case r.Verdict == LeftToReviewer:
		word = lang.M("left to a reviewer")
	case r.By == "checks":
		word = lang.M("%s (by the checks)", word)
	case r.By == "protect":
		word = lang.M("%s (by the protected files)", word)
	case r.By == "claims":
		word = lang.M("%s (by its claims)", word)
	}
	return word
}

// show prints the results of the run, in the format that the user chose.
func (e *Evaluation) show(c Counts) error {
	switch e.Format {
	case "json":
		object, err := json.MarshalIndent(e.summary, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(e.Data, "%s\n", text.SafeJSON(object))
		return err
	case "html":
		var rows []report.Fact
		for _, r := range e.summary.Results {
			rows = append(rows, report.Fact{Name: r.Case, Value: e.Language.Text(e.row(r))})
		}
		about := []report.Fact{
			{Name: "claude", Value: cmp.Or(e.summary.Claude, "-")},
			{Name: e.Language.Sprintf("Provider"), Value: cmp.Or(e.summary.Provider, "-")},
			{Name: e.Language.Sprintf("Model"), Value: cmp.Or(e.summary.Model, "-")},
			{Name: e.Language.Sprintf("Rubric"), Value: e.summary.Rubric},
		}
		if e.summary.OwnJudge > 0 {
			about = append(about, report.Fact{
				Name: e.Language.Sprintf("with their own reviewer"), Value: fmt.Sprint(e.summary.OwnJudge),
			})
		}
		return WritePage(e.Data, e.summary, append(about, factsOf(e.summary, c, e.Language)...), rows, e.Language)
	}
	if e.summary.Cases == 0 { // all cases are broken
		return nil
	}
	var rows []string
	for _, f := range factsOf(e.summary, c, e.Language) {
		rows = append(rows, f.Name+"\t"+f.Value)
	}
	fmt.Fprintln(e.Text)
	return layout.Table(e.Text, rows, nil)
}

// factsOf describes the totals of a run, in the user's language.
func factsOf(s Summary, c Counts, language lang.Language) (facts []report.Fact) {
	say := language.Sprintf
	add := func(name, value string) { facts = append(facts, report.Fact{Name: name, Value: value}) }
	of := func(n Count) string {
		if n.Of == 0 {
			return say("- (no such case got a verdict)")
		}
		return say("%d of %d (%.0f%%, 95%% interval %.0f–%.0f%%)", n.N, n.Of,
			100*float64(n.N)/float64(n.Of), 100*n.Interval[0], 100*n.Interval[1])
	}
	if !s.ChecksOnly {
		add(say("false accepts"), of(c.FalseAccepts))
	}
	add(say("false rejects"), of(c.FalseRejects))
	add(say("caught by checks alone"), say("%d of %d", c.Caught.N, c.Caught.Of))
	add(say("caught by claims alone"), say("%d of %d, and %d that are done", c.ByClaims.N, c.ByClaims.Of,
		c.WrongClaims))
	if c.Misdirected > 0 {
		add(say("sent to the wrong side"), fmt.Sprint(c.Misdirected))
	}
	add(say("no verdict"), fmt.Sprint(c.NoVerdict))
	if c.CannotRun > 0 {
		add(say("with checks that could not run"),
			say("%d: a program is missing here, so they say nothing", c.CannotRun))
	}
	if s.Repeat > 1 {
		add(say("not the same each time"), cmp.Or(strings.Join(c.Unstable, " "), "-"))
	}
	if c.InWords > 0 {
		add(say("answered in words"), say("%d, where a structured verdict was asked for", c.InWords))
	}
	if c.Findings > 0 {
		add(say("findings with a criterion or evidence not found"), say("%d of %d", c.Unproven, c.Findings))
	}
	if c.Fresh > 0 {
		add(say("judged from the transcript"), say("%d: this claude cannot read the session", c.Fresh))
	}
	took := check.ShortDuration(c.MedianTime)
	if s.ChecksOnly {
		add(say("time"), say("%s at the median", took))
		return facts
	}
	if c.MedianUSD == 0 && c.MedianTokens == 0 { // no reviewer was asked
		add(say("cost"), text.Dollars(c.CostUSD))
	} else {
		add(say("cost"), say("%s in all; at the median of those that a reviewer judged %s and %d tokens",
			text.Dollars(c.CostUSD), text.Dollars(c.MedianUSD), c.MedianTokens))
	}
	add(say("time"), say("%s at the median", took))
	return facts
}
