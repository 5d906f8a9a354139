package change

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"time"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/claude/settings"
	"ccc/internal/git"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Review is the review of a change.
type Review struct {
	Change Change
	Task   string // the user's request; "" to take it from the session or the commits
	// Conversation is the session in which the change was made, if the reviewer is to read it. Without a path there
	// is none.
	Conversation claude.Session
	Resume       bool          // continue the last review here: open findings, and later changes
	Rubric       rubric.Rubric // has only checks and providers that the user has approved
	Provider     string        // of the reviewers; "" for the user's own login
	MaxUSD       float64       // what it may cost; 0 for the limit in ccc.json
	MaxTokens    int64         // tokens that it may read and write; 0 for the limit in ccc.json
	Dirs         state.Directories
	File         provider.File
	Env          process.Env
	Language     lang.Language
	Progress     *Progress
}

// Run reviews the change. The error says why no review was possible.
func (r Review) Run(ctx context.Context) (report Report, err error) {
	r.Env = git.UnboundEnv(r.Env)
	began := time.Now()
	dir, remove, err := r.Change.checkOut(ctx, r.Dirs.Work)
	if err != nil {
		return report, err
	}
	defer r.removeTree(remove)
	known, err := r.lastReview()
	if err != nil {
		return report, err
	}
	setup, err := r.prepare(ctx)
	if err != nil {
		return report, err
	}
	logFile, err := r.Dirs.State.OpenLog(r.Dirs.State.Log())
	if err != nil {
		r.Progress.Note(lang.M("%v", err))
	}
	defer logFile.Close()
	if _, err := r.Dirs.State.Dismissals(r.Dirs.Work); err != nil {
		r.Progress.Note(wording.DismissalsUnreadable(err))
	}
	reviewed, err := r.session()
	if err != nil {
		return report, err
	}
	// In another directory claude finds no session of this one, and its sandbox shows none, so the reviewer gets the
	// text.
	setup.Review.Fresh = reviewed.File != "" && dir != r.Dirs.Work
	request := r.request(setup, reviewed, known, dir)
	if request.Parts = r.parts(ctx, known); len(request.Parts) > 0 {
		request.Limit = 0 // each part has its own limit
	}
	request.Log = slog.New(slog.NewTextHandler(setup.Review.Mask.Writer(logFile), nil)).With("review", r.Change.Name)
	known, result := r.reviewWithRetry(ctx, request, known)
	report = r.report(known, result)
	report.DurationMS = time.Since(began).Milliseconds()
	if err := r.store(known, result); err != nil {
		r.Progress.Note(lang.M("the findings are not kept: %v", err))
	}
	return report, nil
}

// reviewWithRetry makes the review, and once more if it gives no verdict and the next one might. known is what was
// known of the task before, and then after it.
func (r Review) reviewWithRetry(
	ctx context.Context, request review.Request, known task.State,
) (task.State, review.Result) {
	policy := r.policy()
	for try := 1; ; try++ {
		if len(request.Parts) > 0 {
			try = lastTry // each part was tried again by itself
		}
		request.Reviewer.Budget = policy.Left(known)
		result := review.Run(ctx, request)
		request.Last.Checked, request.Last.Gave = result.Files.Checked, result.Files.Gave
		request.Last.SeenChanging = result.Files.SeenChanging
		next, d := policy.Step(known, task.Event{
			Kind: task.Reviewed, At: time.Now().UTC(), CostUSD: result.CostUSD, Tokens: result.Tokens(),
			Verdict: result.Verdict, Tries: try, Files: result.Files,
		})
		if known = next; d.Action != task.Retry {
			return known, result
		}
		r.Progress.Note(lang.M("no verdict, it is tried once more: %v", result.Reason))
	}
}

// lastTry is an attempt's number that allows no further attempt.
const lastTry = math.MaxInt32

// RunChecks runs the rubric's checks, and looks for changed files that are strictly protected. It asks no model, so
// it needs no claude and no key. The findings of the last review stay as they are.
func (r Review) RunChecks(ctx context.Context) (report Report, err error) {
	r.Env = git.UnboundEnv(r.Env)
	began := time.Now()
	dir, remove, err := r.Change.checkOut(ctx, r.Dirs.Work)
	if err != nil {
		return report, err
	}
	defer r.removeTree(remove)
	s := hook.Setup{Rubric: r.Rubric, CheckEnv: hook.CheckEnv(r.Env, r.File.Secrets(r.Env.Lookup))}
	s.Review.Mask = secret.New(review.Secrets(r.Env, r.Dirs, r.File)...)
	changed := git.ChangedNames(r.Change.Files)
	for i, name := range changed {
		changed[i] = git.PathFrom(r.Change.prefix, name)
	}
	var result review.Result
	result.Verdict = review.ChecksAlone(ctx, r.request(s, review.Session{}, task.State{}, dir), changed)
	report = r.report(task.State{Verdict: &result.Verdict}, result)
	report.DurationMS = time.Since(began).Milliseconds()
	return report, nil
}

// removeTree removes the work tree that was made for a review.
func (r Review) removeTree(tree func() error) {
	if err := tree(); err != nil {
		r.Progress.Note(lang.M("the work tree of the review was not removed: %v", err))
	}
}

// policy returns the limits of a review, as those of a task. There is no limit on rounds, because only the user
// begins one.
func (r Review) policy() task.Policy {
	p := review.PolicyOf(r.File)
	p.MaxRounds, p.MaxStalled, p.MaxDuration = math.MaxInt32, 0, 0
	if r.MaxUSD > 0 {
		p.MaxCostUSD = r.MaxUSD
	}
	if r.MaxTokens > 0 {
		p.MaxTokens = r.MaxTokens
	}
	return p
}

// Spend subtracts the cost of a review from the limits, for the next one. more is false if a limit is used up.
func (r *Review) Spend(v task.Verdict) (more bool) {
	more = (r.MaxUSD == 0 || r.MaxUSD > v.CostUSD) && (r.MaxTokens == 0 || r.MaxTokens > v.Tokens())
	left := task.Budget{USD: r.MaxUSD, Tokens: r.MaxTokens}.Minus(v.CostUSD, v.Tokens())
	r.MaxUSD, r.MaxTokens = left.USD, left.Tokens
	return more
}

// CanResume reports whether the last review here gave a verdict on a change that began at base.
func (r Review) CanResume(base string) bool {
	s, err := r.Dirs.State.Load(state.ReviewID(r.Dirs.Work))
	return err == nil && s.Verdict != nil && s.BaseTree == base
}

// lastReview returns the state in which the review begins: a new one, or that of the last review here.
func (r Review) lastReview() (task.State, error) {
	fresh := task.State{Count: 1, Began: time.Now().UTC(), BaseTree: r.Change.Base}
	if !r.Resume {
		return fresh, nil
	}
	s, err := r.Dirs.State.Load(state.ReviewID(r.Dirs.Work))
	switch {
	case err != nil:
		return fresh, err
	case s.Verdict == nil:
		return fresh, lang.Errorf("nothing was reviewed here yet: leave out --resume")
	case s.BaseTree != r.Change.Base:
		return fresh, lang.Errorf("the last review here was of a change that began at %s, and this one begins at %s: "+
			"leave out --resume", s.BaseTree, r.Change.Base)
	}
	again := fresh
	again.Count, again.Findings, again.NewOnly, again.Files = s.Count+1, s.Findings, s.NewOnly, s.Files
	again.Verdict = s.Verdict
	return again, nil
}

// store stores what the review found, for ccc dismiss and the next review.
func (r Review) store(now task.State, result review.Result) error {
	if result.Failure != streamjson.NoFailure {
		return nil // the last verdict stays
	}
	_, err := r.Dirs.State.Change(state.ReviewID(r.Dirs.Work), func(s *state.State) {
		s.State, s.Dir = now, r.Dirs.Work
	})
	return err
}

// prepare prepares the reviewers as the Stop hook does. No file of the project decides how they run, because the
// author of the change may have written it.
func (r Review) prepare(ctx context.Context) (s hook.Setup, err error) {
	f := r.File
	if f.Supervisor.Provider == "" {
		f.Supervisor.Provider = r.Provider
	}
	binary, err := claude.FromEnv(r.Env.Get)
	if err == nil {
		err = os.MkdirAll(r.Dirs.Claude, 0o700) // for the reviewer's settings; claude may never have run here
	}
	if err != nil {
		return s, err
	}
	version, err := mods.VersionOf(ctx, binary, r.Env, r.Dirs.State.ClaudeVersion())
	if err != nil {
		return s, err
	}
	guard, err := mods.New(version, mods.Options{
		Allow: f.AllowMods, Managed: settings.ManagedDir(), Claude: r.Dirs.Claude,
	})
	if err != nil {
		return s, err
	}
	elsewhere := r.Dirs
	elsewhere.Work = string(r.Dirs.State) // a directory without a project
	env := slices.Concat(r.Env, process.Env{
		state.ProviderEnv + "=" + f.Supervisor.Provider, state.ModsEnv + "=" + guard.Text(),
	})
	p := hook.Preparation{
		Env: env, Dirs: r.Dirs, File: f, Snapshot: review.TakeSnapshot(elsewhere, r.Env, nil, f.Path),
		Mask: secret.New(review.Secrets(r.Env, r.Dirs, f)...), Language: r.Language, Stderr: r.Progress,
	}
	s = hook.Setup{
		Lang: r.Language, Review: review.ReviewerOf(f, f.Supervisor.Provider), Rubric: r.Rubric, Dir: r.Dirs.Work,
		CheckEnv: hook.CheckEnv(p.Env, f.Secrets(r.Env.Lookup)),
	}
	s.Review.Mask = p.Mask
	if err := p.PrepareReviewer(&s, hook.Input{}); err != nil {
		return s, err
	}
	s.Review.Transcript, s.Review.Snapshot, s.Review.Agent.Version = nil, nil, version
	return s, nil
}

// dismissals returns what the user has dismissed in the project so far. [Review.Run] has reported an error.
func (r Review) dismissals() task.Dismissals {
	done, _ := r.Dirs.State.Dismissals(r.Dirs.Work)
	return done
}

// request describes the review of the files in dir.
func (r Review) request(s hook.Setup, reviewed review.Session, last task.State, dir string) review.Request {
	reviewed.Dir = dir
	s.Review.Schema = true
	return review.Request{
		Session: reviewed, Reviewer: s.Review, Rubric: s.Rubric, Dir: dir, CheckEnv: s.CheckEnv,
		Marks: r.Dirs.State.Indexes(),
		Base:  task.Files{Work: "before " + r.Change.Base, Tree: r.Change.Base}, Last: last.Files,
		Findings: last.Findings, Dismissals: r.dismissals,
		Limit: s.Review.Timeout, Place: s.Place,
		Output: func(string) (io.WriteCloser, error) {
			return r.Dirs.State.OpenOutput(state.ReviewID(r.Dirs.Work))
		},
		CheckStarted: r.Progress.checkStarted, CheckEnded: r.Progress.checkEnded,
		Note: r.Progress.Note, Progress: r.Progress.Note, Event: r.Progress.event,
	}
}

// commitMessages returns the messages of the commits, within limits.
func (c Change) commitMessages() (list []string) {
	if c.More > 0 {
		list = append(list, fmt.Sprintf("(%d older messages are left out)", c.More))
	}
	for _, m := range c.Messages {
		list = append(list, text.Head(m, maxMessage))
	}
	return list
}
