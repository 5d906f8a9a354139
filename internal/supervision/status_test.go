package supervision

import (
	"testing"

	"ccc/internal/lang"
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
