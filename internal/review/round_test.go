package review

import (
	"strings"
	"testing"
)

func TestStalled(t *testing.T) {
	long := "Add a test for empty input, and one for a very long line that has no end at all; then run them all and show the output of it here"
	for _, c := range []struct {
		before, after Round
		want          string
	}{
		{Round{}, Round{"Add a test", "1"}, ""},
		{Round{"Add a test", "1"}, Round{"Add a test", "2"}, "the same feedback again"},
		{Round{"Add a test.", "1"}, Round{"  add a TEST!\n", "2"}, "the same feedback again"},
		{Round{long, "1"}, Round{long + " please", "2"}, "the same feedback again"},
		{Round{"3 tests fail", "1"}, Round{"2 tests fail", "2"}, ""},
		{Round{"Not finished 3: no test", "1"}, Round{"Not finished 4: no test", "2"}, ""},
		{Round{"还没有写测试，请补充", "1"}, Round{"还没有写测试，请补充。", "2"}, "the same feedback again"},
		{Round{"还没有写测试，请补充", "1"}, Round{"文档里缺少示例", "2"}, ""},
		{Round{"Add a test", "1"}, Round{"Remove the debug output", "1"}, "no file has changed since the last review"},
		{Round{"Add a test", ""}, Round{"Remove the debug output", ""}, ""},
	} {
		if got := c.before.Stalled(c.after); got != c.want {
			t.Errorf("%+v, then %+v: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	parts := []string{"first " + strings.Repeat("a", 100), strings.Repeat("b", 100), strings.Repeat("c", 100), "last"}
	if got := fit(parts, 1000); got != strings.Join(parts, "\n") {
		t.Errorf("what fits is %q", got)
	}
	got := fit(parts, 150)
	if !strings.HasPrefix(got, "first aaa") || !strings.HasSuffix(got, "\nlast") || !strings.Contains(got, "left out") || strings.Contains(got, "b") || len(got) > 250 {
		t.Errorf("what does not fit is %q", got)
	}
	if fit(nil, 10) != "" {
		t.Error("nothing is something")
	}
}
