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
		"The README has `[TASK_COMPLETED]`.\n[TASK_COMPLETED]": "The README has `[TASK_COMPLETED]`.",
	} {
		if r := Judge(streamjson.Turn{Text: text}); !r.Completed || r.Said != want || r.Feedback != "" {
			t.Errorf("Judge(%q) = %+v, want completed with %q", text, r.Verdict, want)
		}
	}
}

// TestL09JudgeUnclear: an answer that is not plain is no verdict.
func TestL09JudgeUnclear(t *testing.T) {
	for _, turn := range []streamjson.Turn{
		{Text: "Everything is there. [TASK_COMPLETED]"},
		{Structured: []byte(`{"completed":true,"feedback":"Which port?\n[NEEDS_USER]"}`)},
		{Text: "[TASK_COMPLETED]", Structured: []byte(`{"completed":false,"feedback":"All done. [TASK_COMPLETED]"}`)},
	} {
		if r := Judge(turn); !r.Unclear || r.Failure != streamjson.Transient || r.Completed || r.Blocked || r.Feedback != "" {
			t.Errorf("Judge(%+v) = %+v, want no verdict", turn, r)
		}
	}
}
