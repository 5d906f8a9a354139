package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Supervisor says how the agent's work is reviewed, and sets the limits of the loop.
type Supervisor struct {
	MaxIterations int           // reviews of a task
	Timeout       time.Duration // of one review
	MaxStalled    int           // rounds in a row without progress; 0 for no limit
	MaxCostUSD    float64       // of a task; 0 for no limit
	MaxTokens     int64         // of a task; 0 for no limit
	MaxDuration   time.Duration // of a task; 0 for no limit
	MaxWait       time.Duration // how long to wait for a usage limit to end
	IdleTimeout   time.Duration // how long a working agent or reviewer may print nothing; 0 for no limit
	Provider      string        // the reviewer's; "" for the agent's
	Model         string        // the reviewer's; "" for the agent's, or its provider's
	Fallback      []string      // providers that take over if a reviewer's own is limited or down, in their order
	SkipUnchanged bool          // a stop at which nothing has changed since the last verdict is not reviewed
	PromptRole    string        // where the reviewer's rubric goes: system, user, or auto
	AllowedTools  []string      // names of the tools that the reviewer gets; nil for all that a reviewer may have

	Cage string // the kind of the reviewer's cage, or "auto" for the best that works here
	// Hidden are files and directories that the reviewer does not see; Visible are those outside of the project that
	// it does see; "~/" is the home.
	Hidden, Visible []string
	Environment     []string // variables of the launch that the reviewer gets in addition; "*" is any text

	BackgroundWait time.Duration // how long the loop waits for background shells before a review
	AfterPlain     bool          // no reviews in claude's own screen after the loop
	Stay           bool          // the loop goes on after a completed task
}

// supervisorJSON is the supervisor section of ccc.json.
type supervisorJSON struct {
	MaxIterations  *int      `json:"max_iterations"`
	TimeoutSeconds *duration `json:"timeout_seconds"`
	MaxStalled     *int      `json:"max_stalled"`
	MaxCostUSD     float64   `json:"max_cost_usd"`
	MaxTokens      int64     `json:"max_tokens"`
	MaxDuration    duration  `json:"max_duration"`
	MaxWait        *duration `json:"max_wait"`
	IdleTimeout    *duration `json:"idle_timeout"`
	Provider       string    `json:"provider"`
	Model          string    `json:"model"`
	Fallback       []string  `json:"reviewers_fallback"`
	PromptRole     string    `json:"prompt_role"`
	Unchanged      string    `json:"unchanged"`
	AllowedTools   []string  `json:"allowed_tools"`
	BackgroundWait *duration `json:"background_wait"`
	After          string    `json:"after"`
	Cage           string    `json:"cage"`
	Hidden         []string  `json:"hidden"`
	Visible        []string  `json:"visible"`
	Environment    []string  `json:"environment"`
}

// variableName matches the name of a variable, in which * stands for any text.
var variableName = text.LazyRegexp{Expr: `^[A-Za-z_*][A-Za-z0-9_*]*$`}

// maxSeconds is the longest duration, about 30 years; it fits a [time.Duration].
const maxSeconds = 1e9

// duration is a number of seconds, or a text such as "90m" or "8h".
type duration time.Duration

// Expected describes the values of a duration, see [jsonedit.Expecter].
func (duration) Expected() lang.Message { return lang.M(`seconds or a text such as "90m" or "8h"`) }

func (d *duration) UnmarshalJSON(text []byte) error {
	var seconds float64
	var words string
	var parsed time.Duration
	err := json.Unmarshal(text, &seconds)
	if err == nil && math.Abs(seconds) < maxSeconds {
		parsed = time.Duration(seconds * float64(time.Second))
	} else if err = json.Unmarshal(text, &words); err == nil {
		parsed, err = time.ParseDuration(words)
	}
	tiny := parsed == 0 && bytes.ContainsAny(text, "123456789") // it would become 0, which means no limit
	if err != nil || tiny {                                     // the decoder adds the key
		return &json.UnmarshalTypeError{Value: string(text), Type: reflect.TypeFor[duration](), Offset: -1}
	}
	*d = duration(parsed)
	return nil
}

// supervisor returns the section with defaults for missing keys, and refuses values that are out of range.
func (j supervisorJSON) supervisor() (Supervisor, error) {
	s := Supervisor{
		MaxIterations: 10, Timeout: 600 * time.Second, MaxStalled: 2, MaxWait: 6 * time.Hour,
		IdleTimeout: 10 * time.Minute, BackgroundWait: 30 * time.Second,
		MaxCostUSD: j.MaxCostUSD, MaxTokens: j.MaxTokens,
		MaxDuration: time.Duration(j.MaxDuration), Provider: j.Provider, Model: j.Model, Fallback: j.Fallback,
		AllowedTools: j.AllowedTools,
	}
	if err := j.setLimits(&s); err != nil {
		return s, err
	}
	switch s.Cage = cmp.Or(j.Cage, "auto"); s.Cage {
	case "auto", "overlay", "landlock", "seatbelt", "tools":
	default:
		return s, lang.Errorf("supervisor.cage is %q: use auto, overlay, landlock, seatbelt or tools", j.Cage)
	}
	for _, list := range []struct {
		key   string
		paths []string
	}{{"hidden", j.Hidden}, {"visible", j.Visible}} {
		for _, path := range list.paths {
			if !filepath.IsAbs(path) && !strings.HasPrefix(path, "~/") {
				return s, lang.Errorf("supervisor.%s has %q: a path begins with / or ~/", list.key, path)
			}
		}
	}
	s.Hidden, s.Visible, s.Environment = j.Hidden, j.Visible, j.Environment
	for _, name := range s.Environment {
		if !variableName.Get().MatchString(name) {
			return s, lang.Errorf("supervisor.environment has %q: name a variable, with * for any text", name)
		}
	}
	switch j.After {
	case "", "screen":
	case "plain":
		s.AfterPlain = true
	case "stay":
		s.Stay = true
	default:
		return s, lang.Errorf("supervisor.after is %q: use screen, plain or stay", j.After)
	}
	switch j.Unchanged {
	case "", "review":
	case "skip":
		s.SkipUnchanged = true
	default:
		return s, lang.Errorf("supervisor.unchanged is %q: use review or skip", j.Unchanged)
	}
	switch s.PromptRole = cmp.Or(j.PromptRole, "auto"); s.PromptRole {
	case "auto", "system", "user":
	default:
		return s, lang.Errorf("supervisor.prompt_role is %q: use auto, system or user", j.PromptRole)
	}
	return s, nil
}

// setLimits puts the counts and times of the section into s, and refuses those that are out of range.
func (j supervisorJSON) setLimits(s *Supervisor) error {
	for _, n := range []struct {
		name  string
		given *int
		least int
		set   func(int)
	}{
		{"max_iterations", j.MaxIterations, 1, func(n int) { s.MaxIterations = n }},
		{"max_stalled", j.MaxStalled, 0, func(n int) { s.MaxStalled = n }},
	} {
		if n.given == nil {
			continue
		}
		if *n.given < n.least {
			return lang.Errorf("supervisor.%s is %d, at least %d is needed", n.name, *n.given, n.least)
		}
		n.set(*n.given)
	}
	if j.TimeoutSeconds != nil {
		if s.Timeout = time.Duration(*j.TimeoutSeconds); s.Timeout < time.Second {
			return lang.Errorf("supervisor.%s is %d, at least %d is needed", "timeout_seconds",
				int(s.Timeout/time.Second), 1)
		}
	}
	if j.MaxWait != nil {
		s.MaxWait = time.Duration(*j.MaxWait)
	}
	if s.MaxCostUSD < 0 || s.MaxTokens < 0 || s.MaxDuration < 0 || s.MaxWait <= 0 {
		return lang.Errorf(
			"supervisor.max_cost_usd, max_tokens and max_duration cannot be negative, max_wait must be more than 0")
	}
	if j.BackgroundWait != nil {
		s.BackgroundWait = time.Duration(*j.BackgroundWait)
	}
	if j.IdleTimeout != nil {
		s.IdleTimeout = time.Duration(*j.IdleTimeout)
	}
	if s.IdleTimeout < 0 {
		return lang.Errorf("supervisor.idle_timeout cannot be negative: 0 is no limit")
	}
	if s.BackgroundWait < 0 {
		return lang.Errorf("supervisor.background_wait cannot be negative: 0 reviews at once")
	}
	return nil
}
