package eval

import (
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

// Run is what is to be judged, and how.
type Run struct {
	Cases      []Case
	Repeat     int  // how often each is judged
	Jobs       int  // how many at once
	ChecksOnly bool // no reviewer is asked
	// Body is the text of the rubric, where a case has none of its own; with Always in place of that.
	RubricText string
	Override   bool
	// MaxUSD is what the run may cost, Spent included; 0 for no bound. With one a case is judged alone: two at once
	// could each cost all that is left.
	MaxUSD float64
	// Before are the results that are known, of the same run when it was cut off, and Spent is what it had cost by then.
	Earlier []Result
	Spent   float64
	// Prepare makes what a launch has beyond the case, with the state in its place, see [Launch]. The place is as it was
	// before the task.
	Prepare func(context.Context, *Place) (Launch, error)
	// Done is told of each result, and of what a case has cost that was cut off ([Result.Unfinished]), one at a time. Its error
	// ends the run.
	Done func(Result) error
	Lang lang.Language
}

// Launch is one in a [Place]. Its reviews are on, and its task has begun.
type Launch struct {
	ID    string
	State state.Dir
	Setup func(hook.Input) (hook.Setup, error)
}

// Why a run ended before its end. What was judged by then stands.
var (
	ErrStopped = errors.New("stopped")
	ErrCost    = errors.New("the bound on cost is reached")
	ErrLimit   = errors.New("a usage limit is reached")
)

// NoReviewerError ends a run whose first reviewer could not be asked: a login, credit or a model is missing, and the next
// case would fare no better.
type NoReviewerError struct{ Reason error }

// Message says so in every language.
func (e *NoReviewerError) Message() lang.Message {
	return lang.M("no reviewer can be asked: %s", e.Reason)
}

func (e *NoReviewerError) Error() string { return e.Message().String() }

// Told reports whether a run with that error has come to its end, or was cut off before: its results can be told.
func Reportable(err error) bool {
	return err == nil || errors.Is(err, ErrStopped) || errors.Is(err, ErrCost) || errors.Is(err, ErrLimit)
}

// Judge runs all, and gives what came of it, in the order of the cases, those that have changed meanwhile, and what the
// run has cost in USD. The error is one of those above, or one that would be the same in each case.
func (r Run) Judge(ctx context.Context) (results []Result, broken []Broken, spent float64, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	spent, answered := r.Spent, false
	results = slices.Clone(r.Earlier)
	jobs := max(r.Jobs, 1)
	if r.MaxUSD > 0 {
		jobs = 1
	}
	places := make(chan struct{}, jobs)
	var running sync.WaitGroup
	for try := 1; try <= max(r.Repeat, 1); try++ {
		for _, c := range r.Cases {
			if slices.ContainsFunc(r.Earlier, func(k Result) bool { return k.Case == c.Name && k.Try == try }) {
				continue
			}
			places <- struct{}{}
			mu.Lock()
			known := slices.ContainsFunc(broken, func(b Broken) bool { return b.Case == c.Name })
			budget := 0.0
			if r.MaxUSD > 0 {
				if budget = streamjson.RoundUSD(r.MaxUSD - spent); budget < task.LeastUSD {
					cancel(ErrCost)
				}
			}
			mu.Unlock()
			if known || ctx.Err() != nil {
				<-places
				continue
			}
			running.Go(func() {
				defer func() { <-places }()
				result, err := r.judgeCase(ctx, c, try, budget)
				mu.Lock()
				defer mu.Unlock()
				spent = streamjson.RoundUSD(spent + result.CostUSD)
				if changed := new(changedError); errors.As(err, &changed) {
					broken = append(broken, Broken{Case: c.Name, File: changed.file, Err: changed})
					return
				}
				missing := new(NoReviewerError)
				if errors.As(err, &missing) && answered { // this case alone
					result.Verdict, result.Reason, err = NoVerdict, missing.Reason, nil
					result.Text = result.Reason.Error()
				}
				answered = answered || result.By == task.ByReviewers
				if err != nil {
					cancel(err)
				}
				if !result.Unfinished() {
					results = append(results, result)
				} else if result.CostUSD == 0 {
					return
				}
				if err := r.Done(result); err != nil {
					cancel(err)
				}
			})
		}
	}
	running.Wait()
	slices.SortStableFunc(results, func(a, b Result) int {
		if a.Try != b.Try {
			return a.Try - b.Try
		}
		index := func(name string) int {
			return slices.IndexFunc(r.Cases, func(c Case) bool { return c.Name == name })
		}
		return index(a.Case) - index(b.Case)
	})
	if err = context.Cause(ctx); errors.Is(err, context.Canceled) {
		err = ErrStopped
	}
	return results, broken, spent, err
}

// one judges one case once. budget is what it may cost in USD, 0 for no bound. With an error the result is cut off.
func (r Run) judgeCase(ctx context.Context, c Case, try int, budget float64) (result Result, err error) {
	result = Result{Case: c.Name, Try: try, Digest: c.Digest(), Expect: c.Expect, Why: c.Why}
	place, err := c.layOut(ctx, r.RubricText, r.Override)
	if err != nil {
		return result, err
	}
	defer place.remove()
	launch, err := r.Prepare(ctx, place)
	if err != nil {
		return result, err
	}
	if err := place.applyWork(); err != nil {
		return result, err
	}
	self, _ := process.Of(os.Getpid()) // zero is a process that has ended: nobody else looks at this state
	var failed error
	last, state := review.Result{}, unreviewed
	ours := false // the bound on cost
	h := hook.Hook{
		State: launch.State, Launch: launch.ID, Lang: r.Lang, Self: self,
		Claude: func() (process.Process, bool) { return process.Process{}, false },
		Say:    func(string) {},
		Log:    slog.New(slog.NewTextHandler(io.Discard, nil)),
		Wait:   func() (context.Context, func()) { return ctx, func() {} },
		Prepare: func(in hook.Input) (hook.Setup, error) {
			var s hook.Setup
			if s, failed = launch.Setup(in); failed != nil {
				return s, failed
			}
			if budget > 0 && (s.Policy.MaxCostUSD == 0 || budget < s.Policy.MaxCostUSD) {
				s.Policy.MaxCostUSD, ours = budget, true
			}
			var mu sync.Mutex
			change := s.Place
			s.Place = func(name string, q review.Reviewer) review.Reviewer {
				if change != nil {
					q = change(name, q)
				}
				mu.Lock()
				defer mu.Unlock()
				result.addReviewer(AskedReviewer{Name: name, Provider: q.Provider, Model: q.Model, Rubric: RubricHash(q.Rubric)})
				return q
			}
			s.Judge = func(ctx context.Context, j review.Request) review.Result {
				began := time.Now()
				last, state = r.review(ctx, j)
				result.DurationMS += time.Since(began).Milliseconds()
				result.CostUSD = streamjson.RoundUSD(result.CostUSD + last.CostUSD)
				result.PromptTokens += last.Prompt
				return last
			}
			return s, nil
		},
	}
	decision := h.Run(hook.Input{SessionID: place.Session, Transcript: place.Transcript, CWD: place.Project})
	switch {
	case failed != nil:
		return result, failed
	case last.Failure != streamjson.NoFailure && ctx.Err() != nil:
		return result, ErrStopped
	case last.Failure == streamjson.Limit:
		return result, ErrLimit
	case last.Failure == streamjson.Budget && ours:
		return result, ErrCost
	case last.Failure == streamjson.NeedsPerson && last.Cage != "": // it is the reviewer's, who was asked in one
		return result, &NoReviewerError{last.Reason}
	}
	result.setVerdict(last, state, decision.Message)
	result.Recording = recordingIn(launch.State.Recordings())
	return result, nil
}

// reviewed says how far a stop's review went.
type reviewed uint8

const (
	unreviewed reviewed = iota // the stop was not one to be reviewed
	left                       // a reviewer would have been asked
	judged
)

// grace is that of a review that is stopped: a claude that is interrupted says within it what it has cost.
const grace = 2 * time.Second

// ask makes one try of a review as a launch does. Where this claude cannot read the session, by its id or by its file,
// a reviewer that has the transcript is asked.
func (r Run) review(ctx context.Context, j review.Request) (review.Result, reviewed) {
	j.Reviewer.Grace = grace
	if r.ChecksOnly {
		result, decided := review.RunWithoutReviewers(ctx, j)
		if decided {
			return result, judged
		}
		result.Failure = streamjson.Aborted // the hook has nothing to say
		return result, left
	}
	result := review.Run(ctx, j)
	if result.Failure == streamjson.NoSession {
		j.Last.Checked, j.Last.Gave, j.Reviewer.Fresh = result.Files.Checked, result.Files.Gave, true
		result = review.Run(ctx, j)
		result.Fresh = true
	}
	return result, judged
}

// RubricHash is another one for another text.
func RubricHash(text string) string { return file.Digest(text)[:12] }
