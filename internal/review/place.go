package review

import (
	"cmp"
	"slices"
	"sync"

	"ccc/internal/claude/settings"
	"ccc/internal/claude/snapshot"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
)

// Placement assigns the reviewers of a launch to providers.
type Placement struct {
	File     provider.File
	Dirs     state.Directories
	Env      process.Env
	Agent    string             // the settings of the launch's agent; "" if ccc did not start the agent
	Provider string             // the launch's provider; "" for the user's own login
	Add      []string           // the agent's --add-dir
	Snapshot *snapshot.Snapshot // see [Reviewer.Snapshot]
}

// Place prepares the reviewers that the rubric assigns to another provider than the launch's. It returns the rubric
// with only these providers named, and a function that configures a reviewer by its name. No reviewer gets settings or
// keys of another provider than its own.
func (p Placement) Place(r rubric.Rubric) (rubric.Rubric, func(string, Reviewer) Reviewer, error) {
	own := cmp.Or(p.File.Supervisor.Provider, p.Provider)
	r.Others = slices.Clone(r.Others)
	changes := make(map[string]func(Reviewer) Reviewer)
	for n := range 1 + len(r.Others) {
		one := &r.Reviewer
		if n > 0 {
			one = &r.Others[n-1]
		}
		if one.Provider != "" && !p.File.Has(one.Provider) {
			_, err := p.File.Provider(one.Provider)
			return r, nil, lang.WithHint(lang.Errorf("%s: %v", one.Path, err),
				lang.M("name one of these providers, or take the key provider out"))
		}
		if one.Provider == own {
			one.Provider = ""
		}
		if one.Provider == "" {
			continue
		}
		change, err := p.placeOne(*one)
		if err != nil {
			return r, nil, lang.Errorf("%s: %w", one.Path, err)
		}
		changes[one.Name] = change
	}
	for _, name := range p.File.Supervisor.Fallback {
		if _, err := p.File.Provider(name); err != nil {
			return r, nil, lang.WithHint(lang.Errorf("supervisor.reviewers_fallback: %v", err),
				lang.M("name one of these providers, or take the name out"))
		}
		// The providers are prepared when the first reviewer starts.
		place := sync.OnceValues(func() (func(Reviewer) Reviewer, error) {
			return p.placeOne(rubric.Reviewer{Provider: name})
		})
		for _, one := range r.Reviewers() {
			changes[OnFallback(one.Name, name)] = func(r Reviewer) Reviewer {
				change, err := place()
				if err != nil {
					r.placeErr = err
					return r
				}
				return change(r)
			}
		}
	}
	return r, func(name string, reviewer Reviewer) Reviewer {
		if change := changes[name]; change != nil {
			return change(reviewer)
		}
		return reviewer
	}, nil
}

// placeOne prepares one reviewer on its provider: its settings, environment, sandbox and login.
func (p Placement) placeOne(one rubric.Reviewer) (func(Reviewer) Reviewer, error) {
	clean := func(env []string) []string { return p.File.ReviewerEnv(one.Provider, env, p.Env.Lookup) }
	env := process.Env(clean(p.Env))
	path, err := settings.Reviewer(p.File, settings.Plan{
		Dir: p.Dirs.Claude, Work: p.Dirs.Work, Lookup: env.Lookup, Names: env.Names(), Asked: AskRules,
		Read: p.Snapshot.Read,
	}, p.Agent, one.Provider)
	if err != nil {
		return nil, err
	}
	found, login, err := sandbox.Reviewer{
		File: p.File, Dirs: p.Dirs, Env: p.Env, Login: env, Settings: path, Add: p.Add, Snapshot: p.Snapshot,
	}.Find()
	if err != nil {
		return nil, err
	}
	return func(r Reviewer) Reviewer {
		r.Env, r.Settings, r.Cage, r.Login = clean(r.Env), path, found, login
		return r
	}, nil
}
