package plan

import (
	"path/filepath"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/text"
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
	needed := !e.done() && e.Outcome != loop.Interrupted
	if !n.Each && (!needed || n.needed || !goesOn) {
		return
	}
	n.needed = n.needed || needed
	n.call(notify.Event{
		Event: eventOf(e.Outcome), Detail: e.Reason, SessionID: e.SessionID,
		Run: &notify.Run{Task: e.Number, Title: brief(e.Title), CostUSD: e.CostUSD},
	}, e.label())
}

// notifyLimit tells, once, that the API makes a task wait. waiting says until when.
func (n *notifier) notifyLimit(j *job, waiting string) {
	if n.limited {
		return
	}
	n.limited = true
	n.call(notify.Event{
		Event: "limit", SessionID: j.status.Session,
		Run: &notify.Run{Task: int(j.number.Load()), Title: brief(j.Title), CostUSD: j.status.CostUSD},
	}, lang.M("%s", waiting))
}

// notifyEnd tells how the run has ended, with its totals and what is not done. Nothing is told if
// the user ended it, or if this start did nothing.
func (n *notifier) notifyEnd(result Result) {
	if result.Outcome == loop.Interrupted || !n.ended {
		return
	}
	run := notify.Run{CostUSD: result.CostUSD, Tasks: len(result.Tasks)}
	var open []string
	for _, row := range result.Tasks {
		if row.Done {
			run.Done++
		} else if row.ending != nil {
			open = append(open, n.Language.Text(lang.M("task %d, %q: %s", row.Number, brief(row.Title), row.describe())))
		}
	}
	if result.Reason != "" && result.Reason != errNotDone.Error() {
		open = append(open, result.Reason)
	}
	n.call(notify.Event{Event: eventOf(result.Outcome), Detail: strings.Join(open, "\n"), Run: &run},
		lang.M("tasks done: %d of %d", run.Done, run.Tasks))
}

// call starts the command. what becomes its text, after the plan and the task and before the cost.
func (n *notifier) call(e notify.Event, what lang.Message) {
	e.Door, e.Directory, e.Provider, e.Plan = "run", n.Dir, n.Provider, n.Path
	if e.Task > 0 {
		what = lang.M("task %d, %q: %s", e.Task, e.Title, what)
	}
	if e.CostUSD > 0 {
		what = lang.M("%s · %s", what, text.Dollars(e.CostUSD))
	}
	e.Text = n.Language.Text(lang.M("%s: %s", filepath.Base(n.Path), what))
	n.caller.Call(e)
}

// eventOf returns the word for an outcome in [notify.Event]. A task or a run that failed needs the user.
func eventOf(o loop.Outcome) string {
	if o == "" || o == failed {
		o = loop.NeedsUser
	}
	return string(o)
}
