package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// codeIndent stands before each line of a code block.
const codeIndent = "  "

// codeLine sets a line of a code block, broken where it is too long. It tells comments, strings, keywords and numbers
// apart by rules that most languages share: the lexers of a real highlighter cost every start of ccc 6.9 ms.
func codeLine(line, lang string, width int, base style) []string {
	line = strings.ReplaceAll(line, "\t", "    ")
	var f flow
	switch lang, _, _ = strings.Cut(strings.ToLower(lang), " "); lang {
	case "", "text", "txt", "plain", "markdown", "md", "console", "output":
		f = flow{newSpan(line, isCode)}
	case "diff", "patch":
		f = flow{newSpan(line, diffLook(line))}
	default:
		f = highlight(line, lang)
	}
	var lines []string
	for _, r := range chop(f.text(), max(width-len(codeIndent), 4)) {
		lines = append(lines, codeIndent+f.paint(r, base))
	}
	return lines
}

// chop breaks text into rows of the width, wherever they are full.
func chop(text string, width int) (rows []row) {
	from, used := 0, 0
	for g := uniseg.NewGraphemes(text); g.Next(); used += g.Width() {
		if at, _ := g.Positions(); used+g.Width() > width && at > from {
			rows = append(rows, row{from, at})
			from, used = at, 0
		}
	}
	return append(rows, row{from, len(text)})
}

func diffLook(line string) look {
	switch {
	case strings.HasPrefix(line, "+"):
		return isString
	case strings.HasPrefix(line, "-"):
		return isStruck | isDim
	case strings.HasPrefix(line, "@@"):
		return isCode
	}
	return 0
}

// keywords of the languages that most code is in.
const keywords = " " +
	"abstract and as assert async await bool boolean break byte case catch chan char class const " +
	"constexpr continue crate def default defer del delete do double elif else end enum esac except " +
	"export extends extern false fallthrough fi final finally float fn for from func function go goto if " +
	"impl implements import in include inline instanceof int interface is lambda let local long loop map " +
	"match mod module mut namespace new nil none not null nullptr of or package pass private protected " +
	"pub public raise range readonly ref return select self short signed sizeof static string struct " +
	"super switch template then this throw throws trait true try type typedef typename union unsafe " +
	"unsigned use using var virtual void volatile when where while with yield SELECT FROM WHERE INSERT " +
	"UPDATE DELETE CREATE TABLE JOIN None True False "

// highlight tells the parts of a line apart.
func highlight(line, lang string) (f flow) {
	for line != "" {
		n, l := part(line, lang)
		if last := len(f) - 1; last >= 0 && f[last].look == l {
			f[last].text += Safe(line[:n])
		} else {
			f = append(f, newSpan(line[:n], l))
		}
		line = line[n:]
	}
	return f
}

// part is the length of the first part of a line, and its look.
func part(line, lang string) (int, look) {
	if comment(line, lang) {
		return len(line), isComment
	}
	r, n := utf8.DecodeRuneInString(line)
	switch {
	case r == '"' || r == '\'' || r == '`':
		return stringLen(line), isString
	case unicode.IsLetter(r) || r == '_':
		for n < len(line) {
			r, size := utf8.DecodeRuneInString(line[n:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
				break
			}
			n += size
		}
		if strings.Contains(keywords, " "+line[:n]+" ") {
			return n, isBold
		}
	case unicode.IsDigit(r):
		for n < len(line) && strings.IndexByte("0123456789abcdefxABCDEF._", line[n]) >= 0 {
			n++
		}
		return n, isCode
	}
	return n, 0
}

// comment reports whether a comment begins here.
func comment(line, lang string) bool {
	switch {
	case strings.HasPrefix(line, "//"), strings.HasPrefix(line, "/*"), strings.HasPrefix(line, "<!--"):
		return lang != "sh" && lang != "bash" && lang != "python"
	case strings.HasPrefix(line, "# "), line == "#", strings.HasPrefix(line, "#!"):
		return true
	case strings.HasPrefix(line, "-- "):
		return lang == "sql" || lang == "lua" || lang == "haskell"
	}
	return false
}

// stringLen is the length of the string at the head of a line; a quote that nothing closes is one by itself.
func stringLen(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case line[0]:
			return i + 1
		}
	}
	return 1
}
