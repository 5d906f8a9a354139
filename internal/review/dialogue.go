package review

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ccc/internal/claims"
	"ccc/internal/claude/mods"
	"ccc/internal/lang"
	"ccc/internal/review/protocol"
	"ccc/internal/task"
	"ccc/ptyio"
	"ccc/streamjson"

	"github.com/google/uuid"
)

// toolCall is a tool call of the reviewer, whether it was carried out or not.
type toolCall struct {
	tool     string
	argument string // the command, file name or pattern
	result   string // "ok", "exit 1", "failed", "denied", "end not seen"; "" if there was none

	id string
}

func (c toolCall) String() string {
	return strings.TrimSpace(c.tool+" "+c.argument) + " (" + c.result + ")"
}

// hasAllowedCall reports whether a tool call was carried out, so that the reviewer has looked at something.
func hasAllowedCall(list []toolCall) bool {
	return slices.ContainsFunc(list, func(c toolCall) bool { return c.result != "" && c.result != denied })
}

// The results of a refused call, and of a command that went on in the background. Such a command may have failed after
// its last output.
const (
	denied  = "denied"
	endless = "end not seen"
)

// resultOf says how a tool call ended.
func resultOf(tool string, b streamjson.Block) string {
	switch text, _ := b.Head(3); {
	case b.IsError:
	case tool == bash && claims.ShowsBackgroundTask(text):
		return endless
	default:
		return "ok"
	}
	line, _ := b.Head(1)
	if code, ok := strings.CutPrefix(line, "Exit code "); ok {
		return "exit " + code
	}
	if strings.Contains(line, "Permission to use") {
		return denied
	}
	return "failed"
}

// dialogue reads the answers of one reviewer, to the first question and to the follow-up questions.
type dialogue struct {
	request      Reviewer
	decoder      *streamjson.Decoder
	send         func([]byte)
	stream       Stream
	calls        []toolCall
	usage        Usage
	atTokenLimit bool        // it was ended because it reached its limit on tokens
	hasEvent     atomic.Bool // an event came since the last question
	strayLines   int         // number of lines that are no events
	pulse        streamjson.Pulse

	question        string // uuid of the last question
	isQuestionRead  bool   // claude has read that question
	callsBefore     int    // number of tool calls before that question
	askedForBlocker bool   // the reviewer was asked to name a blocker
	isSilent        bool   // it did not answer that question

	askedWhy        string         // why it was asked again about its last answer; "" if it was not
	earlierFindings []task.Finding // the findings of that answer

	unknown       []string // tools that claude may run without asking ccc, see [Reviewer.unknownTools]
	hasStarted    bool     // its claude has reported its start
	startDiff     error    // the difference between its start and what ccc configured; nil for none
	modsUnproven  bool     // its claude does not prove that mods are kept out
	keyRejected   bool     // the API has rejected its key twice; after the first time the key could be renewed
	forbiddenTool string   // a tool that ran although the reviewer should not have it; "" for none
}

// maxStrays is how many lines that are no events are passed to Warn. More are only counted.
const maxStrays = 100

// strayLinesWarning returns the warning that the reviewer printed n lines that are no events.
func strayLinesWarning(n int) lang.Message {
	return lang.M("the reviewer printed %d lines that are not events; the log has the first %d", n, maxStrays)
}

// watch kills the reviewer if it is silent for too long. The result is the length of that silence in nanoseconds; 0 if
// it was not killed.
func (d *dialogue) watch(ctx context.Context, child *ptyio.Child) *atomic.Int64 {
	var silence atomic.Int64
	if d.request.isWatched() {
		go d.pulse.Watch(ctx, d.request.Idle, func(lasts time.Duration) {
			silence.Store(int64(lasts))
			child.Kill()
		})
	}
	return &silence
}

// ask sends a question.
func (d *dialogue) ask(text string) {
	d.question, d.isQuestionRead, d.callsBefore = uuid.NewString(), false, len(d.calls)
	d.stream.Ask()
	d.send(streamjson.UserMessage(text, d.question))
}

// isForeign reports whether the event does not belong to the turn of the last question: it is an echo, or part of
// another turn. In a fork, claude first runs prompts that the agent has scheduled, if they are due (2.1.197). Their
// answers are no verdict. A failure always belongs to the question, because claude may end before it reads the
// question.
func (d *dialogue) isForeign(e streamjson.Event) bool {
	if e.Type == streamjson.TypeUser && e.IsReplay {
		if m, err := e.Message(); err == nil && m.UUID == d.question && !d.isQuestionRead {
			d.isQuestionRead, d.calls = true, d.calls[:d.callsBefore]
		}
		return true
	}
	if d.isQuestionRead {
		return false
	}
	switch e.Type {
	case streamjson.TypeAssistant, streamjson.TypeUser, streamjson.TypeStreamEvent:
		return true
	case streamjson.TypeResult:
		r, err := e.Result()
		// 2.1.5 does not mark a result as an error if it was cut off.
		return err == nil && !r.IsError && r.Subtype == "success"
	}
	return false
}

// readResult reads events up to the result of the last question. If there is none, said is false, and the reason is the
// last line of stdout that is no event, if any.
func (d *dialogue) readResult() (result ReviewerResult, said bool) {
	stray := ""
	for {
		e, err := d.decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			stray = bad.Text
			if d.strayLines++; d.strayLines <= maxStrays {
				d.request.Warn(bad)
			}
			continue
		case err != nil:
			return d.withoutAnswer(stray), false
		}
		d.hasEvent.Store(true)
		d.pulse.Add(e)
		foreign := d.isForeign(e)
		answered := !foreign && d.stream.Add(e)
		if e.Type == streamjson.TypeControlRequest {
			d.send(d.request.permit(e))
		}
		d.noteTools(e)
		if retry, err := e.Retry(); err == nil && retry.IsRejected() && retry.Attempt > 1 {
			d.keyRejected = true
		}
		if _, edge := e.Edge(); !foreign && (edge || e.Type != streamjson.TypeStreamEvent) {
			d.request.Observe(e)
		}
		if len(d.unknown) > 0 || d.forbiddenTool != "" || d.startDiff != nil || d.keyRejected {
			return ReviewerResult{}, false
		}
		if answered {
			return d.judge(), true
		}
		if !d.atTokenLimit && d.isOverTokens(e) {
			d.atTokenLimit = true
			return d.withoutAnswer(stray), false
		}
	}
}

// isOverTokens reports whether the reviewer has passed its limit on tokens and would ask the model once more.
func (d *dialogue) isOverTokens(e streamjson.Event) bool {
	limit := d.request.Budget.Tokens
	if limit == 0 || d.usage.Sum().Tokens() < limit {
		return false
	}
	edge, ok := e.Edge()
	return ok && edge.StopReason == "tool_use"
}

// withoutAnswer returns the result for a reviewer that has not answered.
func (d *dialogue) withoutAnswer(stray string) ReviewerResult {
	v := task.Verdict{Reason: errors.New(stray), CostUSD: d.stream.Turn().CostUSD}
	d.usage.SetTokens(&v)
	return ReviewerResult{Verdict: v, calls: d.calls}
}

// followUp asks the reviewer again, in the same session, in three cases: its answer is unclear; it does not find the
// work done but names no blocker; it found the work done without looking at anything. It asks at most once for each. If
// there is no second answer, the first one counts.
func (d *dialogue) followUp(result ReviewerResult, child *ptyio.Child) ReviewerResult {
	unclear, unchecked, advice := false, false, false
	for {
		question, why := "", ""
		switch {
		case result.Unclear && !unclear:
			question, why, unclear = protocol.AskUnclear, task.AskedUnclear, true
		case !advice && d.request.hasNoHold(result):
			question, why, advice, d.askedForBlocker = protocol.AskBlocker, task.AskedNoBlocker, true, true
		case result.Completed && !unchecked && d.request.Changed && !hasAllowedCall(d.calls):
			question, why, unchecked = protocol.AskUnchecked, task.AskedUnchecked, true
		default:
			return result
		}
		d.askedWhy, d.earlierFindings = why, result.Findings
		next, answered := d.askAgain(question, child)
		if !answered {
			d.isSilent = question == protocol.AskBlocker
			return result
		}
		result = next
	}
}

// withEarlier adds the findings of the previous answer that this answer does not mention, because the question was not
// about them. A blocker that this answer does not mention no longer holds the agent, unless this answer names a blocker
// itself.
func (r ReviewerResult) withEarlier(earlier []task.Finding) ReviewerResult {
	// Its feedback in words holds the agent.
	if r.Failure != streamjson.NoFailure || !r.Completed && len(r.Findings) == 0 {
		return r
	}
	list, blocks := slices.Clip(r.Findings), hasOpenBlocker(r.Findings)
	for _, f := range earlier {
		isNewBlocker := f.ID == "" && f.Severity == task.Blocker && f.Status == task.Open
		isSaid := slices.ContainsFunc(r.Findings, func(g task.Finding) bool {
			return f.ID != "" && f.ID == g.ID || f.Text != "" && f.Same(g)
		})
		if isSaid || blocks && isNewBlocker {
			continue
		}
		if isNewBlocker {
			f.Severity = task.Advice
		}
		list = append(list, f)
	}
	r.Findings = list
	return r
}

// hasNoHold reports whether the reviewer does not find the work done, but names only findings that do not keep it
// from being done: advice, findings that the user has dismissed, and new ones that ccc could not confirm.
func (r Reviewer) hasNoHold(result ReviewerResult) bool {
	return result.hasOnlyAdvice() || result.hasFindings() && r.HoldsNobody != nil && r.HoldsNobody(result)
}

// maxSilence is how long a reviewer may print nothing after a second question before it is ended.
const maxSilence = 10 * time.Second

func (d *dialogue) askAgain(question string, child *ptyio.Child) (result ReviewerResult, answered bool) {
	d.ask(question)
	d.pulse.Beat()
	d.hasEvent.Store(false)
	timer := time.AfterFunc(maxSilence, func() {
		if !d.hasEvent.Load() {
			child.End()
		}
	})
	defer timer.Stop()
	return d.readResult()
}

// readRest reads the events after the last answer, to the end of the stream. They may invalidate the answer.
func (d *dialogue) readRest() ReviewerResult {
	for {
		e, err := d.decoder.Next()
		switch {
		case errors.As(err, new(*streamjson.SyntaxError)):
		case err != nil:
			return d.judge()
		default:
			sound := d.stream.flaw == nil
			if d.stream.Add(e); sound && d.stream.flaw != nil {
				d.request.Observe(e)
			}
		}
	}
}

// IsNotification reports whether a result ends a turn that Claude Code began by itself, so that it is no answer. In a
// fork of a session with background work, 2.1.329 first reports in such a turn that it has lost that work.
func IsNotification(e streamjson.Event) bool {
	r, err := e.Result()
	return err == nil && r.Origin.Kind != ""
}

// noteTools records the tool calls and the tokens of an event.
func (d *dialogue) noteTools(e streamjson.Event) {
	d.usage.Add(e)
	switch e.Type {
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			d.unknown = d.request.unknownTools(init)
			if !d.hasStarted { // claude sends it in every turn, and may have fallen back to another model
				d.hasStarted, d.startDiff = true, d.request.checkInit(init)
			}
			if d.startDiff == nil {
				d.startDiff = d.request.checkTools(init)
			}
			d.modsUnproven = d.modsUnproven || !d.request.Mods.IsConfirmedBy(init.PluginNames())
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_use" && b.Name != streamjson.StructuredOutput:
				d.calls = append(d.calls, toolCall{tool: b.Name, argument: b.MainArgument(), id: b.ID})
			case b.Type == "tool_result":
				if i := slices.IndexFunc(d.calls, func(c toolCall) bool { return c.id == b.ToolUseID }); i >= 0 {
					d.calls[i].result = resultOf(d.calls[i].tool, b)
					if !b.IsError && !d.request.isAllowed(d.calls[i].tool) {
						d.forbiddenTool = d.calls[i].tool
					}
				}
			}
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			for _, refused := range r.PermissionDenials {
				if i := slices.IndexFunc(d.calls, func(c toolCall) bool { return c.id == refused.ToolUseID }); i >= 0 {
					d.calls[i].result = denied
				}
			}
		}
	}
}

// judge returns the result of the last answer.
func (d *dialogue) judge() ReviewerResult {
	r := d.stream.Judge().WithKnown(d.request.Findings)
	r.InWords = r.InWords && d.request.form() != protocol.FormMarker
	switch {
	case !d.askedForBlocker || !d.request.hasNoHold(r):
	case d.isSilent: // it does not find the work done, and that still counts
		r.Findings = append(slices.Clip(r.Findings), task.InWords(r.Feedback, r.Findings))
	default: // it had the chance to name a blocker in place of its words
		r.Said, r.Feedback = r.Feedback, ""
	}
	r = r.withEarlier(d.earlierFindings)
	r.askedWhy = d.askedWhy
	if d.modsUnproven {
		r.Mods = string(mods.Loose)
	}
	r.calls = d.calls
	d.usage.SetTokens(&r.Verdict)
	project := strings.TrimSuffix(d.request.Dir, "/") + "/"
	for _, c := range d.calls {
		if rest, below := strings.CutPrefix(c.argument, project); below && c.tool != "Bash" {
			c.argument = rest // the file is in the project
		}
		r.Evidence = append(r.Evidence, c.String())
	}
	return r
}
