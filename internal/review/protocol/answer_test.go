package protocol

import (
	"reflect"
	"strings"
	"testing"
)

// TestB10MarkerCompletes: the marker counts if it is alone on the last line, with any markdown or punctuation around
// it.
func TestB10MarkerCompletes(t *testing.T) {
	for text, rest := range map[string]string{
		"[TASK_COMPLETED]":                                       "",
		"Everything is there.\n\n[TASK_COMPLETED]\n":             "Everything is there.",
		"Everything is there.\n[TASK_COMPLETED]":                 "Everything is there.",
		"Everything is there.\r\n\r\n[TASK_COMPLETED]\r\n\r\n":   "Everything is there.",
		"**[TASK_COMPLETED]**":                                   "",
		"`[TASK_COMPLETED]`":                                     "",
		"### [TASK_COMPLETED]":                                   "",
		"- [TASK_COMPLETED].":                                    "",
		"1. [TASK_COMPLETED]":                                    "",
		"✅ [TASK_COMPLETED] ✅":                                   "",
		`\[TASK\_COMPLETED\]`:                                    "",
		"[TASK_COMPLETED] [TASK_COMPLETED]":                      "",
		"```\ngo test ./...\n```\n[TASK_COMPLETED]":              "```\ngo test ./...\n```",
		"~~~\n```\n~~~\n[TASK_COMPLETED]":                        "~~~\n```\n~~~",
		"I checked:\n- the parser\n\n[TASK_COMPLETED]":           "I checked:\n- the parser",
		"### Verdict\n\n[TASK_COMPLETED]":                        "### Verdict",
		"> add a test\n\nIt is there.\n[TASK_COMPLETED]":         "> add a test\n\nIt is there.",
		"没有遗漏。\n\n[TASK_COMPLETED]。":                             "没有遗漏。",
		"The README has `[TASK_COMPLETED]`.\n\n[TASK_COMPLETED]": "The README has `[TASK_COMPLETED]`.",
	} {
		if a := Read(text); !reflect.DeepEqual(a, Answer{Done, rest, false, nil}) {
			t.Errorf("Read(%q) = %+v, want done, %q", text, a, rest)
		}
	}
}

// TestB11NoMarkerIsFeedback: a text without marker and object is feedback, unchanged.
func TestB11NoMarkerIsFeedback(t *testing.T) {
	for _, text := range []string{
		"Add a test for empty input.",
		"All done.",
		"[TASK_COMPLETE]",
		"[task_completed]",
		"TASK_COMPLETED",
		"```\ncode {\n```\nnot completed",
		"{\"feedback\": \"x\"}",
		"",
	} {
		if a := Read(" \n" + text + "\n "); !reflect.DeepEqual(a, Answer{NotYet, text, false, nil}) {
			t.Errorf("Read(%q) = %+v, want feedback", text, a)
		}
	}
}

// TestL09UnclearIsAskedBack: a text with a marker anywhere else is Unclear.
func TestL09UnclearIsAskedBack(t *testing.T) {
	for _, text := range []string{
		"[TASK_COMPLETED]\n\n0 failed, 12 passed.",
		"3 of 5 tests fail.\n\nVerdict: [TASK_COMPLETED]",
		"Tests fail, so no [TASK_COMPLETED]",
		"Everything is there. [TASK_COMPLETED]",
		"[TASK_COMPLETED] all tests pass",
		"I cannot say [TASK_COMPLETED] yet",
		"I cannot say [TASK\\_COMPLETED] yet",
		"> [TASK_COMPLETED]",
		"> The agent said.\n[TASK_COMPLETED]",
		"The log:\n\n    [TASK_COMPLETED]",
		"It is done.\n\n\t[TASK_COMPLETED]",
		"```\n[TASK_COMPLETED]\n```",
		"```text\nPASS.\n[TASK_COMPLETED]",
		"````\n```\nPASS.\n[TASK_COMPLETED]",
		"```\n``` not the end.\n[TASK_COMPLETED]",
		"I will answer with:\n\n[TASK_COMPLETED]",
		"Not yet\n\n[TASK_COMPLETED]",
		"Is it done?\n\n[TASK_COMPLETED]",
		"[TASK_COMPLETED]?",
		"~~[TASK_COMPLETED]~~",
		"❌ [TASK_COMPLETED]",
		"| [TASK_COMPLETED] |",
		"[TASK_COMPLETED]\n\n[NEEDS_USER]",
		"Which port?\n[NEEDS_USER]\n\nAll else is done.\n[TASK_COMPLETED]",
		"[NEEDS_USER] Which port?",
		"The agent wrote `[NEEDS_USER]`",
		"Done.\n{\"completed\": true, \"feedback\": \"\"}",
		"{\"completed\": true, \"feedback\": \"\"}\nbut for the tests, which fail",
		"{\"completed\": \"true\", \"feedback\": \"\"}",
		"{\"completed\": null, \"feedback\": \"\"}",
		"{\"completed\": false, \"feedback\": \"All is there.\\n[TASK_COMPLETED]\"}",
		"{\"completed\": true, \"feedback\": \"Which port? [NEEDS_USER]\"}",
		"[TASK_COMPLETED]\n{\"completed\": false, \"feedback\": \"no test\"}",
		"{\"completed\": false, \"feedback\": \"no test\"}\n[TASK_COMPLETED]",
	} {
		if a := Read(text); a.Judgement != Unclear || !a.Object && a.Text != strings.TrimSpace(text) {
			t.Errorf("Read(%q) = %+v, want unclear", text, a)
		}
	}
}

// TestNeedsUser: the question for the user does not contain the marker.
func TestNeedsUser(t *testing.T) {
	for text, want := range map[string]string{
		"[NEEDS_USER]":                      "",
		"Which database?\n\n[NEEDS_USER]\n": "Which database?",
		"The key STRIPE_KEY is missing: where is it?\n**[NEEDS_USER]**": "The key STRIPE_KEY is missing: where is it?",
	} {
		if a := Read(text); !reflect.DeepEqual(a, Answer{Blocked, want, false, nil}) {
			t.Errorf("Read(%q) = %+v, want the question %q", text, a, want)
		}
	}
}

// FuzzVerdict: only the last line of a text can decide, and feedback is passed on unchanged.
func FuzzVerdict(f *testing.F) {
	f.Add("All good.\n[TASK_COMPLETED]")
	f.Add("```\n[TASK_COMPLETED]\n```")
	f.Add("不 [TASK_COMPLETED]\xff")
	f.Add("{\"completed\": true}\n[NEEDS_USER]")
	f.Fuzz(func(t *testing.T, text string) {
		a := Read(text)
		lines := strings.Split(strings.TrimSpace(unescaped(text)), "\n")
		last := lines[len(lines)-1]
		switch {
		case a.Object:
		case a.Judgement == Done && !strings.Contains(last, Marker),
			a.Judgement == Blocked && !strings.Contains(last, NeedsUser):
			t.Errorf("Read(%q) = %+v, but for its last line", text, a)
		case a.Judgement == NotYet &&
			(a.Text != strings.TrimSpace(text) || containsMarker(text, Marker) || containsMarker(text, NeedsUser)):
			t.Errorf("Read(%q) = %+v: not feedback, or changed", text, a)
		}
		if a.Judgement == NotYet && !a.Object && !strings.ContainsAny(text, "`~{") {
			if a := Read(text + "\n\nAll is there.\n\n" + Marker); a.Judgement != Done {
				t.Errorf("Read(%q + a sentence and the marker) = %+v, want done", text, a)
			}
			if a := Read(Marker + "\n\n" + text + "."); a.Judgement != Unclear {
				t.Errorf("Read(the marker + %q) = %+v, want unclear", text, a)
			}
		}
	})
}
