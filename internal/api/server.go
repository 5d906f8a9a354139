// Package api is a scripted Anthropic Messages API on loopback, for a real Claude Code that is to be tried without a
// key and a network: by ccc doctor --live, and by tests.
//
// Whoever tries gives a Handler, a function from a request to a reply, and points ANTHROPIC_BASE_URL at the server:
//
//	srv, err := api.Start(func(r api.Request) api.Reply {
//		if strings.Contains(r.System, "You review") {
//			return api.Text("[TASK_COMPLETED]")
//		}
//		return api.Text("done")
//	})
//
// The rules: the handler is called for one request at a time, so that its variables need no lock, and must not
// block; what takes time (Slow, After, Hang) is part of the reply and holds up nobody else. Requests that claude
// makes on its own account (warm-up, titles, quota probes; see Side) are answered "ok" and never reach the handler.
// Every request is recorded before it is answered.
//
// It is no model of the API: usage is constant but for [Reply.Read], nothing is validated but the JSON, and streams are
// text and tool calls. Nor is it an HTTP server for others: see http.go.
package api

import (
	"context"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"sync"
)

// Handler decides the answer to a request.
type Handler func(Request) Reply

// Server is a running API, from [Start] to [Server.Close].
type Server struct {
	URL string // the value for ANTHROPIC_BASE_URL

	handle   Handler
	listener net.Listener
	end      context.CancelFunc // releases what hangs, and closes all connections
	running  sync.WaitGroup
	call     sync.Mutex // one handler call at a time

	mu      sync.Mutex
	seq     int // answers so far, for ids
	asked   []Request
	side    []Request
	changed chan struct{} // closed and replaced whenever asked grows
}

// Start starts a server on a free port of 127.0.0.1. Whoever starts it calls Close.
func Start(handle Handler) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	s := &Server{
		URL: "http://" + listener.Addr().String(), handle: handle, listener: listener, end: end,
		changed: make(chan struct{}),
	}
	s.running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // it is closed
			}
			s.running.Go(func() { s.serve(ctx, conn) })
		}
	})
	return s, nil
}

// Close ends the server, hanging requests included. It returns when nothing of it runs any more.
func (s *Server) Close() {
	s.listener.Close()
	s.end()
	s.running.Wait()
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

// route answers one request. ctx ends with the client and with the server.
func (s *Server) route(
	ctx context.Context, w *response, method, path string, header textproto.MIMEHeader, body []byte,
) {
	path, _, _ = strings.Cut(path, "?")
	switch {
	case method == "POST" && path == "/v1/messages":
		s.messages(ctx, w, header, body)
	case method == "POST" && path == "/v1/messages/count_tokens":
		w.json(200, nil, object{"input_tokens": 10})
	case (method == "GET" || method == "HEAD") && path == "/":
		w.json(200, nil, object{"ok": true})
	default:
		(&failure{status: 404, kind: "not_found_error", message: method + " " + path}).write(w)
	}
}

func (s *Server) messages(ctx context.Context, w *response, header textproto.MIMEHeader, body []byte) {
	req, err := parseRequest(body, header)
	if err != nil {
		(&failure{status: 400, kind: "invalid_request_error", message: err.Error()}).write(w)
		return
	}
	reply, id := s.decide(req)
	answer(ctx, w, reply, id, req.Model, req.Stream)
}

// decide records the request and asks the handler, unless claude made it on its own account.
func (s *Server) decide(req Request) (Reply, int) {
	s.call.Lock() // held over both, so that the record's order is the handler's
	defer s.call.Unlock()
	side := isSide(req)
	id := s.record(req, side)
	if side {
		return Text("ok"), id
	}
	return s.handle(req), id
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
