package detect

import "ccc/internal/claims/detect/patterns"

// A Kind is what is claimed.
type Kind = patterns.Kind

// The kinds.
const (
	TestsPassed    = patterns.TestsPassed
	BuildPassed    = patterns.BuildPassed
	LintClean      = patterns.LintClean
	TypecheckClean = patterns.TypecheckClean
	Fixed          = patterns.Fixed
	Verified       = patterns.Verified
	Deployed       = patterns.Deployed
	Committed      = patterns.Committed
	Pushed         = patterns.Pushed
	Created        = patterns.Created
	Deleted        = patterns.Deleted
)
