package text

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// CheckGlob returns an error if a pattern is wrong.
//
// A pattern is a path below the project's directory, with slashes. * matches any characters but a slash, ? one
// character, and [a-z] one of these. \ takes the next character as it is. ** as a whole part of the path matches any
// number of directories, or none.
func CheckGlob(pattern string) error {
	parts := strings.Split(pattern, "/")
	switch _, err := path.Match(pattern, ""); {
	case pattern == "":
		return lang.Errorf("an empty pattern matches nothing")
	case err != nil:
		return lang.Errorf("the pattern %q has a [ without its ], or ends with \\", pattern)
	case strings.HasPrefix(pattern, "/"), slices.Contains(parts, "."), slices.Contains(parts, ".."):
		return lang.Errorf("the pattern %q is not inside the project: write a path from the project's directory, "+
			"without /, ./ or ../ before it",
			pattern)
	case strings.HasSuffix(pattern, "/"):
		return lang.Errorf("the pattern %q names a directory: write %q for the files in it", pattern, pattern+"**")
	case slices.Contains(parts, ""):
		return lang.Errorf("the pattern %q has two slashes in a row", pattern)
	case strings.HasPrefix(pattern, "!"), strings.ContainsAny(pattern, "{}"):
		return lang.Errorf("the pattern %q has !, { or }, which are not known here: write several patterns", pattern)
	}
	for _, part := range parts {
		if part != "**" && strings.Contains(part, "**") {
			return lang.Errorf("the pattern %q has a ** that is not a whole part between slashes", pattern)
		}
	}
	return nil
}

// MatchGlob reports whether a pattern matches the name. A pattern that [CheckGlob] refuses matches nothing.
func MatchGlob(patterns []string, name string) bool {
	parts := strings.Split(name, "/")
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return pattern != "" && match(strings.Split(pattern, "/"), parts)
	})
}

// match reads the pattern once. at[i] says whether the parts read so far match the first i parts of the name. The
// time is at most proportional to the product of both lengths, whatever the pattern is.
func match(pattern, name []string) bool {
	at := make([]bool, len(name)+1)
	at[0] = true
	for _, part := range pattern {
		next := make([]bool, len(name)+1)
		for i := range at {
			if part == "**" {
				next[i] = at[i] || i > 0 && next[i-1]
			} else if i > 0 && at[i-1] {
				next[i], _ = path.Match(part, name[i-1])
			}
		}
		at = next
	}
	return at[len(name)]
}
