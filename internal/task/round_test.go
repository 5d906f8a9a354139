package task

import "testing"

// TestF13Stalled: nearly the same feedback, or an agent that used no tool and said nearly the same.
func TestF13Stalled(t *testing.T) {
	long := "Add a test for empty input, and one for a very long line that has no end at all; " +
		"then run them all and show the output of it here"
	const same, said = "the same feedback again", "the agent used no tool and said the same thing again"
	for _, c := range []struct {
		before, after Round
		idle          bool
		want          string
	}{
		{Round{}, Round{"Add a test", "done"}, true, ""},
		{Round{"Add a test", "one"}, Round{"Add a test", "two"}, false, same},
		{Round{"Add a test.", "one"}, Round{"  add a TEST!\n", "two"}, false, same},
		{Round{long, ""}, Round{long + " please", ""}, false, same},
		{Round{"3 tests fail", ""}, Round{"2 tests fail", ""}, true, ""},
		{Round{"Not finished 3: no test", ""}, Round{"Not finished 4: no test", ""}, false, ""},
		{Round{"还没有写测试，请补充", ""}, Round{"还没有写测试，请补充。", ""}, false, same},
		{Round{"还没有写测试，请补充", ""}, Round{"文档里缺少示例", ""}, false, ""},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "It is done!"}, true, said},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "It is done!"}, false, ""},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "I cannot do that."}, true, ""},
	} {
		now := State{Said: c.after.Said, Idle: c.idle, Verdict: &Verdict{Feedback: c.after.Feedback}}
		if got := c.before.Stalled(now).String(); got != c.want {
			t.Errorf("%+v, then %+v: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}
