package protocol

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
	if a := Read(got); a.Judgement == Done || a.Judgement == Blocked {
		t.Errorf("a reviewer that repeats the question would decide the task: %v", a)
	}
	if got := (Question{}).Text(); !strings.Contains(got, "conversation above") {
		t.Errorf("without messages: %q", got)
	}
}

// TestForms: each question asks for its form of answer, and a follow-up question that a reviewer only repeats decides
// nothing.
func TestForms(t *testing.T) {
	for form, want := range map[Form]string{
		FormMarker: "end your answer with " + Marker, FormSchema: "If the answer cannot be structured",
		FormObject: "Write your answer as one JSON object",
	} {
		if got := (Question{Form: form}).Text(); !strings.Contains(got, want) {
			t.Errorf("form %d: the question does not say %q:\n%s", form, want, got)
		}
	}
	for _, question := range []string{AskUnclear, AskUnchecked, AskBlocker} {
		if a := Read(question); a.Judgement == Done || a.Judgement == Blocked {
			t.Errorf("%q repeated is %v", question, a)
		}
	}
}

// TestL01QuestionLength: a question for findings is no longer than one for feedback was.
func TestL01QuestionLength(t *testing.T) {
	for form, most := range map[Form]int{FormMarker: 847, FormSchema: 984, FormObject: 960} {
		if n := len(Question{Form: form, Messages: []string{"x"}}.Text()); n > most {
			t.Errorf("form %d: %d bytes, want at most %d", form, n, most)
		}
	}
}
