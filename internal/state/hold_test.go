package state

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestR03Hold: claude has followed a hold if its feedback is in the session's file after it.
func TestR03Hold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	entry := func(feedback string) string {
		text, err := json.Marshal(map[string]any{"type": "user", "isMeta": true, "message": map[string]string{
			"role": "user", "content": "Stop hook feedback:\n" + feedback}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	for _, feedback := range []string{"a test is missing", "缺少测试：空输入",
		"1: \"quotes\", <tags> & 中文 🙁\n\n- second `x`", "\"", ""} {
		for after, want := range map[string]bool{
			"": true, `{"type":"user","message":{"content":"thanks"}}` + "\n": true, entry(feedback): false,
			`{"type":"assistant"}` + "\n" + entry(feedback) + entry("more"): false,
		} {
			before := entry(feedback) // of an earlier stop
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			h := NewHold(path, feedback, time.Now())
			if err := os.WriteFile(path, []byte(before+after), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := h.IsIgnored(); got != want {
				t.Errorf("%q, then %q: ignored %t, want %t", feedback, after, got, want)
			}
		}
	}
	h := NewHold(path, "a test is missing", time.Now())
	if err := os.WriteFile(path, []byte(entry("of another hook")), 0o600); err != nil {
		t.Fatal(err)
	}
	if h.Size = 0; !h.IsIgnored() {
		t.Error("another hook's feedback is taken for ours")
	}
	if h.IsSettled(h.At) || !h.IsSettled(h.At.Add(time.Minute)) || (Hold{}).IsSettled(h.At) || (Hold{}).IsIgnored() {
		t.Error("when a hold is settled")
	}
	if h.File = filepath.Join(t.TempDir(), "gone"); h.IsIgnored() {
		t.Error("without a file it is not known")
	}
}
