package supervision

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ccc/internal/lang"
	"ccc/loop"
)

// shared is a buffer for two goroutines.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// take returns what was written since the last call.
func (s *shared) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.b.Reset()
	return s.b.String()
}

// TestI10SignsOfLife: without a terminal ccc is never silent for longer than 30 seconds, also before the first message.
func TestI10SignsOfLife(t *testing.T) {
	out, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	synctest.Test(t, func(t *testing.T) {
		var said shared
		p := openPipe(Config{User: User{Out: out, Err: &said, Language: lang.English}}, &notifier{}, func() {})
		begin := func(phase loop.Phase, waiting lang.Message) {
			p.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Phase: phase, Round: 2, Of: 10}, Waiting: waiting,
				Until: time.Date(2000, 1, 1, 14, 5, 0, 0, time.UTC)})
		}
		said.take()
		for _, step := range []struct {
			do    func()
			after time.Duration
			says  string
		}{
			{func() {}, quietTime - time.Second, ""},
			{func() {}, time.Second, "ccc: still running: waiting for a message on standard input · 30s"},
			{func() { begin(loop.PhaseUser, lang.Message{}) }, quietTime,
				"ccc: still running: waiting for a message on standard input · 30s"},
			{
				func() { begin(loop.PhaseAgent, lang.Message{}) }, quietTime,
				"ccc: still running: agent, round 2 of 10 · 30s",
			},
			{func() {}, quietTime, "ccc: still running: agent, round 2 of 10 · 1m00s"},
			{func() {}, 20 * time.Second, ""},
			{func() { p.note(lang.M("completed")) }, 29 * time.Second, "ccc: completed"},
			{func() {}, time.Second, "ccc: still running: agent, round 2 of 10 · 1m50s"},
			{func() { begin(loop.PhaseReview, lang.Message{}); said.take() }, quietTime,
				"ccc: still running: review 2 of 10 · 30s"},
			{func() { begin(loop.PhaseWait, lang.M("You've hit your limit")) }, quietTime,
				"ccc: still running: resumes at 14:05: You've hit your limit · 30s"},
		} {
			step.do()
			time.Sleep(step.after)
			synctest.Wait()
			if got := strings.TrimSpace(said.take()); got != step.says {
				t.Errorf("at %s: %q, want %q", time.Now().Format(time.TimeOnly), got, step.says)
			}
		}
		close(p.done)
	})
}
