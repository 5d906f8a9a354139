package ledger

import (
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/claims/signs"
)

// watchesCI reports whether a command shows how a run of CI ended: "gh run watch".
func watchesCI(args []string) bool {
	words := shell.Operands(args)
	switch shell.ProgramName(args[0]) {
	case "gh":
		return beginsWithOne(words, "run watch", "run view", "run list", "pr checks") ||
			shell.BeginsWith(words, "api") && strings.Contains(strings.Join(words, " "), "actions/runs")
	case "glab":
		return beginsWithOne(words, "ci status", "ci view", "pipeline status")
	}
	return false
}

// beginsWithOne reports whether the words of a command begin with one of the subcommands.
func beginsWithOne(words []string, subcommands ...string) bool {
	return slices.ContainsFunc(subcommands, func(sub string) bool { return shell.BeginsWith(words, sub) })
}

// judgeCI decides by the printed status how a run of CI ended: unless gh gets --exit-status, its exit status is not
// that of the run.
func (r *Run) judgeCI(output string) {
	if !r.WatchesCI || r.Outcome != Passed && r.Outcome != MaskedExit {
		return
	}
	switch output = lastRefresh(output); {
	case r.Outcome == Passed && r.Trust == shell.Sure && strings.Contains(r.Command, "--exit-status"):
	case signs.CINotPassed.Get().Match(output):
		r.Outcome = OutputFailed
	case signs.CIPassed.Get().Match(output):
		r.Outcome = Passed
	}
}

// lastRefresh returns the last state that gh printed of a run, without the columns that only name the run.
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
