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

// PolicyOf returns the limits of a task that ccc.json sets.
func PolicyOf(f provider.File) task.Policy {
	s := f.Supervisor
	return task.Policy{
		MaxRounds: s.MaxIterations, MaxStalled: s.MaxStalled, MaxCostUSD: s.MaxCostUSD, MaxTokens: s.MaxTokens,
		MaxDuration:    s.MaxDuration,
		BackgroundWait: s.BackgroundWait, HoldClaims: f.Claims == provider.ClaimsHold,
		SkipUnchanged: s.SkipUnchanged,
	}
}

// ReviewerOf returns the reviewer that ccc.json configures for a launch on the provider. The caller adds the session.
func ReviewerOf(f provider.File, provider string) Reviewer {
	return Reviewer{
		Provider: cmp.Or(f.Supervisor.Provider, provider), Model: f.Supervisor.Model, Fallback: f.Supervisor.Fallback,
		Allowed: f.Supervisor.AllowedTools, Role: f.Supervisor.PromptRole,
		Timeout: f.Supervisor.Timeout, Idle: f.Supervisor.IdleTimeout,
	}
}

// TakeSnapshot copies the files that claude reads by itself, and the files of ccc that decide how a reviewer judges.
// add are the agent's additional directories.
func TakeSnapshot(dirs state.Directories, env process.Env, add []string, files ...string) *snapshot.Snapshot {
	return snapshot.Take(snapshot.Places{
		Work: dirs.Work, Home: env.Get("HOME"), Config: dirs.Claude, Global: claude.StateFile(env.Get),
		Managed: settings.ManagedDir(), Add: add, Files: append(files, settings.UsedFile(dirs.Claude)),
	})
}

// Secrets returns the values that are masked in recordings and logs: those of the environment, of ccc.json, of the
// settings that claude reads by itself, and of the user's login.
func Secrets(env process.Env, dirs state.Directories, f provider.File) []string {
	login, _ := file.Read(dirs.Login(), file.MaxText) // the file may be missing
	return slices.Concat(secret.InEnv(env), f.Secrets(env.Lookup), settings.OwnSecrets(dirs.Claude, dirs.Work),
		secret.InLogin(login))
}
