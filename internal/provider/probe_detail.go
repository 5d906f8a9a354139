package provider

import (
	"net/url"
	"strings"
	"unicode"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// maxDetail is the longest detail in English, in bytes.
const maxDetail = 200

// secrets are texts that a detail must not contain, in the form in which they would appear there.
type secrets []string

func (e Endpoint) secrets() (list secrets) {
	all := []string{e.AuthToken, e.APIKey}
	if u, err := url.Parse(e.BaseURL); err == nil {
		all = append(all, loginOf(u)...)
	}
	for _, h := range e.custom() {
		all = append(all, h.value)
	}
	for _, s := range all {
		if s = printable(s); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// loginOf returns the user with the password in a URL, and the password alone, both as written and decoded.
func loginOf(u *url.URL) secrets {
	if u.User == nil {
		return nil
	}
	password, ok := u.User.Password()
	if !ok {
		return secrets{u.User.String()}
	}
	_, written, _ := strings.Cut(u.User.String(), ":")
	return secrets{u.User.String(), written, password}
}

// detail returns a line of ccc's own words and of another's, in which the secrets are masked. Either can be empty.
func (s secrets) detail(own lang.Message, said string) lang.Message {
	said = s.mask(printable(said))
	switch {
	case said == "":
		return own
	case own.Empty():
		return lang.Verbatim(clip(said, maxDetail))
	}
	return lang.M("%v: %s", own, clip(said, maxDetail-len(own.String())-len(": ")))
}

// mask replaces every stretch that secrets cover by ***, even where they overlap.
func (s secrets) mask(text string) string {
	covered := make([]bool, len(text)+1)
	for _, secret := range s {
		for at := 0; at+len(secret) <= len(text); at++ {
			if text[at:at+len(secret)] != secret {
				continue
			}
			for i := range len(secret) {
				covered[at+i] = true
			}
		}
	}
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !covered[i]:
			b.WriteByte(text[i])
		case !covered[i+1]:
			b.WriteString("***")
		}
	}
	return b.String()
}

// printable returns the text as one line, of characters that are only printed.
func printable(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text))
}

// clip cuts a line to limit bytes, of which the last are "…" if it is cut.
func clip(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	return strings.TrimSpace(text.Head(line, limit-len("…"))) + "…"
}
