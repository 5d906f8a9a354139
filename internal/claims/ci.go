package claims

import "slices"

// watchesCI reports whether a command shows how a run of CI ended: "gh run watch".
func watchesCI(args []string) bool {
	words := operands(args)
	switch programName(args[0]) {
	case "gh":
		return beginsWith(words, "run watch") || beginsWith(words, "run view") || beginsWith(words, "pr checks") ||
			beginsWith(words, "run list")
	case "glab":
		return beginsWith(words, "ci status") || beginsWith(words, "ci view") || beginsWith(words, "pipeline status")
	}
	return false
}

var (
	// openOrFailed is what gh and glab print of a job that has not succeeded.
	openOrFailed = lazy[lineExpr]{make: func() lineExpr {
		return compileLines(`(?:^|\s)[Xx✗✘*]\s|(?:^|[^0]\s)\b(?:fail(?:ed|ing|ure)?|pending|queued|in_progress|running|` +
			`cancell?ed|waiting|timed_out)\b`)
	}}
	succeeded = lazy[lineExpr]{make: func() lineExpr {
		return compileLines(`✓|\bpass(?:ed)?\b|\bsuccess(?:ful)?\b`)
	}}
	ciWords = &lazyRegexp{expr: `\bci\b|\bgithub\b|\bgitlab\b|\bactions?\b|\bworkflows?\b|\bpipelines?\b|` +
		`\bpr\b|\bpull request\b|\bbadge\b|流水线`}
)

// judgeCI decides how a run of CI ended, by what was printed of it: without --exit-status the exit status of gh is not
// that of the run.
func (r *run) judgeCI(output string) {
	switch {
	case !r.remote || r.outcome != passed && r.outcome != maskedExit:
	case openOrFailed.get().match(output):
		r.outcome = outputFailed
	case succeeded.get().match(output):
		r.outcome = passed
	}
}

// showsCI reports whether the session shows a run of CI that succeeded after the last edit, for a claim about CI.
func (r *Reader) showsCI(s statement) bool {
	return s.about(ciWords) && slices.ContainsFunc(runsAfter(r.runs, r.lastEditAt()), func(one *run) bool {
		return one.remote && one.outcome == passed
	})
}
