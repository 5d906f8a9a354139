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
	approved bool // whether all that the files ask for is used; of the goroutine that sets the rubric
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
	j.approved = judged.Asks() == files.Asks()
	return nil
}

// renew is [supervision.Reviews.Renew]. The agent can write the files, so nothing of them counts that the user has not
// seen; and what they ask for needs the approval that it needs at a launch.
func (j *judges) renew(f *rubric.Follower, trust rubric.Trust, place review.Placement) (said lang.Message, ok bool) {
	files, patch, seen, err := f.Renew()
	if err != nil {
		return lang.M("the rules so far still hold: %v", err).WithHintOf(err), false
	}
	refusal := trust.Refusal(files)
	if patch == "" && j.approved == refusal.Empty() {
		return refusal, true
	}
	if patch != "" && !seen {
		return lang.Join("%s\n%s", lang.Join("%s\n\n%s", rubric.ShowChange(patch), refusal), rubric.OnceMore()), false
	}
	judged := files
	if !refusal.Empty() {
		judged = files.WithoutApproval()
	}
	if err := j.set(place, files, judged); err != nil {
		return lang.M("the rules so far still hold: %v", err).WithHintOf(err), false
	}
	if patch == "" && j.approved {
		return lang.M("from now on what %s asks for is used: you have approved it", files.Path), true
	}
	if patch == "" {
		return refusal, true
	}
	return lang.Join("%s\n%s", rubric.Taken(files), refusal), true
}
