package session

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// A Transcript is what the file tells at one moment.
type Transcript struct {
	Messages []Message   // the person's own words, oldest first, those before a /compact included
	Commands []Command   // the slash commands that she typed, oldest first
	Turn     Turn        // the newest turn
	Stops    []time.Time // when its last message was complete, and no error, or a hook ended its turn; oldest first
	Queued   []string    // what she has typed and the agent has not got yet, oldest first; a command begins with "/"
	Tools    int         // tool calls of the main thread
	Wrote    []Written   // the files that the agent's tools for files wrote, oldest first
	Mode     string      // the permission mode, such as "plan"; "" where the file does not tell (2.1.5)
	Title    string      // that she gave it; "" for none (2.1.329)
	Dir      string      // the directory in which it began; "" where the file does not tell
	Version  string      // of the Claude Code that wrote the agent's last message
	Model    string      // that gave it
	Tokens   int64       // of the request that it answers, the cached ones included
}

// A Message is something that the person said to the agent: a prompt, a message while the agent worked, or the words
// behind a slash command. Those behind /supervisor stand without it; another command of hers stands with its name.
type Message struct {
	ID   string // uuid of the entry; for a message while a tool ran, of which 2.1.5 stores no entry, its time
	Text string
	Time time.Time // zero if the file does not tell
}

// A Command is a slash command that the person typed, also one that is the program's own, or that failed. Commands that
// the agent calls by its Skill tool are not among them.
type Command struct {
	ID    string // as that of a Message
	Name  string // without the slash
	Args  string
	Time  time.Time
	After int // how many of Messages are older
}

// Written is one file that a tool of the agent's wrote.
type Written struct {
	Path  string // as the tool was told it
	After int    // how many of Messages are older
}

// A Turn is what happened since the person's last prompt or a hook's feedback. What she says while the agent works, and
// a notification of a background task, begin none.
type Turn struct {
	Start  string // uuid of the entry that began it, "" if there is none
	Asked  bool   // a model was asked, and answered or failed
	Tools  int    // tool calls of the main thread
	Last   string // id of the agent's last message
	Text   string // that message
	Failed bool   // the last message is an error of the API; 2.1.5 runs Stop hooks then, too
	// Ended says that the last message ends the turn, and that no Stop hook has run since. It is true while the Stop
	// hook of this turn runs.
	Ended bool
}

// ReadTranscript reads the file.
func ReadTranscript(path string) (Transcript, error) {
	r := reader{}
	err := events(path, r.add)
	r.settle()
	return r.transcript(), err
}

// 2.1.197 and 2.1.329 write the file up to 100 ms after the fact, and run the Stop hook at once: the end of the turn
// was there 20 to 85 ms after the hook's start. 2.1.5 writes first.
const (
	lag  = time.Second // how long to wait for the end of a turn
	poll = 10 * time.Millisecond
)

// ReadAtStop reads the file for a Stop hook. It waits until the end of the turn is there, for a second at most, and gives
// then what there is: Turn.Ended tells. last is the input's last_assistant_message; "" where there is none (2.1.5).
// A turn that is known may be the one before, in which the agent said the same: a newer one is waited for.
func ReadAtStop(ctx context.Context, path, last string, known func(Turn) bool) (Transcript, error) {
	ctx, stop := context.WithTimeout(ctx, lag)
	defer stop()
	size := int64(-1)
	var s Transcript
	var err error
	for {
		if info, statErr := os.Stat(path); statErr != nil {
			err = lang.Errorf("read the transcript: %w", statErr)
		} else if info.Size() != size {
			size = info.Size()
			if s, err = ReadTranscript(path); err == nil && s.Turn.endsWith(last) && !known(s.Turn) {
				return s, nil
			}
		}
		select {
		case <-time.After(poll):
		case <-ctx.Done():
			return s, err
		}
	}
}

// endsWith reports whether the turn has ended with the text: the hook's input has all blocks of the last message, or
// its last one.
func (t Turn) endsWith(last string) bool {
	return t.Ended && strings.HasSuffix(t.Text, strings.TrimSpace(last))
}

// events gives each line that may matter. Lines that are not JSON are skipped: the last one may be half written.
func events(path string, add func(streamjson.Event)) error {
	f, err := file.Open(path)
	if err != nil {
		return lang.Errorf("read the transcript: %w", err)
	}
	defer f.Close()
	decoder := streamjson.NewDecoder(f)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return lang.Errorf("read the transcript: %w", err)
		}
		add(e)
	}
}

// reader makes a Transcript of the entries.
type reader struct {
	s         Transcript
	messageID string    // of the agent's last message, which may have several entries
	ends      bool      // the agent's last entry ends the turn, unless more follows
	stop      time.Time // of that entry, until it is known whether the agent goes on; zero if it does not end the turn
	answer    []byte    // that entry, as it stands

	queue   []queued
	taken   []queued // left the queue as the next prompt
	removed int      // how many left the queue for the running turn, not known yet which
}

// queued is one entry of Claude Code's queue, notifications included.
type queued struct {
	text string
	time time.Time
}

func (q queued) own() bool { return !strings.HasPrefix(q.text, notification) }

func (r *reader) add(e streamjson.Event) {
	switch e.Name {
	case "user":
		r.user(e)
	case "assistant":
		r.assistant(e)
	case "attachment":
		r.attachment(e)
	case "queue-operation":
		r.operation(e)
	case "custom-title":
		if x, ok := decode(e); ok {
			r.s.Title = x.Title
		}
	case "permission-mode":
		if x, ok := decode(e); ok {
			r.s.Mode = x.Mode
		}
	case "system":
		switch e.Subtype {
		case "stop_hook_summary", "turn_duration":
			r.ends = false
		case "local_command":
			if x, ok := decode(e); ok {
				r.localCommand(x)
			}
		}
	}
}

func (r *reader) user(e streamjson.Event) {
	if toolResult(e) {
		r.ends, r.stop = false, time.Time{}
		return
	}
	x, ok := decode(e)
	if !ok || x.Sidechain || x.Summary {
		return
	}
	if r.s.Dir == "" {
		r.s.Dir = x.Dir
	}
	text := x.text()
	switch {
	case streamjson.Own(x.UUID): // the loop's: feedback, or a word to go on
		r.begin(x)
	case x.Meta:
		if strings.HasPrefix(text, feedback) {
			r.begin(x)
		}
	case strings.HasPrefix(text, interrupted):
		r.ends, r.stop = false, time.Time{}
	case strings.HasPrefix(text, bashInput):
		r.begin(x)
	case strings.HasPrefix(text, commandName):
		r.localCommand(x)
	case x.Origin.Kind != "" && x.Origin.Kind != "human" || strings.HasPrefix(text, notification):
		r.stopped()
		r.ends, r.taken = false, nil
	case strings.HasPrefix(text, localOutput) || strings.HasPrefix(text, bashOutput):
	default:
		r.prompt(x, text)
	}
}

// prompt is one that the person typed, with or without a command before it.
func (r *reader) prompt(x entry, text string) {
	taken := r.taken
	r.taken = nil
	if len(taken) == 0 {
		r.queue = nil // it was typed while nothing ran; what a session left that was killed goes to nobody
	}
	r.begin(x)
	if x.Mode != "" {
		r.s.Mode = x.Mode
	}
	if name, args, ok := command(text); ok {
		r.command(x.UUID, x.Time, name, args)
		return
	}
	// 2.1.5 joins what waited to one prompt, in which a command is a mere line.
	if len(taken) > 1 && text == joined(taken) {
		for _, q := range taken {
			r.said(x.UUID, q.time, q.text)
		}
		return
	}
	r.message(x.UUID, x.Time, text)
}

// said is what the person typed, a message or a command.
func (r *reader) said(id string, at time.Time, text string) {
	if name, args, ok := typedCommand(text); ok {
		r.command(id, at, name, args)
		return
	}
	r.message(id, at, text)
}

// command is one that goes to the agent: its words are a message.
func (r *reader) command(id string, at time.Time, name, args string) {
	id = orTime(id, at)
	r.s.Commands = append(r.s.Commands, Command{id, name, args, at, len(r.s.Messages)})
	switch name {
	case "supervisor", "supervisoroff":
		r.message(id, at, args)
	default:
		r.message(id, at, strings.TrimSpace("/"+name+" "+args))
	}
}

func (r *reader) message(id string, at time.Time, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	r.s.Messages = append(r.s.Messages, Message{orTime(id, at), text, at})
}

func orTime(id string, at time.Time) string {
	if id == "" {
		return at.Format(time.RFC3339Nano)
	}
	return id
}

// localCommand is one that no model got to see.
func (r *reader) localCommand(x entry) {
	if name, args, ok := command(x.text()); ok {
		r.s.Commands = append(r.s.Commands, Command{x.UUID, name, args, x.Time, len(r.s.Messages)})
	}
}

// stopped is called when something else begins.
func (r *reader) stopped() {
	if !r.stop.IsZero() {
		r.s.Stops = append(r.s.Stops, r.stop)
	}
	r.stop = time.Time{}
}

func (r *reader) begin(x entry) {
	r.stopped()
	r.s.Turn = Turn{Start: x.UUID}
	r.messageID, r.ends = "", false
}

func (r *reader) assistant(e streamjson.Event) {
	if bytes.Contains(e.Raw, []byte(`"isSidechain":true`)) {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	r.settle()
	failed := bytes.Contains(e.Raw, []byte(`"isApiErrorMessage":true`))
	if m.Model == "<synthetic>" && !failed {
		return // Claude Code's own words, as "No response requested."
	}
	if !failed {
		r.answer = append(r.answer[:0], e.Raw...)
	}
	t := &r.s.Turn
	t.Asked, t.Failed = true, failed
	if m.ID == "" || m.ID != r.messageID {
		r.messageID, t.Last, t.Text = m.ID, m.ID, ""
	}
	for _, block := range m.Content {
		switch block.Type {
		case "tool_use":
			t.Tools++
			r.s.Tools++
			if block.Edits() {
				r.s.Wrote = append(r.s.Wrote, Written{block.MainArgument(), len(r.s.Messages)})
			}
		case "text":
			t.Text = strings.TrimPrefix(t.Text+"\n"+block.Text, "\n")
		}
	}
	r.ends, r.stop = m.StopReason != "" && m.StopReason != "tool_use", time.Time{}
	if m.StopReason == "end_turn" || m.StopReason == "stop_sequence" {
		if x, ok := decode(e); ok && !failed {
			r.stop = x.Time
		}
	}
}

// attachment is a message that the running turn got (2.1.197 and newer; 2.1.5 stores none).
func (r *reader) attachment(e streamjson.Event) {
	if bytes.Contains(e.Raw, []byte(`"type":"hook_stopped_continuation"`)) {
		x, ok := decode(e)
		if ok && !x.Sidechain && x.Attachment.HookEvent != "Stop" { // no Stop hook runs then (2.1.197, 2.1.329)
			r.stop = x.Time
		}
		return
	}
	if !bytes.Contains(e.Raw, []byte(`"type":"queued_command"`)) {
		return
	}
	x, ok := decode(e)
	if !ok || x.Sidechain || x.Attachment.Type != "queued_command" {
		return
	}
	text := strings.TrimSpace(string(x.Attachment.Prompt))
	if i := slices.IndexFunc(r.queue, func(q queued) bool { return q.text == text }); i >= 0 && r.removed > 0 {
		r.queue = slices.Delete(r.queue, i, i+1)
		r.removed--
	}
	if mode := x.Attachment.CommandMode; mode == "prompt" && !strings.HasPrefix(text, notification) {
		r.said(x.UUID, x.Time, text)
	}
}

func (r *reader) operation(e streamjson.Event) {
	x, ok := decode(e)
	if !ok {
		return
	}
	text := x.text()
	switch x.Operation {
	case "enqueue":
		r.queue = append(r.queue, queued{text, x.Time})
	case "dequeue":
		if len(r.queue) > 0 {
			r.taken = append(r.taken, r.queue[0])
			r.queue = r.queue[1:]
		}
	case "remove":
		r.removed++
	case "popAll": // back into the input, to be edited
		if i := slices.IndexFunc(r.queue, func(q queued) bool { return q.text == text }); i >= 0 {
			r.queue = slices.Delete(r.queue, i, i+1)
		} else if text == "" {
			r.queue = nil
		}
	}
}

// settle is called when no attachment can follow any more: what left the queue were the oldest.
func (r *reader) settle() {
	for ; r.removed > 0 && len(r.queue) > 0; r.removed-- {
		q := r.queue[0]
		r.queue = r.queue[1:]
		if q.own() {
			r.said("", q.time, q.text)
		}
	}
	r.removed = 0
}

func (r *reader) transcript() Transcript {
	r.stopped()
	s := r.s
	s.Turn.Ended, s.Turn.Text = r.ends, strings.TrimSpace(s.Turn.Text)
	s.Version, s.Model, s.Tokens = answered(r.answer)
	for _, q := range r.queue {
		if q.own() {
			s.Queued = append(s.Queued, q.text)
		}
	}
	return s
}
