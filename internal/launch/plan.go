package launch

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"ccc/internal/claude/settings"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/git"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/plan"
	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/session"
)

// PlanOptions are the flags of ccc run.
type PlanOptions struct {
	KeepGoing, Commit, Trust bool
	PullRequests, Merge      bool
	Jobs                     int
	MaxCostUSD               float64
	MaxTokens                int64
	MaxDuration              time.Duration
	RunID                    string
	Rest                     commandline.Line // provider and claude's arguments
	// Report returns the report on a launch or a session, made from its recording, as markdown; "" if there is none.
	Report func(id string) (string, error)
}

// PlanConfig prepares a run. It refuses whatever a task would refuse, and asks the user all questions once.
func (p *Program) PlanConfig(o PlanOptions, path string, t *plan.Teller) (c plan.Config, err error) {
	line := o.Rest
	line.Supervisor, line.Plan, line.Trust, line.Commands = true, true, o.Trust, p.Commands
	s, err := p.setup(line)
	if err != nil {
		return c, err
	}
	p.LanguageIn(s.file)
	if err := s.file.CheckLimits(); err != nil {
		return c, err
	}
	if err := plan.CheckArguments(s.args, line.Before, line.Rest); err != nil {
		return c, console.Usage(err)
	}
	attended := p.AtTerminal()
	judged, err := p.agreeToRun(s, o.Trust, attended)
	if err != nil {
		return c, err
	}
	self, err := process.InstalledPath() // an update while tasks run may remove the file behind a link
	if err != nil {
		return c, err
	}
	p.noteError(p.sweepOld(s))
	p.prune(s)
	if err := s.State.Create(); err != nil {
		return c, err
	}
	digest, err := s.snapshot.Save(s.State.Snapshot(s.id))
	if err != nil {
		return c, err
	}
	return plan.Config{
		Copy: link.Copy{Prefix: s.State.Snapshot(s.id), Digest: digest},
		Path: path, RunID: o.RunID, Jobs: o.Jobs, KeepGoing: o.KeepGoing, Commit: o.Commit,
		MaxCostUSD: o.MaxCostUSD, MaxTokens: o.MaxTokens, MaxDuration: o.MaxDuration,
		Dir: s.Work, Judged: judged.ContentDigest(), State: s.State,
		Now: func() string {
			now, err := rubric.Load(s.Work, s.Directories.Claude)
			if err != nil {
				return ""
			}
			return now.ContentDigest()
		},
		Settings: func(dir string) map[string]string { return runSettings(dir, s.Directories.Claude) },
		Allow:    func(all tasklist.Plan) error { return p.allowPlan(s, path, o.Trust, attended, all) },
		Mask:     secret.New(slices.Concat(review.Secrets(p.Env, s.Directories, s.file), s.settings.Secrets())...),
		Command: plan.Launcher{
			Program: self, Env: p.Env, Before: o.Rest.Before, Rest: o.Rest.Rest, Literal: o.Rest.Literal,
			Named: line.Named(s.provider),
		}.Command,
		Notify: plan.Notify{
			Command: p.notifyCommand(s), Language: p.Language(), Provider: s.providerName(), Each: s.file.NotifyEach,
		},
		Merge: o.Merge, Checks: p.mergeChecks(s, judged),
		Pulls: plan.Pulls{Wanted: o.PullRequests, Report: o.Report},
		Say:   t.Say, Line: t.Line, Changed: t.Change,
	}, nil
}

// allowPlan refuses a plan that names a provider which there is not, and asks the user about its checks.
func (p *Program) allowPlan(s setup, path string, trusted, attended bool, all tasklist.Plan) error {
	for _, t := range all.Tasks {
		if t.Provider == "" {
			continue
		}
		found, err := s.file.Provider(t.Provider)
		if err == nil {
			err = s.file.CheckEnv(found)
		}
		if err != nil {
			return lang.Errorf("task %d of %s: %w", t.Number, path, err)
		}
	}
	asks := rubric.Rubric{Reviewer: rubric.Reviewer{Name: rubric.First, Path: path}, Checks: checksOf(all.Checks())}
	given := ""
	if trusted {
		given = asks.Digest()
	}
	err := p.mustAllow(s, given, asks, attended)
	if unapproved := new(rubric.UnapprovedError); errors.As(err, &unapproved) {
		err = lang.WithHint(err, lang.M("at a terminal ccc run asks; --trust before the plan approves them "+
			"for this run"))
	}
	return err
}

// mustAllow asks the user for what a run asks for, and fails if the user refuses it.
func (p *Program) mustAllow(s setup, given string, asks rubric.Rubric, attended bool) error {
	ok, err := p.asker().MayRun(s.Directories, given, asks, attended)
	if err == nil && !ok {
		err = console.Usage(lang.Errorf("nothing was started"))
	}
	return err
}

// checksOf returns the checks of a plan, each named by its command.
func checksOf(commands []string) (checks []rubric.Check) {
	for _, line := range commands {
		checks = append(checks, rubric.Check{Name: line, Run: line})
	}
	return checks
}

// agreeToRun loads the rubric, and asks the user about everything that a task would ask about.
func (p *Program) agreeToRun(s setup, trust, attended bool) (judged rubric.Rubric, err error) {
	if err = p.asker().MayStart(s.Directories, trust, attended); err != nil {
		return judged, err
	}
	judged, err = p.loadRubric(s, attended)
	if err != nil {
		return judged, err
	}
	return judged, p.mustAllow(s, s.trust, judged, attended)
}

// prune removes old recordings once for all tasks, because the tasks themselves would not tell the user.
func (p *Program) prune(s setup) {
	retention := hook.Retention(p.Env, s.file)
	if retention.Off {
		return
	}
	removed, err := retention.Prune(s.State.Recordings())
	if removed > 0 {
		p.Notef("%s", session.RemovedMessage(removed))
	}
	p.noteError(err)
}

// mergeChecks runs the checks of the rubric on what a run has merged.
func (p *Program) mergeChecks(s setup, r rubric.Rubric) func(string, <-chan struct{}) []outcome.MergeCheck {
	return func(dir string, stop <-chan struct{}) (list []outcome.MergeCheck) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-stop:
				cancel()
			case <-ctx.Done():
			}
		}()
		results := check.Run(ctx, r.Checks, check.Options{
			Dir: r.CheckDir(dir), Env: hook.CheckEnv(p.Env, s.file.Secrets(p.Lookup)), FailFast: r.FailFast,
		})
		for _, c := range results {
			passed := c.State == check.Passed || c.State == check.CannotRun
			list = append(list, outcome.MergeCheck{Name: c.Name, Passed: passed, Outcome: c.Outcome()})
		}
		return list
	}
}

// runSettings returns digests of everything that decides which programs claude and git run in a directory, and with
// which settings.
func runSettings(dir, claudeDir string) map[string]string {
	all := settings.Digests(dir, claudeDir)
	maps.Copy(all, git.Programs(context.Background(), dir))
	return all
}
