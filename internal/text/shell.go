package text

import "strings"

// ShellWord quotes a text so that a POSIX shell reads it as one word. A text that needs no quotes stays as it is.
func ShellWord(text string) string {
	if text != "" && !strings.ContainsFunc(text, needsQuotes) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func needsQuotes(r rune) bool {
	return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' ||
		strings.ContainsRune("_@%+=:,./-", r))
}
