package prompt

import (
	"strings"
	"testing"
)

func TestB10MarkerCompletes(t *testing.T) {
	for _, text := range []string{
		"[TASK_COMPLETED]",
		"Everything is there.\n\n[TASK_COMPLETED]\n",
		"Everything is there. [TASK_COMPLETED]",
		"I ran the tests, all pass [TASK_COMPLETED]",
		"[TASK_COMPLETED] all tests pass",
		"[TASK_COMPLETED] - I did not find a fault",
		"**[TASK_COMPLETED]**",
		"`[TASK_COMPLETED]`",
		"### [TASK_COMPLETED]",
		"- [TASK_COMPLETED].",
		"1. [TASK_COMPLETED]",
		"✅ [TASK_COMPLETED] ✅",
		"Verdict: **[TASK_COMPLETED]**",
		"The first try did not work. It does now. [TASK_COMPLETED]",
		"没有遗漏。[TASK_COMPLETED]",
		"任务完成 [TASK_COMPLETED]。",
		`\[TASK\_COMPLETED\]`,
		"[TASK_COMPLETED]\r\n",
		"```\ngo test ./...\n```\n[TASK_COMPLETED]",
		"~~~\n```\n~~~\n[TASK_COMPLETED]",
		"[TASK_COMPLETED] [TASK_COMPLETED]",
	} {
		if done, feedback := Verdict(text); done != Done || feedback != "" {
			t.Errorf("Verdict(%q) = %v, %q, want completed", text, done, feedback)
		}
	}
}

func TestB11NoMarkerIsFeedback(t *testing.T) {
	for _, text := range []string{
		"Add a test for empty input.",
		"I cannot say [TASK_COMPLETED] yet",
		"I cannot say [TASK_COMPLETED]",
		"I can't say [TASK_COMPLETED].",
		"Once these are fixed, the task can be marked as [TASK_COMPLETED].",
		"Fix the tests, then I will answer [TASK_COMPLETED]",
		"测试失败，还不能说 [TASK_COMPLETED]",
		"修复之后才是 [TASK_COMPLETED]。",
		"[TASK_COMPLETED] cannot be given: a test fails",
		"[TASK_COMPLETED] is not what I can say",
		"The agent wrote `[TASK_COMPLETED]`",
		"The agent ended with \"[TASK_COMPLETED]\".",
		"> [TASK_COMPLETED]",
		"```\n[TASK_COMPLETED]\n```\nThe log above is the agent's.",
		"````\n```\n[TASK_COMPLETED]\n```\n````",
		"```text\n[TASK_COMPLETED]",
		"```\n``` not the end\n[TASK_COMPLETED]\n```",
		"[TASK_COMPLETE]",
		"TASK_COMPLETED",
		"the text [TASK_COMPLETED] stands in a sentence",
	} {
		done, feedback := Verdict(text)
		if done != NotYet {
			t.Errorf("Verdict(%q) = completed, want feedback", text)
		} else if feedback != strings.TrimSpace(text) {
			t.Errorf("Verdict(%q) feedback = %q", text, feedback)
		}
	}
	if done, feedback := Verdict(" \n "); done != NotYet || feedback != "" {
		t.Errorf("Verdict of nothing = %v, %q", done, feedback)
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add("All good.\n[TASK_COMPLETED]")
	f.Add("```\n[TASK_COMPLETED]\n```")
	f.Add("不 [TASK_COMPLETED]\xff")
	f.Fuzz(func(t *testing.T, text string) {
		done, feedback := Verdict(text)
		if done == Done && (feedback != "" || !strings.Contains(strings.ReplaceAll(text, `\`, ""), Marker)) {
			t.Errorf("Verdict(%q) = completed, %q", text, feedback)
		}
		if done == NotYet && feedback != strings.TrimSpace(text) {
			t.Errorf("Verdict(%q) changed the feedback to %q", text, feedback)
		}
		if done == NotYet && !strings.ContainsAny(text, "`~<") {
			if done, _ := Verdict(text + "\n\nAll is there.\n" + Marker); done != Done {
				t.Errorf("Verdict(%q + a sentence and the marker) = not completed", text)
			}
		}
	})
}

// TestNeedsUser: the question goes to the person; of both markers it counts.
func TestNeedsUser(t *testing.T) {
	for text, want := range map[string]string{
		"[NEEDS_USER]":                      "",
		"Which database?\n\n[NEEDS_USER]\n": "Which database?",
		"The key STRIPE_KEY is missing: where is it?\n**[NEEDS_USER]**": "The key STRIPE_KEY is missing: where is it?\n****",
		"All is done [TASK_COMPLETED], but which port?\n[NEEDS_USER]":   "All is done [TASK_COMPLETED], but which port?",
	} {
		if j, question := Verdict(text); j != Blocked || question != want {
			t.Errorf("Verdict(%q) = %v, %q, want blocked, %q", text, j, question, want)
		}
	}
	for _, text := range []string{
		"The agent wrote `[NEEDS_USER]`", "I will not say [NEEDS_USER]", "> [NEEDS_USER]", "```\n[NEEDS_USER]\n```",
	} {
		if j, _ := Verdict(text); j != NotYet {
			t.Errorf("Verdict(%q) = %v, want not yet", text, j)
		}
	}
	j, question, ok := Structured([]byte(`{"completed":false,"feedback":"Which port?\n[NEEDS_USER]"}`))
	if !ok || j != Blocked || question != "Which port?" {
		t.Errorf("Structured = %v, %q, %v, want the question", j, question, ok)
	}
}
