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

// Words returns what the user reads of an answer: the feedback if it is a JSON object by the [Schema], else the answer
// itself. Findings are shown by themselves, with what became of each.
func Words(answer string) string {
	a := Read(answer)
	if !a.Object || a.Judgement == Unclear {
		return answer
	}
	return a.Text
}

// ReadObject reads an answer by the [Schema]. ok is false if it is not such an object. An object that contradicts
// itself is Unclear: not completed with the marker of completion in its feedback, or completed with a question or with
// an open finding that is no advice. So is one whose only blockers cannot be read. One that has findings alone is not
// completed if one of them is a blocker, else Unclear.
func ReadObject(object []byte) (a Answer, ok bool) { return readObject(object, nil) }

// readObject is ReadObject of an object beside which is said whether the work is completed: then it may leave that out.
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
	question, blocks := mentions(v.Feedback, NeedsUser), slices.ContainsFunc(findings, Finding.blocks)
	isDone := v.Completed != nil && *v.Completed
	switch {
	case !isWhole && !blocks, isDone && (question || blocks), !isDone && mentions(v.Feedback, Marker),
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

var objectKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`["']?completed["']?\s*:|["']findings["']\s*:`)
})

// readObjectIn reads a text that holds the object, as models write it that do not call the tool: in a code fence, or with
// words before it. found reports whether the text holds an object with one of its keys at the beginning of a line. The
// object has to end the text. With words before it, it may be an example: then it cannot say Done. Models write strings
// over several lines, which is no JSON, but plain. What else is no JSON, as an object that is cut off, is Unclear: what
// its writer meant is asked, not guessed.
//
// The [Marker] may follow on a line of its own. Then words before it are no matter, and the object must not contradict it.
func readObjectIn(text string) (a Answer, found bool) {
	unclear, rest := Answer{Judgement: Unclear, Text: strings.TrimSpace(text)}, text
	var completed *bool
	if alone(text[strings.LastIndexByte(text, '\n')+1:], Marker) {
		rest, completed = withoutLastLine(text), new(true)
	}
	rest = strings.TrimRight(rest, "`~ \t\r\n")
	keys := objectKey().FindAllStringIndex(rest, -1)
	if len(keys) == 0 {
		return Answer{}, false
	}
	for at, last := 0, keys[len(keys)-1][0]; at <= last; {
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
		isMixed := mentions(before, Marker) || mentions(before, NeedsUser)
		if !ok || isExample || isMixed || completed != nil && a.Judgement != Done {
			return unclear, true
		}
		return a, true
	}
	return Answer{}, false
}

// escapeLines writes the line breaks and tabs in the strings of a JSON text as escapes.
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
