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

// toolCall is a tool call of the reviewer: what it looked at, or tried to.
type toolCall struct {
	tool   string
	what   string // the command, the file, the pattern
	result string // "ok", "exit 1", "failed", "denied", "end not seen"; "" if there was none

	id string
}

func (c toolCall) String() string {
	return strings.TrimSpace(c.tool+" "+c.what) + " (" + c.result + ")"
}

// cached is the share of the prompts that came from the provider's cache, from 0 to 1.
func cached(u streamjson.Usage) float64 {
	if u.Prompt() == 0 {
		return 0
	}
	return float64(u.CacheReadInputTokens) / float64(u.Prompt())
}

// anyAllowed reports whether a tool call was carried out: the reviewer has then looked at something.
func anyAllowed(list []toolCall) bool {
	return slices.ContainsFunc(list, func(c toolCall) bool { return c.result != "" && c.result != denied })
}

// What came of a call that was refused, and of a command that went on in the background: whatever it printed, it may
// have failed later.
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

// answer reads the answers of one reviewer, which may be asked several questions.
type answer struct {
	request Reviewer
	decoder *streamjson.Decoder
	send    func([]byte)
	stream  Stream
	calls   []toolCall
	usage   streamjson.Usage // of the turns that have ended
	live    streamjson.Usage // since then
	spent   bool             // it was ended at its bound on tokens
	heard   atomic.Bool      // an event came since the newest question
	strays  int              // number of lines that are no events
	pulse   streamjson.Pulse

	question string // uuid of the newest question
	taken    bool   // claude has read that question
	before   int    // number of tool calls before it
	named    bool   // the reviewer was asked to name what blocks
	silent   bool   // it did not answer that

	asked   bool           // it was asked again, about the answer before
	earlier []task.Finding // what that named

	unknown   []string // tools that it may run without asking ccc, see [Reviewer.unknownTools]
	begun     bool     // its claude has said how it began
	differs   error    // how its claude began otherwise than it was told to; nil if it did not
	loose     bool     // its claude does not show that mods are kept out
	rejected  bool     // the API has rejected its key twice: once could be renewed
	forbidden string   // a tool that ran although the reviewer does not have it; "" for none
}

// maxStrays is how many lines that are no events are passed to Warn. More are only counted.
const maxStrays = 100

// strays says that the reviewer printed n lines that are no events.
func strays(n int) lang.Message {
	return lang.M("the reviewer printed %d lines that are not events; the log has the first %d", n, maxStrays)
}

// watch kills the reviewer if it is silent for too long. The result is then the length of that silence in nanoseconds;
// else it is 0.
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

// foreign reports whether the event does not belong to the question's turn: it is an echo, or of an earlier turn. In a
// fork claude first carries out what the agent has scheduled, if it is due (2.1.197). The answer to that is no verdict.
// A failure always belongs to the question: claude may end before it reads the question.
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
		return err == nil && !r.IsError && r.Subtype == "success" // 2.1.5 does not call a result an error that was cut off
	}
	return false
}

// read reads the stream up to the result of the newest question. If there is none, said is false, and the reason is the
// last line on stdout that is no event, if any.
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

// exceeds reports whether the reviewer is over its bound on tokens, and would ask the model once more.
func (a *answer) exceeds(e streamjson.Event) bool {
	bound := a.request.Budget.Tokens
	if bound == 0 || a.sum().Tokens() < bound {
		return false
	}
	edge, ok := e.Edge()
	return ok && edge.StopReason == "tool_use"
}

// sum is what the reviewer has read and written so far.
func (a *answer) sum() streamjson.Usage {
	u := a.usage
	u.Add(a.live)
	return u
}

// withoutAnswer is what is known of a reviewer that has not answered.
func (a *answer) withoutAnswer(stray string) ReviewerResult {
	v := task.Verdict{Reason: errors.New(stray), CostUSD: a.stream.Turn().CostUSD}
	u := a.sum()
	v.Prompt, v.Cached, v.Output = u.Prompt(), cached(u), u.OutputTokens
	return ReviewerResult{Verdict: v, calls: a.calls}
}

// followUp asks the reviewer again, in its own session, if its answer is not plain, if it does not find the work done
// and names nothing that blocks it, or if it found the work done without having looked at anything. Each is asked once.
// Without a further answer the one before stands.
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

// withEarlier adds the findings that the answer before named and this one leaves out: the question back was not about
// them. A blocker of which this answer says nothing holds nobody, and is one of its own if it names any.
func (r ReviewerResult) withEarlier(earlier []task.Finding) ReviewerResult {
	if r.Failure != streamjson.NoFailure || !r.Completed && len(r.Findings) == 0 { // its words are what holds the agent
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

// namesNoHold reports whether the reviewer does not find the work done, and names only findings that hold nobody: advice,
// what the user has dismissed, and new ones that ccc could not confirm.
func (r Reviewer) namesNoHold(result ReviewerResult) bool {
	return result.namesAdviceOnly() || result.namesFindings() && r.HoldsNobody != nil && r.HoldsNobody(result)
}

// maxSilence is how long a reviewer that is asked again may print nothing at all before it is ended.
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

// rest reads what follows the last answer, up to the end of the stream. It may make the answer worthless.
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

// Notified reports whether a result ends a turn that Claude Code began by itself. It is then no answer of the reviewer.
// In a fork of a session with work in the background, 2.1.329 first notes that it has lost sight of that work.
func Notified(e streamjson.Event) bool {
	r, err := e.Result()
	return err == nil && r.Origin.Kind != ""
}

// noteTools notes the tool calls and the tokens of an event.
func (a *answer) noteTools(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			a.unknown = a.request.unknownTools(init)
			if !a.begun { // it is sent again at each turn, where claude may have fallen back to another model
				a.begun, a.differs = true, a.request.checkInit(init)
			}
			if a.differs == nil {
				a.differs = a.request.checkTools(init)
			}
			a.loose = a.loose || !a.request.Mods.Holds(init.PluginNames())
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
			edge.Usage.OutputTokens = 0 // the message_delta has all
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

// judge returns the result of the newest answer.
func (a *answer) judge() ReviewerResult {
	r := a.stream.Judge().WithKnown(a.request.Findings)
	r.InWords = r.InWords && a.request.form() != protocol.FormMarker
	switch {
	case !a.named || !a.request.namesNoHold(r):
	case a.silent: // it does not find the work done, and that stands
		r.Findings = append(slices.Clip(r.Findings), task.InWords(r.Feedback, r.Findings))
	default: // what its words may mean it would have named
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
			c.what = rest // a file of the project
		}
		r.Evidence = append(r.Evidence, c.String())
	}
	return r
}
