package protocol

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Words returns the part of an answer that the user reads: the feedback if the answer is a JSON object of the [Schema],
// else the answer without the marker at its end. Findings are shown separately, with their status. If the object is
// invalid, because it is cut off for example, whole is false, and words is the part of the feedback that can be read.
func Words(answer string) (words string, whole bool) {
	a := Read(answer)
	switch {
	case a.Object && (a.Text != "" || a.Judgement != Unclear):
		return a.Text, true
	case a.Judgement == Done || a.Judgement == Blocked:
		return a.Text, true
	case a.Object || a.Judgement != Unclear || !isBroken(answer):
		return answer, true
	}
	m := feedbackValue().FindSubmatch(escapeLines(answer))
	if m == nil {
		return "", false
	}
	if json.Unmarshal(fmt.Appendf(nil, `"%s"`, m[1]), &words) != nil {
		words = string(m[1])
	}
	return strings.TrimSpace(words), false
}

// isBroken reports whether an answer is an object, and nothing else, that is no valid JSON.
func isBroken(answer string) bool {
	if strings.HasSuffix(strings.TrimSpace(answer), Marker) {
		answer = withoutLastLine(strings.TrimSpace(answer))
	}
	object := strings.TrimSpace(strings.TrimPrefix(strings.Trim(answer, "`~ \t\r\n"), "json"))
	return strings.HasPrefix(object, "{") && lastKey(object) >= 0 && !json.Valid(escapeLines(object))
}

// feedbackValue matches the feedback in a JSON text that is not valid, to its end or to where the text is cut off.
var feedbackValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"feedback"\s*:\s*"((?:[^"\\]|\\.)*)`)
})

// ReadObject reads an answer as an object of the [Schema]. ok is false if it is none.
//
// An object that contradicts itself is Unclear. It does if it is not completed and its feedback has the marker for
// completion, or if it is completed and has a question or an open blocker. An object is also Unclear if its only
// blockers cannot be read. If "completed" is missing, an object with findings means not completed if one of them is a
// blocker, else Unclear.
func ReadObject(object []byte) (a Answer, ok bool) { return readObject(object, nil) }

// readObject is ReadObject. If completed is not nil, the text around the object says whether the work is done, and the
// object may omit it.
func readObject(object []byte, completed *bool) (a Answer, ok bool) {
	var v struct {
		Completed *bool  `json:"completed"`
		Feedback  string `json:"feedback"`
		Findings  json.RawMessage
	}
	if json.Unmarshal(object, &v) != nil || v.Completed == nil && len(v.Findings) == 0 {
		return Answer{}, false
	}
	v.Completed = cmp.Or(v.Completed, completed)
	findings, isWhole := readFindings(v.Findings)
	a = Answer{NotYet, strings.TrimSpace(v.Feedback), true, findings}
	question, blocks := containsMarker(v.Feedback, NeedsUser), slices.ContainsFunc(findings, Finding.blocks)
	isDone := v.Completed != nil && *v.Completed
	switch {
	case !isWhole && !blocks, isDone && (question || blocks), !isDone && containsMarker(v.Feedback, Marker),
		v.Completed == nil && !blocks && !question:
		a.Judgement = Unclear
	case isDone:
		a.Judgement, a.Text = Done, strings.TrimSpace(strings.ReplaceAll(a.Text, Marker, ""))
	case question && endsWith(a.Text, NeedsUser):
		a.Judgement, a.Text = Blocked, withoutLastLine(a.Text)
	case question:
		a.Judgement = Unclear
	}
	return a, true
}

// lastKey returns the index of the last name of a known key in a text, -1 if there is none: "completed", in quotes or
// not, or "findings" in quotes. A regular expression takes forty times as long.
func lastKey(text string) int {
	return max(lastNamed(text, "completed", false), lastNamed(text, "findings", true))
}

func lastNamed(text, name string, needsQuotes bool) int {
	isQuote := func(i int) bool { return i >= 0 && i < len(text) && (text[i] == '"' || text[i] == '\'') }
	for at := strings.LastIndex(text, name); at >= 0; at = strings.LastIndex(text[:at], name) {
		end := at + len(name)
		if needsQuotes && !(isQuote(at-1) && isQuote(end)) {
			continue
		}
		if isQuote(end) {
			end++
		}
		if strings.HasPrefix(strings.TrimLeft(text[end:], " \t\r\n\f"), ":") {
			return at
		}
	}
	return -1
}

// readObjectIn reads the object in a text of a model that did not call the tool: in a code fence, or after other words.
// found reports whether the text has an object with a known key at the beginning of a line. The object must be at the
// end of the text. If words come before it, it may be an example, so it cannot say Done. Line breaks inside strings are
// no valid JSON, but are accepted. Any other invalid JSON, such as an object that is cut off, is Unclear: the reviewer
// is asked what it meant.
//
// The [Marker] may follow on its own line. Then words may come before the object, and it must not contradict the
// marker.
func readObjectIn(text string) (a Answer, found bool) {
	unclear, rest := Answer{Judgement: Unclear, Text: strings.TrimSpace(text)}, text
	var completed *bool
	if isMarkerLine(text[strings.LastIndexByte(text, '\n')+1:], Marker) {
		rest, completed = withoutLastLine(text), new(true)
	}
	rest = strings.TrimRight(rest, "`~ \t\r\n")
	for at, last := 0, lastKey(rest); at <= last; {
		end := strings.IndexByte(rest[at:], '\n')
		if end < 0 {
			end = len(rest) - at
		}
		if !strings.HasPrefix(strings.TrimSpace(rest[at:at+end]), "{") {
			at += end + 1
			continue
		}
		a, ok := readObject(escapeLines(rest[at:]), completed)
		before := strings.TrimSpace(strings.NewReplacer("`", "", "~", "", "json", "").Replace(rest[:at]))
		isExample := before != "" && completed == nil && a.Judgement == Done
		isMixed := containsMarker(before, Marker) || containsMarker(before, NeedsUser)
		if !ok || isExample || isMixed || completed != nil && a.Judgement != Done {
			return unclear, true
		}
		return a, true
	}
	return Answer{}, false
}

// escapeLines replaces line breaks and tabs in the strings of a JSON text by escapes.
func escapeLines(text string) []byte {
	escaped := make([]byte, 0, len(text))
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\' && i+1 < len(text) && text[i+1] >= ' ':
			escaped = append(escaped, c)
			i++
		case inString && strings.IndexByte("\n\r\t", c) >= 0:
			escaped = fmt.Appendf(escaped, "\\u%04x", c)
			continue
		}
		escaped = append(escaped, text[i])
	}
	return escaped
}
