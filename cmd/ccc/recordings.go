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

	"ccc/internal/lang"
	"ccc/internal/printable"
	"ccc/internal/recording"
	"ccc/internal/screen"
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

// recordings lists what launches wrote down.
func (p *program) recordings(args []string) error {
	if err := noArguments("recordings", args); err != nil {
		return err
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	list, bad := recording.List(dirs.state.Recordings())
	if len(list) == 0 && bad == nil {
		err := lang.Errorf("there is no recording in %s", dirs.state.Recordings())
		return hinted{err, lang.M("ccc --supervisor makes one at each launch, /supervisor at the first stop that is reviewed")}
	}
	language := p.spoken()
	width := columns(p.stdout)
	if width != nil {
		short(list)
	}
	rows := []string{language.Sprintf("WHEN\tSESSION\tROUNDS\tOUTCOME\tCOST\tDOOR\tCLAUDE\tFILE")}
	for _, s := range list {
		rows = append(rows, row(s, language))
	}
	if slices.ContainsFunc(list, func(s recording.Summary) bool { return s.Header.Title != "" }) {
		rows[0] += "\t" + language.Sprintf("TASK")
		for i, s := range list {
			rows[i+1] += "\t" + orDash(screen.OneLine(s.Header.Title))
		}
	}
	for i, r := range rows {
		if width != nil {
			rows[i] = strings.Join(fitting(strings.Split(r, "\t"), width()), "\t")
		}
	}
	return errors.Join(table(p.text, rows, width), bad)
}

// fitting are the cells of a row for which a terminal of that width has room. What ccc replay needs is always there.
func fitting(cells []string, width int) []string {
	switch {
	case width >= 110:
		return cells
	case width >= 60:
		return slices.Concat(cells[:5], cells[min(8, len(cells)):]) // the task of a plan, if there is one, is the last
	}
	when, session, outcome := cells[0], cells[1], cells[3]
	if len(when) == len(time.DateTime) {
		when = when[len("2006-"):len("2006-01-02 15:04")]
	}
	return []string{when, session, outcome}
}

// short shortens, for a person who looks at it, what a list tells: a session by the beginning of its id, or where there
// is none the launch's, and a file by its name. ccc replay takes each.
func short(list []recording.Summary) {
	for i := range list {
		list[i].Path = filepath.Base(list[i].Path)
		id := cmp.Or(list[i].End.SessionID, list[i].Header.Launch)
		list[i].End.SessionID = id[:min(len(id), shortID)]
	}
}

// shortID is how much of an id tells it from others.
const shortID = 8

// findRecording gives the file that a word of the person's means: a path, "last", or the id of a session or a launch,
// or its beginning, of which the newest recording counts. What is recorded of that session by the other door is said.
// After /clear a recording of the hook's goes on: the last session names it, and the first one where there is no other
// recording.
func (p *program) findRecording(word string) (path string, err error) {
	if isPath(word) {
		return word, nil
	}
	dirs, err := p.directories()
	if err != nil {
		return "", err
	}
	list, bad := recording.List(dirs.state.Recordings()) // one that cannot be read may be the one that is meant
	if word == "last" && len(list) > 0 {
		return list[0].Path, nil
	}
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, word) })
	}
	i := slices.IndexFunc(list, func(s recording.Summary) bool {
		return begins(s.End.SessionID, s.Header.Launch, filepath.Base(s.Path))
	})
	first := i < 0
	if first {
		i = slices.IndexFunc(list, func(s recording.Summary) bool { return begins(s.Header.SessionID) })
	}
	if i < 0 {
		err = errors.Join(lang.Errorf("there is no recording %s", word), bad)
		return "", withHint(err, lang.M("ccc recordings lists those there are"))
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

// isPath reports whether a word of the person's is a file, and no name of a session.
func isPath(word string) bool {
	_, err := os.Stat(word)
	return err == nil || strings.ContainsRune(word, filepath.Separator)
}

// row is a recording's line in the list.
func row(s recording.Summary, language lang.Language) string {
	outcome, rounds, cost := s.End.Outcome, fmt.Sprint(s.End.Rounds), printable.Dollars(s.End.CostUSD)
	switch { // an outcome is shown as JSON and --expect name it
	case s.Ended && outcome == "":
		outcome = language.Sprintf("nothing done")
		if s.End.Error != "" {
			outcome = language.Sprintf("error")
		}
	case s.Ended && s.End.Accepted:
		outcome = language.Sprintf("accepted")
	case s.Running && s.Header.Door == recording.Hook:
		outcome = language.Sprintf("running")
	case s.Running:
		outcome, rounds, cost = language.Sprintf("running"), "-", "-"
	case !s.Ended:
		outcome, rounds, cost = language.Sprintf("broke off"), "-", "-"
	}
	when := s.Header.At.Local().Format(time.DateTime)
	return strings.Join([]string{
		when, orDash(s.End.SessionID), rounds, outcome, cost, cmp.Or(s.Header.Door, "loop"), orDash(s.Claude),
		filepath.Clean(s.Path),
	}, "\t")
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
