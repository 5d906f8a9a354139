package change

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/task"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Text writes the report for the user: a line about the change, the findings as a table, and the basis of the
// verdict. The place of a finding is FILE:LINE, which terminals can open.
func (r Report) Text(w io.Writer, language lang.Language) error {
	say := func(m lang.Message) {
		fmt.Fprintln(w, text.Safe(strings.ReplaceAll(language.Text(m), "\n", "\n  ")))
	}
	say(r.summary())
	var rows []string
	for _, f := range r.openFindings() {
		rows = append(rows, strings.Join([]string{
			f.ID, language.Text(wording.Severity(f.Severity)), text.OneLine(f.Evidence),
			text.OneLine(text.FirstLine(f.Text)),
		}, "\t"))
	}
	if err := layout.Table(w, rows, nil); err != nil {
		return err
	}
	for _, f := range r.openFindings() {
		r.details(f, say)
	}
	r.ending(say)
	return nil
}

// summary returns the report in one line.
func (r Report) summary() lang.Message {
	return lang.M("%s: %s · %s", r.Change.Name, r.size(), r.outcome())
}

// maxHidden is how many hidden or unreviewed files are named.
const maxHidden = 5

// someNames lists the first of some files.
func someNames(list []string) lang.Message {
	var some []string
	for _, name := range list[:min(len(list), maxHidden)] {
		some = append(some, text.OneLine(name))
	}
	return lang.List(some...)
}

// ending says what was dismissed, and on what the verdict is based.
func (r Report) ending(say func(lang.Message)) {
	if n := len(r.Change.Hidden); n > 0 {
		say(lang.M("not part of the change, since git ignores it by a rule that is not in its base: %d, such as %s", n,
			someNames(r.Change.Hidden)))
	}
	if n := len(r.Change.Left); n > 0 {
		say(lang.M("not compared, since too large, not readable or a repository of its own: %d, such as %s", n,
			someNames(r.Change.Left)))
	}
	if n := len(r.NotLookedAt); n > 0 {
		say(lang.M("files not looked at: %d, such as %s. ccc review --resume goes on with them", n,
			someNames(r.NotLookedAt)))
	}
	if n := len(r.dismissedFindings()); n > 0 {
		say(lang.M("dismissed by you: %d", n))
	}
	if moves := wording.Moves(r.Verdict.Findings, r.Round); r.Round > 1 && !moves.Empty() {
		say(lang.M("since the last review: %s", moves))
	}
	switch {
	case r.Failure != streamjson.NoFailure:
	case r.By == task.ByChecks && !r.Completed:
		say(lang.Verbatim(check.Failures(r.Feedback)))
	case task.ByMachine(r.By) && !r.Completed, r.Blocked:
		say(lang.Verbatim(r.Feedback))
	case r.By != "":
		say(wording.Basis(r.Verdict))
	}
}

// details says what does not fit the table.
func (r Report) details(f task.Finding, say func(lang.Message)) {
	if f.ID == "" {
		return
	}
	if f.Criterion != "" {
		said := lang.M("%s asked for: %s", f.ID, text.OneLine(f.Criterion))
		if slices.Contains(f.Unproven, task.CriterionUnproven) {
			said = lang.M("%s by the reviewer's own standard: %s", f.ID, text.OneLine(f.Criterion))
			f.Unproven = slices.DeleteFunc(slices.Clone(f.Unproven), func(part string) bool {
				return part == task.CriterionUnproven
			})
		}
		say(said)
	}
	if _, more, whole := strings.Cut(strings.TrimSpace(f.Text), "\n"); whole {
		say(lang.M("%s: %s", f.ID, more))
	}
	if unproven := wording.Unproven(f); !unproven.Empty() {
		say(lang.M("%s: %s", f.ID, unproven))
	}
}

// size says how large the change is.
func (r Report) size() lang.Message {
	return lang.M("files: %d, lines +%d -%d", r.Summary.Files, r.Summary.Added, r.Summary.Deleted)
}

// outcome returns the verdict in a few words.
func (r Report) outcome() lang.Message {
	switch {
	case r.Failure != streamjson.NoFailure:
		return lang.M("no verdict: %s", r.Failed)
	case r.By == "":
		return lang.M("nothing has changed")
	case r.Blocked:
		return lang.M("a question for you")
	case isPartial(r.Verdict):
		return lang.M("no blockers in what was looked at; files not looked at: %d", len(r.NotLookedAt))
	case r.Completed && r.Summary.Advice > 0:
		return lang.M("no blockers, advice: %d", r.Summary.Advice)
	case r.Completed:
		return lang.M("no blockers")
	}
	return lang.M("blockers: %d, advice: %d", r.Summary.Blockers, r.Summary.Advice)
}
