package loop

import (
	"slices"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// Saved is the state of a launch, with which another launch can continue ([Resume]). It does not contain the user's
// messages.
type Saved struct {
	At      time.Time  `json:"at"`
	Session string     `json:"session_id"` // "" until claude has told it
	Dir     string     `json:"cwd,omitempty"`
	Model   string     `json:"model,omitempty"`
	Task    task.State `json:"task"`
	Asked   []string   `json:"-"` // by the user in the task that goes on; only of Switch
	// Stopped says that the agent had stopped, and that a review was under way or waited for a limit.
	Stopped bool   `json:"stopped,omitempty"`
	Mode    string `json:"mode,omitempty"` // Stopped: the agent's permission mode
	// Feedback was sent to the agent after the last review. The agent may not have read it.
	Feedback string    `json:"feedback,omitempty"`
	Text     string    `json:"text,omitempty"` // the agent's final text so far
	Verdicts []Verdict `json:"verdicts,omitempty"`
	AgentUSD float64   `json:"agent_usd,omitempty"`
	// ReviewUSD is the cost of all reviews, including those without a verdict.
	ReviewUSD float64 `json:"review_usd,omitempty"`
	Tokens    int64   `json:"tokens,omitempty"` // tokens that agent and reviewers have read and written
	// Reviewed are the tokens of the same reviews as ReviewUSD. An older ccc has not saved them.
	Reviewed task.Tokens `json:"review_tokens,omitzero"`
	Unpriced int         `json:"reviews_unpriced,omitempty"` // see [Result]
}

// save stores the state of the launch while there is something to continue. At the end the last stored state stays.
func (d *driver) save() {
	if d.Save == nil || d.m.phase == PhaseUser || d.m.phase == PhaseDone {
		return
	}
	s := d.m.savedState(d.now)
	s.Text, s.Verdicts, s.AgentUSD, s.ReviewUSD = d.result.Text, d.result.Verdicts, d.agentUSD(), d.result.ReviewUSD
	s.Tokens, s.Reviewed, s.Unpriced = d.tokens(), d.result.Reviewed, d.result.Unpriced
	d.Save(s)
	d.saved = &s
}

// keepAsked stores what the user has asked for in the task, as the machine knows it after an event of that kind.
func (d *driver) keepAsked(kind eventKind) {
	id, asked := d.m.session.ID, d.m.asked()
	changes := len(asked) > 0
	if id == d.askedIn {
		changes = !slices.Equal(asked, d.asked)
	}
	if ended := kind == eventTurnEnded || kind == eventExited; d.Asked == nil || id == "" || !changes && !ended {
		return
	}
	d.asked, d.askedIn = asked, id
	if kind != eventSwitch { // nothing is sent to that session yet
		d.Asked(id, asked)
	}
}

// saveLate stores what became known only after the end: the session, and the cost of the last turn or review.
func (d *driver) saveLate() {
	s := d.saved
	if s == nil {
		return
	}
	if s.Session == "" {
		s.Session, s.Dir, s.Model = d.m.session.ID, d.m.session.Dir, d.m.session.Model
	}
	rest := d.agentUSD() + d.result.ReviewUSD - s.AgentUSD - s.ReviewUSD
	s.Task.CostUSD = streamjson.RoundUSD(s.Task.CostUSD + rest)
	s.Task.Tokens += d.tokens() - s.Tokens
	s.AgentUSD, s.ReviewUSD = d.agentUSD(), d.result.ReviewUSD
	s.Tokens, s.Reviewed, s.Unpriced = d.tokens(), d.result.Reviewed, d.result.Unpriced
	d.Save(*s)
}

// restore takes over the facts of the launch before.
func (d *driver) restore(s *Saved) {
	d.result.Text, d.result.Verdicts = s.Text, s.Verdicts
	d.judged = slices.Repeat([]string{s.Session}, len(s.Verdicts))
	d.result.AgentUSD, d.result.ReviewUSD, d.result.Tokens = s.AgentUSD, s.ReviewUSD, s.Tokens
	d.result.Reviewed, d.result.Unpriced = s.Reviewed, s.Unpriced
	if s.Reviewed == (task.Tokens{}) {
		for _, v := range s.Verdicts {
			d.result.Reviewed = d.result.Reviewed.Plus(v)
		}
	}
	d.knownUSD, d.knownTokens = d.result.AgentUSD+d.result.ReviewUSD, s.Tokens // the task's state includes them
}

// asked returns the user's messages of the task, also those before this launch; none if it is done.
func (m machine) asked() []string {
	if m.task.Ended.Done() {
		return nil
	}
	return slices.Concat(m.earlier, m.messages)
}

func (m machine) savedState(now time.Time) Saved {
	s := Saved{At: now, Session: m.session.ID, Dir: m.session.Dir, Model: m.session.Model, Task: m.task}
	if m.isReviewing() {
		s.Stopped, s.Mode, s.Task = true, m.stop.mode, task.Stop(m.task)
	}
	for _, sent := range m.open {
		if sent.from == bySupervisor {
			s.Feedback = sent.text
		}
	}
	return s
}

// resume continues where another launch stopped: with the review, or with the agent's turn, which was cut off. The
// time between the two launches does not count as time of the task.
func (m machine) resume(e event) (machine, []action) {
	s := e.saved
	m.session = Session{ID: s.Session, Dir: s.Dir, Model: s.Model}
	m.messages = []string{e.text}
	m.earlier = slices.DeleteFunc(slices.Clone(m.earlier), func(text string) bool { return text == e.text })
	if m.task = s.Task; !m.task.Began.IsZero() {
		m.task.Began = m.task.Began.Add(e.now.Sub(s.At))
	}
	said := tell("continuing where the previous launch stopped, in session %s", s.Session)
	if s.Stopped {
		m.stop = stopped{mode: s.Mode, turn: task.Turn{Asked: true, Said: s.Text, Waited: true}}
		if !s.Task.Idle {
			m.stop.turn.Tools = 1 // or more
		}
		return m.judge(e, []action{said})
	}
	m = m.toAgent()
	m.open = []send{{byCCC, m.continueWithTask(nil)}}
	if s.Feedback != "" {
		m.open = []send{{bySupervisor, s.Feedback}}
	}
	m, sent := m.sendAll(m.open)
	return m, append([]action{said}, sent...)
}
