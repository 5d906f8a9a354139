package claims

import (
	"bytes"
	"cmp"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Bounds of what is kept of a session. What is older is forgotten.
const (
	maxRuns    = 2000
	maxWrites  = 8000
	maxPending = 1000
	maxCommand = 200      // bytes of a command in a verdict
	maxOutput  = 32 << 10 // bytes that are read of an output: half from its beginning, half from its end
)

// A place says where something happened: the number of the step, and the index of the command in that step's shell
// line.
type place struct{ step, index int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.step, q.step), cmp.Compare(p.index, q.index))
}

// A shellLine is the text of a shell line, shortened, and its place.
type shellLine struct {
	at     place
	text   string
	failed bool
	gone   []string // the branches that it removed from a remote although it failed
}

// A write is a change of a file, with the place of the command or tool call that made it.
type write struct {
	shell.Change
	at            place
	command       string // the shell line that made it; "" for a tool that edits files
	noEffect      bool   // its call failed, or changed nothing
	failedAlone   bool   // its shell line failed, and was nothing but its command
	reverted      bool   // a later step restored the file as it was before
	onlyOnFailure bool   // its command runs only if another one fails
	from, to      uint64 // hashes of the text that an edit replaced and of the new one; 0 for none
	undoes        *write // the edit that this one takes back
	skips         bool   // it makes a runner skip a test
}

// A Reader follows one session and judges the claims of each turn. It is not safe for concurrent use.
type Reader struct {
	project Project
	emit    func(Turn) // called for each turn, once it has ended

	root      string            // the folder in which the session runs
	shellDirs map[string]string // the shell's current folder, by agent: "" is the main one
	steps     int               // tool calls so far

	runs             []*run
	writes           []*write
	writtenNames     map[string]bool // names of written files, without folders
	ranUnknownWriter bool            // a command ran that may have written any file
	subagentLines    int             // how many lines of subagents were read
	buildOutputs     map[string]bool // files into which compilers were told to write
	// lastCommit is the place of the last successful commit.
	lastCommit place
	// cleanAt is where git last said that nothing is left to commit, syncedAt that nothing is left to push.
	cleanAt, syncedAt place
	// shownByGit are the files that git status last showed as new or deleted, with the letter that it printed.
	shownByGit map[string]byte
	lastLook   place // the last look at anything: a file, a page, a command's output
	// the last command that succeeded and ran a program or queried a server or a database
	lastExecution place
	lastQuery     place             // the same, or the last that asked for the state of a service
	lastPageView  place             // the last look at a page in a browser, or at a picture
	lastPlan      *run              // the last command that only says what a deployment would do
	pageBroken    bool              // the browser shows a page that it could not load
	lastReport    place             // the last look at the output of what others ran: CI, a log
	shellLines    []shellLine       // of the current turn
	pending       map[string]*call  // calls without a result, by id
	userCommand   *call             // a command that the user typed, whose output has not come yet
	scripts       map[string]string // scripts that the agent wrote, by name, see saveScript
	// partDirs maps the project's parts to their folders, as far as files in them were changed.
	partDirs map[string]string
	backups  map[string]backup // by the name of the copy
	tasks    map[string][]*run // the runs of each background task, by its id
	// pointsAt has the cluster, workspace or account that each program works with, as a command chose or printed it.
	pointsAt map[string]string

	turn turn // the turn that is being read
	// the turn before; it is emitted late, because a notification of a background task may continue it
	ended        *Turn
	endedMessage string // the agent's last message in that turn
	// lacksBeginning says that the session began before what is read.
	lacksBeginning bool
	damagedAt      int  // 1 + the number of steps before a line that could not be read; 0 if all could
	onlyLast       bool // judge only the last turn

	names     map[string]runName // what the commands name, up to namesUpTo, see learnNames
	namesUpTo place
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
	return &Reader{
		project: project, emit: emit, shellDirs: map[string]string{}, pending: map[string]*call{},
		writtenNames: map[string]bool{}, buildOutputs: map[string]bool{}, partDirs: map[string]string{},
		backups: map[string]backup{}, scripts: map[string]string{}, tasks: map[string][]*run{},
		pointsAt: map[string]string{},
	}
}

// JudgeOnlyLastTurn makes the reader find claims in the last turn alone, which saves time.
func (r *Reader) JudgeOnlyLastTurn() { r.onlyLast = true }

// SetRoot sets the folder in which the session runs, for sessions whose lines do not say it.
func (r *Reader) SetRoot(dir string) { r.root = dir }

// BeginTurn begins a turn with the user's message. A message that has begun the turn already, and that nobody has
// answered yet, is the same: a recording has it as the user typed it, and as claude repeats it.
func (r *Reader) BeginTurn(message string) {
	if r.turn.open && !r.Busy() && r.turn.userMessage == message {
		return
	}
	r.closeTurn(false)
	r.turn = turn{open: true, userMessage: message, stepsBefore: r.steps}
	r.shellLines = nil
}

// MarkDamage notes that a part of the session could not be read.
func (r *Reader) MarkDamage() { r.damagedAt = r.steps + 1 }

// MarkBeginning notes that the session began before what is read.
func (r *Reader) MarkBeginning() { r.lacksBeginning = true }

// Busy reports whether the agent has begun to work on the current turn.
func (r *Reader) Busy() bool {
	return r.turn.open && (r.steps > r.turn.stepsBefore || r.turn.text != nil)
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
		r.ended.Claims = r.judge(r.endedMessage)
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
			r.turn = turn{open: true, stepsBefore: r.steps}
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
		list = r.judge(message)
	}
	judged := Turn{
		Claims: list, ID: r.turn.messageID, Model: r.turn.model, Time: r.turn.time, Dir: r.root,
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
	if r.root == "" {
		r.root = rootOf(e.Raw)
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
			r.readNotification(string(e.Raw))
		}
	case streamjson.TypeOther: // claude's own file has a notification in its queue first
		if e.Name == "queue-operation" && bytes.Contains(e.Raw, []byte("<task-notification>")) {
			r.readNotification(string(e.Raw))
		}
	}
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
		r.turn = turn{open: true, stepsBefore: r.steps}
	}
	if !main {
		r.subagentLines++
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
			r.readToolUse(b, e.ParentToolUseID)
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

// A Project returns the text of a file that says what the project's own commands run: package.json, Makefile, justfile,
// Taskfile.yml, a shell script. The name is relative to root, the folder in which the session runs, and never leads out
// of it. A nil Project has no files.
type Project func(root, name string) (text string, ok bool)
