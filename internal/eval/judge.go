package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/text"
	"ccc/ptyio"
)

// judgeCases judges all cases and prints the results.
func (e *Evaluation) judgeCases(cases []Case, broken []Broken) (exitCode int, err error) {
	body := e.rubricBody()
	store, known, spent, err := e.openStore(cases, RubricHash(body))
	if err != nil {
		return 0, err
	}
	e.summary.At, e.summary.Cases = time.Now().UTC(), len(cases)
	out := e.progress()
	if len(cases) > 0 {
		e.showJudge(out)
	}
	if len(known) > 0 {
		fmt.Fprintln(out, e.Language.Sprintf("%d judged before are kept (%s)", len(known),
			store.At.Local().Format("2006-01-02 15:04")))
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	guardian, err := e.startGuardian()
	if err != nil {
		return 0, err
	}
	defer guardian.Close()
	run := Run{
		Cases: cases, Repeat: e.Repeat, Jobs: e.Jobs, ChecksOnly: e.ChecksOnly, RubricText: body,
		Override: e.Rubric != "",
		MaxUSD:   e.MaxUSD, Earlier: known, Spent: spent, Prepare: e.prepareLaunch, Lang: e.Language,
		Done: e.showAndKeep(out, cases, store),
	}
	results, changed, spent, err := run.Judge(ctx)
	for _, b := range changed {
		e.Say(lang.M("broken case: %s", b.Message()))
	}
	broken = append(broken, changed...)
	e.summary.Complete, e.summary.DurationS = err == nil, time.Since(e.summary.At).Seconds()
	counts := e.summary.Fill(results, broken, spent)
	var showErr error
	if Reportable(err) || counts.Judged > 0 {
		showErr = e.show(counts)
	}
	// Stored results are removed only after the user has seen them: they were paid for.
	kept, closeErr := store.Close(err == nil && showErr == nil && len(changed) == 0)
	if closeErr != nil {
		e.Say(lang.M("%v", closeErr))
	}
	switch {
	case showErr != nil:
		return 0, lang.WithHint(showErr,
			lang.M("what has been judged is kept: the same command shows it without judging it again"))
	case !Reportable(err):
		return 0, e.explainFailure(err, counts)
	}
	if err == nil && kept && counts.NoVerdict > 0 {
		e.Say(lang.M("no verdict on %d: the same command tries again, and keeps the rest", counts.NoVerdict))
	}
	return e.exitCode(err, counts, len(broken)), nil
}

// rubricBody returns the rubric's text for cases that have none.
func (e *Evaluation) rubricBody() string {
	if e.rubric == "" {
		return rubric.BuiltIn(e.Language).Text
	}
	front, body := rubric.Split(e.rubric)
	if front != "" {
		e.Say(lang.M("only the text of %s is used: checks and other keys come from the cases", e.Rubric))
	}
	return body
}

// openStore opens the store of this run. It returns the results of an earlier start, and their cost in USD.
func (e *Evaluation) openStore(
	cases []Case, rubricHash string,
) (s *Store, known []Result, spent float64, err error) {
	e.summary.Rubric = rubricHash
	config, err := json.Marshal([]any{e.File.Settings, e.File.Supervisor, e.providersOf(cases)})
	if err != nil {
		return nil, nil, 0, err
	}
	id := Identity{
		CCC: e.Version, Claude: e.summary.Claude, Provider: e.summary.Provider, Model: e.summary.Model,
		Rubric: e.summary.Rubric, Config: file.Digest(string(config))[:12], ChecksOnly: e.ChecksOnly,
	}
	for _, c := range cases {
		id.Cases = append(id.Cases, c.Name)
		if !e.ChecksOnly && c.OwnJudge(e.Rubric != "") {
			e.summary.OwnJudge++
		}
	}
	slices.Sort(id.Cases)
	s, known, spent, err = OpenStore(filepath.Join(string(e.Dirs.State), "eval"), id, cases)
	known = slices.DeleteFunc(known, func(r Result) bool { return r.Try > e.Repeat })
	return s, known, spent, err
}

// progress is where each result is printed as soon as it is known.
func (e *Evaluation) progress() io.Writer {
	if e.Format == "text" {
		return e.Text
	}
	return e.Stderr
}

// startGuardian starts a second ccc, which ends the checks if this ccc is killed.
func (e *Evaluation) startGuardian() (*ptyio.Guardian, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, lang.Errorf("find the path of ccc: %w", err)
	}
	guardian, err := ptyio.StartGuardian(self, e.Guardian, nil, nil)
	if err != nil {
		e.Say(lang.M("no guardian: if ccc is killed, what a check started keeps running: %v", err))
	}
	return guardian, nil
}

// showAndKeep returns a function that prints a result and stores it.
func (e *Evaluation) showAndKeep(out io.Writer, cases []Case, store *Store) func(Result) error {
	width := 0
	for _, c := range cases {
		width = max(width, len(c.Name))
	}
	return func(r Result) error {
		if !r.IsUnfinished() {
			fmt.Fprintf(out, "%-*s  %s\n", width, r.Case, e.Language.Text(e.row(r)))
		}
		return store.Keep(r)
	}
}

// providersOf returns the providers that the reviewers of these cases may use.
func (e *Evaluation) providersOf(cases []Case) (list []provider.Provider) {
	for _, one := range e.File.Providers {
		onIt := func(r rubric.Reviewer) bool { return r.Provider == one.Name }
		if e.provider != nil && e.provider.Name == one.Name || e.summary.Provider == one.Name ||
			slices.ContainsFunc(cases, func(c Case) bool { return slices.ContainsFunc(c.Judged.Reviewers(), onIt) }) {
			list = append(list, one)
		}
	}
	return list
}

// explainFailure adds a next step to the error of a run that could not go on.
func (e *Evaluation) explainFailure(err error, c Counts) error {
	if c.Judged > 0 {
		e.Say(lang.M("%d of %d are judged; the same command goes on", c.Judged, e.summary.Cases*e.Repeat))
	}
	if nobody := new(NoReviewerError); errors.As(err, &nobody) && e.summary.Provider != "" {
		return lang.WithHint(err,
			lang.M("ccc validate %s asks it for one answer, and says what is wrong", e.summary.Provider))
	}
	return err
}

// exitCode returns the exit code of a run that ended with err, as the help of ccc eval lists them.
func (e *Evaluation) exitCode(err error, c Counts, broken int) int {
	all := e.summary.Cases * e.Repeat
	switch {
	case errors.Is(err, ErrStopped):
		e.Say(lang.M("stopped: %d of %d are judged; the same command goes on", c.Judged, all))
		return 130
	case errors.Is(err, ErrCost):
		e.Say(lang.M("%s is spent: %d of %d are judged; the same command with a higher --max-cost-usd goes on",
			text.Dollars(c.CostUSD), c.Judged, all))
		return 3
	case errors.Is(err, ErrLimit):
		e.Say(lang.M("a usage limit is reached: %d of %d are judged; the same command goes on", c.Judged, all))
		return 75
	}
	wrong := c.FalseAccepts.N+c.FalseRejects.N+c.Misdirected+c.NoVerdict > 0
	if e.Baseline != "" {
		wrong = e.compare()
	}
	switch {
	case broken > 0:
		return 2
	case wrong:
		return 1
	}
	return 0
}

// compare prints how the run differs from the baseline, and reports whether a case got worse.
func (e *Evaluation) compare() (worse bool) {
	change := CompareResults(e.baseline.Results, e.summary.Results)
	if other := e.otherJudge(); other != "" {
		e.Say(lang.M("the results in %s are from another reviewer: %s", e.Baseline, other))
	}
	e.Say(lang.M("compared with %s (cases in both: %d): worse %s; better %s", e.Baseline, change.Cases,
		cmp.Or(strings.Join(change.Worse, " "), "-"), cmp.Or(strings.Join(change.Better, " "), "-")))
	if len(change.Uncompared) > 0 {
		e.Say(lang.M("not compared, as they are new or have changed: %s", strings.Join(change.Uncompared, " ")))
	}
	return len(change.Worse) > 0
}

// otherJudge describes how the judge of the baseline differs from this run's; "" if it is the same.
func (e *Evaluation) otherJudge() string {
	var list []string
	for _, of := range []struct {
		name    lang.Message
		was, is string
	}{
		{lang.M("claude"), e.baseline.Claude, e.summary.Claude},
		{lang.M("provider"), e.baseline.Provider, e.summary.Provider},
		{lang.M("model"), e.baseline.Model, e.summary.Model}, {lang.M("rubric"), e.baseline.Rubric, e.summary.Rubric},
	} {
		if of.was != of.is {
			list = append(list, e.Language.Sprintf("%s %s, now %s", of.name, cmp.Or(of.was, "-"), cmp.Or(of.is, "-")))
		}
	}
	return strings.Join(list, "; ")
}
