package wording

import (
	"slices"
	"strings"
)

// maxComplaint limits in bytes how much of what a program printed becomes a reason. The log has all of it.
const maxComplaint = 1000

// Complaint joins the lines that say why a program ended, without the frames of a stack trace. The last line alone may
// say nothing: that of node is its version. Of a long text it returns the last lines.
func Complaint(lines []string) string {
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "at ") })
	for len(lines) > 1 && len(strings.Join(lines, "\n")) > maxComplaint {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}
