package wording

import (
	"math"
	"slices"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
)

// Verdict returns the line about a review that gave a verdict: its number, the verdict, its basis, and the cost.
func Verdict(round, of int, v task.Verdict) lang.Message {
	moved := v.Findings
	if v.Completed && task.IsByDismissal(v.Findings, round) { // which is said in words
		moved = slices.DeleteFunc(slices.Clone(moved), func(f task.Finding) bool {
			return f.Status == task.Dismissed && f.Again == round
		})
	}
	judged := lang.Join("%s · %s", Judged(v.Completed, v.Blocked, v.Findings, round), Moves(moved, round))
	return lang.M("review %d of %d: %s · %s", round, of, judged, Basis(v))
}

func head(d task.Decision) lang.Message { return Verdict(d.Round, d.Limit, *d.Verdict) }

func headOfNotes(d task.Decision) lang.Message { return HeadOfNotes(d.Round, d.Limit, *d.Verdict) }

// HeadOfNotes is [Verdict] without those dismissals of which withFoundAgain tells below it.
func HeadOfNotes(round, of int, v task.Verdict) lang.Message {
	v.DismissedOutside = slices.DeleteFunc(slices.Clone(v.DismissedOutside), func(text string) bool {
		return slices.ContainsFunc(task.FoundAgain(v.Findings, round), func(f task.Finding) bool {
			return isFromOutside(f) && f.Text == text
		})
	})
	return Verdict(round, of, v)
}

// Judged says what a review came to. A reviewer may have said no, and only because of what the user has dismissed.
func Judged(completed, blocked bool, list []task.Finding, round int) lang.Message {
	if completed && task.IsByDismissal(list, round) {
		return ByDismissal()
	}
	return verdict(completed, blocked)
}

// ByDismissal says that a task is completed only because of what was dismissed.
func ByDismissal() lang.Message { return lang.M("completed: what blocked it was dismissed") }

func verdict(completed, blocked bool) lang.Message {
	switch {
	case completed:
		return lang.M("completed")
	case blocked:
		return lang.M("a question for you")
	}
	return lang.M("not completed")
}

// Reviewer says in a word or two what one of several reviewers found.
func Reviewer(r task.Reviewer) lang.Message {
	if r.AskedAgain {
		return lang.M("%s (%s)", verdict(r.Completed, r.Blocked), askedAgain(r.AskedWhy))
	}
	return verdict(r.Completed, r.Blocked)
}

// askedAgain says that a reviewer was asked once more, and why.
func askedAgain(why string) lang.Message {
	switch why {
	case task.AskedUnclear:
		return lang.M("ccc asked again, as the reviewer said neither yes nor no")
	case task.AskedNoBlocker:
		return lang.M("ccc asked again, as the reviewer rejected the work but named no blocker")
	case task.AskedUnchecked:
		return lang.M("ccc asked again, as the reviewer had looked at nothing")
	}
	return lang.M("asked once more") // in an older recording
}

// Triage describes the result and the cost of a first review by a smaller model.
func Triage(t task.Triage) lang.Message {
	said := verdict(t.Completed, false)
	if t.Failed != "" {
		said = lang.M("no verdict: %s", t.Failed)
	}
	return lang.M("first look by %s: %s, %s", t.Model, said, text.Dollars(t.CostUSD))
}

// firstLooks describes the first reviews by smaller models in a review.
func firstLooks(list []task.Reviewer) (line lang.Message) {
	for _, r := range list {
		if r.Triage == nil {
			continue
		}
		one := Triage(*r.Triage)
		if r.Triage.Alone {
			one = lang.M("%s; that sends the work back, and the reviewer itself was not asked", one)
		}
		if len(list) > 1 {
			one = lang.M("%s: %s", r.Name, one)
		}
		line = lang.Join("%s, %s", line, one)
	}
	return line
}

// reviewers says in a line what each of several reviewers found.
func reviewers(list []task.Reviewer) (line lang.Message) {
	for _, r := range list {
		line = lang.Join("%s, %s", line, lang.M("%s: %s", r.Name, Reviewer(r)))
	}
	return line
}

// maxShown is how many pieces of evidence a line names.
const maxShown = 5

// Mods says that mods may have influenced a verdict; empty if none can have run.
func Mods(of string) lang.Message {
	switch of {
	case task.ModsAllowed:
		return lang.M("mods ran, as ccc.json allows")
	case task.ModsLoose:
		return lang.M("mods were not kept out")
	}
	return lang.Message{}
}

// How many files a line names, and how many columns of each.
const (
	maxNames = 3
	maxName  = 60
)

// ChangedMeanwhile says which files changed during the review that completed a task; empty for none.
func ChangedMeanwhile(names []string) lang.Message {
	if len(names) == 0 {
		return lang.Message{}
	}
	return lang.M("changed during the review: %s", Names(names))
}

// DismissedOutside says what was dismissed from outside since the reviews began; empty for nothing.
func DismissedOutside(texts []string) lang.Message {
	if len(texts) == 0 {
		return lang.Message{}
	}
	return lang.M("dismissed from outside (see ccc dismiss --list): %s", Names(texts))
}

// Names lists the first of some files in a line.
func Names(names []string) lang.Message {
	var some []string
	for _, name := range names[:min(len(names), maxNames)] {
		some = append(some, text.Clip(text.Safe(text.OneLine(name)), maxName))
	}
	if more := len(names) - maxNames; more > 0 {
		return lang.M("%s (+%d)", lang.List(some...), more)
	}
	return lang.List(some...)
}

// Basis says in a line what a verdict is based on, and what it cost.
func Basis(v task.Verdict) lang.Message {
	if mods := Mods(v.Mods); !mods.Empty() {
		v.Mods = ""
		return lang.M("%s · %s", mods, Basis(v))
	}
	if changed := ChangedMeanwhile(v.ChangedMeanwhile); !changed.Empty() {
		v.ChangedMeanwhile = nil
		return lang.M("%s · %s", changed, Basis(v))
	}
	if outside := DismissedOutside(v.DismissedOutside); !outside.Empty() {
		v.DismissedOutside = nil
		return lang.M("%s · %s", outside, Basis(v))
	}
	if v.By == task.ByClaims { // what was claimed is told beside it
		return lang.M("unsupported claims were sent back without a reviewer (claims: hold in SUPERVISOR.md)")
	}
	checked, evidence := lang.M("nothing checked"), withoutRepeats(v.Evidence)
	if n := len(evidence); n > maxShown {
		checked = lang.M("checked: %s · further commands and files: %d", Evidence(evidence[:maxShown]), n-maxShown)
	} else if n > 0 {
		checked = lang.M("checked: %s", Evidence(evidence))
	}
	if n := len(evidence); n > 0 && n <= maxShown && v.By == task.ByChecks {
		checked = lang.M("ran: %s", Evidence(evidence)) // nobody has looked at anything
	}
	switch v.By {
	case task.ByChecks:
		return lang.M("%s · no reviewer was asked", checked)
	case task.ByProtect:
		return lang.M("%s · rejected by protect_strict: no reviewer was asked", checked)
	}
	if len(v.Reviewers) > 1 {
		checked = lang.M("%s · %s", reviewers(v.Reviewers), checked)
	} else if len(v.Reviewers) == 1 && v.Reviewers[0].AskedAgain {
		switch why := v.Reviewers[0].AskedWhy; {
		case why == task.AskedUnchecked && len(evidence) == 0:
			checked = lang.M("nothing checked, though asked once more to look")
		case why == task.AskedNoBlocker && v.IsByDismissal():
			checked = lang.M("%s · ccc asked again, as the reviewer named no other blocker", checked)
		default:
			checked = lang.M("%s · %s", checked, askedAgain(why))
		}
	}
	for _, r := range v.Reviewers {
		if r.Instead != "" {
			checked = lang.M("reviewer %s: %s judged instead (%s) · %s", r.Name, r.Instead, r.Why, checked)
		}
	}
	if looks := firstLooks(v.Reviewers); !looks.Empty() {
		checked = lang.M("%s · %s", looks, checked)
	}
	return lang.M("%s · %s", checked, Cost(v))
}

// Cost returns the cost of a review: in dollars, and in tokens if claude has counted them.
func Cost(v task.Verdict) lang.Message {
	if v.Prompt == 0 {
		return lang.M("%s", text.Dollars(v.CostUSD))
	}
	cached := int64(math.Round(v.Cached * float64(v.Prompt)))
	return lang.M("%s (%s)", text.Dollars(v.CostUSD), Tokens(v.Prompt-cached, cached, v.Output))
}

// Tokens says how many tokens models have read, from a cache or not, and written.
func Tokens(fresh, cached, written int64) lang.Message {
	return lang.M("%s tokens new, %s cached, %s written", text.Count(fresh), text.Count(cached), text.Count(written))
}

// withoutRepeats returns the list without repetitions, because a reviewer may run a command again.
func withoutRepeats(list []string) (once []string) {
	for _, one := range list {
		if !slices.Contains(once, one) {
			once = append(once, one)
		}
	}
	return once
}

// Reviews counts reviews.
func Reviews(n int) lang.Message {
	if n == 1 {
		return lang.M("1 review")
	}
	return lang.M("%d reviews", n)
}

// AllReviews counts reviews: those with a verdict, and those that gave none, because they were stopped or failed.
func AllReviews(verdicts, none int) lang.Message {
	if none == 0 {
		return Reviews(verdicts)
	}
	return lang.M("%s and %d without a verdict", Reviews(verdicts), none)
}

// Rounds returns a number of rounds.
func Rounds(n int) lang.Message {
	if n == 1 {
		return lang.M("1 round")
	}
	return lang.M("%d rounds", n)
}

// Completed says that a task ended well, after that many reviews.
func Completed(reviews int) lang.Message { return lang.M("completed after %s", Reviews(reviews)) }

// Accepted says that /accept ended a task. A terminal does not know who typed it.
func Accepted() lang.Message { return lang.M("accepted at the terminal, not by a review") }

// Missed says that claude stopped that many times without calling ccc's hook.
func Missed(stops int) lang.Message {
	return lang.M("stops not reviewed, though reviews were on: %d. No hook of ccc's was called", stops)
}
