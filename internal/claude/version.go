package claude

import (
	"fmt"
	"slices"
)

// KeepsModel reports whether a version of Claude Code goes on with a session's model where none is named: 2.1.329 does,
// 2.1.5 and 2.1.197 may take another (docs/claude.md, "Sessions"). Of a version that is not known it is false.
func KeepsModel(version string) bool { return AtLeast(version, 2, 1, 329) }

// AtLeast reports whether a version is the one named or a later one; false of a text that is none.
func AtLeast(version string, major, minor, patch int) bool {
	var a, b, c int
	_, err := fmt.Sscanf(version, "%d.%d.%d", &a, &b, &c)
	return err == nil && slices.Compare([]int{a, b, c}, []int{major, minor, patch}) >= 0
}
