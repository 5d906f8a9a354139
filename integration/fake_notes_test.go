package integration

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"testing"
)

// notesEnv is where a fake has its files written. A reviewer runs in a cage: what it writes itself is thrown away.
const notesEnv = "FAKE_CLAUDE_NOTES"

// note is something to read or to write beside the script.
type note struct {
	Do   string // read, create, append, or write
	Path string
	Text string
	Why  string // that it could not be done
}

// keep does what the note says, and answers by it. The error of create is fs.ErrExist if the file is there.
func (n *note) keep() error {
	if n.Do == "read" {
		text, err := os.ReadFile(n.Path)
		n.Text = string(text)
		return err
	}
	flags := map[string]int{"create": os.O_EXCL, "append": os.O_APPEND, "write": os.O_TRUNC}[n.Do]
	file, err := os.OpenFile(n.Path, os.O_WRONLY|os.O_CREATE|flags, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(n.Text)
	return errors.Join(err, file.Close())
}

// send has the note kept outside, if somebody is there to do it.
func (n *note) send() error {
	address := os.Getenv(notesEnv)
	if address == "" {
		return n.keep()
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := errors.Join(json.NewEncoder(conn).Encode(n), json.NewDecoder(conn).Decode(n)); err != nil {
		return err
	}
	switch n.Why {
	case "":
		return nil
	case fs.ErrExist.Error():
		return fs.ErrExist
	}
	return errors.New(n.Why)
}

// keepNotes keeps what fakes send, until the test is over. It returns where.
func keepNotes(t *testing.T) (address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				var n note
				if json.NewDecoder(conn).Decode(&n) != nil {
					return
				}
				if err := n.keep(); errors.Is(err, fs.ErrExist) {
					n.Why = fs.ErrExist.Error()
				} else if err != nil {
					n.Why = err.Error()
				}
				_ = json.NewEncoder(conn).Encode(n)
			}()
		}
	}()
	return listener.Addr().String()
}
