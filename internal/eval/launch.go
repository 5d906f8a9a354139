package eval

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"

	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/state"
)

// prepareLaunch sets up a launch of ccc in the place, with reviews switched on.
func (e *Evaluation) prepareLaunch(ctx context.Context, place *Place) (l Launch, err error) {
	launch := uuid.NewString()
	notice := func(err error) error { return err } // a new state directory cannot be damaged
	dirs := state.Directories{
		Work: place.Project, Claude: place.Claude, Config: e.Dirs.Config, State: state.Find("", place.Claude),
	}
	dirs.Outside.Home, dirs.Outside.Claude, dirs.Outside.State = e.Env.Get("HOME"), e.Dirs.Claude, string(e.Dirs.State)
	prepared := hook.Preparation{
		Env: append(e.placeEnv(place), state.LaunchEnv+"="+launch), Dirs: dirs, File: e.File, Launch: launch,
		Version: e.Version, Language: e.Language, Stderr: io.Discard, OnCorrupt: notice,
	}
	var secrets []string
	if !e.ChecksOnly {
		if secrets, err = e.writeSettings(&prepared); err != nil {
			return l, err
		}
	}
	judged, err := rubric.LoadOrBuiltIn(e.Language, dirs.Work, dirs.Claude)
	if err != nil {
		return l, err
	}
	// The user has been asked: see [Evaluation.approveCases].
	prepared.Env = append(prepared.Env, state.TrustEnv+"="+judged.Digest())
	files := review.Look(ctx, place.Project, dirs.State.Indexes())
	if _, err := dirs.State.Enable(launch, true, files); err != nil {
		return l, err
	}
	judging := rubric.Copy{State: dirs.State, Launch: launch, Dir: dirs.Work, Notice: notice}
	if err := judging.KeepNext(judged); err != nil {
		return l, err
	}
	hidden := &prepared.File.Supervisor.Hidden
	*hidden = append(slices.Clone(*hidden), e.hiddenPaths...)
	prepared.Mask = secret.New(slices.Concat(review.Secrets(e.Env, e.Dirs, prepared.File), secrets)...)
	return Launch{ID: launch, State: dirs.State, Setup: func(in hook.Input) (hook.Setup, error) {
		s, err := prepared.PrepareChecks()
		if err == nil && !e.ChecksOnly {
			hook.MaskSettings(prepared.Mask, prepared.Settings)
			err = prepared.PrepareReviewer(&s, in)
		}
		return s, err
	}}, nil
}

// placeEnv returns the environment of a place: the user's, without the variables that name the user's own directories.
func (e *Evaluation) placeEnv(place *Place) []string {
	env := slices.DeleteFunc(slices.Clone(e.Env), func(kv string) bool {
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
	env = append(env, claude.Managers(e.Env.Get)...)
	if cache, err := os.UserCacheDir(); err == nil && e.Env.Get("GOCACHE") == "" { // as for the checks of a launch
		env = append(env, "GOCACHE="+filepath.Join(cache, "go-build"))
	}
	return env
}

// writeSettings writes the settings of the launch, and returns the secrets in them.
func (e *Evaluation) writeSettings(l *hook.Preparation) (secrets []string, err error) {
	own, err := settings.Trial(e.Dirs.Claude, e.provider)
	if err == nil {
		err = os.WriteFile(filepath.Join(l.Dirs.Claude, "settings.json"), own, 0o600)
	}
	if err != nil {
		return nil, lang.Errorf("write the settings: %w", err)
	}
	if e.provider != nil {
		l.Env = append(l.Env, state.ProviderEnv+"="+e.provider.Name)
	}
	self, err := process.InstalledPath()
	if err != nil {
		return nil, err
	}
	prepared, err := settings.Prepare(e.File, settings.Plan{
		Dir: l.Dirs.Claude, Work: l.Dirs.Work, Provider: e.provider, Lookup: l.Env.Lookup, Names: l.Env.Names(),
		Supervisor: true, Managed: settings.ManagedDir(), Asked: review.AskRules, Hook: settings.Hook{Program: self},
	})
	if err != nil {
		return nil, err
	}
	l.Env, l.Settings = prepared.Env(l.Env), prepared.Reviewer
	return prepared.Secrets(), nil
}
