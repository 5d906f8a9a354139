package outcome

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/loop"
)

// Short says in one or two words how a task ended; empty if it has not ended.
func (r Row) Short() lang.Message {
	switch {
	case r.Others:
		return lang.M("ticked, not reviewed")
	case r.Ending != nil && r.Since.IsZero():
		return r.Brief()
	case r.Done && r.Ending == nil:
		return lang.M("done before")
	case r.Gone && r.Ending == nil:
		return lang.M("gone")
	}
	return lang.Message{}
}

// Why says why a task is not done; empty for other tasks. whole says that the details next to the outcome are not
// printed elsewhere, so that they are included.
func (r Row) Why(whole bool) lang.Message {
	switch {
	case r.Done || r.Ending == nil:
		return lang.Message{}
	case r.IsCompleted():
		return lang.M("%s, but not ticked", r.Label())
	case whole:
		return r.withReason(r.Brief())
	}
	return r.withReason(r.Label())
}

// Totals says how many tasks of the plan are done, and the duration and cost of the run.
func (r Result) Totals() lang.Message {
	took := text.Elapsed(time.Duration(r.DurationMS) * time.Millisecond)
	return WithCost(lang.M("tasks done: %d of %d · %s", r.CountDone(), len(r.Tasks), took), r.CostUSD)
}

// CountDone counts the tasks that are ticked.
func (r Result) CountDone() (n int) {
	for _, row := range r.Tasks {
		if row.Done {
			n++
		}
	}
	return n
}

// WithCost appends a cost to words, unless it is 0.
func WithCost(words lang.Message, usd float64) lang.Message {
	if usd <= 0 {
		return words
	}
	return lang.M("%s · %s", words, text.Dollars(usd))
}

// Next says what running the same command again would do; empty if it would do nothing.
func (r Result) Next(keepGoing bool) lang.Message {
	goesOn, stuck, waiting := r.Outcome == loop.Interrupted, 0, false
	for _, row := range r.Tasks {
		switch {
		case row.Done || row.Gone:
		case row.Ending == nil:
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

// Reviews returns the number of reviews of the task.
func (r Row) Reviews() int { return r.Last().Rounds }

// Cost returns the cost of the task in dollars.
func (r Row) Cost() float64 { return max(r.Last().CostUSD, r.Status.CostUSD) }

// costs returns the cost of each task as it is shown beside the cost of all, "-" for a task for which the run did
// nothing.
func (r Result) costs() []string {
	usd := make([]float64, len(r.Tasks))
	for i, row := range r.Tasks {
		if row.Ending != nil {
			usd[i] = row.Cost()
		}
	}
	list := text.DollarParts(usd...)
	for i, row := range r.Tasks {
		if row.Ending == nil {
			list[i] = "-"
		}
	}
	return list
}

// Duration returns how long the task took.
func (r Row) Duration() time.Duration { return time.Duration(r.Last().DurationMS) * time.Millisecond }

// Last returns how the task ended; the zero Ending if the run did nothing for it.
func (r Row) Last() Ending {
	if r.Ending == nil {
		return Ending{}
	}
	return *r.Ending
}

// maxTitle is the maximum width of a title in the table, in columns.
const maxTitle = 40

// Session returns the session id of the task, or "".
func (r Row) Session() string { return r.Last().SessionID }

// cells returns the table row of a task whose cost is shown so. Tabs separate the cells. words says that the details
// next to the outcome are included.
func (r Row) cells(cost string, words bool, language lang.Language) string {
	rounds, took := "-", "-"
	number := "-"
	if r.Number > 0 {
		number = fmt.Sprint(r.Number)
	}
	if r.Ending != nil {
		rounds, took = fmt.Sprint(r.Reviews()), text.Elapsed(r.Duration())
	}
	short := r.Short()
	if !words && r.Ending != nil && r.Since.IsZero() && !r.Others {
		short = r.Label()
	}
	return strings.Join([]string{
		number, cmp.Or(language.Text(short), "-"), rounds, cost, took,
		text.ClipLine(r.Title, maxTitle), cmp.Or(r.Branch, "-"), cmp.Or(r.Session(), "-"),
	}, "\t")
}
