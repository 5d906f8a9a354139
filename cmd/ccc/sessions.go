package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/layout"
	"ccc/internal/task"
)

// resumed finds the session of --resume or --continue and sets it in claude's arguments by its ID. --resume without a
// session asks the user which one. said is the end of the conversation there.
func (p *program) resumed(s *setup) (said launch.Exchange, err error) {
	if !s.args.Pick && !s.args.Continue && s.args.Resume == "" {
		return said, nil
	}
	one, err := p.sessionOf(*s)
	if err != nil {
		return said, err
	}
	s.args = s.args.WithSession(one.ID)
	return launch.LastExchange(one)
}

// sessionOf is the session of --resume or --continue.
func (p *program) sessionOf(s setup) (one claude.Session, err error) {
	list, err := claude.Sessions(s.Directories.Claude, s.Work)
	switch {
	case err != nil:
		return one, err
	case s.args.Pick:
		return p.pickSession(list)
	case !s.args.Continue:
		return launch.FindSession(list, s.Directories.Claude, s.Work, s.args.Resume)
	case len(list) == 0:
		return one, lang.Errorf("there is no session of this project to continue")
	}
	return list[0], nil
}

// findingsBefore are the findings with which the session of --resume or --continue goes on, and what was asked for there.
func (p *program) findingsBefore(s setup) (left []task.Finding, asked []string) {
	if !s.args.Continue && s.args.Resume == "" {
		return nil, nil
	}
	id := s.args.Resume
	if !s.State.Has(id) {
		one, err := p.sessionOf(s)
		if err != nil {
			return nil, nil // claude says it
		}
		id = strings.TrimSuffix(filepath.Base(one.ID), ".jsonl") // or the path of the session's file
	}
	before, err := s.State.Load(id)
	if err != nil {
		p.errorf("%v", err)
	}
	if left = s.State.LeftFindings(s.Work, before); len(left) > 0 {
		asked = before.Asked
	}
	return left, asked
}

// pickSession lists the sessions of this project and asks the user for one.
func (p *program) pickSession(list []claude.Session) (one claude.Session, err error) {
	sessions, rows := launch.Resumable(list)
	if len(sessions) == 0 {
		return one, lang.Errorf("there is no session of this project to resume")
	}
	n, err := p.choose(lang.M("ccc: which session?"), rows, nil, 0)
	if err != nil {
		return one, err
	}
	return sessions[n], nil
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

// indexOfName is the index of the name that a word means: the name itself, or the only one that begins with it; -1 for
// none.
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
