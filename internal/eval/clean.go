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

// cleaner makes what goes into a case fit to be read by others: all of it goes through one.
type cleaner struct {
	mask    *secret.Mask
	aliases []alias
	masked  int // places where something secret stood
}

// name is what is written in place of a directory of the person's.
type alias struct {
	from, to string
	matches  func(before []byte) bool // whether from is the directory's name behind that
}

// add gives a directory another name: where its path stands, as it is or with its links followed, as it is or in a
// string of JSON, and where claude's name for it does (docs/claude.md, "Session files").
func (c *cleaner) addDir(dir, to string) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir // it is gone
	}
	for _, path := range []string{filepath.Clean(dir), real} {
		if !filepath.IsAbs(path) || path == "/" {
			continue
		}
		// A path of one name, as /app, also stands in others, and tells nothing of anybody.
		common := strings.Count(path, "/") == 1
		quoted, _ := json.Marshal(path) // a string is no error
		for _, from := range []string{path, string(quoted[1 : len(quoted)-1])} {
			c.aliases = append(c.aliases, alias{from, to, func(before []byte) bool { return !common || canBegin(before) }})
		}
		c.aliases = append(c.aliases, alias{claude.Slug(path), claude.Slug(to), func(before []byte) bool {
			return bytes.HasSuffix(before, []byte("projects/")) || !common && canBegin(before)
		}})
	}
	slices.SortStableFunc(c.aliases, func(a, b alias) int { return cmp.Compare(len(b.from), len(a.from)) })
}

// begins reports whether a name can begin behind that: not in a word, behind a variable, or behind what a relative path
// begins with. The letter of an escape in JSON is no word.
func canBegin(before []byte) bool {
	n := len(before)
	if n == 0 {
		return true
	}
	if n > 1 && before[n-2] == '\\' && strings.IndexByte("nrtbf", before[n-1]) >= 0 {
		return true
	}
	return !inWord(before[n-1]) && strings.IndexByte("-.~})]*@%+", before[n-1]) < 0
}

func inWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// bytes cleans the content of a file. In one that is no text the directories keep their names: it may hold lengths and
// sums, and would not be what it was.
func (c *cleaner) cleanFile(text []byte) []byte {
	clean := c.mask.Bytes(text)
	c.masked += bytes.Count(clean, []byte(secret.Mark)) - bytes.Count(text, []byte(secret.Mark))
	if isBinary(clean) {
		return clean
	}
	for _, a := range c.aliases {
		clean = a.replace(clean)
	}
	return clean
}

func (c *cleaner) cleanText(text string) string { return string(c.cleanFile([]byte(text))) }

// binary reports whether the content of a file is no text, nearly as git does.
func isBinary(text []byte) bool { return bytes.IndexByte(text, 0) >= 0 }

func (a alias) replace(text []byte) (out []byte) {
	done, at := 0, 0 // of text, what is in out, and where to look
	for {
		i := bytes.Index(text[at:], []byte(a.from))
		if i < 0 {
			return append(out, text[done:]...)
		}
		begin, end := at+i, at+i+len(a.from)
		if at = begin + 1; a.matches(text[:begin]) && (end == len(text) || !inWord(text[end])) {
			out = append(append(out, text[done:begin]...), a.to...)
			done, at = end, end
		}
	}
}
