package claims

import (
	"bytes"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

// A Reader follows one session and judges the claims of each turn. It is not safe for concurrent use.
type Reader struct {
	ledger *ledger.Ledger
	judge  judge
	emit   func(Turn) // called for each turn, once it has ended

	turn turn // the turn that is being read
	// the turn before; it is emitted late, because a notification of a background task may continue it
	ended        *Turn
	endedMessage string // the agent's last message in that turn
	onlyLast     bool   // judge only the last turn
}

// A turn is what has been read of a turn that has not ended.
type turn struct {
	open        bool
	userMessage string
	stepsBefore int      // the number of steps before it
	messageID   string   // of the agent's last message
	text        []string // the parts of the agent's last message

	model, time         string // of that message
	interrupted, failed bool
	truncated           bool // the session ends in this turn
	continues           bool // see [Turn]
	replaces            bool // the turn before it did not end with a message: this one takes its place
}

// NewReader makes a reader that calls emit for each turn, for the last one in [Reader.End].
func NewReader(project Project, emit func(Turn)) *Reader {
	l := ledger.New(project)
	return &Reader{ledger: l, judge: judge{Ledger: l}, emit: emit}
}

// JudgeOnlyLastTurn makes the reader find claims in the last turn alone, which saves time.
func (r *Reader) JudgeOnlyLastTurn() { r.onlyLast = true }

// SetRoot sets the folder in which the session runs, for sessions whose lines do not say it.
func (r *Reader) SetRoot(dir string) { r.ledger.Root = dir }

// BeginTurn begins a turn with the user's message. A message that has begun the turn already, and that nobody has
// answered yet, is the same: a recording has it as the user typed it, and as claude repeats it.
func (r *Reader) BeginTurn(message string) {
	if r.turn.open && !r.Busy() && r.turn.userMessage == message {
		return
	}
	r.closeTurn(false)
	r.turn = turn{open: true, userMessage: message, stepsBefore: r.ledger.Steps}
	r.ledger.BeginTurn()
}

// MarkDamage notes that a part of the session could not be read.
func (r *Reader) MarkDamage() { r.judge.damagedAt = r.ledger.Steps + 1 }

// MarkBeginning notes that the session began before what is read.
func (r *Reader) MarkBeginning() { r.judge.lacksBeginning = true }

// Busy reports whether the agent has begun to work on the current turn.
func (r *Reader) Busy() bool {
	return r.turn.open && (r.ledger.Steps > r.turn.stepsBefore || r.turn.text != nil)
}

// ContinueTurn notes that ccc or a hook has told the agent to go on. If the agent had stopped with a message, that stop
// is judged, and the next one is one more of the same turn of the user.
func (r *Reader) ContinueTurn() {
	next := turn{open: true, userMessage: r.turn.userMessage, stepsBefore: r.turn.stepsBefore}
	switch {
	case r.turn.open && r.turn.end() != Stopped: // nothing was said yet, or it broke off and goes on
		return
	case r.turn.open:
		r.closeTurn(false)
		next.continues = true
	case r.ended != nil:
		next.continues, next.replaces = r.ended.End == Stopped, r.ended.End != Stopped
	}
	r.turn = next
}

// End ends the session and its last turn.
func (r *Reader) End() {
	r.turn.truncated = true
	r.closeTurn(false)
	if r.onlyLast && r.ended != nil {
		r.ended.Claims = r.judgeTurn(r.endedMessage)
	}
	r.emitEnded()
}

// EndWith ends the session with the agent's last message; "" stands for the last one that was read. written reports
// whether the session already contains the message: claude calls its hooks before it writes it.
func (r *Reader) EndWith(message string) (written bool) {
	message = strings.TrimSpace(message)
	written = len(r.turn.text) > 0 && strings.HasSuffix(strings.TrimSpace(strings.Join(r.turn.text, "\n")), message)
	if !written && message != "" {
		if !r.turn.open {
			r.turn = turn{open: true, stepsBefore: r.ledger.Steps}
		}
		r.turn.text = []string{text.Head(message, shell.MaxLine)}
	}
	r.End()
	return written
}

func (r *Reader) emitEnded() {
	if r.ended != nil {
		r.emit(*r.ended)
		r.ended = nil
	}
}

// closeTurn judges the current turn. If replaces is true, the turn takes the place of the one before.
func (r *Reader) closeTurn(replaces bool) {
	if !r.turn.open {
		return
	}
	r.turn.open = false
	if r.turn.continues && r.turn.end() == Unanswered { // no stop came of it
		return
	}
	message := strings.Join(r.turn.text, "\n")
	var list []Claim
	if !r.onlyLast {
		list = r.judgeTurn(message)
	}
	judged := Turn{
		Claims: list, ID: r.turn.messageID, Model: r.turn.model, Time: r.turn.time, Dir: r.ledger.Root,
		End: r.turn.end(), OtherLanguage: detect.IsOtherLanguage(message), Continues: r.turn.continues,
	}
	if (replaces || r.turn.replaces) && r.ended != nil {
		judged.Continues = r.ended.Continues
		if len(r.turn.text) == 0 {
			judged, message = *r.ended, r.endedMessage
		}
		r.ended, r.endedMessage = &judged, message
		return
	}
	r.emitEnded()
	r.ended, r.endedMessage = &judged, message
}

// judgeTurn judges the claims of the current turn's last message.
func (r *Reader) judgeTurn(message string) []Claim {
	r.judge.turn = r.turn
	return r.judge.claimsIn(message)
}

// end returns how the turn ended.
func (t *turn) end() End {
	switch {
	case t.interrupted:
		return Interrupted
	case t.failed, t.truncated && t.messageID != "" && len(t.text) == 0:
		return Broken
	case len(t.text) > 0:
		return Stopped
	}
	return Unanswered
}

// ReadEvent reads a line of the session: of claude's own file, a stream or a recording. It keeps no reference to the
// event.
func (r *Reader) ReadEvent(e streamjson.Event) {
	if r.ledger.Root == "" {
		r.ledger.Root = rootOf(e.Raw)
	}
	switch e.Type {
	case streamjson.TypeAssistant:
		r.readAssistant(e)
	case streamjson.TypeUser:
		r.readToolResults(e)
	case streamjson.TypeResult:
		if e.ParentToolUseID == "" {
			r.closeTurn(bytes.Contains(e.Raw, []byte(`"origin":{"kind":"task-notification"`)))
		}
	case streamjson.TypeSystem:
		if e.Subtype == "task_notification" {
			r.ledger.ReadNotification(string(e.Raw))
		}
	case streamjson.TypeOther: // claude's own file has a notification in its queue first
		if e.Name == "queue-operation" && bytes.Contains(e.Raw, []byte("<task-notification>")) {
			r.ledger.ReadNotification(string(e.Raw))
		}
	}
}

// NeededOutput returns what claims need of the text of a result, a JSON string without its last quote: all of it, or
// its beginning.
func (r *Reader) NeededOutput(id string, quoted []byte, isError bool) []byte {
	return r.ledger.NeededOutput(id, quoted, isError)
}

// rootOf returns the session's folder from a line, if the line has it; "" if not.
func rootOf(raw []byte) string {
	rest, ok := afterKey(raw, `"cwd"`)
	if !ok {
		return ""
	}
	end := bytes.IndexByte(rest, '"')
	if end < 0 || bytes.IndexByte(rest[:end], '\\') >= 0 {
		return ""
	}
	return string(rest[:end])
}

// afterKey returns what follows a JSON key whose value is a string, from the first character of that string. Programs
// other than claude write spaces around the colon.
func afterKey(raw []byte, key string) (rest []byte, ok bool) {
	for {
		if _, raw, ok = bytes.Cut(raw, []byte(key)); !ok {
			return nil, false
		}
		rest, colon := bytes.CutPrefix(bytes.TrimLeft(raw, " "), []byte(":"))
		rest, quote := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte(`"`))
		if colon && quote {
			return rest, true
		}
	}
}

func (r *Reader) readAssistant(e streamjson.Event) {
	m, err := e.Message()
	main := e.ParentToolUseID == ""
	if m.Error != "" && main {
		r.turn.failed = true
	}
	if err != nil && len(m.Content) == 0 || m.Model == "<synthetic>" || m.Error != "" {
		return
	}
	if main && !r.turn.open {
		r.turn = turn{open: true, stepsBefore: r.ledger.Steps}
	}
	if !main {
		r.ledger.NoteSubagentLine()
	}
	if main {
		r.turn.failed, r.turn.interrupted = false, false
		r.turn.model, r.turn.time = m.Model, LineTime(e.Raw)
	}
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if !main {
				continue
			}
			if m.ID != r.turn.messageID || m.ID == "" {
				r.turn.messageID, r.turn.text = m.ID, nil
			}
			r.turn.text = append(r.turn.text, text.Head(b.Text, shell.MaxLine))
		case "tool_use":
			if main {
				r.turn.messageID, r.turn.text = m.ID, nil
			}
			r.ledger.ReadToolUse(b, e.ParentToolUseID)
		}
	}
}

// LineTime returns the time of a line of claude's own file, as text that sorts by time; "" for none.
func LineTime(raw []byte) string {
	for {
		rest, ok := afterKey(raw, `"timestamp"`)
		if !ok || len(rest) < 24 {
			return ""
		}
		if rest[4] == '-' && rest[10] == 'T' && rest[23] == 'Z' {
			return string(rest[:24])
		}
		raw = rest
	}
}

// readToolResults reads the results in a user line, and its notifications of background tasks.
func (r *Reader) readToolResults(e streamjson.Event) {
	m, err := e.Message()
	if err != nil && len(m.Content) == 0 {
		return
	}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_result":
			r.ledger.ReadResult(b)
		case "text":
			if e.ParentToolUseID == "" && strings.HasPrefix(b.Text, streamjson.Interrupted) {
				r.turn.interrupted = true
			}
			if e.ParentToolUseID == "" {
				if strings.HasPrefix(b.Text, "<bash-input>") && r.turn.end() == Stopped && !r.ledger.Waits() {
					r.closeTurn(false) // what the agent has said before is judged without the user's command
				}
				r.ledger.ReadUserShell(b.Text)
			}
			if strings.Contains(b.Text[:min(len(b.Text), 200)], "<task-notification>") {
				r.ledger.ReadNotification(b.Text)
			}
		}
	}
}

// A Project returns the text of a file that says what the project's own commands run, see [ledger.Project].
type Project = ledger.Project

// ShowsBackgroundTask reports whether the output of a command says that it continues in the background.
func ShowsBackgroundTask(output string) bool { return ledger.ShowsBackgroundTask(output) }
