package launch

import (
	"sync/atomic"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/supervision"
)

// judges are the reviewers of a loop, which the user can renew.
type judges struct {
	atomic.Pointer[supervision.Judges]
}

func (j *judges) now() supervision.Judges { return *j.Load() }

// set has the work judged by a rubric from now on. files is the same as in its files, with what the user did not
// approve.
func (j *judges) set(place review.Placement, files, judged rubric.Rubric) (err error) {
	next := supervision.Judges{Files: files}
	if next.Rubric, next.Place, err = place.Place(judged); err != nil {
		return err
	}
	next.Who = next.Rubric.ReviewerNames()
	j.Store(&next)
	return nil
}

// renew is [supervision.Reviews.Renew]. The agent can write the files, so nothing of them counts that the user has not
// seen; and what they ask for needs the approval that it needs at a launch.
func (j *judges) renew(f *rubric.Follower, trust rubric.Trust, place review.Placement) (said lang.Message, ok bool) {
	files, patch, seen, err := f.Renew()
	if err != nil {
		return lang.M("the rules so far still hold: %v", err).WithHintOf(err), false
	}
	if patch == "" {
		return lang.Message{}, true
	}
	refusal := trust.Refusal(files)
	if !seen {
		return lang.Join("%s\n%s", lang.Join("%s\n\n%s", rubric.ShowChange(patch), refusal), rubric.OnceMore()), false
	}
	judged := files
	if !refusal.Empty() {
		judged = files.WithoutApproval()
	}
	if err := j.set(place, files, judged); err != nil {
		return lang.M("the rules so far still hold: %v", err).WithHintOf(err), false
	}
	return lang.Join("%s\n%s", rubric.Taken(files), refusal), true
}
