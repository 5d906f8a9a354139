package claims

import (
	"cmp"
	"slices"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// steps returns the tool calls on which a verdict rests, in order.
func (v verdict) steps() (list []Step) {
	if v.run != nil {
		list = append(list, Step{Step: v.run.At.Step, Command: v.run.FullLine})
	}
	if v.change != nil {
		list = append(list, Step{Step: v.change.At.Step, Command: v.change.Command, File: v.change.Path})
	}
	slices.SortStableFunc(list, func(a, b Step) int { return cmp.Compare(a.Step, b.Step) })
	return list
}

// remedies tells the agent, for each kind of claim, what to do if nothing was run. It never asks for an act that leaves
// the machine or changes the repository: the user may not have wanted that.
var remedies = text.Lazy[map[Kind]string]{Make: func() map[Kind]string {
	return map[Kind]string{
		TestsPassed: "run the tests", BuildPassed: "build it", LintClean: "run the linter",
		TypecheckClean: "run the type checker", Fixed: "run what shows that it is fixed", Verified: "run what shows it",
		Deployed: "say what was not deployed", Committed: "say what was not committed",
		Pushed: "say what was not pushed",
	}
}}

// suggestion tells the agent what is missing for a claim.
func (v verdict) suggestion(s detect.Statement) string {
	if v.advice != "" {
		return v.advice
	}
	do, file := remedies.Get()[s.Kind], "a file"
	if v.change != nil && v.change.Path != "" {
		file = v.change.Path
	}
	ran := ""
	if v.run != nil {
		ran = "`" + v.run.Command + "`"
	}
	outward := s.Kind == Deployed || s.Kind == Committed || s.Kind == Pushed
	switch v.reason {
	case Stale:
		if outward {
			return file + " was changed after the last " + ran + ": " + do
		}
		return "the last " + ran + " ran before " + file + " was changed: run it again"
	case FailedExit:
		return "the last " + ran + " failed"
	case FailedOutput:
		return "the output of the last " + ran + " tells of failures"
	case EmptyRun:
		return "the last " + ran + " ran nothing"
	case Masked:
		by := v.run.HiddenBy
		if v.run.Trust == shell.Shadowed {
			return "another program may have run in the place of " + ran + ": look which"
		}
		if outward {
			return "the exit status of the last " + ran + " is that of " + by + ": look whether it was done"
		}
		return "the exit status of the last " + ran + " is that of " + by + ": run it by itself"
	case BackgroundOnly:
		return "the end of " + ran + " in the background was not seen: wait for it"
	case Partial:
		if outward {
			return ran + " is a part of it: " + do
		}
		if v.change != nil {
			return ran + " does not look at " + file + ": " + do + " for all"
		}
		return ran + " is a part of it: " + do + " for all"
	case Superseded:
		return "a later step took it back: " + file
	case NoResult:
		if outward {
			return ran + " has no result: look whether it was done"
		}
		return ran + " has no result: run it again"
	}
	if do == "" {
		return ""
	}
	return "nothing in the session shows it: " + do
}
