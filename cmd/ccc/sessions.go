package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/layout"
	"ccc/internal/session"
	"ccc/internal/text"
)

// maxSessions is how many sessions the user can choose from.
const maxSessions = 15

// resumed finds the session of --resume or --continue and sets it in claude's arguments by its ID. --resume without a
// session asks the user which one. said is the end of the conversation there.
func (p *program) resumed(s *setup) (said launch.Exchange, err error) {
	if !s.args.Pick && !s.args.Continue && s.args.Resume == "" {
		return said, nil
	}
	list, err := claude.Sessions(s.Directories.Claude, s.Work)
	if err != nil {
		return said, err
	}
	var one claude.Session
	switch {
	case s.args.Pick:
		one, err = p.pickSession(list)
	case s.args.Continue:
		if len(list) == 0 {
			return said, lang.Errorf("there is no session of this project to continue")
		}
		one = list[0]
	default:
		one, err = s.findSession(list, s.args.Resume)
	}
	if err != nil {
		return said, err
	}
	s.args = s.args.On(one.ID)
	told, err := session.ReadTranscript(one.Path)
	if n := len(told.Messages); err == nil && n > 0 {
		var all []string
		for _, m := range told.Messages {
			all = append(all, m.Text)
		}
		said = launch.Exchange{
			At: one.Last, Said: all[n-1], Answer: told.Turn.Text, Session: one.ID, All: strings.Join(all, "\n\n"),
		}
	}
	return said, err
}

// findSession is the session that a word names: an ID, the beginning of an ID in this project, a title, or the path of
// a session's file.
func (s *setup) findSession(list []claude.Session, word string) (claude.Session, error) {
	begins := func(one claude.Session) bool { return strings.HasPrefix(one.ID, word) }
	if i := slices.IndexFunc(list, begins); i >= 0 {
		if one := list[i]; one.ID == word || !slices.ContainsFunc(list[i+1:], begins) {
			return one, nil
		}
		return claude.Session{},
			lang.Errorf("several sessions of this project begin with %s: give more of the id", word)
	}
	if path, err := claude.Transcript(s.Directories.Claude, filepath.Base(word)); err == nil {
		return claude.Session{ID: word, Path: path}, s.belongsHere(word, path)
	}
	if strings.HasSuffix(word, ".jsonl") {
		if _, err := session.ReadTranscript(word); err == nil {
			return claude.Session{ID: word, Path: word}, nil
		}
	}
	for _, one := range list {
		if told, err := session.ReadTranscript(one.Path); err == nil && strings.EqualFold(told.Title, word) {
			return one, nil
		}
	}
	return claude.Session{}, lang.WithHint(lang.Errorf("there is no session %s", word),
		lang.M("ccc --supervisor --resume lists those of this project"))
}

// belongsHere returns an error if a session belongs to another directory: 2.1.5 and 2.1.197 do not find it here. It
// returns nil if the file does not name its directory.
func (s *setup) belongsHere(id, path string) error {
	told, err := session.ReadTranscript(path)
	if err != nil || told.Dir == "" || file.Same(told.Dir, s.Work) {
		return err
	}
	hint := lang.M("go there first: cd %s", text.ShellWord(told.Dir))
	if _, err := os.Stat(told.Dir); err != nil {
		hint = lang.M("that directory is gone. The path of the session's file works anywhere: --resume %s",
			text.ShellWord(path))
	}
	return lang.WithHint(lang.Errorf("the session %s belongs to another directory: %s", id, told.Dir), hint)
}

// pickSession lists the sessions of this project and asks the user for one.
func (p *program) pickSession(list []claude.Session) (one claude.Session, err error) {
	var rows []string
	var shown []claude.Session
	for _, s := range list {
		if len(shown) == maxSessions {
			break
		}
		told, err := session.ReadTranscript(s.Path)
		if err != nil || len(told.Messages) == 0 {
			continue
		}
		text, _, _ := strings.Cut(told.Messages[len(told.Messages)-1].Text, "\n")
		if told.Title != "" {
			text = told.Title + " · " + text
		}
		shown = append(shown, s)
		rows = append(rows, fmt.Sprintf("%s\t%.8s\t%s",
			s.Last.Format(launch.MinuteTime), s.ID, strings.ReplaceAll(text, "\t", " ")))
	}
	if len(shown) == 0 {
		return one, lang.Errorf("there is no session of this project to resume")
	}
	n, err := p.choose(lang.M("ccc: which session?"), rows, nil, 0)
	if err != nil {
		return one, err
	}
	return shown[n], nil
}

// choose lists rows, whose cells are separated by tabs, and asks the user for one. The answer is its number or, with
// names, its name or the beginning of it. An empty answer means the row otherwise, or is refused if that is -1. choose
// returns the index of the row.
func (p *program) choose(question lang.Message, rows, names []string, otherwise int) (int, error) {
	rows = slices.Clone(rows)
	for i, row := range rows {
		rows[i] = fmt.Sprintf("  %d\t%s", i+1, row)
	}
	if err := layout.Table(p.stderr, rows, columns(p.terminal)); err != nil {
		return 0, err
	}
	ask := p.language().Text(question) + " "
	if otherwise >= 0 {
		ask += fmt.Sprintf("[%d] ", otherwise+1)
	}
	for {
		fmt.Fprint(p.stderr, ask)
		answer, ok := readLine(p.stdin)
		if answer = strings.TrimSpace(answer); answer == "" && ok && otherwise >= 0 {
			return otherwise, nil
		}
		switch n, err := strconv.Atoi(answer); {
		case !ok:
			return 0, errNoAnswer
		case err == nil && n >= 1 && n <= len(rows):
			return n - 1, nil
		}
		switch n := indexOfName(answer, names); {
		case n >= 0:
			return n, nil
		case names != nil:
			p.errorf("a number from 1 to %d, a name, or ctrl-c", len(rows))
		default:
			p.errorf("a number from 1 to %d, or ctrl-c", len(rows))
		}
	}
}

// indexOfName is the index of the name that a word means: the name itself, or the only one that begins with it; -1 for none.
func indexOfName(word string, names []string) int {
	if i := slices.Index(names, word); i >= 0 || word == "" {
		return i
	}
	found := -1
	for i, name := range names {
		switch begins := strings.HasPrefix(name, word); {
		case begins && found >= 0:
			return -1
		case begins:
			found = i
		}
	}
	return found
}
