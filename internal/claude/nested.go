package claude

import (
	"slices"
	"strings"

	"ccc/internal/lang"
)

// startedEnv holds the path of the claude that ccc has started. If that is ccc again, by a link or a script, each ccc
// would start the next one without end. What claude itself starts has the variable, too, in addition to those of
// [outer].
const startedEnv = "CCC_STARTED_CLAUDE"

// Env is the environment in which ccc starts this claude, without the variables in drop.
func (b Binary) Env(env []string, drop ...string) []string {
	return append(Env(env, drop...), startedEnv+"="+b.Path)
}

// NotNested returns a [NestedError] if another ccc has started this process in place of claude.
func NotNested(getenv func(string) string) error {
	path := getenv(startedEnv)
	between := slices.ContainsFunc(outer, func(name string) bool { return getenv(name) != "" }) // a claude
	if path == "" || between {
		return nil
	}
	return &NestedError{Path: path}
}

// Inside returns the environment of a claude for what runs in it, which is not started in its place.
func Inside(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, startedEnv+"=") })
}

// NestedError says that the claude to run is ccc.
type NestedError struct{ Path string }

func (e *NestedError) Error() string { return e.Message().String() }

// Message is the error for the user.
func (e *NestedError) Message() lang.Message {
	return lang.M("%s is not Claude Code: it starts ccc again", e.Path)
}

// Hint says what the user can do.
func (e *NestedError) Hint() lang.Message {
	return lang.M("set CCC_CLAUDE to the path of Claude Code itself, or take ccc out of %s", e.Path)
}
