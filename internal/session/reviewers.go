package session

import (
	"slices"
	"time"

	"ccc/internal/review"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Reviewers reads what the reviewers of one review print. The zero value is ready to use.
type Reviewers struct {
	Now    func() time.Time // the time by which a usage limit is judged; nil for the clock
	byName map[string]*ReviewerLines
}

// ReviewerLines is what one reviewer has printed so far.
type ReviewerLines struct {
	review.Stream
	Answered   bool    // its result was read
	hasVerdict bool    // a result was read whose answer decides something
	beforeUSD  float64 // the cost of an earlier attempt whose session claude refused
	triedUSD   float64 // the cost of this attempt
	usage      review.Usage
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

// Add reads the next line of a reviewer. An init line in another session means another process: a second attempt, the
// reviewer after its triage, or a provider that takes over. An init line after the answer, in the same session, means
// that the reviewer is asked once more. first reports whether the line is the reviewer's first answer that decides
// something: after an unclear answer the reviewer is asked again.
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
	one.usage.Add(e)
	answered := one.Stream.Add(e)
	if e.Type == streamjson.TypeResult {
		one.triedUSD = one.Turn().CostUSD
	}
	if answered {
		one.Answered = true
		first = !one.hasVerdict && !one.Verdict().Unclear
		one.hasVerdict = one.hasVerdict || first
	}
	return one, first
}

// CostUSD returns what the reviewer has cost so far.
func (l *ReviewerLines) CostUSD() float64 { return l.beforeUSD + l.triedUSD }

// SetTokens sets the tokens of a verdict to those that the reviewer has read and written so far.
func (l *ReviewerLines) SetTokens(v *task.Verdict) { l.usage.SetTokens(v) }

// HasNames reports whether the review has several reviewers. Only then they have names.
func (r *Reviewers) HasNames() bool { return len(r.byName) > 0 && r.byName[""] == nil }

// CostUSD returns what the review has cost so far.
func (r *Reviewers) CostUSD() (usd float64) {
	for _, one := range r.byName {
		usd += one.CostUSD()
	}
	return usd
}

// Spent lists what each reviewer of the review has spent so far, as verdicts without more.
func (r *Reviewers) Spent() (list []task.Verdict) {
	for _, one := range r.byName {
		v := task.Verdict{CostUSD: one.CostUSD()}
		one.SetTokens(&v)
		list = append(list, v)
	}
	return list
}

// IsUnpriced reports whether a reviewer has read something and nothing says what that cost, because it was ended.
func (r *Reviewers) IsUnpriced() bool {
	return slices.ContainsFunc(r.Spent(), func(v task.Verdict) bool { return v.CostUSD == 0 && v.Tokens() > 0 })
}

// Drop forgets one reviewer.
func (r *Reviewers) Drop(name string) { delete(r.byName, name) }

// Reset forgets all reviewers, before the next review.
func (r *Reviewers) Reset() { clear(r.byName) }

// Verdict returns the verdict in the lines of the reviewer, or why there is none.
func (l *ReviewerLines) Verdict() review.ReviewerResult { return l.Judge() }
