package eval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/secret"
)

// cleaner masks secrets and renames the user's directories in everything that goes into a case, so that others may read
// it.
type cleaner struct {
	mask        *secret.Mask
	aliases     []alias
	maskedCount int // number of secrets that were masked
}

// alias replaces the path of one of the user's directories.
type alias struct {
	from, to string
	matches  func(before []byte) bool // reports whether from, after this text, is a path and not part of a longer word
}

// addDir replaces a directory's path by another. It also replaces the path with its symbolic links resolved, both paths
// as they are written in JSON strings, and claude's folder name for each (docs/design/claude.md, "Session files").
func (c *cleaner) addDir(dir, to string) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir // the directory was removed
	}
	for _, path := range []string{filepath.Clean(dir), real} {
		if !filepath.IsAbs(path) || path == "/" {
			continue
		}
		// A path with one element, such as /app, also occurs inside other paths, and reveals nothing about the user.
		common := strings.Count(path, "/") == 1
		quoted, _ := json.Marshal(path) // a string always has a JSON form
		for _, from := range []string{path, string(quoted[1 : len(quoted)-1])} {
			c.aliases = append(c.aliases, alias{from, to, func(b []byte) bool { return !common || canBegin(b) }})
		}
		c.aliases = append(c.aliases, alias{claude.Slug(path), claude.Slug(to), func(before []byte) bool {
			return bytes.HasSuffix(before, []byte("projects/")) || !common && canBegin(before)
		}})
	}
	slices.SortStableFunc(c.aliases, func(a, b alias) int { return cmp.Compare(len(b.from), len(a.from)) })
}

// canBegin reports whether an absolute path can begin after this text. It cannot inside a word, after a variable, or
// after the beginning of a relative path. The letter of a JSON escape, such as \n, does not count as a word.
func canBegin(before []byte) bool {
	n := len(before)
	if n == 0 {
		return true
	}
	if n > 1 && before[n-2] == '\\' && strings.IndexByte("nrtbf", before[n-1]) >= 0 {
		return true
	}
	return !isWordByte(before[n-1]) && strings.IndexByte("-.~})]*@%+", before[n-1]) < 0
}

func isWordByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// cleanFile cleans the content of a file. In a binary file it only masks secrets: other names would break the lengths
// and checksums in it.
func (c *cleaner) cleanFile(text []byte) []byte {
	clean := c.mask.Bytes(text)
	c.maskedCount += bytes.Count(clean, []byte(secret.Mark)) - bytes.Count(text, []byte(secret.Mark))
	if isBinary(clean) {
		return clean
	}
	for _, a := range c.aliases {
		clean = a.replace(clean)
	}
	return clean
}

func (c *cleaner) cleanText(text string) string { return string(c.cleanFile([]byte(text))) }

// isBinary reports whether a file is not text: it contains a NUL byte. Git uses the same test for the first 8000 bytes.
func isBinary(text []byte) bool { return bytes.IndexByte(text, 0) >= 0 }

func (a alias) replace(text []byte) (out []byte) {
	done, at := 0, 0 // text[:done] has been copied to out; the search continues at text[at:]
	for {
		i := bytes.Index(text[at:], []byte(a.from))
		if i < 0 {
			return append(out, text[done:]...)
		}
		begin, end := at+i, at+i+len(a.from)
		if at = begin + 1; a.matches(text[:begin]) && (end == len(text) || !isWordByte(text[end])) {
			out = append(append(out, text[done:begin]...), a.to...)
			done, at = end, end
		}
	}
}
