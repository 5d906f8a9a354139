package wording

import (
	"slices"
	"strings"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// maxClaim is how many characters of a claim a line shows.
const maxClaim = 80

// Claims lists in one line the claims of the agent that its session does not support; empty for none.
func Claims(list []claims.Claim) lang.Message {
	if len(list) == 0 {
		return lang.Message{}
	}
	groups := bySentence(list)
	quote := text.Clip(text.Safe(text.OneLine(list[0].Text)), maxClaim)
	said := lang.M("claimed, but the session does not support it: “%s”", quote)
	said = lang.Join("%s · %s", said, reasonsOf(groups[0]))
	if more := len(groups) - 1; more > 0 {
		said = lang.Join("%s · %s", said, lang.M("further claims like this: %d", more))
	}
	return said
}

// reasonsOf returns why the claims of one sentence are not supported, each reason once; empty if no more is known than
// that. If there are several, each says what it is about.
func reasonsOf(same []claims.Claim) (all lang.Message) {
	type reason struct {
		why   lang.Message
		about []claims.Kind
	}
	var reasons []reason
	for _, c := range same {
		why := ClaimReason(c)
		if why.String() == nothing.String() { // the line begins with that
			continue
		}
		at := slices.IndexFunc(reasons, func(r reason) bool { return r.why.String() == why.String() })
		if at < 0 {
			at, reasons = len(reasons), append(reasons, reason{why: why})
		}
		r := &reasons[at]
		if c.Reason != claims.NoCommand && !slices.Contains(r.about, c.Kind) { // such a reason names it
			r.about = append(r.about, c.Kind)
		}
	}
	for _, r := range reasons {
		if what := kindNames(r.about); len(reasons) > 1 && !what.Empty() {
			r.why = lang.M("%s: %s", what, r.why)
		}
		all = lang.Join("%s · %s", all, r.why)
	}
	return all
}

// kindNames names what claims are about.
func kindNames(kinds []claims.Kind) (names lang.Message) {
	for _, k := range kinds {
		names = lang.Join("%s, %s", names, kindName(k))
	}
	return names
}

func kindName(k claims.Kind) lang.Message {
	switch k {
	case claims.TestsPassed:
		return lang.M("tests")
	case claims.BuildPassed:
		return lang.M("build")
	case claims.LintClean:
		return lang.M("linter")
	case claims.TypecheckClean:
		return lang.M("types")
	case claims.Fixed:
		return lang.M("the fix")
	case claims.Verified:
		return lang.M("the check")
	case claims.Deployed:
		return lang.M("deployment")
	case claims.Committed:
		return lang.M("commit")
	case claims.Pushed:
		return lang.M("push")
	}
	return lang.Message{} // a file, which the reason names
}

// ClaimKind returns the key of a kind of claims, by which JSON and the documents call it, with its name in a language
// other than English.
func ClaimKind(k claims.Kind, l lang.Language) string {
	name := kindName(k)
	switch {
	case l == lang.English:
		return string(k)
	case k == claims.Created:
		name = lang.M("new files")
	case k == claims.Deleted:
		name = lang.M("deleted files")
	}
	return l.Sprintf("%s (%s)", name, k)
}

// ReasonName returns the key of a reason, by which JSON and the documents call it, with what it means in a language
// other than English.
func ReasonName(r claims.Reason, l lang.Language) string {
	var means lang.Message
	switch r {
	case claims.NoCommand:
		means = lang.M("nothing ran that shows it")
	case claims.Stale:
		means = lang.M("ran before a later edit")
	case claims.FailedExit:
		means = lang.M("failed")
	case claims.FailedOutput:
		means = lang.M("output tells of failures")
	case claims.EmptyRun:
		means = lang.M("ran nothing")
	case claims.Masked:
		means = lang.M("hides whether it failed")
	case claims.BackgroundOnly:
		means = lang.M("end in the background not seen")
	case claims.Partial:
		means = lang.M("looked at a part")
	case claims.Superseded:
		means = lang.M("taken back later")
	case claims.NoResult:
		means = lang.M("result not seen")
	}
	if l == lang.English || means.Empty() {
		return string(r)
	}
	return l.Sprintf("%s (%s)", means, r)
}

// bySentence groups the claims that one sentence makes.
func bySentence(list []claims.Claim) (groups [][]claims.Claim) {
	for _, c := range list {
		i := slices.IndexFunc(groups, func(g []claims.Claim) bool { return g[0].Text == c.Text })
		if i < 0 {
			groups = append(groups, []claims.Claim{c})
		} else {
			groups[i] = append(groups[i], c)
		}
	}
	return groups
}

// NamedClaimReason is ClaimReason with the key of the reason, by which JSON and ccc audit count it.
func NamedClaimReason(c claims.Claim) lang.Message {
	return lang.M("%[1]s: %[2]s", c.Reason, ClaimReason(c))
}

// ClaimReason returns why a claim is not supported, by the command that the claim is about.
func ClaimReason(c claims.Claim) lang.Message {
	ran, file, by := "", "", ""
	for i, s := range c.Steps {
		if c.Reason == claims.Stale && s.File == "" && i > 0 { // the step that changed files
			by = text.Clip(text.Safe(text.OneLine(s.Command)), maxClaim)
			continue
		}
		if s.Command != "" && s.File == "" {
			ran = text.Clip(text.Safe(text.OneLine(s.Command)), maxClaim)
		}
		if s.File != "" {
			file = text.Clip(text.Safe(text.OneLine(s.File)), maxClaim)
		}
	}
	switch {
	case c.Evident && c.Reason == claims.Stale:
		return lang.M("only a formatter ran after `%s`", ran)
	case c.Reason == claims.Stale && ran != "" && file == "" && by != "" && by != ran:
		return lang.M("`%s` ran before `%s`, which changes files", ran, by)
	case c.Evident:
		return lang.M("the output of `%s` says that it passed, its exit status was not seen", ran)
	case c.Reason == claims.Stale && ran != "" && file != "":
		return lang.M("`%s` ran before %s was changed", ran, file)
	case c.Reason == claims.FailedExit && ran != "":
		return lang.M("`%s` failed", ran)
	case c.Reason == claims.FailedOutput && ran != "":
		return lang.M("the output of `%s` tells of failures", ran)
	case c.Reason == claims.EmptyRun && ran != "":
		return lang.M("`%s` ran nothing", ran)
	case c.Reason == claims.Masked && ran != "":
		return lang.M("`%s` hides whether it failed", ran)
	case c.Reason == claims.BackgroundOnly && ran != "":
		return lang.M("`%s` runs in the background, its end was not seen", ran)
	case c.Reason == claims.Partial && ran != "":
		return lang.M("`%s` looks at a part of it", ran)
	case c.Reason == claims.Superseded:
		return lang.M("a later step took it back")
	case c.Reason == claims.NoResult && ran != "":
		return lang.M("the session does not show how `%s` ended", ran)
	}
	return nothingShows(c)
}

var nothing = lang.M("nothing in the session shows it")

// nothingShows says what is missing in the session.
func nothingShows(c claims.Claim) lang.Message {
	if c.Before {
		return lang.M("the recording does not show it, and lacks the earlier part of the session")
	}
	if c.Reason == claims.NoCommand {
		switch c.Kind {
		case claims.TestsPassed:
			return lang.M("the session shows no test run")
		case claims.BuildPassed:
			return lang.M("the session shows no build")
		case claims.LintClean:
			return lang.M("the session shows no linter run")
		case claims.TypecheckClean:
			return lang.M("the session shows no type check")
		case claims.Committed:
			return lang.M("the session shows no commit")
		case claims.Pushed:
			return lang.M("the session shows no push")
		case claims.Deployed:
			return lang.M("the session shows no deployment")
		case claims.Created:
			return lang.M("no step wrote the file")
		case claims.Deleted:
			return lang.M("no step removed the file")
		case claims.Fixed:
			return lang.M("the session shows no run that tries the repair")
		case claims.Verified:
			return lang.M("the session shows no command that looks at it")
		}
	}
	return nothing
}

// ClaimFeedback returns the feedback for the agent about its claims. It is in English, like all messages of ccc to
// the agent.
func ClaimFeedback(list []claims.Claim) string {
	var b strings.Builder
	b.WriteString("The supervising program compared what you claim with what this session shows. No " +
		"reviewer was asked. The session does not support:\n\n")
	for _, same := range bySentence(list) {
		b.WriteString("- \"" + text.Safe(text.OneLine(same[0].Text)) + "\": ")
		for i, c := range same {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(text.Safe(text.OneLine(c.Suggest)))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nRun what shows it and mend what that finds, or say plainly what was not done or not run.\n")
	return b.String()
}
