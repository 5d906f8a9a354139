package change

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"ccc/internal/console"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// reviewAfter runs ccc review --after: it runs a command, usually another agent, and reviews what that has changed.
// While a finding holds the change and rounds are left, it runs the command again with the findings on standard
// input.
func (c Command) reviewAfter(
	ctx context.Context, r Review, o Options, command []string, files reviewFiles,
) error {
	before, err := git.Tree(ctx, r.Dirs.Work, "", r.Dirs.State.Indexes())
	if err != nil {
		return noVerdict{err}
	}
	line := make([]string, len(command))
	for i, word := range command {
		line[i] = text.ShellWord(word)
	}
	if r.Task == "" && r.Conversation.Path == "" {
		r.Task = strings.Join(line, " ")
	}
	selected := Selection{Since: before.Tree, By: command[0]}
	findings := ""
	for round := 1; ; round++ {
		if err := c.runAgent(command, round, findings); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return console.Exit(ExitStopped)
		}
		report, err := c.reviewSelected(ctx, r, o, selected, files)
		if err != nil {
			return err
		}
		findings = report.MessageToAgent()
		more := r.Spend(report.Verdict)
		if report.ExitCode != ExitBlockers || round == o.Rounds || !more {
			return console.Exit(report.ExitCode)
		}
		r.Resume = !o.ChecksOnly
		c.Notef("round %d of %d: %s gets the findings", round+1, o.Rounds, command[0])
	}
}

// runAgent runs the command of --after. A command that fails may still have changed files.
func (c Command) runAgent(command []string, round int, findings string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stderr = c.Env, c.In, c.Terminal
	cmd.Stdout = c.Terminal // standard output is the report's
	if round > 1 {
		cmd.Stdin = strings.NewReader(findings + "\n")
	}
	err := cmd.Run()
	if failed := new(exec.ExitError); errors.As(err, &failed) {
		c.Notef("%s ended with %v: what it has changed is reviewed", command[0], failed)
		return nil
	}
	if err != nil {
		return noVerdict{lang.Errorf("run %s: %w", command[0], err)}
	}
	return nil
}
