// Package play performs a recording: it acts as claude for a live loop, so that the real loop on a real terminal can
// be shown and tested without a key and without a network.
package play

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/streamjson"
)

// Variables of ccc play.
const (
	StateEnv = "CCC_PLAY_STATE" // the beginning of the paths of the files with its position
	SpeedEnv = "CCC_PLAY_SPEED" // how many times as fast as recorded; without it, at once
)

//go:embed demo.jsonl
var demo []byte

// DemoTask is the user's message in the built-in recording.
const DemoTask = "Write a Go function that adds up numbers separated by commas, with tests. 谢谢 🙏"

// Demo returns the built-in recording.
func Demo() io.Reader { return bytes.NewReader(demo) }

// Player performs as the claude of a recording. As in a live loop, several processes take part: an agent, and a
// reviewer for each review. Two files store how far they are in the recording.
type Player struct {
	Recording io.Reader // of any format
	State     string    // the beginning of the paths of those files
	Review    int       // which review a reviewer performs, from 1; 0 for the next
	Reviewer  string    // which of several reviewers; "" for the only one
	Speed     float64   // 1: at the recorded times; 2: twice as fast; 0: at once
	Dir       string    // where the files of recorded Write calls are really written; "" for nowhere
	Remove    string    // a directory to remove when claude's own screen opens, at the end of a demo; "" for none
	Language  lang.Language
}

// Perform performs as the claude that was started with args. An agent answers each message with the recorded turn
// that follows it, and a reviewer answers with the next review. Control requests are honoured, and the echo of a
// message has that message's ID. If the recorded process died, this one ends with an error at the same place.
func (p Player) Perform(args []string, in io.Reader, out io.Writer) error {
	switch {
	case !slices.Contains(args, "--print") && !slices.Contains(args, "-p"):
		if p.Remove != "" {
			defer os.RemoveAll(p.Remove)
		}
		_, err := fmt.Fprintln(out, p.Language.Sprintf(
			"Here claude opens the same conversation (claude %s) and you go on typing.",
			strings.Join(args[:min(2, len(args))], " ")))
		return err
	case slices.Contains(args, "--fork-session"):
		a := newActor(p, p.State+".review", in, out)
		a.number, a.name = p.Review, p.Reviewer
		a.wantsEcho = slices.Contains(args, "--replay-user-messages")
		return a.end(a.review())
	}
	a := newActor(p, p.State+".agent", in, out)
	a.dir = p.Dir
	a.wantsEcho = slices.Contains(args, "--replay-user-messages")
	return a.end(a.agent())
}

// errDied ends a process where the recorded one died.
var errDied = lang.Errorf("here the recorded claude ended")

// actor is one process of a performance.
type actor struct {
	*host
	items     *session.Reader
	dir       string // [Player.Dir] for an agent; "" for a reviewer
	place     string // the file with the position of this kind of process
	position  int
	number    int // of the review; 0 for the next one
	name      string
	speed     float64
	t         float64
	aliases   map[string]string // maps recorded IDs to those of this performance
	wantsEcho bool              // the host wants an echo of its messages
	last      string            // the ID of the newest message
	echoDue   bool              // the newest message needs an echo
	isCut     bool              // the host has stopped the turn: the rest of it is left out
}

func newActor(p Player, place string, in io.Reader, out io.Writer) *actor {
	return &actor{
		host: newHost(in, out), items: session.NewReader(p.Recording), place: place, speed: p.Speed,
		aliases: make(map[string]string),
	}
}

// end waits until the host sends no more, unless the performance failed.
func (a *actor) end(err error) error {
	if err == nil {
		err = a.drain()
	}
	return err
}

// next returns the next item. It leaves out damaged lines. ok is false at the end.
func (a *actor) next() (item session.Item, ok bool, err error) {
	for {
		item, err = a.items.Next()
		switch {
		case err == io.EOF:
			return item, false, nil
		case session.IsDamage(err):
			continue
		case err != nil:
			return item, false, lang.Errorf("read the recording: %w", err)
		}
		return item, true, nil
	}
}

// agent performs the part of the recording that this process has.
func (a *actor) agent() error {
	skip, err := loadPlace(a.place)
	if err != nil {
		return err
	}
	started := false
	var s script
	for {
		item, ok, err := a.next()
		if err != nil || !ok {
			return err
		}
		switch {
		case a.items.Format == session.FormatTranscript:
			return errTranscript
		case a.items.Header.Door == session.DoorHook:
			return errHook
		}
		for _, item := range s.agent(a.items.Format, item) {
			if a.position++; a.position <= skip {
				continue
			}
			if item.Type == session.TypeStart {
				if started { // the rest belongs to another process
					return a.savePlace(a.position - 1)
				}
				started, a.t = true, item.T
			}
			if done, err := a.act(item); done || err != nil {
				return err
			}
		}
	}
}

// act performs one item. done says that the process ends.
func (a *actor) act(item session.Item) (done bool, err error) {
	switch item.Type {
	case session.TypeSent:
		if item.From == session.SentInterrupt {
			return a.awaitInterrupt(item)
		}
		m, ok, err := a.message()
		if err != nil || !ok {
			return true, err
		}
		a.t, a.isCut = item.T, false
		a.last, a.aliases[item.UUID] = m.UUID, m.UUID
		a.echoDue = a.wantsEcho && a.items.Format != session.FormatRecording
		return false, a.savePlace(a.position)
	case session.TypeTurn:
		return true, errors.Join(a.savePlace(a.position), errDied)
	case session.TypeLine:
		if !a.isCut && !a.wait(item.T) {
			a.isCut = true
			return false, nil
		}
		if !a.isCut {
			return false, errors.Join(a.write(item.Event), a.emit(item), a.echo(item.Event))
		}
	}
	return false, nil
}

// echo writes the echo of the newest message if the recording has none.
func (a *actor) echo(e streamjson.Event) error {
	if !a.echoDue || e.Subtype != "init" {
		return nil
	}
	a.echoDue = false
	return a.echoLine(a.last, e.SessionID)
}

func (a *actor) echoLine(message, id string) error {
	return a.line(fmt.Appendf(nil,
		`{"type":"user","message":{"role":"user","content":""},"isReplay":true,"uuid":%q,"session_id":%q}`,
		message, id))
}

// awaitInterrupt waits for a request to interrupt, as the recorded agent got one.
func (a *actor) awaitInterrupt(item session.Item) (done bool, err error) {
	if a.isCut {
		return false, nil
	}
	request, ok := a.interrupt(nil)
	a.aliases[item.UUID] = request
	return !ok, nil
}

// wait waits as long as the recording did. It returns false if the host stops the turn meanwhile.
func (a *actor) wait(t float64) bool {
	pause := t - a.t
	a.t = t
	if a.speed <= 0 || pause <= 0 {
		return true
	}
	id, ok := a.interrupt(time.After(time.Duration(pause / a.speed * float64(time.Second))))
	if !ok {
		return true
	}
	a.respond(id)
	a.line([]byte(`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"` +
		streamjson.Interrupted + `]"}]}}`))
	a.line([]byte(`{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["Request was aborted"],` +
		`"terminal_reason":"aborted_streaming"}`))
	return false
}

// emit writes a line, with the IDs of this performance.
func (a *actor) emit(item session.Item) error {
	e := item.Event
	switch {
	case e.Raw == nil:
		return a.line([]byte(item.Text))
	case e.Type == streamjson.TypeControlResponse:
		r, err := e.ControlResponse()
		id, ok := a.aliases[r.RequestID]
		if err != nil || !ok { // it answers a request that only the recorded host made
			return nil
		}
		return a.line(bytes.Replace(e.Raw, []byte(r.RequestID), []byte(id), 1))
	case e.Type == streamjson.TypeUser && e.IsReplay:
		if m, err := e.Message(); err == nil {
			id, ok := a.aliases[m.UUID]
			if !ok && a.items.Format != session.FormatRecording {
				id = a.last
			}
			if m.UUID != "" && id != "" {
				return a.line(bytes.Replace(e.Raw, []byte(`"`+m.UUID+`"`), []byte(`"`+id+`"`), 1))
			}
		}
	}
	return a.line(e.Raw)
}

// write writes the files of the Write calls in a line of the agent, each directly in dir.
func (a *actor) write(e streamjson.Event) error {
	if a.dir == "" || e.Type != streamjson.TypeAssistant {
		return nil
	}
	m, err := e.Message()
	if err != nil {
		return nil // the host reports it
	}
	for _, b := range m.Content {
		var input struct {
			Path    string `json:"file_path"`
			Content string `json:"content"`
		}
		if b.Name != "Write" || json.Unmarshal(b.Input, &input) != nil {
			continue
		}
		path := filepath.Join(a.dir, filepath.Base(input.Path))
		if err := os.WriteFile(path, []byte(input.Content), 0o600); err != nil {
			return lang.Errorf("write a file of the recording: %w", err)
		}
	}
	return nil
}

// savePlace stores where the next process of this kind begins.
func (a *actor) savePlace(at int) error {
	if err := os.WriteFile(a.place, fmt.Appendln(nil, at), 0o600); err != nil {
		return lang.Errorf("save the position in the recording: %w", err)
	}
	return nil
}

// loadPlace reads what savePlace stored; 0 if nothing was.
func loadPlace(place string) (at int, err error) {
	text, err := file.Read(place, file.MaxText)
	if err != nil {
		return 0, lang.Errorf("read the position in the recording: %w", err)
	}
	if text == nil {
		return 0, os.MkdirAll(filepath.Dir(place), 0o700)
	}
	if _, err := fmt.Sscan(string(text), &at); err != nil {
		return 0, lang.Errorf("read the position in the recording, %s: %w", place, err)
	}
	return at, nil
}
