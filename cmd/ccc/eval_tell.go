package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/report"
	"ccc/internal/review"
	"ccc/internal/terminal"
	"ccc/internal/text"
)

// about names the judge.
func (e *evalRun) about(w io.Writer) {
	s := e.summary
	from := e.opts.rubric
	if from == "" {
		from = e.spoken().Sprintf("built-in")
	}
	fmt.Fprintln(w, e.spoken().Sprintf("claude %s · provider %s · model %s · rubric %s (%s) · ccc %s",
		orDash(s.Claude), orDash(s.Provider), orDash(s.Model), s.Rubric, from, s.CCC))
	if s.OwnJudge > 0 {
		fmt.Fprintln(w, e.spoken().Sprintf("cases with a rubric, model, provider or reviewers of their own, which hold "+
			"for them as in a launch: %d", s.OwnJudge))
	}
}

// row is what is said of a result behind its case.
func (e *evalRun) row(r eval.Result) lang.Message {
	took := review.ShortDuration(time.Duration(r.DurationMS) * time.Millisecond)
	line := lang.M("✓ %s", verdictOf(r))
	switch {
	case r.FalseAccept():
		line = lang.M("✗ FALSE ACCEPT: %s, and it is not done", verdictOf(r))
	case r.FalseReject():
		line = lang.M("✗ FALSE REJECT: %s, and it is done", verdictOf(r))
	case r.Misdirected():
		line = lang.M("✗ %s, expected: %s", verdictOf(r), string(r.Expect))
	case r.Got == eval.Nothing:
		line = lang.M("✗ no verdict: %s", r.Said())
	}
	if r.Fresh {
		line = lang.M("%s (from the transcript)", line)
	}
	if len(r.CannotRun) > 0 {
		line = lang.M("%s · could not run: %s", line, strings.Join(r.CannotRun, ", "))
	}
	for _, one := range r.Asked {
		if of := e.otherThan(one); !of.Empty() {
			line = lang.M("%s · %s: %s", line, one.Name, of)
		}
	}
	if !e.opts.machine && !r.Machine() {
		line = lang.M("%s · %s", line, text.Dollars(r.CostUSD))
	}
	line = lang.M("%s · %s", line, took)
	if e.opts.repeat > 1 {
		line = lang.M("%d. %s", r.Try, line)
	}
	return line
}

// otherThan says in what a reviewer is another one than the run's; empty if it is not.
func (e *evalRun) otherThan(a eval.Asked) (line lang.Message) {
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
			line = lang.M("%s %s", of.name, orDash(of.is))
		default:
			line = lang.M("%s, %s %s", line, of.name, orDash(of.is))
		}
	}
	return line
}

// verdictOf is what was said, and by whom.
func verdictOf(r eval.Result) lang.Message {
	word := lang.M("%s", string(r.Got))
	switch {
	case r.Got == eval.Left:
		word = lang.M("left to a reviewer")
	case r.By == "checks":
		word = lang.M("%s (by the checks)", word)
	case r.By == "protect":
		word = lang.M("%s (by the protected files)", word)
	}
	return word
}

// tell tells what the run came to.
func (e *evalRun) tell(c eval.Counts) error {
	switch e.opts.format {
	case "json":
		object, err := json.MarshalIndent(e.summary, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(e.stdout, "%s\n", text.SafeJSON(object))
		return err
	case "html":
		var rows []report.Fact
		for _, r := range e.summary.Results {
			rows = append(rows, report.Fact{Name: r.Case, Value: e.spoken().Text(e.row(r))})
		}
		about := []report.Fact{
			{Name: "claude", Value: orDash(e.summary.Claude)},
			{Name: e.spoken().Sprintf("Provider"), Value: orDash(e.summary.Provider)},
			{Name: e.spoken().Sprintf("Model"), Value: orDash(e.summary.Model)},
			{Name: e.spoken().Sprintf("Rubric"), Value: e.summary.Rubric},
		}
		if e.summary.OwnJudge > 0 {
			about = append(about, report.Fact{
				Name: e.spoken().Sprintf("with a judge of their own"), Value: fmt.Sprint(e.summary.OwnJudge),
			})
		}
		return eval.Page(e.stdout, e.summary, append(about, evalFacts(e.summary, c, e.spoken())...), rows, e.spoken())
	}
	if e.summary.Cases == 0 { // all are broken
		return nil
	}
	var rows []string
	for _, f := range evalFacts(e.summary, c, e.spoken()) {
		rows = append(rows, f.Name+"\t"+f.Value)
	}
	fmt.Fprintln(e.text)
	return terminal.Table(e.text, rows, nil)
}

// evalFacts are the counts.
func evalFacts(s eval.Summary, c eval.Counts, language lang.Language) (facts []report.Fact) {
	say := language.Sprintf
	add := func(name, value string) { facts = append(facts, report.Fact{Name: name, Value: value}) }
	of := func(n eval.Count) string {
		if n.Of == 0 {
			return say("- (no such case got a verdict)")
		}
		return say("%d of %d (%.0f%%, 95%% interval %.0f–%.0f%%)", n.N, n.Of,
			100*float64(n.N)/float64(n.Of), 100*n.Interval[0], 100*n.Interval[1])
	}
	if !s.Machine {
		add(say("false accepts"), of(c.FalseAccepts))
	}
	add(say("false rejects"), of(c.FalseRejects))
	add(say("caught by checks alone"), say("%d of %d", c.Caught.N, c.Caught.Of))
	if c.Misdirected > 0 {
		add(say("told to the wrong one"), fmt.Sprint(c.Misdirected))
	}
	add(say("no verdict"), fmt.Sprint(c.NoVerdict))
	if c.CannotRun > 0 {
		add(say("with checks that could not run"), say("%d: a program is missing here, so they say nothing", c.CannotRun))
	}
	if s.Repeat > 1 {
		add(say("not the same each time"), orDash(strings.Join(c.Unstable, " ")))
	}
	if c.InWords > 0 {
		add(say("answered in words"), say("%d, where a structured verdict was asked for", c.InWords))
	}
	if c.Fresh > 0 {
		add(say("judged from the transcript"), say("%d: this claude cannot read the session", c.Fresh))
	}
	took := review.ShortDuration(c.MedianTime)
	if s.Machine {
		add(say("time"), say("%s at the median", took))
		return facts
	}
	if c.MedianUSD == 0 && c.MedianTokens == 0 { // nobody was asked
		add(say("cost"), text.Dollars(c.CostUSD))
	} else {
		add(say("cost"), say("%s in all; at the median of those that a reviewer judged %s and %d tokens",
			text.Dollars(c.CostUSD), text.Dollars(c.MedianUSD), c.MedianTokens))
	}
	add(say("time"), say("%s at the median", took))
	return facts
}
