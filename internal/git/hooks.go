package git

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"ccc/internal/lang"
)

// Hooks says where a repository's hooks are.
type Hooks struct {
	Top        string // the top of the work tree
	Dir        string // where git looks for hooks
	Own        string // where git looks if no setting says so
	Configured bool   // core.hooksPath is set
}

// FindHooks finds the hooks of the repository that dir is in.
func FindHooks(ctx context.Context, dir string) (h Hooks, err error) {
	r, err := findRepo(dir)
	if errors.Is(err, errNoTop) {
		return h, lang.Errorf("%s is not in a git repository", dir)
	}
	if err != nil {
		return h, err
	}
	h = Hooks{Top: r.top, Own: filepath.Join(r.common, "hooks")}
	h.Dir = h.Own
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	out, err := r.ask(ctx, "config", "--type=path", "--get", "core.hooksPath")
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return h, nil // it is not set
	}
	if path := strings.TrimSuffix(out, "\n"); path != "" {
		h.Dir, h.Configured = resolveTarget(r.top, path), true
	}
	return h, cause(ctx, err)
}
