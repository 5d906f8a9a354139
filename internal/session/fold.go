package session

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// Fold reads the items of a session one after the other and knows at each moment where the session is: phase, round,
// task, verdict, cost. Every view of a session is made from it. It reads no file and no clock, and what it keeps does
// not grow with the session. It takes the items of a recording, and those of what ccc printed. The zero value is ready.
type Fold struct {
	header Header // its Version is 0 if the input is no recording
	now    time.Duration

	phase     string
	since     time.Duration // the phase began
	before    float64       // USD spent until then
	round     int
	of        int
	off       bool
	asking    bool          // the agent waits for the answer to its own question
	asksSince time.Duration // when asking last changed
	notice    string        // the first one since the phase began
	decision  string        // the judgement of the verdict that ends the phase, if one does

	agent     streamjson.Tracker // it gets the init and result lines alone: they have the directory and the cost
	agentUSD  float64            // cost of this agent process
	endedUSD  float64            // cost of the agent processes before it
	reviewers Reviewers
	reviewUSD float64       // cost of all reviews before this one
	tried     time.Duration // when the review began, or its newest try

	session    string        // the agent's
	opened     time.Duration // when that session began, if another one came before it
	sessionUSD float64       // USD spent until then

	task       *Task    // the newest one
	outcomes   Outcomes // of the tasks before it
	over       bool     // the task has ended: the next message begins another one
	verdict    *Verdict // the newest one of the task
	judged     time.Duration
	rounds     int            // verdicts of all tasks
	findings   []task.Finding // of the task
	feedback   string         // of the newest verdict, until the agent gets it
	first      *Prompt        // of a hook's recording: the first message since the last stop
	switchedOn time.Time      // when the task began, as the last stop says
	stopped    bool           // a stop came, and no verdict since
	unreviewed bool           // the end came without a review of the last stop
	why        lang.Message

	end    End
	ended  bool // no item followed end so far
	closed bool // no item can follow end
	claude string
}

// The authors that a [Fold] tells apart.
const (
	AuthorNone   Author = iota // the text is also in another item
	AuthorUser                 // to the agent
	AuthorCCC                  // feedback of a review
	AuthorClaude               // also for what a command of the user's did
)

// PhaseQuestion is the phase in which the agent waits for the answer to its own question. A recording has no such
// phase.
const PhaseQuestion = "question"

// phases are those of a recording.
var phases = []string{PhaseUser, PhaseAgent, PhaseWait, PhaseReview, PhaseDone}

const (
	maxMessage = 16 << 10 // bytes of a user's message that are kept
	maxLabel   = 300      // bytes of a text for one line
)

// Label cuts a text for one line.
func Label(text string) string {
	if len(text) <= maxLabel {
		return text
	}
	cut := NewClip(text, maxLabel)
	return cut.Head + " … " + cut.Tail
}

func (f *Fold) recorded() bool { return f.header.Version > 0 }

func (f *Fold) hook() bool { return f.header.Door == DoorHook }

// Add reads the next item.
func (f *Fold) Add(item *Item) (c Change) {
	if f.recorded() {
		f.now = max(f.now, time.Duration(item.T*float64(time.Second))) // a clock may be set back
	}
	if f.hook() { // its recording goes on after what was its end
		f.end.Outcome, f.end.Accepted, f.ended = "", false, false
	}
	switch item.Type {
	case TypeLaunch:
		f.header, f.findings = *item.Launch, item.Launch.Findings
		f.of, f.claude = f.header.MaxRounds, f.header.Claude
	case TypePerson:
		f.person(item, &c)
	case TypeStart:
		f.start(item.Phase)
	case TypeLine:
		f.line(item, &c)
	case TypeVerdict:
		f.judge(item, &c)
	case TypePhase:
		to := item.To
		if !f.recorded() {
			to = item.Phase
		}
		f.enter(to, item.Round, &c)
	case TypeQuestion:
		if asking := item.What == QuestionAsked; asking != f.asking && f.phase == PhaseAgent {
			f.asking, f.asksSince = asking, f.now
		}
	case TypeNotice:
		f.notify(item)
	case TypeStop:
		f.stop(item, &c)
	case TypeEnd, TypeSoFar:
		f.finish(item)
	}
	return c
}

// start reads that a process was started.
func (f *Fold) start(phase string) {
	switch phase {
	case PhaseAgent:
		f.endedUSD, f.agentUSD = f.endedUSD+f.agentUSD, 0
		f.agent = streamjson.Tracker{Dir: f.agent.Dir, Model: f.agent.Model}
	case PhaseReview: // or a further try of one
		f.beginReview()
	}
}

func (f *Fold) beginReview() {
	f.reviewUSD += f.reviewers.CostUSD()
	f.reviewers.Reset()
	f.tried = f.now
}

// spentUSD is the cost of everything so far, as the lines tell it.
func (f *Fold) spentUSD() float64 {
	return f.endedUSD + f.agentUSD + f.reviewUSD + f.reviewers.CostUSD()
}

// totalUSD is the cost of everything so far. What an end says counts more than the lines, which may not be complete.
func (f *Fold) totalUSD() float64 {
	switch spent := f.spentUSD(); {
	case f.end.CostUSD == 0:
		return spent
	case f.ended:
		return f.end.CostUSD
	default:
		return max(spent, f.end.CostUSD)
	}
}

// enter begins another phase.
func (f *Fold) enter(phase string, round int, c *Change) {
	if phase == f.phase || !slices.Contains(phases, phase) {
		return
	}
	c.Entered, c.Left = true, f.Span()
	switch {
	case phase == PhaseDone,
		phase == PhaseUser && f.phase == PhaseReview && f.task != nil && f.task.Outcome == JudgedNotCompleted:
		f.over = true
	case phase == PhaseAgent:
		f.why = lang.Message{}
		if v := f.verdict; f.recorded() && !f.hook() && v != nil && v.Failure == "" && round < v.Round {
			f.verdict = nil // the count of reviews has begun anew
		}
	}
	if phase == PhaseReview {
		f.beginReview()
		if round == 0 { // of what ccc printed
			round = f.round + 1
		}
	}
	f.phase, f.since, f.before, f.round = phase, f.now, f.spentUSD(), round
	f.asking, f.asksSince, f.notice, f.decision = false, f.now, "", ""
}

// person reads what the user said or did.
func (f *Fold) person(item *Item, c *Change) {
	switch item.Did {
	case did[loop.Accept]:
		if f.over = true; f.task != nil {
			f.task.Outcome = OutcomeAccepted
		}
	case ReviewsOn:
		f.over, f.off, f.decision, f.findings = true, false, "", nil
	case ReviewsOff:
		f.off, f.decision = true, ""
	case did[loop.Rounds]:
		f.of = max(item.Round, 1)
	case did[loop.Dismiss]:
		f.dismiss(item.Text, c)
		return
	case did[loop.Switch]: // its text is no message
		f.over, f.findings = true, nil
		return
	}
	if item.Text != "" {
		f.say(item.Text, c)
	}
}

// dismiss reads that the user dismissed a finding: its id, and perhaps a reason.
func (f *Fold) dismiss(text string, c *Change) {
	id, reason, _ := strings.Cut(text, " ")
	f.findings, _, c.Dismissed = task.DismissFinding(f.findings,
		task.Dismissal{ID: id, Reason: strings.TrimSpace(reason), By: task.ByLoop}, f.round)
}

// say reads a message of the user's.
func (f *Fold) say(text string, c *Change) {
	f.stopped, f.unreviewed, f.why, f.decision = false, false, lang.Message{}, ""
	m := &Prompt{At: f.now, Text: NewClip(text, maxMessage)}
	c.Prompts = append(c.Prompts, m)
	if f.first == nil && f.hook() { // only the stop says in which session it was said
		f.first = m
	}
	if f.task == nil || f.over && strings.TrimSpace(text) != "/clear" {
		f.begin(m, c)
	}
}

// begin begins a task with a message, if the message has not begun one already.
func (f *Fold) begin(m *Prompt, c *Change) {
	if f.over = false; m.Task > 0 {
		return
	}
	number := 1
	if f.task != nil {
		if f.findings = task.CarryOver(f.findings); f.task.Outcome != JudgedNotCompleted {
			f.findings = nil
		}
		number = f.task.Number + 1
		f.outcomes.add(f.task.Outcome)
	}
	f.task, m.Task, f.verdict = &Task{Number: number}, number, nil
	c.Begun, c.Opening = f.task, m
}

// enterSession reads in which session the agent is. With another one, as after /clear, another task begins.
func (f *Fold) enterSession(id string, c *Change) {
	if id == "" || id == f.session {
		return
	}
	if f.session == "" {
		f.session = id
		return
	}
	f.session = id
	if f.first == nil {
		f.over, c.Session = true, true
	} else { // its first message was read before
		f.first.Fresh = true
		f.begin(f.first, c)
	}
	if f.hook() {
		f.opened, f.sessionUSD, f.verdict = f.since, f.totalUSD(), nil
	}
}

// stop reads that the Stop hook was called.
func (f *Fold) stop(item *Item, c *Change) {
	f.enterSession(item.SessionID, c)
	if item.Stop != nil {
		f.of = item.Stop.Limits.MaxRounds
		f.beganAt(item.Stop.Task.Began, c)
		f.findings = item.Stop.Task.Findings
	}
	f.first = nil
	f.beginReview() // nothing else says that a review began which then could not be made
	f.stopped, f.why = true, lang.Message{}
	if f.task != nil {
		f.task.Outcome = ""
	}
}

// beganAt reads from a stop when its task began. If reviews were switched on since the stop before, a task began then.
func (f *Fold) beganAt(at time.Time, c *Change) {
	if at.IsZero() {
		return
	}
	if at.After(f.header.At.Add(f.judged)) {
		f.verdict = nil
	}
	if f.first == nil {
		return
	}
	const apart = time.Second // between the switch and the message after it
	if f.header.At.Add(f.first.At+apart).After(at) && at.After(f.switchedOn) {
		f.begin(f.first, c)
	}
	f.switchedOn = at
}

// judge reads the end of a review.
func (f *Fold) judge(item *Item, c *Change) {
	v := &Verdict{
		At: f.now, Round: item.Round, Completed: item.Completed, Blocked: item.Blocked, Feedback: item.Feedback,
		By:        item.By,
		Unchecked: VerdictOf(item).Unchecked(), Mods: item.Mods,
		Failure: item.Failure, Reason: item.Reason, CostUSD: f.reviewers.CostUSD(), Took: f.now - f.tried,
	}
	one := f.reviewers.Find("")
	if v.Judgement() == JudgedCompleted && v.Feedback == "" && one != nil && one.Answered {
		v.Said = one.Verdict().Said
	}
	if v.Failure == "" {
		v.Meanwhile, v.Outside = item.ChangedMeanwhile, item.DismissedOutside
		judged, _ := task.Weigh(f.findings, VerdictOf(item), item.Round)
		v.Completed, v.Feedback, v.Findings = judged.Completed, judged.Feedback, judged.Findings
		v.Said = cmp.Or(v.Said, judged.Said)
		f.findings = judged.Findings
	}
	c.Verdict, f.verdict, f.judged, f.decision = v, v, f.now, v.Judgement()
	if f.feedback = ""; f.decision == JudgedNotCompleted {
		f.feedback = item.Feedback
	}
	f.stopped, f.why = false, lang.Message{}
	if f.task != nil {
		f.task.Outcome = f.decision
	}
	if v.Failure != "" {
		f.why = lang.M("this stop was not reviewed: %s", Label(v.Reason))
		return
	}
	f.rounds++
	if f.task != nil {
		f.task.Rounds++
	}
}

// notify reads what ccc told the user: it may say why nothing goes on.
func (f *Fold) notify(item *Item) {
	if f.notice == "" {
		first, _, _ := strings.Cut(item.Text, "\n")
		f.notice = Label(first)
	}
	if b := boundOf(item); b != nil {
		f.why = wording.Bound(*b)
	}
}

// line reads a line of the agent or of a reviewer.
func (f *Fold) line(item *Item, c *Change) {
	e := item.Event
	if e.Raw == nil {
		return
	}
	phase, round := PhaseAgent, f.round
	if item.Phase == PhaseReview {
		phase, round = PhaseReview, f.round+1
	}
	if !f.recorded() {
		f.enter(phase, round, c)
	}
	if e.Subtype == "init" && f.claude == "" {
		if init, err := e.Init(); err == nil {
			f.claude = Label(init.Version)
		}
	}
	if phase == PhaseReview {
		f.reviewers.Add(item.Reviewer, e)
		return
	}
	switch {
	case e.Subtype == "init":
		f.agent.Add(e)
	case e.Type == streamjson.TypeResult:
		f.agent.Add(e)
		f.agentUSD = f.agent.Turn().CostUSD
	}
	f.enterSession(e.SessionID, c)
	if e.Type == streamjson.TypeUser && !f.recorded() {
		f.userLine(e, c)
	}
}

// userLine reads a user line of what ccc printed. In a recording other items say what the user said.
func (f *Fold) userLine(e streamjson.Event, c *Change) {
	m, err := e.Message()
	if err != nil {
		return
	}
	for _, b := range m.Content {
		if b.Type != "text" || strings.TrimSpace(b.Text) == "" {
			continue
		}
		by := f.author(e, m, b.Text)
		c.Authors = append(c.Authors, by)
		switch by {
		case AuthorUser:
			f.say(b.Text, c)
		case AuthorCCC:
			f.feedback = ""
		}
	}
}

func (f *Fold) author(e streamjson.Event, m streamjson.Message, text string) Author {
	switch {
	case m.IsSynthetic, e.ParentToolUseID != "", bytes.Contains(e.Raw, []byte(`"isMeta":true`)):
		return AuthorNone
	case f.feedback != "" && strings.Contains(text, f.feedback), streamjson.Own(m.UUID):
		return AuthorCCC
	case strings.HasPrefix(text, "<command-"), !transcript.SaidByUser(e):
		return AuthorClaude
	}
	return AuthorUser
}

// finish reads what a launch came to, or came to so far.
func (f *Fold) finish(item *Item) {
	f.end, f.ended, f.closed = item.End, true, item.Type == TypeEnd
	if item.SessionID != "" {
		f.session = item.SessionID
	}
	f.unreviewed = f.stopped || f.task != nil && f.task.Outcome == JudgedNone
	completed := f.end.Outcome == string(loop.Completed)
	f.over = f.over || completed || f.end.Outcome == string(loop.NotCompleted) && f.phase == PhaseUser
	if f.over && f.task != nil && (f.task.Outcome == "" || completed && !f.unreviewed) {
		f.task.Outcome = judgements[f.end.Outcome]
	}
}

// Now is the time of the newest item, since the beginning.
func (f *Fold) Now() time.Duration { return f.now }

// Phase is that of the loop.
func (f *Fold) Phase() string { return f.phase }

// Round is the number of the review that runs or ran last.
func (f *Fold) Round() int { return f.round }

// Dir is the project's directory, "" if it is not known.
func (f *Fold) Dir() string { return cmp.Or(f.header.Dir, f.agent.Dir) }
