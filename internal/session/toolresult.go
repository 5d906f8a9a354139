package session

import (
	"bytes"
	"strings"
)

// Where the parts of a line with a tool's result are at most, in bytes: the message's content after the beginning of
// the line, and the tool's own copy of the result after its text.
const (
	contentWithin = 1 << 10
	copyWithin    = 512
)

// shortenResult returns a line of claude's own file that has nothing but one tool's result, a text, without what no
// claim needs: the tool's own copy of the result with all that follows it, and what needed leaves out of the text. ok
// is false for any other line. The short line overwrites the beginning of the line.
//
// Most of a session is such lines, so they are not parsed, but searched for bytes that are rare in them.
func shortenResult(line []byte, needed func(id string, text []byte, isError bool) []byte) (short []byte, ok bool) {
	r, ok := toolResultIn(line)
	if !ok {
		return nil, false
	}
	text := needed(r.id, line[r.textFrom:r.textTo], r.isError)
	short = append(line[:r.textFrom+len(text)], line[r.textTo:r.end]...)
	return append(short, "}\n"...), true
}

// A toolResult is the result of a tool in a line.
type toolResult struct {
	id               string
	isError          bool
	textFrom, textTo int // where the text is in the line, with its first quote and without its last one
	end              int // where the tool's own copy of it begins
}

// toolResultIn reads a line if its message is one tool's result, which is a text, and a copy follows the message. In a
// string, a quote has a backslash before it, so that the marks here are never in one.
func toolResultIn(line []byte) (r toolResult, ok bool) {
	const begin = `"content":[{`
	head, _, ok := bytes.Cut(line[:min(len(line), contentWithin)], []byte(begin))
	if !ok || !bytes.HasPrefix(line, []byte(`{"parentUuid":`)) || !bytes.Contains(head, []byte(`"type":"user"`)) {
		return r, false
	}
	at := len(head) + len(begin)
	if r.end = copyAt(line, at); r.end < at || bytes.Contains(line[at:r.end], []byte(`},{"`)) {
		return r, false // another block follows
	}
	for block, isResult := line[:r.end], false; ; at++ {
		key := stringIn(block[at:], 1)
		if at += len(key); !bytes.HasPrefix(block[at:], []byte(`":`)) {
			return r, false
		}
		at += len(`":`)
		from := 1
		if string(key) == `"content` {
			from = len(block) - at - copyWithin
		}
		value := stringIn(block[at:], from)
		switch {
		case string(key) == `"type` && string(value) == `"tool_result`:
			isResult = true
		case string(key) == `"tool_use_id` && value != nil:
			r.id = string(value[1:])
		case string(key) == `"content` && value != nil:
			r.textFrom, r.textTo = at, at+len(value)
		case string(key) == `"is_error` && bytes.HasPrefix(block[at:], []byte("true")):
			r.isError, value = true, []byte("tru")
		case string(key) == `"is_error` && bytes.HasPrefix(block[at:], []byte("false")):
			r.isError, value = false, []byte("fals")
		default:
			return r, false
		}
		if at += len(value) + 1; !bytes.HasPrefix(block[at:], []byte(",")) {
			return r, isResult && r.textTo > 0 && bytes.HasPrefix(block[at:], []byte("}]"))
		}
	}
}

// copyAt returns where the tool's own copy of its result begins in a line, after from; -1 if there is none, or if the
// next line follows in the same one, because claude was killed while it wrote this one.
func copyAt(line []byte, from int) (at int) {
	const key = `,"toolUseResult":`
	before := strings.IndexByte(key, 'U')
	for at = -1; ; from++ { // both marks have a U, which is rare
		next := bytes.IndexByte(line[from:], 'U')
		if next < 0 {
			return at
		}
		from += next
		switch {
		case bytes.HasPrefix(line[from:], []byte(`Uuid":`)):
			return -1
		case at < 0 && from > before && bytes.HasPrefix(line[from-before:], []byte(key)):
			at = from - before
		}
	}
}

// stringIn returns the JSON string at the beginning of a text, without its last quote; nothing if none begins there or
// it does not end. It ends at the first quote that is not escaped, which the caller knows to be at from or later.
func stringIn(text []byte, from int) []byte {
	if len(text) == 0 || text[0] != '"' {
		return nil
	}
	for from = max(from, 1); from < len(text) && text[from-1] == '\\'; {
		from++ // not after a backslash, which may be escaped itself
	}
	for end := from; end < len(text); end++ {
		n := bytes.IndexByte(text[end:], '"')
		if n < 0 {
			return nil
		}
		end += n
		backslashes := 0
		for text[end-1-backslashes] == '\\' { // at the latest the first quote is none
			backslashes++
		}
		if backslashes%2 == 0 {
			return text[:end]
		}
	}
	return nil
}
