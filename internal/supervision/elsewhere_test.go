package supervision

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
)

// TestOpenElsewhere: a session that a running claude or another running loop is in now, but not this launch.
func TestOpenElsewhere(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, ok := process.Of(os.Getpid())
	if !ok {
		t.Fatal("this process is not known")
	}
	if _, err := dir.Change("claudes", func(s *state.State) { s.Owner, s.Newest = self, "in-claude" }); err != nil {
		t.Fatal(err)
	}
	gone := process.Process{Pid: self.Pid, Start: "another"}
	if _, err := dir.Change("ended", func(s *state.State) { s.Owner, s.Newest = gone, "in-ended" }); err != nil {
		t.Fatal(err)
	}
	record := func(launch, line string, args ...string) *session.Writer {
		header := session.Header{At: time.Now(), Launch: launch, Args: args}
		w, err := session.CreateRecording(dir.Recordings(), header, nil, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { runtime.KeepAlive(w) }) // its lock says that the launch still runs
		r := session.Recorder{Writer: w}
		if line != "" {
			r.Line("agent", "", []byte(line))
			r.Flush()
		}
		return w
	}
	record("loops", `{"type":"system","subtype":"init","session_id":"in-loop"}`)
	record("waits", "", "--resume", "in-waiting")
	ended := record("over", `{"type":"system","subtype":"init","session_id":"in-over"}`)
	session.Recorder{Writer: ended}.Close(session.End{SessionID: "in-over"})
	for _, tt := range []struct{ id, launch, want string }{
		{"in-claude", "mine", "Claude Code's own screen (process "},
		{"in-claude", "claudes", ""},
		{"in-ended", "mine", ""},
		{"in-loop", "mine", "the ccc that was started at "},
		{"in-loop", "loops", ""},
		{"in-waiting", "mine", "the ccc that was started at "},
		{"in-over", "mine", ""},
		{"nowhere", "mine", ""},
	} {
		got := OpenElsewhere(dir, tt.id, tt.launch).String()
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s in %s: %q, want %q", tt.id, tt.launch, got, tt.want)
		}
	}
}
