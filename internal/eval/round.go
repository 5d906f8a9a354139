package eval

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
)

// Round is a review that a recording contains.
type Round struct {
	Session string
	Dir     string    // the project's
	Task    int       // number of the task in the recording, from 1. Each task numbers its reviews from 1
	Request string    // the user's first message of the task; "" if the recording does not contain it
	Stopped time.Time // when the agent's turn ended
	Tree    string    // git tree of the files that were reviewed; "" if unknown
	Base    string    // git tree of the files when the task began; "" if unknown
	Verdict Verdict
}

// AmbiguousRoundError reports that several tasks have a review with the number that was asked for.
type AmbiguousRoundError struct {
	Number int
	Rounds []Round // one per task
}

// Message is the text of the error, for any language.
func (e *AmbiguousRoundError) Message() lang.Message {
	return lang.M("it has %d tasks with a review %d", len(e.Rounds), e.Number)
}

func (e *AmbiguousRoundError) Error() string { return e.Message().String() }

// FindRound finds a review by its number, as ccc report shows it, and by the number of its task. If task is 0 and
// several tasks have such a review, the error is an [AmbiguousRoundError].
func FindRound(in io.Reader, task, number int) (round Round, err error) {
	list, err := readRounds(in, number)
	if err != nil {
		return round, err
	}
	if task > 0 {
		list = slices.DeleteFunc(list, func(r Round) bool { return r.Task != task })
	}
	switch {
	case len(list) > 1:
		return round, &AmbiguousRoundError{number, list}
	case len(list) == 0 && task > 0:
		return round, lang.Errorf("it has no task %d with a review %d that gave a verdict", task, number)
	case len(list) == 0:
		return round, lang.Errorf("it has no review %d that gave a verdict", number)
	case !validSessionID(list[0].Session):
		return round, lang.Errorf("it names no session")
	}
	return list[0], nil
}

// readRounds returns the reviews with this number that gave a verdict: at most one per task.
func readRounds(in io.Reader, number int) (list []Round, err error) {
	r := session.NewReader(in)
	now := Round{}
	last := 0     // number of the previous verdict
	request := "" // the user's first message since the previous verdict
	for {
		item, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case session.IsDamage(err):
			continue
		case err != nil:
			return nil, err
		case r.Format != session.FormatRecording:
			return nil, lang.Errorf("it is no recording of ccc's")
		}
		now.Dir = r.Header.Dir
		switch item.Type {
		case session.TypeStop:
			now.Session = item.SessionID
		case session.TypePerson:
			request = cmp.Or(request, item.Text)
		case session.TypeLine:
			if item.Phase == "agent" && item.Event.SessionID != "" {
				now.Session = item.Event.SessionID
			}
		case session.TypePhase:
			if item.To == session.PhaseReview {
				now.Stopped = r.Header.At.Add(time.Duration(item.T * float64(time.Second)))
			}
		case session.TypeVerdict:
			if item.Failure != "" {
				continue
			}
			if now.Task == 0 || item.Round <= last { // a new task counts from 1
				now.Task++
				now.Request = request
			}
			last, request = item.Round, ""
			if item.Round != number {
				continue
			}
			found := now
			found.Tree, found.Base = item.Tree, item.Base
			found.Verdict = verdictFrom(item.Completed, item.Blocked)
			list = append(list, found)
		}
	}
}
