package prompt

import (
	"strings"
	"testing"
)

func TestAskHoldsMessagesInOrder(t *testing.T) {
	got := Question{Messages: []string{"build a parser", "with tests 好"}}.Text()
	first, second := strings.Index(got, "build a parser"), strings.Index(got, "with tests 好")
	if first < 0 || second < first {
		t.Errorf("Ask does not hold the messages in order:\n%s", got)
	}
	if j, _ := Verdict(got); j != NotYet {
		t.Error("Ask says the marker itself: a reviewer that repeats it would complete the task")
	}
	if got := (Question{}).Text(); !strings.Contains(got, "conversation above") {
		t.Errorf("without messages: %q", got)
	}
}
