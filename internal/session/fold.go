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

// Fold reads the items of a session in their order, and knows after each item where the session is: its phase, round,
// task, verdict and cost. Every view of a session is made from a Fold. It reads no file and no clock, and its memory
// does not grow with the session. It reads the items of a recording, and those of ccc's printed output. The zero
// value is ready.
type Fold struct {
	header Header // its Version is 0 if the input is no recording
	now    time.Duration
	work   time.Duration // the part of now in which nobody waited for the user

	phase         string
	phaseStart    time.Duration // when the phase began
	earlierUSD    float64       // USD spent before the phase began
	round         int
	roundLimit    int
	reviewsOff    bool
	interrupted   bool          // the user has stopped what ran, and nothing has begun since
	isAsking      bool          // the agent waits for the answer to its own question
	askingChanged time.Duration // when asking last changed
	isResting     bool          // in the agent's phase: its turn has ended
	restStart     time.Duration // and when
	firstNotice   string        // the first one since the phase began
	decision      string        // the judgement of the verdict that ends the phase, if one does

	agent     streamjson.Tracker // reads only init and result lines, for the directory and the cost
	agentUSD  float64            // cost of this agent process
	endedUSD  float64            // cost of the agent processes before it
	reviewers Reviewers
	reviewUSD float64       // cost of all reviews before this one
	reviewed  task.Tokens   // their tokens
	triedAt   time.Duration // when the review began, or its newest try

	session      string        // the agent's
	sessionStart time.Duration // when that session began, if another one came before it
	sessionUSD   float64       // USD spent before that session began

	sessionReviewed task.Tokens // of the reviews before that session began

	task       *Task         // the newest one
	opening    *Prompt       // the first message of the session that goes on, until a task begins with it; nil for none
	command    *Prompt       // the first line with a slash that was sent, as long as it is unknown whether it asks a model
	asked      *Prompt       // what the newest task in this session began with; nil for none
	outcomes   task.Outcomes // of the tasks before it
	isTaskOver bool          // the task has ended: the next message begins another one
	verdict    *Verdict      // the newest one of the task
	judgedAt   time.Duration
	rounds     int            // verdicts of all tasks
	isJudging  bool           // a review runs that has given neither a verdict nor a reason why there is none
	noVerdict  int            // reviews that gave no verdict
	isFailed   bool           // the newest review has ended without a verdict
	atLeast    bool           // the cost lacks what nobody has seen of the reviews before it, or of one that was killed
	findings   []task.Finding // of the task
	feedback   string         // of the newest verdict, until it is sent to the agent
	first      *Prompt        // of a recording: the first message since the agent's last line or, with the hook, stop
	taskStart  time.Time      // when the task began, as the last stop says
	hasStopped bool           // there was a stop, and no verdict since
	unreviewed bool           // the launch ended without a review of the last stop
	why        lang.Message

	end    End
	ended  bool // no item followed end so far
	closed bool // no item can follow end
	claude string
}

// The authors of a text.
const (
	AuthorNone   Author = iota // another item has the text, too
	AuthorUser                 // the user, to the agent
	AuthorCCC                  // a review's feedback
	AuthorClaude               // Claude Code, also for the output of a user's command
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

// Label cuts a text to the length of a label, unless the mark for what is left out would be longer than that.
func Label(text string) string {
	const mark = " … "
	if len(text) <= maxLabel+len(mark) {
		return text
	}
	cut := NewClip(text, maxLabel)
	return cut.Head + mark + cut.Tail
}

func (f *Fold) recorded() bool { return f.header.Version > 0 }

func (f *Fold) hook() bool { return f.header.Door == DoorHook }

// Add reads the next item.
func (f *Fold) Add(item *Item) (c Change) {
	if f.recorded() {
		before := f.now
		f.now = max(f.now, time.Duration(item.T*float64(time.Second))) // a clock may be set back
		if f.phase != "" && f.phase != PhaseUser && f.phase != PhaseDone {
			f.work += f.now - before
		}
	}
	if f.hook() { // the recording of a hook goes on after its end
		f.end.Outcome, f.end.Accepted, f.ended = "", false, false
	}
	switch item.Type {
	case TypeLaunch:
		f.header, f.findings = *item.Launch, item.Launch.Findings
		f.roundLimit, f.claude = f.header.MaxRounds, f.header.Claude
	case TypePerson:
		f.addPerson(item, &c)
	case TypeStart:
		f.addStart(item.Phase)
	case TypeLine:
		f.addLine(item, &c)
	case TypeTurn:
		switch item.What {
		case "ended":
			f.isResting, f.restStart = f.phase == PhaseAgent, f.now
		case "started":
			f.endRest(&c)
			if m := f.command; m != nil {
				f.readMessage(m, &c)
			}
		}
	case TypeSent:
		f.endRest(&c)
	case TypeVerdict:
		f.judge(item, &c)
	case TypePhase:
		to := item.To
		if !f.recorded() {
			to = item.Phase
		}
		f.enterPhase(to, item.Round, &c)
	case TypeQuestion:
		if asking := item.What == QuestionAsked; asking != f.isAsking && f.phase == PhaseAgent {
			f.isAsking, f.askingChanged = asking, f.now
		}
	case TypeNotice:
		f.notify(item)
	case TypeStop:
		f.addStop(item, &c)
	case TypeEnd, TypeSoFar:
		f.finish(item, &c)
	}
	return c
}

// endRest reads that the agent's next turn begins.
func (f *Fold) endRest(c *Change) {
	if f.isResting && f.now-f.restStart >= longRest {
		c.Left = f.Spans()
		f.phaseStart, f.earlierUSD = f.now, f.spentUSD()
	}
	f.isResting = false
}

// addStart reads that a process was started.
func (f *Fold) addStart(phase string) {
	switch phase {
	case PhaseAgent:
		f.endedUSD, f.agentUSD = f.endedUSD+f.agentUSD, 0
		f.agent = streamjson.Tracker{Dir: f.agent.Dir, Model: f.agent.Model}
	case PhaseReview: // or another attempt at one
		if f.phase == PhaseUser && !f.hook() {
			return // the review was stopped before this was recorded, and is counted
		}
		f.beginReview()
		f.isJudging = true
	}
}

// Judging returns the review that runs, or its newest try, as if it was stopped now; nil for none.
func (f *Fold) Judging() *Verdict {
	if !f.isJudging || !f.recorded() {
		return nil
	}
	return &Verdict{At: f.now, Round: f.round, CostUSD: f.reviewers.CostUSD(), Took: f.now - f.triedAt,
		Failure: FailureName(streamjson.Aborted)}
}

// stopReview reads that the review has ended without a verdict, if one runs.
func (f *Fold) stopReview(c *Change) {
	if f.isJudging {
		if c.Stopped = f.Judging(); c.Stopped != nil && !f.hook() { // a hook records a verdict, or its state says it
			if f.verdict = c.Stopped; f.interrupted {
				f.verdict.Reason = wording.BrokeOff(true).String()
			}
		}
		f.isJudging, f.isFailed, f.noVerdict = false, true, f.noVerdict+1
		f.atLeast = f.atLeast || f.hook() && len(f.reviewers.Spent()) > 0 // its hook was killed
	}
}

func (f *Fold) beginReview() {
	f.forgetFailure()
	f.atLeast, f.isFailed = f.lacksCost(), false
	f.reviewUSD += f.reviewers.CostUSD()
	f.reviewed = f.allReviewed()
	f.reviewers.Reset()
	f.triedAt = f.now
}

// forgetFailure drops why the newest review gave no verdict: the stop that now follows, or its next review, is to get
// one.
func (f *Fold) forgetFailure() {
	if f.verdict != nil && f.verdict.Failure != "" {
		f.verdict = nil
	}
}

// lacksCost reports whether the cost lacks that of a review. A reviewer that was stopped may still say what it cost.
func (f *Fold) lacksCost() bool { return f.atLeast || f.isFailed && f.reviewers.IsUnpriced() }

// allReviewed returns the tokens of all reviews so far.
func (f *Fold) allReviewed() task.Tokens {
	all := f.reviewed
	for _, v := range f.reviewers.Spent() {
		all = all.Plus(v)
	}
	return all
}

// spentUSD returns the cost of everything so far, added up from the lines.
func (f *Fold) spentUSD() float64 {
	return f.endedUSD + f.agentUSD + f.reviewUSD + f.reviewers.CostUSD()
}

// totalUSD returns the cost of everything so far. The number in an end item counts more than the sum over the lines,
// which may be incomplete.
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

// enterPhase begins a new phase.
func (f *Fold) enterPhase(phase string, round int, c *Change) {
	if phase == f.phase || !slices.Contains(phases, phase) {
		return
	}
	c.Entered, c.Left = true, f.Spans()
	f.stopReview(c)
	switch {
	case phase == PhaseDone, phase == PhaseUser && f.phase == PhaseReview && f.task != nil &&
		(f.decision == JudgedNotCompleted || f.decision == JudgedCompleted): // not if the review was stopped
		f.isTaskOver = true
	case phase == PhaseAgent:
		f.why = lang.Message{}
		if f.hook() && f.phase == PhaseUser && round > 0 && !f.reviewsOff {
			f.isTaskOver = false // the user's message waited during the review: the task goes on with it
		}
		if v := f.verdict; f.recorded() && !f.hook() && v != nil && v.Failure == "" && round < v.Round {
			f.verdict = nil // the count of reviews has begun anew
		}
	}
	if phase == PhaseReview {
		f.beginReview()
		f.isJudging = true
		if round == 0 { // of what ccc printed
			round = f.round + 1
		}
	}
	if phase == PhaseUser { // a command that has asked no model by now was a local one
		f.command = nil
	}
	f.interrupted = f.interrupted && phase == PhaseUser
	f.phase, f.phaseStart, f.earlierUSD, f.round = phase, f.now, f.spentUSD(), round
	f.isAsking, f.askingChanged, f.firstNotice, f.decision = false, f.now, "", ""
	f.isResting = false
}

// addPerson reads what the user said or did.
func (f *Fold) addPerson(item *Item, c *Change) {
	switch item.Did {
	case inputNames[loop.Interrupt], inputNames[loop.Stop]:
		f.interrupted = f.interrupted || f.phase != PhaseUser
	case inputNames[loop.Accept]:
		switch {
		case (f.task == nil || f.isTaskOver) && len(f.findings) == 0: // there was nothing to accept
			return
		case f.task != nil:
			f.task.Outcome = OutcomeAccepted
		}
		f.isTaskOver = true
		return // its text was said before the launch
	case ReviewsOn:
		if f.isTaskOver, f.reviewsOff, f.decision = true, false, ""; !f.hook() {
			f.findings = nil
		}
	case ReviewsOff:
		f.reviewsOff, f.decision = true, ""
	case inputNames[loop.Rounds]:
		f.roundLimit = max(item.Round, 1)
	case inputNames[loop.Dismiss]:
		f.dismiss(item.Text, c)
		return
	case inputNames[loop.ReviewNow]: // its text was said before the launch
		if f.opening == nil && f.task == nil && item.Text != "" { // older recordings have nothing else of it
			f.opening = &Prompt{Text: NewClip(item.Text, maxMessage)}
		}
		f.resumeTask(c)
		return
	case inputNames[loop.Switch]: // its text is not a message
		if f.phase == PhaseUser { // else the loop has refused it
			f.isTaskOver, f.findings, f.asked = true, nil, nil
		}
		return
	}
	if item.Text != "" {
		f.readUserText(item.Text, c)
	}
}

// dismiss reads that the user dismissed a finding. text is the finding's id, and perhaps a reason.
func (f *Fold) dismiss(text string, c *Change) {
	id, reason, _ := strings.Cut(text, " ")
	f.findings, _, c.Dismissed = task.DismissFinding(f.findings,
		task.Dismissal{ID: id, Reason: strings.TrimSpace(reason), By: task.ByLoop}, f.round)
}

// readUserText reads what the user sent to the agent.
func (f *Fold) readUserText(text string, c *Change) {
	m := &Prompt{At: f.now, Text: NewClip(text, maxMessage)}
	c.Prompts = append(c.Prompts, m)
	if f.first == nil && f.recorded() && (f.hook() || !isClear(text)) { // only what follows names its session
		f.first = m
	}
	if f.recorded() && !f.hook() && strings.HasPrefix(text, "/") { // for the loop it is no message yet
		f.command = cmp.Or(f.command, m)
		return
	}
	f.readMessage(m, c)
}

// readMessage reads a message of the user.
func (f *Fold) readMessage(m *Prompt, c *Change) {
	f.hasStopped, f.unreviewed, f.why, f.decision = false, false, lang.Message{}, ""
	f.opening, f.command = nil, nil
	if f.task == nil || f.isTaskOver && !isClear(m.Text.Head) {
		f.beginTask(m, c)
	}
}

// resumeTask begins a task with a review that the user asked for: of the session that goes on, if the user has said
// nothing there in this launch, else once more of the task that is over.
func (f *Fold) resumeTask(c *Change) {
	m := f.opening
	if m == nil && f.asked != nil && f.isTaskOver {
		m = &Prompt{Text: f.asked.Text}
	}
	if m == nil || f.task != nil && !f.isTaskOver {
		return
	}
	m.At, f.opening, c.Resumed = f.now, nil, true
	f.beginTask(m, c)
}

// isClear reports whether a message is the command with which another session begins: it belongs to the one before.
func isClear(text string) bool { return strings.TrimSpace(text) == "/clear" }

// beginTask begins a task with a message, unless the message has begun a task already.
func (f *Fold) beginTask(m *Prompt, c *Change) {
	if f.isTaskOver = false; m.Task > 0 {
		return
	}
	number := 1
	if f.task != nil {
		switch {
		case f.hook(): // its next stop says it; until then the user dismisses findings of the task before
		case f.task.Outcome == JudgedNotCompleted:
			f.findings = task.CarryOver(f.findings)
		default:
			f.findings = nil
		}
		number = f.task.Number + 1
		count(&f.outcomes, *f.task)
	}
	f.task, f.asked, m.Task, f.verdict = &Task{Number: number}, m, number, nil
	c.Begun, c.Opening = f.task, m
}

// enterSession reads the id of the agent's session. If the session is new, as after /clear, another task begins.
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
		f.isTaskOver, f.asked, c.Session = true, nil, true
	} else { // its first message was read before
		f.first.Fresh = true
		f.beginTask(f.first, c)
	}
	if f.hook() {
		f.sessionStart, f.sessionUSD, f.sessionReviewed, f.verdict = f.phaseStart, f.totalUSD(), f.allReviewed(), nil
	}
}

// addStop reads that the Stop hook was called.
func (f *Fold) addStop(item *Item, c *Change) {
	f.enterSession(item.SessionID, c)
	if item.Stop != nil {
		f.roundLimit = item.Stop.Limits.MaxRounds
		f.setTaskStart(item.Stop.Task.Began, c)
		f.findings = item.Stop.Task.Findings
	}
	f.first = nil
	f.stopReview(c) // its hook was killed
	f.beginReview() // if the review then could not be made, nothing else says that it began
	f.hasStopped, f.why = true, lang.Message{}
	if f.task != nil {
		f.task.Outcome = ""
	}
	if item.Stop != nil && item.Stop.Off { // nobody will judge it, so the next message is another task
		f.isTaskOver, f.why = true, wording.Decision(task.Decision{Code: task.CodeWhileOff})
	}
}

// setTaskStart reads in a stop when its task began. If reviews were switched on since the stop before, a new task
// began then.
func (f *Fold) setTaskStart(at time.Time, c *Change) {
	if at.IsZero() {
		return
	}
	if at.After(f.header.At.Add(f.judgedAt)) {
		f.verdict = nil
	}
	if f.first == nil {
		return
	}
	const apart = time.Second // the longest time between the switch and the message that comes with it
	if f.header.At.Add(f.first.At+apart).After(at) && at.After(f.taskStart) {
		f.beginTask(f.first, c)
	}
	f.taskStart = at
}

// judge reads the end of a review.
func (f *Fold) judge(item *Item, c *Change) {
	v := &Verdict{
		At: f.now, Round: item.Round, Completed: item.Completed, Blocked: item.Blocked, Feedback: item.Feedback,
		By: item.By, Checks: checksOf(item.Checks),
		Unchecked: VerdictOf(item).IsUnchecked(), Mods: item.Mods,
		Failure: item.Failure, Reason: item.Reason, CostUSD: f.reviewers.CostUSD(), Took: f.now - f.triedAt,
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
		if f.findings = judged.Findings; v.Judgement() == JudgedNotCompleted {
			f.findings = task.AfterMessage(f.findings)
		}
	}
	c.Verdict, f.verdict, f.judgedAt, f.decision = v, v, f.now, v.Judgement()
	if f.feedback = ""; f.decision == JudgedNotCompleted {
		f.feedback = item.Feedback
	}
	isStopped := v.Failure == FailureName(streamjson.Aborted) // by the user; the loop records no verdict then
	f.hasStopped, f.why = isStopped, lang.Message{}
	if f.isJudging = false; v.Failure != "" && v.Failure != FailureName(streamjson.Unneeded) {
		f.isFailed, f.noVerdict = true, f.noVerdict+1
	}
	if f.task != nil {
		f.task.Outcome = f.decision
		f.task.Dismissed = v.IsByDismissal()
		if isStopped {
			f.task.Outcome = ""
		}
	}
	if v.Failure != "" {
		f.why = lang.M("this stop was not reviewed: %s", wording.Recorded(Label(v.Reason)))
		return
	}
	f.rounds++
	if f.task != nil {
		f.task.Rounds++
	}
}

// notify reads a message of ccc to the user. It may explain why the session does not go on.
func (f *Fold) notify(item *Item) {
	switch {
	case item.Continued != nil:
		f.opening = nil
		if first := item.Continued.First; first != "" {
			f.opening = &Prompt{Text: NewClip(first, maxMessage)}
		}
		return
	case item.Totals != nil && !item.Totals.OfTask:
		f.work = time.Duration(item.Totals.WorkMS) * time.Millisecond
		return
	case item.Totals != nil, item.Changes != nil, item.Phase == PhaseReview: // it is not why the phase goes on
		return
	}
	if item.Text == wording.WaitEnded().String() { // what the review before it came to is not why
		f.verdict = &Verdict{At: f.now, Round: f.round, Failure: FailureName(streamjson.Aborted),
			Reason: wording.EndOfWait().String()}
	}
	if f.firstNotice == "" {
		first, _, _ := strings.Cut(item.Text, "\n")
		f.firstNotice = Label(first)
	}
	if b := limitOf(item); b != nil {
		f.why, f.isTaskOver = wording.ReachedLimit(*b), true
	}
}

// addLine reads a line of the agent or of a reviewer.
func (f *Fold) addLine(item *Item, c *Change) {
	e := item.Event
	if e.Raw == nil {
		return
	}
	phase, round := PhaseAgent, f.round
	if item.Phase == PhaseReview {
		phase, round = PhaseReview, f.round+1
	}
	if !f.recorded() {
		f.enterPhase(phase, round, c)
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
	if f.enterSession(e.SessionID, c); e.SessionID != "" && !f.hook() {
		f.first = nil
	}
	if e.Type == streamjson.TypeUser && !f.recorded() {
		f.userLine(e, c)
	}
}

// userLine reads a user line in ccc's printed output. A recording has other items for what the user said.
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
			f.readUserText(transcript.WithoutReminders(b.Text), c)
		case AuthorCCC:
			f.feedback = ""
		}
	}
}

func (f *Fold) author(e streamjson.Event, m streamjson.Message, text string) Author {
	switch {
	case m.IsSynthetic, transcript.WithoutReminders(text) == "", e.ParentToolUseID != "",
		bytes.Contains(e.Raw, []byte(`"isMeta":true`)):
		return AuthorNone
	case f.feedback != "" && strings.Contains(text, f.feedback), streamjson.IsOwnID(m.UUID):
		return AuthorCCC
	case strings.HasPrefix(text, "<command-"), !transcript.SaidByUser(e):
		return AuthorClaude
	}
	return AuthorUser
}

// finish reads the result of a launch, or its result so far.
func (f *Fold) finish(item *Item, c *Change) {
	f.end, f.ended, f.closed = item.End, true, item.Type == TypeEnd
	if item.SessionID != "" {
		f.session = item.SessionID
	}
	if item.Accepted && f.task == nil {
		f.resumeTask(c)
	}
	f.unreviewed = item.End.Unreviewed || f.hasStopped || f.task != nil && f.task.Outcome == JudgedNone
	completed := f.end.Outcome == string(loop.Completed)
	f.isTaskOver = f.isTaskOver || completed || f.end.Outcome == string(loop.NotCompleted) && f.phase == PhaseUser
	if f.isTaskOver && f.task != nil && (f.task.Outcome == "" || completed && !f.unreviewed) {
		f.task.Outcome = judgements[f.end.Outcome]
	}
}

// Now returns the time of the newest item, counted from the beginning.
func (f *Fold) Now() time.Duration { return f.now }

// IsResting reports whether the agent's turn has ended, and a wait for what it started in the background has begun.
func (f *Fold) IsResting() bool { return f.isResting }

// Phase returns the phase of the loop.
func (f *Fold) Phase() string { return f.phase }

// Round returns the number of the review that runs or ran last.
func (f *Fold) Round() int { return f.round }

// Dir returns the project's directory, "" if it is unknown.
func (f *Fold) Dir() string { return cmp.Or(f.header.Dir, f.agent.Dir) }
