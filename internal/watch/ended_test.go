package watch

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
)

// TestListAtLeast: the list says it, too, when the cost of a session that has ended is only what is known.
func TestListAtLeast(t *testing.T) {
	var ended session.Summary
	ended.AtLeast, ended.End.CostUSD = true, 0.25
	if got := cost(Config{}.ofSummary(ended), lang.English); got != "at least $0.25" {
		t.Errorf("the list says %q", got)
	}
}

// TestEndAtLeast: the end of a watched session, like its line in the list, says when the cost is only what is known.
func TestEndAtLeast(t *testing.T) {
	for _, noVerdict := range []int{0, 1} {
		s := Session{Outcome: "completed", CostUSD: 0.8, AtLeast: true, ended: true, noVerdict: noVerdict}
		if said := endMessage(s).String(); !strings.HasSuffix(said, " · at least $0.80") {
			t.Errorf("it says %q", said)
		}
	}
}

// TestCompletedAfterClaude: after the end of Claude Code's own screen its ccc completes the recording. Until that ccc
// has ended, too, the session has not broken off: a screen that shows it waits, and so does the row of the list.
func TestCompletedAfterClaude(t *testing.T) {
	dir := state.Dir(t.TempDir())
	claude, endClaude := running(t)
	ccc, endCCC := running(t)
	path := stopped(t, dir, claude)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header := fmt.Sprintf(`"starter":{"pid":%d,"start":%q},"claude":`, ccc.Pid, ccc.Start)
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), `"claude":`, header, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	shown := sit(t, dir, path)
	shown.sees(`review 1 of 10 · `)
	endClaude()
	listed := sit(t, dir, "")
	listed.sees(`review 1 of 10 · `)
	select {
	case <-shown.done:
		t.Fatal("the screen ended before the recording was complete")
	case <-time.After(2 * pollTime):
	}
	add(t, path, `{"t":6,"type":"verdict","round":1,"failure":"aborted","reason":"you stopped the review","last":true}`,
		`{"t":6,"type":"phase","from":"review","to":"user","round":1}`,
		`{"t":6,"type":"so_far","outcome":"interrupted","session_id":"abc","cost_usd":0.96,"at_least":true}`)
	endCCC()
	shown.sees(`the session has ended: interrupted · .* · at least \$0.96`)
	listed.sees(`the session has ended: interrupted · .* · at least \$0.96`)
	listed.sees(`❯ .*x · Claude's screen · interrupted · at least \$0.96`)
	listed.types("q")
	for _, p := range []*person{shown, listed} {
		if err := p.leaves(); err != nil {
			t.Error(err)
		}
		if p.mu.Lock(); strings.Contains(p.all, "broke off") || strings.Contains(p.all, "breaks off") {
			t.Errorf("it shows\n%s", p.all)
		}
		p.mu.Unlock()
	}
}

// TestTimeOfCall: a call has the time that the recording says, also if that is read a little later.
func TestTimeOfCall(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "parser")
	p := sit(t, dir, s.w.Path())
	p.sees(`agent · round 1 of 10`)
	began := time.Now()
	for _, line := range []struct {
		after time.Duration
		raw   string
	}{
		{0, `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash",` +
			`"input":{"command":"make"}}]}}`},
		{3340 * time.Millisecond, `{"type":"user","message":{"role":"user","content":[{"type":"tool_result",` +
			`"tool_use_id":"t1","content":"built"}]}}`},
	} {
		s.w.LineAt(began.Add(line.after), "agent", "", []byte(line.raw))
		s.w.Flush()
		time.Sleep(2 * lookInterval)
	}
	p.sees(`Bash.* make.* · ok, 3.3s`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// running starts a process; the returned function ends it.
func running(t *testing.T) (process.Process, func()) {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	t.Cleanup(end)
	p, _ := process.Of(cmd.Process.Pid)
	return p, end
}

// TestCostOfBrokenOff: of a recording without an end the list does not know the cost, and says none.
func TestCostOfBrokenOff(t *testing.T) {
	s := Session{ID: "s", Door: session.DoorHook, Phase: "done"}
	if line := summary(s, time.Now(), lang.English); strings.Contains(line, "$") {
		t.Errorf("%q", line)
	}
	s.CostUSD = 0.5
	if line := summary(s, time.Now(), lang.English); !strings.HasSuffix(line, " · $0.50") {
		t.Errorf("%q", line)
	}
}
