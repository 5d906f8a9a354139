package streamjson

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A Failure says why a turn gave no answer, by what can be done about it.
type Failure uint8

const (
	NoFailure   Failure = iota
	Transient           // overload, network, an error of the server: the same again may work
	Limit               // of usage or of rate: it ends by itself, later
	NeedsPerson         // login, credit, a bad request, a spent budget: nothing changes until somebody acts
	Aborted             // somebody interrupted it
	NoSession           // the session to resume does not exist
)

// A Turn is what became of one turn.
type Turn struct {
	Failure Failure
	// Text is the final answer: the text blocks of the last message. Of a turn that failed it is the reason.
	Text string
	// Until is when a Limit ends; zero where Claude Code did not say.
	Until time.Time
	// Progress says that the model answered something, so that the conversation holds a trace of the turn.
	Progress bool
	// Background is the number of tasks that go on after the turn (B, C).
	Background int
	// Structured is the answer to --json-schema, nil if there is none.
	Structured []byte
	// CostUSD is that of the process so far.
	CostUSD float64
}

// A Tracker follows one claude process through its events: which session it is in, and how its turns end. The zero
// value is ready. It keeps no event.
type Tracker struct {
	Session string // the newest one: /clear changes it
	Dir     string // where the session belongs: the cwd of the first init
	Model   string
	// Now is the clock by which a time of day is read; nil for time.Now.
	Now func() time.Time

	turn      Turn
	text      []byte // of the last message, as long as the turn goes on
	ended     bool   // turn is over, what comes next belongs to another
	message   string
	apiError  string
	status    int
	limit     RateLimit
	tasks     map[string]bool
	listed    int // of background_tasks_changed, which knows better than tasks (C)
	hasListed bool
}

// Add takes the next event. started says that it is the first of a turn, ended that it is the result of one, which
// [Tracker.Turn] then tells.
func (t *Tracker) Add(e Event) (started, ended bool) {
	if e.SessionID != "" && e.ParentToolUseID == "" {
		t.Session = e.SessionID
	}
	switch e.Type {
	case TypeSystem:
		started = e.Subtype == "init"
		t.system(e)
	case TypeAssistant:
		if e.ParentToolUseID == "" {
			started = t.ended
			t.begin()
			t.assistant(e)
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
		ended = true
	}
	return started, ended
}

// Turn is the turn so far, or the last one if none has begun since.
func (t *Tracker) Turn() Turn {
	turn := t.turn
	if !t.ended {
		turn.Text = string(t.text)
	}
	turn.Background = len(t.tasks)
	if t.hasListed {
		turn.Background = t.listed
	}
	return turn
}

// begin forgets the last turn when a new one begins.
func (t *Tracker) begin() {
	if t.ended {
		t.ended, t.message, t.apiError, t.status = false, "", "", 0
		t.turn = Turn{CostUSD: t.turn.CostUSD}
		t.text = nil
	}
}

func (t *Tracker) system(e Event) {
	switch e.Subtype {
	case "init":
		t.begin()
		init := e.pick("model", "cwd")
		if t.Model = init[0]; t.Dir == "" {
			t.Dir = init[1]
		}
	case "task_started", "task_updated", "task_notification":
		task, err := e.Task()
		if err != nil || task.TaskID == "" {
			return
		}
		switch {
		case e.Subtype == "task_started":
			if t.tasks == nil {
				t.tasks = make(map[string]bool)
			}
			t.tasks[task.TaskID] = true
		case task.Status != "" && task.Status != "running" && task.Status != "pending":
			delete(t.tasks, task.TaskID)
		}
	case "background_tasks_changed":
		if tasks, err := e.BackgroundTasks(); err == nil {
			t.hasListed, t.listed = true, 0
			for _, task := range tasks {
				if !task.Ambient {
					t.listed++
				}
			}
		}
	}
}

func (t *Tracker) assistant(e Event) {
	m, err := e.Message()
	if err != nil {
		return
	}
	if m.Error != "" {
		t.apiError, t.status = m.Error, m.APIErrorStatus
		return
	}
	t.turn.Progress = true
	if m.ID != t.message { // one line for each block, with the same ID
		t.message, t.text = m.ID, t.text[:0]
	}
	for _, b := range m.Content {
		if b.Type == "text" && b.Text != "" {
			if len(t.text) > maxFinal {
				t.text = t.text[:0]
			}
			if len(t.text) > 0 {
				t.text = append(t.text, '\n')
			}
			t.text = append(t.text, b.Text...)
		}
	}
	if cap(t.text) > 2*maxFinal && len(t.text) < maxFinal {
		t.text = bytes.Clone(t.text)
	}
}

// maxFinal bounds how much of a message is put together of several lines: what is longer than an answer is none.
const maxFinal = 1 << 20

// user notices an interrupt, which is all that tells of it on A.
func (t *Tracker) user(e Event) {
	const mark = "[Request interrupted by user"
	if t.ended || !bytes.Contains(e.Raw[:min(len(e.Raw), 400)], []byte(mark)) {
		return
	}
	if m, err := e.Message(); err == nil && len(m.Content) > 0 && strings.HasPrefix(m.Content[0].Text, mark) {
		t.turn.Failure = Aborted
	}
}

func (t *Tracker) result(e Event) {
	r, err := e.ending()
	t.ended = true
	t.turn.Text = string(t.text)
	t.text = nil
	if err != nil {
		t.turn.Failure, t.turn.Text = Transient, err.Error()
		return
	}
	t.turn.CostUSD = r.TotalCostUSD
	t.turn.Structured = bytes.Clone(r.StructuredOutput)
	aborted := t.turn.Failure == Aborted
	t.turn.Failure = t.failure(r, aborted)
	switch {
	case t.turn.Failure != NoFailure:
		t.turn.Text = r.Text()
		if t.turn.Text == "" {
			t.turn.Text = r.Subtype
		}
		if t.turn.Failure == Limit {
			t.turn.Until = t.limit.ResetsAt
			if t.turn.Until.IsZero() {
				t.turn.Until = resetTime(t.turn.Text, t.now())
			}
		}
	case t.turn.Text == "":
		t.turn.Text = r.Text()
	}
}

func (t *Tracker) now() time.Time {
	if t.Now == nil {
		return time.Now()
	}
	return t.Now()
}

// failure judges a result by its subtype and is_error both (contract, fact 2), and by what came before it.
func (t *Tracker) failure(r Result, aborted bool) Failure {
	text := r.Text()
	switch {
	case r.OK(), r.Subtype == "error_max_turns": // at the person's own bound the agent stops like at any other end
		return NoFailure
	case aborted, strings.HasPrefix(r.TerminalReason, "aborted"):
		return Aborted
	case strings.Contains(text, "No conversation found"):
		return NoSession
	case r.Subtype == "error_during_execution": // A: an error in the middle of the stream
		return Transient
	case r.Subtype != "success": // error_max_budget_usd, error_max_structured_output_retries
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
	case t.apiError == "billing_error", t.apiError == "authentication_failed", t.apiError == "invalid_request", t.apiError == "model_not_found":
		return NeedsPerson
	case status == 408, status >= 500:
		return Transient
	case status >= 400:
		return NeedsPerson
	}
	return Transient // no status: the network
}

var (
	apiStatus = lazy(`API Error: (\d{3})\b`) // A says the status nowhere else
	resets    = lazy(`(?i)resets?(?: at)? ([a-z]{3} \d{1,2}(?:, \d{4})?(?:,| at) )?(\d{1,2}(?::\d{2})?[ap]m)(?: \(([^)]+)\))?`)
)

// lazy is a pattern that costs nothing before it is used: the Stop hook starts at every stop.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// resetTime reads when a limit ends from the text that tells the person: "resets May 18, 2033, 3:33am (UTC)", "resets
// 3pm (Europe/Berlin)". Zero if it does not say.
func resetTime(text string, now time.Time) time.Time {
	m := resets().FindStringSubmatch(text)
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
	case !strings.Contains(date, ","): // without a year: the new year lies between
		at = at.AddDate(1, 0, 0)
	}
	return at
}
