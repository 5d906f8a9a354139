package report

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/replay"
	"ccc/internal/review/protocol"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Input is the input for a report, in any format that a replay reads.
type Input struct {
	io.Reader
	Name     string // for warnings
	Running  bool   // its launch still runs, and writes to it
	Warnings io.Writer
	Language lang.Language
}

// Read reads an input to its end. Like [MaxPage], its memory is limited.
func Read(in Input) (*Report, error) {
	begin := bufio.NewReaderSize(in.Reader, 64<<10)
	if first, _ := begin.Peek(64); session.IsRecording(first) {
		r, err := readReport(in, begin)
		if err != nil {
			return nil, lang.Errorf("read %s: %w", in.Name, err)
		}
		return r, nil
	}
	// Other formats are replayed first: the replay finds the phase of each line, and the verdicts.
	out, to := io.Pipe()
	defer out.Close()
	go func() {
		_, err := replay.Run(context.Background(), replay.Config{
			Input: begin, Name: in.Name, Format: "stream-json", Out: to, Warnings: in.Warnings, Language: in.Language,
		})
		to.CloseWithError(err)
	}()
	return readReport(in, out)
}

func readReport(in Input, r io.Reader) (*Report, error) {
	reader := session.NewReader(r)
	c := &collector{
		report:    &Report{Running: in.Running},
		language:  in.Language,
		talk:      ends[Entry]{roomFirst: roomFirst, roomLast: roomLast},
		steps:     ends[Step]{roomFirst: roomSteps / 2, roomLast: roomSteps},
		tasks:     ends[Task]{isFull: true, roomLast: roomTasks},
		openCalls: make(map[string]*Entry), files: make(map[string]*File),
	}
	for {
		item, err := reader.Next()
		switch {
		case err == io.EOF:
			return c.finish(), nil
		case session.IsDamage(err):
			c.bad(in, "%s", session.DamageMessage(err))
		case err != nil: // an error of the replay names the input
			return nil, err
		default:
			c.add(&item)
		}
	}
}

// bad reports a line that cannot be read, up to a number of such lines; the next line can be read.
func (c *collector) bad(in Input, format string, args ...any) {
	if c.report.Bad++; c.report.Bad <= maxTold {
		what := text.Safe(in.Language.Sprintf(format, args...))
		fmt.Fprintln(in.Warnings, in.Language.Sprintf("ccc: %s: %s", text.Safe(in.Name), what))
	}
}

// maxTold is how many lines that cannot be read are named.
const maxTold = 10

// collector makes a report from items. The fold knows their result; the collector keeps what happened on the way, as
// far as there is room.
type collector struct {
	fold     session.Fold
	report   *Report
	language lang.Language
	part     int // of the conversation

	talk      ends[Entry]
	steps     ends[Step]
	tasks     ends[Task]
	openCalls map[string]*Entry // tool calls without a result
	files     map[string]*File
	judgement string   // of the newest verdict in this phase
	reused    []string // the checks of this review whose earlier result still holds
	lastRound int      // the number of the review that is the newest step; 0 if that is none, or gave no verdict
	lastText  string   // the newest text of the agent or of a reviewer

	awaitsLine bool     // there was a verdict, and the line that tells it has not come
	held       []*Entry // what was said meanwhile
}

// add reads the next item.
func (c *collector) add(item *session.Item) {
	change := c.fold.Add(item)
	if change.Entered {
		c.part++
	}
	c.unjudged(change.Stopped, judgedStopped)
	for _, span := range change.Left {
		c.span(span)
	}
	if did := c.didOf(item); did != "" && len(change.Prompts) == 0 {
		c.entry(&Entry{Kind: "did", Text: session.NewClip(did, maxLabel)})
	}
	if change.Session {
		c.entry(&Entry{Kind: "session"})
	}
	switch item.Type {
	case session.TypePerson:
		if item.Did == session.ReviewsOn || item.Did == session.ReviewsOff {
			c.step(&Step{At: c.fold.Now(), Did: item.Did}, tags)
		}
		if did := didNames[item.Did]; did == didReviewNow && c.lastRound > 0 {
			c.step(&Step{At: c.fold.Now(), Did: did}, tags)
		}
		if change.Dismissed {
			s := &Step{At: c.fold.Now(), Did: item.Did, Text: session.NewClip(item.Text, maxLabel)}
			c.step(s, tags+weightOf(s.Text))
		}
		for _, p := range change.Prompts {
			c.prompt(p)
		}
	case session.TypeSent:
		if (item.From == "supervisor" || item.From == "ccc") && item.Text != "" {
			c.entry(&Entry{Kind: item.From, Text: session.NewClip(item.Text, maxText)})
		}
	case session.TypeNotice:
		c.notice(item)
	case session.TypeLine:
		c.line(item, &change)
	case session.TypeCheck:
		for _, k := range item.Checks {
			if k.Reused && len(c.reused) < maxList {
				c.reused = append(c.reused, session.Label(k.Name))
			}
		}
	case session.TypeVerdict:
		c.verdict(item, change.Verdict)
	}
	if change.Begun != nil {
		if own := c.fold.Snapshot().Header.Task; own != "" && change.Begun.Number == 1 {
			// Without the text that ccc run adds to it.
			change.Opening.Text = session.NewClip(own, len(own))
		}
		t := &Task{Task: change.Begun, Text: session.NewClip(change.Opening.Text.Head, maxLabel)}
		c.tasks.add(t, tags+weightOf(t.Text))
		if change.Resumed {
			c.step(&Step{At: c.fold.Now(), Prompt: change.Opening}, tags+weightOf(change.Opening.Text))
		}
		c.report.Task = change.Opening.Text
	}
}

// The judgements of a review without a verdict, as keys of [words].
const (
	judgedStopped = "stopped" // the user stopped it
	judgedOpen    = "open"    // it runs, or was cut off
)

// unjudged stores a review without a verdict or a reason for that, if there is one.
func (c *collector) unjudged(v *session.Verdict, judgement string) {
	if v == nil {
		return
	}
	c.judgement = judgement
	c.step(&Step{At: v.At, Round: v.Round, Judgement: judgement, CostUSD: v.CostUSD, Took: v.Took}, tags)
}

// span stores a phase that has ended.
func (c *collector) span(span session.Span) {
	if span.Phase == session.PhaseReview {
		span.Verdict = c.judgement
	}
	c.judgement = ""
	spans := &c.report.Spans
	if n := len(*spans); n == maxSpans { // the rest becomes one span
		last := (*spans)[n-1]
		span = session.Span{Phase: "rest", From: last.From, To: span.To, CostUSD: last.CostUSD + span.CostUSD}
		*spans = (*spans)[:n-1]
	}
	*spans = append(*spans, Span{Span: span})
}

// Keys of [words].
const (
	didEndWait   = "go_on"      // the user ended a wait
	didReviewNow = "review_now" // the user typed /review
	didWoken     = "woken"      // after the verdict claude went on by itself
)

// didNames maps what the user did to keys of [words].
var didNames = map[string]string{
	"interrupt": "interrupt", "go_on": didEndWait, "review": didReviewNow, "accept": "accept", "skip": "skip",
	"rounds": "rounds", "reviews_on": "reviews_on", "reviews_off": "reviews_off", "stop": "stop", "quit": "quit",
}

// didOf returns the key of [words] for what the user did, in the phase in which they did it; "" for none.
func (c *collector) didOf(item *session.Item) string {
	if item.Type != session.TypePerson {
		return ""
	}
	did, phase := didNames[item.Did], c.fold.Phase()
	switch {
	case did == "interrupt" && phase == session.PhaseUser: // with nothing to interrupt, ctrl-c ends ccc
		return "quit"
	case did != "interrupt" && did != "stop":
	case phase == session.PhaseReview: // the notice says it
		return ""
	case phase == session.PhaseWait || c.fold.IsResting(): // no turn ran
		return didEndWait
	}
	return did
}

// prompt stores a message of the user. In the conversation it begins the next part of the agent.
func (c *collector) prompt(p *session.Prompt) {
	e := &Entry{Kind: "person", Text: p.Text, prompt: p}
	if c.entry(e); c.fold.Phase() != session.PhaseAgent {
		e.Phase, e.Part = session.PhaseAgent, c.part+1
	}
	c.step(&Step{At: p.At, Prompt: p}, tags+weightOf(p.Text))
}

// verdict stores the end of a review.
func (c *collector) verdict(item *session.Item, v *session.Verdict) {
	s := &Step{
		At: v.At, Round: v.Round, Judgement: v.Judgement(), By: session.Label(item.By), Cage: session.Label(item.Cage),
		Mods: session.Label(item.Mods), Unchecked: v.Unchecked, Meanwhile: wording.Names(v.Meanwhile).String(),
		Outside: wording.Names(v.Outside).String(), Dismissed: v.IsByDismissal(),
		Cached: item.Cached, CostUSD: v.CostUSD, Took: v.Took,
	}
	s.Text = session.NewClip(cmp.Or(v.Feedback, v.Said), maxText/2)
	if v.Feedback != "" && task.IsCovered(v.Feedback, v.Findings) { // the table already has the feedback
		s.Text = session.Clip{}
	}
	switch v.Failure {
	case "":
	case session.FailureName(streamjson.Aborted): // the loop records none then
		s.Judgement, s.Text = judgedStopped, session.Clip{}
	default:
		s.Text = session.NewClip(c.language.Text(wording.Recorded(v.Reason)), maxText/2)
	}
	c.judgement, c.awaitsLine = s.Judgement, true
	n := tags + weightOf(s.Text)
	n += s.evidence(item) + s.checks(item, c.reused) + s.reviewers(item) + s.findings(v)
	c.reused = nil
	if c.lastRound > 0 && s.Round <= c.lastRound { // the count has begun anew, and nobody asked for it
		c.step(&Step{At: c.fold.Now() - s.Took, Did: didWoken}, tags)
	}
	c.step(s, n)
	if v.Failure == "" {
		c.lastRound = s.Round
	}
}

// step stores the next step.
func (c *collector) step(s *Step, weight int) {
	c.lastRound = 0
	c.steps.add(s, weight)
}

// line stores the content of a line of the agent or of a reviewer.
func (c *collector) line(item *session.Item, change *session.Change) {
	e := item.Event
	if e.Raw == nil {
		return
	}
	if item.Phase != session.PhaseReview {
		item.Phase = session.PhaseAgent
	}
	switch e.Type {
	case streamjson.TypeAssistant, streamjson.TypeUser:
		if m, err := e.Message(); err == nil {
			c.message(item, m, change)
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil && !r.OK() && !r.Aborted() && r.Text() != "" && r.Text() != c.lastText {
			c.entryOf(item, &Entry{Kind: "note", Text: session.NewClip(r.Text(), maxOutput)})
		}
	}
}

func (c *collector) message(item *session.Item, m streamjson.Message, change *session.Change) {
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if item.Event.Type == streamjson.TypeAssistant {
				c.lastText = b.Text
			}
			if strings.TrimSpace(b.Text) != "" {
				c.text(item, b.Text, change)
			}
		case "thinking":
			if b.Thinking != "" {
				c.entryOf(item, &Entry{Kind: "thinking", Text: session.NewClip(b.Thinking, maxOutput)})
			}
		case "tool_use":
			if b.Name == streamjson.StructuredOutput && item.Phase == session.PhaseReview {
				continue // the answer is the verdict
			}
			c.tool(item, b)
		case "tool_result":
			c.result(b)
		}
	}
	if m.Model != "" && !strings.HasPrefix(m.Model, "<") && item.Phase != session.PhaseReview {
		c.report.Model = session.Label(m.Model)
	}
}

// text stores a text of a message.
func (c *collector) text(item *session.Item, text string, change *session.Change) {
	switch {
	case item.Event.Type == streamjson.TypeAssistant && item.Phase == session.PhaseReview:
		if text, _ = protocol.Words(text); text != "" {
			c.entryOf(item, &Entry{Kind: "reviewer", Text: session.NewClip(text, maxText)})
		}
		return
	case item.Event.Type == streamjson.TypeAssistant:
		c.entryOf(item, &Entry{Kind: "text", Text: session.NewClip(text, maxText)})
		return
	case len(change.Authors) == 0:
		return
	}
	by := change.Authors[0]
	change.Authors = change.Authors[1:]
	switch by {
	case session.AuthorUser:
		c.prompt(change.Prompts[0])
		change.Prompts = change.Prompts[1:]
	case session.AuthorCCC:
		c.entry(&Entry{Kind: "supervisor", Text: session.NewClip(text, maxText)})
	case session.AuthorClaude:
		if text = session.ClaudeText(text); text != "" {
			c.entry(&Entry{Kind: "note", Text: session.NewClip(text, maxOutput)})
		}
	}
}

// entryOf stores a part of the conversation in a line.
func (c *collector) entryOf(item *session.Item, e *Entry) {
	e.Inner, e.Reviewer = item.Event.ParentToolUseID != "", session.Label(item.Reviewer)
	c.entry(e)
	e.Phase = item.Phase
}

// entry stores a part of the conversation.
func (c *collector) entry(e *Entry) {
	e.At, e.Phase, e.Part, e.Round = c.fold.Now(), c.fold.Phase(), c.part, c.fold.Round()
	if c.awaitsLine && slices.Contains([]string{"note", "supervisor", "ccc"}, e.Kind) {
		c.held = append(c.held, e)
		return
	}
	c.release()
	c.keep(e)
}

// notice stores what ccc said to the user. The line of a verdict is recorded behind the feedback, the notes and the
// task's totals, all of which the user saw after it.
func (c *collector) notice(item *session.Item) {
	e := &Entry{Kind: "note", Text: session.NewClip(item.NoticeText(c.language), maxOutput)}
	if !c.awaitsLine || !item.IsDecision() {
		c.entry(e)
		return
	}
	said := c.held
	c.awaitsLine, c.held = false, nil
	c.entry(e)
	for _, one := range said {
		one.Phase, one.Part = e.Phase, e.Part
		c.keep(one)
	}
}

// release stores what was said with a verdict whose line has not come.
func (c *collector) release() {
	for _, e := range c.held {
		c.keep(e)
	}
	c.awaitsLine, c.held = false, nil
}

func (c *collector) keep(e *Entry) {
	n := tags + weight(e.Tool, e.Argument) + weightOf(e.Text)
	for _, in := range e.Input {
		n += weightOf(in)
	}
	c.talk.add(e, n)
}

// finish makes the report of what was read.
func (c *collector) finish() *Report {
	c.release()
	r, s := c.report, c.fold.Snapshot()
	c.unjudged(c.fold.Judging(), map[bool]string{true: judgedStopped, false: judgedOpen}[s.Settled])
	for _, span := range c.fold.Spans() {
		c.span(span)
	}
	r.Timed, r.Began, r.Hook = s.Header.Version > 0, s.Header.Start(), s.Header.Door == session.DoorHook
	r.Provider, r.Claude, r.Session = session.Label(s.Header.Provider), session.Label(s.Claude), session.Label(s.ID)
	if r.Dir = session.Label(s.Dir); r.Dir != "" {
		r.Project = filepath.Base(r.Dir)
	}
	r.Outcome, r.Error = session.Label(s.Outcome), session.Label(s.End.Error)
	r.Ended, r.Accepted = s.Settled, s.End.Accepted
	r.Running, r.Phase = r.Running && !s.Closed, s.Phase
	r.Unreviewed, r.Why = s.Unreviewed, s.Why
	r.Dismissed = s.Verdict.IsByDismissal()
	r.Rounds, r.CostUSD, r.Took = s.Rounds, s.TotalUSD, s.Took
	r.AtLeast = s.AtLeast || r.Hook && s.Phase == session.PhaseReview
	if r.Timed { // of other inputs the replay guesses where a review begins
		r.NoVerdict = s.NoVerdict
	}
	r.Steps, r.StepsLeft = c.steps.all(), c.steps.droppedCount
	endFindings(r.Steps)
	r.Tasks, r.TasksLeft, r.Outcomes = c.tasks.all(), c.tasks.droppedCount, s.Outcomes
	if s.Task != nil {
		r.Tasks[len(r.Tasks)-1].Task = s.Task
		if s.Task.Number == 1 { // its message is at the top of the page
			r.Steps = slices.DeleteFunc(r.Steps, func(s *Step) bool { return s.Task() == 1 })
		}
	}
	r.setCosts()
	r.Talk, r.TalkLeft = c.talk.all(), c.talk.droppedCount
	r.gap = len(c.talk.first)
	return r
}
