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

// Notify configures when a run calls the user's notify_command. The launches of the tasks do not call it.
type Notify struct {
	notify.Command
	Language lang.Language
	Provider string
	Each     bool // call it at the end of each task
}

// notifier calls the user's notify_command with the events of a run.
type notifier struct {
	Notify
	caller        notify.Caller
	Path          string // of the plan
	Dir           string
	taskEnded     bool // a task has ended since this start of the run
	taskNotified  bool // the user was notified of a task that is not done
	limitNotified bool // the user was notified of a usage limit
}

func newNotifier(c Config) *notifier {
	return &notifier{
		Notify: c.Notify, Path: c.Path, Dir: c.Dir,
		caller: notify.Caller{Command: c.Notify.Command, Guard: func() {}, Note: c.Say},
	}
}

// notifyTask notifies the user that a task has ended. If Each is not set, it does so only for the first task that needs
// the user while other tasks go on.
func (n *notifier) notifyTask(e *entry, goesOn bool) {
	n.taskEnded = true
	needed := !e.IsCompleted() && e.Outcome != loop.Interrupted
	if !n.Each && (!needed || n.taskNotified || !goesOn) {
		return
	}
	n.taskNotified = n.taskNotified || needed
	n.call(notify.Event{
		Event: eventOf(e.Outcome), Detail: n.Language.Text(wording.Recorded(e.Reason)), SessionID: e.SessionID,
		Run: &notify.Run{Task: e.Number, Title: tasklist.Brief(e.Title), CostUSD: e.CostUSD},
	}, outcome.WithCost(e.Label(), e.CostUSD))
}

// notifyLimit notifies the user, once in a run, that a task waits for the API. waiting says until when.
func (n *notifier) notifyLimit(j *job, waiting string) {
	if n.limitNotified {
		return
	}
	n.limitNotified = true
	n.call(notify.Event{
		Event: "limit", SessionID: j.status.Session,
		Run: &notify.Run{Task: int(j.number.Load()), Title: tasklist.Brief(j.Title), CostUSD: j.status.CostUSD},
	}, outcome.WithCost(lang.M("%s", waiting), j.status.CostUSD))
}

// notifyEnd notifies the user that the run has ended, with its totals and the tasks that are not done. It does nothing
// if the user ended the run, or if this start did no task.
func (n *notifier) notifyEnd(result outcome.Result) {
	if result.Outcome == loop.Interrupted || !n.taskEnded {
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

// call starts the user's command. The text of the event names the plan and the task, followed by what.
func (n *notifier) call(e notify.Event, what lang.Message) {
	e.Door, e.Directory, e.Provider, e.Plan = "run", n.Dir, n.Provider, n.Path
	if e.Task > 0 {
		what = lang.M("task %d, %q: %s", e.Task, e.Title, what)
	}
	e.Text = n.Language.Text(lang.M("%s: %s", filepath.Base(n.Path), what))
	n.caller.Call(e)
}

// eventOf returns the event name for an outcome in a [notify.Event]. A task or a run that failed needs the user.
func eventOf(o loop.Outcome) string {
	if o == "" || o == outcome.Failed {
		o = loop.NeedsUser
	}
	return string(o)
}
