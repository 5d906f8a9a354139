package change

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/git"
	"ccc/internal/review"
	"ccc/internal/review/check"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// The exit codes of a review.
const (
	ExitClean     = 0                       // no finding holds the change
	ExitBlockers  = output.ExitNotCompleted // a finding holds the change
	ExitNoVerdict = output.ExitNeedsUser    // the result is unknown: the review failed, or only the user can decide
	ExitAgain     = output.ExitRetry        // a usage limit or an outage: the same command may work later
	ExitStopped   = output.ExitInterrupted  // the user stopped it with ctrl-c
)

// Report is the result of a review.
type Report struct {
	Change  Change `json:"change"`
	Summary Counts `json:"summary"`
	task.Verdict
	// Findings are those of the verdict. Red checks, and changed files that are strictly protected, are among them
	// without an id, because nobody can dismiss these.
	Findings   []task.Finding `json:"findings"`
	Failed     string         `json:"failure,omitempty"` // why there is no verdict
	ExitCode   int            `json:"exit_code"`
	DurationMS int64          `json:"duration_ms"`

	missingPlaces map[string]bool // evidence whose file or line does not exist
}

// Counts says how large the change is.
type Counts struct {
	Files    int `json:"files"`
	Added    int `json:"added"`   // lines
	Deleted  int `json:"deleted"` // lines
	Blockers int `json:"blockers"`
	Advice   int `json:"advice"`
}

// Empty returns the report on a selection without changes.
func Empty(c Change) Report {
	return Report{Change: c, Verdict: task.Verdict{Completed: true}, Findings: []task.Finding{}}
}

// report makes the report of a review that ended.
func (r Review) report(now task.State, result review.Result) (report Report) {
	report.Change, report.Verdict = r.Change, result.Verdict
	if result.Failure == streamjson.NoFailure {
		report.Verdict = *now.Verdict
	} else if result.Reason != nil {
		report.Failed = text.OneLine(r.Language.Sprintf("%v", result.Reason))
	}
	report.Findings = append(append([]task.Finding{}, r.machineFindings(report.Verdict)...), report.Verdict.Findings...)
	if len(report.NotLookedAt) > 0 {
		report.Completed = false // whatever the others found
	}
	report.ExitCode = exitCode(report.Verdict, result.LeftOut)
	report.missingPlaces = make(map[string]bool)
	for i, f := range report.Findings {
		f.Evidence = r.relativePlace(f.Evidence)
		report.Findings[i].Evidence = f.Evidence
		if name, line := f.Place(); line > 0 && !r.hasLine(name, line) {
			report.missingPlaces[f.Evidence] = true
		}
	}
	for _, f := range r.Change.Files {
		report.Summary.Files++
		report.Summary.Added += f.Added
		report.Summary.Deleted += f.Deleted
	}
	for _, f := range task.OpenFindings(report.Findings) {
		if f.Severity == task.Advice {
			report.Summary.Advice++
		} else {
			report.Summary.Blockers++
		}
	}
	return report
}

// hasLine reports whether the project has that line, or a file that the change has renamed or deleted had it. If the
// change is not in the work tree, all its files count, because their lines cannot be read here.
func (r Review) hasLine(name string, line int) bool {
	return line <= math.MaxInt32 && (review.HasLine(r.Dirs.Work, name, line) ||
		slices.ContainsFunc(r.Change.Files, func(c git.Change) bool {
			isIt := git.PathFrom(r.Change.prefix, c.Path) == name
			isGone := c.From != "" && git.PathFrom(r.Change.prefix, c.From) == name ||
				isIt && c.Status == 'D' && line <= max(c.Deleted, 1)
			return isGone || isIt && r.Change.commit != ""
		}))
}

// exitCode returns the exit code of the command. leftOut says why parts of the change were not reviewed.
func exitCode(v task.Verdict, leftOut streamjson.Failure) int {
	failure := v.Failure
	if isPartial(v) {
		failure = leftOut
	}
	switch failure {
	case streamjson.NoFailure:
	case streamjson.Aborted:
		return ExitStopped
	case streamjson.Limit, streamjson.Transient:
		return ExitAgain
	default:
		return ExitNoVerdict
	}
	switch {
	case v.Completed:
		return ExitClean
	case v.Blocked:
		return ExitNoVerdict
	}
	return ExitBlockers
}

// isPartial reports whether nothing holds the reviewed part of the change, but parts were not reviewed.
func isPartial(v task.Verdict) bool {
	return v.Failure == streamjson.NoFailure && len(v.NotLookedAt) > 0 && !v.Blocked &&
		!slices.ContainsFunc(v.Findings, func(f task.Finding) bool {
			return f.Status == task.Open && f.Severity == task.Blocker
		})
}

// machineFindings returns the findings of a verdict that no reviewer gave.
func (r Review) machineFindings(v task.Verdict) (list []task.Finding) {
	add := func(evidence, criterion, text string) {
		list = append(list, task.Finding{
			Severity: task.Blocker, Status: task.Open, Evidence: evidence, Criterion: criterion, Text: text,
		})
	}
	switch v.By {
	case task.ByChecks:
		for _, c := range v.Checks {
			if c.State != string(check.Passed) && c.State != string(check.CannotRun) {
				evidence := fmt.Sprintf("%s (exit %d)", c.Command, c.Exit)
				add(evidence, "check "+c.Name, fmt.Sprintf("the check %s failed", c.Name))
			}
		}
	case task.ByProtect:
		for _, name := range git.ChangedNames(r.Change.Files) {
			name = git.PathFrom(r.Change.prefix, name)
			if r.Rubric.Protected().Match(name) {
				add(name+":1", "protect", "a protected file was changed")
			}
		}
	}
	return list
}

// relativePlace makes the place in evidence relative to the project's directory, because a reviewer may write the whole
// path.
func (r Review) relativePlace(evidence string) string {
	name, line := task.Finding{Evidence: evidence}.Place()
	if line == 0 || !filepath.IsAbs(name) {
		return evidence
	}
	if rel, err := filepath.Rel(r.Dirs.Work, name); err == nil && filepath.IsLocal(rel) {
		return strings.Replace(evidence, name, filepath.ToSlash(rel), 1)
	}
	return evidence
}

// openFindings returns the open findings, blockers first.
func (r Report) openFindings() []task.Finding { return task.OpenFindings(r.Findings) }

// dismissedFindings returns the findings that the user has dismissed.
func (r Report) dismissedFindings() []task.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f task.Finding) bool { return f.Status != task.Dismissed })
}
