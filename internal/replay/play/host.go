package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// host is the program at the other end of an actor's pipes: the loop. It sends messages, and gets the actor's lines.
type host struct {
	inputs  chan input           // in the order in which they came
	pending []streamjson.Message // messages that were read while the actor waited for an interrupt
	err     error                // set before inputs is closed

	mu sync.Mutex
	w  *bufio.Writer
}

// input is a message or a request to interrupt.
type input struct {
	message streamjson.Message
	stop    string // the ID of the request; "" for a message
}

// ahead is how many inputs the host may send before the actor reads them.
const ahead = 1 << 10

func newHost(in io.Reader, out io.Writer) *host {
	h := &host{inputs: make(chan input, ahead), w: bufio.NewWriter(out)}
	go h.read(streamjson.NewDecoder(in))
	return h
}

// read reads the host's output to its end. It answers requests that change nothing.
func (h *host) read(decoder *streamjson.Decoder) {
	defer close(h.inputs)
	for {
		e, err := decoder.Next()
		if err == nil {
			err = h.take(e)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				h.err = lang.Errorf("read a message: %w", err)
			}
			return
		}
	}
}

func (h *host) take(e streamjson.Event) error {
	switch e.Type {
	case streamjson.TypeControlRequest:
		request, err := e.ControlRequest()
		switch {
		case err != nil:
			return err
		case request.Subtype == "interrupt":
			h.inputs <- input{stop: request.RequestID}
			return nil
		}
		return h.respond(request.RequestID)
	case streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return err
		}
		h.inputs <- input{message: m}
	}
	return nil
}

// message waits for the next message. ok is false if the host sends no more.
func (h *host) message() (m streamjson.Message, ok bool, err error) {
	if len(h.pending) > 0 {
		m, h.pending = h.pending[0], h.pending[1:]
		return m, true, nil
	}
	for next := range h.inputs {
		if next.stop == "" {
			return next.message, true, nil
		}
		if err := h.respond(next.stop); err != nil { // no turn is running
			return m, false, err
		}
	}
	return m, false, h.err
}

// interrupt waits for a request to interrupt until late. ok is false if none came, or the host sends no more.
func (h *host) interrupt(late <-chan time.Time) (id string, ok bool) {
	for {
		select {
		case <-late:
			return "", false
		case next, more := <-h.inputs:
			if !more || next.stop != "" {
				return next.stop, more
			}
			h.pending = append(h.pending, next.message)
		}
	}
}

// drain waits until the host sends no more. It returns an error if another message comes.
func (h *host) drain() error {
	_, ok, err := h.message()
	if ok {
		return lang.Errorf("the recording ends before this message: it has no more turns")
	}
	return err
}

func (h *host) respond(id string) error {
	return h.line(fmt.Appendf(nil, `{"type":"control_response","response":{"subtype":"success","request_id":%q}}`, id))
}

// line writes a line at once.
func (h *host) line(text []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.w.Write(text)
	h.w.WriteByte('\n')
	if err := h.w.Flush(); err != nil {
		return lang.Errorf("write: %w", err)
	}
	return nil
}
