package recording

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"

	"ccc/streamjson"
)

// host is who plays with an actor: its messages come in, lines go out.
type host struct {
	messages chan streamjson.Message
	stops    chan string // the ids of requests to interrupt
	err      error       // set before messages is closed

	mu sync.Mutex
	w  *bufio.Writer
}

// ahead is how many messages the host may send before they are wanted.
const ahead = 1 << 10

func newHost(in io.Reader, out io.Writer) *host {
	h := &host{messages: make(chan streamjson.Message, ahead), stops: make(chan string, ahead), w: bufio.NewWriter(out)}
	go h.read(streamjson.NewDecoder(in))
	return h
}

// read takes what the host says, to its end, and answers what needs no thought.
func (h *host) read(decoder *streamjson.Decoder) {
	defer close(h.stops)
	defer close(h.messages)
	for {
		e, err := decoder.Next()
		if err == nil {
			err = h.take(e)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				h.err = fmt.Errorf("read a message: %w", err)
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
			h.stops <- request.RequestID
			return nil
		}
		return h.respond(request.RequestID)
	case streamjson.TypeUser:
		m, err := e.Message()
		if err != nil {
			return err
		}
		h.messages <- m
	}
	return nil
}

// message waits for the next one. ok is false if there is none any more.
func (h *host) message() (m streamjson.Message, ok bool, err error) {
	stops := h.stops
	for {
		if len(h.messages) > 0 { // an interrupt that is there too came behind it
			m, ok = <-h.messages
			return m, ok, nil
		}
		select {
		case m, ok = <-h.messages:
			if !ok {
				err = h.err
			}
			return m, ok, err
		case id, more := <-stops:
			if !more {
				stops = nil
				continue
			}
			if err := h.respond(id); err != nil { // there is nothing to stop
				return m, false, err
			}
		}
	}
}

// drain waits until the host has nothing more to say; a message is one too many.
func (h *host) drain() error {
	_, ok, err := h.message()
	if ok {
		return errors.New("the recording ends before this message: it has no more turns")
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
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
