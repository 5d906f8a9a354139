package git

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ccc/internal/text"
)

// claudesCommands are the git commands whose output a claude before 2.1.329 writes into its system prompt, see
// [ClaudesQuestions].
var claudesCommands = []string{"status --short", "log --oneline -n 5", "branch --show-current"}

// maxShown is the longest answer, in bytes. Claude cuts the status at 2000 characters.
const maxShown = 16 << 10

// ClaudesQuestions answers what a claude before 2.1.329 asks git in dir when it starts, to write it into its system
// prompt. The keys are the arguments of git. There are no answers if dir is in no repository, or if git might run a
// program that a setting of the repository or of a submodule names.
func ClaudesQuestions(ctx context.Context, dir string) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	r, err := findRepo(dir)
	if err != nil {
		return nil
	}
	if _, err := os.Stat(filepath.Join(r.common, "modules")); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	exit := new(exec.ExitError)
	_, err = r.ask(ctx, "config", "--local", "--includes", "--name-only", "--get-regexp", `^filter\.`)
	if !errors.As(err, &exit) || exit.ExitCode() != 1 { // 1: there is no such setting
		return nil
	}
	answers := make(map[string]string)
	for _, question := range claudesCommands {
		c := r.command()
		c.dir = dir
		c.args = append([]string{"--no-pager", "-c", "core.fsmonitor=false"}, strings.Fields(question)...)
		out, _, err := c.run(ctx)
		if err != nil && !errors.As(err, &exit) { // git log fails if there is no commit
			return nil
		}
		answers[question] = text.Head(out, maxShown)
	}
	return answers
}
