// Package editor is the line that the user types below the output: keys in, text out, with a history, undo, a search
// and pastes that are shown folded. It draws nothing: [Editor.View] lays the line out, and the terminal shows it.
package editor

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// End says what a key meant for the line as a whole.
type End uint8

// The ends of a line. None means that the key only edited it.
const (
	None      End = iota
	Line          // enter: the line is sent
	EmptyLine     // enter on a blank line
	Interrupt     // ctrl-c
	EOF           // ctrl-d on an empty line
	Suspend       // ctrl-z
)

// Editor is the text being typed, with a cursor, a history and undo. Alt-enter, a backslash before enter and pastes put
// newlines into it. It is not safe for concurrent use.
//
// It is our own because a line editor that could be taken (reeflective/readline, elk-language/go-prompt,
// chzyer/readline, liner) reads the terminal itself and draws its line by itself: here one pump reads the keys for the
// life of the process, questions and ctrl-c included, and the line is drawn in one write with the output above it and
// the status line. The text area of charmbracelet/bubbles v2 leaves both to the caller, but costs each start of ccc,
// the Stop hook's too, 24 ms by being linked in (v2.2.1: a program that only names it starts in 25.2 ms, an empty one
// in 1.2); x/term's leaves them as well, and counts runes, not columns.
type Editor struct {
	text   []byte
	cursor int // the cursor, an offset in text

	isPasting   bool
	paste       []byte // of the paste that is arriving
	placeholder func(lines int) string
	// Attach reads what a paste names, such as an image, and returns a placeholder for the line; "" if it names
	// nothing. It may be nil.
	Attach      func(paste string) (shown string)
	pastes      map[string]string // the folded pastes of this line, by placeholder
	foldedLines []foldedLine      // sent lately, oldest first

	undo       []snapshot
	typing     bool   // the last key typed a character: the next character is undone together with it
	killedText []byte // by ctrl-u, ctrl-k, ctrl-w; ctrl-y inserts it

	history      []string // oldest first
	historyIndex int      // how far back in the history the line is; 0: it is the draft
	draft        []byte   // what was typed before browsing the history
	allowEmpty   bool     // enter on a blank line gives Line

	search *search // ctrl-r; nil if no search is open
}

// New makes an empty editor. History is oldest first. Placeholder returns what is shown for a long paste of that many
// lines, and must end in "]"; without one every paste is shown whole.
func New(history []string, placeholder func(lines int) string) *Editor {
	return &Editor{history: slices.Clone(history), placeholder: placeholder}
}

// ForAnswer returns an empty editor for the answer to a question: it has no history, and an empty answer is a Line.
func (e *Editor) ForAnswer() *Editor { return &Editor{placeholder: e.placeholder, allowEmpty: true} }

// Modal reports whether a paste or a search takes every key, so that no key may be given another meaning.
func (e *Editor) Modal() bool { return e.isPasting || e.search != nil }

// Pasting reports whether a paste has begun and not ended.
func (e *Editor) Pasting() bool { return e.isPasting }

// Text returns the line as it is shown, with placeholders for long pastes.
func (e *Editor) Text() string { return string(e.text) }

// Whole returns the line as it would be sent, with its pastes.
func (e *Editor) Whole() string { return e.unfold(e.Text()) }

// Empty reports whether nothing is in the line.
func (e *Editor) Empty() bool { return len(e.text) == 0 }

// Set replaces the line and moves the cursor to its end.
func (e *Editor) Set(text string) {
	e.text = []byte(text)
	e.cursor = len(e.text)
}

// Reset empties the line. Undo does not bring it back.
func (e *Editor) Reset() {
	e.Set("")
	e.undo = nil
}

// Clear empties the line. Undo brings it back.
func (e *Editor) Clear() { e.kill(0, len(e.text)) }

// Insert puts text before the cursor. Undo takes it out again.
func (e *Editor) Insert(text string) {
	e.save()
	e.insert([]byte(text))
}

// Append adds text at the end of the line, after a space, and moves the cursor there.
func (e *Editor) Append(text string) {
	if text == "" {
		return
	}
	if len(e.text) > 0 {
		text = " " + text
	}
	e.Set(string(e.text) + text)
}

// Word returns the word before the cursor, and whether it is the first word of the line.
func (e *Editor) Word() (word string, first bool) {
	begin := bytes.LastIndexAny(e.text[:e.cursor], spaces) + 1
	return string(e.text[begin:e.cursor]), begin == 0
}

// snapshot is the line before a change.
type snapshot struct {
	text []byte
	at   int
}

const maxUndo = 200

// How many entries the history has at most, and how many bytes.
const (
	maxHistory      = 1000
	maxHistoryBytes = 4 << 20
)

// Take handles a key. It returns the text of a [Line].
func (e *Editor) Take(key string) (End, string) {
	switch {
	case e.isPasting:
		e.takePasteKey(key)
		return None, ""
	case e.search != nil && !e.takeSearchKey(key):
		return None, ""
	}
	return e.takeTypedKey(key)
}

// IsText reports whether a key types a character.
func IsText(key string) bool { return key == "\t" || key[0] >= ' ' && key != "\x7f" }

// takeTypedKey handles a key that was typed into the line.
func (e *Editor) takeTypedKey(key string) (End, string) {
	switch key {
	case "\r", "\n":
		return e.enter(key)
	case "\x03":
		return Interrupt, ""
	case "\x1a":
		return Suspend, ""
	case "\x04":
		if len(e.text) == 0 {
			return EOF, ""
		}
		e.delete(e.cursor, e.charRight())
	default:
		if key = withoutAlt(key); IsText(key) {
			if !e.typing {
				e.save()
			}
			e.insert([]byte(strings.ToValidUTF8(key, "\ufffd")))
			e.typing = true
			return None, ""
		}
		e.command(key)
	}
	e.typing = false
	return None, ""
}

// withoutAlt returns the character of an alt key that has no meaning here: the user typed it right after an escape.
func withoutAlt(key string) string {
	if len(key) < 2 || key[0] != 0x1b || !IsText(key[1:]) || strings.Contains("[Obfd", key[1:2]) {
		return key
	}
	return key[1:]
}

// command handles a key that moves the cursor, deletes or restores text.
func (e *Editor) command(key string) {
	switch key {
	case pasteBegin:
		e.isPasting = true
	case "\x1b\r", "\x1b\n":
		e.save()
		e.insert([]byte("\n"))
	case "\x1b[D", "\x1bOD", "\x02":
		e.cursor = e.charLeft()
	case "\x1b[C", "\x1bOC", "\x06":
		e.cursor = e.charRight()
	case "\x1b[1;5D", "\x1b[1;3D", "\x1bb":
		e.cursor = e.wordLeft()
	case "\x1b[1;5C", "\x1b[1;3C", "\x1bf":
		e.cursor = e.wordRight()
	case "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\x01":
		e.cursor = e.lineBegin()
	case "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\x05":
		e.cursor = e.lineEnd()
	case "\x1b[A", "\x1bOA", "\x10":
		e.up()
	case "\x1b[B", "\x1bOB", "\x0e":
		e.down()
	case "\x7f", "\b":
		e.delete(e.backspace(), e.cursor)
	case "\x1b[3~":
		e.delete(e.cursor, e.charRight())
	case "\x15":
		e.kill(e.lineBegin(), e.cursor)
	case "\x0b":
		e.kill(e.cursor, e.lineEnd())
	case "\x17", "\x1b\x7f":
		e.kill(e.spaceLeft(), e.cursor)
	case "\x1bd":
		e.kill(e.cursor, e.wordRight())
	case "\x19":
		e.save()
		e.insert(e.killedText)
	case "\x1f":
		e.undoLast()
	case "\x12":
		e.search = &search{before: snapshot{bytes.Clone(e.text), e.cursor}}
	}
}

// enter sends the line. After a backslash at its end it begins a new row instead.
func (e *Editor) enter(key string) (End, string) {
	e.typing = false
	if e.cursor == len(e.text) && bytes.HasSuffix(e.text, []byte(`\`)) {
		e.save()
		e.text[e.cursor-1] = '\n'
		return None, ""
	}
	sent := foldedLine{whole: e.Whole(), shown: e.Text(), pastes: e.pastes}
	e.Reset()
	e.pastes = nil
	if strings.TrimSpace(sent.whole) == "" && !e.allowEmpty {
		if key == "\n" { // the second half of a CRLF, as an unmarked paste has it
			return None, ""
		}
		return EmptyLine, ""
	}
	e.remember(sent.whole)
	if sent.shown != sent.whole {
		e.rememberFolded(sent)
	}
	return Line, sent.whole
}

// remember adds a line to the history, unless it repeats the newest entry, and drops the oldest entries beyond the
// limits.
func (e *Editor) remember(text string) {
	e.historyIndex = 0
	if n := len(e.history); n > 0 && e.history[n-1] == text {
		return
	}
	e.history = append(e.history, text)
	first, size := len(e.history)-1, len(text)
	for first > 0 && len(e.history)-first < maxHistory && size+len(e.history[first-1]) <= maxHistoryBytes {
		first--
		size += len(e.history[first])
	}
	e.history = slices.Delete(e.history, 0, first)
}

func (e *Editor) insert(b []byte) {
	e.text = slices.Insert(e.text, e.cursor, b...)
	e.cursor += len(b)
}

// save makes undo return to the line as it is now.
func (e *Editor) save() {
	if len(e.undo) >= maxUndo {
		e.undo = slices.Delete(e.undo, 0, 1)
	}
	e.undo = append(e.undo, snapshot{bytes.Clone(e.text), e.cursor})
}

func (e *Editor) undoLast() {
	if n := len(e.undo); n > 0 {
		e.text, e.cursor = e.undo[n-1].text, e.undo[n-1].at
		e.undo = e.undo[:n-1]
	}
}

func (e *Editor) delete(from, to int) {
	if from < to {
		e.save()
		e.text = slices.Delete(e.text, from, to)
		e.cursor = from
	}
}

func (e *Editor) kill(from, to int) {
	if from < to {
		e.killedText = bytes.Clone(e.text[from:to])
		e.delete(from, to)
	}
}

// up moves the cursor a row up. From the first row it goes to the entry before in the history.
func (e *Editor) up() {
	if begin := e.lineBegin(); begin > 0 {
		above := bytes.LastIndexByte(e.text[:begin-1], '\n') + 1
		e.cursor = e.column(above, begin-1)
		return
	}
	e.browse(e.historyIndex + 1)
}

// down moves the cursor a row down. From the last row it goes to the next entry in the history.
func (e *Editor) down() {
	if end := e.lineEnd(); end < len(e.text) {
		below := end + 1
		next := bytes.IndexByte(e.text[below:], '\n')
		if next < 0 {
			next = len(e.text) - below
		}
		e.cursor = e.column(below, below+next)
		return
	}
	e.browse(e.historyIndex - 1)
}

// column returns the offset in the row from begin to end that is as far right as the cursor is in its row.
func (e *Editor) column(begin, end int) int {
	want := uniseg.StringWidth(string(e.text[e.lineBegin():e.cursor]))
	at, used := begin, 0
	for g := uniseg.NewGraphemes(string(e.text[begin:end])); used < want && g.Next(); used += g.Width() {
		_, to := g.Positions()
		at = begin + to
	}
	return at
}

// browse shows the history entry that is so many entries back; 0 is the draft.
func (e *Editor) browse(back int) {
	if back < 0 || back > len(e.history) || back == e.historyIndex {
		return
	}
	if e.historyIndex == 0 {
		e.draft = bytes.Clone(e.text)
	}
	e.historyIndex = back
	e.undo = nil
	if back == 0 {
		e.Set(string(e.draft))
		return
	}
	e.Set(e.recall(e.history[len(e.history)-back]))
}

func (e *Editor) charLeft() int  { return e.cursor - lastCluster(e.text[:e.cursor]) }
func (e *Editor) charRight() int { return e.cursor + firstCluster(e.text[e.cursor:]) }

func (e *Editor) lineBegin() int { return bytes.LastIndexByte(e.text[:e.cursor], '\n') + 1 }

func (e *Editor) lineEnd() int {
	if n := bytes.IndexByte(e.text[e.cursor:], '\n'); n >= 0 {
		return e.cursor + n
	}
	return len(e.text)
}

// backspace returns where the character before the cursor begins. A placeholder counts as one character.
func (e *Editor) backspace() int {
	for name := range e.pastes {
		if bytes.HasSuffix(e.text[:e.cursor], []byte(name)) {
			return e.cursor - len(name)
		}
	}
	return e.charLeft()
}

const spaces = " \t\n"

// spaceLeft returns where the word before the cursor begins, if words are separated by white space alone.
func (e *Editor) spaceLeft() int {
	return bytes.LastIndexAny(bytes.TrimRight(e.text[:e.cursor], spaces), spaces) + 1
}

// wordLeft and wordRight go by Unicode's words, so that they also find words in scripts without spaces.
func (e *Editor) wordLeft() int {
	from, rest, state := 0, e.text[:e.cursor], -1
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

func (e *Editor) wordRight() int {
	at, rest, state := e.cursor, e.text[e.cursor:], -1
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

// lastCluster returns the length in bytes of the last character as a reader sees it: the last grapheme cluster.
func lastCluster(b []byte) (n int) {
	if len(b) > 1<<10 { // no real cluster is longer
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
