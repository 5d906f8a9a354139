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
	maxCommand = 200      // bytes of a command that is shown
	maxOutput  = 32 << 10 // bytes that are read of an output: half from its beginning, half from its end
)

// A place is where something happened: in which step, and where in that step's shell line.
type place struct{ step, part int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.step, q.step), cmp.Compare(p.part, q.part))
}

// A shellLine is a line of the shell's, and its place.
type shellLine struct {
	at   place
	text string
}

// A write is a change of a file, and the place of the command or tool call that made it.
type write struct {
	shell.Change
	at      place
	command string // the shell line that made it; "" for a tool that edits files
	void    bool   // its call failed, or changed nothing
	undone  bool   // a later step brought back the file as it was before
	perhaps bool   // its command runs only if another one fails
}

// A Reader follows one session and judges the claims of each turn.
type Reader struct {
	project Project
	emit    func(Turn)

	root  string
	dirs  map[string]string // the folder that the shell of each agent is in: the main one, and subagents
	steps int               // tool calls until now

	runs       []*run
	writes     []*write
	written    map[string]bool // names of files, without folders, that have been written
	mayWrite   bool            // a command ran that may have written any file
	agentLines int             // how many lines of subagents were read
	built      map[string]bool // files that compilers were told to write
	// committed is the place of the last commit.
	committed place
	// At clean git last said that nothing is left to be committed, at pushed that nothing is left to be pushed.
	clean, pushed place
	looked        place       // the last look at anything: a file, a page, a command's output
	acted         place       // the last command that ran a program or asked a server or a database, and did not fail
	asked         place       // the same, or the last that asked how something is
	browsed       place       // the last look at a page in a browser, or at a picture
	report        place       // the last look at the output of what others ran: CI, a log
	lines         []shellLine // the shell lines of the turn
	pending       map[string]*call
	shell         *call             // the user's own command, whose output has not come yet
	scripts       map[string]string // texts of scripts that the agent wrote, see keepScript
	// partDirs are the folders of the project's parts, by their names, as far as files in them were changed.
	partDirs map[string]string
	backups  map[string]backup // copies of files, by the copy's name
	tasks    map[string][]*run // the runs of each task in the background, by its id

	turn      turn
	done      *Turn  // a turn that has ended; a notification of a task may still prolong it
	said      string // the agent's last message in done
	damaged   int    // 1 + the steps before a line that could not be read; 0 if all could
	onlyLast  bool
	continues bool // the next turn is not the user's, and prolongs the last one
}

// turn is the turn that is being read.
type turn struct {
	open  bool
	user  string
	began int // how many steps there were before it
	id    string
	text  []string // the parts of the agent's last message

	model, time         string // of that message
	interrupted, failed bool
	cut                 bool // the session ends here
}

// NewReader makes a reader that calls emit for each turn, at the latest at [Reader.End].
func NewReader(project Project, emit func(Turn)) *Reader {
	return &Reader{
		project: project, emit: emit, dirs: map[string]string{}, pending: map[string]*call{},
		written: map[string]bool{}, built: map[string]bool{}, partDirs: map[string]string{},
		backups: map[string]backup{}, scripts: map[string]string{}, tasks: map[string][]*run{},
	}
}

// OnlyLast says that only the claims of the last turn are asked for.
func (r *Reader) OnlyLast() { r.onlyLast = true }

// Root says in which folder the session runs, where its lines do not.
func (r *Reader) Root(dir string) { r.root = dir }

// User begins a turn with the user's message.
func (r *Reader) User(message string) {
	r.close(false)
	r.turn = turn{open: true, user: message, began: r.steps}
	r.lines, r.continues = nil, false
}

// Damage says that a part of the session could not be read.
func (r *Reader) Damage() { r.damaged = r.steps + 1 }

// Busy reports whether the agent works on a turn.
func (r *Reader) Busy() bool { return r.turn.open && (r.steps > r.turn.began || r.turn.text != nil) }

// Continue says that the next turn is no answer to the user, but to ccc or a hook.
func (r *Reader) Continue() { r.continues = true }

// End ends the last turn.
func (r *Reader) End() {
	r.turn.cut = true
	r.close(false)
	if r.onlyLast && r.done != nil {
		r.done.Claims = r.judge(r.said)
	}
	r.flush()
}

// EndWith ends the last turn with the agent's last message, "" for the one that was read. written reports whether that
// one is the same: claude calls its hooks before it has written the message.
func (r *Reader) EndWith(message string) (written bool) {
	message = strings.TrimSpace(message)
	written = len(r.turn.text) > 0 && strings.HasSuffix(strings.TrimSpace(strings.Join(r.turn.text, "\n")), message)
	if !written && message != "" {
		if !r.turn.open {
			r.turn = turn{open: true, began: r.steps}
		}
		r.turn.text = []string{text.Head(message, shell.MaxLine)}
	}
	r.End()
	return written
}

func (r *Reader) flush() {
	if r.done != nil {
		r.emit(*r.done)
		r.done = nil
	}
}

// close judges the turn that is open. With prolongs it takes the place of the turn before.
func (r *Reader) close(prolongs bool) {
	if !r.turn.open {
		return
	}
	r.turn.open = false
	message := strings.Join(r.turn.text, "\n")
	var list []Claim
	if !r.onlyLast {
		list = r.judge(message)
	}
	judged := Turn{
		Claims: list, ID: r.turn.id, Model: r.turn.model, Time: r.turn.time, Dir: r.root,
		End: r.turn.end(), OtherLanguage: detect.OtherLanguage(message),
	}
	if prolongs && r.done != nil {
		if len(r.turn.text) == 0 {
			judged, message = *r.done, r.said
		}
		r.done, r.said = &judged, message
		return
	}
	r.flush()
	r.done, r.said = &judged, message
}

// end is how the turn ended.
func (t *turn) end() End {
	switch {
	case t.interrupted:
		return Interrupted
	case t.failed, t.cut && t.id != "" && len(t.text) == 0:
		return Broken
	case len(t.text) > 0:
		return Stopped
	}
	return Unanswered
}

// Event reads a line of the session: of claude's own file, a stream or a recording. It copies what it keeps.
func (r *Reader) Event(e streamjson.Event) {
	if r.root == "" {
		r.root = rootOf(e.Raw)
	}
	switch e.Type {
	case streamjson.TypeAssistant:
		r.assistant(e)
	case streamjson.TypeUser:
		r.toolResults(e)
	case streamjson.TypeResult:
		if e.ParentToolUseID == "" {
			r.close(r.continues || bytes.Contains(e.Raw, []byte(`"origin":{"kind":"task-notification"`)))
			r.continues = false
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

// rootOf finds the session's folder in a line.
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

// afterKey returns what follows a key of JSON whose value is a string: the string from its first character on. Other
// programs than claude write spaces around the colon.
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

func (r *Reader) assistant(e streamjson.Event) {
	m, err := e.Message()
	main := e.ParentToolUseID == ""
	if m.Error != "" && main {
		r.turn.failed = true
	}
	if err != nil && len(m.Content) == 0 || m.Model == "<synthetic>" || m.Error != "" {
		return
	}
	if main && !r.turn.open {
		r.turn = turn{open: true, began: r.steps}
	}
	if !main {
		r.agentLines++
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
			if m.ID != r.turn.id || m.ID == "" {
				r.turn.id, r.turn.text = m.ID, nil
			}
			r.turn.text = append(r.turn.text, text.Head(b.Text, shell.MaxLine))
		case "tool_use":
			if main {
				r.turn.id, r.turn.text = m.ID, nil
			}
			r.toolUse(b, e.ParentToolUseID)
		}
	}
}

// LineTime is the time in a line of claude's own file, in a form that can be compared; "" for none.
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

// A Project gives the files that say what a project's own commands run: package.json, Makefile, justfile, Taskfile.yml,
// shell scripts. The name is relative to root, the folder in which the session runs, and never leads out of it. A nil
// Project has no files.
type Project func(root, name string) (text string, ok bool)
