package plan

import (
	"fmt"
	"io"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/watch"
)

// Teller prints what a run tells the user. While the screen shows the tasks it keeps the messages for that.
type Teller struct {
	print    func(lang.Message) // a message of ccc
	lines    io.Writer          // what the ccc of each task prints
	numbered bool               // the lines of a task begin with its number
	changed  chan struct{}      // holds one value while there is something new to show

	mu    sync.Mutex
	shown bool // the screen shows the tasks
	notes []lang.Message
}

// NewTeller makes a teller. With numbered the lines of a task begin with its number.
func NewTeller(print func(lang.Message), lines io.Writer, numbered bool) *Teller {
	return &Teller{print: print, lines: lines, numbered: numbered, changed: make(chan struct{}, 1)}
}

// Say is for [Config.Say].
func (t *Teller) Say(m lang.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown {
		t.notes = append(t.notes, m)
		t.Change()
		return
	}
	t.print(m)
}

// Line is for [Config.Line].
func (t *Teller) Line(task int, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown {
		return
	}
	if t.numbered {
		text = fmt.Sprintf("%d: %s", task, text)
	}
	fmt.Fprintln(t.lines, text)
}

// Change is for [Config.Changed]. It never waits.
func (t *Teller) Change() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// take returns the messages that were kept, and forgets them.
func (t *Teller) take() []lang.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	notes := t.notes
	t.notes = nil
	return notes
}

// show switches between the screen and lines, and prints the messages that were kept.
func (t *Teller) show(shown bool) {
	t.mu.Lock()
	t.shown = shown
	t.mu.Unlock()
	if !shown {
		for _, m := range t.take() {
			t.Say(m)
		}
	}
}

// Do does the tasks of a run while the screen shows them. At ctrl-c it calls stop.
func (t *Teller) Do(run *Run, screen watch.Terminal, stop func()) (result outcome.Result, err error) {
	screen.Killed = lang.M("the same command goes on from here")
	over := make(chan struct{})
	t.show(true)
	go func() {
		defer close(over)
		result, err = run.Do()
	}()
	shown := watch.Tasks{
		Terminal: screen, List: func() []watch.Task { return shownTasks(run.Rows()) }, Changed: t.changed, Notes: t.take,
		One: run.Jobs == 0,
	}
	bad := shown.Run(over, stop)
	t.show(false)
	if bad != nil {
		t.Say(lang.M("%v", bad))
	}
	<-over
	return result, err
}

// shownTasks converts the tasks for the screen.
func shownTasks(rows []outcome.Row) (list []watch.Task) {
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
