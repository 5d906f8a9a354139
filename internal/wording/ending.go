package wording

import "ccc/internal/lang"

// outcomes are the words for the outcomes of a launch, or of its last task.
var outcomes = map[string]lang.Message{
	"completed": lang.M("completed"), "not_completed": lang.M("not completed"), "needs_user": lang.M("needs you"),
	"interrupted": lang.M("interrupted"),
}

// Ending is what is known of the end of a launch, a session, or a task of a plan.
type Ending struct {
	Outcome    string // as in a launch's result
	IsHook     bool   // it was in Claude Code's own screen
	Rounds     int    // reviews that gave a verdict
	Accepted   bool   // the user accepted it, and no review did
	Unreviewed bool   // nobody has judged what was done last
	Dismissed  bool   // it is completed only because of what was dismissed, see [task.IsByDismissal]
	Partly     bool   // the last task is completed, and an earlier one of the launch is not
	Failed     bool   // an error ended it
	BrokeOff   bool   // nothing says how it ended
}

// Word names the ending in a word or two. Summaries, lists and reports all use it, so that they give one ending one
// name.
func (e Ending) Word() lang.Message {
	switch {
	case e.Failed:
		return lang.M("error")
	case e.BrokeOff:
		return lang.M("broke off")
	case e.Accepted:
		return lang.M("accepted")
	case e.IsUnreviewed() && e.Rounds > 0:
		return lang.M("last stop not reviewed")
	case e.IsUnreviewed():
		return lang.M("not reviewed")
	case e.Outcome == "completed" && e.Partly:
		return lang.M("partly completed")
	case e.Outcome == "completed" && e.Dismissed:
		return lang.M("completed by dismissal")
	case e.Outcome == "":
		return lang.M("nothing done")
	}
	return outcomes[e.Outcome]
}

// IsUnreviewed reports whether it ended with work that nobody has judged, and nothing is asked of the user: nobody
// waits for them in Claude Code's own screen once that is closed.
func (e Ending) IsUnreviewed() bool {
	switch e.Outcome {
	case "":
		return e.Unreviewed
	case "needs_user":
		return e.IsHook && (e.Unreviewed || e.Rounds == 0)
	}
	return false
}
