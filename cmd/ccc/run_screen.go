package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan"
	"ccc/internal/watch"
)

// runTeller prints what a run tells the user. While the screen shows the tasks it keeps the messages for that.
type runTeller struct {
	*program
	numbered bool          // the lines of a task begin with its number
	changed  chan struct{} // holds one value while there is something new to show

	mu    sync.Mutex
	shown bool // the screen shows the tasks
	notes []lang.Message
}

func (t *runTeller) say(m lang.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown {
		t.notes = append(t.notes, m)
		t.change()
		return
	}
	t.program.say("ccc: " + t.language().Text(m))
}

// line prints a line of the ccc of a task, unless the screen shows the tasks.
func (t *runTeller) line(task int, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown {
		return
	}
	if t.numbered {
		text = fmt.Sprintf("%d: %s", task, text)
	}
	fmt.Fprintln(t.stderr, text)
}

// change tells the screen that there is something new. It never waits.
func (t *runTeller) change() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// take returns the messages that were kept, and forgets them.
func (t *runTeller) take() []lang.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	notes := t.notes
	t.notes = nil
	return notes
}

// show switches between the screen and lines, and prints the messages that were kept.
func (t *runTeller) show(shown bool) {
	t.mu.Lock()
	t.shown = shown
	t.mu.Unlock()
	if !shown {
		for _, m := range t.take() {
			t.say(m)
		}
	}
}

// doShown does the tasks of a run while the screen shows them.
func (p *program) doShown(
	run *plan.Run, t *runTeller, c plan.Config, signals chan<- os.Signal,
) (result plan.Result, err error) {
	terminal, err := p.watching(watch.Config{State: c.State, Language: p.language()})
	if err != nil {
		return result, err
	}
	terminal.Killed = lang.M("the same command goes on from here")
	over := make(chan struct{})
	t.show(true)
	go func() {
		defer close(over)
		result, err = run.Do()
	}()
	shown := watch.Tasks{
		Terminal: terminal, List: func() []watch.Task { return shownTasks(run.Rows()) }, Changed: t.changed, Notes: t.take,
		One: c.Jobs == 0,
	}
	bad := shown.Run(over, func() { signals <- syscall.SIGINT })
	t.show(false)
	if bad != nil {
		p.errorf("%v", bad)
	}
	<-over
	return result, err
}

// shownTasks converts the tasks for the screen.
func shownTasks(rows []plan.Row) (list []watch.Task) {
	for _, row := range rows {
		one := watch.Task{
			Number: row.Number, Title: row.Title, Launch: row.Launch, Session: row.Session(), Outcome: row.Short(),
			CostUSD: row.Cost(), Took: row.Duration(), Round: row.Reviews(),
		}
		if !row.Since.IsZero() {
			one.Running, one.Phase, one.Round, one.Of = true, row.Status.Phase, row.Status.Round, row.Status.Of
			one.Took = time.Since(row.Since)
		}
		list = append(list, one)
	}
	return list
}
