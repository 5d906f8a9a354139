// Package doctor checks an installation of ccc, and says how to repair what is broken. It changes nothing, and
// removes what its trials write.
//
// [Checks] looks at files and the environment. [Live] also runs the user's claude in a trial.
package doctor

import (
	"context"

	"ccc/internal/lang"
)

// State is the outcome of a check.
type State string

// The states. With a Warning ccc works; with something Broken a part of it does not.
const (
	OK      State = "ok"
	Warning State = "warning"
	Broken  State = "broken"
)

// Result is what a check found.
type Result struct {
	Name  string // the same in every language
	State State  // "" if there is nothing to say
	Found lang.Message
	Cure  lang.Message // one line: a command to type, or what to do; empty if there is nothing to do
}

// checks lists all checks except that of claude itself, in the order in which they are printed.
var checks = []struct {
	name string
	look func(Subject) Result
}{
	{"pty", Subject.pty},
	{"git", Subject.git},
	{"claude-directory", Subject.claudeDirectory},
	{"state-directory", Subject.stateDirectory},
	{"ccc.json", Subject.configuration},
	{"settings.json", Subject.settings},
	{"hook", Subject.hook},
	{"hooks-on", Subject.hooksOn},
	{"mods", Subject.mods},
	{"commands", Subject.commands},
	{"provider", Subject.provider},
	{"login", Subject.login},
	{"cage", Subject.cage},
	{"rubric", Subject.rubric},
	{"leftovers", Subject.leftovers},
	{"disk", Subject.disk},
	{"recordings", Subject.recordings},
	{"terminal", Subject.terminal},
	{"path", Subject.path},
	{"statusline", Subject.statusline},
}

// Checks runs all checks. It takes as long as `claude --version`, which ends with ctx, and a trial of the sandbox with
// claude in it.
func Checks(ctx context.Context, s Subject) (list []Result, err error) {
	first := s.claude(ctx)
	first.Name = "claude"
	list, s.claudeStarts = append(list, first), first.State != Broken
	for _, c := range checks {
		if r := c.look(s); r.State != "" {
			r.Name = c.name
			list = append(list, r)
		}
	}
	return list, nil
}

// IsHealthy reports whether no check found something broken.
func IsHealthy(list []Result) bool {
	for _, r := range list {
		if r.State == Broken {
			return false
		}
	}
	return true
}

func ok(found lang.Message) Result { return Result{State: OK, Found: found} }

func warning(found, cure lang.Message) Result {
	return Result{State: Warning, Found: found, Cure: cure}
}

func broken(found, cure lang.Message) Result { return Result{State: Broken, Found: found, Cure: cure} }
