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

// host is who plays with an actor: its messages come in, lines go out.
type host struct {
	said    chan heard           // in the order in which it was said
	pending []streamjson.Message // taken from said on the way to an interrupt
	err     error                // set before said is closed

	mu sync.Mutex
	w  *bufio.Writer
}

// heard is a message or a request to interrupt.
type heard struct {
	message streamjson.Message
	stop    string // the request's id
}

// ahead is how many messages the host may send before they are wanted.
const ahead = 1 << 10

func newHost(in io.Reader, out io.Writer) *host {
	h := &host{said: make(chan heard, ahead), w: bufio.NewWriter(out)}
	go h.read(streamjson.NewDecoder(in))
	return h
}

// read takes what the host says, to its end, and answers what needs no thought.
func (h *host) read(decoder *streamjson.Decoder) {
	defer close(h.said)
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
			h.said <- heard{stop: request.RequestID}
			return nil
		}
		return h.respond(request.RequestID)
	case streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return err
		}
		h.said <- heard{message: m}
	}
	return nil
}

// message waits for the next one. ok is false if there is none any more.
func (h *host) message() (m streamjson.Message, ok bool, err error) {
	if len(h.pending) > 0 {
		m, h.pending = h.pending[0], h.pending[1:]
		return m, true, nil
	}
	for next := range h.said {
		if next.stop == "" {
			return next.message, true, nil
		}
		if err := h.respond(next.stop); err != nil { // there is nothing to stop
			return m, false, err
		}
	}
	return m, false, h.err
}

// interrupt waits for one until it is late. ok is false if none came, or none can come any more.
func (h *host) interrupt(late <-chan time.Time) (id string, ok bool) {
	for {
		select {
		case <-late:
			return "", false
		case next, more := <-h.said:
			if !more || next.stop != "" {
				return next.stop, more
			}
			h.pending = append(h.pending, next.message)
		}
	}
}

// drain waits until the host has nothing more to say; a message is one too many.
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

// line writes one, at once.
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
