package supervision

import (
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/state"
)

// signalled sends SIGTERM to this process when ccc greets the user, and waits until it has arrived.
type signalled struct {
	t       *testing.T
	arrived chan os.Signal
}

func (s signalled) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "Supervisor mode enabled") {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			s.t.Error(err)
		}
		<-s.arrived
	}
	return len(b), nil
}

// TestI09SignalAtTheStart: a signal is caught before ccc prints its first words, because by then there is a guardian
// that must be ended. The task is still being read from standard input, which has no end.
func TestI09SignalAtTheStart(t *testing.T) {
	s := signalled{t, make(chan os.Signal, 1)}
	signal.Notify(s.arrived, syscall.SIGTERM) // else the test would be killed if ccc did not catch it
	defer signal.Stop(s.arrived)
	in, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	end := time.AfterFunc(5*time.Second, func() { open.Close() }) // else a signal that was missed would hang the test
	defer end.Stop()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	got, err := Run(Config{
		Identity: Identity{Dir: t.TempDir(), State: state.Dir(t.TempDir()), Log: slog.New(slog.DiscardHandler)},
		User:     User{In: in, Out: null, Err: s, Getenv: func(string) string { return "" }, Language: lang.English},
		Guardian: []string{"/bin/cat"}, Resume: func(string) lang.Message { return lang.Message{} },
	})
	if err != nil || got.Signal != int(syscall.SIGTERM) || got.ExitCode != 143 {
		t.Errorf("Run = %+v, %v; want signal 15 and exit code 143", got, err)
	}
}

// TestHangUp: a terminal that is gone is a hang-up before SIGHUP comes, and SIGHUP is then no second signal.
func TestHangUp(t *testing.T) {
	cancelled := make(chan int, 2)
	s := catchSignals(func() { cancelled <- 0 })
	defer s.stop()
	go s.handle(func() {}, func() { t.Error("claude was killed") })
	s.hangUp()
	<-cancelled
	s.received <- syscall.SIGHUP // not sent by the kernel: under nohup it would not arrive
	<-cancelled
	if got := s.firstSignal(); got != int(syscall.SIGHUP) {
		t.Errorf("firstSignal = %d, want %d", got, syscall.SIGHUP)
	}
}
