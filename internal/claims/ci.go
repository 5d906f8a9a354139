package claims

import (
	"slices"
	"strings"
)

// watchesCI reports whether a command shows how a run of CI ended: "gh run watch".
func watchesCI(args []string) bool {
	words := operands(args)
	switch programName(args[0]) {
	case "gh":
		return beginsWith(words, "run watch") || beginsWith(words, "run view") || beginsWith(words, "pr checks") ||
			beginsWith(words, "run list") || beginsWith(words, "api") && strings.Contains(strings.Join(words, " "), "actions/runs")
	case "glab":
		return beginsWith(words, "ci status") || beginsWith(words, "ci view") || beginsWith(words, "pipeline status")
	}
	return false
}

var (
	// openOrFailed is what gh and glab print of a job that has not succeeded.
	openOrFailed = lazy[lineExpr]{make: func() lineExpr {
		return compileLines(`^\s*[X✗✘*]\s|(?:^|[^0]\s)\b(?:fail(?:ed|ing|ure)?|pending|queued|in_progress|running|` +
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
	if !r.remote || r.outcome != passed && r.outcome != maskedExit {
		return
	}
	switch output = lastRefresh(output); {
	case r.outcome == passed && r.trust == sure && strings.Contains(r.command, "--exit-status"):
	case openOrFailed.get().match(output):
		r.outcome = outputFailed
	case succeeded.get().match(output):
		r.outcome = passed
	}
}

// lastRefresh is what gh shows of a run at last, without the columns that only name it.
func lastRefresh(output string) string {
	if i := strings.LastIndex(output, "Refreshing run status"); i >= 0 {
		output = output[i:]
	}
	var b strings.Builder
	for line := range strings.Lines(output) {
		switch columns := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3); {
		case len(columns) == 3 && columns[0] == "completed", len(columns) == 3 && strings.HasSuffix(columns[0], "ed"):
			line = columns[0] + " " + columns[1] + "\n"
		case len(columns) == 3:
			line = columns[1] + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// showsCI reports whether the session shows a run of CI that succeeded after the last edit, for a claim about CI.
func (r *Reader) showsCI(s statement) bool {
	return s.about(ciWords) && slices.ContainsFunc(runsAfter(r.runs, r.lastEditAt()), func(one *run) bool {
		return one.remote && one.outcome == passed
	})
}
