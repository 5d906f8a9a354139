package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/eval"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/settings"
	"ccc/internal/state"
)

// place makes a launch of ccc in the place, with its reviews on.
func (e *evalRun) place(ctx context.Context, place *eval.Place) (l eval.Launch, err error) {
	launch := eval.NewID()
	dirs := directories{
		Work: place.Project, Claude: place.Claude, Config: e.dirs.Config, State: state.Find("", place.Claude),
	}
	dirs.Outside.Home, dirs.Outside.Claude, dirs.Outside.State = e.getenv("HOME"), e.dirs.Claude, string(e.dirs.State)
	q := &program{
		env: e.placed(place), stdin: e.stdin, stdout: e.stdout, terminal: e.terminal, text: io.Discard, stderr: io.Discard,
		known: e.known,
	}
	q.env = append(q.env, state.LaunchEnv+"="+launch)
	settings := ""
	var secrets []string
	if !e.opts.machine {
		if settings, secrets, err = q.settle(e, dirs); err != nil {
			return l, err
		}
	}
	judged, err := q.rubricIn(dirs)
	if err != nil {
		return l, err
	}
	q.env = append(q.env, state.TrustEnv+"="+judged.Digest()) // she was asked, see [evalRun.ask]
	if _, err := dirs.State.Enable(launch, true, review.Look(ctx, place.Project)); err != nil {
		return l, err
	}
	if err := q.keepNext(dirs, launch, judged); err != nil {
		return l, err
	}
	f := e.file
	f.Supervisor.Hidden = slices.Clone(f.Supervisor.Hidden)
	f.Supervisor.Hidden = append(f.Supervisor.Hidden, e.answers...)
	mask := secret.New(slices.Concat(e.secrets(e.dirs, f), secrets)...)
	return eval.Launch{ID: launch, State: dirs.State, Setup: func(in hook.Input) (hook.Setup, error) {
		s, err := q.prepareChecks(f, dirs, launch)
		s.Review.Mask = mask
		if err == nil && !e.opts.machine {
			maskSettings(mask, settings)
			err = q.prepareReviewer(&s, f, dirs, in, settings, mask)
		}
		return s, err
	}}, nil
}

// placed is the environment of a place: the person's but for what names her own directories.
func (e *evalRun) placed(place *eval.Place) []string {
	env := slices.DeleteFunc(slices.Clone(e.env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "HOME", "CLAUDE_CONFIG_DIR", "TMPDIR", "PWD", "OLDPWD":
			return true
		case "CCC_CLAUDE":
			return false
		}
		return strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "CCC_") || strings.HasPrefix(name, "GIT_")
	})
	env = append(claude.Env(env), "HOME="+place.Home, "CLAUDE_CONFIG_DIR="+place.Claude, "TMPDIR="+place.Temp,
		"PWD="+place.Project)
	env = append(env, claude.Managers(e.getenv)...)
	if cache, err := os.UserCacheDir(); err == nil && e.getenv("GOCACHE") == "" { // as for the checks of a launch
		env = append(env, "GOCACHE="+filepath.Join(cache, "go-build"))
	}
	return env
}

// settle writes the settings of a launch, and gives the reviewer's.
func (p *program) settle(e *evalRun, dirs directories) (reviewer string, secrets []string, err error) {
	hers, err := settings.Trial(e.dirs.Claude, e.provider)
	if err == nil {
		err = os.WriteFile(filepath.Join(dirs.Claude, "settings.json"), hers, 0o600)
	}
	if err != nil {
		return "", nil, lang.Errorf("write the settings: %w", err)
	}
	if e.provider != nil {
		p.env = append(p.env, state.ProviderEnv+"="+e.provider.Name)
	}
	self, err := installed()
	if err != nil {
		return "", nil, err
	}
	settings, err := settings.Prepare(e.file, settings.Plan{
		Dir: dirs.Claude, Work: dirs.Work, Provider: e.provider, Lookup: p.lookup, Names: process.Env(p.env).Names(), Supervisor: true,
		Managed: settings.ManagedDir(), Asked: review.Asked, Hook: settings.Hook{Program: self},
	})
	if err != nil {
		return "", nil, err
	}
	p.env = settings.Env(p.env)
	return settings.Reviewer, settings.Secrets(), nil
}
