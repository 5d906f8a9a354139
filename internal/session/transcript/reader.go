package transcript

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// reader makes a [Transcript] from entries.
type reader struct {
	s          Transcript
	messageID  string    // of the agent's last message; a message may have several entries
	endsTurn   bool      // the agent's last entry ends the turn, if nothing follows
	isTurnOver bool      // the turn was interrupted, or Stop hooks have ended since its end
	stopTime   time.Time // time of the last entry, as long as nothing follows; zero if it does not end the turn
	answer     []byte    // the last entry

	queue       []queued
	takenQueued []queued    // messages that left the queue as the next prompt
	removed     []time.Time // when messages left the queue for the running turn; settleQueue finds out which
	delivered   []string    // texts of attachments that came before the entry by which they leave the queue (2.1.330)

	textBytes int // bytes of all messages, commands, queued texts and paths
}

// queued is an entry of Claude Code's queue: a message, or a notification of a background task.
type queued struct {
	text string
	time time.Time
}

// size estimates the memory that the transcript takes, in bytes.
func (r *reader) size() int {
	const entry = 100 // bytes of a value without its texts
	s := &r.s
	entries := len(s.Messages) + len(s.Commands) + len(s.Stops) + len(s.Wrote) + len(r.queue) + len(r.takenQueued) +
		len(r.removed) + len(r.delivered)
	return r.textBytes + len(s.Turn.Text) + entries*entry
}

func (q queued) isByUser() bool { return !strings.HasPrefix(q.text, notification) }

func (r *reader) add(e streamjson.Event) {
	switch e.Name {
	case "user":
		r.user(e)
	case "assistant":
		r.assistant(e)
	case "attachment":
		r.readAttachment(e)
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
			r.endsTurn, r.isTurnOver = false, true
		case "local_command":
			if x, ok := decode(e); ok {
				r.addLocalCommand(x)
			}
		case "informational":
			if x, ok := decode(e); ok && strings.Contains(x.text(), promptBlocked) {
				r.takenQueued = nil // a prompt that was blocked has no other entry
			}
		}
	}
}

func (r *reader) user(e streamjson.Event) {
	if isToolResult(e) {
		r.endsTurn, r.isTurnOver, r.stopTime = false, false, time.Time{}
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
	case isReminder(e, text):
	case streamjson.IsOwnID(x.UUID): // the loop sent it: feedback, or a request to go on
		r.begin(x)
	case x.Meta:
		if strings.HasPrefix(text, feedback) {
			r.begin(x)
		}
	case strings.HasPrefix(text, interrupted):
		r.endsTurn, r.isTurnOver, r.stopTime = false, true, time.Time{}
	case strings.HasPrefix(text, bashInput):
		r.begin(x)
	case strings.HasPrefix(text, commandName):
		r.addLocalCommand(x)
	case x.Origin.Kind != "" && x.Origin.Kind != "human" || strings.HasPrefix(text, notification):
		r.endStop()
		r.endsTurn, r.takenQueued = false, nil
	case strings.HasPrefix(text, localOutput) || strings.HasPrefix(text, bashOutput) || isUnknownSkill(text):
	default:
		r.addPrompt(x, text)
	}
}

// addPrompt adds a prompt that the user typed, with or without a command.
func (r *reader) addPrompt(x entry, text string) {
	taken := r.takenQueued
	r.takenQueued, r.delivered = nil, nil
	for len(taken) > 0 && !taken[0].isByUser() { // lost with a killed claude: this prompt does not begin with it
		taken = taken[1:]
		if len(r.queue) > 0 {
			taken, r.queue = append(taken, r.queue[0]), r.queue[1:]
		}
	}
	if len(taken) == 0 {
		// Nothing ran when this prompt was typed, so older entries of the queue were lost with a killed claude. 2.1.5
		// may write the entry of a message that was queued a moment later before this one.
		r.queue = slices.DeleteFunc(r.queue, func(q queued) bool { return !q.time.After(x.Time) })
	}
	r.begin(x)
	if x.Mode != "" {
		r.s.Mode = x.Mode
	}
	name, args, isCommand := command(text)
	typed := text
	if isCommand {
		typed = strings.TrimSpace("/" + name + " " + args)
	}
	// 2.1.5 joins the queued messages into one prompt, and a command in it becomes an ordinary line. What follows a first
	// command becomes its words.
	if len(taken) > 1 && typed == joinPrompts(taken) {
		for i, q := range taken {
			given := x.Time
			if i == 0 && isCommand {
				given = time.Time{} // a hook was told of it
			}
			r.addTyped(x.UUID, q.time, given, q.text)
		}
		return
	}
	if isCommand {
		r.addCommand(x.UUID, x.Time, name, args)
		return
	}
	r.message(x.UUID, x.Time, text)
}

// addTyped adds a message that the user typed while the agent worked, or a command, which the agent gets as mere text.
// One of ccc's commands asks the agent for nothing, unless a task follows it. given is when the agent got it.
func (r *reader) addTyped(id string, at, given time.Time, text string) {
	name, args, ok := typedCommand(text)
	if !ok {
		r.message(id, at, text)
		return
	}
	verb, task := task.ReadSupervisor(args)
	isOurs := name == "supervisoroff" || name == "supervisor" && (verb != "on" || task == "")
	if !isOurs {
		r.addCommand(id, at, name, args)
	} else {
		r.s.Commands = append(r.s.Commands, Command{orTime(id, at), name, args, at, len(r.s.Messages), time.Time{}})
		r.textBytes += len(args)
	}
	r.s.Commands[len(r.s.Commands)-1].AsText = given
}

// addCommand adds a command that is sent to the agent. Its words are also a message.
func (r *reader) addCommand(id string, at time.Time, name, args string) {
	id = orTime(id, at)
	r.s.Commands = append(r.s.Commands, Command{id, name, args, at, len(r.s.Messages), time.Time{}})
	r.textBytes += len(args)
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
	r.textBytes += len(text)
}

func orTime(id string, at time.Time) string {
	if id == "" {
		return at.Format(time.RFC3339Nano)
	}
	return id
}

// addLocalCommand adds a command that no model saw.
func (r *reader) addLocalCommand(x entry) {
	if name, args, ok := command(x.text()); ok {
		r.s.Commands = append(r.s.Commands, Command{x.UUID, name, args, x.Time, len(r.s.Messages), time.Time{}})
		r.textBytes += len(args)
	}
}

// endStop stores the time of the last stop. It is called when something else begins.
func (r *reader) endStop() {
	if !r.stopTime.IsZero() {
		r.s.Stops = append(r.s.Stops, r.stopTime)
	}
	r.stopTime = time.Time{}
}

func (r *reader) begin(x entry) {
	r.endStop()
	r.s.Turn = Turn{Start: x.UUID}
	r.messageID, r.endsTurn, r.isTurnOver = "", false, false
}

func (r *reader) assistant(e streamjson.Event) {
	if e.IsSidechain {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	r.settleQueue()
	failed := bytes.Contains(e.Raw, []byte(`"isApiErrorMessage":true`))
	if m.Model == "<synthetic>" && !failed {
		return // a text of Claude Code itself, such as "No response requested."
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
			if block.IsEdit() {
				r.s.Wrote = append(r.s.Wrote, Written{block.MainArgument(), len(r.s.Messages)})
				r.textBytes += len(block.MainArgument())
			}
		case "text":
			t.Text = strings.TrimPrefix(t.Text+"\n"+block.Text, "\n")
			r.keepAnswers(e, block.Text)
		}
	}
	r.isTurnOver = false
	r.endsTurn, r.stopTime = m.StopReason != "" && m.StopReason != "tool_use", time.Time{}
	if m.StopReason == "end_turn" || m.StopReason == "stop_sequence" {
		if x, ok := decode(e); ok && !failed {
			r.stopTime = x.Time
		}
	}
}

// keepAnswers stores what a message of the agent says about findings.
func (r *reader) keepAnswers(e streamjson.Event, message string) {
	answers := task.AnswersIn(message)
	if len(answers) == 0 {
		return
	}
	x, _ := decode(e)
	for _, text := range answers {
		r.s.Answers = append(r.s.Answers, Answer{text, x.Time})
	}
	r.s.Answers = r.s.Answers[max(len(r.s.Answers)-maxAnswers, 0):]
}

// readAttachment reads a message that was sent to the running turn. 2.1.5 writes no such entry.
func (r *reader) readAttachment(e streamjson.Event) {
	if bytes.Contains(e.Raw, []byte(`"type":"hook_stopped_continuation"`)) {
		x, ok := decode(e)
		if ok && !x.Sidechain && x.Attachment.HookEvent != "Stop" {
			// For such a turn no Stop hook runs (2.1.197, 2.1.329).
			r.stopTime = x.Time
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
	if i := slices.IndexFunc(r.queue, func(q queued) bool { return q.text == text }); i >= 0 {
		r.queue = slices.Delete(r.queue, i, i+1)
		if len(r.removed) > 0 {
			r.removed = r.removed[1:]
		} else {
			r.delivered = append(r.delivered, text)
		}
	}
	if mode := x.Attachment.CommandMode; mode == "prompt" && !strings.HasPrefix(text, notification) {
		r.addTyped(x.UUID, x.Time, x.Time, text)
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
		r.textBytes += len(text)
	case "dequeue":
		if len(r.queue) > 0 {
			r.takenQueued = append(r.takenQueued, r.queue[0])
			r.queue = r.queue[1:]
		}
	case "remove":
		i := slices.Index(r.delivered, text)
		if text == "" { // 2.1.5 and 2.1.197 do not say which
			i = min(len(r.delivered), 1) - 1
		}
		if i < 0 {
			r.removed = append(r.removed, x.Time)
		} else {
			r.delivered = slices.Delete(r.delivered, i, i+1)
		}
	case "popAll": // the user took it back to edit it
		if i := slices.IndexFunc(r.queue, func(q queued) bool { return q.text == text }); i >= 0 {
			r.queue = slices.Delete(r.queue, i, i+1)
		} else if text == "" {
			r.queue = nil
		}
	}
}

// settleQueue is called when no attachment can follow. Then the messages that left the queue are the oldest ones.
func (r *reader) settleQueue() {
	for i := range min(len(r.removed), len(r.queue)) {
		if q := r.queue[i]; q.isByUser() {
			r.addTyped("", q.time, r.removed[i], q.text)
		}
	}
	r.queue = r.queue[min(len(r.removed), len(r.queue)):]
	r.removed = nil
}

func textsByUser(all []queued) (texts []string) {
	for _, q := range all {
		if q.isByUser() {
			texts = append(texts, q.text)
		}
	}
	return texts
}

func (r *reader) transcript() Transcript {
	r.endStop()
	s := r.s
	s.Turn.Ended, s.Turn.Text = r.endsTurn, strings.TrimSpace(s.Turn.Text)
	s.Turn.open = s.Turn.Start != "" && !r.endsTurn && !r.isTurnOver
	s.Version, s.Model, s.Tokens = answerOf(r.answer)
	s.Taken, s.Queued = textsByUser(r.takenQueued), textsByUser(r.queue)
	return s
}
