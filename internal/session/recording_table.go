package session

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// Columns of the list.
const (
	columnWhen, columnProject, columnSession, columnRounds = 0, 1, 2, 3
	columnCost, columnDoor, columnClaude, columnFile       = 5, 6, 7, 8
	columnTask                                             = 9
)

// The smallest widths of the columns for the project and for the plan's task, and of what is worth showing of the
// former.
const leastProject, leastTask, leastWord = 8, 16, 4

// ShortID is how many characters of an ID are shown where there is little room; they identify it.
const ShortID = 8

// RecordingRows returns the rows of the list, with a row of titles, for [layout.Table]. For a terminal of that many
// columns each row is shortened to one line; 0 means no terminal.
func RecordingRows(list []Summary, columns int, language lang.Language) []string {
	tasks := []string{language.Sprintf("TASK")}
	rows := []string{language.Sprintf("WHEN\tPROJECT\tSESSION\tROUNDS\tOUTCOME\tCOST\tMODE\tCLAUDE\tFILE")}
	titled := slices.ContainsFunc(list, func(s Summary) bool { return s.Header.Title != "" })
	if titled {
		rows[0] += "\t" + tasks[0]
	}
	for _, s := range list {
		if columns > 0 {
			s = withShortNames(s)
		}
		one := recordingRow(s, language)
		if titled {
			one += "\t" + orDash(text.OneLine(s.Header.Title))
		}
		rows, tasks = append(rows, one), append(tasks, orDash(text.OneLine(s.Task)))
	}
	if columns > 0 {
		return fitRecordings(rows, tasks, columns)
	}
	return rows
}

// withShortNames shortens the session's ID (the launch's, if there is none) and the path. The list takes less room, and
// ccc replay understands both.
func withShortNames(s Summary) Summary {
	s.Path = filepath.Base(s.Path)
	s.End.SessionID = cutID(cmp.Or(s.End.SessionID, s.Header.Continues, s.Header.Launch))
	s.End.Earlier = slices.Clone(s.End.Earlier)
	for i, id := range s.End.Earlier {
		s.End.Earlier[i] = cutID(id)
	}
	return s
}

func cutID(id string) string { return id[:min(len(id), ShortID)] }

// recordingRow returns the row of a recording, without the plan's task.
func recordingRow(s Summary, language lang.Language) string {
	rounds, cost := fmt.Sprint(s.End.Rounds), language.Text(wording.Spent(s.End.CostUSD, s.End.AtLeast))
	outcome := language.Text(wording.Ending{
		Outcome: s.End.Outcome, IsHook: s.Header.Door == DoorHook, Rounds: s.End.Rounds, Accepted: s.End.Accepted,
		Unreviewed: s.End.Unreviewed, Failed: s.End.Outcome == "" && s.End.Error != "", Dismissed: s.End.ByDismissal,
		Partly: s.End.NotCompleted > 0,
	}.Word())
	switch {
	case s.Running:
		outcome = language.Sprintf("running")
	case !s.Ended:
		outcome, rounds, cost = language.Text(wording.Ending{BrokeOff: true}.Word()), "-", "-"
	}
	if s.Header.Door == DoorHook && cost != "-" { // of the agent nobody tells
		cost = language.Sprintf("%s (reviews)", cost)
	}
	return strings.Join([]string{
		recordingTime(s), orDash(recordingProject(s)), orDash(recordingSessions(s)), rounds, outcome, cost,
		recordingDoor(s, language), orDash(s.Claude), filepath.Clean(s.Path),
	}, "\t")
}

// recordingDoor returns --mode of the launch: loop or hook.
func recordingDoor(s Summary, language lang.Language) string {
	if s.Header.Door == DoorHook {
		return language.Sprintf("hook")
	}
	return language.Sprintf("loop")
}

func recordingTime(s Summary) string { return s.Header.Start().Local().Format(time.DateTime) }

// recordingProject returns the name of the project's directory; "" if it is unknown.
func recordingProject(s Summary) string {
	if s.Header.Dir == "" {
		return ""
	}
	return text.OneLine(filepath.Base(s.Header.Dir))
}

// recordingSessions names the sessions in which something was done, oldest first. If nothing was, it is the one that
// the launch has continued; "" if none is known.
func recordingSessions(s Summary) string {
	if s.End.SessionID == "" {
		return s.Header.Continues
	}
	return strings.Join(append(slices.Clip(s.End.Earlier), s.End.SessionID), ", ")
}

func orDash(text string) string { return cmp.Or(text, "-") }

// recordingTable is the list while it is fitted to a terminal.
type recordingTable struct {
	cells  [][]string
	tasks  []string // what was asked for in each row
	titled bool     // the last column is for tasks of a plan
	width  int      // of the terminal
	today  []bool   // for each row, whether it is of today
}

// fitRecordings makes rows fit a terminal of that width. It leaves out the least important columns, but never what
// ccc replay needs. The project's column gets the room that is left; if all have one project, the tasks get it.
func fitRecordings(rows, tasks []string, width int) []string {
	t := recordingTable{cells: make([][]string, len(rows)), tasks: tasks, width: width}
	for i, r := range rows {
		t.cells[i] = strings.Split(r, "\t")
		t.today = append(t.today, strings.HasPrefix(r, time.Now().Format(time.DateOnly)))
	}
	t.titled = len(t.cells[0]) > columnTask
	for _, save := range []func(){
		func() { t.cutTimes(len("2006-"), len("2006-01-02 15:04")) },
		func() { t.drop(columnFile) }, func() { t.drop(columnClaude) }, func() { t.drop(columnDoor) },
		func() { t.drop(columnCost) }, func() { t.drop(columnRounds) },
		t.showTasks, t.cutDays, t.dropTask, t.cutSessions,
	} {
		if t.room() >= min(t.widest(columnProject), leastProject) {
			break
		}
		save()
	}
	if t.room() < leastWord {
		t.drop(columnProject)
	} else {
		for _, row := range t.cells {
			row[columnProject] = text.Clip(row[columnProject], t.room())
		}
	}
	for i, row := range t.cells {
		rows[i] = strings.Join(row, "\t")
	}
	return rows
}

// widest returns the width of a column.
func (t *recordingTable) widest(column int) (most int) {
	for _, row := range t.cells {
		most = max(most, uniseg.StringWidth(row[column]))
	}
	return most
}

// room returns the width that is left for the project.
func (t *recordingTable) room() int {
	left, last := t.width, len(t.cells[0])-1
	for i := range t.cells[0] {
		switch {
		case i == columnProject:
			left -= 2
		case i == last && t.titled:
			left -= min(t.widest(i), leastTask)
		case i == last:
			left -= t.widest(i)
		default:
			left -= t.widest(i) + 2
		}
	}
	return left
}

func (t *recordingTable) drop(column int) {
	for i := range t.cells {
		t.cells[i] = slices.Delete(t.cells[i], column, column+1)
	}
}

// showTasks shows the tasks in place of the project, if that is the same in all rows and there are several.
func (t *recordingTable) showTasks() {
	if len(t.cells) < 3 || slices.ContainsFunc(t.cells[1:], func(row []string) bool {
		return row[columnProject] != t.cells[1][columnProject]
	}) {
		return
	}
	for i, row := range t.cells {
		row[columnProject] = t.tasks[i]
	}
}

// dropTask drops the column for tasks of a plan, if there is one.
func (t *recordingTable) dropTask() {
	if t.titled {
		t.titled = false
		t.drop(len(t.cells[0]) - 1)
	}
}

// cutSessions leaves the newest session of each row.
func (t *recordingTable) cutSessions() {
	for _, row := range t.cells {
		list := strings.Split(row[columnSession], ", ")
		row[columnSession] = list[len(list)-1]
	}
}

// cutDays leaves the time of day of today's rows, and the date of the others.
func (t *recordingTable) cutDays() {
	for i, row := range t.cells {
		switch date, clock, ok := strings.Cut(row[columnWhen], " "); {
		case ok && t.today[i]:
			row[columnWhen] = clock
		case ok:
			row[columnWhen] = date
		}
	}
}

// cutTimes cuts the times, which have the form of [time.DateTime] or are the end of one, to a part of them.
func (t *recordingTable) cutTimes(from, to int) {
	for _, row := range t.cells {
		if at := row[columnWhen]; len(at) >= to && at[0] <= '9' {
			row[columnWhen] = at[from:to]
		}
	}
}
