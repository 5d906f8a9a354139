package review

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/prompt"
	"ccc/ptyio"
	"ccc/streamjson"

	"github.com/google/uuid"
)

// check is something that the reviewer ran, or tried to.
type check struct {
	tool   string
	what   string // the command, the file, the pattern
	result string // "ok", "exit 1", "failed", "denied"; "" if there was none

	id string
}

func (c check) String() string { return strings.TrimSpace(c.tool+" "+c.what) + " (" + c.result + ")" }

// cached is the share of a prompt that came from the provider's cache, from 0 to 1.
func cached(u streamjson.Usage) float64 {
	if u.Prompt() == 0 {
		return 0
	}
	return float64(u.CacheReadInputTokens) / float64(u.Prompt())
}

// checked reports whether anything was really looked at.
func checked(list []check) bool {
	return slices.ContainsFunc(list, func(c check) bool { return c.result != "" && c.result != denied })
}

const denied = "denied"

// resultOf says how a tool call went.
func resultOf(b streamjson.Block) string {
	if !b.IsError {
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

// answer reads what a reviewer says, for one verdict after another.
type answer struct {
	request Reviewer
	decoder *streamjson.Decoder
	send    func([]byte)
	stream  Stream
	checks  []check
	usage   streamjson.Usage
	heard   atomic.Bool // an event has come
	strays  int         // lines that are no events
	pulse   streamjson.Pulse

	question string // its uuid
	taken    bool   // the question has entered the conversation
	before   int    // checks before it

	strangers []string // tools that it is offered and would not ask for; see [Request.strangers]
	wrong     string   // a tool that has run though it does not have it
}

// maxStrays is of how many lines that are no events Warn is told; more are only counted.
const maxStrays = 100

// strays says that the reviewer printed n lines that are no events.
func strays(n int) lang.Message {
	return lang.M("the reviewer printed %d lines that are not events; the log has the first %d", n, maxStrays)
}

// watch ends the reviewer when nothing comes from it for too long. What it gives is then how long that was, in
// nanoseconds, else 0.
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
	a.question, a.taken, a.before = uuid.NewString(), false, len(a.checks)
	a.stream.Ask()
	a.send(streamjson.UserMessage(text, a.question))
}

// foreign reports whether the event is none of the question's turn: an echo, or of a turn before it. In a fork, what
// the agent has scheduled is asked first when it is due (2.1.197), and its answer is no verdict. A failure is the
// question's, too: claude ends by it before it takes the question.
func (a *answer) foreign(e streamjson.Event) bool {
	if e.Type == streamjson.TypeUser && e.IsReplay {
		if m, err := e.Message(); err == nil && m.UUID == a.question && !a.taken {
			a.taken, a.checks = true, a.checks[:a.before]
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
		return err == nil && !r.IsError && r.Subtype == "success" // 2.1.5 says of one that was cut off that it is no error
	}
	return false
}

// read follows the stream to the result of the question that was asked last. Without one, said is false and the reason
// is the last line on stdout that is no event, if there is one.
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
			v := task.Verdict{Reason: errors.New(stray), CostUSD: a.stream.Turn().CostUSD}
			return ReviewerResult{Verdict: v, checks: a.checks}, false
		}
		a.heard.Store(true)
		a.pulse.Add(e)
		foreign := a.foreign(e)
		answered := !foreign && a.stream.Add(e)
		if e.Type == streamjson.TypeControlRequest {
			a.send(a.request.permit(e))
		}
		a.note(e)
		if _, edge := e.Edge(); !foreign && (edge || e.Type != streamjson.TypeStreamEvent) {
			a.request.Observe(e)
		}
		if len(a.strangers) > 0 || a.wrong != "" {
			return ReviewerResult{}, false
		}
		if answered {
			return a.judge(), true
		}
	}
}

// followUp asks the reviewer again, in its own session, if its answer is not plain or if it found the work done without
// having looked at anything. Each is asked once. Without a further answer the one before stands.
func (a *answer) followUp(result ReviewerResult, child *ptyio.Child) ReviewerResult {
	unclear, unchecked := false, false
	for {
		question := ""
		switch {
		case result.Unclear && !unclear:
			question, unclear = prompt.AskUnclear, true
		case result.Completed && !unchecked && a.request.Changed != nil && !checked(a.checks) && a.request.Changed():
			question, unchecked = prompt.AskUnchecked, true
		default:
			return result
		}
		next, answered := a.askAgain(question, child)
		if !answered {
			return result
		}
		result = next
	}
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

// rest reads what comes behind the last answer, and judges it by that, too.
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

// Notified reports whether a result is none of the reviewer's answers, but ends a turn that Claude Code began by
// itself: in the fork of a session in which something runs in the background, 2.1.329 notes first that it has lost
// sight of that.
func Notified(e streamjson.Event) bool {
	r, err := e.Result()
	return err == nil && r.Origin.Kind != ""
}

// note keeps which tools ran, and what the turns took.
func (a *answer) note(e streamjson.Event) {
	switch e.Type {
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			a.strangers = a.request.unknownTools(init)
		}
	case streamjson.TypeAssistant, streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_use" && b.Name != structuredOutput:
				a.checks = append(a.checks, check{tool: b.Name, what: b.MainArgument(), id: b.ID})
			case b.Type == "tool_result":
				if i := slices.IndexFunc(a.checks, func(c check) bool { return c.id == b.ToolUseID }); i >= 0 {
					a.checks[i].result = resultOf(b)
					if !b.IsError && !a.request.allows(a.checks[i].tool) {
						a.wrong = a.checks[i].tool
					}
				}
			}
		}
	case streamjson.TypeResult:
		if r, err := e.Result(); err == nil {
			a.usage.InputTokens += r.Usage.InputTokens
			a.usage.CacheReadInputTokens += r.Usage.CacheReadInputTokens
			a.usage.CacheCreationInputTokens += r.Usage.CacheCreationInputTokens
			a.usage.OutputTokens += r.Usage.OutputTokens
			for _, d := range r.PermissionDenials {
				if i := slices.IndexFunc(a.checks, func(c check) bool { return c.id == d.ToolUseID }); i >= 0 {
					a.checks[i].result = denied
				}
			}
		}
	}
}

// judge makes the result of the newest answer.
func (a *answer) judge() ReviewerResult {
	r := a.stream.Judge()
	r.InWords = r.InWords && a.request.form() != prompt.FormMarker
	r.checks, r.Prompt, r.Cached = a.checks, a.usage.Prompt(), cached(a.usage)
	for _, c := range a.checks {
		if rest, below := strings.CutPrefix(c.what, strings.TrimSuffix(a.request.Dir, "/")+"/"); below && c.tool != "Bash" {
			c.what = rest // a file of the project's
		}
		r.Evidence = append(r.Evidence, c.String())
	}
	return r
}
