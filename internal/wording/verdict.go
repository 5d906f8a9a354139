package wording

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
)

// head is the first line on a review that gave a verdict: its number, the verdict, what that is based on, and the cost.
func head(d task.Decision) lang.Message {
	v := *d.Verdict
	judged := lang.Join("%s · %s", verdict(v.Completed, v.Blocked), Moves(v.Findings, d.Round))
	return lang.M("review %d of %d: %s · %s", d.Round, d.Limit, judged, Basis(v))
}

func verdict(completed, blocked bool) lang.Message {
	switch {
	case completed:
		return lang.M("completed")
	case blocked:
		return lang.M("a question for you")
	}
	return lang.M("not completed")
}

// Reviewer says in a word or two what a reviewer found.
func Reviewer(r task.Reviewer) lang.Message { return verdict(r.Completed, r.Blocked) }

// reviewers says in a line what each of several reviewers found.
func reviewers(list []task.Reviewer) (line lang.Message) {
	for _, r := range list {
		line = lang.Join("%s, %s", line, lang.M("%s: %s", r.Name, Reviewer(r)))
	}
	return line
}

// maxShown is how many pieces of evidence a line names.
const maxShown = 5

// Mods says of a verdict that mods may have had a hand in it; empty if none can have run.
func Mods(of string) lang.Message {
	switch of {
	case task.ModsAllowed:
		return lang.M("mods ran, as ccc.json allows")
	case task.ModsLoose:
		return lang.M("mods were not kept out")
	}
	return lang.Message{}
}

// Basis says in a line what a verdict is based on, and what it cost.
func Basis(v task.Verdict) lang.Message {
	if mods := Mods(v.Mods); !mods.Empty() {
		v.Mods = ""
		return lang.M("%s · %s", mods, Basis(v))
	}
	checked := lang.M("nothing checked")
	if n := len(v.Evidence); n > maxShown {
		checked = lang.M("checked: %s and %d more", Evidence(v.Evidence[:maxShown]), n-maxShown)
	} else if n > 0 {
		checked = lang.M("checked: %s", Evidence(v.Evidence))
	}
	switch v.By {
	case task.ByChecks:
		return lang.M("%s · no reviewer was asked", checked)
	case task.ByProtect:
		return lang.M("%s · rejected by protect_strict: no reviewer was asked", checked)
	case task.ByClaims:
		return lang.M("%s · claims: hold, no reviewer was asked", checked)
	}
	if len(v.Reviewers) > 1 {
		checked = lang.M("%s · %s", reviewers(v.Reviewers), checked)
	}
	return lang.M("%s · %s, %.0f%% of the prompt from the cache", checked, text.Dollars(v.CostUSD), 100*v.Cached)
}

// Evidence lists what a verdict is based on: commands and files, each with how it went.
func Evidence(evidence []string) (list lang.Message) {
	for _, what := range evidence {
		one := lang.M("%s", what)
		if what, ok := strings.CutSuffix(what, " (ok)"); ok {
			one = lang.M("%s (ok)", what)
		}
		list = lang.Join("%s, %s", list, one)
	}
	return list
}

// Reviews counts reviews.
func Reviews(n int) lang.Message {
	if n == 1 {
		return lang.M("1 review")
	}
	return lang.M("%d reviews", n)
}

// Completed says that a task ended well, after that many reviews.
func Completed(reviews int) lang.Message { return lang.M("completed after %s", Reviews(reviews)) }

// Accepted says that the user ended a task by /accept.
func Accepted() lang.Message { return lang.M("accepted by you, not by a review") }

// Missed says that claude stopped that many times without calling ccc's hook.
func Missed(stops int) lang.Message {
	return lang.M("%d stop(s) were not reviewed, though reviews were on: no hook of ccc's was called", stops)
}
