package task

import "slices"

// FileChanges are the files that differ between two states of the work.
type FileChanges struct {
	Files   int          `json:"files"`
	Added   int          `json:"added"`   // lines
	Deleted int          `json:"deleted"` // lines
	First   []FileChange `json:"first"`   // the first [maxFirst]
}

// A FileChange is what has become of a file.
type FileChange struct {
	Status  string `json:"status"` // A: added, D: deleted, M: modified, R: renamed, T: of another type
	Path    string `json:"path"`
	From    string `json:"from,omitempty"` // the path before, if it was renamed
	Added   int    `json:"added,omitempty"`
	Deleted int    `json:"deleted,omitempty"`
	Binary  bool   `json:"binary,omitempty"` // its lines are not counted
}

// Equal reports whether both tell the same.
func (c FileChanges) Equal(d FileChanges) bool {
	return c.Files == d.Files && c.Added == d.Added && c.Deleted == d.Deleted && slices.Equal(c.First, d.First)
}

// maxFirst is how many files are named. The rest is counted.
const maxFirst = 8

// Add counts a file, and names it if it is among the first.
func (c *FileChanges) Add(f FileChange) {
	if c.Files++; c.Files <= maxFirst {
		c.First = append(c.First, f)
	}
	c.Added, c.Deleted = c.Added+f.Added, c.Deleted+f.Deleted
}
