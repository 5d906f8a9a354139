package secret

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// shortest is the smallest length of a value that is searched in other text, in bytes. A shorter value would too
// often be part of something else.
const shortest = 8

// Mark replaces a secret.
const Mark = "[secret]"

// Mask replaces secret values in text that is stored or shown, whatever printed the text. It also replaces tokens of
// Anthropic that it was not given, because claude renews its own. A nil Mask replaces nothing. All methods may be
// called from any goroutine.
type Mask struct {
	mu    sync.Mutex               // serializes Add
	forms atomic.Pointer[[][]byte] // the searched forms, the longest first
}

// New makes a Mask for these values.
func New(values ...string) *Mask {
	m := &Mask{}
	m.Add(values...)
	return m
}

// Add adds secret values. Each line of a value is also a secret (ANTHROPIC_CUSTOM_HEADERS has several), and so are
// the value of a header and the password of a URL.
func (m *Mask) Add(values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	forms := slices.Clone(m.all())
	for _, value := range values {
		for _, part := range secretParts(value) {
			if len(part) >= shortest {
				forms = append(forms, escapedForms(part)...)
			}
		}
	}
	slices.SortFunc(forms, func(a, b []byte) int { // the longer one first, because it may contain the other
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return bytes.Compare(a, b)
	})
	forms = slices.CompactFunc(forms, bytes.Equal)
	m.forms.Store(&forms)
}

// secretParts returns a value and those parts of it that are secrets themselves.
func secretParts(value string) []string {
	list := []string{strings.TrimSpace(value)}
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		list = append(list, line)
		if _, header, ok := strings.Cut(line, ": "); ok {
			list = append(list, strings.TrimSpace(header))
			line = header
		}
		if scheme, credentials, ok := strings.Cut(strings.TrimSpace(line), " "); ok &&
			(strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "Basic")) {
			list = append(list, strings.TrimSpace(credentials))
		}
		if strings.Contains(line, "://") {
			if found := login().FindStringSubmatch(line); found != nil {
				list = append(list, found[1])
			}
		}
	}
	return list
}

// depth is how many times a value may be escaped as a JSON string: a line of claude may contain a JSON file, which may
// contain another.
const depth = 3

// escapedForms returns the value and its escaped forms in JSON.
func escapedForms(value string) (forms [][]byte) {
	level := []string{value}
	for range depth + 1 {
		var next []string
		for _, text := range level {
			forms = append(forms, []byte(text))
			for _, html := range []bool{false, true} {
				var b bytes.Buffer
				e := json.NewEncoder(&b)
				e.SetEscapeHTML(html)
				if e.Encode(text) == nil {
					next = append(next, strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(b.String()), `"`), `"`))
				}
			}
		}
		slices.Sort(next)
		if next = slices.Compact(next); slices.Equal(next, level) {
			break
		}
		level = next
	}
	return forms
}

// Text returns text with the values replaced.
func (m *Mask) Text(text string) string { return string(m.Bytes([]byte(text))) }

// Bytes returns text with the values replaced; text itself if there are none.
func (m *Mask) Bytes(text []byte) []byte { return m.maskText(text, true) }

// maskText is Bytes for a text that may continue. If whole is false, a value that may be cut off at the end stays.
func (m *Mask) maskText(text []byte, whole bool) []byte {
	if m == nil {
		return text
	}
	forms := m.all()
	for _, form := range forms {
		if bytes.Contains(text, form) {
			text = bytes.ReplaceAll(text, form, []byte(Mark))
		}
	}
	for _, form := range forms { // values that are cut off
		if len(form) <= head {
			break
		}
		text = maskFrom(text, form[:head], whole, func(found []byte) (n int, goesOn bool) {
			for _, form := range forms {
				if same := common(found, form); same > n {
					n, goesOn = same, same < len(form)
				}
			}
			return n, goesOn
		})
	}
	return maskFrom(text, tokenBegin, whole, func(found []byte) (n int, goesOn bool) {
		for n < len(found) && isTokenByte(found[n]) {
			n++
		}
		return n, true
	})
}

// head is how many bytes of a value reveal it. A value that is cut off after so many bytes is replaced, too.
const head = 16

// tokenBegin is the beginning of every key and login token of Anthropic (sk-ant-api03-…, sk-ant-oat01-…).
var tokenBegin = []byte("sk-ant-")

func isTokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// maskFrom replaces texts that begin with begin and have at least head bytes. reach returns how many bytes belong to
// such a text, and whether more could follow: then it stays if it is at the end of a text that is not whole.
func maskFrom(text, begin []byte, whole bool, reach func(found []byte) (n int, goesOn bool)) []byte {
	var out []byte
	rest := text
	for {
		at := bytes.Index(rest, begin)
		if at < 0 {
			break
		}
		n, goesOn := reach(rest[at:])
		end := at + n
		switch {
		case goesOn && end == len(rest) && !whole, n < head:
			out = append(out, rest[:end]...)
		default:
			out = append(append(out, rest[:at]...), Mark...)
		}
		rest = rest[end:]
	}
	if out == nil {
		return text
	}
	return append(out, rest...)
}

// common returns the length of the common prefix of a and b.
func common(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// all returns the forms of the values, the longest first.
func (m *Mask) all() [][]byte {
	if m == nil {
		return nil
	}
	if forms := m.forms.Load(); forms != nil {
		return *forms
	}
	return nil
}

// Writer returns a writer that passes text on to w with the values replaced. It passes on whole lines, and a very
// long line in pieces. Close writes the rest and does not close w. A value is found however it is divided between
// writes, but not if it is divided between two lines.
func (m *Mask) Writer(w io.Writer) io.WriteCloser { return &writer{mask: m, w: w} }

const (
	longLine = 1 << 20
	overlap  = 4 << 10 // bytes at the end of a long line that are kept back, because a value may begin in them
)

type writer struct {
	mask *Mask
	w    io.Writer
	mu   sync.Mutex
	buf  []byte
}

// Write accepts all of p, even if it returns an error.
func (l *writer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := len(l.buf) // no newline is in it
	l.buf = append(l.buf, p...)
	if n := bytes.LastIndexByte(p, '\n') + 1; n > 0 {
		n += before
		return len(p), l.writeMasked(n, l.mask.Bytes(l.buf[:n]))
	}
	if len(l.buf) > longLine {
		l.buf = l.mask.maskText(l.buf, false)
		keep := overlap
		if forms := l.mask.all(); len(forms) > 0 {
			keep = max(keep, len(forms[0]))
		}
		n := max(len(l.buf)-keep, 0)
		return len(p), l.writeMasked(n, l.buf[:n])
	}
	return len(p), nil
}

// writeMasked writes text, the masked form of the first n bytes of the buffer, and drops these bytes.
func (l *writer) writeMasked(n int, text []byte) error {
	_, err := l.w.Write(text)
	l.buf = append(l.buf[:0], l.buf[n:]...)
	return err
}

// Close writes the last line, which has no newline.
func (l *writer) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.buf) == 0 {
		return nil
	}
	return l.writeMasked(len(l.buf), l.mask.Bytes(l.buf))
}
