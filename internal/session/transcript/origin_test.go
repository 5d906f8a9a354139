package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestR07PromptOrigin: a prompt that the agent has scheduled is distinguished from one that the user has typed, whether
// the agent was idle or working (entries of 2.1.197 and 2.1.330).
func TestR07PromptOrigin(t *testing.T) {
	const (
		earlier = `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-23T01:50:00.000Z","content":"/off"}
{"type":"queue-operation","operation":"dequeue","timestamp":"2026-11-23T01:50:00.100Z"}
{"type":"system","subtype":"scheduled_task_fire","content":"Running scheduled task","timestamp":"2026-11-23T01:50:00.000Z"}
{"type":"system","subtype":"informational","content":"UserPromptSubmit operation blocked by hook:\nno"}
`
		queued = `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-23T01:52:28.913Z","content":"/off"}
{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}
{"type":"queue-operation","operation":"dequeue","timestamp":"2026-11-23T01:52:29.044Z"}
`
		fired = `{"type":"system","subtype":"scheduled_task_fire","timestamp":"2026-11-23T01:52:28.824Z","prompt":"/off"}
`
		typed = `{"type":"user","message":{"role":"user","content":"hello"},"origin":{"kind":"human"}}
`
	)
	for name, c := range map[string]struct {
		text              string
		queued, scheduled bool
	}{
		"at rest":               {typed, false, false},
		"after another of them": {earlier, false, false},
		"while it worked":       {earlier + queued, true, false},
		"scheduled":             {typed + queued + fired, true, true},
		"scheduled, cut off":    {typed + queued + fired + `{"type":"sys`, true, true},
		"taken up":              {queued + fired + typed, false, false},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if queued, scheduled := PromptOrigin(path, "/off "); queued != c.queued || scheduled != c.scheduled {
			t.Errorf("%s: PromptOrigin = %t, %t, want %t, %t", name, queued, scheduled, c.queued, c.scheduled)
		}
	}
	if queued, scheduled := PromptOrigin(filepath.Join(t.TempDir(), strings.Repeat("x", 9)), "/off"); queued || scheduled {
		t.Error("a file that is not there tells of a prompt")
	}
}
