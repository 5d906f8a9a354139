package ptyio

import (
	"os"
	"os/exec"
	"testing"
)

func TestEnviron(t *testing.T) {
	tests := []struct{ args, want string }{
		{
			"\x02\x00\x00\x00/bin/x\x00\x00\x00x\x00CCC_CHILD=argument\x00A=1\x00CCC_CHILD=id\x00\x00",
			"A=1\x00CCC_CHILD=id\x00\x00",
		},
		{"\x01\x00\x00\x00/bin/x\x00x\x00", ""},
		{"\x09\x00\x00\x00/bin/x\x00x\x00", ""},
		{"\x01", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := string(environ([]byte(test.args))); got != test.want {
			t.Errorf("environ(%q) = %q, want %q", test.args, got, test.want)
		}
	}
}

func TestKin(t *testing.T) {
	sleep := exec.Command("/bin/sleep", "1000")
	if err := sleep.Start(); err != nil {
		t.Fatal(err)
	}
	var found *relative
	for _, r := range descendantsOf(os.Getpid()) {
		if r.pid == sleep.Process.Pid {
			found = &r
		}
	}
	if found == nil || !found.alive() {
		t.Errorf("kinOf = %+v, want %d in it, alive", found, sleep.Process.Pid)
	}
	sleep.Process.Kill()
	sleep.Wait()
	if found != nil && found.alive() {
		t.Error("alive after its end")
	}
}
