// Package fakeapi is a scripted Anthropic Messages API on loopback, for a real Claude Code that is to be tried without
// a key and a network: by ccc doctor --live, and by tests.
//
// Whoever tries gives a Handler, a function from a request to a reply, and points ANTHROPIC_BASE_URL at the server:
//
//	srv, err := fakeapi.Start(func(r fakeapi.Request) fakeapi.Reply {
//		if strings.Contains(r.System, "You review") {
//			return fakeapi.Text("[TASK_COMPLETED]")
//		}
//		return fakeapi.Text("done")
//	})
//
// The rules: the handler is called for one request at a time, so that its variables need no lock, and must not
// block; what takes time (Slow, After, Hang) is part of the reply and holds up nobody else. Requests that claude
// makes on its own account (warm-up, titles, quota probes; see Side) are answered "ok" and never reach the handler.
// Every request is recorded before it is answered.
//
// It is no model of the API: usage is constant but for [Reply.Read] and [Reply.Used], nothing is validated but the
// JSON, and streams are text and tool calls.
package fakeapi

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
)

// Handler decides the answer to a request.
type Handler func(Request) Reply

// Server is a running API, from [Start] to [Server.Close].
type Server struct {
	URL string // the value for ANTHROPIC_BASE_URL

	handle  Handler
	http    *http.Server
	cancel  context.CancelFunc // of the context of all requests: releases those that hang
	running sync.WaitGroup     // requests that are being answered
	call    sync.Mutex         // one handler call at a time

	mu           sync.Mutex
	closed       bool
	answerCount  int // answers so far, for ids
	requests     []Request
	sideRequests []Request
	changed      chan struct{} // closed and replaced whenever requests grows
}

// Start starts a server on a free port of 127.0.0.1. The caller must call Close.
func Start(handle Handler) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	s := &Server{URL: "http://" + listener.Addr().String(), handle: handle, cancel: end, changed: make(chan struct{})}
	s.http = &http.Server{
		Handler: s, BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog: log.New(io.Discard, "", 0), // of clients that send no HTTP
	}
	s.http.SetKeepAlivesEnabled(false)
	go func() { _ = s.http.Serve(listener) }() // until Close
	return s, nil
}

// Close ends the server, hanging requests included. It returns when no request is being answered any more.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	_ = s.http.Close()
	s.running.Wait()
}

// Requests returns the requests that the handler got so far, in the order of their arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Side returns the requests that the handler did not get.
func (s *Server) Side() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sideRequests)
}

// Await returns the requests that the handler got, once there are at least n, or ctx's error.
func (s *Server) Await(ctx context.Context, n int) ([]Request, error) {
	for {
		s.mu.Lock()
		asked, changed := slices.Clone(s.requests), s.changed
		s.mu.Unlock()
		if len(asked) >= n {
			return asked, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return asked, fmt.Errorf("fakeapi: %d of %d requests: %w", len(asked), n, ctx.Err())
		}
	}
}

// decide records the request and asks the handler, unless claude made the request for its own purposes.
func (s *Server) decide(req Request) (Reply, int) {
	s.call.Lock() // held over both steps, so that the recorded order is the handler's
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
	s.answerCount++
	if side {
		s.sideRequests = append(s.sideRequests, req)
		return s.answerCount
	}
	s.requests = append(s.requests, req)
	close(s.changed)
	s.changed = make(chan struct{})
	return s.answerCount
}
