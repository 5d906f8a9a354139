package hook

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// readTranscript loads the user's messages and the last turn from the session's transcript. Without a transcript only
// the fields of the input are known.
func (c *call) readTranscript() {
	if c.input.Transcript != "" {
		var err error
		killed := c.state.Reviewer
		if killed.Process.Alive() {
			killed.Stop = ""
		}
		known := func(t transcript.Turn) bool { // the input's digest differs: it contains an id of the prompt
			key := "-" + turnKey(t)
			return t.Start != "" && (strings.HasSuffix(c.state.JudgedStop, key) || strings.HasSuffix(killed.Stop, key))
		}
		c.session, err = transcript.ReadAtStop(context.Background(), c.input.Transcript, c.input.LastMessage, known)
		c.warn("the transcript is not read", err)
	}
	c.key = c.stopKey(c.session.Turn)
}

// stopKey identifies one stop, so that two hooks called for it agree. It is "" if the transcript does not show the
// turn.
func (c *call) stopKey(t transcript.Turn) string {
	if t.Start == "" {
		return ""
	}
	return file.Digest(c.input.raw)[:24] + "-" + turnKey(t)
}

// turnKey identifies a turn within its session.
func turnKey(t transcript.Turn) string { return file.Digest(t.Start + "\x00" + t.Last)[:24] }

// lastTurn describes the turn that just ended, in the terms of the policy. The agent can write the session's file, so
// the file decides nothing that claude's own calls can tell or rule out.
func (c *call) lastTurn(launch state.State) task.Turn {
	t := task.Turn{Asked: true, Tools: 1, Said: c.input.LastMessage, Queued: c.messageWaits(c.session.Queued),
		EndsReviews: endsReviews(slices.Concat(c.lost, c.session.Queued))}
	if newest := c.session.Turn; newest.Ended { // otherwise the transcript does not show this stop
		t.Tools = newest.Tools
		t.Failed = newest.Failed && c.input.PromptID == "" // a claude that names the prompt has another hook for errors
		// Where a hook takes the user's prompts, a /supervisor without a task begins no turn.
		t.Switched = newest.Tools == 0 && !launch.HasPromptHook && c.isBareSwitch(newest.Start)
		if t.Said == "" {
			t.Said = newest.Text
		}
	}
	t.Said = c.setup.Review.Mask.Text(t.Said) // it is stored in the state
	for _, b := range c.input.Background {
		if b.IsAgent {
			t.Agents++
		} else {
			t.Shells++
		}
	}
	return t
}

// answers returns what the agent has said about findings since the session's last verdict. The transcript may not
// have the last message yet, so the message of the hook's input is used, too.
func (c *call) answers(last *task.Verdict) (list []string) {
	for _, a := range c.session.Answers {
		if last == nil || a.Time.After(last.At) {
			list = append(list, a.Text)
		}
	}
	list = append(list, task.AnswersIn(c.input.LastMessage)...)
	for i, a := range list {
		list[i] = c.setup.Review.Mask.Text(a) // it is stored in the state
	}
	return list
}

// messageWaits reports whether one of the queued prompts goes before the review. A prompt that ccc itself takes does
// not reach the agent, so no stop would follow it. But after a queued /supervisoroff no review is wanted.
func (c *call) messageWaits(queued []string) bool {
	if len(queued) == 0 {
		return false
	}
	launch, err := c.State.Read(c.Launch)
	return slices.ContainsFunc(queued, func(prompt string) bool {
		verb, words := switchIn(prompt)
		goesOn := verb == "" || verb == "off" || verb == "on" && words != ""
		return err != nil || !launch.HasPromptHook || goesOn
	})
}

// endsReviews reports whether a /supervisoroff is among the queued prompts.
func endsReviews(queued []string) bool {
	return slices.ContainsFunc(queued, func(prompt string) bool {
		verb, _ := switchIn(prompt)
		return verb == "off"
	})
}

// lostCommands returns the prompts for ccc that claude has given to the agent as text since the last stop with reviews
// on, according to the session's file (2.1.5): no hook was told of them. Those that ccc has carried out since they were
// typed are not among them.
func (c *call) lostCommands(launch state.State) (list []string) {
	for _, one := range c.session.Commands {
		isOurs := one.Name == "supervisor" || one.Name == "supervisoroff"
		isNew := one.AsText.After(c.state.JudgedAt) && one.AsText.After(launch.EnabledAt)
		if isOurs && isNew && !c.isCarriedOut(one, launch) {
			list = append(list, commandText(one))
		}
	}
	return list
}

// commandText is a command as the user typed it.
func commandText(one transcript.Command) string {
	return strings.TrimSpace("/" + one.Name + " " + one.Args)
}

// isCarriedOut reports whether a command of ccc's, which the agent got as text, has nothing left to do: the user has
// typed it again, or the finding that it dismisses is not open, as after ccc dismiss in another terminal.
func (c *call) isCarriedOut(one transcript.Command, launch state.State) bool {
	verb, words := switchIn(commandText(one))
	if verb == "dismiss" {
		ids, _, _ := task.ReadDismissal(words)
		named := slices.DeleteFunc(slices.Clone(c.state.TaskFindings()), func(f task.Finding) bool {
			return !slices.Contains(ids, f.ID)
		})
		if len(named) > 0 {
			return !slices.ContainsFunc(named, func(f task.Finding) bool { return f.Status == task.Open })
		}
	}
	return launch.Obeyed[verb].After(one.Time)
}

// sameStop is how much later another hook may be called for a stop that was decided. Claude calls all hooks at once.
const sameStop = time.Second

// isJudged reports whether another hook has decided about this stop. By repeating rows in the session's file the
// agent can make a stop look like the one before. So the launch's own hook, which claude calls once for each stop, is
// believed.
func (c *call) isJudged(s state.State) bool {
	again := c.Own && !s.JudgedAt.IsZero() && c.calledAt.After(s.JudgedAt.Add(sameStop))
	// A transcript without this stop cannot distinguish it from the previous one.
	return s.JudgedStop == c.key && c.session.Turn.Ended && !again
}

// recordStop updates the session's state for this stop. The action is task.Nothing if another hook has done so.
func (c *call) recordStop(launch state.State) (d task.Decision, err error) {
	now := time.Now().UTC()
	if c.setup.Policy.MaxRounds > 0 { // else ccc.json cannot be read
		c.setup.Policy.MaxRounds = cmp.Or(launch.Rounds, c.setup.Policy.MaxRounds)
	}
	c.state, err = c.State.Change(c.input.SessionID, func(s *state.State) {
		d, c.missedStops = task.Decision{}, 0
		if c.key != "" && (c.isJudged(*s) || s.Reviewer.Stop == c.key && s.Reviewer.Process.Alive()) {
			return
		}
		if s.HasBrokenOff() { // recordBrokenOff has added what was seen of its cost
			s.State = task.Stop(s.State)
			s.AtLeast = true
		}
		s.Reviewer = state.Reviewer{}
		c.missedStops = countMissed(earlierStops(c.session, c.calledAt), launch.EnabledAt, launch, *s)
		s.Launch, s.ReportedUntil, s.Transcript = c.Launch, now, c.input.Transcript
		if c.setupErr != nil && c.setup.Policy.MaxRounds == 0 { // ccc.json cannot be read, so no limit is known
			s.JudgedStop, s.JudgedAt, s.Unreviewed = c.key, now, c.unreviewedStop(lang.M("%v", c.setupErr),
				streamjson.NeedsPerson)
			s.Prompted = time.Time{}
			d = task.Decision{Action: task.Yield, Asks: true}
			return
		}
		c.beginTask(s, launch, now)
		isIdle := s.ToolCalls == c.session.Tools
		if !isIdle { // in turns without a stop, too
			s.ToolCalls, s.Checked = c.session.Tools, nil
		}
		c.rec.task, c.rec.turn = s.State, c.lastTurn(launch)
		c.lastLetGo = s.LetGo
		if !c.lastLetGo.At.IsZero() { // 2.1.5 may have the agent answer such a /supervisoroff in a turn of its own
			c.rec.turn.Queued, c.rec.turn.EndsReviews = false, c.lastLetGo.AsText && isIdle
		}
		c.takePrompts(s)
		s.AddAnswers(c.answers(s.Verdict))
		s.State, d = c.setup.Policy.Step(s.State, task.Event{Kind: task.Stopped, At: now, Turn: c.rec.turn})
		if d.Action == task.Review {
			s.Unreviewed = state.Unreviewed{}
			s.Reviewer = state.Reviewer{Process: c.Self, Stop: c.key, Since: now, MaxRounds: c.setup.Policy.MaxRounds}
		} else {
			s.JudgedStop, s.JudgedAt = c.key, now
		}
		s.LetGo = c.letGo(launch, s.Heard, d)
		if c.rec.turn.Failed && d.Asks && !s.Ended.IsExhausted() {
			s.Unreviewed = c.unreviewedStop(lang.M("the agent's turn ended with an error"), streamjson.NoFailure)
		}
	})
	_, launchErr := c.State.Change(c.Launch, func(s *state.State) {
		s.Newest, s.ReportedUntil = c.input.SessionID, now
		s.Missed += c.missedStops
	})
	c.warn("the launch's session is not kept", launchErr)
	return d, err
}

// takePrompts takes off the prompts that claude reported and that belong to the turn that has stopped.
func (c *call) takePrompts(s *state.State) {
	switch {
	case !c.rec.turn.Queued: // all of them
		s.Heard, s.Prompted = nil, time.Time{}
	case c.key != "" && s.JudgedStop == c.key: // a late hook for the same turn, of which the first prompt is taken off
	case !c.input.Active && len(s.Heard) > 0: // the first one began this turn
		s.Heard = s.Heard[1:]
	}
}

// letGo returns what to keep of a stop that was not reviewed because of what the session's file alone says.
func (c *call) letGo(launch state.State, heard []string, d task.Decision) state.LetGo {
	switch now := time.Now().UTC(); {
	case d.Code == task.CodeMessageFirst && launch.HasPromptHook && !slices.Contains(heard, c.waitingMessage()):
		return state.LetGo{At: now, For: c.waitingMessage(), Command: c.waitingCommand()}
	case d.Code == task.CodeOffAsText:
		return state.LetGo{At: now, AsText: true}
	}
	return state.LetGo{}
}

// unreviewedStop describes this stop as one without a verdict.
func (c *call) unreviewedStop(why lang.Message, failure streamjson.Failure) state.Unreviewed {
	return state.Unreviewed{At: time.Now().UTC(), Why: c.text(why), Failure: session.FailureName(failure)}
}

// beginTask begins a new task if reviews were switched on again, or if the user sent a message after the last task
// ended.
func (c *call) beginTask(s *state.State, launch state.State, now time.Time) {
	at := launch.EnabledAt
	switch {
	case s.IsCountedFor(launch):
	case !launch.HasPromptHook && !s.CountedFrom.IsZero() && c.key != "" && launch.Owner.Alive() &&
		!c.userTyped("supervisor", s.CountedFrom):
		s.CountedFrom = at // the agent switched them on: no new task
	default:
		var left []task.Finding
		if s.Resumed.Equal(at) {
			left = c.State.LeftFindings(c.setup.Dir, *s)
		}
		s.State, _ = c.setup.Policy.Step(s.State,
			task.Event{Kind: task.SwitchedOn, At: at, Files: task.Files{Work: launch.Base, Tree: launch.BaseTree}})
		s.Findings = left
		s.CountedFrom = at
		s.FirstMessage = c.firstMessage(launch)
		s.SeenMessage = c.newestMessage()
	}
	sent := s.SeenMessage != "" && c.newestMessage() != s.SeenMessage
	if c.newestMessage() == "" { // without a transcript, the first stop of a turn means that there was a message
		sent = !c.input.Active && s.Verdict != nil
	}
	// A row that the agent has written into the session's file must not give it a new limit.
	atLimit := s.Ended.IsExhausted() || s.Count >= c.setup.Policy.MaxRounds
	if sent && !(atLimit && launch.HasPromptHook && len(s.Heard) == 0) {
		if s.Ended.Done() {
			s.FirstMessage = c.messageAfter(s.SeenMessage)
		}
		s.State, _ = c.setup.Policy.Step(s.State, task.Event{Kind: task.Sent, At: now})
	}
	s.SeenMessage = c.newestMessage()
}

// adoptRubric gives the launch the rubric of the newest switch-on, if the user switched on. A switch by the agent's
// tools changes no rubric.
func (c *call) adoptRubric(launch state.State) {
	if launch.NextRubric == nil {
		return
	}
	_, err := c.State.Change(c.Launch, func(s *state.State) {
		// Where a hook takes the user's prompts, only the user's own switch gets this far. Elsewhere the switcher may
		// be unknown.
		unknown := s.HasPromptHook || c.input.Transcript == "" || !s.Owner.Alive()
		if s.NextRubric != nil && (s.Rubric == nil || unknown || c.userTyped("supervisor", s.Rubric.At)) {
			s.Rubric = s.NextRubric
			s.Rubric.At = time.Now().UTC()
		}
		s.NextRubric = nil
	})
	c.warn("the rubric is not kept", err)
}

// newestMessage returns the id of the user's newest message; "" if there is none, or no transcript.
func (c *call) newestMessage() string {
	if n := len(c.session.Messages); n > 0 {
		return c.session.Messages[n-1].ID
	}
	return ""
}

// messageAfter returns the id of the message after the given one; "" if there is none.
func (c *call) messageAfter(id string) string {
	list := c.session.Messages
	i := slices.IndexFunc(list, func(m transcript.Message) bool { return m.ID == id })
	if i < 0 || i+1 == len(list) {
		return ""
	}
	return list[i+1].ID
}

// taskStart returns the index of the message that this task begins with; 0 if it is not in the session.
func (c *call) taskStart() int {
	isFirst := func(m transcript.Message) bool { return m.ID == c.state.FirstMessage }
	return max(slices.IndexFunc(c.session.Messages, isFirst), 0)
}

// messages returns the texts of the user's messages in this task.
func (c *call) messages() (texts []string) {
	for _, m := range c.session.Messages[c.taskStart():] {
		if m.Time.After(c.ownSince) {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// editedFiles lists the files that the agent's tools wrote in this task, each once.
func (c *call) editedFiles() (paths []string) {
	from := c.taskStart()
	for _, w := range c.session.Wrote {
		if w.After > from {
			paths = append(paths, w.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// userSwitchedOff reports whether the transcript shows that the user switched reviews off since they were switched on.
func (c *call) userSwitchedOff(launch state.State) bool {
	return c.userTyped("supervisoroff", launch.EnabledAt)
}

// userTyped reports whether the user has typed a command since then. Claude's times are in milliseconds.
func (c *call) userTyped(name string, since time.Time) bool {
	return slices.ContainsFunc(c.session.Commands, func(cmd transcript.Command) bool {
		return cmd.Name == name && !cmd.Time.Before(since.Truncate(time.Millisecond))
	})
}

// isBareSwitch reports whether the entry is the user's /supervisor without a task after it.
func (c *call) isBareSwitch(entry string) bool {
	return slices.ContainsFunc(c.session.Commands, func(cmd transcript.Command) bool {
		return cmd.ID == entry && cmd.Name == "supervisor" && cmd.Args == ""
	})
}

// firstMessage returns the id of the newest /supervisor if it has words after it, else of the first message after it;
// "" if there is none.
func (c *call) firstMessage(launch state.State) string {
	// A /supervisor without words that a hook took is not in the session's file, nor is a command in another terminal.
	if n := len(launch.Switches); n > 0 && !launch.Switches[n-1].Words && launch.HasPromptHook {
		at := launch.Switches[n-1].At.Truncate(time.Millisecond) // claude's times
		for _, m := range c.session.Messages {
			if !m.Time.Before(at) {
				return m.ID
			}
		}
		return ""
	}
	for _, cmd := range slices.Backward(c.session.Commands) {
		if cmd.Name == "supervisor" {
			if cmd.Args == "" {
				return ""
			}
			return cmd.ID
		}
	}
	return ""
}
