package review

import (
	"cmp"
	"slices"

	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/claude/snapshot"
	"ccc/internal/file"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/task"
)

// PolicyOf is what ccc.json says of a task's bounds.
func PolicyOf(f provider.File) task.Policy {
	s := f.Supervisor
	return task.Policy{
		MaxRounds: s.MaxIterations, MaxStalled: s.MaxStalled, MaxCostUSD: s.MaxCostUSD, MaxTokens: s.MaxTokens,
		MaxDuration:    s.MaxDuration,
		BackgroundWait: s.BackgroundWait, HoldClaims: f.Claims == provider.ClaimsHold,
		SkipUnchanged: s.SkipUnchanged,
	}
}

// ReviewerOf is what ccc.json says of the reviewer of a launch on the provider. The session is added later.
func ReviewerOf(f provider.File, provider string) Reviewer {
	return Reviewer{
		Provider: cmp.Or(f.Supervisor.Provider, provider), Model: f.Supervisor.Model, Fallback: f.Supervisor.Fallback,
		Allowed: f.Supervisor.AllowedTools, Role: f.Supervisor.PromptRole,
		Timeout: f.Supervisor.Timeout, Idle: f.Supervisor.IdleTimeout,
	}
}

// TakeSnapshot copies what claude reads by itself, and files of ccc's that decide how a reviewer judges. add are the
// agent's further directories.
func TakeSnapshot(dirs state.Directories, env process.Env, add []string, files ...string) *snapshot.Snapshot {
	return snapshot.Take(snapshot.Places{
		Work: dirs.Work, Home: env.Get("HOME"), Config: dirs.Claude, Global: claude.StateFile(env.Get),
		Managed: settings.ManagedDir(), Add: add, Files: append(files, settings.UsedFile(dirs.Claude)),
	})
}

// Secrets are the values that are masked in recordings and logs: those of the environment, of ccc.json, of the settings
// that claude reads by itself, and of the user's own login.
func Secrets(env process.Env, dirs state.Directories, f provider.File) []string {
	login, _ := file.Read(dirs.Login(), file.MaxText) // there may be none
	return slices.Concat(secret.InEnv(env), f.Secrets(env.Lookup), settings.OwnSecrets(dirs.Claude, dirs.Work),
		secret.InLogin(login))
}
