package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/text"
)

// Some of the files that claude reads are too many to copy, or part of the work: plugins, and files that a CLAUDE.md
// imports. Only digests of these are stored. If one has changed, the reviewer runs without the files that claude
// reads.

const (
	maxImports = 256
	maxPlugins = 20_000 // files of plugins
)

// plugins stores the digest of the installed plugins: their names, sizes and times.
func (t *taker) plugins(dir string) {
	t.digestFile(filepath.Join(dir, "installed_plugins.json"))
	cache := filepath.Join(dir, "cache")
	sum, n := sha256.New(), 0
	_ = filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".in_use" || d.Name() == ".orphaned_at" { // claude itself writes these
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if n++; err != nil || d.IsDir() || n > maxPlugins {
			return nil
		}
		fmt.Fprintln(sum, path, info.Size(), info.Mode(), info.ModTime().UnixNano(), changeTime(info))
		return nil
	})
	if n > 0 {
		t.b.Digests[cache] = hex.EncodeToString(sum.Sum(nil))
	}
}

func (t *taker) digestFile(path string) []byte {
	text, err := read(path)
	if err != nil || text == nil {
		t.b.Digests[path] = ""
		return nil
	}
	t.b.Digests[path] = file.Digest(text)
	return text
}

// importPattern finds what claude may treat as an import: @ and a path.
var importPattern = text.LazyRegexp{Expr: `(?:^|\s)@((?:[^\s\\]|\\ )+)`}

// imports stores the digests of the files that instructions import, and of those that these import.
func (t *taker) imports() {
	for _, e := range t.b.Entries {
		if !e.Dir && filepath.Ext(e.Path) == ".md" {
			t.importsOf(e.Path, e.Data, 5)
		}
	}
}

func (t *taker) importsOf(path string, text []byte, depth int) {
	if depth == 0 || !strings.Contains(string(text), "@") {
		return
	}
	for _, found := range importPattern.Get().FindAllSubmatch(text, -1) {
		name, _, _ := strings.Cut(strings.ReplaceAll(string(found[1]), `\ `, " "), "#")
		name = file.InHome(name, t.b.Home)
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(path), name)
		}
		name = filepath.Clean(name)
		if _, ok := t.b.Digests[name]; ok || t.b.Covers(name) || len(t.b.Digests) > maxImports {
			continue
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			continue
		}
		t.importsOf(name, t.digestFile(name), depth-1)
	}
}

// keysOf lists the keys of both maps in order.
func keysOf[V any](a, b map[string]V) []string {
	all := make(map[string]bool)
	for _, m := range []map[string]V{a, b} {
		for key := range m {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
