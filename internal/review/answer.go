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
	tool   string
	what   string // the command, file name or pattern
	result string // "ok", "exit 1", "failed", "denied", "end not seen"; "" if there was none

	id string
}

func (c toolCall) String() string {
	return strings.TrimSpace(c.tool+" "+c.what) + " (" + c.result + ")"
}

// cached returns the share of the prompts that came from the provider's cache, from 0 to 1.
func cached(u streamjson.Usage) float64 {
	if u.Prompt() == 0 {
		return 0
	}
	return float64(u.CacheReadInputTokens) / float64(u.Prompt())
}

// anyAllowed reports whether a tool call was carried out, so that the reviewer has looked at something.
func anyAllowed(list []toolCall) bool {
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
	case tool == bash && claims.InBackground(text):
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
	request Reviewer
	decoder *streamjson.Decoder
	send    func([]byte)
	stream  Stream
	calls   []toolCall
	usage   streamjson.Usage // of the finished turns
	live    streamjson.Usage // of the unfinished turn
	spent   bool             // it was ended because it reached its limit on tokens
	heard   atomic.Bool      // an event came since the last question
	strays  int              // number of lines that are no events
	pulse   streamjson.Pulse

	question string // uuid of the last question
	taken    bool   // claude has read that question
	before   int    // number of tool calls before that question
	named    bool   // the reviewer was asked to name a blocker
	silent   bool   // it did not answer that question

	asked   bool           // it was asked again about its last answer
	earlier []task.Finding // the findings of that answer

	unknown   []string // tools that claude may run without asking ccc, see [Reviewer.unknownTools]
	begun     bool     // its claude has reported its start
	differs   error    // the difference between its start and what ccc configured; nil for none
	loose     bool     // its claude does not prove that mods are kept out
	rejected  bool     // the API has rejected its key twice; after the first time the key could be renewed
	forbidden string   // a tool that ran although the reviewer should not have it; "" for none
}

// maxStrays is how many lines that are no events are passed to Warn. More are only counted.
const maxStrays = 100

// strays returns the warning that the reviewer printed n lines that are no events.
func strays(n int) lang.Message {
	return lang.M("the reviewer printed %d lines that are not events; the log has the first %d", n, maxStrays)
}

// watch kills the reviewer if it is silent for too long. The result is the length of that silence in nanoseconds; 0 if
// it was not killed.
func (a *answer) watch(ctx context.Context, child *ptyio.Child) *atomic.Int64 {
	var silence atomic.Int64
	if a.request.watched() {
		go a.pulse.Watch(ctx, a.request.Idle, func(lasts time.Duration) {
			silence.Store(int64(lasts))
			child.Kill()
		})
	}
	return &silence
}

// ask sends a question.
func (a *answer) ask(text string) {
	a.question, a.taken, a.before = uuid.NewString(), false, len(a.calls)
	a.stream.Ask()
	a.send(streamjson.UserMessage(text, a.question))
}

// foreign reports whether the event does not belong to the turn of the last question: it is an echo, or part of another
// turn. In a fork, claude first runs prompts that the agent has scheduled, if they are due (2.1.197). Their answers are
// no verdict. A failure always belongs to the question, because claude may end before it reads the question.
func (a *answer) foreign(e streamjson.Event) bool {
	if e.Type == streamjson.TypeUser && e.IsReplay {
		if m, err := e.Message(); err == nil && m.UUID == a.question && !a.taken {
			a.taken, a.calls = true, a.calls[:a.before]
		}
		return true
	}
	if a.taken {
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

// read reads events up to the result of the last question. If there is none, said is false, and the reason is the last
// line of stdout that is no event, if any.
func (a *answer) read() (result ReviewerResult, said bool) {
	stray := ""
	for {
		e, err := a.decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			stray = bad.Text
			if a.strays++; a.strays <= maxStrays {
				a.request.Warn(bad)
			}
			continue
		case err != nil:
			return a.withoutAnswer(stray), false
		}
		a.heard.Store(true)
		a.pulse.Add(e)
		foreign := a.foreign(e)
		answered := !foreign && a.stream.Add(e)
		if e.Type == streamjson.TypeControlRequest {
			a.send(a.request.permit(e))
		}
		a.noteTools(e)
		if retry, err := e.Retry(); err == nil && retry.Rejected() && retry.Attempt > 1 {
			a.rejected = true
		}
		if _, edge := e.Edge(); !foreign && (edge || e.Type != streamjson.TypeStreamEvent) {
			a.request.Observe(e)
		}
		if len(a.unknown) > 0 || a.forbidden != "" || a.differs != nil || a.rejected {
			return ReviewerResult{}, false
		}
		if answered {
			return a.judge(), true
		}
		if a.exceeds(e) {
			a.spent = true
			return a.withoutAnswer(stray), false
		}
	}
}

// exceeds reports whether the reviewer has passed its limit on tokens and would ask the model once more.
func (a *answer) exceeds(e streamjson.Event) bool {
	bound := a.request.Budget.Tokens
	if bound == 0 || a.sum().Tokens() < bound {
		return false
	}
	edge, ok := e.Edge()
	return ok && edge.StopReason == "tool_use"
}

// sum returns the tokens that the reviewer has read and written so far.
func (a *answer) sum() streamjson.Usage {
	u := a.usage
	u.Add(a.live)
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
		question := ""
		switch {
		case result.Unclear && !unclear:
			question, unclear = protocol.AskUnclear, true
		case !advice && a.request.namesNoHold(result):
			question, advice, a.named = protocol.AskBlocker, true, true
		case result.Completed && !unchecked && a.request.Changed && !anyAllowed(a.calls):
			question, unchecked = protocol.AskUnchecked, true
		default:
			return result
		}
		a.asked, a.earlier = true, result.Findings
		next, answered := a.askAgain(question, child)
		if !answered {
			a.silent = question == protocol.AskBlocker
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
	list, blocks := slices.Clip(r.Findings), namesBlocker(r.Findings)
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

// namesNoHold reports whether the reviewer does not find the work done, but names only findings that do not keep it
// from being done: advice, findings that the user has dismissed, and new ones that ccc could not confirm.
func (r Reviewer) namesNoHold(result ReviewerResult) bool {
	return result.namesAdviceOnly() || result.namesFindings() && r.HoldsNobody != nil && r.HoldsNobody(result)
}

// maxSilence is how long a reviewer may print nothing after a second question before it is ended.
const maxSilence = 10 * time.Second

func (a *answer) askAgain(question string, child *ptyio.Child) (result ReviewerResult, answered bool) {
	a.ask(question)
	a.pulse.Beat()
	a.heard.Store(false)
	timer := time.AfterFunc(maxSilence, func() {
		if !a.heard.Load() {
			child.End()
		}
	})
	defer timer.Stop()
	return a.read()
}

// rest reads the events after the last answer, to the end of the stream. They may invalidate the answer.
func (a *answer) rest() ReviewerResult {
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

// Notified reports whether a result ends a turn that Claude Code began by itself, so that it is no answer. In a fork of
// a session with background work, 2.1.329 first reports in such a turn that it has lost that work.
func Notified(e streamjson.Event) bool {
	r, err := e.Result()
	return err == nil && r.Origin.Kind != ""
}

// noteTools records the tool calls and the tokens of an event.
func (a *answer) noteTools(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			a.unknown = a.request.unknownTools(init)
			if !a.begun { // claude sends it in every turn, and may have fallen back to another model
				a.begun, a.differs = true, a.request.checkInit(init)
			}
			if a.differs == nil {
				a.differs = a.request.checkTools(init)
			}
			a.loose = a.loose || !a.request.Mods.IsConfirmedBy(init.PluginNames())
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_use" && b.Name != streamjson.StructuredOutput:
				a.calls = append(a.calls, toolCall{tool: b.Name, what: b.MainArgument(), id: b.ID})
			case b.Type == "tool_result":
				if i := slices.IndexFunc(a.calls, func(c toolCall) bool { return c.id == b.ToolUseID }); i >= 0 {
					a.calls[i].result = resultOf(a.calls[i].tool, b)
					if !b.IsError && !a.request.allows(a.calls[i].tool) {
						a.forbidden = a.calls[i].tool
					}
				}
			}
		}
	case streamjson.TypeStreamEvent:
		edge, ok := e.Edge()
		switch {
		case ok && edge.Type == "message_start":
			edge.Usage.OutputTokens = 0 // the message_delta has the total
			a.live.Add(edge.Usage)
		case ok && edge.Type == "message_delta":
			a.live.OutputTokens += edge.Usage.OutputTokens
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			a.usage.Add(r.Usage)
			a.live = streamjson.Usage{}
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
	case !a.named || !a.request.namesNoHold(r):
	case a.silent: // it does not find the work done, and that still counts
		r.Findings = append(slices.Clip(r.Findings), task.InWords(r.Feedback, r.Findings))
	default: // it had the chance to name a blocker in place of its words
		r.Said, r.Feedback = r.Feedback, ""
	}
	r = r.withEarlier(a.earlier)
	r.askedAgain = a.asked
	if a.loose {
		r.Mods = string(mods.Loose)
	}
	r.calls, r.Prompt, r.Cached, r.Output = a.calls, a.usage.Prompt(), cached(a.usage), a.usage.OutputTokens
	for _, c := range a.calls {
		if rest, below := strings.CutPrefix(c.what, strings.TrimSuffix(a.request.Dir, "/")+"/"); below && c.tool != "Bash" {
			c.what = rest // the file is in the project
		}
		r.Evidence = append(r.Evidence, c.String())
	}
	return r
}
