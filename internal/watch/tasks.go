package watch

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/terminal"
	"ccc/internal/terminal/editor"
	"ccc/internal/text"
	"ccc/loop"
)

// Task is a task of a run of many.
type Task struct {
	Number  int
	Title   string
	Launch  string // the launch that does the task; "" if none runs
	Session string // the session that did the task, if it is not running; "" for none
	Running bool
	Phase   string // if Running: the name of the phase
	Round   int
	Of      int // how many rounds are allowed; 0 if unknown
	CostUSD float64
	Took    time.Duration
	Outcome lang.Message // if not Running: in words; empty if the task has not begun
}

// Tasks shows a run of many tasks on a terminal.
type Tasks struct {
	Terminal
	List    func() []Task         // the tasks as they are now; safe in any goroutine
	Changed <-chan struct{}       // gets a value when List changes
	Notes   func() []lang.Message // messages about the run since the last call
	One     bool                  // one task runs at a time, and it is opened automatically

	listing tasks
}

// tasks is the table on the terminal.
type tasks struct {
	listing
	row      int  // the row that the arrow keys have reached
	hasMoved bool // the arrow keys were used; otherwise at follows the first running task
}

// Run shows the table, and each task that is opened, until over is closed. At ctrl-c, or if the terminal is gone, it
// calls stop, which ends the tasks, and returns. It then restores the terminal; what was shown stays there.
func (t *Tasks) Run(over <-chan struct{}, stop func()) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := t.open(ctx, cancel); err != nil {
		return err
	}
	defer t.close()
	defer t.tty.Guard()
	t.listing.Terminal = &t.Terminal
	t.typed = lang.M("no answer can be typed here: esc goes back")
	t.endSaid = true // by the run, and by the table
	defer t.listing.erase()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	opened, seen := t.One, "" // seen is the launch that was opened automatically
	for {
		for _, m := range t.Notes() {
			t.listing.note(m)
		}
		list := t.List()
		if launch := firstRunning(list); opened && launch != "" && launch != seen {
			if path := t.recording(launch, ""); path != "" {
				seen = launch
				t.listing.erase()
				left, err := t.showRecording(ctx, path)
				if opened = !left; err != nil {
					stop()
					return unlessCanceled(err)
				}
				continue
			}
		}
		t.draw(list)
		select {
		case <-over:
			return nil
		case <-ctx.Done():
			stop()
			return nil
		case k := <-t.keys:
			one := t.handleKey(k, list)
			path := t.recordingOf(one)
			if path == "" {
				continue
			}
			if one.Running {
				seen, opened = one.Launch, t.One
			}
			t.listing.erase()
			if _, err := t.showRecording(ctx, path); err != nil {
				stop()
				return unlessCanceled(err)
			}
		case <-t.tty.Resized():
			t.listing.waitForSize(ctx)
		case <-t.Changed:
		case <-tick.C:
		}
	}
}

// showRecording shows a recording to its end, or until the user goes back; then left is true.
func (t *Tasks) showRecording(ctx context.Context, path string) (left bool, err error) {
	screen := terminal.New(t.Out, terminal.Options{Styled: t.Styled, Lang: t.Language})
	screen.Note(t.Language.Sprintf("esc shows all tasks"))
	err = t.showUntilEnd(ctx, path, false)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		t.listing.note(lang.M("%v", err))
	}
	s, bad := session.Summarize(path)
	return bad == nil && s.Running, nil
}

// recordingOf returns the recording of the task that is to be opened, "" for no task. If the task has no recording,
// it tells the user why, and returns "".
func (t *Tasks) recordingOf(one *Task) string {
	if one == nil {
		return ""
	}
	path := t.recording(one.Launch, one.Session)
	switch {
	case path != "":
	case !one.Running && one.Outcome.Empty():
		t.listing.note(lang.M("this task has not begun"))
	case one.Running:
		t.listing.note(lang.M("this task starts"))
	default:
		t.listing.note(lang.M("there is no recording of this task"))
	}
	return path
}

// firstRunning returns the launch of the first running task, "" for none.
func firstRunning(list []Task) string {
	for _, one := range list {
		if one.Running {
			return one.Launch
		}
	}
	return ""
}

// recording returns the path of the recording of a launch. If launch is "", it is the newest one of the session with
// that ID. It is "" if there is none.
func (t *Tasks) recording(launch, id string) string {
	names, _ := t.paths() // then there is none
	for _, path := range names {
		s, err := session.Summarize(path)
		if err != nil || launch+id == "" {
			continue
		}
		if launch != "" && s.Header.Launch == launch || launch == "" && s.End.SessionID == id {
			return path
		}
	}
	return ""
}

// handleKey acts on a key. It returns the task to open, nil for none.
func (t *Tasks) handleKey(k string, list []Task) (open *Task) {
	switch k {
	case "\x1b[A", "\x1bOA", "k", "\x10":
		t.listing.row, t.listing.hasMoved = t.listing.row-1, true
	case "\x1b[B", "\x1bOB", "j", "\x0e":
		t.listing.row, t.listing.hasMoved = t.listing.row+1, true
	case "\r", "\n":
		if t.listing.row < len(list) {
			open = &list[t.listing.row]
		}
	case editor.EscapeKey, "q":
		t.listing.hasMoved = false
	}
	t.listing.row = min(max(t.listing.row, 0), max(len(list)-1, 0))
	return open
}

// draw draws the table over the last one.
func (t *Tasks) draw(list []Task) {
	l := &t.listing
	if !l.hasMoved {
		for i, one := range list {
			if l.row = i; one.Running || one.Outcome.Empty() {
				break
			}
		}
	}
	size := t.tty.Size()
	l.show(taskTable(list, l.row, size.Cols, size.Rows, t.Language))
}

// cells returns the cells of a task in the table: number, phase or outcome, round, time, cost, title. The cost is shown
// as given.
func (one Task) cells(cost string, language lang.Language) []string {
	what, round, took := "", "", ""
	switch {
	case one.Running:
		if what = language.Text(phaseWords[one.Phase]); one.Phase == "" || one.Phase == loop.PhaseUser.String() {
			what = language.Sprintf("starts") // it never waits for the user
		}
		if one.Of > 0 {
			round = fmt.Sprintf("%d/%d", one.Round, one.Of)
		}
	case !one.Outcome.Empty():
		if what = language.Text(one.Outcome); one.Took > 0 {
			round = strconv.Itoa(one.Round)
		}
	}
	if one.Running || one.Took > 0 {
		took = text.Elapsed(one.Took)
	} else { // the task has not begun
		cost = ""
	}
	return []string{strconv.Itoa(one.Number), what, round, took, cost, text.OneLine(one.Title)}
}

// costsOf returns the cost of all tasks, and what is shown of the cost of each beside it.
func costsOf(list []Task) (usd float64, each []string) {
	parts := make([]float64, len(list))
	for i, one := range list {
		parts[i] = one.CostUSD
		usd += one.CostUSD
	}
	return usd, text.DollarParts(parts...)
}

// taskTable returns the rows of the table for a terminal of that size. They include the row at the index. On a
// terminal with one row the heading is left out.
func taskTable(list []Task, at, width, height int, language lang.Language) (rows []string) {
	running, done := 0, 0
	var cells [][]string
	widths := make([]int, len(Task{}.cells("", language)))
	usd, costs := costsOf(list)
	room := max(height-2, 1)
	from := max(0, min(at-room/2, len(list)-room))
	for i, one := range list {
		switch {
		case one.Running:
			running++
		case !one.Outcome.Empty():
			done++
		}
		if i < from || i >= from+room {
			continue
		}
		row := one.cells(costs[i], language)
		for i, cell := range row[:len(row)-1] {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
		cells = append(cells, row)
	}
	hints := []lang.Message{lang.M("arrows: choose · ctrl-c: stop all"), lang.M("ctrl-c: stop all")}
	if at < len(list) && (list[at].Running || list[at].Session != "") {
		hints = []lang.Message{lang.M("arrows: choose · enter: open · ctrl-c: stop all"),
			lang.M("enter: open · ctrl-c: stop all"), lang.M("ctrl-c: stop all")}
	}
	heading := ""
	for _, keys := range hints { // the longest one that fits
		heading = language.Sprintf("tasks: %d, ended: %d, running: %d · %s · %s", len(list), done, running,
			text.Dollars(usd), keys)
		if uniseg.StringWidth(heading) < width {
			break
		}
	}
	rows = append(rows, "\x1b[2m"+text.Clip(heading, width-1)+"\x1b[0m")
	for i, row := range cells {
		s := ""
		for i, cell := range row[:len(row)-1] {
			s += cell + strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2)
		}
		s = text.Clip(s+row[len(row)-1], width-3)
		rows = append(rows, styledRow(s, from+i == at, list[from+i].Running))
	}
	if len(rows) > height {
		rows = rows[1:]
	}
	return rows
}
