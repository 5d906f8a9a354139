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
		if done, feedback := Verdict(text); !done || feedback != "" {
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
		if done {
			t.Errorf("Verdict(%q) = completed, want feedback", text)
		} else if feedback != strings.TrimSpace(text) {
			t.Errorf("Verdict(%q) feedback = %q", text, feedback)
		}
	}
	if done, feedback := Verdict(" \n "); done || feedback != "" {
		t.Errorf("Verdict of nothing = %v, %q", done, feedback)
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add("All good.\n[TASK_COMPLETED]")
	f.Add("```\n[TASK_COMPLETED]\n```")
	f.Add("不 [TASK_COMPLETED]\xff")
	f.Fuzz(func(t *testing.T, text string) {
		done, feedback := Verdict(text)
		if done && (feedback != "" || !strings.Contains(strings.ReplaceAll(text, `\`, ""), Marker)) {
			t.Errorf("Verdict(%q) = completed, %q", text, feedback)
		}
		if !done && feedback != strings.TrimSpace(text) {
			t.Errorf("Verdict(%q) changed the feedback to %q", text, feedback)
		}
		if !done && !strings.ContainsAny(text, "`~") {
			if done, _ := Verdict(text + "\n" + Marker); !done {
				t.Errorf("Verdict(%q + marker on a line of its own) = not completed", text)
			}
		}
	})
}
