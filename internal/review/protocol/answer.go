package protocol

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Marker is what the reviewer writes when the work is done.
const Marker = "[TASK_COMPLETED]"

// NeedsUser is what the reviewer writes after a question that only the user can answer.
const NeedsUser = "[NEEDS_USER]"

// Judgement is what an answer of the reviewer decides.
type Judgement uint8

// The judgements.
const (
	NotYet  Judgement = iota // there is work left
	Done                     // the work is done
	Blocked                  // only the user can get the work on
	Unclear                  // the answer does not say plainly which of the three it is
)

// Answer is an answer of the reviewer as it was read.
type Answer struct {
	Judgement
	// Text is the feedback for the agent (NotYet), the question for the user (Blocked), what the reviewer wrote besides
	// the marker (Done), or the whole answer (Unclear).
	Text   string
	Object bool // the answer is a JSON object by the Schema
	// Findings are those of the object.
	Findings []Finding
}

// Read reads the reviewer's final text. It does not guess what prose means:
//   - A text that is a JSON object by the [Schema] is what the object says.
//   - A marker alone on the last line decides.
//   - A text without marker and object is feedback.
//   - Anything else is Unclear: a marker in a sentence, in code or in a quotation, with more text after it or after a
//     sentence that is not finished; both markers; an object between other words.
func Read(text string) Answer {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	if a, found := readObjectIn(text); found {
		return a
	}
	a := Answer{Judgement: Unclear, Text: strings.TrimSpace(text)}
	done, blocked := mentions(text, Marker), mentions(text, NeedsUser)
	switch {
	case !done && !blocked:
		a.Judgement = NotYet
	case done && blocked:
	case done && endsWith(text, Marker):
		a.Judgement, a.Text = Done, withoutLastLine(text)
	case blocked && endsWith(text, NeedsUser):
		a.Judgement, a.Text = Blocked, withoutLastLine(text)
	}
	return a
}

// mentions reports whether the marker is anywhere in the text, with or without markdown's escapes.
func mentions(text, marker string) bool { return strings.Contains(unescaped(text), marker) }

// unescaped takes markdown's escapes out: \[TASK\_COMPLETED\].
func unescaped(text string) string { return strings.ReplaceAll(text, `\`, "") }

// endsWith reports whether the last line of the text is the marker alone, as the reviewer's own words: not in a code
// block or a quotation, and not as the end of a sentence that was begun on the line before.
func endsWith(text, marker string) bool {
	lines := strings.Split(text, "\n")
	last := len(lines) - 1
	return alone(lines[last], marker) && !fenced(lines[:last]) && !quoted(lines[:last]) && finished(lines[:last], marker)
}

// around is what may be written around a marker: markdown's emphasis, code span and heading, punctuation, a check mark.
const around = " \t\r*_`#.,:;!。！，：；✅\ufe0f"

var listItem = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ {0,3}([-*]|\d+[.)]) `) })

// alone reports whether a line is nothing but the marker. Four columns of indentation make it code.
func alone(line, marker string) bool {
	lead := line[:len(line)-len(strings.TrimLeftFunc(line, unicode.IsSpace))]
	if utf8.RuneCountInString(lead) >= 4 || strings.Contains(lead, "\t") {
		return false
	}
	line = unescaped(listItem().ReplaceAllString(line, ""))
	return strings.Contains(line, marker) && strings.Trim(strings.ReplaceAll(line, marker, ""), around) == ""
}

// fenced reports whether a code block is still open after the lines.
func fenced(lines []string) bool {
	open := "" // the run of backticks or tildes that began the block
	for _, line := range lines {
		line = strings.TrimSpace(line)
		run := fenceOf(line)
		switch {
		case open == "":
			open = run
		case strings.HasPrefix(run, open) && run == line:
			open = ""
		}
	}
	return open != ""
}

// fenceOf returns the run of three or more backticks or tildes that a line begins with, or "".
func fenceOf(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// quoted reports whether the lines end in a quotation: in markdown it goes on to the next empty line.
func quoted(lines []string) bool {
	for i := len(lines) - 1; i >= 0 && strings.TrimSpace(lines[i]) != ""; i-- {
		if strings.HasPrefix(strings.TrimSpace(lines[i]), ">") {
			return true
		}
	}
	return false
}

// finished reports whether nothing in the lines goes on into the marker after them. A line of prose has to end as a
// sentence does. "I will answer with:" and "Not yet" do not.
func finished(lines []string, marker string) bool {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return true
	}
	raw := lines[len(lines)-1]
	line := strings.TrimRight(raw, " \t\r*_`\"'”’」』)）]✅\ufe0f")
	end, _ := utf8.DecodeLastRuneInString(line)
	switch {
	case end == ':' || end == '：':
		return false
	case fenceOf(strings.TrimSpace(raw)) != "" || listItem().MatchString(raw) || strings.HasPrefix(raw, "#"):
		return true
	case end == '?' || end == '？':
		return marker == NeedsUser
	}
	return strings.ContainsRune(".!…。！", end)
}

// withoutLastLine is the text above its last line.
func withoutLastLine(text string) string {
	return strings.TrimSpace(text[:strings.LastIndexByte(text, '\n')+1])
}
