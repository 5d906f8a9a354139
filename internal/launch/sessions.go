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

// resumed finds the session of --resume or --continue, and puts its ID into claude's arguments. For --resume without
// a session it asks the user. said is the end of the conversation there.
func (p *Program) resumed(s *setup) (said supervision.Exchange, err error) {
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
	return supervision.LastExchange(one)
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
	case len(list) == 0:
		return one, lang.Errorf("there is no session of this project to continue")
	}
	return list[0], nil
}

// taskBefore returns the findings that the session of --resume or --continue has left open, and what the user asked
// for in its last task, if that is not done.
func (p *Program) taskBefore(s setup) (left []task.Finding, asked []string) {
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
	if !before.TaskEnd().Done() {
		asked = before.Asked
	}
	return s.State.LeftFindings(s.Work, before), asked
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
