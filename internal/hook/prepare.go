package hook

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/claude/snapshot"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/terminal"
	"ccc/streamjson"

	"ccc/internal/process"
	"ccc/internal/review/check"
	"ccc/internal/session/transcript"
)

// Preparation holds what the reviews of a launch are prepared from.
type Preparation struct {
	Env       process.Env
	Dirs      state.Directories // Work is the project
	File      provider.File
	Launch    string
	Snapshot  *snapshot.Snapshot
	Settings  string       // the reviewer's settings file; "" for a claude that was started without ccc
	Mask      *secret.Mask // receives the secrets in the settings
	Version   string       // of ccc
	Language  lang.Language
	Stderr    io.Writer         // for the reviewer's progress
	OnCorrupt func(error) error // see [rubric.Copy]
}

// PrepareChecks prepares what a review needs without a model. If it fails, only the rubric is missing.
func (p Preparation) PrepareChecks() (s Setup, err error) {
	on := p.Env.Get(state.ProviderEnv)
	s = Setup{
		Policy: review.PolicyOf(p.File), Lang: p.Language, Review: review.ReviewerOf(p.File, on),
		Dir: p.Dirs.Work, CheckEnv: CheckEnv(p.Env, p.File.Secrets(p.Env.Lookup)),
		Claims: p.File.Claims,
		Header: session.Header{CCC: p.Version, Dir: p.Dirs.Work, Provider: on},
	}
	s.Review.Mask = p.Mask
	copied := rubric.Copy{State: p.Dirs.State, Launch: p.Launch, Dir: p.Dirs.Work, Notice: p.OnCorrupt}
	judging, changed, err := copied.Judging(rubric.LoadOrBuiltIn(p.Language, p.Dirs.Work, p.Dirs.Claude))
	if err != nil {
		return s, err
	}
	s.Rubric, s.Changed = judging, changed
	if refusal := rubric.TrustIn(p.Dirs, p.Env.Get(state.TrustEnv)).Refusal(judging); !refusal.Empty() {
		s.Rubric, s.Notes = judging.WithoutApproval(), []lang.Message{refusal}
	}
	return s, nil
}

// CheckEnv is the environment of a launch's checks: without its variables, and without the secrets.
func CheckEnv(env process.Env, secrets []string) []string {
	return check.Env(claude.Env(env, state.LaunchEnvs()...), secrets)
}

// PrepareReviewer adds the reviewer to the setup: its claude, settings, login and sandbox. The secrets in p.Settings
// are masked already.
func (p Preparation) PrepareReviewer(s *Setup, in Input) (err error) {
	if s.Review.Claude, err = claude.FromEnv(p.Env.Get); err != nil {
		return err
	}
	if s.Review.Mods, err = guardMods(p.Env, p.File, p.Dirs, s.Review.Claude); err != nil {
		return err
	}
	s.Review.Claude = s.Review.Claude.WithManaged(s.Review.Mods.Settings)
	env := process.Env(s.Review.Claude.Env(p.Env, state.LaunchEnvs()...))
	env = p.File.WithoutOtherKeys(s.Review.Provider, env, p.Env.Lookup)
	agent := AgentSettings(p.Settings)
	if p.Settings == "" {
		if env, err = p.ownSettings(env); err != nil {
			return err
		}
	}
	on := p.Env.Get(state.ProviderEnv)
	s.Rubric, s.Place, err = review.Placement{
		File: p.File, Dirs: p.Dirs, Env: p.Env, Agent: agent, Provider: on, Snapshot: p.Snapshot,
	}.Place(s.Rubric)
	if err != nil {
		return err
	}
	s.Review.Dir, s.Review.Env, s.Review.Settings = p.Dirs.Work, env, p.Settings
	s.Review.Agent.Provider, s.Review.Snapshot = on, p.Snapshot
	s.Review.Cage, s.Review.Login, err = sandbox.Reviewer{
		File: p.File, Dirs: p.Dirs, Env: p.Env, Login: env, Settings: p.Settings, Snapshot: p.Snapshot,
	}.Find()
	if err != nil {
		return err
	}
	shown := terminal.New(p.Stderr, terminal.Options{Lang: s.Lang})
	s.ShowEvent, s.Review.Transcript = shown.ShowReviewer, Transcript(p.Dirs.Claude, in.SessionID)
	if in.Transcript != "" {
		s.Review.Transcript = func() (string, error) { return transcript.Conversation(in.Transcript) }
	}
	return nil
}

// ownSettings writes the reviewer's settings for a claude that was started without ccc. It returns the environment
// without the variables of other providers.
func (p *Preparation) ownSettings(env process.Env) (process.Env, error) {
	on := p.File.Supervisor.Provider
	if on != "" {
		env = p.File.ReviewerEnv(on, env, p.Env.Lookup)
	}
	path, err := settings.Reviewer(p.File, settings.Plan{
		Dir: p.Dirs.Claude, Work: p.Dirs.Work, Lookup: env.Lookup, Names: env.Names(), Asked: review.AskRules,
		Read: p.Snapshot.Read,
	}, "", on)
	if err == nil {
		p.Settings = path
		MaskSettings(p.Mask, path)
	}
	return env, err
}

// showReview shows a review in claude's status line, and in a tmux pane if ccc.json asks for it.
func (p Preparation) showReview(s *Setup, sessionID string) {
	activity := newActivityFile(p.Dirs.State, s.Review.Mask, sessionID, p.Dirs.Work, s.Lang)
	shown := s.ShowEvent
	s.ShowEvent = func(reviewer string, e streamjson.Event) {
		activity.observe(e)
		shown(reviewer, e)
	}
	s.OnReview = func(ctx context.Context, recording string) (note lang.Message, ends func()) {
		if p.File.Watch == "split" && p.Env.Get("TMUX") != "" {
			self, err := os.Executable()
			if err == nil {
				err = SplitPane(ctx, p.Env, self, recording)
			}
			if err != nil {
				note = lang.M("the review cannot be watched beside this screen: %v", err)
			}
		}
		return note, activity.close
	}
}

// Transcript returns a function that reads a session's conversation as text.
func Transcript(claudeDir, sessionID string) func() (string, error) {
	return func() (string, error) {
		path, err := claude.Transcript(claudeDir, sessionID)
		if err != nil {
			return "", err
		}
		return transcript.Conversation(path)
	}
}

// AgentSettings returns the agent's settings file, given its reviewer's; "" if that is not a launch's file.
func AgentSettings(reviewer string) string {
	if agent, ok := strings.CutSuffix(reviewer, "-supervisor.json"); ok {
		return agent + ".json"
	}
	return ""
}

// MaskSettings masks the secrets in a settings file. It ignores an unreadable file; claude reports that.
func MaskSettings(mask *secret.Mask, path string) {
	var all any
	text, _ := file.Read(path, file.Max)
	_ = json.Unmarshal(text, &all)
	mask.Add(secret.InSettings(all)...)
}

// Retention says which recordings are written and how long they stay.
func Retention(env process.Env, f provider.File) session.Retention {
	r := f.Recordings
	return session.Retention{Off: r.Off || env.Get(claude.DemoEnv) != "", Keep: r.Keep, Age: r.Age}
}
