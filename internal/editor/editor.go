package terminal

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Typed is something that the person typed to its end.
type Typed struct {
	Key      Key
	Text     string // KeyLine, KeyAnswer: the line, or the keys of the options, with a space between them
	Question string // KeyAnswer, KeyDismiss: the ID of the question that stood there when it was typed
}

// Key tells what was typed.
type Key uint8

// The keys that mean something.
const (
	KeyLine      Key = iota // a line and enter
	KeyEnter                // enter, on an empty line
	KeyInterrupt            // ctrl-c
	KeyEOF                  // ctrl-d on an empty line
	KeySuspend              // ctrl-z
	KeyAnswer               // to the question that is open
	KeyDismiss              // escape: the answer to it is no
	KeyEscape               // escape, while something is at work
	KeyMode                 // shift-tab
)

// editor is the text being typed, with a cursor, a history and undo. Alt-enter, a backslash before enter and pastes put
// newlines into it.
//
// It is our own because a line editor that could be taken (reeflective/readline, elk-language/go-prompt,
// chzyer/readline, liner) reads the terminal itself and draws its line by itself: here one pump reads the keys for the
// life of the process, questions and ctrl-c included, and the line is drawn in one write with the output above it and
// the status line. The text area of charmbracelet/bubbles v2 leaves both to the caller, but costs each start of ccc,
// the Stop hook's too, 24 ms by being linked in (v2.2.1: a program that only names it starts in 25.2 ms, an empty one
// in 1.2); x/term's leaves them as well, and counts runes, not columns.
type editor struct {
	text    []byte
	at      int    // the cursor, a place in text
	pending []byte // the beginning of a key that has not come whole
	pasting bool
	paste   []byte // so far

	undo   []edit
	typing bool   // the last change was a typed character: the next one needs no undo of its own
	killed []byte // by ctrl-u, ctrl-k, ctrl-w; ctrl-y brings it back

	history []string // oldest first
	browsed int      // how far back in history; 0 is the text that was begun
	begun   []byte   // that text, while the history is looked through
	answer  bool     // to a question: an empty one is one

	search *search           // ctrl-r
	folded map[string]string // what stands in the text for a long paste, and the paste
	sent   map[string]sent   // of lines with such pastes, by what was sent
	fold   func(lines int) string
}

// sent is a line with long pastes as it stood there.
type sent struct {
	text   string
	folded map[string]string
}

// recall is what stands in the line for an entry of the history.
func (e *editor) recall(entry string) []byte {
	was, ok := e.sent[entry]
	for name, paste := range was.folded {
		if other := e.folded[name]; other != "" && other != paste { // of the line that was begun
			return []byte(entry)
		}
	}
	if !ok {
		return []byte(entry)
	}
	if e.folded == nil {
		e.folded = make(map[string]string)
	}
	maps.Copy(e.folded, was.folded)
	return []byte(was.text)
}

// edit is the text as it was before a change.
type edit struct {
	text []byte
	at   int
}

const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	maxUndo    = 200
	maxHistory = 1000
	maxPaste   = 10 // lines; a paste of more is folded
)

// feed takes bytes from the terminal.
func (e *editor) feed(b []byte) (typed []Typed) {
	for len(b) > 0 {
		var key string
		if key, b = e.nextKey(b); key != "" {
			typed = append(typed, e.take(key)...)
		}
	}
	return typed
}

// nextKey gives the key at the head of b and the rest; "" if it has not come whole.
func (e *editor) nextKey(b []byte) (key string, rest []byte) {
	if len(e.pending) > 0 {
		b = append(e.pending, b...)
		e.pending = nil
	}
	n := keyLen(b)
	if n == 0 { // the rest of it is still to come
		e.pending = bytes.Clone(b)
		return "", nil
	}
	return string(b[:n]), b[n:]
}

// take takes a key.
func (e *editor) take(key string) []Typed {
	switch {
	case e.pasting:
		e.pasted(key)
		return nil
	case e.search != nil && !e.searched(key):
		return nil
	}
	return e.key(key)
}

// pasted takes a key of a paste: characters and newlines are text, the rest is dropped.
func (e *editor) pasted(key string) {
	switch {
	case key == pasteEnd:
		e.pasting = false
		if len(e.paste) > 0 {
			e.save()
			e.insert(e.foldedPaste())
		}
		e.paste = nil
	case key == "\r" || key == "\n":
		e.paste = append(e.paste, '\n')
	case character(key):
		e.paste = append(e.paste, strings.ToValidUTF8(key, "\ufffd")...)
	}
}

// foldedPaste is what stands in the text for what was pasted.
func (e *editor) foldedPaste() []byte {
	text := string(e.paste)
	lines := 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
	if lines <= maxPaste || e.fold == nil {
		return e.paste
	}
	name := e.fold(lines)
	for n := 2; e.folded[name] != ""; n++ {
		name = strings.TrimSuffix(e.fold(lines), "]") + fmt.Sprintf(" #%d]", n)
	}
	if e.folded == nil {
		e.folded = make(map[string]string)
	}
	e.folded[name] = text
	return []byte(name)
}

// unfold gives the text with what was pasted in its place.
func (e *editor) unfold(text string) string {
	var list []string
	for name, paste := range e.folded {
		list = append(list, name, paste)
	}
	return strings.NewReplacer(list...).Replace(text)
}

// backspace is where the character before the cursor begins; a folded paste is one.
func (e *editor) backspace() int {
	for name := range e.folded {
		if bytes.HasSuffix(e.text[:e.at], []byte(name)) {
			return e.at - len(name)
		}
	}
	return e.left()
}

func character(key string) bool { return key == "\t" || key[0] >= ' ' && key != "\x7f" }

// key takes a key that was typed.
func (e *editor) key(key string) []Typed {
	switch key {
	case "\r", "\n":
		return e.enter(key)
	case "\x03":
		return []Typed{{Key: KeyInterrupt}}
	case "\x1a":
		return []Typed{{Key: KeySuspend}}
	case "\x04":
		if len(e.text) == 0 {
			return []Typed{{Key: KeyEOF}}
		}
		e.delete(e.at, e.right())
	default:
		if key = withoutAlt(key); character(key) {
			if !e.typing {
				e.save()
			}
			e.insert([]byte(strings.ToValidUTF8(key, "\ufffd")))
			e.typing = true
			return nil
		}
		e.command(key)
	}
	e.typing = false
	return nil
}

// withoutAlt is the character of a key with alt that means nothing: somebody types fast behind an escape.
func withoutAlt(key string) string {
	if len(key) < 2 || key[0] != 0x1b || !character(key[1:]) || strings.Contains("[Obfd", key[1:2]) {
		return key
	}
	return key[1:]
}

// command takes a key that moves, deletes or brings back.
func (e *editor) command(key string) {
	switch key {
	case pasteBegin:
		e.pasting = true
	case "\x1b\r", "\x1b\n":
		e.save()
		e.insert([]byte("\n"))
	case "\x1b[D", "\x1bOD", "\x02":
		e.at = e.left()
	case "\x1b[C", "\x1bOC", "\x06":
		e.at = e.right()
	case "\x1b[1;5D", "\x1b[1;3D", "\x1bb":
		e.at = e.wordLeft()
	case "\x1b[1;5C", "\x1b[1;3C", "\x1bf":
		e.at = e.wordRight()
	case "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\x01":
		e.at = e.lineBegin()
	case "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\x05":
		e.at = e.lineEnd()
	case "\x1b[A", "\x1bOA", "\x10":
		e.up()
	case "\x1b[B", "\x1bOB", "\x0e":
		e.down()
	case "\x7f", "\b":
		e.delete(e.backspace(), e.at)
	case "\x1b[3~":
		e.delete(e.at, e.right())
	case "\x15":
		e.kill(e.lineBegin(), e.at)
	case "\x0b":
		e.kill(e.at, e.lineEnd())
	case "\x17", "\x1b\x7f":
		e.kill(e.spaceLeft(), e.at)
	case "\x1bd":
		e.kill(e.at, e.wordRight())
	case "\x19":
		e.save()
		e.insert(e.killed)
	case "\x1f":
		e.back()
	case "\x12":
		e.search = &search{begun: edit{bytes.Clone(e.text), e.at}}
	}
}

// enter ends the line, or with a backslash at its end goes on in the next one.
func (e *editor) enter(key string) []Typed {
	e.typing = false
	if e.at == len(e.text) && bytes.HasSuffix(e.text, []byte(`\`)) {
		e.save()
		e.text[e.at-1] = '\n'
		return nil
	}
	folded := string(e.text)
	text := e.unfold(folded)
	pastes := e.folded
	e.set(nil)
	e.undo, e.folded = nil, nil
	if strings.TrimSpace(text) == "" && !e.answer {
		if key == "\n" { // behind the enter of a line, as a paste without marks has it
			return nil
		}
		return []Typed{{Key: KeyEnter}}
	}
	e.remember(text)
	if folded != text {
		if e.sent == nil {
			e.sent = make(map[string]sent)
		}
		e.sent[text] = sent{folded, pastes}
	}
	return []Typed{{Key: KeyLine, Text: text}}
}

// remember adds to the history what is not its last entry already.
func (e *editor) remember(text string) {
	e.browsed = 0
	if n := len(e.history); n > 0 && e.history[n-1] == text {
		return
	}
	if len(e.history) >= maxHistory {
		e.history = e.history[1:]
	}
	e.history = append(e.history, text)
}

// set replaces the text; the cursor stands at its end.
func (e *editor) set(text []byte) {
	e.text = append([]byte(nil), text...)
	e.at = len(e.text)
}

func (e *editor) insert(b []byte) {
	e.text = slices.Insert(e.text, e.at, b...)
	e.at += len(b)
}

// save keeps the text for undo.
func (e *editor) save() {
	if len(e.undo) >= maxUndo {
		e.undo = slices.Delete(e.undo, 0, 1)
	}
	e.undo = append(e.undo, edit{bytes.Clone(e.text), e.at})
}

func (e *editor) back() {
	if n := len(e.undo); n > 0 {
		e.text, e.at = e.undo[n-1].text, e.undo[n-1].at
		e.undo = e.undo[:n-1]
	}
}

func (e *editor) delete(from, to int) {
	if from < to {
		e.save()
		e.text = slices.Delete(e.text, from, to)
		e.at = from
	}
}

func (e *editor) kill(from, to int) {
	if from < to {
		e.killed = bytes.Clone(e.text[from:to])
		e.delete(from, to)
	}
}

// clear empties the line; undo brings it back.
func (e *editor) clear() { e.kill(0, len(e.text)) }

// up goes a line up, and from the first one back in the history.
func (e *editor) up() {
	if begin := e.lineBegin(); begin > 0 {
		above := bytes.LastIndexByte(e.text[:begin-1], '\n') + 1
		e.at = e.column(above, begin-1)
		return
	}
	e.browse(e.browsed + 1)
}

// down goes a line down, and from the last one forth in the history.
func (e *editor) down() {
	if end := e.lineEnd(); end < len(e.text) {
		below := end + 1
		next := bytes.IndexByte(e.text[below:], '\n')
		if next < 0 {
			next = len(e.text) - below
		}
		e.at = e.column(below, below+next)
		return
	}
	e.browse(e.browsed - 1)
}

// column is the place in the line from begin to end that stands as far right as the cursor does in its own.
func (e *editor) column(begin, end int) int {
	want := uniseg.StringWidth(string(e.text[e.lineBegin():e.at]))
	at, used := begin, 0
	for g := uniseg.NewGraphemes(string(e.text[begin:end])); used < want && g.Next(); used += g.Width() {
		_, to := g.Positions()
		at = begin + to
	}
	return at
}

func (e *editor) browse(back int) {
	if back < 0 || back > len(e.history) || back == e.browsed {
		return
	}
	if e.browsed == 0 {
		e.begun = bytes.Clone(e.text)
	}
	e.browsed = back
	e.undo = nil
	if back == 0 {
		e.set(e.begun)
		return
	}
	e.set(e.recall(e.history[len(e.history)-back]))
}

func (e *editor) left() int  { return e.at - lastCluster(e.text[:e.at]) }
func (e *editor) right() int { return e.at + firstCluster(e.text[e.at:]) }

func (e *editor) lineBegin() int { return bytes.LastIndexByte(e.text[:e.at], '\n') + 1 }

func (e *editor) lineEnd() int {
	if n := bytes.IndexByte(e.text[e.at:], '\n'); n >= 0 {
		return e.at + n
	}
	return len(e.text)
}

const spaces = " \t\n"

// spaceLeft is the beginning of the word before the cursor, where only white space parts words.
func (e *editor) spaceLeft() int {
	return bytes.LastIndexAny(bytes.TrimRight(e.text[:e.at], spaces), spaces) + 1
}

// wordLeft and wordRight go by Unicode's words, so that they find some in a writing without spaces.
func (e *editor) wordLeft() int {
	from, rest, state := 0, e.text[:e.at], -1
	for at := 0; len(rest) > 0; {
		var word []byte
		word, rest, state = uniseg.FirstWord(rest, state)
		if len(bytes.TrimSpace(word)) > 0 {
			from = at
		}
		at += len(word)
	}
	return from
}

func (e *editor) wordRight() int {
	at, rest, state := e.at, e.text[e.at:], -1
	for len(rest) > 0 {
		var word []byte
		word, rest, state = uniseg.FirstWord(rest, state)
		at += len(word)
		if len(bytes.TrimSpace(word)) > 0 {
			break
		}
	}
	return at
}

// lastCluster is the length of what a person sees as the last character.
func lastCluster(b []byte) (n int) {
	if len(b) > 1<<10 { // a cluster that is longer than that is none
		b = b[len(b)-1<<10:]
		for len(b) > 0 && !utf8.RuneStart(b[0]) {
			b = b[1:]
		}
	}
	for g := uniseg.NewGraphemes(string(b)); g.Next(); {
		from, to := g.Positions()
		n = to - from
	}
	return n
}

func firstCluster(b []byte) int {
	cluster, _, _, _ := uniseg.FirstGraphemeCluster(b, -1)
	return len(cluster)
}
