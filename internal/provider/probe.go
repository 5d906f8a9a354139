package provider

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
)

// Endpoint is an API with the values that claude would read from its environment.
type Endpoint struct {
	BaseURL   string // without /v1/messages; "" is https://api.anthropic.com
	AuthToken string // sent as Authorization: Bearer; "" if not set
	APIKey    string // sent as x-api-key; "" if not set
	Model     string // "" for a claude model of today
	Headers   string // ANTHROPIC_CUSTOM_HEADERS: lines "Name: value"
}

// Endpoint returns the API of a provider, ${VAR} expanded by lookup.
func (f File) Endpoint(p *Provider, lookup func(string) (string, bool)) (Endpoint, error) {
	env, err := f.Env(p, lookup)
	return Endpoint{
		BaseURL: env["ANTHROPIC_BASE_URL"], AuthToken: env["ANTHROPIC_AUTH_TOKEN"], APIKey: env["ANTHROPIC_API_KEY"],
		Model: env["ANTHROPIC_MODEL"], Headers: env["ANTHROPIC_CUSTOM_HEADERS"],
	}, err
}

// ProbeResult has three answers. Each is known only if the one before is [Yes].
type ProbeResult struct {
	Reachable, Authenticated, Model Answer
	Asked                           string       // the model that the request named; "" if there was no request
	Detail                          lang.Message // why not: a line of printable text without a secret
}

// Answer is the answer to a question, as far as it is known.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Yes:
		return "ok"
	case No:
		return "no"
	}
	return "?"
}

// OK reports whether the API can be used.
func (r ProbeResult) OK() bool { return r.Reachable == Yes && r.Authenticated == Yes && r.Model == Yes }

// maxAnswer is how many bytes of an answer are read. The answer with one token has a few hundred bytes.
const maxAnswer = 64 << 10

// Probe sends the smallest possible request, once, and says whether the API can be used. The timeout is for the whole
// request. env is an environment that may name proxies and certificate authorities; the process's own does not count.
// Errors of the API are in the result. Probe itself returns an error only if ctx was cancelled.
//
// It follows no redirect, so that no other host gets the token.
func Probe(ctx context.Context, e Endpoint, timeout time.Duration, env []string) (ProbeResult, error) {
	proxies := proxiesOf(env)
	hidden := append(e.secrets(), proxies.secrets()...)
	limited, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	request, err := e.request(limited)
	if err != nil {
		return ProbeResult{Reachable: No, Detail: lang.M("%v", err)}, nil
	}
	transport := &http.Transport{
		Proxy:           func(r *http.Request) (*url.URL, error) { return proxies.config.ProxyFunc()(r.URL) },
		TLSClientConfig: &tls.Config{RootCAs: rootsOf(env), MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
		DisableCompression: true,
	}
	defer transport.CloseIdleConnections()
	reply, err := transport.RoundTrip(request)
	var body []byte
	if err == nil {
		defer reply.Body.Close()
		body, err = io.ReadAll(io.LimitReader(reply.Body, maxAnswer+1))
	}
	switch {
	case ctx.Err() != nil:
		return ProbeResult{}, lang.Errorf("ask the API: %w", ctx.Err())
	case limited.Err() != nil:
		return ProbeResult{Reachable: No, Detail: lang.M("no answer within %s", timeout)}, nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ProbeResult{Reachable: No, Detail: lang.M("the connection was closed before the answer was complete")},
			nil
	case err != nil:
		return ProbeResult{Reachable: No, Detail: hidden.detail(lang.Message{}, err.Error())}, nil
	}
	return judge{model: e.model(), hidden: hidden}.result(reply, body), nil
}

// proxies are the proxies that an environment names.
type proxies struct{ config httpproxy.Config }

func proxiesOf(env []string) proxies {
	get := func(names ...string) (value string) {
		for _, name := range names {
			value = cmp.Or(value, process.Env(env).Get(name))
		}
		return value
	}
	return proxies{httpproxy.Config{
		HTTPProxy:  get("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"),
		HTTPSProxy: get("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
		NoProxy:    get("no_proxy", "NO_PROXY"),
	}}
}

// secrets returns the login at a proxy, which may be part of an error.
func (p proxies) secrets() (list secrets) {
	for _, proxy := range []string{p.config.HTTPProxy, p.config.HTTPSProxy} {
		if !strings.Contains(proxy, "://") {
			proxy = "http://" + proxy
		}
		if u, err := url.Parse(proxy); err == nil {
			list = append(list, loginOf(u)...)
		}
	}
	return list
}

// rootsOf returns the certificate authorities of the system and those in the files that the environment names: Claude
// Code reads NODE_EXTRA_CA_CERTS, OpenSSL and curl the others. A file that cannot be read is ignored, as in Node.
func rootsOf(env []string) *x509.CertPool {
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	for _, name := range []string{"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CURL_CA_BUNDLE"} {
		if path := process.Env(env).Get(name); path != "" {
			text, _ := file.Read(path, file.Max)
			roots.AppendCertsFromPEM(text)
		}
	}
	return roots
}
