package output

import (
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// Waiting says what the loop waits for, and until when; empty if it does not wait.
func Waiting(n loop.Notice) lang.Message {
	switch {
	case n.Waiting.Empty():
		return lang.Message{}
	case n.At.Phase == loop.PhaseWait:
		return lang.M("resumes at %s: %s", n.Until.Format("15:04"), n.Waiting)
	}
	return lang.M("the review waits for %s, at most until %s", n.Waiting, n.Until.Format("15:04"))
}

// shortWait is the longest wait of which the user is not notified. Most waits up to it are for an overload.
const shortWait = time.Minute

// IsLongWait reports whether a notice begins a wait for the API of which the user is notified.
func IsLongWait(n loop.Notice) bool {
	return n.Begin && n.At.Phase == loop.PhaseWait && time.Until(n.Until) > shortWait
}

// WaitKeys names the keys that end a wait.
func WaitKeys(n loop.Notice) lang.Message {
	switch {
	case n.Waiting.Empty():
		return lang.Message{}
	case n.At.Phase == loop.PhaseWait:
		return lang.M("enter: try again now · esc: stop waiting")
	}
	return lang.M("/review: review now · esc: no review")
}

// Phases names the phases for the user.
var Phases = map[loop.Phase]lang.Message{
	loop.PhaseUser: lang.M("your turn"), loop.PhaseAgent: lang.M("agent"), loop.PhaseWait: lang.M("waiting"),
	loop.PhaseReview: lang.M("review"), loop.PhaseDone: lang.M("done"),
}

// ShowPhase sets the status line for a phase that begins, or for a wait.
func ShowPhase(st *terminal.Status, n loop.Notice, language lang.Language, now time.Time) {
	wasBusy := st.Busy
	st.Phase = language.Text(Phases[n.At.Phase])
	if n.Asks {
		st.Phase = language.Text(wording.YourTurn(true))
	}
	st.Reviewing = n.At.Phase == loop.PhaseReview
	st.Busy = n.At.Phase != loop.PhaseUser && n.At.Phase != loop.PhaseDone
	st.Waiting, st.Keys = language.Text(Waiting(n)), language.Text(WaitKeys(n))
	if !st.Busy {
		st.Of = 0
		if !st.Began.IsZero() && st.Ended.IsZero() {
			st.Ended = now
		}
		return
	}
	if !wasBusy {
		st.Began, st.Ended = now, time.Time{}
	}
	st.Round, st.Of = n.At.Round, n.At.Of
}

// ShowCost sets in the status line what was spent, see [wording.Spent].
func ShowCost(st *terminal.Status, usd float64, atLeast bool, language lang.Language) {
	if st.Cost = ""; usd > 0 || atLeast {
		st.Cost = language.Text(wording.Spent(usd, atLeast))
	}
}

// ShowSystem sets the status line from an event of the type system: the model, and whether claude compacts.
func ShowSystem(st *terminal.Status, e streamjson.Event, language lang.Language) {
	if init, err := e.Init(); err == nil {
		st.Model = init.Model
	}
	s, err := e.Status()
	if err != nil {
		return
	}
	compacting := language.Sprintf("compacting the conversation")
	switch {
	case s.Status == "compacting":
		st.Waiting = compacting
	case st.Waiting == compacting:
		st.Waiting = ""
	}
}

// Tokens counts the tokens of the launch. Agent and reviewers may add to it at the same time.
type Tokens struct {
	mu      sync.Mutex
	in, out int64
	cached  int64       // of in
	results task.Tokens // of the reviewers, by their results
	reviews task.Tokens // of the reviews that have ended, as the loop knows them: a stopped one has no result
	more    int64       // by claude's own count, see SetAll
}

// Add counts the tokens that an event reports, and reports whether there are any. The agent's count while it writes, a
// reviewer's at the end of its turn.
func (t *Tokens) Add(phase string, e streamjson.Event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e.Type {
	case streamjson.TypeStreamEvent:
		p, err := e.StreamEvent()
		switch {
		case err != nil || phase != "agent": // a reviewer's result has the sum
			return false
		case p.Type == "message_start":
			t.in += p.Usage.Prompt()
			t.cached += p.Usage.CacheReadInputTokens
		case p.Type == "message_delta":
			t.out += p.Usage.OutputTokens
		default:
			return false
		}
		return true
	case streamjson.TypeResult:
		r, err := e.Result()
		if err != nil || phase == "agent" {
			return false
		}
		t.results.Prompt += r.Usage.Prompt()
		t.results.Cached += r.Usage.CacheReadInputTokens
		t.results.Output += r.Usage.OutputTokens
		return true
	}
	return false
}

// SetReviews sets the tokens of the reviews that have ended. They count instead of the reviewers' results, unless these
// come to more.
func (t *Tokens) SetReviews(ended task.Tokens) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reviews = ended
}

// SetAll sets the tokens of the launch as the loop knows them, which max_tokens limits. They may be more than the
// events tell: only its results count the requests that claude makes for itself (2.1.5 warms up), and they estimate
// what was written before an interrupt.
func (t *Tokens) SetAll(all int64) {
	in, _, out := t.Sum()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.more = max(t.more, all-in-out)
}

// More returns how many of the tokens of [Tokens.SetAll] are not in [Tokens.Sum]; 0 if they are less than a hundredth.
func (t *Tokens) More() int64 {
	in, _, out := t.Sum()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.more < (in+out)/100 {
		return 0
	}
	return t.more
}

// Count is a number of tokens: read in all, of those from a cache, and written.
type Count struct{ In, Cached, Out int64 }

// CountWith returns the tokens so far, and those of the reviews.
func (t *Tokens) CountWith(reviews task.Tokens) Count {
	in, cached, out := t.Sum()
	return Count{in + reviews.Prompt, cached + reviews.Cached, out + reviews.Output}
}

// Sum returns the tokens so far: read in all, read from a cache, and written.
func (t *Tokens) Sum() (in, cached, out int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.in + max(t.results.Prompt, t.reviews.Prompt), t.cached + max(t.results.Cached, t.reviews.Cached),
		t.out + max(t.results.Output, t.reviews.Output)
}
