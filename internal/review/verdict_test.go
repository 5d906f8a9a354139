package review

import (
	"testing"

	"ccc/streamjson"
)

// TestJudgeSaid: what the reviewer says beside the marker is kept, since nobody is told of it as feedback.
func TestJudgeSaid(t *testing.T) {
	for text, want := range map[string]string{
		"[TASK_COMPLETED]":                                     "",
		"Both tests pass.\n\n**[TASK_COMPLETED]**\n":           "Both tests pass.",
		"**[TASK_COMPLETED]**\n\nThe tests pass.":              "The tests pass.",
		"The README has `[TASK_COMPLETED]`.\n[TASK_COMPLETED]": "The README has `[TASK_COMPLETED]`.",
	} {
		if r := Judge(streamjson.Turn{Text: text}, false); !r.Completed || r.Said != want || r.Feedback != "" {
			t.Errorf("Judge(%q) = %+v, want completed with %q", text, r.Verdict, want)
		}
	}
}
