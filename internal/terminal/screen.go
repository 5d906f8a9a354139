// Package terminal is what the user sees and answers at a terminal: the text and the tool calls of agent and reviewer,
// ccc's own messages, the line being typed below them, and the questions that the agent asks.
//
// Nothing that a model, a tool or a file says reaches the terminal except through [Safe]. Output is written in whole
// lines, above the line being typed. All methods of [Screen] and [Queue] may be called from any goroutine. An answer
// belongs to one question of one process, and only an explicit yes allows anything.
package terminal

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/editor"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// Options say what the output is.
type Options struct {
	Styled   bool             // colours, markdown set for reading, and with Typing a status line
	Title    bool             // the terminal's title tells the status
	Links    bool             // the terminal shows links (OSC 8)
	Dir      string           // the project's: paths below it are shown without it
	Dumb     bool             // the terminal knows no control sequences
	Width    func() int       // columns now; nil where lines are not to be cut
	Height   func() int       // rows now; nil: 24
	Typing   bool             // a line is being typed below the output
	Watching bool             // with Typing: the status line stands there alone, with no line to type in
	All      bool             // show thinking, and results of tools in full
	Notify   string           // "9" or "777": the OSC sequence by which the terminal shows a notification
	History  []string         // what was typed before, oldest first
	Guard    func()           // deferred first in the screen's own goroutine; nil: nothing
	Now      func() time.Time // nil: time.Now
	Lang     lang.Language    // of ccc's own words

	// Complete gives what a word may become, which begin with it: nil, or called by Type. first tells that it is the
	// line's first word. What ends in a slash may be completed further.
	Complete func(word string, first bool) []string
}

// Screen writes to one output.
type Screen struct {
	Options
	mu          sync.Mutex
	out         io.Writer
	slow        *writer // out, where it is a terminal; else nil
	writeErr    error   // see Err
	dropped     int     // lines that the terminal was too slow for
	mute        bool    // the agent's turn has shown nothing yet
	keys        editor.Keys
	editor      *editor.Editor
	buf         bytes.Buffer // not written yet
	drawn       foot         // as it stands on the terminal
	lifted      bool         // buf begins with the way up, and output
	redraw      bool         // also if the foot is the same
	away        bool         // suspended: nothing is drawn
	folded      int          // lines that Fold has left out
	failed      failure      // waits to be shown
	timer       *time.Timer  // the next frame; nil: none is due
	resizing    *time.Timer  // the end of a change of size; nil: there is none
	status      Status
	title       string // as it stands on the terminal
	asking      *asking
	lastKey     time.Time
	escaped     time.Time         // the last escape
	completions []string          // what the word before the cursor may become
	streams     []*stream         // that are being written
	tools       []*toolCall       // that run
	keepCalls   bool              // see GoesOn
	tasks       map[string]string // of the agent's list: number, what is to be done
}

// New makes a screen on out.
func New(out io.Writer, o Options) *Screen {
	s := &Screen{Options: o, out: out}
	s.editor = editor.New(o.History, func(n int) string { return s.Lang.Sprintf("[Pasted %d lines]", n) })
	if s.Guard == nil {
		s.Guard = func() {}
	}
	if o.Typing {
		s.slow = newWriter(out, s.Guard)
		s.out = s.slow
		s.begin()
		s.flush()
	}
	return s
}

// begin asks the terminal for what typing needs; ptyio's Restore takes it back.
func (s *Screen) begin() {
	switch {
	case s.Dumb:
	case s.Watching:
		s.buf.WriteString("\x1b[?25l") // there is nothing that a cursor could show
	default:
		s.buf.WriteString("\x1b[?2004h") // a paste is marked as such
	}
	if s.Title {
		s.buf.WriteString(SaveTitle)
	}
}

func (s *Screen) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

type style string

const (
	plain   style = ""
	dim     style = "\x1b[2m"
	bold    style = "\x1b[1m"
	red     style = "\x1b[31m"
	green   style = "\x1b[32m"
	yellow  style = "\x1b[33m"
	blue    style = "\x1b[34m"
	magenta style = "\x1b[35m"
	cyan    style = "\x1b[36m"
)

// block writes words of ccc's own in whole lines, each behind a prefix.
func (s *Screen) writeBlock(st style, first, rest, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, st, first, rest, s.layOut(rest, text))
}

// own makes words of ccc's own, or what is asked for, fit for the screen: broken between words where there is a width.
func (s *Screen) layOut(prefix, words string) string {
	words = text.Safe(words)
	if s.Width == nil {
		return words
	}
	return strings.Join(wrapLines(words, max(s.Width()-uniseg.StringWidth(prefix)-1, 4)), "\n")
}

// maxWaiting is how many bytes may wait to be written.
const maxWaiting = 32 << 10

// put is block with the lock held. With waits it only prepares the text, which is then written with what comes next, or
// by Flush. Text that holds styles of ours comes with the style plain.
func (s *Screen) put(waits bool, st style, prefix, rest, text string) {
	s.putWhole(waits, st, prefix, rest, strings.TrimRight(text, "\n"))
}

// putWhole is put for text whose last lines may be blank.
func (s *Screen) putWhole(waits bool, st style, prefix, rest, text string) {
	s.showFailure()
	if waits && s.dropIfSlow(text) {
		return
	}
	s.lift()
	begin, end := "", "\n"
	if s.Styled && st != plain {
		begin, end = string(st), "\x1b[0m\n"
	}
	for line := range strings.SplitSeq(text, "\n") {
		s.buf.WriteString(begin)
		s.buf.WriteString(prefix)
		s.buf.WriteString(line)
		s.buf.WriteString(end)
		prefix = rest
	}
	switch {
	case !s.away && (!waits || s.buf.Len() > maxWaiting):
		s.flush()
	case waits:
		s.scheduleFrame() // it is written with the next frame, if nothing comes before
	}
}

// tooFast reports whether the terminal is too far behind, so that the text is left out: claude is not to wait for it.
func (s *Screen) dropIfSlow(text string) bool {
	if s.slow == nil || !s.slow.full() {
		return false
	}
	s.dropped += 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
	s.scheduleFrame()
	return true
}

// sayDropped tells how many lines were left out.
func (s *Screen) writeDropped() {
	if n := s.dropped; n > 0 {
		s.dropped = 0
		s.lift()
		text := s.Lang.Sprintf("… %d lines are not shown: the terminal is slower than claude", n)
		s.buf.WriteString(s.paint(yellow, "ccc: "+text) + "\n")
	}
}

// SettleTime is how long a terminal's size must have stayed the same for it to be known how the terminal has broken what
// stands there. Of several changes tmux 3.2 and later tell a program the last ones 250 ms late.
const SettleTime = 300 * time.Millisecond

// maxHeld is how much may wait for that, in bytes.
const maxHeld = 1 << 20

// Resized is Redraw when the terminal's size, which has changed, has stayed for [SettleTime]. Nothing is written
// meanwhile.
func (s *Screen) Resize() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Typing || s.away {
		return
	}
	if s.resizing != nil {
		s.resizing.Reset(SettleTime)
		return
	}
	if s.lifted {
		s.flush()
	}
	s.resizing = time.AfterFunc(SettleTime, func() {
		defer s.Guard()
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.resizing != nil {
			s.endHold()
			s.lift()
			s.flush()
		}
	})
}

// unhold ends the wait of Resized. What has come meanwhile stands where the foot began.
func (s *Screen) endHold() {
	if s.resizing == nil {
		return
	}
	s.resizing.Stop()
	s.resizing = nil
	if s.lifted {
		rest := bytes.Clone(s.buf.Bytes())
		s.buf.Reset()
		s.lifted = false
		s.lift()
		s.buf.Write(rest)
	}
}

// Redraw draws what stands below the output again.
func (s *Screen) Redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Typing && !s.away {
		s.lift()
		s.flush()
	}
}

// Err is why the first write failed after which what is shown is not whole; nil at a terminal, see [writer.Write].
func (s *Screen) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writeErr
}

// Suspend takes what stands below the output away, so that the terminal can be another's for a while. Until Resume
// nothing is written.
func (s *Screen) Suspend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endHold()
	s.lift()
	s.out.Write(s.buf.Bytes())
	s.buf.Reset()
	if s.slow != nil {
		s.slow.wait(drainTime)
	}
	s.away, s.drawn = true, foot{}
}

// Resume is the end of Suspend: all is drawn again, with what came meanwhile.
func (s *Screen) Resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.away {
		return
	}
	rest := bytes.Clone(s.buf.Bytes())
	s.buf.Reset()
	s.away, s.title = false, ""
	s.begin()
	if s.folded > 0 {
		s.buf.WriteString(s.paint(dim, s.Lang.Sprintf("… %d earlier lines", s.folded)) + "\n")
	}
	s.buf.Write(rest)
	s.redraw = true
	s.flush()
	s.scheduleFrame()
}

// Fold leaves out what has waited since Suspend, but for its last lines. Resume says how many lines were left out.
func (s *Screen) DropWaiting(keep int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.away {
		return
	}
	text := s.buf.Bytes()
	at := len(text)
	for ; keep >= 0 && at >= 0; keep-- {
		at = bytes.LastIndexByte(text[:at], '\n')
	}
	if at < 0 {
		return
	}
	s.folded += bytes.Count(text[:at+1], []byte{'\n'})
	s.buf.Next(at + 1)
}

// GoesOn says, before [Screen.Leave], that what is shown goes on without this screen: a call that runs has no end yet.
func (s *Screen) KeepCallsRunning() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepCalls = true
}

// Leave ends the typing: what is written from now on stands alone. What was typed but not sent stays to be
// read, and is given back.
func (s *Screen) Leave() (unsent string) {
	s.mu.Lock()
	s.endHold()
	s.showFailure()
	s.withdraw()
	unsent = s.editor.Text()
	s.editor.Set("")
	s.endTurn("")
	if s.Typing {
		s.lift()
		s.writeDropped() // there is no later moment
		s.Typing = false
	}
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.flush()
	if s.slow != nil {
		s.out, s.slow = s.slow.finish(), nil
	}
	s.mu.Unlock()
	if unsent != "" {
		s.Note(s.Lang.Sprintf("typed, but not sent: %s", unsent))
	}
	return unsent
}

// Greet writes what stands there first.
func (s *Screen) Greet(text string) { s.writeBlock(plain, "", "", text) }

// Tip writes what somebody who is new here wants to know, and nobody else.
func (s *Screen) Tip(text string) { s.writeBlock(dim, "", "", text) }

// maxBefore is how many lines are shown of what was said before.
const maxBefore = 5

// Before shows the last exchange of a session that goes on, folded.
func (s *Screen) ShowLastExchange(heading, said, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, dim, "", "", s.layOut("", heading))
	for _, part := range [...]struct{ mark, text string }{{"> ", said}, {"  ", answer}} {
		text := s.layOut("  ", strings.TrimSpace(part.text))
		if text == "" {
			continue
		}
		lines := strings.Split(text, "\n")
		if more := len(lines) - maxBefore; more > 1 {
			lines = append(lines[:maxBefore], s.Lang.Sprintf("… %d more lines", more))
		}
		s.put(false, dim, part.mark, "  ", strings.Join(lines, "\n"))
	}
}

// Wrap breaks text that is safe into lines of at most that width, between words; a line's further rows keep its indent.
func Wrap(text string, width int) string { return strings.Join(wrapLines(text, width), "\n") }

// failure is what claude says of an error of the API. Most of the time a note follows that says it, too, with what
// comes of it: then it is not shown twice.
type failure struct {
	voice voice
	text  string
}

// showFailure shows the failure that no note has said.
func (s *Screen) showFailure() {
	if f := s.failed; f.text != "" {
		s.failed = failure{}
		s.endBlock(f.voice, "text", f.text)
	}
}

// Note writes a remark of ccc's own.
func (s *Screen) Note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Contains(text, s.failed.text) {
		s.failed = failure{}
	}
	s.put(false, yellow, "ccc: ", "     ", s.layOut("ccc: ", s.foldedPastes(text)))
}

// Person repeats what the person sent.
func (s *Screen) EchoMessage(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, bold, "> ", "  ", s.layOut("> ", s.foldedPastes(text)))
}

// foldedPastes returns text with the long pastes of sent lines folded as they were in the line.
func (s *Screen) foldedPastes(text string) string {
	if a := s.asking; a != nil && a.open && len(a.Options) == 0 {
		return a.draft.Fold(text)
	}
	return s.editor.Fold(text)
}

// Rule marks the beginning of a review, and its end.
func (s *Screen) Rule(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, blue, "── ", "── ", s.layOut("── ", text+" ──"))
}

// ReviewOver writes what is still moving of a review that has ended, or was stopped.
func (s *Screen) EndReview() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endTurn(reviewing.name)
	s.scheduleFrame()
}

// Done writes the good end.
func (s *Screen) Success(text string) { s.writeBlock(green, "", "", text) }
