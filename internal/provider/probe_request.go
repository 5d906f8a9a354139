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

	// defaultModel is one that Anthropic serves without a date in its name. It matters only where a provider names no
	// model.
	defaultModel = "claude-sonnet-4-5"

	// apiVersion is the only version of the Messages API that there is.
	apiVersion = "2023-06-01"
)

func (e Endpoint) model() string {
	if e.Model == "" {
		return defaultModel
	}
	return e.Model
}

// url is where the request goes.
func (e Endpoint) url() (*url.URL, error) {
	base := cmp.Or(e.BaseURL, defaultURL)
	if strings.ContainsFunc(base, unicode.IsControl) {
		return nil, lang.Errorf("the base URL has a control character in it")
	}
	u, err := url.Parse(strings.TrimRight(base, "/") + "/v1/messages")
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" { // err may hold the password
		return nil, lang.Errorf("the base URL is not http:// or https:// with a host")
	}
	return u, nil
}

type header struct{ name, value string }

// headers are the headers of the request. A custom header takes the place of one that has its name.
func (e Endpoint) headers() ([]header, error) {
	list := []header{
		{"content-type", "application/json"}, {"anthropic-version", apiVersion}, {"accept", "*/*"}, {"user-agent", "ccc"},
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

// custom are the custom headers. A line that is not one is passed over, as claude does.
func (e Endpoint) custom() (list []header) {
	for line := range strings.Lines(e.Headers) {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); ok && name != "" {
			list = append(list, header{name, strings.TrimSpace(value)})
		}
	}
	return list
}

// notInName reports whether no header's name may have the character (RFC 9110, 5.6.2).
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

// request is what [Probe] sends.
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
	text, _ := json.Marshal(struct { // of strings it has no error
		Model     string    `json:"model"`
		MaxTokens int       `json:"max_tokens"`
		Messages  []message `json:"messages"`
	}{e.model(), 1, []message{{"user", "hi"}}})
	return string(text)
}
