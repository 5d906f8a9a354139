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

// Judgement is the decision that an answer of the reviewer contains.
type Judgement uint8

// The judgements.
const (
	NotYet  Judgement = iota // there is work left
	Done                     // the work is done
	Blocked                  // only the user can help the agent on
	Unclear                  // the answer does not clearly say one of the three above
)

// Answer is a parsed answer of the reviewer.
type Answer struct {
	Judgement
	// Text is the feedback for the agent (NotYet), the question for the user (Blocked), what the reviewer wrote besides
	// the marker (Done), or the whole answer (Unclear).
	Text   string
	Object bool // the answer is a JSON object by the Schema
	// Findings are the findings in the object.
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
	done, blocked := containsMarker(text, Marker), containsMarker(text, NeedsUser)
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

// IsMarker reports whether a text is nothing but a marker, or blank.
func IsMarker(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text == Marker || text == NeedsUser
}

// BeforeMarker returns the beginning of a text, without the last lines if they may be the marker at its end, whole or
// not yet, and the blank lines before it.
func BeforeMarker(text string) string {
	at := strings.LastIndexByte(text, '\n') + 1
	if last := strings.TrimSpace(text[at:]); !strings.HasPrefix(Marker, last) && !strings.HasPrefix(NeedsUser, last) {
		return text
	}
	for at > 0 {
		begin := strings.LastIndexByte(text[:at-1], '\n') + 1
		if !IsMarker(text[begin:at]) {
			break
		}
		at = begin
	}
	return text[:at]
}

// containsMarker reports whether the text contains the marker anywhere, with or without markdown escapes.
func containsMarker(text, marker string) bool { return strings.Contains(unescaped(text), marker) }

// unescaped removes markdown escapes, as in \[TASK\_COMPLETED\].
func unescaped(text string) string { return strings.ReplaceAll(text, `\`, "") }

// endsWith reports whether the last line is only the marker, in the reviewer's own words. It must not be in a code
// block or in a quotation, and must not end a sentence of the line before.
func endsWith(text, marker string) bool {
	lines := strings.Split(text, "\n")
	last := len(lines) - 1
	return isMarkerLine(lines[last], marker) &&
		!fenced(lines[:last]) && !isQuotation(lines[:last]) && isComplete(lines[:last], marker)
}

// around are the characters that may surround a marker: markdown emphasis, code spans and headings, punctuation, and
// check marks.
const around = " \t\r*_`#.,:;!。！，：；✅\ufe0f"

var listItem = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ {0,3}([-*]|\d+[.)]) `) })

// isMarkerLine reports whether a line contains only the marker. A line that is indented by four columns is code, so it
// does not count.
func isMarkerLine(line, marker string) bool {
	lead := line[:len(line)-len(strings.TrimLeftFunc(line, unicode.IsSpace))]
	if utf8.RuneCountInString(lead) >= 4 || strings.Contains(lead, "\t") {
		return false
	}
	line = unescaped(listItem().ReplaceAllString(line, ""))
	return strings.Contains(line, marker) && strings.Trim(strings.ReplaceAll(line, marker, ""), around) == ""
}

// fenced reports whether a code block is still open at the end of the lines.
func fenced(lines []string) bool {
	open := "" // the backticks or tildes that opened the block
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

// isQuotation reports whether the last line is part of a markdown quotation, which ends at the next empty line.
func isQuotation(lines []string) bool {
	for i := len(lines) - 1; i >= 0 && strings.TrimSpace(lines[i]) != ""; i-- {
		if strings.HasPrefix(strings.TrimSpace(lines[i]), ">") {
			return true
		}
	}
	return false
}

// isComplete reports whether the lines before a marker are complete, so that the marker does not end a sentence of
// theirs. A line of prose must end like a sentence. "I will answer with:" and "Not yet" do not.
func isComplete(lines []string, marker string) bool {
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

// withoutLastLine returns the text above the last line.
func withoutLastLine(text string) string {
	return strings.TrimSpace(text[:strings.LastIndexByte(text, '\n')+1])
}
