//go:build amd64 || arm64

package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"ccc/internal/claude/snapshot"
	"ccc/internal/file"
)

// laid is a path that shows its state from the beginning of the session.
type laid struct {
	Path   string `json:"path"`
	Source string `json:"source"` // path of the copy in the layer; "" if the file did not exist
	Own    bool   `json:"own"`    // claude's own file, which is writable, because 2.1.5 exits if it cannot write it
}

// writeCopies writes the copies of a snapshot to the layer.
func writeCopies(b *snapshot.Snapshot, layer string) (list []laid, err error) {
	if b == nil {
		return nil, nil
	}
	for n, root := range b.Roots {
		l := laid{Path: root, Own: root == b.Global}
		for _, e := range b.At(root) {
			l.Source = filepath.Join(layer, "copies", strconv.Itoa(n))
			if err := writeEntry(e, l.Source+e.Path[len(root):]); err != nil {
				return nil, err
			}
		}
		list = append(list, l)
	}
	if len(b.Git) > 0 {
		l := laid{Path: gitDir, Source: filepath.Join(layer, "copies", "git")}
		if err := writeGit(b.Git, l.Source); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}

func writeEntry(e snapshot.Entry, path string) error {
	if e.Dir {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, e.Data, 0o755) // a script must stay executable
}

// planLaid adds the steps that mount the copies. It returns the paths that have one.
func (t *tree) planLaid(s spec) (copied map[string]bool) {
	copied = make(map[string]bool)
	for _, l := range s.Laid {
		if slices.ContainsFunc(s.Hidden, func(hidden string) bool { return within(l.Path, hidden) }) {
			continue
		}
		copied[l.Path] = l.Source != ""
		path := filepath.Join(file.Real(filepath.Dir(l.Path)), filepath.Base(l.Path))
		t.add(path, func(path string) error {
			t.makeLinks(filepath.Dir(l.Path))
			switch {
			case l.Source == "" && slices.Contains(s.Frozen, l.Path):
				return t.placeEmpty(path)
			case l.Own && l.Source != "":
				return t.replace(path, l.Source)
			}
			return t.placeCopy(path, l.Source)
		})
	}
	return copied
}

// replace mounts a writable copy in the place of a file.
func (t *tree) replace(path, source string) error {
	if !t.isWritable(path) {
		return t.placeCopy(path, source)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	target := t.inRoot(path)
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return os.WriteFile(target, withoutOtherProjects(text, t.dir), 0o600)
}

// placeCopy puts the copy in the place of the present file at the path. If source is "" it makes sure that the path
// does not exist.
func (t *tree) placeCopy(path, source string) error {
	target := t.inRoot(path)
	now, err := os.Lstat(target)
	there := err == nil
	if source == "" {
		switch {
		case !there:
			return nil
		case now.IsDir():
			return t.mountFromLayer(filepath.Join(t.layer, "nothing"), path, true)
		case t.isWritable(path):
			return os.Remove(target)
		}
		return t.mountFromLayer(filepath.Join(t.layer, "empty"), path, true)
	}
	copied, err := os.Stat(source)
	if err != nil {
		return err
	}
	if link := there && now.Mode()&fs.ModeSymlink != 0; link && !t.isWritable(path) {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
		return t.mountReadOnly(source, t.inRoot(path), unix.AT_RECURSIVE)
	} else if link || there && now.IsDir() != copied.IsDir() {
		if err := os.RemoveAll(target); err != nil { // this works only in an overlay; elsewhere nothing is writable
			return err
		}
		there = false
	}
	if !there {
		if os.MkdirAll(filepath.Dir(target), 0o755) != nil || mountPoint(target, source) != nil {
			return nil // it does not exist, and nobody can create it
		}
	}
	return t.mountReadOnly(source, target, unix.AT_RECURSIVE)
}

// placeEmpty hides what freeze has put at the path: it puts an empty directory, JSON object or file there.
func (t *tree) placeEmpty(path string) error {
	target, source := t.inRoot(path), t.placeholder(path)
	now, err := os.Lstat(target)
	switch {
	case err != nil:
		return nil // it cannot be made: otherwise freeze would have put something there
	case now.IsDir():
		source = filepath.Join(t.layer, "nothing")
	case filepath.Ext(path) != ".json":
		source = filepath.Join(t.layer, "empty")
	}
	return t.mountReadOnly(source, target, unix.AT_RECURSIVE)
}
