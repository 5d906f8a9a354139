package claims

import (
	"slices"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// ciWords match a claim that is about CI.
var ciWords = &text.LazyRegexp{Expr: `\bci\b|\bgithub\b|\bgitlab\b|\bactions?\b|\bworkflows?\b|\bpipelines?\b|` +
	`\bpr\b|\bpull request\b|\bbadge\b|流水线`}

// hasPassedCI reports, for a claim about CI, whether the session shows a run of CI that succeeded after the last edit.
func (r *judge) hasPassedCI(s detect.Statement) bool {
	return s.Mentions(ciWords) && slices.ContainsFunc(runsAfter(r.Runs, r.lastEditPlace()), func(one *ledger.Run) bool {
		return one.WatchesCI && one.Outcome == ledger.Passed
	})
}

// allNamedRowsPassed reports whether a claim names a row of a failed run, and no row that it names failed.
func allNamedRowsPassed(r *ledger.Run, s detect.Statement) bool {
	head := negatedAside.Get().ReplaceAllString(s.Head, "")
	named := slices.DeleteFunc(slices.Clone(r.Rows), func(one ledger.Row) bool { return !hasWord(head, one.Name) })
	return len(named) > 0 && !slices.ContainsFunc(named, func(one ledger.Row) bool { return one.Failed })
}

// negatedAside matches what is in parentheses and says that something was not so: "(db1 was unreachable)".
var negatedAside = text.LazyRegexp{Expr: `[（(][^（()）]*(?:\b(?:not|except|without|failed|unreachable|down)\b|` +
	`n't\b|[未没不])` +
	`[^（()）]*(?:[)）]|$)`}

// failedInCI returns the turn's last look at CI if it shows a check of the claim's kind that failed; otherwise nil.
func (r *judge) failedInCI(s detect.Statement) *ledger.Run {
	for _, one := range slices.Backward(r.Runs) {
		if one.At.Step <= r.turn.stepsBefore || !one.WatchesCI || one.Outcome == ledger.NotRun {
			continue
		}
		if slices.ContainsFunc(one.Rows, func(row ledger.Row) bool {
			return row.Failed && shell.KindsOfName(row.Name)&s.Kind.ProvedBy() != 0
		}) && !allNamedRowsPassed(one, s) {
			return one
		}
		break
	}
	return nil
}
