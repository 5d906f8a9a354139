// Package terminal is the user's view at a terminal: the text and the tool calls of agent and reviewer, ccc's own
// messages, the line being typed below them, and the questions of the agent.
//
// Text of a model, a tool or a file reaches the terminal only through [text.Safe]. Output is written in whole lines,
// above the line being typed. All methods of [Screen] and [Queue] may be called from any goroutine. An answer belongs
// to one question of one process, and only an explicit yes allows anything.
package terminal

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/terminal/editor"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// Options describe the output and what is shown.
type Options struct {
	Styled   bool             // colours, formatted markdown, and with Typing a status line
	Title    bool             // show the status in the terminal's title
	Links    bool             // the terminal shows links (OSC 8)
	Dir      string           // the project's directory: paths below it are shown without it
	Dumb     bool             // the terminal knows no control sequences
	Width    func() int       // the columns now; nil: lines are not cut
	Height   func() int       // the rows now; nil: 24
	Typing   bool             // a line is being typed below the output
	Watching bool             // with Typing: show the status line, and no line to type in
	All      bool             // show thinking, and results of tools in full
	Notify   string           // "9" or "777": the OSC sequence of the terminal's notifications
	History  []string         // what was typed before, oldest first
	Guard    func()           // deferred first in each goroutine of the screen; may be nil
	Now      func() time.Time // nil: time.Now
	Lang     lang.Language    // of ccc's own messages

	// Attach reads what pasted text names, such as an image, and returns a placeholder for the line; "" if it names
	// nothing. It may be nil.
	Attach func(paste string) (shown string)
	// Complete returns the completions of a word; it may be nil. First says that the word is the first of the line. A
	// completion that ends in a slash may be completed further. Type calls it.
	Complete func(word string, first bool) []Completion
}

// Screen writes to one output.
type Screen struct {
	Options
	mu           sync.Mutex
	out          io.Writer
	slowWriter   *writer // out, if the user types at it; otherwise nil
	writeErr     error   // see Err
	droppedLines int     // lines left out because the terminal was too slow
	isMute       bool    // the agent's turn has shown nothing yet (see localCommand)
	keys         editor.Keys
	editor       *editor.Editor
	buf          bytes.Buffer // pending output
	drawn        foot         // as it is on the terminal
	isLifted     bool         // buf begins by moving to the top of the foot; output follows
	redraw       bool         // draw the foot even if it has not changed
	isSuspended  bool         // between Suspend and Resume: nothing is drawn
	foldedLines  int          // lines that DropWaiting has removed
	verdict      []string     // how the note may begin that repeats the line of ShowVerdict; nil after that note
	answered     string       // the last words of a reviewer in this review
	retry        retry        // of a request to the API; shown below the output
	lastFailure  failure      // an error that is not shown yet
	timer        *time.Timer  // for the next frame; nil if none is scheduled
	resizing     *time.Timer  // while the terminal's size changes; nil otherwise
	status       Status
	title        string // as it is on the terminal
	asking       *asking
	lastKey      time.Time
	escapeTime   time.Time         // when escape was pressed last
	menu         *menu             // of completions, above the line; nil for none
	streams      []*stream         // text that is being written
	remarks      []string          // rows of what was said meanwhile, oldest first
	tools        []*toolCall       // running calls
	cutChecks    []string          // checks whose rows say that they were stopped; their results are still to come
	answers      []string          // ids of the calls by which reviewers have answered, until their results
	keepCalls    bool              // see KeepCallsRunning
	callsHeld    bool              // see HoldCalls
	asksItself   bool              // see AsksItself
	todo         checklist         // of the agent
	session      string            // the agent's
	keptResults  []keptResult      // results that are not shown whole, oldest first
	tasks        map[string]string // the agent's list: number to subject
}

// New returns a Screen that writes to out.
func New(out io.Writer, o Options) *Screen {
	s := &Screen{Options: o, out: out}
	s.editor = editor.New(o.History, func(n int) string { return s.Lang.Sprintf("[Pasted %d lines]", n) })
	s.editor.Attach = o.Attach
	if s.Guard == nil {
		s.Guard = func() {}
	}
	if o.Typing {
		s.slowWriter = newWriter(out, s.Guard)
		s.out = s.slowWriter
		s.begin()
		s.flush()
	}
	return s
}

// begin switches the terminal to the modes that typing needs. Restore of ptyio's Terminal switches them back.
func (s *Screen) begin() {
	switch {
	case s.Dumb:
	case s.Watching:
		s.buf.WriteString("\x1b[?25l") // hide the cursor: nothing is typed
	default:
		s.buf.WriteString("\x1b[?2004h") // mark pastes
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

// writeBlock writes a message of ccc in whole lines, with a prefix before each.
func (s *Screen) writeBlock(st style, first, rest, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, st, first, rest, s.layOut(rest, text))
}

// layOut makes a message or question safe and wraps it between words, if the screen has a width. The width of the
// prefix is subtracted.
func (s *Screen) layOut(prefix, words string) string {
	words = text.Safe(words)
	if s.Width == nil {
		return words
	}
	return layout.Wrap(words, max(s.Width()-uniseg.StringWidth(prefix)-1, 4))
}

// maxWaiting is how many bytes of output may be delayed.
const maxWaiting = 32 << 10

// put writes text with a prefix before each line; the lock is held. If waits is true the output is delayed until the
// next output or Flush. Text that has styles of its own is written in the style plain.
func (s *Screen) put(waits bool, st style, prefix, rest, text string) {
	s.putWhole(waits, st, prefix, rest, strings.TrimRight(text, "\n"))
}

// putWhole is put for text whose last lines may be blank.
func (s *Screen) putWhole(waits bool, st style, prefix, rest, text string) {
	s.showFailure()
	if waits && s.dropIfSlow(text) {
		return
	}
	s.liftFoot()
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
	case !s.isSuspended && (!waits || s.buf.Len() > maxWaiting):
		s.flush()
	case waits:
		s.scheduleFrame() // the next frame writes it, if nothing does before
	}
}

// dropIfSlow reports whether text is left out because the terminal is too slow. Claude must not wait for the terminal.
func (s *Screen) dropIfSlow(text string) bool {
	if s.slowWriter == nil || !s.slowWriter.isFull() {
		return false
	}
	s.droppedLines += 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
	s.scheduleFrame()
	return true
}

// writeDropped says how many lines were left out.
func (s *Screen) writeDropped() {
	if n := s.droppedLines; n > 0 {
		s.droppedLines = 0
		s.liftFoot()
		text := s.Lang.Sprintf("… %d lines are not shown: the terminal is slower than claude", n)
		s.buf.WriteString(s.paint(yellow, "ccc: "+text) + "\n")
	}
}

// SettleTime is how long the terminal's size must stay the same before ccc relies on how the terminal has wrapped its
// rows. Tmux 3.2 and later report the last of several changes 250 ms late.
const SettleTime = 300 * time.Millisecond

// maxHeld is how many bytes of output may wait for SettleTime.
const maxHeld = 1 << 20

// Resize redraws once the terminal's size, which has changed, has stayed the same for [SettleTime]. Nothing is written
// until then.
func (s *Screen) Resize() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Typing || s.isSuspended {
		return
	}
	if s.resizing != nil {
		s.resizing.Reset(SettleTime)
		return
	}
	if s.isLifted {
		s.flush()
	}
	s.resizing = time.AfterFunc(SettleTime, func() {
		defer s.Guard()
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.resizing != nil {
			s.endHold()
			s.liftFoot()
			s.flush()
		}
	})
}

// endHold ends the wait of Resize. Output that has arrived meanwhile goes where the foot began.
func (s *Screen) endHold() {
	if s.resizing == nil {
		return
	}
	s.resizing.Stop()
	s.resizing = nil
	if s.isLifted {
		rest := bytes.Clone(s.buf.Bytes())
		s.buf.Reset()
		s.isLifted = false
		s.liftFoot()
		s.buf.Write(rest)
	}
}

// Redraw draws the foot again.
func (s *Screen) Redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Typing && !s.isSuspended {
		s.liftFoot()
		s.flush()
	}
}

// Err returns the first write error, after which the output is incomplete. At a terminal it is nil, see [writer.Write].
func (s *Screen) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writeErr
}

// Suspend erases the foot, so that another program can use the terminal. Nothing is written until Resume.
func (s *Screen) Suspend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endHold()
	s.liftFoot()
	s.out.Write(s.buf.Bytes())
	s.buf.Reset()
	if s.slowWriter != nil {
		s.slowWriter.wait(drainTime)
	}
	s.isSuspended, s.drawn = true, foot{}
}

// Resume ends Suspend. It draws everything again, with the output that has arrived meanwhile.
func (s *Screen) Resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isSuspended {
		return
	}
	rest := bytes.Clone(s.buf.Bytes())
	s.buf.Reset()
	s.isSuspended, s.title = false, ""
	s.begin()
	if s.foldedLines > 0 {
		s.buf.WriteString(s.paint(dim, s.Lang.Sprintf("… %d earlier lines", s.foldedLines)) + "\n")
	}
	s.buf.Write(rest)
	s.redraw = true
	s.flush()
	s.scheduleFrame()
}

// DropWaiting removes the output that has arrived since Suspend, except for the last lines. Resume says how many lines
// were removed.
func (s *Screen) DropWaiting(keep int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isSuspended {
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
	s.foldedLines += bytes.Count(text[:at+1], []byte{'\n'})
	s.buf.Next(at + 1)
}

// KeepCallsRunning makes [Screen.Leave] show running calls as still running, because the session goes on without this
// screen.
func (s *Screen) KeepCallsRunning() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepCalls = true
}

// Leave ends typing: later output is written without a foot. A line that was not sent is shown and returned.
func (s *Screen) Leave() (unsent string) {
	s.mu.Lock()
	s.endHold()
	s.showFailure()
	s.withdrawQuestion()
	unsent = s.editor.Text()
	s.editor.Set("")
	s.endTurn("")
	if s.Typing {
		s.liftFoot()
		s.writeDropped() // no later flush will
		s.Typing = false
	}
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.flush()
	if s.slowWriter != nil {
		s.out, s.slowWriter = s.slowWriter.finish(), nil
	}
	s.mu.Unlock()
	if unsent != "" {
		s.Note(s.Lang.Sprintf("typed, but not sent: %s", unsent))
	}
	return unsent
}

// Greet writes the first message.
func (s *Screen) Greet(text string) { s.writeBlock(plain, "", "", text) }

// Tip writes a hint for new users.
func (s *Screen) Tip(text string) { s.writeBlock(dim, "", "", text) }

// maxBefore is how many lines are shown of each message of an earlier exchange.
const maxBefore = 5

// ShowLastExchange shows the last message and answer of a session that is resumed: the beginning of a long message, and
// the end of a long answer, which says how things stand.
func (s *Screen) ShowLastExchange(heading, said, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(false, dim, "", "", s.layOut("", heading))
	part := func(mark, text string, shorten func(lines []string, more int) []string) {
		text = s.layOut("  ", strings.TrimSpace(text))
		lines := strings.Split(text, "\n")
		if more := len(lines) - maxBefore; more > 1 {
			lines = shorten(lines, more)
		}
		if text != "" {
			s.put(false, dim, mark, "  ", strings.Join(lines, "\n"))
		}
	}
	part("> ", said, func(lines []string, more int) []string {
		return append(lines[:maxBefore], s.Lang.Sprintf("… %d more lines", more))
	})
	part("  ", answer, func(lines []string, more int) []string {
		return append([]string{s.Lang.Sprintf("… %d earlier lines", more)}, lines[more:]...)
	})
}

// failure is the message of claude about an API error. Usually a note follows that contains it and says what happens
// next; then the message is not shown itself. With several reviewers it is shown at once.
type failure struct {
	voice voice
	text  string
}

// showFailure shows the failure that no note has contained.
func (s *Screen) showFailure() {
	if f := s.lastFailure; f.text != "" {
		s.lastFailure = failure{}
		s.endBlock(f.voice, "text", f.text)
	}
}

// Note writes a remark of ccc. If it begins with the verdict that is shown already, it writes the rest. A question of
// the reviewer that is shown already is not repeated.
func (s *Screen) Note(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Contains(words, s.lastFailure.text) {
		s.lastFailure = failure{}
	}
	for _, repeated := range s.verdict {
		rest, is := strings.CutPrefix(words, repeated)
		if !is {
			continue
		}
		if words, s.verdict = strings.TrimSpace(rest), nil; words == "" {
			return
		}
		break
	}
	if s.answered != "" && words == s.Lang.Sprintf("The reviewer asks you:\n%s", s.answered) {
		return // the question is above, and the line about the verdict says that it is one
	}
	words = text.Safe(s.foldedPastes(words))
	if s.Width != nil {
		words = layout.WrapRows(words, max(s.Width()-len("ccc: ")-1, 4))
	}
	s.say(s.marked(yellow, "ccc: ", "     ", words))
}

// EchoMessage repeats a message that the user has sent.
func (s *Screen) EchoMessage(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say(s.marked(bold, "> ", "  ", s.layOut("> ", s.foldedPastes(text))))
}

// foldedPastes returns text with the long pastes of sent lines folded as they were in the line.
func (s *Screen) foldedPastes(text string) string {
	if a := s.asking; a != nil && a.open && len(a.Options) == 0 {
		return a.draft.Fold(text)
	}
	return s.editor.Fold(text)
}

// Rule writes a line that marks the beginning of a review.
func (s *Screen) Rule(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answered = ""
	s.endStreams(func(voice) bool { return true }) // such as that of an agent whose process has died
	s.putRule(false, blue, text)
}

// ShowVerdict writes the line about a verdict. It has no mark at its end, because most verdicts are longer than a line.
// The note about what follows from the verdict begins with the same line, or with inNote; it is shown without that.
func (s *Screen) ShowVerdict(text, inNote string, completed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := blue
	if completed {
		st = green
	}
	s.put(false, st, mark, "   ", s.layOut(mark, text))
	s.verdict = []string{text, inNote}
}

// mark is before a line about a review and before a question of the agent.
const mark = "── "

// putRule writes a line between two marks. If the line is broken, it has no mark at its end.
func (s *Screen) putRule(waits bool, st style, text string) {
	laid := s.layOut(mark, text+" ──")
	if strings.Contains(laid, "\n") {
		laid = s.layOut(mark, text)
	}
	s.put(waits, st, mark, "   ", laid)
}

// EndReview completes what is unfinished of a review that has ended or was stopped.
func (s *Screen) EndReview() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endTurn(reviewing.name)
	s.scheduleFrame()
}

// Success writes the message that the work is done.
func (s *Screen) Success(text string) { s.writeBlock(green, "", "", text) }
