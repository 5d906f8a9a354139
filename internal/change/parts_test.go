package change

import (
	"fmt"
	"testing"

	"ccc/internal/git"
)

// TestO07Divide: each file is in one part, each part fits, the files of a folder stay together, and a change that fits
// is one part.
func TestO07Divide(t *testing.T) {
	var many, wide, long []git.Change
	for i := range 3000 {
		many = append(many, git.Change{Path: fmt.Sprintf("d%02d/e%d/f%d.go", i/100, i%3, i), Added: 10})
		wide = append(wide, git.Change{Path: fmt.Sprintf("f%d", i), From: fmt.Sprintf("%0300d", i)})
	}
	for i := range 20 {
		long = append(long, git.Change{Path: fmt.Sprintf("gen/f%02d", i), Added: 100_000})
	}
	huge := []git.Change{{Path: "package-lock.json", Added: 40_000, Deleted: 30_000}, {Path: "a.go", Added: 5}}
	for name, c := range map[string]struct {
		files []git.Change
		parts int
	}{
		"3,000 in 30 folders": {many, 30}, "3,000 in one, with long names": {wide, 131}, "20 long ones": {long, 4},
		"a lock file": {huge, 1}, "one": {huge[:1], 1},
	} {
		lists := divide(c.files)
		if len(lists) != c.parts {
			t.Errorf("%s: %d parts, want %d", name, len(lists), c.parts)
		}
		seen := make(map[string]bool)
		for _, list := range lists {
			if !fitOneReviewer(list) {
				t.Errorf("%s: %d files do not fit", name, len(list))
			}
			for _, f := range list {
				if seen[f.Path] {
					t.Errorf("%s: %s is there twice", name, f.Path)
				}
				seen[f.Path] = true
			}
		}
		if len(seen) != len(c.files) {
			t.Errorf("%s: %d files, want %d", name, len(seen), len(c.files))
		}
	}
	for _, list := range divide(many) {
		if folder := commonFolder(list); len(folder) != len("d00") {
			t.Errorf("a part is of %q, want one folder", folder)
		}
	}
}
