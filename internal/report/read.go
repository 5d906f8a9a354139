package report

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/replay"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Input is what a report is made of, in any format that a replay reads.
type Input struct {
	io.Reader
	Name     string // for warnings
	Warnings io.Writer
	Language lang.Language
}

// Read reads an input to its end. What it keeps is limited as [MaxPage] is.
func Read(in Input) (*Report, error) {
	begin := bufio.NewReaderSize(in.Reader, 64<<10)
	if first, _ := begin.Peek(64); session.IsRecording(first) {
		r, err := read(in, begin)
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
	return read(in, out)
}

func read(in Input, r io.Reader) (*Report, error) {
	reader := session.NewReader(r)
	c := &collector{
		report: &Report{},
		talk:   ends[Entry]{roomFirst: roomFirst, roomLast: roomLast},
		steps:  ends[Step]{roomFirst: roomSteps / 2, roomLast: roomSteps},
		tasks:  ends[Task]{full: true, roomLast: roomTasks},
		calls:  make(map[string]*Entry), files: make(map[string]*File),
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

// bad names a line that cannot be read, up to a number of them; the next line can be read.
func (c *collector) bad(in Input, format string, args ...any) {
	if c.report.Bad++; c.report.Bad <= maxTold {
		fmt.Fprintf(in.Warnings, "ccc: %s: %s\n", text.Safe(in.Name), text.Safe(in.Language.Sprintf(format, args...)))
	}
}

// maxTold is how many lines that cannot be read are named.
const maxTold = 10

// collector makes a report of items. The fold says what they come to; the collector keeps what happened on the way, as
// far as there is room.
type collector struct {
	fold   session.Fold
	report *Report
	part   int // of the conversation

	talk  ends[Entry]
	steps ends[Step]
	tasks ends[Task]
	calls map[string]*Entry // tool calls without a result
	files map[string]*File
}

// add reads the next item.
func (c *collector) add(item *session.Item) {
	change := c.fold.Add(item)
	if change.Entered {
		c.part++
	}
	if change.Left != nil {
		c.span(*change.Left)
	}
	if item.Type == session.TypePerson && item.Text == "" && didNames[item.Did] != "" {
		c.entry(&Entry{Kind: "did", Text: session.NewClip(didNames[item.Did], maxLabel)})
	}
	if change.Session {
		c.entry(&Entry{Kind: "session"})
	}
	switch item.Type {
	case session.TypePerson:
		if item.Did == session.ReviewsOn || item.Did == session.ReviewsOff {
			c.steps.add(&Step{At: c.fold.Now(), Did: item.Did}, tags)
		}
		for _, p := range change.Prompts {
			c.prompt(p)
		}
	case session.TypeSent:
		if (item.From == "supervisor" || item.From == "ccc") && item.Text != "" {
			c.entry(&Entry{Kind: item.From, Text: session.NewClip(item.Text, maxText)})
		}
	case session.TypeNotice:
		c.entry(&Entry{Kind: "note", Text: session.NewClip(item.Text, maxOutput)})
	case session.TypeLine:
		c.line(item, &change)
	case session.TypeVerdict:
		c.verdict(item, change.Verdict)
	}
	if change.Begun != nil {
		t := &Task{Task: change.Begun, Text: session.NewClip(change.Opening.Text.Head, maxLabel)}
		c.tasks.add(t, tags+weightOf(t.Text))
		c.report.Task = change.Opening.Text
	}
}

// span keeps a phase that has ended.
func (c *collector) span(span session.Span) {
	spans := &c.report.Spans
	if n := len(*spans); n == maxSpans { // the rest is one
		last := (*spans)[n-1]
		span = session.Span{Phase: "rest", From: last.From, To: span.To, CostUSD: last.CostUSD + span.CostUSD}
		*spans = (*spans)[:n-1]
	}
	*spans = append(*spans, Span{span})
}

// didNames are the keys of [words] for what the user did.
var didNames = map[string]string{
	"interrupt": "interrupt", "go_on": "go_on", "review": "review_now", "accept": "accept", "skip": "skip",
	"rounds": "rounds", "reviews_on": "reviews_on", "reviews_off": "reviews_off", "stop": "stop", "quit": "quit",
}

// prompt keeps a message of the user's. In the conversation it begins the next part of the agent's.
func (c *collector) prompt(p *session.Prompt) {
	e := &Entry{Kind: "person", Text: p.Text, prompt: p}
	if c.entry(e); c.fold.Phase() != session.PhaseAgent {
		e.Phase, e.Part = session.PhaseAgent, c.part+1
	}
	c.steps.add(&Step{At: p.At, Prompt: p}, tags+weightOf(p.Text))
}

// verdict keeps the end of a review.
func (c *collector) verdict(item *session.Item, v *session.Verdict) {
	s := &Step{
		At: v.At, Round: v.Round, Judgement: v.Judgement(), By: session.Label(item.By), Cage: session.Label(item.Cage),
		Mods: session.Label(item.Mods), Unchecked: v.Unchecked,
		Cached: item.Cached, CostUSD: v.CostUSD, Took: v.Took,
	}
	s.Text = session.NewClip(cmp.Or(v.Feedback, v.Said), maxText/2)
	if v.Failure != "" {
		s.Text = session.NewClip(v.Reason, maxText/2)
	}
	n := tags + weightOf(s.Text)
	n += s.evidence(item) + s.checks(item) + s.reviewers(item) + s.findings(v)
	c.steps.add(s, n)
}

// evidence adds what the reviewer ran to a step, without the checks if those are listed, and gives its weight.
func (s *Step) evidence(item *session.Item) (n int) {
	for _, e := range item.Evidence {
		switch {
		case strings.HasPrefix(e, "check ") && len(item.Checks) > 0:
			continue
		case len(s.Evidence) == maxList:
			s.Left++
			continue
		}
		e = session.Label(e)
		s.Evidence = append(s.Evidence, e)
		n += tags/4 + weight(e)
	}
	return n
}

// checks adds the project's checks to a step, and gives their weight.
func (s *Step) checks(item *session.Item) (n int) {
	s.Left += max(len(item.Checks)-maxList, 0)
	for _, k := range item.Checks[:min(len(item.Checks), maxList)] {
		check := task.Check{
			Name: session.Label(k.Name), Command: session.Label(k.Command), Exit: k.Exit, DurationMS: k.DurationMS,
			State: session.Label(k.State),
		}
		s.Checks = append(s.Checks, check)
		n += tags + weight(check.Name, check.Command, check.State)
	}
	return n
}

// reviewers adds what each of several reviewers said to a step, and gives its weight.
func (s *Step) reviewers(item *session.Item) (n int) {
	s.Left += max(len(item.Reviewers)-maxList, 0)
	for _, r := range item.Reviewers[:min(len(item.Reviewers), maxList)] {
		text := r.Feedback
		if r.Completed {
			text = r.Said
		}
		one := Reviewer{
			Name: session.Label(r.Name), Judgement: session.Judgement(r.Completed, r.Blocked, ""),
			Text: session.NewClip(text, maxText/4), CostUSD: r.CostUSD, Took: time.Duration(r.DurationMS) * time.Millisecond,
		}
		s.Reviewers = append(s.Reviewers, one)
		n += tags + weightOf(one.Text)
	}
	return n
}

// statusWord are the statuses in the words of a report, where open is said of tasks.
var statusWord = map[task.Status]string{
	task.Open: "still_open", task.Fixed: "fixed", task.Withdrawn: "withdrawn", task.Dismissed: "dismissed",
}

// findings adds the findings of a task to a step, but for those that ended before it, and gives their weight.
func (s *Step) findings(v *session.Verdict) (n int) {
	for _, f := range v.Findings {
		if f.InWords || f.Status != task.Open && f.Ended != v.Round {
			continue
		}
		if len(s.Findings) == maxList {
			s.Left++
			continue
		}
		one := Finding{
			ID: session.Label(f.ID), Severity: string(f.Severity),
			Status: statusWord[f.Status], Place: session.Label(f.Evidence),
			Text: session.NewClip(f.Text, maxText/4), Found: f.Found, Ended: f.Ended,
			By: session.Label(strings.Join(f.Reviewers, ", ")), Unproven: strings.Join(f.Unproven, ", "),
		}
		s.Findings = append(s.Findings, one)
		n += tags + weightOf(one.Text) + weight(one.Place, one.By)
	}
	return n
}

// line keeps what a line of the agent or of a reviewer says.
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
		if r, err := e.Result(); err == nil && !r.OK() && r.Text() != "" {
			c.entryOf(item, &Entry{Kind: "note", Text: session.NewClip(r.Text(), maxOutput)})
		}
	}
}

func (c *collector) message(item *session.Item, m streamjson.Message, change *session.Change) {
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) != "" {
				c.text(item, b.Text, change)
			}
		case "thinking":
			if b.Thinking != "" {
				c.entryOf(item, &Entry{Kind: "thinking", Text: session.NewClip(b.Thinking, maxOutput)})
			}
		case "tool_use":
			c.tool(item, b)
		case "tool_result":
			c.result(b)
		}
	}
	if m.Model != "" && !strings.HasPrefix(m.Model, "<") && item.Phase != session.PhaseReview {
		c.report.Model = session.Label(m.Model)
	}
}

// text keeps a text of a message.
func (c *collector) text(item *session.Item, text string, change *session.Change) {
	switch {
	case item.Event.Type == streamjson.TypeAssistant && item.Phase == session.PhaseReview:
		c.entryOf(item, &Entry{Kind: "reviewer", Text: session.NewClip(text, maxText)})
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
		c.entry(&Entry{Kind: "note", Text: session.NewClip(text, maxOutput)})
	}
}

// edit is the input of the tools that change files.
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
	e := &Entry{Kind: "tool", Tool: session.Label(b.Name)}
	var in edit
	switch {
	case b.Edits() && json.Unmarshal(b.Input, &in) == nil && in.Path+in.Notebook != "":
		argument = c.relative(in.Path + in.Notebook)
		added := in.Content + in.Source + in.New
		if in.Old != "" || added != "" {
			e.Input = []session.Clip{session.NewClip(in.Old, maxOutput), session.NewClip(added, maxOutput)}
		}
	case b.Name != "Bash":
		argument = c.relative(argument)
		fallthrough
	default:
		var of struct{ Prompt string } // the task of a subagent: its description does not say it
		if json.Unmarshal(b.Input, &of) == nil && of.Prompt != "" && of.Prompt != argument {
			e.Input = []session.Clip{session.NewClip(of.Prompt, maxOutput)}
		} else if len(argument) > maxLabel || strings.Contains(argument, "\n") {
			e.Input = []session.Clip{session.NewClip(argument, maxOutput)}
		}
		if item.Phase != "review" && b.Name == "Bash" {
			c.report.Shells++
		}
	}
	e.Argument = session.Label(argument)
	c.entryOf(item, e)
	if len(c.calls) > maxCalls { // their processes have ended
		clear(c.calls)
	}
	c.calls[b.ID] = e
}

// maxCalls is how many tool calls without a result are kept.
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
	e.Output = session.NewClip(strings.TrimRight(b.ContentText(), "\r\n"), maxOutput)
	c.talk.grow(e, weightOf(e.Output))
	if e.Phase != "review" && !b.IsError && (streamjson.Block{Type: "tool_use", Name: e.Tool}).Edits() {
		c.changeFile(e.Argument)
	}
}

// changeFile notes that the agent has changed a file.
func (c *collector) changeFile(path string) {
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

// relative is a path in the project relative to the project.
func (c *collector) relative(path string) string {
	dir := c.fold.Dir()
	if rest, below := strings.CutPrefix(path, strings.TrimSuffix(dir, "/")+"/"); below && dir != "" {
		return rest
	}
	return path
}

// entryOf keeps a part of the conversation that is in a line.
func (c *collector) entryOf(item *session.Item, e *Entry) {
	e.Inner, e.Reviewer = item.Event.ParentToolUseID != "", session.Label(item.Reviewer)
	c.entry(e)
	e.Phase = item.Phase
}

// entry keeps a part of the conversation.
func (c *collector) entry(e *Entry) {
	e.At, e.Phase, e.Part, e.Round = c.fold.Now(), c.fold.Phase(), c.part, c.fold.Round()
	n := tags + weight(e.Tool, e.Argument) + weightOf(e.Text)
	for _, in := range e.Input {
		n += weightOf(in)
	}
	c.talk.add(e, n)
}

// finish makes the report of what was read.
func (c *collector) finish() *Report {
	if span := c.fold.Span(); span != nil {
		c.span(*span)
	}
	r, s := c.report, c.fold.Snapshot()
	r.Timed, r.Began, r.Hook = s.Header.Version > 0, s.Header.At, s.Header.Door == session.DoorHook
	r.Provider, r.Claude, r.Session = session.Label(s.Header.Provider), session.Label(s.Claude), session.Label(s.ID)
	if r.Dir = session.Label(s.Dir); r.Dir != "" {
		r.Project = filepath.Base(r.Dir)
	}
	r.Outcome, r.Error = session.Label(s.Outcome), session.Label(s.End.Error)
	r.Ended, r.Accepted = s.Settled, s.End.Accepted
	r.Unreviewed, r.Why = s.Unreviewed, s.Why
	r.Rounds, r.CostUSD, r.Took = s.Rounds, s.TotalUSD, s.Took
	r.Steps, r.StepsLeft = c.steps.all(), c.steps.left
	r.Tasks, r.TasksLeft, r.Outcomes = c.tasks.all(), c.tasks.left, s.Outcomes
	if s.Task != nil {
		r.Tasks[len(r.Tasks)-1].Task = s.Task
		if s.Task.Number == 1 { // the page has its message at the top
			r.Steps = slices.DeleteFunc(r.Steps, func(s *Step) bool { return s.Task() == 1 })
		}
	}
	r.Talk, r.TalkLeft = c.talk.all(), c.talk.left
	r.gap = len(c.talk.first)
	return r
}
