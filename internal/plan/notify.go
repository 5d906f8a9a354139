package plan

import (
	"path/filepath"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/wording"
	"ccc/loop"
)

// Notify says how the user's notify_command is told of a run. The tasks do not run it themselves.
type Notify struct {
	notify.Command
	Language lang.Language
	Provider string
	Each     bool // it is told of the end of each task
}

// notifier tells the user's notify_command of a run.
type notifier struct {
	Notify
	caller  notify.Caller
	Path    string // of the plan
	Dir     string
	ended   bool // a task of this start has ended
	needed  bool // a task that is not done was told
	limited bool // a usage limit was told
}

func newNotifier(c Config) *notifier {
	return &notifier{
		Notify: c.Notify, Path: c.Path, Dir: c.Dir,
		caller: notify.Caller{Command: c.Notify.Command, Guard: func() {}, Note: c.Say},
	}
}

// notifyTask tells how a task has ended: each with Each, else the first that needs the user while other tasks go on.
func (n *notifier) notifyTask(e *entry, goesOn bool) {
	n.ended = true
	needed := !e.Completed() && e.Outcome != loop.Interrupted
	if !n.Each && (!needed || n.needed || !goesOn) {
		return
	}
	n.needed = n.needed || needed
	n.call(notify.Event{
		Event: eventOf(e.Outcome), Detail: n.Language.Text(wording.Recorded(e.Reason)), SessionID: e.SessionID,
		Run: &notify.Run{Task: e.Number, Title: tasklist.Brief(e.Title), CostUSD: e.CostUSD},
	}, outcome.WithCost(e.Label(), e.CostUSD))
}

// notifyLimit tells, once, that the API makes a task wait. waiting says until when.
func (n *notifier) notifyLimit(j *job, waiting string) {
	if n.limited {
		return
	}
	n.limited = true
	n.call(notify.Event{
		Event: "limit", SessionID: j.status.Session,
		Run: &notify.Run{Task: int(j.number.Load()), Title: tasklist.Brief(j.Title), CostUSD: j.status.CostUSD},
	}, outcome.WithCost(lang.M("%s", waiting), j.status.CostUSD))
}

// notifyEnd tells how the run has ended, with its totals and what is not done. Nothing is told if
// the user ended it, or if this start did nothing.
func (n *notifier) notifyEnd(result outcome.Result) {
	if result.Outcome == loop.Interrupted || !n.ended {
		return
	}
	run := notify.Run{CostUSD: result.CostUSD, Done: result.CountDone(), Tasks: len(result.Tasks)}
	var open []string
	for _, row := range result.Tasks {
		if why := row.Why(true); !why.Empty() {
			open = append(open, n.Language.Text(lang.M("task %d, %q: %s", row.Number, tasklist.Brief(row.Title), why)))
		}
	}
	if result.Reason != "" && result.Reason != errNotDone.Error() {
		open = append(open, result.Reason)
	}
	n.call(notify.Event{Event: eventOf(result.Outcome), Detail: strings.Join(open, "\n"), Run: &run}, result.Totals())
}

// call starts the command. what becomes its text, after the plan and the task.
func (n *notifier) call(e notify.Event, what lang.Message) {
	e.Door, e.Directory, e.Provider, e.Plan = "run", n.Dir, n.Provider, n.Path
	if e.Task > 0 {
		what = lang.M("task %d, %q: %s", e.Task, e.Title, what)
	}
	e.Text = n.Language.Text(lang.M("%s: %s", filepath.Base(n.Path), what))
	n.caller.Call(e)
}

// eventOf returns the word for an outcome in [notify.Event]. A task or a run that failed needs the user.
func eventOf(o loop.Outcome) string {
	if o == "" || o == outcome.Failed {
		o = loop.NeedsUser
	}
	return string(o)
}
