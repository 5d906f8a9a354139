package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/trust"
	"ccc/internal/watch"
	"ccc/internal/wording"
)

var dismissHelp = lang.Both(`
Settles a finding of the last task in this directory: no reviewer of this project may hold the agent for it any more, in
this task or in a later one. No model is told the reason, but ccc report prints it. Without an ID it lists the findings
of that task. In the loop /dismiss F2 does the same, in Claude Code's own screen /supervisor dismiss F2. A claude cannot
call it.
`, `
驳回当前目录里上一个任务的一个问题：从此这个项目的任何审查者都不能再因为它拦住 Agent，
无论是这个任务还是以后的任务。理由不会告诉任何模型，但 ccc report 会写出来。不带 ID 时列出那个任务的问题。
在循环里用 /dismiss F2，在 claude 的界面里用 /supervisor dismiss F2。claude 不能调用它。
`)

type dismissOptions struct {
	list    bool
	undo    string
	session string
}

func dismissCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o dismissOptions
	c := &cobra.Command{
		Use:               "dismiss [--session ID] [ID [REASON]|--list|--undo N]",
		Long:              language.Text(dismissHelp),
		Args:              cobra.ArbitraryArgs,
		Short:             say("settle a finding of a reviewer for good"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags().NFlag()
			if flags > 1 || flags == 1 && o.session == "" && len(args) > 0 {
				return console.Usage(lang.Errorf("dismiss takes an ID with a reason, --list or --undo"))
			}
			return p.dismiss(c.Context(), o, c.Flags().Changed("undo"), args)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.list, "list", false, say("the findings that you have dismissed in this directory, with their numbers"))
	f.StringVar(&o.undo, "undo", "", say("let reviewers find number `N` of the list again"))
	f.StringVar(&o.session, "session", "", say("the session `ID` that has the finding, or the beginning of it"))
	return c
}

// dismiss dismisses a finding of the last task here, or lists findings.
func (p *program) dismiss(ctx context.Context, o dismissOptions, undo bool, args []string) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	switch {
	case o.list:
		return p.listDismissed(dirs)
	case len(args) == 0 && !undo:
		return p.listFindings(dirs, o.session)
	case undo && !trust.IsUser(p.Env, dirs.State):
		return lang.Errorf("only you take a dismissal back, at a terminal, and not inside claude")
	case !trust.IsUser(p.Env, dirs.State):
		err := lang.Errorf("only you dismiss a finding, at a terminal, and not inside claude")
		ids, _, ok := task.ReadDismissal(strings.Join(args, " "))
		if !ok {
			return err
		}
		id := strings.Join(ids, " ")
		return lang.WithHint(err, lang.M("in the loop: /dismiss %s; in claude: /supervisor dismiss %s", id, id))
	case undo:
		number, err := strconv.Atoi(o.undo)
		if err != nil {
			return console.Usage(lang.WithHint(lang.Errorf("--%s cannot be %q", "undo", o.undo),
				lang.M("ccc dismiss --list numbers what you have dismissed: --undo 1 is the first of these")))
		}
		f, err := dirs.State.UndoDismiss(dirs.Work, number)
		if err != nil {
			return err
		}
		return p.Printf("reviewers may find this again: %s\n", text.Safe(f.Text))
	}
	ids, reason, ok := task.ReadDismissal(strings.Join(args, " "))
	session, err := dirs.State.SessionOf(dirs.Work, o.session, append(ids, "")[0])
	switch {
	case err != nil:
		return err
	case !ok:
		return lang.Errorf("%v", wording.DismissalUsage(wording.InShell, session.TaskFindings()))
	}
	all, err := dirs.State.DismissFindings(session, dirs.Work, ids, task.Dismissal{Reason: reason, By: task.ByOutside})
	var busy, off bool
	if len(all) > 0 {
		busy, off = watch.IsAtWork(ctx, watch.Config{State: dirs.State, Language: p.Language()}, session.SessionID)
	}
	// A loop alone knows its switch, and its recording. The state has that of claude's own screen.
	off = off || session.Launch != "" && !session.Loop.Alive() && dirs.State.IsOff(session.Launch)
	for _, d := range all {
		d.Busy, d.Off = busy, off
		said := wording.Dismissal(d, wording.InShell)
		if d.Code != task.CodeDismissed {
			err = errors.Join(err, lang.Errorf("%v", said))
		} else if failed := p.Printf("%s\n", text.Safe(p.Language().Text(said))); failed != nil {
			return failed
		}
	}
	return err
}

// listDismissed lists what the user has dismissed here.
func (p *program) listDismissed(dirs state.Directories) error {
	done, err := dirs.State.Dismissals(dirs.Work)
	if err != nil {
		return err
	}
	if len(done.Findings) == 0 {
		return p.Printf("you have dismissed nothing here\n")
	}
	for i, f := range done.Findings {
		f.ID = ""
		line := strings.TrimSpace(p.Language().Text(wording.FindingInFull(f)))
		if f.Reason != "" {
			line = p.Language().Text(lang.M("%s · you said: %s", line, f.Reason))
		}
		if err := p.Printf("%d. %s\n", i+1, text.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

// listFindings lists the findings of the sessions that run here, or of the last one. name is the beginning of a
// session's id, "" for all.
func (p *program) listFindings(dirs state.Directories, name string) error {
	sessions := dirs.State.SessionsWithFindings(dirs.Work, name)
	if len(sessions) == 0 && name != "" {
		return state.NoFindingsIn(name)
	}
	if len(sessions) == 0 {
		return p.Printf("%s\n", p.Language().Text(wording.AllFindings(nil, "")))
	}
	for _, s := range sessions {
		if len(sessions) > 1 {
			if err := p.Printf("session %s\n", s.SessionID); err != nil {
				return err
			}
		}
		list := wording.AllFindings(s.TaskFindings(), s.TaskEnd())
		if err := p.Printf("%s\n", text.Safe(p.Language().Text(list))); err != nil {
			return err
		}
	}
	return nil
}
