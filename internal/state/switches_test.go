package state

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"ccc/internal/process"
)

// TestN06IsOwner: a claude belongs to the launch in its environment if it is the launch's own, or was started below the
// ccc of that launch. A claude in the background may have the environment of another launch.
func TestN06IsOwner(t *testing.T) {
	self, _ := process.Of(os.Getpid())
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	child, _ := process.Of(other.Process.Pid)
	gone := process.Process{Pid: 1 << 22, Start: "x"}
	defer func() {
		_ = other.Process.Kill()
		_ = other.Wait() // its end is all that is wanted
	}()
	for name, c := range map[string]struct {
		owner, starter process.Process
		claude         process.Process
		want           bool
	}{
		"of an older ccc":             {claude: child, want: true},
		"its own claude":              {owner: child, claude: child, want: true},
		"another claude":              {owner: self, claude: child},
		"below its ccc":               {starter: self, claude: child, want: true},
		"the ccc has become it":       {starter: child, claude: child, want: true},
		"the launch has ended":        {owner: gone, starter: gone, claude: child},
		"its claude has ended":        {owner: gone, starter: self, claude: child, want: true},
		"not below its ccc":           {starter: child, claude: self},
		"of an older ccc, ended, too": {owner: gone, claude: child, want: true},
	} {
		d := Dir(t.TempDir())
		if _, err := d.Change("l", func(s *State) { s.Owner, s.Starter = c.owner, c.starter }); err != nil {
			t.Fatal(err)
		}
		if got := d.IsOwner("l", c.claude); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

// TestWasOn: the times at which reviews were on, including those before the newest switch.
func TestWasOn(t *testing.T) {
	at := time.Now()
	s := State{Enabled: true, EnabledAt: at}
	for i := range 2 * maxSwitches {
		s.Switch(Switch{At: at.Add(time.Duration(2*i+1) * time.Second), On: i%2 == 1, By: ByUser})
	}
	if len(s.Switches) != maxSwitches || !s.Enabled {
		t.Fatalf("%d switches, enabled %t", len(s.Switches), s.Enabled)
	}
	off := s.Switches[len(s.Switches)-2]
	for _, c := range []struct {
		at   time.Time
		want bool
	}{{off.Since.Add(time.Second), true}, {off.At.Add(time.Second), false}, {s.EnabledAt.Add(time.Second), true}} {
		if got := s.WasOn(c.at); got != c.want {
			t.Errorf("on at %v: %t, want %t", c.at, got, c.want)
		}
	}
}
