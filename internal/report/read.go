package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/replay"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/streamjson"
)

// Input is what a report is made of: whatever a replay takes.
type Input struct {
	io.Reader
	Name     string // for what is said of it
	Warnings io.Writer
	Language lang.Language
}

// Read reads an input to its end. It keeps a bounded part of it: see [MaxPage].
func Read(in Input) (*Report, error) {
	begin := bufio.NewReaderSize(in.Reader, 64<<10)
	if first, _ := begin.Peek(64); session.IsRecording(first) {
		r, err := read(in, begin)
		if err != nil {
			return nil, lang.Errorf("read %s: %w", in.Name, err)
		}
		return r, nil
	}
	// A replay knows whose line it is, and what it came to.
	out, to := io.Pipe()
	defer out.Close()
	go func() {
		_, err := replay.Run(context.Background(), replay.Config{
			Input: begin, Name: in.Name, Format: "stream-json", Out: to, Warnings: in.Warnings, Language: in.Language,
		})
		to.CloseWithError(err)
	}()
	return read(in, out)
}

func read(in Input, r io.Reader) (*Report, error) {
	reader := session.NewReader(r)
	c := &collector{
		reader: reader, report: &Report{},
		talk:  kept[Entry]{roomFirst: roomFirst, roomLast: roomLast},
		steps: kept[Step]{roomFirst: roomSteps / 2, roomLast: roomSteps},
		tasks: kept[Task]{full: true, roomLast: roomTasks},
		calls: make(map[string]*Entry), files: make(map[string]*File), reviewers: make(map[string]*reviewer),
	}
	for {
		item, err := reader.Next()
		var syntax *streamjson.SyntaxError
		var damage *session.DamageError
		switch {
		case err == io.EOF:
			return c.finish(), nil
		case errors.As(err, &syntax):
			c.bad(in, "line %d, byte %d: %v", syntax.Line, syntax.Offset, syntax.Err)
		case errors.As(err, &damage):
			c.bad(in, "line %d: %v", damage.Line, damage.Err)
		case err != nil: // a replay's names the input
			return nil, err
		default:
			c.take(&item)
		}
	}
}

// bad names a line that is no good; the next one can be read.
func (c *collector) bad(in Input, format string, args ...any) {
	if c.report.Bad++; c.report.Bad <= maxTold {
		fmt.Fprintf(in.Warnings, "ccc: %s: %s\n", terminal.Safe(in.Name), terminal.Safe(in.Language.Sprintf(format, args...)))
	}
}

// maxTold is how many lines that cannot be read are named.
const maxTold = 10

// collector makes a report of items.
type collector struct {
	reader *session.Reader
	report *Report

	phase     string
	since     time.Duration // the phase
	tried     time.Duration // the review, anew
	before    float64       // what had been spent then, in USD
	now       time.Duration
	round     int
	part      int
	agent     streamjson.Tracker
	agentUSD  float64 // of agents that are none any more
	reviewers map[string]*reviewer
	reviewUSD float64 // of reviews before the one that is under way
	feedback  string  // that the agent is to get

	talk  kept[Entry]
	steps kept[Step]
	calls map[string]*Entry // without an answer
	files map[string]*File

	tasks   kept[Task]
	task    *Task     // the newest; nil before the first message
	over    bool      // it has ended: the next message begins another
	first   *Step     // the first one since the last stop
	entry   *Entry    // the same in the conversation
	began   time.Time // the task, as the last stop says it
	session string    // the agent's
	stopped bool      // since the last verdict
	told    string    // the first notice since the phase began
}

// reviewer is what is known of one of the review that is under way.
type reviewer struct {
	stream review.Stream
	before float64 // what a first one cost whose session was refused, in USD
	said   bool    // its result
}

func (c *collector) recorded() bool { return c.reader.Format == session.FormatRecording }

func (c *collector) take(item *session.Item) {
	if c.recorded() {
		c.now = max(c.now, time.Duration(item.T*float64(time.Second))) // a clock may have been set back
	}
	switch item.Type {
	case session.TypeLaunch:
		h := c.reader.Header
		c.report.Timed, c.report.Began = true, h.At
		c.report.Hook = h.Door == session.DoorHook
		c.report.Dir, c.report.Provider = short(h.Dir), short(h.Provider)
		c.report.Claude, c.report.Session = short(h.Claude), short(h.SessionID) // of the hook; else claude tells them
	case session.TypePerson:
		c.person(item)
	case session.TypeSent:
		c.sent(item)
	case session.TypeStart:
		switch item.Phase {
		case "agent":
			c.agentUSD += c.agent.Turn().CostUSD
			c.agent = streamjson.Tracker{Dir: c.agent.Dir, Model: c.agent.Model}
		case "review": // also where one is tried again
			c.begin()
		}
	case session.TypeLine:
		c.line(item)
	case session.TypeVerdict:
		c.verdict(item)
	case session.TypePhase:
		to := item.To
		if !c.recorded() {
			to = item.Phase
		}
		c.enter(to, item.Round)
	case session.TypeNotice:
		c.add(&Entry{Kind: "note", Text: clip(item.Text, maxOutput)})
		c.notice(item.Text)
	case session.TypeStop: // it goes on, whatever it had come to
		c.report.Outcome, c.report.Ended = "", false
		c.in(item.SessionID)
		c.switchedOn(item.Stop)
		c.first, c.entry = nil, nil
		c.begin() // a review that could not be made has no start
		c.stopped, c.report.Why = true, lang.Message{}
		if c.task != nil {
			c.task.Outcome = ""
		}
	case session.TypeEnd, session.TypeSoFar:
		c.report.Ended = item.Type == session.TypeEnd || item.Outcome != ""
		c.end(item.End)
	}
}

// notice takes what ccc told the person: it may be why nothing goes on.
func (c *collector) notice(text string) {
	if c.told == "" {
		c.told = text
	}
	if why := task.Why(text); !why.Empty() {
		c.report.Why = why
	}
}

func (c *collector) end(e session.End) {
	r := c.report
	r.Outcome, r.Error, r.CostUSD = short(e.Outcome), short(e.Error), e.CostUSD
	r.Accepted = e.Accepted
	r.Unreviewed = c.stopped || c.task != nil && c.task.Outcome == "none"
	c.over = c.over || r.Outcome == "completed" || r.Outcome == "not_completed" && c.phase == "user"
	if c.over && c.task != nil && (c.task.Outcome == "" || r.Outcome == "completed" && !r.Unreviewed) {
		c.task.Outcome = judged[r.Outcome]
	}
	r.Took = time.Duration(e.DurationMS) * time.Millisecond
	if e.SessionID != "" {
		r.Session = short(e.SessionID)
	}
}

// spent is what all has cost so far, in USD.
func (c *collector) spent() float64 {
	usd := c.agentUSD + c.agent.Turn().CostUSD + c.reviewUSD
	for _, one := range c.reviewers {
		usd += one.before + one.stream.Turn().CostUSD
	}
	return usd
}

// enter begins another phase.
func (c *collector) enter(phase string, round int) {
	if phase == c.phase || !slices.Contains(phases, phase) {
		return
	}
	c.leave()
	switch n := c.task; {
	case phase == "done", phase == "user" && c.phase == "review" && n != nil && n.Outcome == "not_completed":
		c.over = true
	case phase == "agent":
		c.report.Why = lang.Message{}
	}
	c.told = ""
	if phase == "review" {
		c.begin()
		if round == 0 { // nobody tells
			round = c.round + 1
		}
	}
	c.phase, c.since, c.before = phase, c.now, c.spent()
	c.part++
	c.round = round
}

// begin begins a review, or a further try of one.
func (c *collector) begin() {
	c.reviewUSD += c.reviewsUSD()
	clear(c.reviewers)
	c.tried = c.now
}

// phases are those of the loop.
var phases = []string{"user", "agent", "wait", "review", "done"}

func (c *collector) reviewsUSD() (usd float64) {
	for _, one := range c.reviewers {
		usd += one.before + one.stream.Turn().CostUSD
	}
	return usd
}

// leave ends the phase.
func (c *collector) leave() {
	if c.phase == "" || c.phase == "done" || !c.report.Timed {
		return
	}
	span := Span{Phase: c.phase, From: c.since, To: c.now, CostUSD: c.spent() - c.before}
	if c.phase == "review" {
		span.Round = c.round
		if n := len(c.steps.last); n > 0 {
			span.Verdict = c.verdictOf(c.steps.last[n-1].one)
		} else if n := len(c.steps.first); n > 0 {
			span.Verdict = c.verdictOf(c.steps.first[n-1].one)
		}
	}
	spans := &c.report.Spans
	switch n := len(*spans); {
	case span.To == span.From && span.CostUSD == 0 && span.Verdict == "":
	case n == maxSpans: // the rest is one
		(*spans)[n-1] = Span{Phase: "rest", From: (*spans)[n-1].From, To: span.To,
			CostUSD: (*spans)[n-1].CostUSD + span.CostUSD}
	default:
		*spans = append(*spans, span)
	}
}

// verdictOf is what the review that ends now came to.
func (c *collector) verdictOf(s *Step) string {
	if s.Message != nil || s.At < c.since {
		return ""
	}
	return s.Judgement
}

// person takes what the person said or did.
func (c *collector) person(item *session.Item) {
	if item.Text == "" {
		if name := didNames[item.Did]; name != "" {
			c.add(&Entry{Kind: "did", Text: clip(name, maxLabel)})
		}
	}
	switch item.Did {
	case "accept":
		if c.over = true; c.task != nil {
			c.task.Outcome = "accepted"
		}
	case "reviews_on":
		c.over = true
		fallthrough
	case "reviews_off":
		c.steps.add(&Step{At: c.now, Did: item.Did}, tags)
	}
	if item.Text != "" {
		c.said(item.Text)
	}
}

// didNames are what the person did, as [words] knows it.
var didNames = map[string]string{
	"interrupt": "interrupt", "go_on": "go_on", "review": "review_now", "accept": "accept", "skip": "skip",
	"rounds": "rounds", "reviews_on": "reviews_on", "reviews_off": "reviews_off", "stop": "stop", "quit": "quit",
}

// said takes a message of the person's.
func (c *collector) said(text string) {
	if c.report.Hook { // what it had come to is past
		c.report.Outcome, c.report.Ended = "", false
	}
	message := clip(text, maxText)
	e := &Entry{Kind: "person", Text: message}
	c.add(e)
	if c.phase != "agent" { // with it begins what the agent does next
		e.Phase, e.Part = "agent", c.part+1
	}
	c.stopped, c.report.Unreviewed, c.report.Why = false, false, lang.Message{}
	step := &Step{At: c.now, Message: &message}
	c.steps.add(step, tags+message.weight())
	if c.first == nil && c.report.Hook { // what it is said in is known later
		c.first, c.entry = step, e
	}
	if c.task == nil || c.over && strings.TrimSpace(text) != "/clear" {
		c.begins(step)
	}
}

func (c *collector) sent(item *session.Item) {
	if (item.From == "supervisor" || item.From == "ccc") && item.Text != "" {
		c.add(&Entry{Kind: item.From, Text: clip(item.Text, maxText)})
	}
}

// verdict takes the end of a review.
func (c *collector) verdict(item *session.Item) {
	s := &Step{
		At: c.now, Round: item.Round, Judgement: judgement(item.Completed, item.Blocked, item.Failure),
		By: short(item.By), Cage: short(item.Cage), Cached: item.Cached, CostUSD: c.reviewsUSD(), Took: c.now - c.tried,
	}
	text := item.Feedback
	one := c.reviewers[""]
	switch {
	case item.Failure != "":
		text = item.Reason
	case item.Completed && text == "" && one != nil && one.said:
		text = one.stream.Judge(one.stream.Turn().Structured != nil).Said
	}
	if c.feedback = ""; s.Judgement == "not_completed" {
		c.feedback = item.Feedback
	}
	s.Text = clip(text, maxText/2)
	n := tags + s.Text.weight()
	for _, e := range item.Evidence {
		switch {
		case strings.HasPrefix(e, "check ") && len(item.Checks) > 0: // it is among those
			continue
		case len(s.Evidence) == maxList:
			s.Left++
			continue
		}
		e = short(e)
		s.Evidence = append(s.Evidence, e)
		n += tags/4 + weight(e)
	}
	s.Left += max(len(item.Checks)-maxList, 0) + max(len(item.Reviewers)-maxList, 0)
	for _, k := range item.Checks[:min(len(item.Checks), maxList)] {
		check := task.Check{
			Name: short(k.Name), Command: short(k.Command), Exit: k.Exit, DurationMS: k.DurationMS, State: short(k.State),
		}
		s.Checks = append(s.Checks, check)
		n += tags + weight(check.Name, check.Command, check.State)
	}
	for _, r := range item.Reviewers[:min(len(item.Reviewers), maxList)] {
		text := r.Feedback
		if r.Completed {
			text = r.Said
		}
		said := Reviewer{
			Name: short(r.Name), Judgement: judgement(r.Completed, r.Blocked, ""), Text: clip(text, maxText/4),
			CostUSD: r.CostUSD, Took: time.Duration(r.DurationMS) * time.Millisecond,
		}
		s.Reviewers = append(s.Reviewers, said)
		n += tags + said.Text.weight()
	}
	if item.Failure == "" {
		c.report.Rounds++
	}
	c.steps.add(s, n)
	c.stopped, c.report.Why = false, lang.Message{}
	if item.Failure != "" {
		c.report.Why = lang.M("no verdict, this stop was not reviewed: %s", short(item.Reason))
	}
	if c.task != nil {
		if c.task.Outcome = s.Judgement; item.Failure == "" {
			c.task.Rounds++
		}
	}
}

func judgement(completed, blocked bool, failure string) string {
	switch {
	case failure != "":
		return "none"
	case completed:
		return "completed"
	case blocked:
		return "question"
	}
	return "not_completed"
}

// short is a text for a line.
func short(text string) string {
	if len(text) <= maxLabel {
		return text
	}
	cut := clip(text, maxLabel)
	return cut.Head + " … " + cut.Tail
}

// line takes a line of agent or reviewer.
func (c *collector) line(item *session.Item) {
	e := item.Event
	if e.Raw == nil {
		return
	}
	if item.Phase != "review" {
		item.Phase = "agent"
	}
	if !c.recorded() && item.Phase != c.phase {
		round := c.round
		if item.Phase == "review" {
			round++
		}
		c.enter(item.Phase, round)
	}
	if e.Subtype == "init" {
		if init, err := e.Init(); err == nil && c.report.Claude == "" {
			c.report.Claude = short(init.Version)
		}
	}
	if item.Phase == "review" {
		c.reviewed(item)
	} else {
		c.agent.Add(e)
		c.in(e.SessionID)
	}
	switch e.Type {
	case streamjson.TypeAssistant, streamjson.TypeUser:
		if m, err := e.Message(); err == nil {
			c.message(item, m)
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil && !r.OK() && r.Text() != "" {
			c.spoken(item, &Entry{Kind: "note", Text: clip(r.Text(), maxOutput)})
		}
	}
}

// reviewed lets the reviewer whose line it is have it.
func (c *collector) reviewed(item *session.Item) {
	one := c.reviewers[item.Reviewer]
	if one == nil {
		one = &reviewer{}
		c.reviewers[item.Reviewer] = one
	}
	if init := item.Event.Subtype == "init"; init && one.said {
		if item.Event.SessionID != one.stream.Session { // a fresh one, with the transcript
			one.before += one.stream.Turn().CostUSD
			one.stream = review.Stream{}
		} else { // asked once more
			one.stream.Ask()
		}
	}
	one.said = one.stream.Add(item.Event) || one.said
}

func (c *collector) message(item *session.Item, m streamjson.Message) {
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			c.text(item, m, b.Text)
		case "thinking":
			if b.Thinking != "" {
				c.spoken(item, &Entry{Kind: "thinking", Text: clip(b.Thinking, maxOutput)})
			}
		case "tool_use":
			c.tool(item, b)
		case "tool_result":
			c.result(b)
		}
	}
	if m.Model != "" && !strings.HasPrefix(m.Model, "<") && item.Phase != "review" {
		c.report.Model = short(m.Model)
	}
}

func (c *collector) text(item *session.Item, m streamjson.Message, text string) {
	e := item.Event
	switch {
	case strings.TrimSpace(text) == "":
	case e.Type == streamjson.TypeAssistant && item.Phase == "review":
		c.spoken(item, &Entry{Kind: "reviewer", Text: clip(text, maxText)})
	case e.Type == streamjson.TypeAssistant:
		c.spoken(item, &Entry{Kind: "text", Text: clip(text, maxText)})
	case c.recorded(), item.Phase == "review", m.IsSynthetic, e.ParentToolUseID != "",
		bytes.Contains(e.Raw, []byte(`"isMeta":true`)): // nobody said it, or it stands there already
	case c.feedback != "" && strings.Contains(text, c.feedback), streamjson.Own(m.UUID):
		c.feedback = ""
		c.add(&Entry{Kind: "supervisor", Text: clip(text, maxText)})
	case strings.HasPrefix(text, "<command-"), !session.SaidByUser(e): // claude's own words, or what the person did
		c.add(&Entry{Kind: "note", Text: clip(text, maxOutput)})
	default:
		c.said(text)
	}
}

// edit are the arguments of the tools that change files.
type edit struct {
	Path     string `json:"file_path"`
	Notebook string `json:"notebook_path"`
	Content  string `json:"content"`
	Source   string `json:"new_source"`
	Old      string `json:"old_string"`
	New      string `json:"new_string"`
}

func (c *collector) tool(item *session.Item, b streamjson.Block) {
	argument := b.MainArgument()
	e := &Entry{Kind: "tool", Tool: short(b.Name)}
	var in edit
	switch {
	case b.Edits() && json.Unmarshal(b.Input, &in) == nil && in.Path+in.Notebook != "":
		argument = c.relative(in.Path + in.Notebook)
		added := in.Content + in.Source + in.New
		if in.Old != "" || added != "" {
			e.Input = []Clip{clip(in.Old, maxOutput), clip(added, maxOutput)}
		}
	case b.Name != "Bash":
		argument = c.relative(argument)
		fallthrough
	default:
		var of struct{ Prompt string } // a subagent's, which its description does not tell
		if json.Unmarshal(b.Input, &of) == nil && of.Prompt != "" && of.Prompt != argument {
			e.Input = []Clip{clip(of.Prompt, maxOutput)}
		} else if len(argument) > maxLabel || strings.Contains(argument, "\n") {
			e.Input = []Clip{clip(argument, maxOutput)}
		}
		if item.Phase != "review" && b.Name == "Bash" {
			c.report.Shells++
		}
	}
	e.Argument = short(argument)
	c.spoken(item, e)
	if len(c.calls) > maxCalls { // of processes that ended
		clear(c.calls)
	}
	c.calls[b.ID] = e
}

// maxCalls is how many calls may be without an answer.
const maxCalls = 1000

func (c *collector) result(b streamjson.Block) {
	e := c.calls[b.ToolUseID]
	if e == nil {
		return
	}
	delete(c.calls, b.ToolUseID)
	e.State = "ok"
	if b.IsError {
		e.State = "error"
	}
	e.Output = clip(strings.TrimRight(b.ContentText(), "\r\n"), maxOutput)
	c.talk.grow(e, e.Output.weight())
	if e.Phase != "review" && !b.IsError && (streamjson.Block{Type: "tool_use", Name: e.Tool}).Edits() {
		c.changed(e.Argument)
	}
}

// changed notes that the agent has changed a file.
func (c *collector) changed(path string) {
	f := c.files[path]
	switch {
	case f != nil:
	case len(c.files) == maxFiles:
		c.report.FilesLeft++
		return
	default:
		f = &File{Path: path}
		c.files[path] = f
		c.report.Files = append(c.report.Files, f)
	}
	f.Calls++
}

// relative is a path of the project's without the project's.
func (c *collector) relative(path string) string {
	dir := c.report.Dir
	if dir == "" {
		dir = c.agent.Dir
	}
	if rest, below := strings.CutPrefix(path, strings.TrimSuffix(dir, "/")+"/"); below && dir != "" {
		return rest
	}
	return path
}

// spoken adds what stands in a line.
func (c *collector) spoken(item *session.Item, e *Entry) {
	e.Inner, e.Reviewer = item.Event.ParentToolUseID != "", short(item.Reviewer)
	c.add(e)
	e.Phase = item.Phase
}

func (c *collector) add(e *Entry) {
	e.At, e.Phase, e.Part, e.Round = c.now, c.phase, c.part, c.round
	n := tags + weight(e.Tool, e.Argument) + e.Text.weight()
	for _, in := range e.Input {
		n += in.weight()
	}
	c.talk.add(e, n)
}

func (c *collector) finish() *Report {
	c.leave()
	r := c.report
	r.Steps, r.StepsLeft = c.steps.all(), c.steps.left
	r.Tasks, r.TasksLeft = c.tasks.all(), c.tasks.left
	if c.task != nil {
		c.outcome()
	}
	r.Talk, r.TalkLeft = c.talk.all(), c.talk.left
	r.gap = len(c.talk.first)
	if r.Dir == "" {
		r.Dir = short(c.agent.Dir)
	}
	if r.Dir != "" {
		r.Project = filepath.Base(r.Dir)
	}
	if r.Session == "" {
		r.Session = short(c.agent.Session)
	}
	if r.CostUSD == 0 {
		r.CostUSD = c.spent()
	}
	if r.Timed && (r.Took == 0 || r.Hook) { // the hook tells it of its last stop
		r.Took = c.now
	}
	return r
}
