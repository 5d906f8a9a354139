package fakeapi

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
)

// maxBody is the largest request, in bytes. The conversations of a trial are short.
const maxBody = 64 << 20

// ServeHTTP answers one request. The request's context ends with the client and with the server.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.begin() {
		abort()
	}
	defer s.running.Done()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		abort()
	}
	switch method, path := r.Method, r.URL.Path; {
	case method == http.MethodPost && path == "/v1/messages":
		s.serveMessages(w, r, body)
	case method == http.MethodPost && path == "/v1/messages/count_tokens":
		writeJSON(w, http.StatusOK, nil, object{"input_tokens": 10})
	case (method == http.MethodGet || method == http.MethodHead) && path == "/":
		writeJSON(w, http.StatusOK, nil, object{"ok": true})
	default:
		(&failure{status: http.StatusNotFound, kind: "not_found_error", message: method + " " + path}).write(w)
	}
}

// begin counts a request that is being answered, until running.Done. It refuses once the server is closed.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.running.Add(1)
	}
	return !s.closed
}

func (s *Server) serveMessages(w http.ResponseWriter, r *http.Request, body []byte) {
	req, err := parseRequest(body, r.Header)
	if err != nil {
		(&failure{status: http.StatusBadRequest, kind: "invalid_request_error", message: err.Error()}).write(w)
		return
	}
	reply, id := s.decide(req)
	answer(r.Context(), w, reply, id, req.Model, req.Stream)
}

// startBody writes the status and the headers of an answer whose body comes in pieces.
func startBody(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Request-Id", "req_scripted")
	w.WriteHeader(http.StatusOK)
}

// send writes a piece of the body at once. It ignores errors: if the client is gone, the request's context ends.
func send(w http.ResponseWriter, text string) {
	_, _ = io.WriteString(w, text)
	_ = http.NewResponseController(w).Flush()
}

// writeJSON writes a whole answer.
func writeJSON(w http.ResponseWriter, status int, header http.Header, body object) {
	raw, _ := json.Marshal(body) // maps of strings and numbers: always possible
	for name, values := range header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// abort closes the connection in the middle of the answer, or before it. It does not return.
func abort() { panic(http.ErrAbortHandler) }

// reset ends the connection by a TCP reset.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		abort()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
}
