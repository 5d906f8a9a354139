package main

import (
	"cmp"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/settings"
)

// launched is the launch whose reviewers are placed.
type launched struct {
	file     provider.File
	dirs     directories
	project  string
	agent    string   // the settings of the launch's agent; "" if it was not started by ccc
	provider string   // of the launch; "" if it has none
	add      []string // the agent's --add-dir
}

// place prepares the reviewers that are on a provider of their own. It gives the rubric in which only other providers
// than the launch's are named, and what changes a review for a reviewer. No reviewer gets anything of a provider that
// is not its own.
func (p *program) place(
	b launched, r rubric.Rubric,
) (rubric.Rubric, func(string, review.Reviewer) review.Reviewer, error) {
	own := cmp.Or(b.file.Supervisor.Provider, b.provider)
	r.Others = slices.Clone(r.Others)
	changes := make(map[string]func(review.Reviewer) review.Reviewer)
	for n := range 1 + len(r.Others) {
		one := &r.Reviewer
		if n > 0 {
			one = &r.Others[n-1]
		}
		if one.Provider != "" && !b.file.Has(one.Provider) {
			_, err := b.file.Provider(one.Provider)
			return r, nil,
				hinted{lang.Errorf("%s: %v", one.Path, err), lang.M("name one of them, or take the key provider out")}
		}
		if one.Provider == own {
			one.Provider = ""
		}
		if one.Provider == "" {
			continue
		}
		change, err := p.placeOne(b, *one)
		if err != nil {
			return r, nil, lang.Errorf("%s: %w", one.Path, err)
		}
		changes[one.Name] = change
	}
	return r, func(name string, request review.Reviewer) review.Reviewer {
		if change := changes[name]; change != nil {
			return change(request)
		}
		return request
	}, nil
}

// placeOne prepares one reviewer.
func (p *program) placeOne(b launched, one rubric.Reviewer) (func(review.Reviewer) review.Reviewer, error) {
	clean := func(env []string) []string { return b.file.Foreign(one.Provider, env, p.lookup) }
	theirs := program{env: clean(p.env)}
	settings, err := settings.Reviewer(b.file, settings.Plan{
		Dir: b.dirs.Claude, Work: b.project, Lookup: theirs.lookup, Names: process.Env(theirs.env).Names(), Asked: review.Asked,
	}, b.agent, one.Provider)
	if err != nil {
		return nil, err
	}
	var found sandbox.Found
	var login func() []string
	if found, login, err = (sandbox.Reviewer{
		File: b.file, Dirs: b.dirs, Env: p.env, Login: theirs.env, Settings: settings, Add: b.add,
	}).Find(); err != nil {
		return nil, err
	}
	return func(r review.Reviewer) review.Reviewer {
		r.Env, r.Settings, r.Cage, r.Login = clean(r.Env), settings, found, login
		return r
	}, nil
}

// agentOf is the settings file of the agent whose reviewers have the other one; "" if that is no file of a launch.
func agentOf(reviewer string) string {
	if agent, ok := strings.CutSuffix(reviewer, "-supervisor.json"); ok {
		return agent + ".json"
	}
	return ""
}
