package terminal

import (
	"strings"
	"testing"

	"ccc/streamjson"
)

// TestL10AnswerObject: of a reviewer's JSON object its words are shown, also while it is being written and if it is cut
// off; other text is shown without the marker at its end; an agent's object is shown as it is.
func TestL10AnswerObject(t *testing.T) {
	object := `{"completed":false,"feedback":"two things","findings":[{"text":"Sum(nil) panics"}]}`
	for text, want := range map[string]string{
		object:                         "│ two things\n",
		"```json\n" + object + "\n```": "│ two things\n",
		`{"completed":false,"findings":[{"text":"x"}]}`:      "",
		`{"completed":true,"feedback":"go test passes"}`:     "│ go test passes\n",
		`{"completed":true,"feedback":"Why?\n[NEEDS_USER]"}`: "│ Why?\n│ [NEEDS_USER]\n",
		`{"completed": false, "feedback": "Sum(nil)\npanics", "findings": [{"te`: "│ Sum(nil)\n│ panics\n│ \n" +
			"│ (the rest of this answer cannot be read)\n",
		`{"completed": false, "feedback": "two thi`:                  "│ two thi\n│ \n│ (the rest of this answer cannot be read)\n",
		"```json\n" + `{"completed": false, "findings": [` + "\n```": "│ (the rest of this answer cannot be read)\n",
		"All is well.\n\n[TASK_COMPLETED]\n":                         "│ All is well.\n",
		"Not yet\n[TASK_COMPLETED]":                                  "│ Not yet\n│ [TASK_COMPLETED]\n",
		"[TASK_COMPLETED] is missing\n[TASK":                         "│ [TASK_COMPLETED] is missing\n│ [TASK\n",
		"Which port?\n[NEEDS_USER]":                                  "│ Which port?\n",
		`{not JSON`:                                                  "│ {not JSON\n",
		"fix the sum.":                                               "│ fix the sum.\n",
		"```\ncode":                                                  "│ ```\n│ code\n",
	} {
		var pieces []string
		delta := func(fields map[string]any) {
			pieces = append(pieces, line(map[string]any{"type": "stream_event", "event": fields}))
		}
		delta(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "text"}})
		for _, r := range text {
			delta(map[string]any{"type": "content_block_delta", "delta": map[string]any{"type": "text_delta", "text": string(r)}})
		}
		whole := assistant("", textBlock(text))
		for name, lines := range map[string][]string{"whole": {whole}, "in pieces": append(pieces, whole)} {
			if got := show(t, Options{}, ofReviewer(""), lines...); got != want {
				t.Errorf("%s, %q: shown %q, want %q", name, text, got, want)
			}
		}
	}
	asked := func(s *Screen, e streamjson.Event) {
		ofReviewer("")(s, e)
		s.ShowVerdict("review 1 of 10: a question for you", "", false)
		s.Note("The reviewer asks you:\nWhich port?")
	}
	if got := show(t, Options{}, asked, assistant("", textBlock("Which port?\n\n[NEEDS_USER]"))); strings.Count(got, "port") != 1 {
		t.Errorf("the question is shown as %q", got)
	}
	answer := `{"type":"tool_use","id":"t1","name":"StructuredOutput","input":` + object + `}`
	result := `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"provided"}]}}`
	call := `{"type":"assistant","message":{"content":[` + answer + `]}}`
	if got := show(t, Options{}, ofReviewer(""), call, result); got != "│ two things\n" {
		t.Errorf("an answer by the tool for it is shown as %q", got)
	}
	if got := show(t, Options{}, (*Screen).ShowAgent, assistant("", textBlock(object))); !strings.Contains(got, object) {
		t.Errorf("the agent's object is shown as %q", got)
	}
}
