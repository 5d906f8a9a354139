package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
)

// Clip cuts a line to a width in columns: between words, unless that would leave less than half of it. A line that is
// cut ends with "…", which is within the width.
func Clip(line string, width int) string {
	if len(line) <= width || uniseg.StringWidth(line) <= width {
		return line
	}
	var b strings.Builder
	used, state := 1, -1
	for rest := line; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += wide; used > width {
			break
		}
		b.WriteString(cluster)
	}
	cut := b.String()
	before, _ := utf8.DecodeLastRuneInString(cut)
	after, _ := utf8.DecodeRuneInString(line[len(cut):])
	isWithinWord := after != ' ' && uniseg.StringWidth(string(before)) < 2 && uniseg.StringWidth(string(after)) < 2
	if whole := strings.TrimRight(cut[:beginOfWord(cut)], " "); isWithinWord && 2*len(whole) >= len(cut) {
		cut = whole
	}
	return strings.TrimRight(cut, " ·") + "…"
}

// beginOfWord returns where the last word of a line begins: after a space, or after a character that takes two columns,
// as those of Chinese do. A name in Latin letters is one word among them.
func beginOfWord(line string) int {
	for end := len(line); end > 0; {
		r, size := utf8.DecodeLastRuneInString(line[:end])
		if r == ' ' || uniseg.StringWidth(string(r)) > 1 {
			return end
		}
		end -= size
	}
	return 0
}

// ClipLine makes one safe line of a text, and cuts it to a width in columns like [Clip].
func ClipLine(s string, width int) string { return Clip(OneLine(strings.TrimSpace(s)), width) }

// ClipCharacters cuts a text to at most so many characters. If it cuts, the last one is "…".
func ClipCharacters(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// Head returns the beginning of a text: at most size bytes, and only whole characters.
func Head(s string, size int) string {
	if len(s) <= size {
		return s
	}
	for size > 0 && !utf8.RuneStart(s[size]) {
		size--
	}
	return s[:size]
}

// Tail returns the end of a text: at most size bytes, and only whole characters.
func Tail(s string, size int) string {
	if len(s) <= size {
		return s
	}
	from := len(s) - size
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[from:]
}

// HeadLines returns the beginning of a text in whole lines. If the text is cut, the last line is "…". size is in
// bytes, and includes that line.
func HeadLines(s string, size int) string {
	if len(s) <= size {
		return s
	}
	const more = "…\n"
	s = s[:size-len(more)]
	return s[:strings.LastIndexByte(s, '\n')+1] + more
}

// FirstFew names the first entries of a list.
func FirstFew(list []string) lang.Message {
	const most = 5
	if len(list) > most {
		list = append(slices.Clone(list[:most]), "…")
	}
	return lang.List(list...)
}
