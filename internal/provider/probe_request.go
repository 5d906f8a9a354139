package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"ccc/internal/lang"
)

const (
	defaultURL = "https://api.anthropic.com"

	// defaultModel is a model that Anthropic serves under a name without a date. It is used if a provider names no
	// model.
	defaultModel = "claude-sonnet-4-5"

	// apiVersion is the only version of the Messages API.
	apiVersion = "2023-06-01"
)

func (e Endpoint) model() string {
	if e.Model == "" {
		return defaultModel
	}
	return e.Model
}

// url returns the address of the request.
func (e Endpoint) url() (*url.URL, error) {
	base := cmp.Or(e.BaseURL, defaultURL)
	if strings.ContainsFunc(base, unicode.IsControl) {
		return nil, lang.Errorf("the base URL has a control character in it")
	}
	u, err := url.Parse(strings.TrimRight(base, "/") + "/v1/messages")
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" { // err may contain the password
		return nil, lang.Errorf("the base URL is not http:// or https:// with a host")
	}
	return u, nil
}

type header struct{ name, value string }

// headers returns the headers of the request. A custom header replaces one of the same name.
func (e Endpoint) headers() ([]header, error) {
	list := []header{
		{"content-type", "application/json"}, {"anthropic-version", apiVersion}, {"accept", "*/*"},
		{"user-agent", "ccc"},
	}
	if e.AuthToken != "" {
		list = append(list, header{"Authorization", "Bearer " + e.AuthToken})
	}
	if e.APIKey != "" {
		list = append(list, header{"x-api-key", e.APIKey})
	}
	for _, h := range e.custom() {
		if strings.ContainsFunc(h.name, notInName) {
			return nil, lang.Errorf("the name of a custom header has a character that none may have")
		}
		list = replaced(list, h)
	}
	for _, h := range list {
		if strings.ContainsFunc(h.value, unicode.IsControl) {
			return nil, lang.Errorf("the value of the header %s has a control character in it", h.name)
		}
	}
	return list, nil
}

// custom returns the custom headers. Like claude it skips invalid lines.
func (e Endpoint) custom() (list []header) {
	for line := range strings.Lines(e.Headers) {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); ok && name != "" {
			list = append(list, header{name, strings.TrimSpace(value)})
		}
	}
	return list
}

// notInName reports whether the character may not be in a header's name (RFC 9110, 5.6.2).
func notInName(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
}

func replaced(list []header, h header) []header {
	for i := range list {
		if strings.EqualFold(list[i].name, h.name) {
			list[i] = h
			return list
		}
	}
	return append(list, h)
}

// request returns the request of [Probe].
func (e Endpoint) request(ctx context.Context) (*http.Request, error) {
	u, err := e.url()
	if err != nil {
		return nil, err
	}
	headers, err := e.headers()
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), strings.NewReader(e.body()))
	if err != nil {
		return nil, err
	}
	if password, ok := u.User.Password(); ok || u.User.Username() != "" {
		r.SetBasicAuth(u.User.Username(), password)
	}
	for _, h := range headers {
		r.Header.Set(h.name, h.value)
		if strings.EqualFold(h.name, "host") {
			r.Host = h.value
		}
	}
	return r, nil
}

func (e Endpoint) body() string {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	text, _ := json.Marshal(struct { // of strings, which cannot fail
		Model     string    `json:"model"`
		MaxTokens int       `json:"max_tokens"`
		Messages  []message `json:"messages"`
	}{e.model(), 1, []message{{"user", "hi"}}})
	return string(text)
}
