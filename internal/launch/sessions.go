package launch

import (
	"path/filepath"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/supervision"
	"ccc/internal/task"
)

// wholeID is the length of a session's ID.
const wholeID = len("00000000-0000-4000-8000-000000000000")

// completeID replaces the beginning of a session's ID, or a title, in the --resume of an unattended launch by the whole
// ID. Claude itself reports that there is no session with a whole ID, and finds the session of --continue.
func (p *Program) completeID(s *setup) error {
	if s.args.Resume == "" || len(s.args.Resume) == wholeID {
		return nil
	}
	one, err := p.sessionOf(*s)
	if err == nil {
		s.args = s.args.WithSession(one.ID)
	}
	return err
}

// resumed finds the session of --resume or --continue, and puts its ID into claude's arguments. For --resume without
// a session it asks the user. said is the end of the conversation there, if the user is at the terminal.
func (p *Program) resumed(s *setup, attended bool) (said supervision.Exchange, err error) {
	if !attended {
		return said, p.completeID(s)
	}
	if !s.args.Pick && !s.args.Continue && s.args.Resume == "" {
		return said, nil
	}
	one, err := p.sessionOf(*s)
	if err != nil {
		return said, err
	}
	s.args = s.args.WithSession(one.ID)
	id := strings.TrimSuffix(filepath.Base(one.ID), ".jsonl") // it may be the path of the session's file
	if warning := supervision.OpenElsewhere(s.State, id, s.id); !warning.Empty() {
		p.Notef("%s", warning)
	}
	before, _ := s.State.Load(id) // if it cannot be read, the whole session counts as one task
	return supervision.LastExchange(one, before)
}

// sessionOf returns the session of --resume or --continue.
func (p *Program) sessionOf(s setup) (one claude.Session, err error) {
	list, err := claude.Sessions(s.Directories.Claude, s.Work)
	switch {
	case err != nil:
		return one, err
	case s.args.Pick:
		return p.pickSession(list)
	case !s.args.Continue:
		return session.Find(list, s.Directories.Claude, s.Work, s.args.Resume)
	}
	one, ok := claude.Latest(list)
	if !ok {
		return one, lang.Errorf("there is no session of this project to continue")
	}
	return one, nil
}

// continued returns claude's arguments for its own screen. In place of --continue they name the project's newest
// session, if ccc has supervised it: that screen passes over sessions that were begun with -p, such as the loop's
// (2.1.197 and later).
func (p *Program) continued(s setup) claude.Args {
	if !s.args.Continue || s.args.Plain || s.args.Print {
		return s.args
	}
	one, err := p.sessionOf(s)
	if err != nil || !s.State.Has(one.ID) {
		return s.args // claude finds it, or says that there is none
	}
	return s.args.WithSession(one.ID)
}

// taskBefore returns the findings that the session of --resume or --continue has left open, and what the user asked
// for in its last task, if that is not done. said is the end of the conversation there, for a user at the terminal: it
// has what was said without ccc, too.
func (p *Program) taskBefore(s setup, said supervision.Exchange) (left []task.Finding, asked []string) {
	if !s.args.Continue && s.args.Resume == "" {
		return nil, nil
	}
	id := s.args.Resume
	if !s.State.Has(id) {
		one, err := p.sessionOf(s)
		if err != nil {
			return nil, nil // claude reports the error
		}
		id = strings.TrimSuffix(filepath.Base(one.ID), ".jsonl") // it may be the path of the session's file
	}
	before, err := s.State.Load(id)
	p.noteError(err)
	left = s.State.LeftFindings(s.Work, before)
	if p.attended(s.args) {
		return left, said.Asked
	}
	return left, before.OpenMessages()
}

// pickSession lists the sessions of this project and asks the user for one.
func (p *Program) pickSession(list []claude.Session) (one claude.Session, err error) {
	sessions, rows := supervision.Resumable(list)
	if len(sessions) == 0 {
		return one, lang.Errorf("there is no session of this project to resume")
	}
	n, err := p.Choose(lang.M("ccc: which session?"), rows, nil, 0)
	if err != nil {
		return one, err
	}
	return sessions[n], nil
}
