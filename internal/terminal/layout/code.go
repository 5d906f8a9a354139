package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// codeIndent is put before each row of a code block.
const codeIndent = "  "

// codeLine lays out a line of a code block in rows of that width.
func codeLine(line string, x *lexer, width int, base string) []string {
	f := x.flow(codeText(line))
	return indentCode(f.paintAll(chop(f.text(), codeWidth(width)), base))
}

// codeText returns a line of code as it is shown, without colours.
func codeText(line string) string { return newSpan(strings.ReplaceAll(line, "\t", "    "), 0).text }

func codeWidth(width int) int { return max(width-len(codeIndent), 4) }

func indentCode(rows []string) []string {
	for i := range rows {
		rows[i] = codeIndent + rows[i]
	}
	return rows
}

// chop breaks text into full rows of the width, within words, too.
func chop(text string, width int) (rows []row) {
	from, used, state := 0, 0, -1
	for rest := text; rest != ""; { // uniseg.Graphemes would look for words and sentences, too: three times the time
		at, wide := len(text)-len(rest), 0
		if _, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state); used+wide > width && at > from {
			rows = append(rows, row{from, at})
			from, used = at, 0
		}
		used += wide
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

// lexer finds comments, strings, keywords and numbers in a line, by rules that most languages share: the lexers of a
// real highlighter cost every start of ccc 6.9 ms. It reads each character once, however long the line is.
type lexer struct {
	lang      string
	quote     byte   // 0, or the quote of the string in which the text begins
	toEnd     look   // if set, the look of the whole text: it begins in a comment, or in a line of a diff
	continues bool   // the line will continue: an unclosed string may be closed there
	unclosed  string // the quotes that the rest of the line does not close
}

// newLexer returns a lexer for a language as the info string of a fence names it.
func newLexer(lang string) *lexer {
	lang, _, _ = strings.Cut(strings.ToLower(lang), " ")
	return &lexer{lang: lang}
}

// flow gives a line its looks. The line is as codeText returns it.
func (x *lexer) flow(line string) (f flow) {
	from, now := 0, look(0)
	for at := 0; at < len(line); {
		n, l := x.next(line[at:])
		if l != now && at > from {
			f = append(f, span{text: line[from:at], look: now})
			from = at
		}
		now = l
		at += n
	}
	return append(f, span{text: line[from:], look: now})
}

// after returns a lexer for the part of a line that follows the offset, which may be within a string.
func (x *lexer) after(line string, offset int) *lexer {
	rest := &lexer{lang: x.lang}
	for at := 0; at < offset; {
		quote := x.quote
		n, l := x.next(line[at:])
		if quote == 0 {
			quote = line[at]
		}
		switch {
		case at+n <= offset:
		case l == isString && n > 1:
			rest.quote = quote
		case at+n == len(line):
			rest.toEnd = x.toEnd
		}
		at += n
	}
	return rest
}

// next returns the length of the first part of the text, and its look.
func (x *lexer) next(text string) (int, look) {
	switch x.lang {
	case "", "text", "txt", "plain", "markdown", "md", "console", "output":
		return len(text), isCode
	case "diff", "patch":
		if x.toEnd == 0 {
			x.toEnd = diffLook(text)
		}
		return len(text), x.toEnd
	}
	if x.toEnd != 0 || beginsComment(text, x.lang) {
		x.toEnd = isComment
		return len(text), isComment
	}
	switch q := text[0]; {
	case x.quote != 0:
		n := closingQuote(text, x.quote)
		if x.quote = 0; n < 0 {
			return len(text), isString
		}
		return n + 1, isString
	case q == '"' || q == '\'' || q == '`':
		if strings.IndexByte(x.unclosed, q) >= 0 {
			return 1, isString
		}
		n := closingQuote(text[1:], q)
		if n < 0 && x.continues {
			return len(text), isString
		}
		if n < 0 {
			x.unclosed += string(rune(q))
		}
		return n + 2, isString
	}
	return codeWord(text)
}

// codeWord returns the length of the word, number or other character at the head of the text, and its look.
func codeWord(text string) (int, look) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsLetter(r) || r == '_':
		for n < len(text) {
			r, size := utf8.DecodeRuneInString(text[n:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
				break
			}
			n += size
		}
		if strings.Contains(keywords, " "+text[:n]+" ") {
			return n, isBold
		}
	case unicode.IsDigit(r):
		for n < len(text) && strings.IndexByte("0123456789abcdefxABCDEF._", text[n]) >= 0 {
			n++
		}
		return n, isCode
	}
	return n, 0
}

// beginsComment reports whether the text begins with a comment.
func beginsComment(text, lang string) bool {
	switch {
	case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "/*"), strings.HasPrefix(text, "<!--"):
		return lang != "sh" && lang != "bash" && lang != "python"
	case strings.HasPrefix(text, "# "), text == "#", strings.HasPrefix(text, "#!"):
		return true
	case strings.HasPrefix(text, "-- "):
		return lang == "sql" || lang == "lua" || lang == "haskell"
	}
	return false
}

// closingQuote returns the offset of the quote that closes a string, -1 if there is none. A backslash escapes the
// character after it.
func closingQuote(text string, quote byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return -1
}
