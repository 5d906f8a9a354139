package text

import (
	"regexp"
	"sync"
)

// Pattern compiles a regular expression at its first use. The Stop hook starts at every stop and rarely needs one.
func Pattern(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
