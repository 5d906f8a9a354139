package review

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ccc/streamjson"
)

// TestJudgeSaid: the text beside the marker is kept, because it is not passed on as feedback.
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

// TestL09JudgeUnclear: an unclear answer is no verdict.
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

// TestL01JudgeLimits: a reviewer's text keeps its length limit in each form of answer.
func TestL01JudgeLimits(t *testing.T) {
	long := strings.Repeat("字", 1<<20)
	for _, turn := range []streamjson.Turn{
		{Text: long}, {Text: long + "。\n[TASK_COMPLETED]"}, {Text: long + "?\n[NEEDS_USER]"},
		{Structured: []byte(`{"completed":false,"feedback":"` + long + `"}`)},
	} {
		r := Judge(turn)
		if said := r.Feedback + r.Said; len(said) < maxWords-4 || len(said) > maxWords+4 ||
			!utf8.ValidString(said) || r.Unclear {
			t.Errorf("%d bytes, unclear %v", len(said), r.Unclear)
		}
	}
}

// TestJudgeUnstructured: that no object by the schema came is said in ccc's words.
func TestJudgeUnstructured(t *testing.T) {
	text := "Failed to provide valid structured output after 5 attempts"
	r := Judge(streamjson.Turn{Failure: streamjson.NeedsPerson, Text: text})
	if r.Reason == nil || !strings.Contains(r.Reason.Error(), "the form that ccc asks for") {
		t.Errorf("the reason is %v", r.Reason)
	}
}
