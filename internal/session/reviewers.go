package session

import (
	"time"

	"ccc/internal/review"
	"ccc/streamjson"
)

// Reviewers reads what the reviewers of one review print. The zero value is ready to use.
type Reviewers struct {
	Now    func() time.Time // the time by which a usage limit is judged; nil for the clock
	byName map[string]*ReviewerLines
}

// ReviewerLines is what one reviewer printed so far.
type ReviewerLines struct {
	review.Stream
	Answered  bool    // its result was read
	judged    bool    // the result of an answer that decides something was read
	beforeUSD float64 // the cost of a first try whose session claude refused
	triedUSD  float64 // the cost of this one
}

// Of returns the lines of a reviewer. The name is "" if the review has one reviewer.
func (r *Reviewers) Of(name string) *ReviewerLines {
	if r.byName == nil {
		r.byName = make(map[string]*ReviewerLines)
	}
	if r.byName[name] == nil {
		r.byName[name] = &ReviewerLines{Stream: r.stream()}
	}
	return r.byName[name]
}

func (r *Reviewers) stream() review.Stream {
	return review.Stream{Tracker: streamjson.Tracker{Now: r.Now}}
}

// Find returns the lines of a reviewer, nil if it printed none.
func (r *Reviewers) Find(name string) *ReviewerLines { return r.byName[name] }

// Add reads the next line of a reviewer. An init line in another session is of another process: a second try, the
// reviewer after its triage, or a provider that takes over. One after its answer, in the same session, asks the reviewer
// once more. first reports whether the line is the reviewer's first answer that decides something: one that is not
// plain is followed by a question back.
func (r *Reviewers) Add(name string, e streamjson.Event) (one *ReviewerLines, first bool) {
	one = r.Of(name)
	switch {
	case e.Subtype != "init" || !one.Answered && one.Session == "":
	case e.SessionID != one.Session:
		one.beforeUSD, one.triedUSD = one.CostUSD(), 0
		one.Stream = r.stream()
	case one.Answered:
		one.Ask()
	}
	answered := one.Stream.Add(e)
	if e.Type == streamjson.TypeResult {
		one.triedUSD = one.Turn().CostUSD
	}
	if answered {
		one.Answered = true
		first = !one.judged && !one.Verdict().Unclear
		one.judged = one.judged || first
	}
	return one, first
}

// CostUSD is what the reviewer has cost so far.
func (l *ReviewerLines) CostUSD() float64 { return l.beforeUSD + l.triedUSD }

// Named reports whether the review has several reviewers, which then have names.
func (r *Reviewers) Named() bool { return len(r.byName) > 0 && r.byName[""] == nil }

// CostUSD is what the review has cost so far.
func (r *Reviewers) CostUSD() (usd float64) {
	for _, one := range r.byName {
		usd += one.CostUSD()
	}
	return usd
}

// Drop forgets one reviewer.
func (r *Reviewers) Drop(name string) { delete(r.byName, name) }

// Reset forgets all of them, for the next review.
func (r *Reviewers) Reset() { clear(r.byName) }

// Verdict is the verdict in the lines of the reviewer, or why there is none.
func (l *ReviewerLines) Verdict() review.ReviewerResult { return l.Judge() }
