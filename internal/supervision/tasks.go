package supervision

import (
	"sync"

	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/loop"
)

// tasks tells the tasks of the launch apart. It folds what the recording gets, also if nothing is recorded, so that
// the summaries count as a report of the recording does.
type tasks struct {
	mu        sync.Mutex // the agent's lines come from a goroutine of their own
	fold      session.Fold
	hasBegun  bool  // a task has begun, and nobody has taken that up
	ofVerdict []int // of each verdict of this launch, the number of its task, from 1
}

// add reads the next item.
func (t *tasks) add(item session.Item) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.fold.Add(&item)
	t.hasBegun = t.hasBegun || c.Begun != nil
	if c.Verdict != nil && c.Verdict.Failure == "" {
		number := 1
		if last := t.fold.Snapshot().Task; last != nil {
			number = last.Number
		}
		t.ofVerdict = append(t.ofVerdict, number)
	}
}

// begun reports whether a task has begun since the last call.
func (t *tasks) begun() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	has := t.hasBegun
	t.hasBegun = false
	return has
}

// outcomes returns what the tasks have come to, and how many before the last one were not completed.
func (t *tasks) outcomes() (all task.Outcomes, earlier int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.fold.Snapshot()
	earlier = s.Outcomes.NotCompleted
	if s.Task != nil && s.Task.Outcome == session.JudgedNotCompleted {
		earlier--
	}
	return s.Outcomes, earlier
}

// tasksOf returns the number of the task of each verdict. Those from before this launch belong to its first task.
func (t *tasks) tasksOf(verdicts []loop.Verdict) []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	numbers := make([]int, len(verdicts))
	for i := range numbers {
		numbers[i] = 1
		if n := i - (len(verdicts) - len(t.ofVerdict)); n >= 0 {
			numbers[i] = t.ofVerdict[n]
		}
	}
	return numbers
}
