package settings

import (
	"strings"
	"testing"
)

// TestM09TasksOnlyWhereKnown: claude 2.1.5 ignores all of a settings file that names an event which it does not know.
func TestM09TasksOnlyWhereKnown(t *testing.T) {
	for _, known := range []bool{false, true} {
		var events []string
		for _, own := range (Hook{Program: "/usr/bin/ccc", Tasks: known}).ownEntries() {
			events = append(events, own.event)
		}
		list := strings.Join(events, " ")
		if strings.Contains(list, "TaskCompleted") != known || !strings.Contains(list, "SubagentStop") {
			t.Errorf("TaskCompleted is known: %v; the file has %s", known, list)
		}
	}
}
