package plan

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
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
func (t *Teller) Do(run *Run, screen watch.Terminal, stop func()) (result Result, err error) {
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
func shownTasks(rows []Row) (list []watch.Task) {
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

// WriteTable prints the tasks of a run. Below the table are the reasons why tasks are not done, and the totals. What does
// not fit into the width is below it, too, so that it is complete: the ids of the sessions, the branches, and what is said
// beside the outcomes. What is left of the width the titles have; rounds, cost and time leave the table where that is
// less than minTitle columns. Without a width it may be as wide as it is.
func (r Result) WriteTable(w io.Writer, width func() int, language lang.Language) error {
	shape := withSessions
	for width != nil && shape < outcomesOnly && tableWidth(r.tableRows(shape, language)) > width() {
		shape++
	}
	if shape == outcomesOnly && tableWidth(r.tableRows(untitled, language))+2+minTitle > width() {
		shape = titlesFirst
	}
	if err := layout.Table(w, r.tableRows(shape, language), width); err != nil {
		return err
	}
	var lines []string
	say := func(m lang.Message) {
		said := language.Text(m)
		if width != nil && uniseg.StringWidth(said) > width() {
			said = strings.ReplaceAll(layout.Wrap(said, max(width()-2, 1)), "\n", "\n  ")
		}
		lines = append(lines, said)
	}
	for _, row := range r.Tasks {
		add := func(m lang.Message) { say(lang.M("task %d: %s", row.Number, m)) }
		name := func(m lang.Message) { // in one line, so that it can be copied
			lines = append(lines, language.Text(lang.M("task %d: %s", row.Number, m)))
		}
		if shape > withSessions && row.Session() != "" {
			name(lang.M("session %s", row.Session()))
		}
		if shape > withBranches && row.Branch != "" {
			name(lang.M("branch %s", row.Branch))
		}
		if shape == titlesFirst && row.ending != nil {
			add(lang.Verbatim(numbersOf(row.Cells(false, language), language)))
		}
		switch why := row.why(shape >= outcomesOnly); {
		case !why.Empty():
			add(why)
		case shape >= outcomesOnly && row.ending != nil && row.Short().String() != row.label().String():
			add(row.Short())
		}
	}
	say(r.totals())
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// tableShape says what the table of a run has besides the outcomes, from the widest on.
type tableShape int

const (
	withSessions tableShape = iota
	withBranches
	withWords    // what is said beside an outcome
	outcomesOnly // in a word each
	titlesFirst  // no rounds, cost and time
	untitled     // what the titles are beside
)

// minTitle is how many columns a title has before other cells leave the table.
const minTitle = 12

// tableRows are the rows of the table. The title is the last cell where it may be cut.
func (r Result) tableRows(shape tableShape, language lang.Language) (rows []string) {
	add := func(cells string) {
		list := strings.Split(cells, "\t")
		switch list = list[:len(list)-min(int(shape), 2)]; shape {
		case titlesFirst:
			list = slices.Delete(list, 2, 5)
		case untitled:
			list = list[:len(list)-1]
		}
		rows = append(rows, strings.Join(list, "\t"))
	}
	add(tableHead(language))
	for _, row := range r.Tasks {
		add(row.Cells(shape < outcomesOnly, language))
	}
	return rows
}

func tableHead(language lang.Language) string {
	return language.Sprintf("TASK\tOUTCOME\tROUNDS\tCOST\tTIME\tTITLE\tBRANCH\tSESSION")
}

// numbersOf is what titlesFirst leaves out of a row, with the names of its columns.
func numbersOf(cells string, language lang.Language) string {
	names, numbers := strings.Split(tableHead(language), "\t"), strings.Split(cells, "\t")
	var said []string
	for i := 2; i < 5; i++ {
		said = append(said, names[i]+" "+numbers[i])
	}
	return strings.Join(said, " · ")
}

// tableWidth is how many columns a table of these rows takes.
func tableWidth(rows []string) (most int) {
	var b strings.Builder
	_ = layout.Table(&b, slices.Clone(rows), nil) // to memory
	for line := range strings.SplitSeq(b.String(), "\n") {
		most = max(most, uniseg.StringWidth(line))
	}
	return most
}
