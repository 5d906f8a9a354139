package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marker is what the reviewer writes when the work is done.
const Marker = "[TASK_COMPLETED]"

// NeedsUser is what it writes, after a question, when nobody but the person can get the work on.
const NeedsUser = "[NEEDS_USER]"

// Judgement is what a review came to.
type Judgement uint8

// The judgements.
const (
	NotYet Judgement = iota
	Done
	Blocked // the person is asked
)

// Verdict reads the reviewer's final text. With NotYet the second value is the feedback for the agent, which is the
// text without the white space around it; with Blocked it is the question for the person.
//
// A marker counts at the beginning or the end of a line of the reviewer's own prose, whatever markdown or punctuation
// stands around it. It does not count in code, quotations, diffs and output; inside a sentence; where its sentence
// promises, denies or reports it ("once this is fixed I will say [TASK_COMPLETED]"), or the one before announces it or
// leaves a refusal unfinished ("Not yet"); where it is asked, crossed (❌) or a link; struck out; nor where what follows
// takes it back. Where that is in doubt the work counts as not completed: a needless round costs less than a "done"
// that is not. Of both markers the question counts.
func Verdict(text string) (Judgement, string) {
	switch {
	case marked(text, NeedsUser):
		return Blocked, strings.TrimSpace(strings.ReplaceAll(text, NeedsUser, ""))
	case marked(text, Marker):
		return Done, ""
	}
	return NotYet, strings.TrimSpace(text)
}

// marked reports whether the text says the marker.
func marked(text, marker string) bool {
	lines := classify(text)
	for i, l := range lines {
		if l.kind == prose && strings.Contains(l.text, marker) && says(lines, i, marker) {
			return true
		}
	}
	return false
}

// A kind is what a line of an answer is.
type kind uint8

const (
	prose kind = iota
	blank
	other // code, a quotation, a diff, the output of a command
)

type line struct {
	kind kind
	text string // without the white space around it and markdown's escapes
}

// classify tells the lines of prose from the others. It is stricter than markdown: four columns are code in a list,
// too, and what begins with + or a table's | is no prose.
func classify(text string) (lines []line) {
	var fence, tag string             // what ends the code block or the HTML that is open
	quotation, pasted := false, false // go on to the next blank line
	for raw := range strings.Lines(text) {
		l := line{other, strings.TrimSpace(raw)}
		f := fenceOf(l.text)
		switch {
		case fence != "":
			if strings.HasPrefix(f, fence) && strings.Trim(l.text, f[:1]) == "" {
				fence = ""
			}
		case tag != "":
			if strings.Contains(strings.ToLower(l.text), tag) {
				tag = ""
			}
		case l.text == "":
			l.kind, quotation, pasted = blank, false, false
		case f != "":
			fence = f
		case indented(raw):
		case htmlEnd(l.text) != "":
			if tag = htmlEnd(l.text); strings.Contains(strings.ToLower(l.text), tag) {
				tag = ""
			}
		case quotation || l.text[0] == '>':
			quotation = true
		case pasted || startsWith(l.text, "@@ ", "diff --git ", "--- ", "+++ ", "$ ", "% ", "❯ ", "➜ "):
			pasted = true
		case !output(l.text):
			l.kind = prose
		}
		l.text = strings.ReplaceAll(l.text, `\`, "") // \[TASK\_COMPLETED\]
		lines = append(lines, l)
	}
	return lines
}

// fenceOf returns the run of backticks or tildes that opens or closes a code block, or "".
func fenceOf(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func indented(raw string) bool {
	lead := raw[:len(raw)-len(strings.TrimLeftFunc(raw, unicode.IsSpace))]
	return utf8.RuneCountInString(lead) >= 4 || strings.Contains(lead, "\t")
}

// htmlEnd gives what ends the HTML that the line begins with, if that is not the reviewer's own text; else "".
func htmlEnd(line string) string {
	line = strings.ToLower(line)
	for _, tag := range []string{"pre", "code", "blockquote", "del", "s", "strike", "samp", "details"} {
		if startsWith(line, "<"+tag+">", "<"+tag+" ") {
			return "</" + tag + ">"
		}
	}
	if strings.HasPrefix(line, "<!--") {
		return "-->"
	}
	return ""
}

// output reports whether a line looks like a program's: a diff's, a table's, with a tab in it, or "file.go:12: …".
func output(line string) bool {
	if startsWith(line, "+", "|") || strings.Contains(line, "\t") || line[0] == '-' && !startsWith(line, "- ") {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	name, rest, found := strings.Cut(word, ":")
	number, _, more := strings.Cut(rest, ":")
	return found && (isNumber(name) || more && isNumber(number))
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// says reports whether line i, of prose, says the marker.
func says(lines []line, i int, marker string) bool {
	text := lines[i].text
	first, last := strings.Index(text, marker), strings.LastIndex(text, marker)
	before, after := withoutNumber(text[:first]), text[last+len(marker):]
	begin := i // of the paragraph
	for begin > 0 && lines[begin-1].kind == prose {
		begin--
	}
	if enclosed(joined(lines[begin:i]) + before) {
		return false
	}
	link := strings.Contains(text, marker+"(") || strings.Contains(text, marker+"](")
	if link || !hasWord(before) && announced(lines[:i], lines[i+1:], marker) {
		return false
	}
	if marker == Marker && (strings.ContainsAny(text[first:], "?？") || has(text, crosses) || subject(text, after)) {
		return false
	}
	switch {
	case !hasWord(before) && !hasWord(after): // alone
	case touched(text[:last], after) || touched(before, text[first+len(marker):]):
		return false
	case !hasWord(before):
		rest := strings.ToLower(strings.TrimLeftFunc(text[first+len(marker):], func(r rune) bool { return !isWord(r) }))
		if startsWith(rest, denials...) || has(rest, reports) {
			return false
		}
	case !hasWord(after):
		said := lastSentence(text[:last])
		if has(said, denials) || has(said, promises) || has(said, reports) || endsInColon(said) && !concludes(said, marker) {
			return false
		}
	default:
		return false
	}
	end := i + 1
	for end < len(lines) && lines[end].kind != blank {
		end++
	}
	later := joined(lines[end:]) // paragraphs
	behind := after + "\n" + joined(lines[i+1:end]) + later
	if marker == NeedsUser {
		return !has(behind, retractions)
	}
	return !has(behind, retractions) && !has(behind, objections) && !has(behind, crosses) && !has(later, doubts)
}

// subject reports whether an item of a list goes on right behind the marker, as in "2. [TASK_COMPLETED] in README".
func subject(item, after string) bool {
	if withoutNumber(item) == item && !startsWith(item, "- ", "* ") {
		return false
	}
	word := strings.IndexFunc(after, isWord)
	return word >= 0 && strings.Trim(after[:word], " *_`") == ""
}

// announced reports whether the lines before a marker that begins its line say that it is to come, whose it is, or, in
// a sentence that is not finished, that it is refused.
func announced(lines, behind []line, marker string) bool {
	same := len(lines) > 0 && lines[len(lines)-1].kind == prose // the same paragraph
	for len(lines) > 0 && lines[len(lines)-1].kind == blank {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 || lines[len(lines)-1].kind != prose {
		return false
	}
	said := lastSentence(strings.TrimRight(lines[len(lines)-1].text, " *_`\"'”’」』)）"))
	if endsInColon(said) {
		return !concludes(said, marker)
	}
	if marker == Marker && (has(said, refusals) || has(said, crosses)) {
		return true
	}
	return (same || goesOn(behind)) && (has(said, promises) || has(said, reports))
}

// goesOn reports whether the next text is prose that begins with a small letter.
func goesOn(lines []line) bool {
	for len(lines) > 0 && lines[0].kind == blank {
		lines = lines[1:]
	}
	if len(lines) == 0 || lines[0].kind != prose {
		return false
	}
	word := strings.TrimLeftFunc(lines[0].text, func(r rune) bool { return !isWord(r) })
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first)
}

// concludes reports whether a sentence that ends in a colon leads to what it says itself. A question may be led to by
// anything but a promise.
func concludes(said, marker string) bool {
	return !has(said, denials) && !has(said, promises) && !has(said, reports) &&
		(marker == NeedsUser || has(said, conclusions))
}

// enclosed reports whether the text leaves a quotation, a span of code or a deletion open that has words in it.
func enclosed(text string) bool {
	for _, pair := range []string{"“”", "「」", "『』", "«»"} {
		mark := []rune(pair)
		open, closed := strings.LastIndex(text, string(mark[0])), strings.LastIndex(text, string(mark[1]))
		if open > closed && hasWord(text[open:]) {
			return true
		}
	}
	for _, mark := range []string{`"`, "`"} {
		if strings.Count(text, mark)%2 == 1 && hasWord(text[strings.LastIndex(text, mark):]) {
			return true
		}
	}
	return strings.Count(text, "~~")%2 == 1
}

// touched reports whether what stands right before and right after the marker are quotation marks or backticks.
func touched(before, after string) bool {
	const open, closing = "`\"'“‘「『«", "`\"'”’」』»"
	b, a := []rune(before), []rune(after)
	return len(b) > 0 && len(a) > 0 && strings.ContainsRune(open, b[len(b)-1]) && strings.ContainsRune(closing, a[0])
}

// withoutNumber cuts a list's number off.
func withoutNumber(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	if len(rest) < len(s) && startsWith(rest, ". ", ") ") {
		return rest[2:]
	}
	return s
}

// lastSentence is what stands behind the last sentence that is finished.
func lastSentence(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if strings.ContainsRune(".!?", rune(s[i])) && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t') {
			return s[i+1:]
		}
		if startsWith(s[i:], "。", "！", "？") {
			return s[i+len("。"):]
		}
	}
	return s
}

func endsInColon(s string) bool {
	s = strings.TrimRight(s, " \t*_`#\"'“")
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

func joined(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

func startsWith(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func hasWord(s string) bool { return strings.ContainsFunc(s, isWord) }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
