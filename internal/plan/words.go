package plan

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"ccc/internal/lang"
	"ccc/internal/supervision/runid"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// NoTasksError says that a file has no task.
type NoTasksError struct{ path string }

// Message says so in every language.
func (e *NoTasksError) Message() lang.Message { return lang.M("there is no task in %s", e.path) }
func (e *NoTasksError) Error() string         { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *NoTasksError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *NoTasksError) Hint() lang.Message {
	return lang.M("a task is an item with a box: - [ ] fix the parser")
}

// NoPlanError says why a file cannot be a plan.
type NoPlanError struct {
	path string
	why  error
}

// Message says so in every language.
func (e *NoPlanError) Message() lang.Message { return lang.M("%s is not a plan: %v", e.path, e.why) }
func (e *NoPlanError) Error() string         { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *NoPlanError) ExitCode() int { return 2 }

// NumberError says that there is no task of that number.
type NumberError struct {
	path        string
	number, all int
}

// Message says so in every language.
func (e *NumberError) Message() lang.Message {
	return lang.M("there is no task %d in %s, which has %d", e.number, e.path, e.all)
}
func (e *NumberError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *NumberError) ExitCode() int { return 2 }

// HeldError says that another ccc is running the plan.
type HeldError struct {
	path string
	by   *runid.HeldError
}

// Message says so in every language.
func (e *HeldError) Message() lang.Message {
	return lang.M("%s is being run by pid %d on %s", e.path, e.by.Pid, e.by.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }

// ExitCode says that it may be tried again.
func (e *HeldError) ExitCode() int { return e.by.ExitCode() }

// TreeHeldError says that another run commits in this work tree.
type TreeHeldError struct{ HeldError }

// Message says so in every language.
func (e *TreeHeldError) Message() lang.Message {
	return lang.M("another ccc run --commit works in %s: pid %d on %s", e.path, e.by.Pid, e.by.Host)
}
func (e *TreeHeldError) Error() string { return e.Message().String() }

// RubricChangedError says, in the ccc of a task, that the rubric has changed since the run began.
type RubricChangedError struct{ path string }

// Message says so in every language.
func (e *RubricChangedError) Message() lang.Message {
	return lang.M("%s, or a file next to it, has changed since the run began", e.path)
}
func (e *RubricChangedError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *RubricChangedError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *RubricChangedError) Hint() lang.Message {
	return lang.M("look at it, and start the run again")
}

// SettingsChangedError says, in the ccc of a task, that the project's settings have changed since the task began.
type SettingsChangedError struct{}

// Message says so in every language.
func (e *SettingsChangedError) Message() lang.Message {
	return lang.M("what claude runs in this directory, or how it is set up here, has changed since the task began")
}
func (e *SettingsChangedError) Error() string { return e.Message().String() }

// TaskHeldError says, in the ccc of a task, that another run is doing the task.
type TaskHeldError struct{ *runid.HeldError }

// Message says so in every language.
func (e *TaskHeldError) Message() lang.Message {
	return lang.M("this task is being done by pid %d on %s", e.Pid, e.Host)
}
func (e *TaskHeldError) Error() string { return e.Message().String() }

// DirtyError says that uncommitted changes of the user's would be committed with a task.
type DirtyError struct {
	list []string
	but  []string // the patterns for all but the plan
	by   string   // the title of a task whose ccc was killed: it may have left them
}

// Message says so in every language.
func (e *DirtyError) Message() lang.Message {
	return lang.M("--commit would commit what is there already: %s", firstFew(e.list))
}
func (e *DirtyError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *DirtyError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *DirtyError) Hint() lang.Message {
	stash := "git stash push --include-untracked -- " + strings.Join(e.but, " ")
	switch {
	case e.by != "":
		return lang.M("this may be the work of %q, whose ccc was killed: git commit it, and the task goes on with it. "+
			"What is not of the task: %s", e.by, stash)
	case slices.ContainsFunc(e.list, func(name string) bool { return path.Base(name) == "SUPERVISOR.md" }):
		return lang.M("git commit it yourself first: git stash would take SUPERVISOR.md away, by which the tasks are judged")
	}
	return lang.M("git commit it yourself first, or: %s", stash)
}

// TakenError says that a branch is named ccc, so that git can make no branch ccc/NAME.
type TakenError struct{}

// Message says so in every language.
func (e *TakenError) Message() lang.Message {
	return lang.M("there is a branch named ccc: git makes no branch ccc/NAME beside it")
}
func (e *TakenError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *TakenError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *TakenError) Hint() lang.Message { return lang.M("rename it: git branch -m ccc OTHER-NAME") }

var outcomes = map[loop.Outcome]lang.Message{
	loop.Completed: lang.M("completed"), loop.NotCompleted: lang.M("not completed"),
	loop.NeedsUser: lang.M("needs you"), loop.Interrupted: lang.M("interrupted"), "": lang.M("error"),
}

func (c ending) label() lang.Message {
	if c.Outcome == loop.NeedsUser && c.Retryable {
		return lang.M("to be tried again")
	}
	return outcomes[c.Outcome]
}

// brief is the label, with what the last verdict rests on if that is little.
func (c ending) brief() (words lang.Message) {
	if words = c.label(); c.done() && c.Unchecked {
		words = lang.M("%s, nothing checked", words)
	}
	words = lang.Join("%s · %s", words, c.counts(), wording.Mods(c.Mods))
	if c.Meanwhile != "" {
		words = lang.M("%s · %s", words, lang.M("changed while it was reviewed: %s", c.Meanwhile))
	}
	if c.Outside != "" {
		words = lang.M("%s · %s", words, lang.M("dismissed from outside, see ccc dismiss --list: %s", c.Outside))
	}
	return words
}

// counts says how many findings are open, are advice, and were dismissed; empty for none.
func (c ending) counts() lang.Message {
	return lang.Join("%s · %s", wording.CountsOf(c.Open, c.Advice), wording.FoundAgainCount(c.FoundAgain))
}

// maxReason is the length limit of a reason, in columns. The reason of a task that made no progress includes the
// feedback.
const maxReason = 1000

// describe says how a task ended, with the reason.
func (c ending) describe() lang.Message {
	return c.withReason(lang.Join("%s · %s", c.label(), c.counts()))
}

// withReason adds the reason to words on how a task ended.
func (c ending) withReason(what lang.Message) lang.Message {
	if c.Reason != "" && c.Outcome != loop.Completed {
		return lang.M("%s: %s", what, wording.Recorded(text.ClipLine(c.Reason, maxReason)))
	}
	return what
}

// Short is one or two words on how a task ended, or empty if it has not.
func (r Row) Short() lang.Message {
	switch {
	case r.Others:
		return lang.M("ticked, not reviewed")
	case r.ending != nil && r.Since.IsZero():
		return r.brief()
	case r.Done && r.ending == nil:
		return lang.M("done before")
	case r.Gone && r.ending == nil:
		return lang.M("gone")
	}
	return lang.Message{}
}

// why says how a task ended that is not done; empty for others. whole says that nothing beside the outcome is told
// elsewhere.
func (r Row) why(whole bool) lang.Message {
	switch {
	case r.Done || r.ending == nil:
		return lang.Message{}
	case r.done():
		return lang.M("%s, but not ticked", r.label())
	case whole:
		return r.withReason(r.brief())
	}
	return r.withReason(r.label())
}

// totals says how much of the plan is done, and what the run has taken and cost.
func (r Result) totals() lang.Message {
	took := text.Elapsed(time.Duration(r.DurationMS) * time.Millisecond)
	return withCost(lang.M("tasks done: %d of %d · %s", r.countDone(), len(r.Tasks), took), r.CostUSD)
}

func (r Result) countDone() (n int) {
	for _, row := range r.Tasks {
		if row.Done {
			n++
		}
	}
	return n
}

// withCost adds a cost to words, if there is one.
func withCost(words lang.Message, usd float64) lang.Message {
	if usd <= 0 {
		return words
	}
	return lang.M("%s · %s", words, text.Dollars(usd))
}

// Next says what the same command would do if it were run again; empty if that is nothing.
func (r Result) Next(keepGoing bool) lang.Message {
	goesOn, stuck, waiting := r.Outcome == loop.Interrupted, 0, false
	for _, row := range r.Tasks {
		switch {
		case row.Done || row.Gone:
		case row.ending == nil:
			waiting = true
		case row.Retryable:
			goesOn = true
		case stuck == 0:
			stuck = row.Number
		}
	}
	switch {
	case r.ExitCode == 0, !goesOn && !waiting && stuck == 0:
		return lang.Message{}
	case goesOn || stuck == 0:
		return lang.M("the same command goes on from here")
	case waiting && !keepGoing:
		return lang.M("the same command begins task %d anew; with --keep-going it does the others, too", stuck)
	}
	return lang.M("the same command begins anew what is not done")
}

// Reviews is the number of reviews.
func (r Row) Reviews() int { return r.last().Rounds }

// Cost is what the task has cost, in dollars.
func (r Row) Cost() float64 { return max(r.last().CostUSD, r.Status.CostUSD) }

// Duration is the time that the task took.
func (r Row) Duration() time.Duration { return time.Duration(r.last().DurationMS) * time.Millisecond }

func (r Row) last() ending {
	if r.ending == nil {
		return ending{}
	}
	return *r.ending
}

// brief cuts a title or a reason to one or two lines, whatever the plan says.
func brief(s string) string { return text.ClipLine(s, 200) }

// chinese reports whether a text is Chinese. It looks at the characters alone, so that a plan gives the same prompt
// each time.
func chinese(text string) bool {
	in := func(tables ...*unicode.RangeTable) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, tables...) })
	}
	return in(unicode.Han) && !in(unicode.Hiragana, unicode.Katakana)
}

// maxTitle is the width of a title in the table, in columns.
const maxTitle = 40

// Session is the id of the session of the task, or "".
func (r Row) Session() string { return r.last().SessionID }

// Cells is the row of a task in the table of a run. Tabs are between the cells. words says that what is said beside the
// outcome is there, too.
func (r Row) Cells(words bool, language lang.Language) string {
	rounds, cost, took := "-", "-", "-"
	number := "-"
	if r.Number > 0 {
		number = fmt.Sprint(r.Number)
	}
	if r.ending != nil {
		rounds, cost, took = fmt.Sprint(r.Reviews()), text.Dollars(r.Cost()), text.Elapsed(r.Duration())
	}
	short := r.Short()
	if !words && r.ending != nil && r.Since.IsZero() && !r.Others {
		short = r.label()
	}
	return strings.Join([]string{
		number, cmp.Or(language.Text(short), "-"), rounds, cost, took,
		text.ClipLine(r.Title, maxTitle), cmp.Or(r.Branch, "-"), cmp.Or(r.Session(), "-"),
	}, "\t")
}
