package wording

import (
	"slices"
	"strings"

	"ccc/internal/text"
)

// How much of what a program printed becomes a reason: lines at its end, and columns of each. The log has all of it.
const (
	complaintEnd  = 4
	complaintLine = 300
)

// Complaint joins the lines that say why a program ended, without the frames of a stack trace: the first one and the
// last ones. The last line alone may say nothing: that of node is its version.
func Complaint(lines []string) string {
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "at ") })
	if end := len(lines) - complaintEnd; end > 1 {
		lines = slices.Concat(lines[:1], []string{"…"}, lines[end:])
	}
	for i, line := range lines {
		lines[i] = text.Clip(line, complaintLine)
	}
	return strings.Join(lines, "\n")
}
