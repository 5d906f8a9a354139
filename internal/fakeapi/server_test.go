package fakeapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// start starts a server that ends with the test.
func start(t *testing.T, handle Handler) *Server {
	t.Helper()
	srv, err := Start(handle)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

// script answers with the replies in order. A request after the last one is a test error and gets status 403, at which
// claude gives up. A reply may be requested twice: see Error.
func script(t *testing.T, replies ...Reply) Handler {
	return func(r Request) Reply {
		if len(replies) == 0 {
			t.Errorf("request beyond the script; the person said %q", r.LastUser)
			return Error(http.StatusForbidden, "permission_error", "the script has ended", nil)
		}
		next := replies[0]
		replies = replies[1:]
		return next
	}
}

// post sends one request and returns the response, which the test closes.
func post(t *testing.T, ctx context.Context, srv *Server, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "POST", srv.URL+"/v1/messages", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestStream(t *testing.T) {
	srv := start(t, func(r Request) Reply {
		return Text("you said " + r.LastUser).And(Tool("Bash", object{"command": "ls"}))
	})
	resp := post(t, t.Context(), srv, `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}`)
	var names []string
	for s := bufio.NewScanner(strings.NewReader(bodyOf(t, resp))); s.Scan(); {
		if name, ok := strings.CutPrefix(s.Text(), "event: "); ok {
			names = append(names, strings.TrimPrefix(name, "content_block_"))
		}
	}
	want := "message_start start delta stop start delta stop message_delta message_stop"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("events = %s, want %s", got, want)
	}
}

func TestWhole(t *testing.T) {
	srv := start(t, script(t, Texts("a", "b")))
	var got struct {
		Content    []struct{ Text string }
		StopReason string `json:"stop_reason"`
	}
	body := bodyOf(t, post(t, t.Context(), srv, `{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Content) != 2 || got.Content[1].Text != "b" || got.StopReason != "end_turn" {
		t.Errorf("message = %s, want texts a and b, end_turn", body)
	}
}

// TestUsed: both forms of an answer name the tokens that it took.
func TestUsed(t *testing.T) {
	reply := Text("a").Used(6, 700, 80).Read(9000)
	srv := start(t, script(t, reply, reply))
	for _, stream := range []string{"true", "false"} {
		body := bodyOf(t, post(t, t.Context(), srv, `{"stream":`+stream+`,"messages":[]}`))
		for _, want := range []string{
			`"input_tokens":6,`, `"cache_creation_input_tokens":700`, `"cache_read_input_tokens":9000`, `"output_tokens":80`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("stream %s: %s is not in %s", stream, want, body)
			}
		}
	}
}

func TestError(t *testing.T) {
	srv := start(t, script(t, Error(429, "rate_limit_error", "slow down", http.Header{"Retry-After": {"7"}})))
	resp := post(t, t.Context(), srv, `{"messages":[]}`)
	if body := bodyOf(t, resp); resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "7" ||
		!strings.Contains(body, `"message":"slow down"`) {
		t.Errorf("reply = %d %v %s", resp.StatusCode, resp.Header, body)
	}
}

func TestSlow(t *testing.T) {
	chunks := make(chan string)
	srv := start(t, script(t, Slow(chunks)))
	resp := post(t, t.Context(), srv, `{"stream":true,"messages":[]}`)
	lines := bufio.NewScanner(resp.Body)
	read := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("the stream ended (%v) without %s", lines.Err(), want)
	}
	for _, c := range []string{"one", "two"} {
		chunks <- c
		read(`"text":"` + c + `"`)
	}
	close(chunks)
	read("message_stop")
}

func TestAfter(t *testing.T) {
	gate := make(chan struct{})
	srv := start(t, script(t, Text("late").After(gate)))
	go func() {
		if _, err := srv.Await(t.Context(), 1); err == nil {
			close(gate)
		}
	}()
	if body := bodyOf(t, post(t, t.Context(), srv, `{"messages":[]}`)); !strings.Contains(body, "late") {
		t.Errorf("reply = %s, want late", body)
	}
}

// A request that hangs ends with its client. It delays neither other requests nor the end of the server.
func TestHang(t *testing.T) {
	srv := start(t, script(t, Hang(), Hang(), Text("free")))
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			req, _ := http.NewRequestWithContext(ctx, "POST", srv.URL+"/v1/messages", strings.NewReader(`{"messages":[]}`))
			if resp, err := http.DefaultClient.Do(req); err == nil {
				_ = resp.Body.Close()
				t.Error("a hanging request was answered")
			}
		}()
	}
	if _, err := srv.Await(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if body := bodyOf(t, post(t, t.Context(), srv, `{"messages":[]}`)); !strings.Contains(body, "free") {
		t.Errorf("third reply = %s, want free", body)
	}
}

func TestAwaitTimesOut(t *testing.T) {
	srv := start(t, script(t))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if got, err := srv.Await(ctx, 1); err == nil || len(got) != 0 {
		t.Errorf("Await = %v, %v, want none and an error", got, err)
	}
}

func TestOtherPaths(t *testing.T) {
	srv := start(t, script(t))
	for _, tt := range []struct {
		method, path string
		status       int
	}{
		{"HEAD", "/", 200},
		{"GET", "/", 200},
		{"POST", "/v1/messages/count_tokens", 200},
		{"GET", "/v1/messages", 404},
		{"GET", "/v1/models", 404},
	} {
		req, _ := http.NewRequestWithContext(t.Context(), tt.method, srv.URL+tt.path, bytes.NewReader(nil))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != tt.status {
			t.Errorf("%s %s = %d, want %d", tt.method, tt.path, resp.StatusCode, tt.status)
		}
	}
	if resp := post(t, t.Context(), srv, `{`); resp.StatusCode != 400 {
		t.Errorf("bad JSON = %d, want 400", resp.StatusCode)
	}
}

func TestCut(t *testing.T) {
	for how, whole := range map[How]bool{Closed: false, Reset: false, Ended: true, Failed: true} {
		srv := start(t, script(t, Text("half").Cut("content_block_stop", how)))
		raw, err := io.ReadAll(post(t, t.Context(), srv, `{"stream":true,"messages":[]}`).Body)
		if (err == nil) != whole {
			t.Errorf("%v: read: %v, want whole: %v", how, err, whole)
		}
		if got := string(raw); whole && !strings.Contains(got, "half") || strings.Contains(got, "message_delta") ||
			strings.Contains(got, "Overloaded") != (how == Failed) {
			t.Errorf("%v: %s", how, got)
		}
	}
}

// Bodies without a known length, and bodies that the client only sends when told to.
func TestBodies(t *testing.T) {
	srv := start(t, func(r Request) Reply { return Text("you said " + r.LastUser) })
	long := strings.Repeat("long ", 100_000)
	body := `{"messages":[{"role":"user","content":"` + long + `end"}]}`
	for name, change := range map[string]func(*http.Request){
		"chunks": func(r *http.Request) { r.ContentLength = -1 },
		"length": func(*http.Request) {},
		"expect": func(r *http.Request) { r.Header.Set("Expect", "100-continue") },
	} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", srv.URL+"/v1/messages?beta=true", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		change(req)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := bodyOf(t, resp); !strings.Contains(got, "you said long") || !strings.Contains(got, "long end") {
			t.Errorf("%s: %.200s", name, got)
		}
		resp.Body.Close()
	}
}

// Input that is not a request reaches no handler and delays no client.
func TestMalformed(t *testing.T) {
	srv := start(t, script(t))
	for _, text := range []string{
		"\r\n\r\n", "GET /\r\n\r\n", "POST /v1/messages HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
		"POST /v1/messages HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
		"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(srv.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if raw, _ := io.ReadAll(conn); len(raw) > 0 && !strings.HasPrefix(string(raw), "HTTP/1.1 4") { // it may be reset
			t.Errorf("%q is answered with %q", text, raw)
		}
		conn.Close()
	}
}
