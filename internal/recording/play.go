// Package recording plays a recorded session: a player performs as claude, so that the real loop under the real pty can be
// shown and tested without a key or a network.
//
// A recording is what ccc --supervisor --output-format stream-json printed: every line of agent and reviewer as it came,
// with its phase as the first key.
package recording

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/streamjson"
)

//go:embed demo.jsonl
var demo []byte

// DemoTask is the person's message in the recording that is built in.
const DemoTask = "Write a Go function that adds up numbers separated by commas, with tests. 谢谢 🙏"

// pace is the time between two lines: fast enough not to bore, slow enough to be seen.
const pace = 120 * time.Millisecond

// turns are the lines of one phase, cut behind each result.
func turns(text []byte, phase string) (list [][][]byte) {
	mark := []byte(`{"phase":"` + phase + `",`)
	var turn [][]byte
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), mark)
		if !ok || bytes.Contains(rest, []byte(`"type":"verdict"`)) {
			continue
		}
		turn = append(turn, append([]byte("{"), rest...))
		if bytes.Contains(rest, []byte(`"type":"result"`)) {
			list = append(list, turn)
			turn = nil
		}
	}
	return list
}

// Play performs the recording that is built in, as the claude that is started with args: the agent answers each message
// with its next turn, the reviewer with its next verdict, and claude's own screen says that this is the end. dir is the
// demo's, where the players keep what number they are at; the last one removes it.
func Play(dir string, args []string, in io.Reader, out io.Writer) error {
	switch {
	case !slices.Contains(args, "--print"):
		if strings.HasPrefix(filepath.Base(dir), "ccc-demo-") {
			defer os.RemoveAll(dir)
		}
		_, err := fmt.Fprintf(out, "Here claude opens the same conversation (claude %s) and you go on typing.\n", strings.Join(args[:min(2, len(args))], " "))
		return err
	case slices.Contains(args, "--fork-session"):
		return perform(filepath.Join(dir, "reviews"), turns(demo, "review"), in, out)
	}
	return perform(filepath.Join(dir, "turns"), turns(demo, "agent"), in, out)
}

// perform answers messages until the end of in.
func perform(counter string, list [][][]byte, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	decoder := streamjson.NewDecoder(in)
	for {
		e, err := decoder.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a message: %w", err)
		}
		switch e.Type {
		case streamjson.TypeControlRequest:
			request, err := e.ControlRequest()
			if err != nil {
				return fmt.Errorf("read a control request: %w", err)
			}
			fmt.Fprintf(w, `{"type":"control_response","response":{"subtype":"success","request_id":%q}}`+"\n", request.RequestID)
		case streamjson.TypeUser:
			if err := answer(w, counter, list, e); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
}

func answer(w *bufio.Writer, counter string, list [][][]byte, e streamjson.Event) error {
	text, _ := os.ReadFile(counter) // none yet: the first
	n, _ := strconv.Atoi(string(text))
	if err := os.WriteFile(counter, []byte(strconv.Itoa(n+1)), 0o600); err != nil {
		return fmt.Errorf("count the turn: %w", err)
	}
	if n >= len(list) {
		return fmt.Errorf("the recording has %d turns, this is one more", len(list))
	}
	m, err := e.Message()
	if err != nil {
		return fmt.Errorf("read a message: %w", err)
	}
	for _, line := range list[n] {
		if bytes.Contains(line, []byte(`"isReplay":true`)) { // the echo bears the id of the message it echoes
			line, err = json.Marshal(map[string]any{"type": "user", "isReplay": true, "uuid": m.UUID, "message": json.RawMessage(`{"role":"user","content":""}`)})
			if err != nil {
				return fmt.Errorf("echo a message: %w", err)
			}
		}
		w.Write(line)
		w.WriteByte('\n')
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		time.Sleep(pace)
	}
	return nil
}
