package provider

import (
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ccc/internal/lang"
)

// long is a timeout that no test reaches.
const long = time.Minute

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// told returns a result with its detail in English.
type told struct {
	Reachable, Authenticated, Model Answer
	Detail                          string
}

func (r told) OK() bool {
	return ProbeResult{Reachable: r.Reachable, Authenticated: r.Authenticated, Model: r.Model}.OK()
}

func tell(r ProbeResult) told { return told{r.Reachable, r.Authenticated, r.Model, r.Detail.String()} }

func probed(t *testing.T, target Endpoint, env []string) told {
	t.Helper()
	r, err := Probe(t.Context(), target, long, env)
	if err != nil {
		t.Fatalf("Probe = %v", err)
	}
	return tell(r)
}

const message = `{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"H"}]}`

var (
	good      = told{Yes, Yes, Yes, ""}
	unreached = func(detail string) told { return told{No, Unknown, Unknown, detail} }
	noAuth    = func(detail string) told { return told{Yes, No, Unknown, detail} }
	noModel   = func(detail string) told { return told{Yes, Yes, No, detail} }
	noMoney   = func(detail string) told { return told{Yes, Yes, Unknown, detail} }
	reachable = func(detail string) told { return told{Yes, Unknown, Unknown, detail} }
)

// wrong returns an error in Anthropic's form.
func wrong(kind, text string) string {
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q},"request_id":"req_1"}`, kind, text)
}

func TestJudgement(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   told
	}{
		{"a message", 200, message, good},
		{"content alone", 200, `{"content":[],"error":null}`, good},
		{"lines", 200, "\n{\"type\":\n\"message\"}\n", good},

		{"401", 401, wrong("authentication_error", "invalid x-api-key"), noAuth("invalid x-api-key")},
		{"401 about a model", 401, wrong("x", "the model may not be used"), noAuth("the model may not be used")},
		{"401 without words", 401, `{}`, noAuth("HTTP 401")},
		{"401 without a body", 401, ``, noAuth("HTTP 401")},
		{"401 with words that do not print", 401, `{"error":"\u0007"}`, noAuth("HTTP 401")},
		{"403", 403, wrong("forbidden", "Request not allowed"), noAuth("Request not allowed")},
		{"403 without a body", 403, ``, noAuth("HTTP 403")},
		{"403 for this model", 403, `{"error":{"message":"no access to test-model"}}`,
			noModel("no access to test-model")},
		{"400 about a key", 400, `{"error":{"code":400,"message":"API key not valid."}}`, noAuth("API key not valid.")},
		{"400 of a kind", 400, wrong("authentication_error", "no such model user"), noAuth("no such model user")},
		{"401 in 200", 200, `{"code":401,"msg":"no","success":false}`, noAuth("no")},
		{"401 in an error in 200", 200, `{"error":{"code":"401","message":"User not found."}}`,
			noAuth("User not found.")},
		{"a token in 200", 200, `{"code":1000,"msg":"the token expired"}`, noAuth("the token expired")},
		{"令牌 in 200", 200, `{"code":1002,"msg":"令牌已过期"}`, noAuth("令牌已过期")},
		{"a key in the code in 200", 200, `{"code":"InvalidApiKey","message":"Go away."}`, noAuth("Go away.")},
		{"a string in 200", 200, `{"error":"authentication needed"}`, noAuth("authentication needed")},

		{"404 for the model", 404, wrong("not_found_error", "model: test-model"), noModel("model: test-model")},
		{"404 for the name", 404, `{"error":"test-model not found, pull it first"}`,
			noModel("test-model not found, pull it first")},
		{"404 of a kind", 404, wrong("model_not_found", "sorry"), noModel("sorry")},
		{"400 for the model", 400, `{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}`,
			noModel("Model Not Exist")},
		{"模型 in 200", 200, `{"error":{"code":"1211","message":"模型不存在"}}`, noModel("模型不存在")},

		{"404", 404, wrong("not_found_error", "Not Found"), unreached("not a Messages API: HTTP 404: Not Found")},
		{"404 of a web server", 404, `<html>the model of a page`, unreached("not a Messages API: HTTP 404")},
		{"404 without a body", 404, ``, unreached("not a Messages API: HTTP 404")},
		{"404 of a framework", 404, `{"detail":"Not Found"}`, unreached("not a Messages API: HTTP 404: Not Found")},
		{"405", 405, `{"detail":"Method Not Allowed"}`, unreached("not a Messages API: HTTP 405: Method Not Allowed")},
		{"a page", 200, `<!doctype html><title>Welcome</title>`, unreached("not a Messages API: HTTP 200")},
		{"a page that says 401", 401, `<html>Unauthorized`, unreached("not a Messages API: HTTP 401")},
		{"a page that says 502", 502, `<html>Bad Gateway`, unreached("not a Messages API: HTTP 502")},
		{"no body", 200, ``, unreached("not a Messages API: HTTP 200")},
		{"a list", 200, `[]`, unreached("not a Messages API: HTTP 200")},
		{"null", 200, `null`, unreached("not a Messages API: HTTP 200")},
		{"another API", 200, `{"object":"chat.completion","choices":[]}`, unreached("not a Messages API: HTTP 200")},
		{"a greeting", 200, `{"message":"hello"}`, unreached("not a Messages API: HTTP 200: hello")},
		{"a message in 500", 500, message, unreached("not a Messages API: HTTP 500")},
		{"an object", 500, `{}`, unreached("not a Messages API: HTTP 500")},

		{"402", 402, `{"error":{"message":"Pay."}}`, noMoney("Pay.")},
		{"credit", 400, wrong("invalid_request_error", "Your credit is too low"), noMoney("Your credit is too low")},
		{"403 and quota", 403, `{"error":{"code":"insufficient_user_quota","message":"no"}}`, noMoney("no")},
		{"429 and 余额", 429, `{"error":{"code":"1113","message":"余额不足"}}`, noMoney("余额不足")},
		{"money in 200", 200, `{"code":"Arrearage","message":"overdue"}`, noMoney("overdue")},

		{"429", 429, wrong("rate_limit_error", "Too many tokens for this model"),
			reachable("Too many tokens for this model")},
		{"500", 500, wrong("api_error", "the billing key is lost"), reachable("the billing key is lost")},
		{"529", 529, wrong("overloaded_error", "Overloaded"), reachable("Overloaded")},
		{"500 in 200", 200, `{"code":500,"msg":"404 NOT_FOUND","success":false}`, reachable("404 NOT_FOUND")},
		{"400", 400, wrong("invalid_request_error", "max_tokens: must be 16"), reachable("max_tokens: must be 16")},
		{"400 without words", 400, `{"error":{}}`, reachable("HTTP 400")},
		{"a status in 200", 200, `{"status":"error","message":"later"}`, reachable("later")},
		{"no success in 200", 200, `{"success":false,"msg":"later"}`, reachable("later")},
		{"error in 200", 200, `{"type":"error","message":"later"}`, reachable("later")},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			got := probed(t, Endpoint{BaseURL: url, Model: "test-model"}, nil)
			if got != c.want {
				t.Errorf("Probe = %+v, want %+v", got, c.want)
			}
			if got.OK() != (c.want == good) {
				t.Errorf("OK() = %v of %+v", got.OK(), got)
			}
		})
	}
}

// asked is what a server saw of a request.
type asked struct {
	Line   string
	Header http.Header
	Body   string
}

// listen starts a server that accepts every request, and returns what it was asked.
func listen(t *testing.T) (url string, seen func() []asked) {
	t.Helper()
	list := make(chan asked, 10)
	url = serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Header.Del("User-Agent")
		r.Header.Del("Content-Length")
		list <- asked{r.Method + " " + r.RequestURI, r.Header, string(body)}
		io.WriteString(w, message)
	})
	return url, func() (all []asked) {
		for len(list) > 0 {
			all = append(all, <-list)
		}
		return all
	}
}

// headers returns the headers of every request, and more.
func headers(pairs ...string) http.Header {
	h := http.Header{"Accept": {"*/*"}, "Content-Type": {"application/json"}, "Anthropic-Version": {"2023-06-01"}}
	for i := 0; i < len(pairs); i += 2 {
		h[pairs[i]] = []string{pairs[i+1]}
	}
	return h
}

func TestRequest(t *testing.T) {
	const body = `{"model":"%s","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}`
	for _, c := range []struct {
		name   string
		path   string
		target Endpoint
		want   asked
	}{
		{"nothing given", "", Endpoint{}, asked{"POST /v1/messages", headers(), fmt.Sprintf(body, "claude-sonnet-4-5")}},
		{"token and key", "/api/anthropic//", Endpoint{AuthToken: "tok", APIKey: "key", Model: "m"},
			asked{"POST /api/anthropic/v1/messages", headers("Authorization", "Bearer tok", "X-Api-Key", "key"),
				fmt.Sprintf(body, "m")}},
		{"odd characters", "/a[1-3]/{b,c}", Endpoint{AuthToken: `@q"\n\`, Model: `a"b\c` + "\nurl = x"}, asked{
			"POST /a%5B1-3%5D/%7Bb,c%7D/v1/messages", headers("Authorization", `Bearer @q"\n\`),
			fmt.Sprintf(body, `a\"b\\c\nurl = x`),
		}},
		{"custom headers", "", Endpoint{
			AuthToken: "tok", Headers: "X-A: 1:2 \r\n\n no header\n: none\n x-empty :\nauthorization: Basic x\nx-a: é",
		}, asked{
			"POST /v1/messages", headers("Authorization", "Basic x", "X-A", "é", "X-Empty", ""),
			fmt.Sprintf(body, "claude-sonnet-4-5"),
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, seen := listen(t)
			c.target.BaseURL = url + c.path
			if r := probed(t, c.target, nil); r != good {
				t.Errorf("Probe = %+v, want all good", r)
			}
			if got := seen(); !reflect.DeepEqual(got, []asked{c.want}) {
				t.Errorf("the server was asked %q, want %q", got, c.want)
			}
		})
	}
}

func TestRequestDefaultURL(t *testing.T) {
	if url, err := (Endpoint{}).url(); url.String() != "https://api.anthropic.com/v1/messages" || err != nil {
		t.Errorf("url() = %q, %v", url, err)
	}
}

// TestRequestRefused: a request that cannot be valid is not sent.
func TestRequestRefused(t *testing.T) {
	const url = "the base URL is not http:// or https:// with a host"
	const header = "the value of the header %s has a control character in it"
	for _, c := range []struct {
		target Endpoint
		want   string
	}{
		{Endpoint{BaseURL: "api.example.com"}, url},
		{Endpoint{BaseURL: "file:///etc/passwd"}, url},
		{Endpoint{BaseURL: "ftp://host"}, url},
		{Endpoint{BaseURL: "https://"}, url},
		{Endpoint{BaseURL: "https:///v1"}, url},
		{Endpoint{BaseURL: "https://:443"}, url},
		{Endpoint{BaseURL: "https://user:pass@"}, url},
		{Endpoint{BaseURL: "http://h\nproxy = x"}, "the base URL has a control character in it"},
		{Endpoint{AuthToken: "a\nb"}, fmt.Sprintf(header, "Authorization")},
		{Endpoint{AuthToken: "a\x00b"}, fmt.Sprintf(header, "Authorization")},
		{Endpoint{APIKey: "key\n"}, fmt.Sprintf(header, "x-api-key")},
		{Endpoint{Headers: "x-a: b\x1bc"}, fmt.Sprintf(header, "x-a")},
		{Endpoint{Headers: "@/etc/passwd: x"}, "the name of a custom header has a character that none may have"},
		{Endpoint{Headers: "x\x01: x"}, "the name of a custom header has a character that none may have"},
	} {
		if got := probed(t, c.target, nil); got != unreached(c.want) {
			t.Errorf("Probe(%q) = %+v, want %q", c.target, got, c.want)
		}
	}
	for _, url := range []string{"HTTPS://host", "http://[::1]:80/x", "http://u:p@host", "http://host?x"} {
		if _, err := (Endpoint{BaseURL: url}).url(); err != nil {
			t.Errorf("url() of %q = %v", url, err)
		}
	}
}

// TestUnreachable: the detail is the error of the network.
func TestUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // nobody is there now
	drop := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	for _, c := range []struct{ name, url, want string }{
		{"refused", "http://" + l.Addr().String(), "127.0.0.1:"},
		{"no such host", "https://" + strings.Repeat("x", 64) + ".invalid", "lookup xxx"},
		{"dropped", drop, "the connection was closed before the answer was complete"},
		{"no URL", "http://h ost", "URL"},
	} {
		got := probed(t, Endpoint{BaseURL: c.url}, nil)
		if got != unreached(got.Detail) || !strings.Contains(got.Detail, c.want) {
			t.Errorf("%s: Probe = %+v, want %q", c.name, got, c.want)
		}
	}
}

// TestTLS: ccc sends nothing to a server whose certificate the system does not trust, unless the environment allows it.
func TestTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, message)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	s.StartTLS()
	defer s.Close()
	if got := probed(t, Endpoint{BaseURL: s.URL}, nil); got != unreached(got.Detail) ||
		!strings.Contains(got.Detail, "certificate") {
		t.Errorf("Probe = %+v, want a word about the certificate", got)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CURL_CA_BUNDLE"} {
		if got := probed(t, Endpoint{BaseURL: s.URL}, []string{name + "=" + file}); got != good {
			t.Errorf("Probe = %+v with the certificate in %s", got, name)
		}
	}
}

func TestProxy(t *testing.T) {
	url, seen := listen(t)
	if got := probed(t, Endpoint{BaseURL: "http://provider.invalid"}, []string{"http_proxy=" + url}); got != good {
		t.Errorf("Probe = %+v", got)
	}
	if got := seen(); len(got) != 1 || got[0].Line != "POST http://provider.invalid/v1/messages" {
		t.Errorf("the proxy was asked %q", got)
	}
}

// TestProxyOfTheEnvironment: only the given environment counts, and no error contains the password of a proxy.
func TestProxyOfTheEnvironment(t *testing.T) {
	t.Setenv("http_proxy", "http://127.0.0.1:1")
	url, seen := listen(t)
	for _, env := range [][]string{
		{"ALL_PROXY=" + url}, {"HTTP_PROXY=http://nobody.invalid:1", "http_proxy=" + strings.TrimPrefix(url, "http://")},
	} {
		if got := probed(t, Endpoint{BaseURL: "http://provider.invalid"}, env); got != good || len(seen()) != 1 {
			t.Errorf("with %q: Probe = %+v", env, got)
		}
	}
	got := probed(t, Endpoint{BaseURL: "http://provider.invalid"}, []string{"http_proxy=http://me:pass-word@127.0.0.1:1"})
	if got.Reachable != No || strings.Contains(got.Detail, "pass-word") || !strings.Contains(got.Detail, "refused") {
		t.Errorf("Probe = %+v by a proxy that is not there", got)
	}
	if got := probed(t, Endpoint{BaseURL: url}, []string{"http_proxy=http://127.0.0.1:1", "NO_PROXY=127.0.0.1"}); got != good {
		t.Errorf("Probe = %+v of a host that needs no proxy", got)
	}
}

func TestRedirect(t *testing.T) {
	other, seen := listen(t)
	for _, status := range []int{301, 302, 303, 307, 308} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other+"/v1/messages?k=tok-1", status)
		})
		want := unreached(fmt.Sprintf("not a Messages API: HTTP %d, and a redirect is not followed: %s/v1/messages?k=***",
			status, other))
		if got := probed(t, Endpoint{BaseURL: url, AuthToken: "tok-1"}, nil); got != want {
			t.Errorf("Probe = %+v, want %+v", got, want)
		}
	}
	if got := seen(); got != nil {
		t.Errorf("the other host was asked %q", got)
	}
}

func TestSecretsMasked(t *testing.T) {
	const token, key, value = "tök-sécret", "key-secret", "Basic key-secret-more"
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		all := []string{"bad:", token, key, value, user, password, "tök-\x00sécret"}
		text, err := json.Marshal(map[string]string{"error": strings.Join(all, "\n")})
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(401)
		w.Write(text)
	})
	for _, c := range []struct {
		target Endpoint
		want   string
	}{
		{Endpoint{AuthToken: token, APIKey: key, Headers: "x-a: " + value}, "bad: *** *** ***   ***"},
		{Endpoint{AuthToken: token, APIKey: key}, "bad: *** *** Basic ***-more   ***"},
	} {
		c.target.BaseURL = url
		if got := probed(t, c.target, nil); got != noAuth(c.want) {
			t.Errorf("Probe = %+v, want %q", got, c.want)
		}
	}
	with := strings.Replace(url, "://", "://me:pass-word@", 1)
	got := probed(t, Endpoint{BaseURL: with}, nil)
	if strings.Contains(got.Detail, "pass-word") || got.Authenticated != No {
		t.Errorf("Probe = %+v with a password in the URL", got)
	}
}

func TestMask(t *testing.T) {
	for _, c := range []struct {
		hidden secrets
		text   string
		want   string
	}{
		{nil, "text", "text"},
		{secrets{"abc"}, "xabcx abc", "x***x ***"},
		{secrets{"abc"}, "abcabc", "***"},
		{secrets{"abc", "bcdef"}, "abcdef!", "***!"},
		{secrets{"aba"}, "ababa-ab", "***-ab"},
		{secrets{"é"}, "aéè", "a***è"},
		{secrets{"a"}, "a", "***"},
		{secrets{"a"}, "", ""},
	} {
		if got := c.hidden.mask(c.text); got != c.want {
			t.Errorf("mask(%q) of %q = %q, want %q", c.text, c.hidden, got, c.want)
		}
	}
}

func TestDetail(t *testing.T) {
	for _, c := range []struct{ own, said, want string }{
		{"", " a\r\n\tb\x1b[31m\u202e\u200b\x7f\u0085c\u00a0", "a   b[31m c"},
		{"own", "said", "own: said"},
		{"own", strings.Repeat("a", 300), "own: " + strings.Repeat("a", 192) + "…"},
		{"own", "\x07", "own"},
		{"", "", ""},
		{"", strings.Repeat("é", 100), strings.Repeat("é", 100)},
		{"", strings.Repeat("é", 101), strings.Repeat("é", 98) + "…"},
		{"", strings.Repeat("a", 190) + "the-secret", strings.Repeat("a", 190) + "***"},
		{"", strings.Repeat("a", 198) + "the-secret", strings.Repeat("a", 197) + "…"},
		{"", "a\xffb", "a\ufffdb"},
	} {
		own := lang.Message{}
		if c.own != "" {
			own = lang.M("%s", c.own)
		}
		got := secrets{"the-secret"}.detail(own, c.said).String()
		if got != c.want || len(got) > maxDetail || !utf8.ValidString(got) {
			t.Errorf("detail(%q, %q) = %q, want %q", c.own, c.said, got, c.want)
		}
	}
}

func TestAnswerString(t *testing.T) {
	if got := fmt.Sprint(Unknown, Yes, No); got != "? ok no" {
		t.Errorf("the answers are %q", got)
	}
}
