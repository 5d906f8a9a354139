package markdown

import "strings"

// These functions quote other people's text within a text of ccc, such as a comment on a pull request: there it is
// not markup, mentions nobody, and closes no issue. The caller must remove control characters first.

// MaxTicks is the maximum number of backticks around a code block.
const MaxTicks = 40

// Fence puts a text into a block of code that nothing in the text can close.
func Fence(text string) string {
	mark := strings.Repeat("`", max(3, longestBackticks(text)+1))
	if len(mark) > MaxTicks { // nobody writes so many
		text, mark = strings.ReplaceAll(text, "`", "'"), "```"
	}
	return mark + "text\n" + strings.TrimRight(text, "\n") + "\n" + mark + "\n\n"
}

// longestBackticks returns the length of the longest run of backticks in a text.
func longestBackticks(text string) (most int) {
	n := 0
	for i := range len(text) {
		if text[i] != '`' {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}

// Inline returns a text as code within a line; "" for none.
func Inline(text string) string {
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}

// Cell is [Inline] in a table.
func Cell(text string) string { return strings.ReplaceAll(Inline(text), "|", `\|`) }
