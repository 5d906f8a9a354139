// Package doctor looks at an installation of ccc: what is there, what does not hold, and the cure for it. It changes
// nothing; what a trial of the cage writes is gone when it returns.
//
// [Checks] is the list, and looks without starting claude's work. [Live] tries the person's claude itself.
package doctor

import (
	"context"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
)

// State is what came of a check.
type State string

// The states. Of a Warning ccc works; of what is Broken a part of it does not.
const (
	OK      State = "ok"
	Warning State = "warning"
	Broken  State = "broken"
)

// Result is what a check found.
type Result struct {
	Name  string // the same in every language
	State State
	Found lang.Message
	Cure  lang.Message // one line: a command to type, or what to do; empty where nothing is to be done
}

// Subject is what is looked at.
type Subject struct {
	Getenv    func(name string) string
	Work      string // the project's directory
	Claude    string // claude's configuration directory
	Managed   string // that of the managed settings
	Program   string // this ccc, as hooks call it
	State     state.Dir
	Binary    claude.Binary
	BinaryErr error // why there is no claude to run
	Env       []string
	File      provider.File
	FileErr   error                                                       // why ccc.json cannot be used
	Cage      func() (found sandbox.Found, words lang.Message, err error) // by a trial
	Written   []file.Family                                               // what ccc writes as a whole
	Layers    []string                                                    // where cages may have left theirs
	Rubric    func() (rubric.Rubric, error)
	Trusted   func(rubric.Rubric) (bool, error)
	Columns   int // of the terminal; 0 for none
}

// checks are all but that of claude itself, in the order in which they are told.
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
	{"commands", Subject.commands},
	{"provider", Subject.provider},
	{"cage", Subject.cage},
	{"rubric", Subject.rubric},
	{"leftovers", Subject.leftovers},
	{"disk", Subject.disk},
	{"recordings", Subject.recordings},
	{"terminal", Subject.terminal},
	{"path", Subject.path},
	{"statusline", Subject.statusline},
}

// Checks looks at everything. It takes as long as `claude --version`, which ends with ctx, and a trial of the cage do.
func Checks(ctx context.Context, s Subject) (list []Result, err error) {
	first := s.claude(ctx)
	first.Name = "claude"
	list = append(list, first)
	for _, c := range checks {
		r := c.look(s)
		r.Name = c.name
		list = append(list, r)
	}
	return list, nil
}

// Holds reports whether nothing is broken.
func Holds(list []Result) bool {
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
