package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/session"
	"ccc/internal/text"
)

var recordingsHelp = lang.Both(`
Each launch of ccc --supervisor is recorded in the state directory, and so is each Claude Code whose stops are reviewed,
from the first of them on; ccc replay FILE shows one again. "recordings" in ccc.json bounds them: {"keep": 100,
"max_days": 90}, where 0 is no bound, or {"off": true}. The format is in docs/recording.md.
`, `
每次 ccc --supervisor 都录制在状态目录里，停止时会被审查的 Claude Code 也一样，从第一次停止开始；
ccc replay 文件 可以重放。ccc.json 的 "recordings" 设定上限：{"keep": 100, "max_days": 90}，0 表示没有上限；
或 {"off": true}。格式见 docs/recording.md。
`)

func recordingsCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "recordings", Short: language.Sprintf("list the recorded launches, newest first"),
		Long: language.Text(recordingsHelp), Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.recordings() },
	}
}

// recordings lists the recordings.
func (p *program) recordings() error {
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	list, bad := session.ListRecordings(dirs.State.Recordings())
	if len(list) == 0 && bad == nil {
		err := lang.Errorf("there is no recording in %s", dirs.State.Recordings())
		return lang.WithHint(err, lang.M("ccc --supervisor makes one at each launch, /supervisor at the first stop that is reviewed"))
	}
	language := p.language()
	width := columns(p.stdout)
	if width != nil {
		short(list)
	}
	rows := []string{language.Sprintf("WHEN\tPROJECT\tSESSION\tROUNDS\tOUTCOME\tCOST\tDOOR\tCLAUDE\tFILE")}
	for _, s := range list {
		rows = append(rows, row(s, language))
	}
	if slices.ContainsFunc(list, func(s session.Summary) bool { return s.Header.Title != "" }) {
		rows[0] += "\t" + language.Sprintf("TASK")
		for i, s := range list {
			rows[i+1] += "\t" + orDash(text.OneLine(s.Header.Title))
		}
	}
	if width != nil {
		rows = fitting(rows, width())
	}
	return errors.Join(layout.Table(p.text, rows, width), bad)
}

// Columns of the list of recordings.
const (
	columnWhen, columnProject, columnRounds, columnCost = 0, 1, 3, 5
	columnDoor, columnClaude, columnFile, columnTask    = 6, 7, 8, 9
)

// The least widths of the columns for the project and for the task of a plan.
const leastProject, leastTask = 8, 16

// fitting makes the list fit a terminal of that width. It leaves out the least important columns; what ccc replay needs
// stays. The project gets the room that is left.
func fitting(rows []string, width int) []string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = strings.Split(r, "\t")
	}
	titled := len(cells[0]) > columnTask
	wide := func(column int) (most int) {
		for _, row := range cells {
			most = max(most, uniseg.StringWidth(row[column]))
		}
		return most
	}
	room := func() int {
		left, last := width, len(cells[0])-1
		for i := range cells[0] {
			switch {
			case i == columnProject:
				left -= 2
			case i == last && titled:
				left -= min(wide(i), leastTask)
			case i == last:
				left -= wide(i)
			default:
				left -= wide(i) + 2
			}
		}
		return left
	}
	drop := func(column int) func() {
		return func() {
			for i := range cells {
				cells[i] = slices.Delete(cells[i], column, column+1)
			}
		}
	}
	date := func(from, to int) func() { // of a time in the form of time.DateTime, or of the rest of one
		return func() {
			for _, row := range cells {
				if when := row[columnWhen]; len(when) >= to && when[0] <= '9' {
					row[columnWhen] = when[from:to]
				}
			}
		}
	}
	untitled := func() {
		if titled {
			titled = false
			drop(len(cells[0]) - 1)()
		}
	}
	for _, give := range []func(){
		date(len("2006-"), len("2006-01-02 15:04")), drop(columnFile), drop(columnClaude), drop(columnDoor),
		drop(columnCost), drop(columnRounds), date(0, len("01-02")), untitled,
	} {
		if room() >= min(wide(columnProject), leastProject) {
			break
		}
		give()
	}
	for i, row := range cells {
		row[columnProject] = text.Clip(row[columnProject], max(room(), 1))
		rows[i] = strings.Join(row, "\t")
	}
	return rows
}

// short shortens the list for a terminal: to the beginning of the session's ID, or of the launch's if there is none,
// and to the name of the file. ccc replay takes each of them.
func short(list []session.Summary) {
	for i := range list {
		list[i].Path = filepath.Base(list[i].Path)
		id := cmp.Or(list[i].End.SessionID, list[i].Header.Launch)
		list[i].End.SessionID = id[:min(len(id), shortID)]
	}
}

// shortID is how many characters of an ID identify it.
const shortID = 8

// findRecording returns the recording that a word names: a path, "last", or the ID of a session or of a launch or its
// beginning. Of several it is the newest. If the session was also recorded by the other door, the user reads that. A
// recording of the hook's goes on after /clear. Then the ID of its last session names it; that of its first one does if
// no other recording has that ID.
func (p *program) findRecording(word string) (path string, err error) {
	if isPath(word) {
		return word, nil
	}
	dirs, err := p.directories()
	if err != nil {
		return "", err
	}
	list, bad := session.ListRecordings(dirs.State.Recordings()) // the word may mean a recording that cannot be read
	if word == "last" && len(list) > 0 {
		return list[0].Path, nil
	}
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, word) })
	}
	i := slices.IndexFunc(list, func(s session.Summary) bool {
		return begins(s.End.SessionID, s.Header.Launch, filepath.Base(s.Path))
	})
	first := i < 0
	if first {
		i = slices.IndexFunc(list, func(s session.Summary) bool { return begins(s.Header.SessionID) })
	}
	if i < 0 {
		err = errors.Join(lang.Errorf("there is no recording %s", word), bad)
		return "", lang.WithHint(err, lang.M("ccc recordings lists those there are"))
	}
	s := list[i]
	session := s.End.SessionID
	if first {
		session = s.Header.SessionID
	}
	for _, o := range list[i+1:] {
		if o.End.SessionID == session && session != "" && o.Header.Door != s.Header.Door {
			p.errorf("this is the newest recording of that session; of the other door there is %s", o.Path)
			break
		}
	}
	return s.Path, nil
}

// isPath reports whether a word is the path of a file, and not the name of a session.
func isPath(word string) bool {
	_, err := os.Stat(word)
	return err == nil || strings.ContainsRune(word, filepath.Separator)
}

// outcomeNames are the outcomes as in JSON and --expect. In Chinese they are words.
var outcomeNames = map[string]lang.Message{
	"completed": lang.M("completed"), "not_completed": lang.M("not_completed"), "needs_user": lang.M("needs_user"),
	"interrupted": lang.M("interrupted"),
}

// row is the row of a recording in the list.
func row(s session.Summary, language lang.Language) string {
	outcome, rounds, cost := s.End.Outcome, fmt.Sprint(s.End.Rounds), text.Dollars(s.End.CostUSD)
	if word, known := outcomeNames[outcome]; known {
		outcome = language.Text(word)
	}
	switch {
	case s.Ended && s.End.Outcome == "":
		outcome = language.Sprintf("nothing done")
		if s.End.Error != "" {
			outcome = language.Sprintf("error")
		}
	case s.Ended && s.End.Accepted:
		outcome = language.Sprintf("accepted")
	case s.Running && s.Header.Door == session.DoorHook:
		outcome = language.Sprintf("running")
	case s.Running:
		outcome, rounds, cost = language.Sprintf("running"), "-", "-"
	case !s.Ended:
		outcome, rounds, cost = language.Sprintf("broke off"), "-", "-"
	}
	when := s.Header.At.Local().Format(time.DateTime)
	project := ""
	if s.Header.Dir != "" {
		project = text.OneLine(filepath.Base(s.Header.Dir))
	}
	return strings.Join([]string{
		when, orDash(project), orDash(s.End.SessionID), rounds, outcome, cost, cmp.Or(s.Header.Door, "loop"),
		orDash(s.Claude), filepath.Clean(s.Path),
	}, "\t")
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// offerRecordings completes the name of a recording: "last", an ID, or a file.
func (p *program) offerRecordings(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	if k.dirs.Work == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	found, _ := session.ListRecordings(k.dirs.State.Recordings()) // one that cannot be read is not offered
	var o offers
	if len(found) > 0 {
		o.add("last", k.language.Sprintf("the newest recording"))
	}
	for _, s := range found {
		cells := strings.Split(row(s, k.language), "\t")
		o.add(cmp.Or(s.End.SessionID, s.Header.Launch), cells[columnWhen]+" "+cells[columnProject])
	}
	return o, cobra.ShellCompDirectiveDefault
}
