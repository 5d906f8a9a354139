package patterns

import "ccc/internal/claims/shell"

// A Kind is what is claimed.
type Kind string

// The kinds.
const (
	TestsPassed    Kind = "tests_passed"
	BuildPassed    Kind = "build_passed"
	LintClean      Kind = "lint_clean"
	TypecheckClean Kind = "typecheck_clean"
	Fixed          Kind = "fixed"
	Verified       Kind = "verified"
	Deployed       Kind = "deployed" // or published
	Committed      Kind = "committed"
	Pushed         Kind = "pushed"
	Created        Kind = "created" // files
	Deleted        Kind = "deleted"
)

// ProvedBy returns what a command must have proved, at least one of these, to support a claim of the kind; 0 for
// created and deleted files, for which changes of files count.
func (k Kind) ProvedBy() shell.Kinds {
	switch k {
	case TestsPassed:
		return shell.Tests
	case BuildPassed:
		return shell.Build
	case LintClean:
		return shell.Lint
	case TypecheckClean:
		return shell.Types
	case Fixed:
		return shell.Checks | shell.Execute
	case Verified:
		return shell.Checks | shell.Execute | shell.Deploy
	case Deployed:
		return shell.Deploy
	case Committed:
		return shell.Commit
	case Pushed:
		return shell.Push
	}
	return 0
}
