package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// voice says whose events are shown, and how.
type voice struct {
	name    string
	parent  string // the tool call of the subagent; "" for the session itself
	style   style
	indent  string
	canWait bool // output may be delayed until Flush
	// There are several reviewers, and the note on errors comes only when all have ended.
	hasOthers  bool
	isReviewer bool // a reviewer's: its text may be a JSON object
}

// ShowAgent shows an event of the agent; most events show nothing. The output is delayed until [Screen.Flush] or the
// next other output, so that a burst of events needs few writes.
func (s *Screen) ShowAgent(e streamjson.Event) { s.event(voice{name: "agent", canWait: true}, e) }

// ShowReviewer shows an event of a reviewer, marked as such. Name is "" if there is only one reviewer. Its text is the
// feedback to the agent.
func (s *Screen) ShowReviewer(name string, e streamjson.Event) {
	v := voice{name: "review " + name, style: yellow, indent: "│ ", hasOthers: name != "", isReviewer: true}
	if name != "" {
		v.indent += name + " "
	}
	s.event(v, e)
}

// Flush writes delayed output.
func (s *Screen) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buf.Len() > 0 && !s.isSuspended {
		s.flush()
	}
	if s.slowWriter != nil {
		s.slowWriter.restoreWaits()
	}
}

func (s *Screen) event(v voice, e streamjson.Event) {
	if e.ParentToolUseID != "" {
		v.parent = e.ParentToolUseID
		v.indent += "  "
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v.canWait = v.canWait || s.slowWriter != nil // the next frame writes the output
	if e.Type != streamjson.TypeSystem {
		s.endRetry(v)
	}
	switch e.Type {
	case streamjson.TypeAssistant:
		if m, err := e.Message(); err == nil {
			s.assistant(v, m)
		}
	case streamjson.TypeUser:
		if m, err := e.Message(); err == nil {
			s.user(v, m)
		}
	case streamjson.TypeStreamEvent:
		if p, err := e.StreamEvent(); err == nil {
			s.delta(v, p)
		}
	case streamjson.TypeResult:
		s.endTurn(v.name)
		if r, err := e.Result(); err == nil && v.name == "agent" && s.isMute && r.OK() {
			s.localCommand(v, r.Result)
		}
	case streamjson.TypeText, streamjson.TypeError:
		if text, err := e.Words(); err == nil {
			s.message(v, e.Type, text)
		}
	case streamjson.TypeSystem:
		s.system(v, e)
	}
}

func (s *Screen) system(v voice, e streamjson.Event) {
	switch e.Subtype {
	case "init": // the process before this one will not end what it left open
		s.endTurn(v.name)
		if v.name == "agent" && e.SessionID != s.session {
			s.session, s.todo = e.SessionID, checklist{}
		}
		s.isMute = s.isMute || v.name == "agent"
	case "api_retry":
		if r, err := e.Retry(); err == nil {
			s.showRetry(v, r)
		}
	}
}

// retry says that claude waits to send a request again.
type retry struct {
	voice
	text string // "" if claude does not wait
}

// showRetry shows that claude waits to send a request again: below the output, each time in place of the last, or in
// the output if there is no status line. If the API has rejected the key, whoever started that claude says so and
// ends it.
func (s *Screen) showRetry(v voice, r streamjson.Retry) {
	text := s.Lang.Text(retryMessage(r))
	switch {
	case s.hasStatusLine():
		s.retry = retry{v, text}
		s.scheduleFrame()
	case !r.IsRejected():
		s.put(false, yellow, "ccc: ", "     ", s.layOut("ccc: ", text))
	}
}

// retryMessage says why a request failed, and how long claude waits in all until it sends it again.
func retryMessage(r streamjson.Retry) lang.Message {
	why := wording.WhyRetry(r)
	if r.Delay < time.Second {
		return lang.M("%s: retry %d of %d", why, r.Attempt, r.MaxRetries)
	}
	return lang.M("%s: waiting %s before retry %d of %d", why, r.Delay.Truncate(time.Second), r.Attempt, r.MaxRetries)
}

// endRetry removes the line of showRetry: claude has an answer, or has given up.
func (s *Screen) endRetry(v voice) {
	if s.retry.text != "" && s.retry.name == v.name {
		s.retry = retry{}
		s.scheduleFrame()
	}
}

// message shows an event that is a single text.
func (s *Screen) message(v voice, t streamjson.Type, words string) {
	switch {
	case strings.TrimSpace(words) == "":
	case t == streamjson.TypeError:
		s.put(false, red, v.indent, v.indent, text.Safe(strings.ReplaceAll(words, "\r\n", "\n")))
	default:
		s.endBlock(v, "text", words)
	}
}

// localCommand shows the output of a local command, which is formatted for a terminal already: only lines that are
// too long are broken.
func (s *Screen) localCommand(v voice, words string) {
	if strings.TrimSpace(words) != "" {
		s.put(false, v.style, v.indent, v.indent, s.layOut(v.indent, strings.ReplaceAll(words, "\r\n", "\n")))
	}
}

func (s *Screen) user(v voice, m streamjson.Message) {
	if text, ok := m.LocalOutput(); ok {
		s.unmute(v)
		s.localCommand(v, text)
	} else if !m.IsReplay {
		s.results(v, m)
	}
}

// unmute notes that the agent's turn has shown something.
func (s *Screen) unmute(v voice) {
	if v.name == "agent" && v.parent == "" {
		s.isMute = false
	}
}

func (s *Screen) assistant(v voice, m streamjson.Message) {
	s.unmute(v)
	if text, ok := m.LocalOutput(); ok {
		s.localCommand(v, text)
		return
	}
	if m.Error != "" && len(m.Content) == 1 && m.Content[0].Type == "text" {
		s.showFailure()
		s.lastFailure = failure{v, streamjson.ErrorText(m.Content[0].Text)}
		if v.hasOthers {
			s.showFailure()
		}
		return
	}
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			s.endBlock(v, "text", b.Text)
		case "thinking":
			if s.All {
				s.endBlock(v, "thinking", b.Thinking)
			} else if st := s.streamOf(v); st != nil && st.kind == "thinking" {
				s.endStream(st)
			}
		case "tool_use":
			if v.isReviewer && b.Name == streamjson.StructuredOutput { // its input is the reviewer's answer
				s.endBlock(v, "text", string(b.Input))
				s.answers = append(s.answers, b.ID)
				continue
			}
			s.startCall(v, b)
		}
	}
}

// toolCall is a running tool call.
type toolCall struct {
	voice
	id        string
	tool      string
	input     json.RawMessage // a copy
	label     string
	began     time.Time
	isShown   bool     // is in the output already
	isWaiting bool     // for the user's permission
	isAsked   bool     // its input is a question that the user was shown here
	last      []string // of a check: the last lines of its output
}

// HoldCalls makes a screen without a status line show a call when its result arrives, with its outcome and time, as one
// with a status line does. now is the clock of what is shown.
func (s *Screen) HoldCalls(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.callsHeld, s.Now = true, now
}

// mayBeAsked is the time from which a call in Claude Code's own screen may have waited for the user's answer. Neither
// transcript nor recording tell, so that no time is said.
const mayBeAsked = 2 * time.Second

// AsksItself says that what is shown is of Claude Code's own screen: what the user has refused there is not told apart
// from what they have interrupted, and a call's time includes what they thought about it.
func (s *Screen) AsksItself() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asksItself = true
}

// holdsCalls reports whether a call is written to the output when its result arrives.
func (s *Screen) holdsCalls() bool { return s.hasStatusLine() || s.callsHeld }

// startCall shows a tool call: below the output until its result arrives, or in the output if no calls are held.
func (s *Screen) startCall(v voice, b streamjson.Block) {
	s.showParent(v)
	t := &toolCall{
		voice: v, id: b.ID, tool: b.Name, input: bytes.Clone(b.Input), label: strings.TrimSpace(s.Label(b)),
		began: s.now(),
	}
	if !s.holdsCalls() || b.ID == "" {
		s.put(v.canWait, bold, v.indent+"● ", v.indent+"  ", s.cutToRow(t.label, uniseg.StringWidth(v.indent)+2))
		s.checklist(v, b)
		if silentResults[b.Name] && b.ID != "" {
			t.isShown = true
			s.tools = append(s.tools, t)
		}
		return
	}
	s.tools = append(s.tools, t)
	s.scheduleFrame()
}

// HoldCall says whether a tool call waits for the user's permission. The time of a call counts from the end of that
// wait.
func (s *Screen) HoldCall(id string, held bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tools {
		if t.id == id {
			t.isWaiting, t.began = held, s.now()
			t.isAsked = t.tool == "AskUserQuestion"
		}
	}
	s.scheduleFrame()
}

// checklist shows the items of a call that writes a list of things to do.
func (s *Screen) checklist(v voice, b streamjson.Block) {
	for _, line := range todoLines(b) {
		s.put(true, v.style, v.indent+"  ", v.indent+"      ", s.layOut(v.indent+"  ", line))
	}
}

// showParent writes the call that started a subagent before the first output of the subagent.
func (s *Screen) showParent(v voice) {
	i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == v.parent && !t.isShown })
	if i >= 0 && v.parent != "" {
		t := s.tools[i]
		t.isShown = true
		s.put(true, plain, "", "", t.head(s, cyan, ""))
	}
}

// minLabel is the least number of columns for a call's label next to its outcome.
const minLabel = 11

// head returns the line of a call with its outcome.
func (t *toolCall) head(s *Screen, mark style, outcome string) string {
	taken := uniseg.StringWidth(t.indent) + 3 + uniseg.StringWidth(outcome)
	name, rest, _ := strings.Cut(s.cutToRow(t.label, taken), " ")
	line := s.paint(t.style, t.indent) + s.paint(mark, "●") + " " + s.paint(bold, name)
	if rest != "" {
		line += " " + rest
	}
	return line + s.paint(dim, outcome)
}

// maxResultLines is how many lines of a result are shown.
const maxResultLines = 4

func (s *Screen) results(v voice, m streamjson.Message) {
	for _, b := range m.Content {
		if b.Type != "tool_result" {
			continue
		}
		if i := slices.Index(s.answers, b.ToolUseID); i >= 0 && !b.IsError {
			s.answers = slices.Delete(s.answers, i, i+1)
			continue
		}
		st := dim
		if b.IsError {
			st = red
		}
		words := ""
		if said, refused := Refusal(b.ContentText()); refused && b.IsError {
			words = text.Safe(s.Lang.Text(said))
		} else if s.All {
			words = text.Safe(LastStates(withoutErrorTag(b.ContentText())))
		} else {
			words = s.foldResult(b, uniseg.StringWidth(v.indent)+4)
		}
		words, show := s.endCall(b, words)
		if show {
			s.put(v.canWait, st, v.indent+"  ⎿ ", v.indent+"    ", words)
		}
	}
}

// endCall writes the line of a call whose result has arrived. It returns the text that is still to be shown, and
// whether there is any.
func (s *Screen) endCall(b streamjson.Block, text string) (left string, show bool) {
	i := slices.IndexFunc(s.tools, func(t *toolCall) bool { return t.id == b.ToolUseID })
	if i < 0 {
		return text, text != "" || !s.holdsCalls()
	}
	t := s.tools[i]
	s.tools = slices.Delete(s.tools, i, i+1)
	s.rememberTask(t, b)
	silent := silentResults[t.tool] && !b.IsError && !s.All
	if !s.holdsCalls() {
		return text, !silent
	}
	elapsed := s.now().Sub(t.began)
	took := duration(elapsed)
	mark, outcome, short := green, s.Lang.Sprintf("ok, %s", took), s.Lang.Sprintf("ok")
	if b.IsError {
		mark, outcome, short = red, s.Lang.Sprintf("error, %s", took), s.Lang.Sprintf("error")
		_, refused := Refusal(b.ContentText())
		refusedEdit, rejected := Rejected(t.tool, b.ContentText())
		switch {
		case refusedEdit:
			refused, text = true, ""
		case rejected && s.asksItself:
			outcome, text = s.Lang.Sprintf("not allowed, or interrupted"), ""
			short = outcome
		case rejected || strings.Contains(b.ContentText(), streamjson.Interrupted):
			outcome, short, text = s.Lang.Sprintf("interrupted, %s", took), s.Lang.Sprintf("interrupted"), ""
		}
		if refused {
			outcome = s.Lang.Sprintf("not allowed")
			short = outcome
		}
	}
	if s.asksItself && t.name == "agent" && elapsed >= mayBeAsked {
		outcome = short
	}
	if !t.isShown && s.width()-uniseg.StringWidth(t.indent+"● "+" · "+outcome) < minLabel {
		outcome = short
	}
	switch {
	case t.isShown:
		return outcome + "\n" + text, true
	case t.isAsked && silent: // question and answer are in the output already
		return "", false
	}
	s.put(true, plain, "", "", t.head(s, mark, " · "+outcome))
	if live := t.name == "agent" && t.parent == "" && !s.todo.done() && !s.All; !b.IsError && !live {
		s.checklist(t.voice, streamjson.Block{Name: t.tool, Input: t.input})
	}
	text = strings.TrimRight(strings.TrimLeft(text, "\n"), " \t\n") // the first line keeps its indent, as the others do
	return text, text != "" && !silent
}

func duration(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return text.Elapsed(d)
}

// withoutErrorTag removes the tag that claude puts around some errors of tools, for the model (2.1.5, 2.1.330).
func withoutErrorTag(result string) string {
	return strings.TrimSuffix(strings.TrimPrefix(result, "<tool_use_error>"), "</tool_use_error>")
}

// foldResult returns the first lines of a result, each cut to the width, and says how many more there are.
func (s *Screen) foldResult(b streamjson.Block, taken int) string {
	head, more := b.Head(maxResultLines)
	if more == 1 { // a note about one missing line would take as much room as the line
		head, more = b.Head(maxResultLines + 1)
	}
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		lines[i] = s.cutToRow(text.Safe(lastState(withoutErrorTag(line))), taken)
	}
	if more > 0 {
		what := s.Lang.Sprintf("… %d more lines", more)
		if s.hasStatusLine() && !s.Watching {
			long := s.Lang.Sprintf("… %d more lines, ctrl-o shows all", more)
			if taken+uniseg.StringWidth(long) < s.width() {
				what = long
			}
		}
		lines = append(lines, what)
		s.keepResult(b)
	}
	return strings.Join(lines, "\n")
}
