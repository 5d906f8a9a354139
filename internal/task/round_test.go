package task

import "testing"

// TestF13Stalled: recognizes nearly the same feedback, and an agent that used no tool and said nearly the same.
// TestSaysTheSame: feedback that differs only in times, case and punctuation is the same.
func TestSaysTheSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"check unit: exit 1, 1.2s", "check unit: exit 1, 1.3s", true},
		{"took 59s", "took 1m02s", true},
		{"FAIL at 12:00:01 (0.00s)", "fail at 12:03:20.5 (0.01s).", true},
		{"took 350 ms", "took 2 seconds", true},
		{"3 tests fail", "2 tests fail", false},
		{"line 12 of a.go", "line 13 of a.go", false},
		{"测试失败，用时 1.2s", "测试失败，用时 1.3s", true},
		{"exit 1", "exit 2", false},
	} {
		if got := SaysTheSame(c.a, c.b); got != c.want {
			t.Errorf("SaysTheSame(%q, %q) = %t", c.a, c.b, got)
		}
	}
}

func TestF13Stalled(t *testing.T) {
	long := "Add a test for empty input, and one for a very long line that has no end at all; " +
		"then run them all and show the output of it here"
	for _, c := range []struct {
		before, after Round
		idle          bool
		want          Stall
	}{
		{Round{}, Round{"Add a test", "done"}, true, NoStall},
		{Round{"Add a test", "one"}, Round{"Add a test", "two"}, false, SameFeedback},
		{Round{"Add a test.", "one"}, Round{"  add a TEST!\n", "two"}, false, SameFeedback},
		{Round{long, ""}, Round{long + " please", ""}, false, SameFeedback},
		{Round{"unit failed after 33ms", ""}, Round{"unit failed after 1.2s", ""}, false, SameFeedback},
		{Round{"3 tests fail", ""}, Round{"2 tests fail", ""}, true, NoStall},
		{Round{"Not finished 3: no test", ""}, Round{"Not finished 4: no test", ""}, false, NoStall},
		{Round{"还没有写测试，请补充", ""}, Round{"还没有写测试，请补充。", ""}, false, SameFeedback},
		{Round{"还没有写测试，请补充", ""}, Round{"文档里缺少示例", ""}, false, NoStall},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "It is done!"}, true, SameWords},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "It is done!"}, false, NoStall},
		{Round{"Add a test", "It is done."}, Round{"Remove the debug output", "I cannot do that."}, true, NoStall},
	} {
		now := State{Said: c.after.Said, Idle: c.idle}
		if got := c.before.compare(c.after.Feedback, now); got != c.want {
			t.Errorf("%+v, then %+v: %d, want %d", c.before, c.after, got, c.want)
		}
	}
}
