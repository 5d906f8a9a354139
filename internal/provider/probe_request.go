package provider

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
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

func (t Target) model() string {
	if t.Model == "" {
		return defaultModel
	}
	return t.Model
}

// url is where the request goes.
func (t Target) url() (string, error) {
	if t.BaseURL == "" {
		return defaultURL + "/v1/messages", nil
	}
	if strings.ContainsFunc(t.BaseURL, unicode.IsControl) {
		return "", lang.Errorf("the base URL has a control character in it")
	}
	if _, host := authority(t.BaseURL); host == "" {
		return "", lang.Errorf("the base URL is not http:// or https:// with a host")
	}
	return strings.TrimRight(t.BaseURL, "/") + "/v1/messages", nil
}

// authority gives whom a URL names and where, without a port. Both are "" if it is not one of http or https.
func authority(url string) (user, host string) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", ""
	}
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		user, rest = rest[:i], rest[i+1:]
	}
	if strings.HasPrefix(rest, "[") { // IPv6
		return user, rest
	}
	host, _, _ = strings.Cut(rest, ":")
	return user, host
}

type header struct{ name, value string }

// line is the header for curl, which would take a header without a value as one not to be sent.
func (h header) line() string {
	if h.value == "" {
		return h.name + ";"
	}
	return h.name + ": " + h.value
}

// headers are all that are sent besides curl's own. A custom header takes the place of one that has its name.
func (t Target) headers() ([]header, error) {
	list := []header{{"content-type", "application/json"}, {"anthropic-version", apiVersion}}
	if t.AuthToken != "" {
		list = append(list, header{"Authorization", "Bearer " + t.AuthToken})
	}
	if t.APIKey != "" {
		list = append(list, header{"x-api-key", t.APIKey})
	}
	for _, h := range t.custom() {
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
func (t Target) custom() (list []header) {
	for line := range strings.Lines(t.Headers) {
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

// config is the request as curl reads it with --config. The status and a redirect's target are on the last line of what
// curl prints, behind the body.
func (t Target) config(timeout time.Duration) (string, error) {
	url, err := t.url()
	if err != nil {
		return "", err
	}
	headers, err := t.headers()
	if err != nil {
		return "", err
	}
	var c config
	c.flag("silent")
	c.flag("show-error")
	c.flag("globoff")
	c.set("proto", "=http,https")
	c.set("max-time", strconv.FormatFloat(timeout.Seconds(), 'f', 3, 64))
	c.set("write-out", `\n%{http_code} %{redirect_url}`)
	c.set("url", url)
	for _, h := range headers {
		c.set("header", h.line())
	}
	c.set("data-raw", t.body())
	return c.text.String(), nil
}

func (t Target) body() string {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	text, _ := json.Marshal(struct { // of strings it has no error
		Model     string    `json:"model"`
		MaxTokens int       `json:"max_tokens"`
		Messages  []message `json:"messages"`
	}{t.model(), 1, []message{{"user", "hi"}}})
	return string(text)
}

// config collects curl's options, one on a line. No value may have a control character in it.
type config struct{ text strings.Builder }

func (c *config) flag(name string) { c.text.WriteString(name + "\n") }

func (c *config) set(name, value string) {
	c.text.WriteString(name + ` = "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + "\"\n")
}
