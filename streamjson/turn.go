package streamjson

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A Failure says why a turn gave no answer. The kinds differ in what can be done about it.
type Failure uint8

const (
	NoFailure   Failure = iota
	Transient           // overload, network, an error of the server: another try may work
	Limit               // a limit of usage or rate: it ends by itself, later
	NeedsPerson         // login, credit, a bad request: nothing changes until somebody acts
	Aborted             // somebody interrupted it
	NoSession           // the session to resume does not exist
	Budget              // the process has spent what --max-budget-usd allows, and answers no more
	// Nobody was asked, since nothing has changed since the last answer; a turn of claude never ends this way.
	Unneeded
)

// A Turn says how one turn ended.
type Turn struct {
	Failure Failure
	// Asked says that a model was asked for an answer, even without success. It is false if the user's input was a
	// local command, such as /context, /cost, /clear or an unknown one, and if there was no session to resume. The
	// summary for /compact does not count as an answer.
	Asked bool
	// Dropped says that a hook blocked all input of the turn, so that no model was asked. Text has claude's words. On
	// 2.1.5 there are none, and a local command without output looks the same.
	Dropped bool
	// Text is the final answer: the text blocks of the last message. If the turn failed, it is the reason.
	Text string
	// LoggedOut says that the API refuses the key or the login, or that there is none.
	LoggedOut bool
	// TooLong says that the conversation does not fit into what the model can read.
	TooLong bool
	// KeepsQueue says, with Aborted, that this is 2.1.5: it takes no message back ([TakeBack]), and begins a turn with
	// those that it has queued.
	KeepsQueue bool
	// Until is when a Limit ends; zero if Claude Code did not say.
	Until time.Time
	// Progress says that the model has answered something, so that the conversation contains a trace of the turn.
	Progress bool
	// Tools is how many tools the main thread called; those of subagents are not counted.
	Tools int
	// Agents are the subagents that run on after the turn. The end of each starts a turn (2.1.197, 2.1.329).
	Agents []Task
	// Shells are all other tasks that run on after the turn, mainly shell commands. They may never end (2.1.197,
	// 2.1.329).
	Shells []Task
	// Structured is the answer to --json-schema, nil if there is none.
	Structured []byte
	// CostUSD is what the process has spent so far, without what the session had cost before the process.
	CostUSD float64
	// Tokens is how many tokens models have read, also from caches, and written for the process so far. Like CostUSD
	// it starts with the process. During a turn it has what is known by then: subagents are counted at the end of the
	// turn.
	Tokens int64
}

// A Tracker follows one claude process through its events: which session it is in, and how its turns end. The zero
// value is ready. It stores no events.
type Tracker struct {
	Session string // the newest one: /clear changes it
	Dir     string // the session's directory: the cwd of the first init
	Model   string
	Mode    string // the permission mode: default, plan, acceptEdits, …
	// Now returns the time with which a time of day is compared; nil for time.Now.
	Now func() time.Time

	turn           Turn
	text           []byte // of the last message, as in JSON between quotes
	open           bool   // an init or another event of a turn came, but no result yet
	ended          bool   // turn is over, and the next event belongs to another turn
	compacting     bool   // the model is asked for a summary
	message        []byte // the last one's ID
	apiError       string
	status         int
	refused        bool // a hook has blocked the input
	limit          RateLimit
	retryAfter     time.Duration // the delay that the API asked for in this turn; 0 for none
	spentUSD       float64       // USD, in all turns
	tokens         int64         // in all turns that have ended
	countedTokens  int64         // tokens in all turns that have ended, by the results alone
	reportedTokens int64         // tokens in all messages, by their pieces
	liveTokens     int64         // the part of reported since the last result
	isIncremental  bool          // results have what was spent since the previous one (2.1.329)
	tasks          Tasks         // the running tasks
}

// Add reads the next event. started says that the model is asked for the first time in a turn; a local command starts
// no turn. With --include-partial-messages this is known at the latest when the answer begins, without it when the
// first block of the answer is complete. ended says that the event is the result of a turn, which [Tracker.Turn] then
// returns. A turn may end whose start was never reported.
func (t *Tracker) Add(e Event) (started, ended bool) {
	if e.SessionID != "" && e.ParentToolUseID == "" {
		t.Session = e.SessionID
	}
	asked := t.turn.Asked && !t.ended
	switch e.Type {
	case TypeSystem:
		t.system(e)
	case TypeAssistant:
		if e.ParentToolUseID == "" {
			t.begin()
			t.assistant(e)
		}
	case TypeStreamEvent:
		if e.ParentToolUseID == "" {
			t.streamEvent(e, asked)
		}
	case TypeUser:
		t.user(e)
	case TypeRateLimit:
		if limit, err := e.RateLimit(); err == nil {
			t.limit = limit
		}
	case TypeResult:
		t.begin()
		t.result(e)
		return false, true
	}
	return t.turn.Asked && !t.ended && !asked, false
}

// Turn returns the turn so far, or the last one if none has begun since.
func (t *Tracker) Turn() Turn {
	turn := t.turn
	if !t.ended {
		turn.Text = unquoteString(t.text, false)
	}
	for _, task := range t.tasks.list {
		if task.agent() {
			turn.Agents = append(turn.Agents, task)
		} else {
			turn.Shells = append(turn.Shells, task)
		}
	}
	return turn
}

// InTurn reports whether a turn has begun and not ended, including turns of local commands. It is known earlier than
// started of Add, because every turn begins with an init.
func (t *Tracker) InTurn() bool { return t.open }

// begin forgets the last turn when a new one begins.
func (t *Tracker) begin() {
	t.open = true
	if t.ended {
		t.ended, t.message, t.text, t.apiError, t.status = false, t.message[:0], t.text[:0], "", 0
		t.refused, t.retryAfter = false, 0
		t.turn = Turn{CostUSD: t.turn.CostUSD, Tokens: t.turn.Tokens}
	}
}

// ask notes that the model is asked.
func (t *Tracker) ask() {
	t.begin()
	t.turn.Asked = true
}

func (t *Tracker) system(e Event) {
	switch e.Subtype {
	case "init":
		t.begin()
		init := e.pick("model", "cwd", "permissionMode")
		if t.Model, t.Mode = init[0], init[2]; t.Dir == "" {
			t.Dir = init[1]
		}
	case "status":
		status := e.pick("status", "permissionMode")
		t.compacting = status[0] == "compacting"
		if status[0] == "requesting" {
			t.ask()
		}
		if status[1] != "" {
			t.Mode = status[1]
		}
	case "informational": // 2.1.197 and later report so that a hook has blocked a prompt, or a mod has dropped it
		if refusal, err := e.Informational(); err == nil && refusal.PreventsContinuation {
			t.begin()
			t.refused = true
		}
	case "api_retry":
		if !t.compacting {
			t.ask()
		}
		if r, err := e.Retry(); err == nil {
			t.retryAfter = max(t.retryAfter, r.After())
		}
	default:
		t.tasks.Add(e)
	}
}

// streamEvent notes the beginning of an answer, and its tokens. It ignores other stream events: after an interrupt
// they belong to the answer before.
func (t *Tracker) streamEvent(e Event, asked bool) {
	edge, ok := e.Edge()
	if !ok {
		return
	}
	switch edge.Type {
	case "message_start":
		if !asked {
			t.ask()
		}
		t.addLive(edge.Usage.Prompt())
	case "message_delta":
		t.addLive(edge.Usage.OutputTokens)
	}
	t.turn.Tokens = t.tokens + t.liveTokens
}

// synthetic is the Model of texts of Claude Code itself: the output of a local command (2.1.197, 2.1.329), an error
// of the API.
const synthetic = "<synthetic>"

// assistant reads a message without decoding its texts, because only those of the last message are needed.
func (t *Tracker) assistant(e Event) {
	m, err := e.read()
	if err != nil || m.typeErr != nil {
		return
	}
	if len(m.head.problem) > 0 {
		t.turn.Asked = true
		t.apiError, t.status = knownWord(m.head.problem), m.message.APIErrorStatus
		return
	}
	if string(m.head.model) == synthetic {
		return
	}
	t.turn.Asked, t.turn.Progress = true, true
	if !bytes.Equal(m.head.id, t.message) { // there is one line for each block, with the same ID
		t.message, t.text = append(t.message[:0], m.head.id...), t.text[:0]
	}
	t.tasks.AddCalls(m.message.Content)
	for _, b := range m.message.Content {
		if b.Type == "tool_use" {
			t.turn.Tools++
		}
	}
	for _, text := range m.texts {
		if text.thinking || len(text.quoted) == 0 || m.message.Content[text.block].Type != "text" {
			continue
		}
		if len(t.text) > maxFinal {
			t.text = t.text[:0]
		}
		if len(t.text) > 0 {
			t.text = append(t.text, `\n`...)
		}
		t.text = append(t.text, text.quoted...)
	}
	if cap(t.text) > 2*maxFinal && len(t.text) < maxFinal {
		t.text = bytes.Clone(t.text)
	}
}

// maxFinal is how many bytes of a message are collected from its lines. No final answer is longer.
const maxFinal = 1 << 20

// Interrupted is the beginning of the text that claude writes when the user stops a turn.
const Interrupted = "[Request interrupted by user"

// user notices an interrupt. On 2.1.5 nothing else shows it.
func (t *Tracker) user(e Event) {
	if t.ended || !bytes.Contains(e.Raw[:min(len(e.Raw), 400)], []byte(Interrupted)) {
		return
	}
	if m, err := e.Message(); err == nil && len(m.Content) > 0 && strings.HasPrefix(m.Content[0].Text, Interrupted) {
		t.turn.Failure = Aborted
	}
}

func (t *Tracker) result(e Event) {
	r, err := e.Result()
	t.ended, t.open = true, false
	t.turn.Text = unquoteString(t.text, false)
	t.text = t.text[:0]
	if err != nil {
		t.turn.Failure, t.turn.Text, t.turn.Asked = Transient, err.Error(), true
		return
	}
	switch {
	case r.Spent:
		t.spentUSD, t.isIncremental = t.spentUSD+r.SpentUSD, true
	case !t.isIncremental && r.TotalCostUSD > 0: // 2.1.5's error of a background command that fails at once has 0
		t.spentUSD = r.TotalCostUSD
	}
	t.turn.CostUSD = RoundUSD(t.spentUSD)
	t.countTokens(r)
	t.turn.Structured = bytes.Clone(r.StructuredOutput)
	aborted := t.turn.Failure == Aborted
	t.turn.Failure = t.failure(r, aborted)
	t.turn.KeepsQueue = t.turn.Failure == Aborted && !r.IsError // later versions end such a turn with an error
	t.turn.LoggedOut = t.turn.Failure == NeedsPerson && t.apiError == "authentication_failed"
	t.turn.TooLong = t.turn.Failure == NeedsPerson && // 2.1.5 says it in the text only
		(r.TerminalReason == "prompt_too_long" || strings.HasPrefix(r.Text(), "Prompt is too long"))
	switch {
	case t.turn.Failure == NoSession:
	case t.turn.Failure != NoFailure, r.Subtype != "success", r.TerminalReason != "", r.Origin.Kind != "":
		// No local command ends this way. 2.1.329 may send the results of two turns after both answers.
		t.turn.Asked = true
	default:
		t.turn.Dropped = !t.turn.Asked && (t.refused || r.Result == "" && r.NumTurns == 0)
	}
	switch {
	case t.turn.Failure != NoFailure:
		t.turn.Text = ErrorText(r.Text())
		if t.turn.Text == "" {
			t.turn.Text = r.Subtype
		}
		if t.turn.Failure == Limit {
			t.turn.Until = t.limit.ResetsAt
			if t.turn.Until.IsZero() {
				t.turn.Until = resetTime(t.turn.Text, t.now())
			}
			if t.turn.Until.IsZero() && t.retryAfter > 0 {
				t.turn.Until = t.now().Add(t.retryAfter)
			}
		}
	case t.turn.Text == "":
		t.turn.Text = r.Text()
	}
}

// addLive counts tokens of a message that is being written.
func (t *Tracker) addLive(n int64) {
	t.liveTokens, t.reportedTokens = t.liveTokens+max(n, 0), t.reportedTokens+max(n, 0)
}

// countTokens counts the tokens of a turn that has ended. If claude does not report them for each model, it counts
// those of the turn's main thread. They are never fewer than its messages reported, because for an interrupted turn
// claude may count too few.
func (t *Tracker) countTokens(r Result) {
	switch {
	case r.SpentTokens > 0, r.Spent && r.SpentUSD == 0:
		t.countedTokens += r.SpentTokens
	case r.TotalTokens > 0 && !t.isIncremental:
		t.countedTokens = r.TotalTokens
	default:
		t.countedTokens += max(r.Usage.Tokens(), 0)
	}
	t.tokens, t.liveTokens = max(t.tokens, t.countedTokens, t.reportedTokens), 0
	t.turn.Tokens = t.tokens
}

// RoundUSD rounds a cost to a millionth of a dollar, because sums of very small parts have digits without meaning. A
// negative or very large number, or one that is not a number, becomes 0.
func RoundUSD(usd float64) float64 {
	if usd = math.Round(usd * 1e6); usd > 0 && !math.IsInf(usd, 1) {
		return usd / 1e6
	}
	return 0
}

func (t *Tracker) now() time.Time {
	if t.Now == nil {
		return time.Now()
	}
	return t.Now()
}

// failure judges a result by its subtype and is_error together, because neither is enough, and by the events before
// it.
func (t *Tracker) failure(r Result, aborted bool) Failure {
	text := r.Text()
	switch {
	case r.OK(), r.Subtype == "error_max_turns": // at the user's own limit the agent stops as at any other end
		return NoFailure
	case aborted, r.Aborted():
		return Aborted
	case strings.Contains(text, "No conversation found"):
		return NoSession
	case r.Subtype == "error_during_execution": // 2.1.5: an error in the middle of the stream
		return Transient
	case r.Subtype == "error_max_budget_usd":
		return Budget
	case r.Subtype != "success": // error_max_structured_output_retries
		return NeedsPerson
	}
	status := r.APIErrorStatus
	if status == 0 {
		status = t.status
	}
	if m := apiStatus().FindStringSubmatch(text); status == 0 && m != nil {
		for _, digit := range m[1] {
			status = status*10 + int(digit-'0')
		}
	}
	switch {
	case t.apiError == "rate_limit", status == 429:
		return Limit
	case t.apiError == "billing_error", t.apiError == "authentication_failed",
		t.apiError == "invalid_request", t.apiError == "model_not_found":
		return NeedsPerson
	case status == 408, status >= 500:
		return Transient
	case status >= 400:
		return NeedsPerson
	}
	return Transient // no status: the network
}

var (
	apiStatus = lazyRegexp(`API Error: (\d{3})\b`) // 2.1.5 reports the status nowhere else
	resetText = lazyRegexp(`(?i)resets?(?: at)? ([a-z]{3} \d{1,2}(?:, \d{4})?(?:,| at) )?` +
		`(\d{1,2}(?::\d{2})?[ap]m)(?: \(([^)]+)\))?`)
)

// lazyRegexp returns a pattern that is compiled at its first use, because the Stop hook starts at every stop.
func lazyRegexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// resetTime reads when a limit ends from the text for the user: "resets May 18, 2033, 3:33am (UTC)", "resets 3pm
// (Europe/Berlin)". It is zero if the text does not say it.
func resetTime(text string, now time.Time) time.Time {
	m := resetText().FindStringSubmatch(text)
	if m == nil {
		return time.Time{}
	}
	zone, err := time.LoadLocation(m[3])
	if err != nil || m[3] == "" {
		zone = now.Location()
	}
	now = now.In(zone)
	layout := "3pm"
	if strings.Contains(m[2], ":") {
		layout = "3:04pm"
	}
	clock, err := time.Parse(layout, strings.ToLower(m[2]))
	if err != nil {
		return time.Time{}
	}
	year, month, day := now.Date()
	date := strings.TrimSuffix(strings.TrimSuffix(m[1], ", "), " at ")
	if date != "" {
		on, err := time.Parse("Jan 2, 2006", date)
		if err != nil {
			if on, err = time.Parse("Jan 2", date); err != nil {
				return time.Time{}
			}
			on = on.AddDate(year, 0, 0)
		}
		year, month, day = on.Date()
	}
	at := time.Date(year, month, day, clock.Hour(), clock.Minute(), 0, 0, zone)
	switch {
	case at.After(now):
	case date == "":
		at = at.AddDate(0, 0, 1)
	case !strings.Contains(date, ","): // without a year: the new year may lie between now and then
		at = at.AddDate(1, 0, 0)
	}
	return at
}
