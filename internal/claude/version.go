package claude

import (
	"fmt"
	"slices"
)

// The versions of Claude Code that ccc is tested with: the first is a Node program, the others are native.
const (
	Oldest = "2.1.5"
	Middle = "2.1.197"
	Before = "2.1.329" // the version before the newest
	Newest = "2.1.330"
)

// TestedVersions lists the versions that ccc is tested with, oldest first.
func TestedVersions() []string { return []string{Oldest, Middle, Before, Newest} }

// KeepsModel reports whether a version of Claude Code continues with a session's model if none is named: 2.1.329
// does, 2.1.5 and 2.1.197 may take another (docs/design/claude.md, "Sessions"). It is false for an unknown version.
func KeepsModel(version string) bool { return AtLeast(version, "2.1.329") }

// KeepsPrompt reports whether a version of Claude Code sends the session's system prompt again in a fork. 2.1.329
// does; 2.1.5 and 2.1.197 make a new one, with git's present status (docs/design/claude.md, "The reviewer").
func KeepsPrompt(version string) bool { return AtLeast(version, "2.1.329") }

// TellsRetries reports whether a version of Claude Code says that it sends a request to the API again: 2.1.197 does,
// 2.1.5 tries ten times in silence, for 3 minutes where a key is refused. Of a version that is not known it is true.
func TellsRetries(version string) bool { return isMiddle(version) }

// QueuesCommands reports whether a version of Claude Code leaves a slash command that is typed while the agent works in
// its queue until the agent has stopped: 2.1.197 does. 2.1.5 gives it to the agent as text, and calls no hook. Of a
// version that is not known it is true.
func QueuesCommands(version string) bool { return isMiddle(version) }

// isMiddle reports whether version is Middle, a later one or not known.
func isMiddle(version string) bool { return !AtLeast(version, "0.0.0") || AtLeast(version, Middle) }

// RetriesEnv limits how often Claude Code sends a request to the API again (2.1.5 to 2.1.330).
const RetriesEnv = "CLAUDE_CODE_MAX_RETRIES"

// AtLeast reports whether version is wanted or a later one. It is false if either is not a version.
func AtLeast(version, wanted string) bool {
	a, okA := numbers(version)
	b, okB := numbers(wanted)
	return okA && okB && slices.Compare(a, b) >= 0
}

func numbers(version string) ([]int, bool) {
	var major, minor, patch int
	_, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	return []int{major, minor, patch}, err == nil
}
