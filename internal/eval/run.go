package eval

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"ccc/internal/file"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Run describes which cases are judged, and how.
type Run struct {
	Cases      []Case
	Repeat     int    // how often each case is judged
	Jobs       int    // how many cases are judged at once
	ChecksOnly bool   // no reviewer is asked
	RubricText string // for cases whose rubric has no text
	Override   bool   // RubricText replaces the text of all cases
	// MaxUSD limits the cost of the run, Spent included; 0 is no limit. With a limit one case is judged at a time,
	// because two could each spend all that is left.
	MaxUSD  float64
	Earlier []Result // results of an earlier start of this run, which was cut off
	Spent   float64  // cost in USD of that start
	// Prepare sets up a launch in a place. The project is then as it was before the task.
	Prepare func(context.Context, *Place) (Launch, error)
	// Done gets each result, one at a time, also an [Result.IsUnfinished] one that has cost something. Its error ends
	// the run.
	Done func(Result) error
	Lang lang.Language
}

// Launch is a launch of ccc in a [Place]. Its reviews are on, and its task has begun.
type Launch struct {
	ID    string
	State state.Dir
	Setup func(hook.Input) (hook.Setup, error)
}

// Reasons why a run ended early. The results until then are valid.
var (
	ErrStopped = errors.New("stopped")
	ErrCost    = errors.New("the limit on cost is reached")
	ErrLimit   = errors.New("a usage limit is reached")
)

// NoReviewerError ends a run whose first reviewer could not be asked: a login, credit or a model is missing, and the
// other cases would fail, too.
type NoReviewerError struct{ Reason error }

// Message is the text of the error, for any language.
func (e *NoReviewerError) Message() lang.Message {
	return lang.M("no reviewer can be asked: %s", e.Reason)
}

func (e *NoReviewerError) Error() string { return e.Message().String() }

// Reportable reports whether the results of a run with this error can be shown: the run was completed, or ended early
// for a reason that does not make its results wrong.
func Reportable(err error) bool {
	return err == nil || errors.Is(err, ErrStopped) || errors.Is(err, ErrCost) || errors.Is(err, ErrLimit)
}

// judgements are the results of a run so far.
type judgements struct {
	mu           sync.Mutex
	results      []Result
	changedCases []Broken // cases that have changed since the run began
	spentUSD     float64  // USD
	hasVerdict   bool     // a reviewer has given a verdict
}

// Judge judges all cases. It returns the results in the order of the cases, the cases that have changed meanwhile, and
// the cost of the run in USD. The error is ErrStopped, ErrCost, ErrLimit, or one that would be the same for each case.
func (r Run) Judge(ctx context.Context) (results []Result, broken []Broken, spent float64, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := judgements{spentUSD: r.Spent, results: slices.Clone(r.Earlier)}
	jobs := max(r.Jobs, 1)
	if r.MaxUSD > 0 {
		jobs = 1
	}
	slots := make(chan struct{}, jobs)
	var running sync.WaitGroup
	for try := 1; try <= max(r.Repeat, 1); try++ {
		for _, c := range r.Cases {
			if slices.ContainsFunc(r.Earlier, func(k Result) bool { return k.Case == c.Name && k.Try == try }) {
				continue
			}
			slots <- struct{}{}
			all.mu.Lock()
			changed := slices.ContainsFunc(all.changedCases, func(b Broken) bool { return b.Case == c.Name })
			budget := 0.0
			if r.MaxUSD > 0 {
				if budget = streamjson.RoundUSD(r.MaxUSD - all.spentUSD); budget < task.LeastUSD {
					cancel(ErrCost)
				}
			}
			all.mu.Unlock()
			if changed || ctx.Err() != nil {
				<-slots
				continue
			}
			running.Go(func() {
				defer func() { <-slots }()
				result, err := r.judgeCase(ctx, c, try, budget)
				all.add(c, result, err, r.Done, cancel)
			})
		}
	}
	running.Wait()
	r.sortResults(all.results)
	if err = context.Cause(ctx); errors.Is(err, context.Canceled) {
		err = ErrStopped
	}
	return all.results, all.changedCases, all.spentUSD, err
}

// add adds what judging a case returned. It calls cancel with the error that ends the run, if there is one.
func (j *judgements) add(c Case, result Result, err error, done func(Result) error, cancel func(error)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.spentUSD = streamjson.RoundUSD(j.spentUSD + result.CostUSD)
	if changed := new(changedError); errors.As(err, &changed) {
		j.changedCases = append(j.changedCases, Broken{Case: c.Name, File: changed.file, Err: changed})
		return
	}
	missing := new(NoReviewerError)
	if errors.As(err, &missing) && j.hasVerdict { // other cases got a verdict: only this one fails
		result.Verdict, result.Reason, err = NoVerdict, missing.Reason, nil
		result.Text = result.Reason.Error()
	}
	j.hasVerdict = j.hasVerdict || result.By == task.ByReviewers
	if err != nil {
		cancel(err)
	}
	if !result.IsUnfinished() {
		j.results = append(j.results, result)
	} else if result.CostUSD == 0 {
		return
	}
	if err := done(result); err != nil {
		cancel(err)
	}
}

// sortResults sorts by try, and then in the order of the run's cases.
func (r Run) sortResults(results []Result) {
	index := func(name string) int {
		return slices.IndexFunc(r.Cases, func(c Case) bool { return c.Name == name })
	}
	slices.SortStableFunc(results, func(a, b Result) int {
		return cmp.Or(a.Try-b.Try, index(a.Case)-index(b.Case))
	})
}

// judgement is the judging of one case.
type judgement struct {
	run        Run
	budget     float64 // USD; 0 is no limit
	result     Result
	lastResult review.Result // of the last review
	extent     reviewExtent  // of the last review
	setupErr   error
	ownBudget  bool // budget is lower than the limit in the case's settings
}

// judgeCase judges a case once. budget limits its cost in USD; 0 is no limit. If there is an error, the result is
// unfinished.
func (r Run) judgeCase(ctx context.Context, c Case, try int, budget float64) (Result, error) {
	j := judgement{run: r, budget: budget}
	j.result = Result{Case: c.Name, Try: try, Digest: c.Digest(), Expect: c.Expect, Why: c.Why}
	place, err := c.layOut(ctx, r.RubricText, r.Override)
	if err != nil {
		return j.result, err
	}
	defer place.remove()
	launch, err := r.Prepare(ctx, place)
	if err != nil {
		return j.result, err
	}
	if err := place.applyWork(); err != nil {
		return j.result, err
	}
	j.result.Claims = place.unsupported()
	self, _ := process.Of(os.Getpid()) // zero means a process that has ended, which is fine: nobody shares this state
	h := hook.Hook{
		State: launch.State, Launch: launch.ID, Lang: r.Lang, Self: self,
		Claude: func() (process.Process, bool) { return process.Process{}, false },
		Print:  func(string) {},
		Log:    slog.New(slog.NewTextHandler(io.Discard, nil)),
		Wait:   func() (context.Context, func()) { return ctx, func() {} },
		Prepare: func(in hook.Input) (s hook.Setup, err error) {
			if s, j.setupErr = launch.Setup(in); j.setupErr == nil {
				j.observe(&s)
			}
			return s, j.setupErr
		},
	}
	decision := h.Run(hook.Input{SessionID: place.Session, Transcript: place.Transcript, CWD: place.Project})
	switch {
	case j.setupErr != nil:
		return j.result, j.setupErr
	case j.lastResult.Failure != streamjson.NoFailure && ctx.Err() != nil:
		return j.result, ErrStopped
	case j.lastResult.Failure == streamjson.Limit:
		return j.result, ErrLimit
	case j.lastResult.Failure == streamjson.Budget && j.ownBudget:
		return j.result, ErrCost
	case j.lastResult.Failure == streamjson.NeedsPerson && j.lastResult.Cage != "": // a reviewer was started
		return j.result, &NoReviewerError{j.lastResult.Reason}
	}
	j.result.setVerdict(j.lastResult, j.extent, decision.Message)
	j.result.Recording = recordingIn(launch.State.Recordings())
	return j.result, nil
}

// observe changes a review so that the judgement limits its cost, and learns which reviewers were asked, what they
// answered and what that cost.
func (j *judgement) observe(s *hook.Setup) {
	if j.budget > 0 && (s.Policy.MaxCostUSD == 0 || j.budget < s.Policy.MaxCostUSD) {
		s.Policy.MaxCostUSD, j.ownBudget = j.budget, true
	}
	var mu sync.Mutex
	change := s.Place
	s.Place = func(name string, q review.Reviewer) review.Reviewer {
		if change != nil {
			q = change(name, q)
		}
		mu.Lock()
		defer mu.Unlock()
		j.result.addReviewer(AskedReviewer{
			Name: name, Provider: q.Provider, Model: q.Model, Rubric: RubricHash(q.Rubric),
		})
		return q
	}
	s.Judge = func(ctx context.Context, request review.Request) review.Result {
		began := time.Now()
		j.lastResult, j.extent = j.run.review(ctx, request)
		j.result.DurationMS += time.Since(began).Milliseconds()
		j.result.CostUSD = streamjson.RoundUSD(j.result.CostUSD + j.lastResult.CostUSD)
		j.result.PromptTokens += j.lastResult.Prompt
		return j.lastResult
	}
}

// reviewExtent says how far the review of a stop went.
type reviewExtent uint8

const (
	notReviewed reviewExtent = iota // the hook did not review this stop
	checksOnly                      // a reviewer would have been asked next
	reviewed
)

// grace is how long a stopped reviewer may take to end. An interrupted claude reports its cost within that time.
const grace = 2 * time.Second

// review makes one review, as a launch does. If claude cannot read the session, neither by id nor from the file, it
// asks a reviewer that gets the transcript.
func (r Run) review(ctx context.Context, j review.Request) (review.Result, reviewExtent) {
	j.Reviewer.Grace = grace
	if r.ChecksOnly {
		result, decided := review.RunWithoutReviewers(ctx, j)
		if decided {
			return result, reviewed
		}
		result.Failure = streamjson.Aborted // the hook then prints nothing
		return result, checksOnly
	}
	result := review.Run(ctx, j)
	if result.Failure == streamjson.NoSession {
		j.Last.Checked, j.Last.Gave, j.Reviewer.Fresh = result.Files.Checked, result.Files.Gave, true
		result = review.Run(ctx, j)
		result.Fresh = true
	}
	return result, reviewed
}

// RubricHash is a short hash of a rubric's text.
func RubricHash(text string) string { return file.Digest(text)[:12] }
