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

// Teller prints the messages of a run. While the screen shows the tasks it keeps the messages, and prints them
// afterwards.
type Teller struct {
	print    func(lang.Message) // prints a message of ccc
	lines    io.Writer          // gets the output of the ccc of each task
	numbered bool               // the lines of a task begin with its number
	changed  chan struct{}      // holds one value while there is something new to show

	mu      sync.Mutex
	isShown bool // the screen shows the tasks now
	notes   []lang.Message
}

// NewTeller returns a Teller. If numbered is set, it prints the number of the task in front of each of its lines.
func NewTeller(print func(lang.Message), lines io.Writer, numbered bool) *Teller {
	return &Teller{print: print, lines: lines, numbered: numbered, changed: make(chan struct{}, 1)}
}

// Say prints or keeps a message. It is used as [Config.Say].
func (t *Teller) Say(m lang.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isShown {
		t.notes = append(t.notes, m)
		t.Change()
		return
	}
	t.print(m)
}

// Line prints or keeps a line of a task. It is used as [Config.Line].
func (t *Teller) Line(task int, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isShown {
		return
	}
	if t.numbered {
		text = fmt.Sprintf("%d: %s", task, text)
	}
	fmt.Fprintln(t.lines, text)
}

// Change signals that the tasks have changed. It never blocks. It is used as [Config.Changed].
func (t *Teller) Change() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// takeNotes returns the kept messages and forgets them.
func (t *Teller) takeNotes() []lang.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	notes := t.notes
	t.notes = nil
	return notes
}

// setShown switches between the screen and plain lines. For plain lines it prints the kept messages.
func (t *Teller) setShown(shown bool) {
	t.mu.Lock()
	t.isShown = shown
	t.mu.Unlock()
	if !shown {
		for _, m := range t.takeNotes() {
			t.Say(m)
		}
	}
}

// Do runs the tasks while the screen shows them. It calls stop when the user presses ctrl-c.
func (t *Teller) Do(run *Run, screen watch.Terminal, stop func()) (result outcome.Result, err error) {
	screen.Killed = lang.M("the same command goes on from here")
	over := make(chan struct{})
	t.setShown(true)
	go func() {
		defer close(over)
		result, err = run.Do()
	}()
	shown := watch.Tasks{
		Terminal: screen, List: func() []watch.Task { return shownTasks(run.Rows()) },
		Changed: t.changed, Notes: t.takeNotes,
		One: run.Jobs == 0,
	}
	bad := shown.Run(over, stop)
	t.setShown(false)
	if bad != nil {
		t.Say(lang.M("%v", bad))
	}
	<-over
	return result, err
}

// shownTasks converts rows to the form that the screen shows.
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
