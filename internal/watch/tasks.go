package watch

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/editor"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/loop"
)

// Task is one of a run of many.
type Task struct {
	Number  int
	Title   string
	Launch  string // that does it; "" if none runs
	Session string // not Running: that did it; "" for none
	Running bool
	Phase   string // Running: its name
	Round   int
	Of      int // rounds; 0 if that is not known
	CostUSD float64
	Took    time.Duration
	Outcome lang.Message // not Running: what it came to; empty if it has not begun
}

// Tasks is a run of many tasks as a person watches it.
type Tasks struct {
	Terminal
	List    func() []Task         // as they stand; called from any goroutine
	Changed <-chan struct{}       // a List is another one
	Notes   func() []lang.Message // what has been said of the run since the last call
	One     bool                  // one task at a time: it is opened by itself

	listing tasks
}

// tasks is the table as it stands on the terminal.
type tasks struct {
	listing
	at    int  // the row that the arrows are at
	moved bool // they have been moved: else it is the first one that runs
}

// Run shows the table, and a task that is opened, until over is closed. stop is called at ctrl-c and where the terminal
// is gone: the tasks are to end, and nothing more is shown. Then the terminal is as it was found, and what was shown
// stays there.
func (t *Tasks) Run(over <-chan struct{}, stop func()) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := t.open(ctx, cancel); err != nil {
		return err
	}
	defer t.close()
	defer t.tty.Guard()
	t.listing.Terminal = &t.Terminal
	t.typed = lang.M("nobody is asked here: esc goes back")
	defer t.listing.erase()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	opened, seen := t.One, "" // the launch that was opened by itself
	for {
		for _, m := range t.Notes() {
			t.listing.note(m)
		}
		list := t.List()
		if launch := running(list); opened && launch != "" && launch != seen {
			if path := t.recording(launch, ""); path != "" {
				seen = launch
				t.listing.erase()
				left, err := t.show(ctx, path)
				if opened = !left; err != nil {
					stop()
					return whole(err)
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
			one := t.key(k, list)
			path := t.recordingOf(one)
			if path == "" {
				continue
			}
			if one.Running {
				seen, opened = one.Launch, t.One
			}
			t.listing.erase()
			if _, err := t.show(ctx, path); err != nil {
				stop()
				return whole(err)
			}
		case <-t.tty.Resized():
			t.listing.settle(ctx)
		case <-t.Changed:
		case <-tick.C:
		}
	}
}

// show shows a recording to its end, or until the person goes back; left reports that.
func (t *Tasks) show(ctx context.Context, path string) (left bool, err error) {
	terminal.New(t.Out, terminal.Options{Styled: t.Styled, Lang: t.Language}).Note(t.Language.Sprintf("esc: all tasks"))
	err = t.follow(ctx, path, false)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		t.listing.note(lang.M("%v", err))
	}
	s, bad := session.Summarize(path)
	return bad == nil && s.Running, nil
}

// recordingOf is the recording of a task that is to be opened. If there is none the user reads why, and it is "", as for
// no task.
func (t *Tasks) recordingOf(one *Task) string {
	if one == nil {
		return ""
	}
	path := t.recording(one.Launch, one.Session)
	switch {
	case path != "":
	case !one.Running && one.Outcome.Empty():
		t.listing.note(lang.M("this task has not begun"))
	default:
		t.listing.note(lang.M("there is no recording of this task"))
	}
	return path
}

// running is the launch of the first task that runs, "" if none does.
func running(list []Task) string {
	for _, one := range list {
		if one.Running {
			return one.Launch
		}
	}
	return ""
}

// recording is that of a launch, or with "" the newest of the session with that id; "" if there is none yet.
func (t *Tasks) recording(launch, id string) string {
	names, _ := session.RecordingPaths(t.State.Recordings()) // none can be followed then
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

// key takes a key, and gives the task that is to be opened; nil for none.
func (t *Tasks) key(k string, list []Task) (open *Task) {
	switch k {
	case "\x1b[A", "\x1bOA", "k", "\x10":
		t.listing.at, t.listing.moved = t.listing.at-1, true
	case "\x1b[B", "\x1bOB", "j", "\x0e":
		t.listing.at, t.listing.moved = t.listing.at+1, true
	case "\r", "\n":
		if t.listing.at < len(list) {
			open = &list[t.listing.at]
		}
	case editor.EscapeKey, "q":
		t.listing.moved = false
	}
	t.listing.at = min(max(t.listing.at, 0), max(len(list)-1, 0))
	return open
}

// draw draws the table over the one that stands there.
func (t *Tasks) draw(list []Task) {
	l := &t.listing
	if !l.moved {
		for i, one := range list {
			if l.at = i; one.Running || one.Outcome.Empty() {
				break
			}
		}
	}
	size := t.tty.Size()
	l.show(taskTable(list, l.at, size.Cols, size.Rows, t.Language))
}

// cells are those of a task: number, phase or outcome, round, time, cost, title.
func (one Task) cells(language lang.Language) []string {
	what, round, cost, took := "", "", "", ""
	switch {
	case one.Running:
		if what = language.Text(phaseWords[one.Phase]); one.Phase == "" || one.Phase == loop.PhaseUser.String() {
			what = language.Sprintf("starts") // nobody is asked
		}
		if one.Of > 0 {
			round = fmt.Sprintf("%d/%d", one.Round, one.Of)
		}
	case !one.Outcome.Empty():
		if what = language.Text(one.Outcome); one.Took > 0 {
			round = strconv.Itoa(one.Round)
		}
	}
	if one.Running || one.Took > 0 { // else nothing was done for it
		cost, took = text.Dollars(one.CostUSD), text.Elapsed(one.Took)
	}
	return []string{strconv.Itoa(one.Number), what, round, took, cost, text.OneLine(one.Title)}
}

// taskTable is the table as it stands on a terminal: rows that are no wider than it, and no more than it has. Where it
// has one alone, the sums are left out.
func taskTable(list []Task, at, width, height int, language lang.Language) (rows []string) {
	running, done := 0, 0
	var usd float64
	var cells [][]string
	widths := make([]int, len(Task{}.cells(language)))
	room := max(height-2, 1)
	from := max(0, min(at-room/2, len(list)-room))
	for i, one := range list {
		usd += one.CostUSD
		switch {
		case one.Running:
			running++
		case !one.Outcome.Empty():
			done++
		}
		if i < from || i >= from+room {
			continue
		}
		row := one.cells(language)
		for i, cell := range row[:len(row)-1] {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
		cells = append(cells, row)
	}
	keys := lang.M("arrows: choose · ctrl-c: stop all")
	if at < len(list) && (list[at].Running || list[at].Session != "") {
		keys = lang.M("arrows: choose · enter: open · ctrl-c: stop all")
	}
	rows = append(rows, "\x1b[2m"+text.Clip(language.Sprintf(
		"tasks: %d, ended: %d, running: %d · %s · %s", len(list), done, running, text.Dollars(usd), keys),
		width-1)+"\x1b[0m")
	for i, row := range cells {
		s := ""
		for i, cell := range row[:len(row)-1] {
			s += cell + strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2)
		}
		s = text.Clip(s+row[len(row)-1], width-3)
		switch one := list[from+i]; {
		case from+i == at:
			s = "❯ \x1b[1m" + s + "\x1b[0m"
		case !one.Running:
			s = "  \x1b[2m" + s + "\x1b[0m"
		default:
			s = "  " + s
		}
		rows = append(rows, s)
	}
	if len(rows) > height {
		rows = rows[1:]
	}
	return rows
}
