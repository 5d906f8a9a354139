package state

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/task"
)

// SessionsWithFindings lists the sessions of a project that have findings and whose id begins with name, the newest
// verdict first. If name is "" it lists the running sessions, or the newest one if none runs. dir is the project's
// directory.
func (d Dir) SessionsWithFindings(dir, name string) (list []State) {
	dir = file.Real(dir)
	for _, s := range d.statesContaining(`"findings"`) {
		found := s.Verdict != nil && len(s.TaskFindings()) > 0
		if found && file.Real(s.Dir) == dir && strings.HasPrefix(s.SessionID, name) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b State) int { return b.Verdict.At.Compare(a.Verdict.At) })
	switch {
	case name != "" || len(list) == 0:
	case slices.ContainsFunc(list, d.isRunning):
		list = slices.DeleteFunc(list, func(s State) bool { return !d.isRunning(s) })
	default:
		list = list[:1]
	}
	return list
}

// isRunning reports whether a session's loop or claude runs.
func (d Dir) isRunning(s State) bool {
	if s.Loop.Alive() || s.Owner.Alive() {
		return true
	}
	launch, err := d.Read(s.Launch)
	return s.Launch != "" && err == nil && launch.Newest == s.SessionID && launch.Owner.Alive()
}

// SessionOf returns the session of a project that has an open finding with that id, or the newest session if none
// has. name is the beginning of a session's id. If it is "", only one running session may have such a finding.
func (d Dir) SessionOf(dir, name, id string) (State, error) {
	list := d.SessionsWithFindings(dir, name)
	if len(list) == 0 && name != "" {
		return State{}, NoFindingsIn(name)
	}
	if len(list) == 0 {
		return State{}, lang.Errorf("there is no finding to dismiss in %s", dir)
	}
	var have []State
	said := lang.M("several sessions have an open %s, so nothing was dismissed", id)
	for _, s := range list {
		for _, f := range s.TaskFindings() {
			if f.ID == id && f.Status == task.Open {
				first, _, _ := strings.Cut(f.Text, "\n")
				have, said = append(have, s), lang.M("%s\nsession %s: %s", said, s.SessionID, first)
			}
		}
	}
	switch {
	case len(have) > 1 && (name == "" || name != have[0].SessionID):
		return State{}, lang.WithHint(lang.Errorf("%v", said),
			lang.M("in another terminal: ccc dismiss --session ID %s", id))
	case len(have) > 0:
		return have[0], nil
	}
	return list[0], nil
}

// NoFindingsIn returns the error if no session here whose id begins with name has findings.
func NoFindingsIn(name string) error {
	return lang.WithHint(lang.Errorf("no session %s here has findings", name),
		lang.M("ccc dismiss without a finding lists the sessions and their findings"))
}

// TaskFindings returns the findings of the newest task of a session.
func (s State) TaskFindings() []task.Finding {
	if len(s.Findings) == 0 && s.Verdict != nil {
		return s.Verdict.Findings // for a loop only the verdicts are stored
	}
	return s.Findings
}

// TaskEnd says how the task ended to which [State.TaskFindings] belong.
func (s State) TaskEnd() task.End {
	if len(s.Findings) == 0 && s.Verdict != nil && s.Verdict.Completed && s.Ended != task.EndedAccepted {
		return task.EndedCompleted
	}
	return s.Ended
}

// LeftFindings returns the findings with which a session's next count of reviews begins: those of its newest task,
// unless that was completed or accepted. dir is the project's directory.
func (d Dir) LeftFindings(dir string, s State) []task.Finding {
	if s.TaskEnd().Done() || s.Verdict != nil && s.Verdict.Completed {
		return nil
	}
	return task.CarryOver(d.WithDismissals(dir, s.TaskFindings()))
}

// taskRound returns the number of the newest review in the newest task of a session.
func (s State) taskRound() int {
	if len(s.Findings) == 0 && s.Verdict != nil {
		return s.Verdict.Round
	}
	return s.Count
}

// WithDismissals returns the findings of a task with the user's later dismissals, from any terminal. dir is the
// project's directory.
func (d Dir) WithDismissals(dir string, list []task.Finding) []task.Finding {
	if len(list) == 0 {
		return list
	}
	done, _ := d.Dismissals(dir) // the next review reports an error
	return task.Apply(list, done.Changes(list), 0)
}

// DismissFindings dismisses findings of the newest task of a session, for that task and for later ones in the project.
// A finding was dismissed only if the code of its decision is [task.CodeDismissed].
func (d Dir) DismissFindings(session State, project string, ids []string, by task.Dismissal) ([]task.Decision, error) {
	var all []task.Decision
	for _, by.ID = range ids {
		by.At = time.Now().UTC() // of each its own, see task.Finding.DismissedAt
		round := session.taskRound()
		_, said := task.DecideDismissal(session.TaskFindings(), by, round)
		if said.Code == task.CodeDismissed {
			said.TaskDone = session.TaskEnd().Done()
			err := d.Dismiss(project, said.Finding)
			if err == nil {
				session, err = d.Change(session.SessionID, func(s *State) {
					s.ChangeFindings(func(list []task.Finding) []task.Finding {
						list, _, _ = task.DismissFinding(list, by, round)
						return list
					})
				})
			}
			if err != nil {
				return all, err
			}
		}
		all = append(all, said)
	}
	return all, nil
}
