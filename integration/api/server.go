// Package api is a scripted Anthropic Messages API on loopback, for tests that run the real Claude Code.
//
// A test gives a Handler, a function from a request to a reply, and points ANTHROPIC_BASE_URL at the server:
//
//	srv := api.New(t, func(r api.Request) api.Reply {
//		if strings.Contains(r.System, "You review") {
//			return api.Text("[TASK_COMPLETED]")
//		}
//		return api.Text("done")
//	})
//
// The rules: the handler is called for one request at a time, so that its variables need no lock, and must not
// block; what takes time (Slow, After, Hang) is part of the reply and holds up nobody else. Requests that claude
// makes on its own account (warm-up, titles, quota probes; see Side) are answered "ok" and never reach the handler.
// Every request is recorded before it is answered. The server ends with the test, hanging requests included.
//
// It is no model of the API: usage is constant but for [Reply.Read], nothing is validated but the JSON, and streams are
// text and tool calls.
package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// Handler decides the answer to a request.
type Handler func(Request) Reply

// Server is a running API.
type Server struct {
	URL string // the value for ANTHROPIC_BASE_URL

	done chan struct{} // closed when the server ends; releases what hangs
	call sync.Mutex    // one handler call at a time

	mu      sync.Mutex
	seq     int // answers so far, for ids
	asked   []Request
	side    []Request
	changed chan struct{} // closed and replaced whenever asked grows
}

// New starts a server that ends with the test.
func New(t testing.TB, handle Handler) *Server {
	s := &Server{done: make(chan struct{}), changed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", func(w http.ResponseWriter, r *http.Request) { s.messages(w, r, handle) })
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, object{"input_tokens": 10})
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, object{"ok": true})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		(&failure{status: http.StatusNotFound, kind: "not_found_error", message: r.Method + " " + r.URL.Path}).write(w)
	})
	ts := httptest.NewServer(mux)
	s.URL = ts.URL
	t.Cleanup(func() {
		close(s.done)
		ts.CloseClientConnections()
		ts.Close()
	})
	return s
}

// Script answers with the replies in order. A request beyond the last is a test error and gets status 403, which
// claude gives up on at once. Mind that one reply may be asked for twice: see Error.
func Script(t testing.TB, replies ...Reply) Handler {
	return func(r Request) Reply {
		if len(replies) == 0 {
			t.Errorf("api: request beyond the script; the person said %q", r.LastUser)
			return Error(http.StatusForbidden, "permission_error", "the script has ended", nil)
		}
		next := replies[0]
		replies = replies[1:]
		return next
	}
}

// Requests are those that the handler saw so far, in the order of their arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Side are the requests that the handler did not see.
func (s *Server) Side() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.side)
}

// Await returns the requests that the handler saw, once there are at least n, or ctx's error.
func (s *Server) Await(ctx context.Context, n int) ([]Request, error) {
	for {
		s.mu.Lock()
		asked, changed := slices.Clone(s.asked), s.changed
		s.mu.Unlock()
		if len(asked) >= n {
			return asked, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return asked, fmt.Errorf("api: %d of %d requests: %w", len(asked), n, ctx.Err())
		}
	}
}

func (s *Server) messages(w http.ResponseWriter, r *http.Request, handle Handler) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	req, err := parseRequest(raw, r.Header)
	if err != nil {
		(&failure{status: http.StatusBadRequest, kind: "invalid_request_error", message: err.Error()}).write(w)
		return
	}

	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() { // ends with the request
		select {
		case <-s.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	reply, id := s.decide(req, handle)
	answer(ctx, w, reply, id, req.Model, req.Stream)
}

// decide records the request and asks the handler, unless claude made it on its own account.
func (s *Server) decide(req Request, handle Handler) (Reply, int) {
	s.call.Lock() // held over both, so that the record's order is the handler's
	defer s.call.Unlock()
	side := isSide(req)
	id := s.record(req, side)
	if side {
		return Text("ok"), id
	}
	return handle(req), id
}

// record notes a request and numbers its answer.
func (s *Server) record(req Request, side bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	if side {
		s.side = append(s.side, req)
		return s.seq
	}
	s.asked = append(s.asked, req)
	close(s.changed)
	s.changed = make(chan struct{})
	return s.seq
}
