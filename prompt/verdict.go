package prompt

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
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
// A marker counts at the beginning or the end of a line, outside code fences and block quotes, whatever markdown or
// punctuation stands around it. It does not count inside a sentence, nor where the words next to it take it back ("once
// this is fixed I will say [TASK_COMPLETED]"), nor quoted beside other words. Where that is in doubt the work counts as
// not completed: a needless round costs less than a "done" that is not. Of both markers the question counts.
func Verdict(text string) (Judgement, string) {
	switch {
	case marked(text, NeedsUser):
		return Blocked, strings.TrimSpace(strings.ReplaceAll(text, NeedsUser, ""))
	case marked(text, Marker):
		return Done, ""
	}
	return NotYet, strings.TrimSpace(text)
}

// marked reports whether a line of the text says the marker.
func marked(text, marker string) bool {
	var fence string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if f := fenceOf(line); f != "" {
			switch {
			case fence == "":
				fence = f
				continue
			case strings.HasPrefix(f, fence) && strings.Trim(line, f[:1]) == "":
				fence = ""
				continue
			}
		}
		if fence == "" && !strings.HasPrefix(line, ">") && says(line, marker) {
			return true
		}
	}
	return false
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

var (
	listNumber = lazy(`^\d+[.)]\s`)
	sentence   = lazy(`[.!?。！？]+(\s|$)|[。！？]`)
	// takenBack finds the words that make the marker at the end of their sentence a promise or a refusal.
	takenBack = lazy(`(?i)\b(not|cannot|never|until|unless|once|before|when|will|would|should|could)\b|n['’]t\b|` +
		`不|未|没|才能|之后|以后|如果`)
	// takenBackAfter is the same for the words that follow it.
	takenBackAfter = lazy(`(?i)^\W*(is not|isn['’]t|not|cannot|can['’]t|never|will|would|should|could|once|until|` +
		`when|unless|if|only|不|未|没|才)`)
)

// lazy is a pattern that costs nothing before it is used: the Stop hook starts at every stop.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// says reports whether one line says the marker.
func says(line, marker string) bool {
	line = strings.ReplaceAll(line, `\`, "") // markdown's escapes: \[TASK\_COMPLETED\]
	line = listNumber().ReplaceAllString(line, "")
	first, last := strings.Index(line, marker), strings.LastIndex(line, marker)
	if first < 0 {
		return false
	}
	before, after := line[:first], line[last+len(marker):]
	switch {
	case !hasWord(before) && !hasWord(after):
		return true
	case quoted(line[:last], after) || quoted(before, line[first+len(marker):]):
		return false
	case !hasWord(before):
		return !takenBackAfter().MatchString(line[first+len(marker):])
	case !hasWord(after):
		said := line[:last]
		if all := sentence().FindAllStringIndex(said, -1); all != nil {
			said = said[all[len(all)-1][1]:]
		}
		return !takenBack().MatchString(said)
	}
	return false
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// quoted reports whether what stands right before and right after the marker are quotation marks or backticks.
func quoted(before, after string) bool {
	const open, closing = "`\"'“‘「『«", "`\"'”’」』»"
	b, a := []rune(before), []rune(after)
	return len(b) > 0 && len(a) > 0 && strings.ContainsRune(open, b[len(b)-1]) && strings.ContainsRune(closing, a[0])
}
