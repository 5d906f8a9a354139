package replay

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// begin makes the machine. The format of the input is known by then.
func (r *player) begin() {
	header := r.reader.Header
	config := loop.ReplayConfig{
		Policy: task.Policy{MaxRounds: defaultRounds}, MaxWait: defaultWait, Attended: true,
		Tell: r.showNotice, Record: r.record,
	}
	if r.reader.Format == session.FormatRecording {
		config.Policy, config.MaxWait = session.PolicyOf(header.Limits)
		r.hook = header.Door == session.DoorHook
		config.Attended, config.Recorded, config.Hook = header.Attended, true, r.hook
		config.Findings = header.Findings
	}
	if r.reviews {
		config.Hook, config.Recorded = true, true
	}
	r.replay = loop.NewReplay(config)
	r.reviewers.Now = r.replay.Now
	if r.screen != nil && r.hook {
		r.screen.AsksItself()
	}
	if r.screen != nil && r.Screen == nil && config.Recorded {
		r.screen.Dir = header.Dir
		if config.Attended {
			r.screen.HoldCalls(r.replay.Now)
		}
	}
}

// replayItem replays one item.
func (r *player) replayItem(item *session.Item) {
	if r.replay == nil {
		r.reviews = item.Event.Type == streamjson.TypeControlResponse && r.reader.Format == session.FormatStream &&
			review.IsStart(item.Event)
		r.begin()
	}
	recorded := r.reader.Format == session.FormatRecording
	if recorded {
		r.advance(item)
	}
	if item.Totals == nil {
		r.showHeldNotices()
	}
	switch item.Type {
	case session.TypeLine:
		r.line(item)
	case session.TypePerson:
		if in, ok := session.InputOf(item); ok && r.hook && in.Kind == loop.Interrupt {
			r.replay.InterruptTurn()
		} else if ok {
			r.showCommand(in)
			r.replay.Do(in)
		}
	case session.TypeSent:
		if item.From != session.SentInterrupt {
			r.replay.SetSentID(item.UUID)
		}
	case session.TypeTurn:
		r.turn(item)
	case session.TypeClaims:
		r.replay.EndClaims(item.Text)
	case session.TypeNotice:
		r.notice(item)
	case session.TypeQuestion:
		r.holdCalls(item.What)
	case session.TypeTimer:
		r.replay.Timer()
	case session.TypeSilent:
		r.replay.AddSilence(item.How)
	case session.TypeCheck:
		r.showChecks(item.Checks)
		r.checksShown = true
	case session.TypeVerdict:
		r.holdsNotices = item.Completed && r.reader.Header.Stay && r.reader.Header.Attended && !r.hook
		r.verdict(item)
		r.holdsNotices = false
	case session.TypeStop:
		r.stop(item)
	case session.TypePhase:
		r.phase(item)
	case session.TypeSoFar:
		r.end, r.hasEnd = item.End, true
	case session.TypeEnd:
		if !recorded && r.reviewers.HasNames() && r.replay.Phase() == loop.PhaseReview { // one reviewer gave no verdict
			r.costCounted = true
			r.replay.EndReview(loop.Verdict{Failure: streamjson.NeedsPerson, CostUSD: r.reviewers.CostUSD()})
		}
		r.end, r.hasEnd = item.End, true
	}
}

// stop replays a stop that the hook has judged.
func (r *player) stop(item *session.Item) {
	r.hasEnd = false
	if item.Stop == nil {
		return
	}
	p, s, t := session.StateAt(*item.Stop)
	r.replay.SetPolicy(p)
	r.replay.AddStop(item.SessionID, &s, t)
}

// advance waits, at the pace of the replay, until an item of a recording is due.
func (r *player) advance(item *session.Item) {
	at := time.Duration(item.T * float64(time.Second))
	if r.replay.Phase() != loop.PhaseUser && r.replay.Phase() != loop.PhaseDone {
		r.worked += max(at-r.at, 0)
	}
	r.at = max(at, r.at)
	now := r.reader.Header.At.Add(at)
	r.replay.At(now)
	if r.Watcher != nil {
		r.Watcher.Item(item, now)
	}
	r.pace.to(r.ctx, at, r.flush)
}

// turn replays how far the recorded machine had read the agent's turn.
func (r *player) turn(item *session.Item) {
	kinds := map[string]loop.RecordKind{
		"started": loop.RecordStarted, "ended": loop.RecordEnded, "exited": loop.RecordExited,
	}
	if item.What == session.TurnTokens {
		r.replay.EndAtTokens(item.Tokens)
		return
	}
	if err := r.replay.TakeRecord(kinds[item.What], item.How); err != nil {
		r.warnStray(item, "%s", err)
	}
}

// commands are those that ccc answers itself, as the user types them.
var commands = map[loop.InputKind]string{
	loop.ReviewNow: "/review", loop.Accept: "/accept", loop.Skip: "/skip", loop.ReviewsOn: "/supervisor",
	loop.ReviewsOff: "/supervisoroff",
}

// showCommand shows a command of the user, as the live screen did, so that its answer does not stand alone.
func (r *player) showCommand(in loop.Input) {
	command := commands[in.Kind]
	switch in.Kind {
	case loop.Rounds:
		command = fmt.Sprintf("/rounds %d", in.N)
	case loop.Dismiss:
		command = wording.DismissalIn(!r.hook) + " " + in.Text
	case loop.ReviewsOn:
		command = strings.TrimSpace(command + " " + in.Text)
	}
	if r.screen != nil && command != "" {
		r.screen.EchoMessage(command)
	}
}

// phase compares a recorded phase with the machine's.
func (r *player) phase(item *session.Item) {
	if r.hook && item.To == session.PhaseAgent && r.replay.Phase() != loop.PhaseAgent {
		r.replay.StartTurn()
	}
	if now := r.replay.Phase().String(); r.reader.Format == session.FormatRecording && item.To != now {
		r.warnStray(item, "the recorded loop went to phase %s, this one to %s", item.To, now)
	}
}

// notice shows a notice that no decision of the machine leads to.
func (r *player) notice(item *session.Item) {
	var changes task.FileChanges
	if item.Changes != nil {
		changes = *item.Changes
	}
	switch t := item.Totals; {
	case t != nil && !t.OfTask: // shown at the end
		r.totals = t
	case t != nil && r.screen != nil:
		r.ofTask, r.ofTaskChanges = *t, changes
		r.showTotals(*t, changes)
		r.showHeldNotices()
	case t == nil && item.Changes != nil:
		r.changes = changes
	}
	if r.screen == nil {
		return
	}
	if c := item.Continued; c != nil {
		r.showContinued(*c)
	}
	switch {
	case len(item.Claims) > 0:
		r.screen.Note(r.Language.Text(wording.Claims(item.Claims)))
	case item.Phase == session.PhaseReview:
		r.screen.Note(item.NoticeText(r.Language))
	}
}

// showHeldNotices shows what was said after a verdict that completed a task.
func (r *player) showHeldNotices() {
	for _, n := range r.heldNotices {
		output.Show(r.screen, n, r.Language)
	}
	r.heldNotices = nil
}

// showContinued shows which session goes on.
func (r *player) showContinued(c session.Continued) {
	said := r.Language.Text(wording.Continuing(c.SessionID, c.At, c.Said != ""))
	if c.Said == "" {
		r.screen.Note(said)
		return
	}
	r.screen.ShowLastExchange(said, c.Said, c.Answer)
}

// holdCalls follows a question of the agent's to the user: the time of the calls that wait for an answer counts from
// its end. If another question follows, it is asked again.
func (r *player) holdCalls(what string) {
	if r.screen == nil {
		return
	}
	for _, id := range r.heldCalls {
		r.screen.HoldCall(id, what == session.QuestionAsked)
	}
	if what != session.QuestionAsked {
		r.heldCalls = nil
	}
}

// holdCall notes that a tool call waits for the user's answer.
func (r *player) holdCall(e streamjson.Event) {
	request, err := e.ControlRequest()
	if err != nil || r.screen == nil || !r.reader.Header.Attended || request.ToolUseID == "" {
		return
	}
	r.heldCalls = append(r.heldCalls, request.ToolUseID)
	r.screen.HoldCall(request.ToolUseID, true)
}

// warnStray warns, once, that the machine decides differently from the recorded one.
func (r *player) warnStray(item *session.Item, format string, args ...any) {
	if !r.warnedStray {
		r.warnedStray = true
		r.warn("line %d: %s", item.Line, lang.M(format, args...))
	}
}

// line replays a line of the agent or of a reviewer.
func (r *player) line(item *session.Item) {
	e := item.Event
	if r.reviews {
		r.reviewerLine(e)
		return
	}
	if e.Raw == nil {
		if item.Phase == "agent" {
			r.replay.AgentStray(item.Text)
		}
		return
	}
	phase := item.Phase
	switch {
	case r.reader.Format == session.FormatRecording:
	case r.replay.Phase() == loop.PhaseDone && e.Subtype == "init":
		r.warnStray(item, "another turn begins here, after the end of the loop: it has no effect")
	case phase != "review":
		r.replay.Expect(e)
		if phase == "" && r.replay.Phase() == loop.PhaseReview && r.isFork(e) {
			phase = "review"
		}
	case e.Subtype == "init":
		r.replay.Timer() // the time for the agent's background work is over
	}
	if phase != "review" {
		phase = "agent"
	}
	r.showLine(phase, item.Reviewer, e)
	if phase == "agent" && e.Type == streamjson.TypeControlRequest {
		r.holdCall(e)
	}
	switch {
	case phase == "agent" && r.hook: // its stops say how its turns ended
		return
	case phase == "agent":
		r.session = cmp.Or(e.SessionID, r.session)
		r.replay.Agent(e)
		return
	}
	one, first := r.reviewers.Add(item.Reviewer, e)
	if first && r.reader.Format != session.FormatRecording && item.Reviewer == "" {
		r.judgeOnly(one)
	}
}

// isFork reports whether a line of a plain stream is a reviewer's, whose session is forked from the agent's. A line
// without a session belongs to the one before it.
func (r *player) isFork(e streamjson.Event) bool {
	if e.SessionID != "" {
		r.isInFork = e.SessionID != r.session
	}
	return r.isInFork
}

// showLine shows a line as the live run did.
func (r *player) showLine(phase, reviewer string, e streamjson.Event) {
	if r.screen != nil {
		if r.reader.Format != session.FormatRecording &&
			(e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeUser) {
			r.pace.to(r.ctx, r.pace.elapsed+plainPace, r.flush)
		}
		if phase == "agent" {
			r.screen.ShowAgent(e)
		} else {
			r.screen.ShowReviewer(reviewer, e)
		}
	}
	if r.output != nil {
		r.output.Line(phase, reviewer, e)
	}
	if r.Watcher != nil {
		r.Watcher.Event(phase, reviewer, e)
	}
}

func (r *player) flush() {
	if r.screen != nil {
		r.screen.Flush()
	}
}

// showNotice shows a notice of the loop.
func (r *player) showNotice(n loop.Notice) {
	if n.Begin && n.At.Phase == loop.PhaseReview {
		r.resetReview()
	}
	shown := r.Watcher != nil && r.Watcher.Told(n)
	switch {
	case r.screen == nil, shown && !n.Text.Empty():
	case r.holdsNotices && n.Verdict == nil:
		r.heldNotices = append(r.heldNotices, n)
	default:
		output.Show(r.screen, n, r.Language)
	}
	if n.Verdict != nil && r.output != nil {
		r.output.Verdict(*n.Verdict, n.At.Round)
	}
}

// record shows a change of the phase.
func (r *player) record(rec loop.Record) {
	if rec.Kind == loop.RecordPhase && r.output != nil {
		r.output.Phase(rec.From, rec.Phase.String(), rec.Round)
	}
}

// playEnd replays the end of the input.
func (r *player) playEnd() error {
	if r.replay == nil {
		return lang.Errorf("there is nothing to replay in %s", r.Name)
	}
	r.showHeldNotices()
	line, offset := r.reader.Position()
	switch {
	case r.reader.Format == session.FormatRecording && !r.hasEnd:
		r.warn("line %d, byte %d: the recording breaks off: its ccc was killed, or still runs", line, offset)
		r.cutOff()
	case r.reader.Format == session.FormatRecording && r.end.Error != "":
		r.warn("line %d: the launch ended with an error: %s", line, r.end.Error)
		r.cutOff()
	case r.reviews && r.reader.IsTurnOpen():
		r.giveVerdicts()
		r.warn("line %d, byte %d: the input ends in the middle of a turn", line, offset)
		r.cutOff()
	case r.reviews:
		r.giveVerdicts()
		r.replay.End()
	case r.reader.Format != session.FormatRecording && r.reader.IsTurnOpen():
		r.warn("line %d, byte %d: the input ends in the middle of a turn", line, offset)
		r.cutOff()
	default:
		r.replay.End()
	}
	return nil
}

// cutOff ends an input that stops before its end.
func (r *player) cutOff() {
	r.isDamaged = true
	r.replay.Do(loop.Input{Kind: loop.Quit})
}
