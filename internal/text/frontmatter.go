package text

import "strings"

// MaxFrontMatter is the largest front matter, in bytes. With nested brackets the time for YAML is quadratic in the
// length: less than 2 s at this size.
const MaxFrontMatter = 16 << 10

// CutFrontMatter splits a text into its front matter, without the lines --- around it, and the rest. begun says
// whether the first line is ---, closed whether there is a second one. Without both the whole text is the rest.
func CutFrontMatter(text string) (front, rest string, begun, closed bool) {
	body, begun := afterRule(strings.TrimPrefix(text, "\ufeff"))
	for line := body; begun; {
		if after, ok := afterRule(line); ok {
			return body[:len(body)-len(line)], after, true, true
		}
		_, next, more := strings.Cut(line, "\n")
		if !more {
			break
		}
		line = next
	}
	return "", text, begun, false
}

// afterRule returns the text after its first line. ok reports whether that line is ---.
func afterRule(text string) (rest string, ok bool) {
	line, rest, _ := strings.Cut(text, "\n")
	return rest, strings.TrimRight(line, " \t\r") == "---"
}
