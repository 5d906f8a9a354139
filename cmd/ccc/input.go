package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/term"

	"ccc/internal/screen"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// listen turns what is typed into inputs of the loop, for the life of the process.
func (v *supervision) listen(input chan<- loop.Input, guard func()) {
	defer guard()
	for chunk := range ptyio.Pump(v.stdin) {
		for _, typed := range v.screen.Type(chunk) {
			switch typed.Key {
			case screen.KeyLine:
				v.remember(typed.Text)
				if in, ok := v.line(typed.Text); ok {
					input <- in
				}
			case screen.KeyEnter:
				input <- loop.Input{Kind: loop.GoOn}
			case screen.KeyAnswer:
				v.permissions.answer(typed.Text)
			case screen.KeySuspend:
				v.suspend()
			case screen.KeyInterrupt:
				input <- loop.Input{Kind: loop.Interrupt}
			case screen.KeyEOF:
				input <- loop.Input{Kind: loop.Quit}
			}
		}
	}
	v.cancel() // the terminal is gone
}

// followSize hands every change of the terminal's size to the agent.
func (v *supervision) followSize(guard func()) {
	defer guard()
	for range v.terminal.Resized() {
		if child := v.agent.Load(); child != nil {
			child.Resize(v.terminal.Size())
		}
		v.screen.Redraw()
	}
}

// stdinGrace is how long a standard input that says nothing is waited for where the arguments hold a task: some callers
// leave a pipe open that nobody writes to.
const stdinGrace = 3 * time.Second

// readTask gives the loop its messages where nobody types: the prompt argument and what standard input holds.
func (v *supervision) readTask(ctx context.Context, input chan<- loop.Input) error {
	if v.args.Input == "stream-json" {
		go v.readMessages(ctx, input)
		return nil
	}
	text := v.args.Prompt
	if !term.IsTerminal(int(v.stdin.Fd())) {
		piped, err := v.readAll(ctx)
		if err != nil {
			return err
		}
		text = strings.TrimSpace(strings.Join([]string{text, piped}, "\n"))
	}
	if text == "" {
		return usageError{errors.New("there is no task: give it as an argument, or on standard input")}
	}
	input <- loop.Input{Kind: loop.Message, Text: text}
	return nil
}

func (v *supervision) readAll(ctx context.Context) (string, error) {
	chunks := ptyio.Pump(v.stdin)
	var grace <-chan time.Time
	if v.args.Prompt != "" {
		grace = time.After(stdinGrace)
	}
	var text bytes.Buffer
	for {
		select {
		case chunk, ok := <-chunks:
			if !ok {
				return text.String(), nil
			}
			grace = nil
			text.Write(chunk)
		case <-grace:
			v.errorf("nothing on standard input for %s: going on with the argument alone", stdinGrace)
			return "", nil
		case <-ctx.Done():
			return "", exitStatus(128 + v.signal.Load())
		}
	}
}

// readMessages reads --input-format stream-json: a message goes to the agent as it comes.
func (v *supervision) readMessages(ctx context.Context, input chan<- loop.Input) {
	send := func(in loop.Input) {
		select {
		case input <- in:
		case <-ctx.Done():
		}
	}
	defer send(loop.Input{Kind: loop.Closed})
	if v.args.Prompt != "" {
		send(loop.Input{Kind: loop.Message, Text: v.args.Prompt})
	}
	decoder := streamjson.NewDecoder(v.stdin)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			v.errorf("standard input, line %d: %v", bad.Line, bad.Err)
			continue
		case err != nil:
			if !errors.Is(err, io.EOF) {
				v.errorf("read standard input: %v", err)
			}
			return
		case e.Type != streamjson.TypeUser:
			v.errorf("standard input, line %d: %q is no message, it is left out", e.Line, e.Name)
			continue
		}
		text, err := messageText(e)
		if err != nil {
			v.errorf("standard input, line %d: %v, it is left out", e.Line, err)
			continue
		}
		send(loop.Input{Kind: loop.Message, Text: text})
	}
}

func messageText(e streamjson.Event) (string, error) {
	m, err := e.Message()
	if err != nil {
		return "", err
	}
	var texts []string
	for _, b := range m.Content {
		if b.Type != "text" {
			return "", fmt.Errorf("a message with %s: only text is understood", b.Type)
		}
		texts = append(texts, b.Text)
	}
	if len(texts) == 0 {
		return "", errors.New("a message without text")
	}
	return strings.Join(texts, "\n"), nil
}
