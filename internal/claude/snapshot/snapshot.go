// Package snapshot copies the files that claude reads by itself when a session begins: settings, instructions,
// agents, skills, commands. A reviewer reads this copy, so nothing that the agent writes later influences the
// reviewer.
package snapshot

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// Snapshot is a copy of files, with digests of others. The zero value has neither.
type Snapshot struct {
	Places
	Roots   []string // the paths that were copied, including missing ones
	Entries []Entry  // what was copied, each directory before its content
	// of files and directories that claude reads and that are not copied; "" for a missing one
	Digests map[string]string
	Partial string // why something was not copied; "" if everything was
	// Programs are the programs that a review needs; claude is the first.
	Programs []Program
	Run      bool // made when a run of several tasks began, and not when this task's session began
	// Git maps arguments of git to the answers that claude writes into its system prompt when it starts. It is nil
	// for a claude that keeps the prompt with the session.
	Git map[string]string
}

// Entry is a directory or a regular file. Symbolic links are followed, as claude does.
type Entry struct {
	Path string
	Dir  bool   `json:",omitempty"`
	Data []byte `json:",omitempty"`
}

// Places are the places where claude looks.
type Places struct {
	Work    string   // the project's directory
	Home    string   // the user's
	Config  string   // claude's configuration directory
	Global  string   // claude's own file, .claude.json
	Managed string   // of the administrator's settings
	Add     []string // more directories that the agent may use
	Files   []string // more files that decide how a reviewer judges; claude does not read them by itself
}

// oldState is the path at which claude looks first for its own file. If there was none when the session began, a
// later one would replace Global.
func (p Places) oldState() string { return filepath.Join(p.Config, claude.OldStateFile) }

// Limits of a copy. The files that claude reads by itself become part of each prompt, so they are small.
const (
	maxFile    = file.Max
	maxBytes   = 12 << 20
	maxEntries = 8192
	maxDepth   = 16
)

// notCopied are entries of a .claude directory with whole repositories and sessions, which are not copied. Everything
// else in the project's own .claude is. Of the user's directory, and of those above the project, only the
// [claude.Sources] are copied, because claude itself writes there, too.
var notCopied = []string{"worktrees", "projects"}

// Take copies what claude reads in these places.
func Take(p Places) *Snapshot {
	t := taker{b: &Snapshot{Places: p, Digests: make(map[string]string)}}
	for _, path := range append([]string{p.Global, p.oldState(), p.Managed}, p.Files...) {
		t.root(path)
	}
	for _, name := range claude.Sources {
		t.root(filepath.Join(p.Config, name))
	}
	for dir := p.Work; ; dir = filepath.Dir(dir) {
		t.project(dir, dir == p.Work, p.Config)
		t.root(memoryDir(p.Config, dir))
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, dir := range p.Add {
		t.project(dir, true, p.Config)
	}
	t.plugins(filepath.Join(p.Config, "plugins"))
	t.imports()
	return t.b
}

// taker makes a copy.
type taker struct {
	b     *Snapshot
	bytes int
}

// project copies what claude reads in the project's directory, or in one above it. whole says that all of .claude is
// copied.
func (t *taker) project(dir string, whole bool, config string) {
	for _, name := range append(slices.Clip(claude.Instructions), claude.MCPFile) {
		t.root(filepath.Join(dir, name))
	}
	own := filepath.Join(dir, ".claude")
	switch {
	case file.Same(own, config): // it is the user's, not the project's
	case whole && !strings.HasPrefix(t.b.Work, own+"/"):
		t.root(own)
	default:
		for _, name := range claude.Sources {
			t.root(filepath.Join(own, name))
		}
	}
}

// root copies the file or directory at a path.
func (t *taker) root(path string) {
	if !filepath.IsAbs(path) || slices.Contains(t.b.Roots, path) {
		return
	}
	t.b.Roots = append(t.b.Roots, path)
	err := file.Walk(path, file.Limits{Files: maxEntries - len(t.b.Entries), Depth: maxDepth}, t.add)
	if errors.Is(err, file.ErrTooMany) {
		err = errTooMuch
	}
	if err != nil {
		t.b.Partial = cmp.Or(t.b.Partial, err.Error())
	}
}

var errTooMuch = lang.Errorf("claude reads too much by itself: ccc does not copy it")

// add copies a file or a directory. What cannot be read is left out.
func (t *taker) add(path string, info fs.FileInfo) error {
	switch dir := filepath.Base(filepath.Dir(path)); {
	case dir == ".claude" && slices.Contains(notCopied, filepath.Base(path)):
		return fs.SkipDir
	case info.IsDir():
		t.b.Entries = append(t.b.Entries, Entry{Path: path, Dir: true})
		return nil
	case !info.Mode().IsRegular():
		return nil // claude reads neither pipes nor devices
	}
	text, err := read(path)
	switch t.bytes += len(text); {
	case errors.Is(err, fs.ErrPermission):
		return nil
	case err == nil && t.bytes > maxBytes:
		return errTooMuch
	case err != nil:
		return err
	}
	t.b.Entries = append(t.b.Entries, Entry{Path: path, Data: text})
	return nil
}

// read reads a file. It reads JSON again while another program is writing it.
func read(path string) ([]byte, error) {
	if filepath.Ext(path) == ".json" {
		return file.ReadJSON(path)
	}
	return file.Read(path, maxFile)
}

// Read returns the copy of a file. If there was no such file, it returns neither a text nor an error.
func (b *Snapshot) Read(path string) ([]byte, error) {
	if b == nil {
		return file.ReadJSON(path)
	}
	for _, e := range b.Entries {
		if e.Path == path && !e.Dir {
			return e.Data, nil
		}
	}
	if b.Covers(path) {
		return nil, nil
	}
	return nil, lang.Errorf("%s is not among the files that were copied when the session began", path)
}

// ForReviewer returns the part of the copy that a reviewer sees in place of the real files. With sources that is
// everything that claude reads by itself; otherwise only what claude reads even if it is told to read no source. The
// reviewer's settings are always included.
func (b *Snapshot) ForReviewer(sources bool, settings string) *Snapshot {
	if b == nil {
		return nil
	}
	part := &Snapshot{Places: b.Places}
	if sources {
		part.Git = b.Git
	}
	for _, root := range b.Roots {
		always := root == b.Global || root == b.oldState() || root == b.Managed || root == settings
		if always || sources && !slices.Contains(b.Files, root) { // other files of ccc contain keys
			part.Roots = append(part.Roots, root)
		}
	}
	for _, e := range b.Entries {
		if part.Covers(e.Path) {
			part.Entries = append(part.Entries, e)
		}
	}
	return part
}

// At returns what was at a path and below it when the session began.
func (b *Snapshot) At(path string) (entries []Entry) {
	for _, e := range b.Entries {
		if e.Path == path || strings.HasPrefix(e.Path, path+"/") {
			entries = append(entries, e)
		}
	}
	return entries
}

// Covers reports whether the path was copied, or is below one that was.
func (b *Snapshot) Covers(path string) bool {
	return b != nil && slices.ContainsFunc(b.Roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// In returns the copy for a claude in the directory work, in another work tree of the repository: entries of the work
// tree from are moved to the work tree to. Files outside of both that claude reads only for work count as missing.
func (b *Snapshot) In(work, from, to string) *Snapshot {
	if from == to {
		return b
	}
	move := func(path string) string {
		rest, ok := strings.CutPrefix(path, from)
		if !ok || rest != "" && rest[0] != '/' || b.isUserPath(path) {
			return path
		}
		return to + rest
	}
	moved := &Snapshot{Places: b.Places, Digests: make(map[string]string), Partial: b.Partial, Run: b.Run,
		Programs: b.Programs}
	moved.Work = work
	for _, root := range b.Roots {
		moved.Roots = append(moved.Roots, move(root))
	}
	for _, e := range b.Entries {
		e.Path = move(e.Path)
		moved.Entries = append(moved.Entries, e)
	}
	for path, digest := range b.Digests {
		moved.Digests[move(path)] = digest
	}
	for _, root := range Take(moved.Places).Roots {
		if !moved.Covers(root) {
			moved.Roots = append(moved.Roots, root)
		}
	}
	return moved
}

// isUserPath reports whether a path belongs to the user or the system, although it may be in a work tree: the home can
// be one.
func (b *Snapshot) isUserPath(path string) bool {
	return path == b.Config || strings.HasPrefix(path, b.Config+"/") || path == b.Global || path == b.Managed ||
		slices.Contains(b.Files, path)
}

// Keep replaces the text of a file in the copy, whatever the file now contains.
func (b *Snapshot) Keep(path string, text []byte) {
	b.Entries = slices.DeleteFunc(b.Entries, func(e Entry) bool { return e.Path == path })
	b.Entries = append(b.Entries, Entry{Path: path, Data: text})
	for _, list := range []*[]string{&b.Roots, &b.Files} {
		if !slices.Contains(*list, path) {
			*list = append(*list, path)
		}
	}
}

// IsOf reports whether the copy was made for a session in this directory.
func (b *Snapshot) IsOf(dir string) bool { return b.Work == dir || file.Same(b.Work, dir) }

// Has reports whether a file was copied.
func (b *Snapshot) Has(path string) bool {
	return b != nil && slices.ContainsFunc(b.Entries, func(e Entry) bool { return e.Path == path && !e.Dir })
}

// memoryDir returns the directory in which claude keeps its notes on a project.
func memoryDir(config, dir string) string {
	return filepath.Join(config, "projects", claude.Slug(file.Real(dir)), "memory")
}
