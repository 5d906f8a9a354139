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

// cached returns the share of the prompts that came from the provider's cache, from 0 to 1.
func cached(u streamjson.Usage) float64 {
	if u.Prompt() == 0 {
		return 0
	}
	return float64(u.CacheReadInputTokens) / float64(u.Prompt())
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

// answer reads the answers of one reviewer, to the first question and to the follow-up questions.
type answer struct {
	request      Reviewer
	decoder      *streamjson.Decoder
	send         func([]byte)
	stream       Stream
	calls        []toolCall
	usage        streamjson.Usage // of the finished turns
	liveUsage    streamjson.Usage // of the unfinished turn
	atTokenLimit bool             // it was ended because it reached its limit on tokens
	hasEvent     atomic.Bool      // an event came since the last question
	strayLines   int              // number of lines that are no events
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
func (a *answer) watch(ctx context.Context, child *ptyio.Child) *atomic.Int64 {
	var silence atomic.Int64
	if a.request.isWatched() {
		go a.pulse.Watch(ctx, a.request.Idle, func(lasts time.Duration) {
			silence.Store(int64(lasts))
			child.Kill()
		})
	}
	return &silence
}

// ask sends a question.
func (a *answer) ask(text string) {
	a.question, a.isQuestionRead, a.callsBefore = uuid.NewString(), false, len(a.calls)
	a.stream.Ask()
	a.send(streamjson.UserMessage(text, a.question))
}

// isForeign reports whether the event does not belong to the turn of the last question: it is an echo, or part of
// another turn. In a fork, claude first runs prompts that the agent has scheduled, if they are due (2.1.197). Their
// answers are no verdict. A failure always belongs to the question, because claude may end before it reads the
// question.
func (a *answer) isForeign(e streamjson.Event) bool {
	if e.Type == streamjson.TypeUser && e.IsReplay {
		if m, err := e.Message(); err == nil && m.UUID == a.question && !a.isQuestionRead {
			a.isQuestionRead, a.calls = true, a.calls[:a.callsBefore]
		}
		return true
	}
	if a.isQuestionRead {
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
func (a *answer) readResult() (result ReviewerResult, said bool) {
	stray := ""
	for {
		e, err := a.decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			stray = bad.Text
			if a.strayLines++; a.strayLines <= maxStrays {
				a.request.Warn(bad)
			}
			continue
		case err != nil:
			return a.withoutAnswer(stray), false
		}
		a.hasEvent.Store(true)
		a.pulse.Add(e)
		foreign := a.isForeign(e)
		answered := !foreign && a.stream.Add(e)
		if e.Type == streamjson.TypeControlRequest {
			a.send(a.request.permit(e))
		}
		a.noteTools(e)
		if retry, err := e.Retry(); err == nil && retry.IsRejected() && retry.Attempt > 1 {
			a.keyRejected = true
		}
		if _, edge := e.Edge(); !foreign && (edge || e.Type != streamjson.TypeStreamEvent) {
			a.request.Observe(e)
		}
		if len(a.unknown) > 0 || a.forbiddenTool != "" || a.startDiff != nil || a.keyRejected {
			return ReviewerResult{}, false
		}
		if answered {
			return a.judge(), true
		}
		if a.isOverTokens(e) {
			a.atTokenLimit = true
			return a.withoutAnswer(stray), false
		}
	}
}

// isOverTokens reports whether the reviewer has passed its limit on tokens and would ask the model once more.
func (a *answer) isOverTokens(e streamjson.Event) bool {
	limit := a.request.Budget.Tokens
	if limit == 0 || a.sum().Tokens() < limit {
		return false
	}
	edge, ok := e.Edge()
	return ok && edge.StopReason == "tool_use"
}

// sum returns the tokens that the reviewer has read and written so far.
func (a *answer) sum() streamjson.Usage {
	u := a.usage
	u.Add(a.liveUsage)
	return u
}

// withoutAnswer returns the result for a reviewer that has not answered.
func (a *answer) withoutAnswer(stray string) ReviewerResult {
	v := task.Verdict{Reason: errors.New(stray), CostUSD: a.stream.Turn().CostUSD}
	u := a.sum()
	v.Prompt, v.Cached, v.Output = u.Prompt(), cached(u), u.OutputTokens
	return ReviewerResult{Verdict: v, calls: a.calls}
}

// followUp asks the reviewer again, in the same session, in three cases: its answer is unclear; it does not find the
// work done but names no blocker; it found the work done without looking at anything. It asks at most once for each. If
// there is no second answer, the first one counts.
func (a *answer) followUp(result ReviewerResult, child *ptyio.Child) ReviewerResult {
	unclear, unchecked, advice := false, false, false
	for {
		question, why := "", ""
		switch {
		case result.Unclear && !unclear:
			question, why, unclear = protocol.AskUnclear, task.AskedUnclear, true
		case !advice && a.request.hasNoHold(result):
			question, why, advice, a.askedForBlocker = protocol.AskBlocker, task.AskedNoBlocker, true, true
		case result.Completed && !unchecked && a.request.Changed && !hasAllowedCall(a.calls):
			question, why, unchecked = protocol.AskUnchecked, task.AskedUnchecked, true
		default:
			return result
		}
		a.askedWhy, a.earlierFindings = why, result.Findings
		next, answered := a.askAgain(question, child)
		if !answered {
			a.isSilent = question == protocol.AskBlocker
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

func (a *answer) askAgain(question string, child *ptyio.Child) (result ReviewerResult, answered bool) {
	a.ask(question)
	a.pulse.Beat()
	a.hasEvent.Store(false)
	timer := time.AfterFunc(maxSilence, func() {
		if !a.hasEvent.Load() {
			child.End()
		}
	})
	defer timer.Stop()
	return a.readResult()
}

// readRest reads the events after the last answer, to the end of the stream. They may invalidate the answer.
func (a *answer) readRest() ReviewerResult {
	for {
		e, err := a.decoder.Next()
		switch {
		case errors.As(err, new(*streamjson.SyntaxError)):
		case err != nil:
			return a.judge()
		default:
			sound := a.stream.flaw == nil
			if a.stream.Add(e); sound && a.stream.flaw != nil {
				a.request.Observe(e)
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
func (a *answer) noteTools(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			a.unknown = a.request.unknownTools(init)
			if !a.hasStarted { // claude sends it in every turn, and may have fallen back to another model
				a.hasStarted, a.startDiff = true, a.request.checkInit(init)
			}
			if a.startDiff == nil {
				a.startDiff = a.request.checkTools(init)
			}
			a.modsUnproven = a.modsUnproven || !a.request.Mods.IsConfirmedBy(init.PluginNames())
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_use" && b.Name != streamjson.StructuredOutput:
				a.calls = append(a.calls, toolCall{tool: b.Name, argument: b.MainArgument(), id: b.ID})
			case b.Type == "tool_result":
				if i := slices.IndexFunc(a.calls, func(c toolCall) bool { return c.id == b.ToolUseID }); i >= 0 {
					a.calls[i].result = resultOf(a.calls[i].tool, b)
					if !b.IsError && !a.request.isAllowed(a.calls[i].tool) {
						a.forbiddenTool = a.calls[i].tool
					}
				}
			}
		}
	case streamjson.TypeStreamEvent:
		edge, ok := e.Edge()
		switch {
		case ok && edge.Type == "message_start":
			edge.Usage.OutputTokens = 0 // the message_delta has the total
			a.liveUsage.Add(edge.Usage)
		case ok && edge.Type == "message_delta":
			a.liveUsage.OutputTokens += edge.Usage.OutputTokens
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			a.usage.Add(r.Usage)
			a.liveUsage = streamjson.Usage{}
			for _, d := range r.PermissionDenials {
				if i := slices.IndexFunc(a.calls, func(c toolCall) bool { return c.id == d.ToolUseID }); i >= 0 {
					a.calls[i].result = denied
				}
			}
		}
	}
}

// judge returns the result of the last answer.
func (a *answer) judge() ReviewerResult {
	r := a.stream.Judge().WithKnown(a.request.Findings)
	r.InWords = r.InWords && a.request.form() != protocol.FormMarker
	switch {
	case !a.askedForBlocker || !a.request.hasNoHold(r):
	case a.isSilent: // it does not find the work done, and that still counts
		r.Findings = append(slices.Clip(r.Findings), task.InWords(r.Feedback, r.Findings))
	default: // it had the chance to name a blocker in place of its words
		r.Said, r.Feedback = r.Feedback, ""
	}
	r = r.withEarlier(a.earlierFindings)
	r.askedWhy = a.askedWhy
	if a.modsUnproven {
		r.Mods = string(mods.Loose)
	}
	r.calls, r.Prompt, r.Cached, r.Output = a.calls, a.usage.Prompt(), cached(a.usage), a.usage.OutputTokens
	project := strings.TrimSuffix(a.request.Dir, "/") + "/"
	for _, c := range a.calls {
		if rest, below := strings.CutPrefix(c.argument, project); below && c.tool != "Bash" {
			c.argument = rest // the file is in the project
		}
		r.Evidence = append(r.Evidence, c.String())
	}
	return r
}
