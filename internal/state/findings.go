package state

import (
	"slices"
	"time"

	"ccc/internal/task"
)

// LastFindings returns the newest session of a project in which reviewers have found something, with the findings of its
// task. dir is the project's directory.
func (d Dir) LastFindings(dir string) (session State, findings []task.Finding) {
	dir = realPath(dir)
	for _, s := range d.statesContaining(`"findings"`) {
		v := s.Verdict
		if v == nil || session.Verdict != nil && !v.At.After(session.Verdict.At) {
			continue
		}
		if realPath(s.Dir) == dir {
			session, findings = s, s.TaskFindings()
		}
	}
	return session, findings
}

// TaskFindings are the findings of the newest task of a session.
func (s State) TaskFindings() []task.Finding {
	if len(s.Findings) == 0 && s.Verdict != nil {
		return s.Verdict.Findings // a loop stores nothing but its verdicts
	}
	return s.Findings
}

// WithDismissed returns the findings of a session, which the user may have dismissed since, in this process or another.
func (d Dir) WithDismissed(session string, list []task.Finding) []task.Finding {
	g, err := d.Glance(session)
	if err != nil || g.Verdict == nil || len(list) == 0 {
		return list
	}
	list = slices.Clone(list)
	for i, f := range list {
		for _, now := range g.Verdict.Findings {
			if now.Status == task.Dismissed && f.Status == task.Open && now.ID == f.ID && now.Text == f.Text {
				list[i] = now
			}
		}
	}
	return list
}

// DismissFinding dismisses a finding of the newest task of a session, for that task and for later ones in the project.
// Only with [task.CodeDismissed] it has done so.
func (d Dir) DismissFinding(session State, project, id, reason string) (task.Decision, error) {
	now := time.Now().UTC()
	_, said := task.DecideDismissal(session.TaskFindings(), id, reason, session.Count, now)
	if said.Code != task.CodeDismissed {
		return said, nil
	}
	if err := d.Dismiss(project, said.Finding); err != nil {
		return said, err
	}
	_, err := d.Change(session.SessionID, func(s *State) {
		s.ChangeFindings(func(list []task.Finding) []task.Finding {
			list, _, _ = task.DismissFinding(list, id, reason, s.Count, now)
			return list
		})
	})
	return said, err
}
