package supervision

import (
	"io"
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
)

// The reason of an unreviewed stop is that of the loop, and not whatever ccc said last.
func TestUnreviewedStop(t *testing.T) {
	begin := func(p loop.Phase, why lang.Message) loop.Notice {
		return loop.Notice{Begin: true, At: loop.Snapshot{Phase: p}, Why: why}
	}
	limit := loop.Notice{Text: lang.M("at most %d reviews per task", 5)}
	var s lastStop
	s.follow(begin(loop.PhaseAgent, lang.Message{}))
	s.follow(limit)
	if why := s.follow(begin(loop.PhaseUser, lang.Message{})); why != nil {
		t.Errorf("no reason was given, and it is %q", lang.English.Text(*why))
	}
	s.follow(begin(loop.PhaseAgent, lang.Message{}))
	s.follow(limit)
	why := s.follow(begin(loop.PhaseUser, lang.M("no review, as you asked")))
	if why == nil || lang.English.Text(*why) != "no review, as you asked" {
		t.Errorf("the reason is %v", why)
	}
}

// TestStatusSaysUnreviewedOnce: /status says once that the last stop was not reviewed, and why.
func TestStatusSaysUnreviewedOnce(t *testing.T) {
	for language, want := range map[lang.Language]string{
		lang.English: "unreviewed the last stop: the reviewer gave no answer\n",
		lang.Chinese: "没有审查   上次停下时：审查者没有给出任何回答\n",
	} {
		s := terminal.New(io.Discard, terminal.Options{Lang: language})
		front := &terminalFront{User: User{Language: language}, screen: s, notifier: &notifier{}, limits: limitsInTest,
			Reviews: Reviews{Judges: func() (j Judges) { return j }}}
		front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10, Phase: loop.PhaseAgent}})
		why := wording.Decision(task.Decision{Code: task.CodeNoVerdict,
			Verdict: &task.Verdict{Reason: lang.Errorf("the reviewer gave no answer")}})
		front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10}, Outcome: loop.NeedsUser, Why: why})
		if got := front.statusText(); !strings.Contains(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
