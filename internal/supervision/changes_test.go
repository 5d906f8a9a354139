package supervision

import (
	"fmt"
	"slices"
	"testing"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// TestChangedFiles: one line for each file, whatever is in its name; of many files only the first are listed.
func TestChangedFiles(t *testing.T) {
	got := wording.FileChanges(fileChanges([]git.Change{
		{Status: 'M', Path: "a.go", Added: 2, Deleted: 1},
		{Status: 'A', Path: "好\n.go", Added: 3},
		{Status: 'D', Path: "gone.png", Binary: true},
		{Status: 'R', Path: "to", From: "from"},
	}), task.SinceLaunch, lang.English)
	want := []string{
		"files changed since the launch, by anyone: 4, lines +5 -1",
		"  a.go +2 -1", "  好␊.go +3 -0 (new)", "  gone.png ± (deleted)", "  to +0 -0 (was from)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("changed = %q, want %q", got, want)
	}
	var many []git.Change
	for i := range 20 {
		many = append(many, git.Change{Status: 'M', Path: fmt.Sprint(i)})
	}
	got = wording.FileChanges(fileChanges(many), task.SinceLaunch, lang.English)
	if len(got) != wording.MaxListed+2 || got[wording.MaxListed+1] != "  and 12 more" {
		t.Errorf("of 20 files: %q", got)
	}
	if got := wording.FileChanges(fileChanges(nil), task.SinceLaunch, lang.English); got != nil {
		t.Errorf("of none: %q", got)
	}
}
