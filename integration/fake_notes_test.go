package integration

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"sync"
	"testing"
)

// notesEnv is the address at which the test binary writes files for a fake claude. A fake that is a reviewer runs in a
// sandbox, which discards what it writes itself.
const notesEnv = "TEST_CLAUDE_NOTES"

// note is a file operation that a fake asks for.
type note struct {
	Do   string // read, create, append, write; alone: no other may say so of the path until the connection ends
	Path string
	Text string
	Why  string // that it could not be done
}

// keep carries out the note and stores the outcome in it. If a file to create exists already, the error is fs.ErrExist.
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

// send asks the test binary to carry out the note, or carries it out itself if no test binary listens.
func (n *note) send() error {
	if os.Getenv(notesEnv) == "" {
		return n.keep()
	}
	conn, err := n.call()
	if conn != nil {
		conn.Close()
	}
	return err
}

// call sends the note and leaves the connection open.
func (n *note) call() (net.Conn, error) {
	conn, err := net.Dial("tcp", os.Getenv(notesEnv))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(json.NewEncoder(conn).Encode(n), json.NewDecoder(conn).Decode(n)); err != nil {
		return conn, err
	}
	switch n.Why {
	case "":
		return conn, nil
	case fs.ErrExist.Error():
		return conn, fs.ErrExist
	}
	return conn, errors.New(n.Why)
}

// keepNotes carries out the notes of fakes until the end of the test. It returns its address.
func keepNotes(t *testing.T) (address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	var alone sync.Map // by path
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
				var err error
				if n.Do != "alone" {
					err = n.keep()
				} else if _, taken := alone.LoadOrStore(n.Path, true); taken {
					err = fs.ErrExist
				} else {
					defer alone.Delete(n.Path)
				}
				if errors.Is(err, fs.ErrExist) {
					n.Why = fs.ErrExist.Error()
				} else if err != nil {
					n.Why = err.Error()
				}
				_ = json.NewEncoder(conn).Encode(n)
				_, _ = conn.Read(make([]byte, 1)) // only the end of the connection can come
			}()
		}
	}()
	return listener.Addr().String()
}
