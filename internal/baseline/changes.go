package baseline

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Change is a file that is not what it was when the session began. Old is nil if it is new, New if it is gone.
type Change struct {
	Path     string
	Old, New []byte
}

// Changes compares the copied files with what is there now. others are those of which only a digest is known.
func (b *Baseline) Changes() (changes []Change, others []string) {
	now := Take(b.Places)
	old, new := b.files(), now.files()
	for _, path := range keysOf(old, new) {
		was, had := old[path]
		is, has := new[path]
		if had != has || !bytes.Equal(was, is) {
			changes = append(changes, Change{path, was, is})
		}
	}
	for _, path := range keysOf(b.Digests, now.Digests) {
		// What was imported by an older text, or is by a newer one, is seen in the text.
		was, had := b.Digests[path]
		is, has := now.Digests[path]
		if had && has && was != is {
			others = append(others, path)
		}
	}
	if now.Partial != "" && b.Partial == "" {
		others = append(others, now.Partial)
	}
	return changes, others
}

// files are the contents of the copied files but claude's own, which claude writes itself.
func (b *Baseline) files() map[string][]byte {
	files := make(map[string][]byte)
	for _, e := range b.Entries {
		if !e.Dir && e.Path != b.Global && !slices.Contains(b.Files, e.Path) {
			files[e.Path] = append([]byte{}, e.Data...)
		}
	}
	return files
}

// Diff is the change as a patch.
func (c Change) Diff(work string) string {
	name := c.Path
	if rel, err := filepath.Rel(work, c.Path); err == nil && filepath.IsLocal(rel) {
		name = rel
	}
	old, new := name, name
	if c.Old == nil {
		old = "(none)"
	}
	if c.New == nil {
		new = "(none)"
	}
	text := string(diff.Diff(old, c.Old, new, c.New))
	_, text, _ = strings.Cut(text, "\n") // the line "diff OLD NEW"
	return text
}
