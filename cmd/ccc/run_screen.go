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

// runTeller tells the person what a run says: at once, or where its tasks are shown on the terminal when there is room.
type runTeller struct {
	*program
	numbered bool          // each line of a task's with its number
	changed  chan struct{} // has one where there is something new to be shown

	mu    sync.Mutex
	shown bool // the terminal shows the tasks
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

// line passes on what the ccc of a task says; the terminal has better.
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

func (t *runTeller) change() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// take gives what has been said.
func (t *runTeller) take() []lang.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	notes := t.notes
	t.notes = nil
	return notes
}

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

// doShown does the tasks of a run, and shows them on the terminal meanwhile.
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

// shownTasks are the tasks as they are shown.
func shownTasks(rows []plan.Row) (list []watch.Task) {
	for _, row := range rows {
		one := watch.Task{
			Number: row.Number, Title: row.Title, Launch: row.Launch, Session: row.Session(), Outcome: row.Short(),
			CostUSD: row.Cost(), Took: row.Took(), Round: row.Reviews(),
		}
		if !row.Since.IsZero() {
			one.Running, one.Phase, one.Round, one.Of = true, row.Status.Phase, row.Status.Round, row.Status.Of
			one.Took = time.Since(row.Since)
		}
		list = append(list, one)
	}
	return list
}
