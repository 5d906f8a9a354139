package ptyio

import (
	"testing"

	"github.com/creack/pty"
)

// What is typed after Stop is left in the terminal, for the next program that reads it.
func TestKeysStop(t *testing.T) {
	t.Parallel()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	found, err := termios(tty)
	if err != nil {
		t.Fatal(err)
	}
	raw := rawMode(*found)
	if err := setTermios(tty, &raw); err != nil {
		t.Fatal(err)
	}
	keys := NewKeys(tty)
	chunks := Pump(keys)
	master.WriteString("a")
	if chunk := <-chunks; string(chunk) != "a" {
		t.Fatalf("%q, want a", chunk)
	}
	watch(t, "Stop", keys.Stop)
	keys.Stop()
	master.WriteString("later")
	next := make([]byte, 16)
	n := 0
	watch(t, "the next reader", func() { n, err = tty.Read(next) })
	if err != nil || string(next[:n]) != "later" {
		t.Errorf("the next reader has %q, %v", next[:n], err)
	}
}
