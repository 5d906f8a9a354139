package snapshot

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"ccc/internal/file"
)

// Change is a file that differs from its copy of when the session began. Old is nil if it is new, New if it is gone.
// JSON is in the form of [Snapshot.comparable].
type Change struct {
	Path     string
	Old, New []byte
}

// Changes compares the copied files with the present ones. others are the changed files of which only the digest was
// stored.
func (b *Snapshot) Changes() (changes []Change, others []string) {
	now := Take(b.Places)
	old, new := b.files(), now.files()
	for _, path := range keysOf(old, new) {
		was, had := old[path]
		is, has := new[path]
		if had && has {
			was, is = b.canonical(path, was), b.canonical(path, is)
		}
		if had != has || !bytes.Equal(was, is) {
			changes = append(changes, Change{path, was, is})
		}
	}
	for _, path := range keysOf(b.Digests, now.Digests) {
		// Files that an older text imported, or a newer one imports, are visible in the text.
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

// storedByClaude are keys of the user's settings that claude sets at its start: 2.1.330 moves the answer to a dialog
// there from its state file, and writes all of settings.json in another layout.
var storedByClaude = []string{"skipDangerousModePermissionPrompt"}

// canonical returns JSON with sorted keys and one value in each line, and without storedByClaude, so that another
// layout is no change. It returns any other text as it is.
func (b *Snapshot) canonical(path string, text []byte) []byte {
	var object map[string]any
	if filepath.Ext(path) != ".json" || json.Unmarshal(file.Standard(text), &object) != nil {
		return text
	}
	if filepath.Dir(path) == b.Config {
		for _, key := range storedByClaude {
			delete(object, key)
		}
	}
	form, err := json.MarshalIndent(object, "", "  ")
	if err != nil {
		return text
	}
	return append(form, '\n')
}

// files returns the contents of the copied files, except those that claude itself writes.
func (b *Snapshot) files() map[string][]byte {
	files := make(map[string][]byte)
	for _, e := range b.Entries {
		if !e.Dir && e.Path != b.Global && !slices.Contains(b.Files, e.Path) {
			files[e.Path] = append([]byte{}, e.Data...)
		}
	}
	return files
}

// Diff returns the change as a patch.
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
