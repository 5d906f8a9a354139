package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
)

// As much HTTP/1.1 (RFC 9112) as claude speaks, one request to a connection: the program that has this package is also
// the Stop hook, which starts at each stop of an agent, and net/http in it costs 0.7 ms and 4.6 MB.

// maxBody bounds a request. Conversations of a trial are short.
const maxBody = 64 << 20

var errMalformed = errors.New("malformed request")

// serve answers the request of one connection, and closes it.
func (s *Server) serve(ctx context.Context, conn net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	defer conn.Close()
	buffered := bufio.NewReader(conn)
	method, path, header, err := readHead(buffered)
	if err != nil {
		return // no client of ours
	}
	if strings.EqualFold(header.Get("Expect"), "100-continue") {
		if _, err := io.WriteString(conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return
		}
	}
	body, err := readBody(buffered, header)
	if err != nil {
		return
	}
	s.running.Go(func() { // until the client has gone, or the answer is written and the connection closed
		_, _ = io.Copy(io.Discard, buffered)
		cancel()
	})
	s.route(ctx, &response{conn: conn, head: method == "HEAD"}, method, path, header, body)
}

func readHead(r *bufio.Reader) (method, path string, header textproto.MIMEHeader, err error) {
	text := textproto.NewReader(r)
	line, err := text.ReadLine()
	if err != nil {
		return "", "", nil, err
	}
	words := strings.Split(line, " ")
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") {
		return "", "", nil, errMalformed
	}
	header, err = text.ReadMIMEHeader()
	return words[0], words[1], header, err
}

func readBody(r *bufio.Reader, header textproto.MIMEHeader) ([]byte, error) {
	if strings.EqualFold(header.Get("Transfer-Encoding"), "chunked") {
		return readChunks(r)
	}
	length := header.Get("Content-Length")
	if length == "" {
		return nil, nil
	}
	n, err := strconv.ParseUint(length, 10, 31)
	if err != nil || n > maxBody {
		return nil, errMalformed
	}
	body := make([]byte, n)
	_, err = io.ReadFull(r, body)
	return body, err
}

func readChunks(r *bufio.Reader) (body []byte, err error) {
	text := textproto.NewReader(r)
	for {
		line, err := text.ReadLine()
		if err != nil {
			return nil, err
		}
		line, _, _ = strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(line), 16, 31)
		if err != nil || len(body)+int(n) > maxBody {
			return nil, errMalformed
		}
		if n == 0 {
			_, err := text.ReadMIMEHeader() // the trailer
			return body, err
		}
		chunk := make([]byte, n+2) // with its line break
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, err
		}
		body = append(body, chunk[:n]...)
	}
}

// response writes the answer to a request. An error of writing is not told: the client has gone, and its context ends.
type response struct {
	conn net.Conn
	head bool // nothing but the head is wanted
}

// start writes the head of an answer in chunks, which is over with finish, and broken off without it.
func (w *response) start(contentType string) {
	fmt.Fprintf(w.conn, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nRequest-Id: req_scripted\r\n"+
		"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n", contentType)
}

func (w *response) chunk(text string) {
	if text != "" { // an empty one would be the end
		fmt.Fprintf(w.conn, "%x\r\n%s\r\n", len(text), text)
	}
}

func (w *response) finish() { _, _ = io.WriteString(w.conn, "0\r\n\r\n") }

// reset ends the connection by a TCP reset.
func (w *response) reset() {
	if tcp, ok := w.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	w.conn.Close()
}

// json writes a whole answer.
func (w *response) json(status int, header map[string][]string, body object) {
	raw, _ := json.Marshal(body) // maps of strings and numbers: always possible
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d -\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n",
		status, len(raw))
	for name, values := range header {
		for _, value := range values {
			fmt.Fprintf(&b, "%s: %s\r\n", name, value)
		}
	}
	b.WriteString("\r\n")
	if !w.head {
		b.Write(raw)
	}
	_, _ = io.WriteString(w.conn, b.String())
}
