package transcript

import (
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	parts := []string{"first " + strings.Repeat("a", 100), strings.Repeat("b", 100), strings.Repeat("c", 100), "last"}
	if got := joinFitting(parts, 1000); got != strings.Join(parts, "\n") {
		t.Errorf("what fits is %q", got)
	}
	got := joinFitting(parts, 150)
	if !strings.HasPrefix(got, "first aaa") || !strings.HasSuffix(got, "\nlast") ||
		!strings.Contains(got, "left out") || strings.Contains(got, "b") || len(got) > 250 {
		t.Errorf("what does not fit is %q", got)
	}
	if joinFitting(nil, 10) != "" {
		t.Error("nothing is something")
	}
}

func TestText(t *testing.T) {
	for _, v := range versions {
		text, err := Conversation("testdata/" + v + "-messages.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, want := range []string{
			"person: hello one\n", "agent: answer", "agent runs Bash: {\"command\":\"echo hi\"", "result (ok): hi\n",
			"person: /supervisor do it now\n", "person: queued words\n", "person: after compact\n",
		} {
			i := strings.Index(text[at:], want)
			if i < 0 {
				t.Errorf("%s: no %q behind the one before it, in\n%s", v, want, text)
				break
			}
			at += i
		}
		for _, not := range []string{"SUMMARY OF ALL", "caveat>", "Stop hook feedback:\nFEEDBACK one\nperson"} {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", v, not, text)
			}
		}
	}
}
