package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ccc/internal/screen"
	"ccc/internal/worktree"
	"ccc/loop"
)

// gitTime bounds git, which is asked at the launch and at its end.
const gitTime = 2 * time.Second

// tree is what git knew of the work when the launch began; the zero value is no repository.
type tree struct {
	head      string
	untracked []string
}

// git asks git about the work.
func (v *supervision) git(args ...string) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	out, err := worktree.Git(ctx, v.work, args...)
	return string(bytes.TrimRight(out, "\n")), err == nil
}

// lookAtTree remembers the state of the work. The first commit may still be to come.
func (v *supervision) lookAtTree(wanted bool) (t tree) {
	if !wanted {
		return t
	}
	head, ok := v.git("rev-parse", "--verify", "--quiet", "HEAD")
	if ok {
		t.head, t.untracked = head, v.untracked()
	}
	return t
}

func (v *supervision) untracked() []string {
	out, _ := v.git("ls-files", "--others", "--exclude-standard")
	return strings.FieldsFunc(out, func(r rune) bool { return r == '\n' })
}

// maxListed is how many new files are named.
const maxListed = 8

// changed says what the files of the work have become since, in lines.
func (v *supervision) changed(since tree) (lines []string) {
	if since.head == "" {
		return nil
	}
	if stat, ok := v.git("diff", "--stat=80", "--no-ext-diff", "--no-textconv", since.head); ok && stat != "" {
		lines = strings.Split(stat, "\n")
	}
	created := slices.DeleteFunc(v.untracked(), func(name string) bool { return slices.Contains(since.untracked, name) })
	if n := len(created); n > 0 {
		more := ""
		if n > maxListed {
			created, more = created[:maxListed], fmt.Sprintf(" and %d more", n-maxListed)
		}
		lines = append(lines, " new: "+strings.Join(created, ", ")+more)
	}
	return lines
}

// summary says what the launch came to, in lines.
func (v *supervision) summary(r loop.Result, took time.Duration, since tree) []string {
	agent, reviews := v.spent.costs()
	outcome := map[loop.Outcome]string{
		loop.Completed: "completed", loop.NotCompleted: "not completed", loop.NeedsUser: "a person is needed", loop.Interrupted: "interrupted",
	}[r.Outcome]
	if outcome == "" {
		outcome = "ended"
	}
	lines := []string{fmt.Sprintf("%s in %s · %s · agent $%.2f, reviews $%.2f", outcome, screen.Elapsed(took), plural(r.Rounds, "review"), agent, reviews)}
	for i, verdict := range r.Verdicts {
		what := "completed"
		if !verdict.Completed {
			what, _, _ = strings.Cut(strings.TrimSpace(verdict.Feedback), "\n")
			if runes := []rune(what); len(runes) > 80 {
				what = string(runes[:79]) + "…"
			}
			what = map[bool]string{true: "asked you: ", false: "not completed: "}[verdict.Blocked] + what
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, what))
		if n := len(verdict.Evidence); n > 0 {
			more := ""
			if n > maxListed {
				more = fmt.Sprintf(" and %d more", n-maxListed)
			}
			lines = append(lines, "   checked: "+strings.Join(verdict.Evidence[:min(n, maxListed)], ", ")+more)
		}
	}
	lines = append(lines, v.changed(since)...)
	if path := v.recorder.Path(); path != "" {
		lines = append(lines, "recording: "+path)
	}
	return lines
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// completedText is the end of a launch in a line.
func completedText(r loop.Result) string {
	if r.Outcome == loop.Completed {
		return "completed after " + plural(r.Rounds, "review")
	}
	return "ended: " + string(r.Outcome)
}
