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

// shortest is how many bytes a value has at least that is looked for in other text: a shorter one also stands where it
// is no secret.
const shortest = 8

// Mark stands in the place of a secret.
const Mark = "[secret]"

// Mask masks values in what is written down, whatever prints them, and tokens of Anthropic's whether they are known or
// not: claude gets itself new ones. A nil Mask masks nothing. All methods may be called from any goroutine.
type Mask struct {
	mu    sync.Mutex // of Add
	forms atomic.Pointer[[][]byte]
}

// New makes a Mask for these values.
func New(values ...string) *Mask {
	m := &Mask{}
	m.Add(values...)
	return m
}

// Add adds values. Of one in several lines, as of ANTHROPIC_CUSTOM_HEADERS, each is Mark; of a header its value, of a
// URL its password.
func (m *Mask) Add(values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	forms := slices.Clone(m.all())
	for _, value := range values {
		for _, part := range parts(value) {
			if len(part) >= shortest {
				forms = append(forms, escapes(part)...)
			}
		}
	}
	slices.SortFunc(forms, func(a, b []byte) int { // the longer one first: it may hold the other
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return bytes.Compare(a, b)
	})
	forms = slices.CompactFunc(forms, bytes.Equal)
	m.forms.Store(&forms)
}

// parts are a value, and what in it is a secret by itself.
func parts(value string) []string {
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

// depth is how many times a value may stand in a string of JSON: in a line of claude's there may be a file of JSON, and
// in that one more.
const depth = 3

// escapes are the value and what becomes of it in JSON.
func escapes(value string) (forms [][]byte) {
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

// Text masks the values in a text.
func (m *Mask) Text(text string) string { return string(m.Bytes([]byte(text))) }

// Bytes masks the values in a text, which is given back as it is where there is none.
func (m *Mask) Bytes(text []byte) []byte { return m.mask(text, true) }

// mask is Bytes for a text that may go on: with whole false a value that its end may have cut off stays.
func (m *Mask) mask(text []byte, whole bool) []byte {
	if m == nil {
		return text
	}
	forms := m.all()
	for _, form := range forms {
		if bytes.Contains(text, form) {
			text = bytes.ReplaceAll(text, form, []byte(Mark))
		}
	}
	for _, form := range forms { // the beginnings that are left
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
		for n < len(found) && inToken(found[n]) {
			n++
		}
		return n, true
	})
}

// head is how many bytes of a value give it away: its beginning is Mark, too, since a line may have been cut off.
const head = 16

// tokenBegin is how keys and logins of Anthropic's begin (sk-ant-api03-…, sk-ant-oat01-…).
var tokenBegin = []byte("sk-ant-")

func inToken(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// maskFrom masks what begins with begin and has head bytes. reach says how many bytes belong to it, and whether it may
// go on: then it stays at the end of a text that is not whole.
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

// common is how many bytes a and b begin with alike.
func common(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// all are the forms of the values, the longest first.
func (m *Mask) all() [][]byte {
	if m == nil {
		return nil
	}
	if forms := m.forms.Load(); forms != nil {
		return *forms
	}
	return nil
}

// Writer gives w what is written, Mark, in whole lines; only of a very long one there are pieces. Close writes the
// rest, and does not close w. A value is found wherever writes divide it, but not if it stands on two lines.
func (m *Mask) Writer(w io.Writer) io.WriteCloser { return &writer{mask: m, w: w} }

const (
	longLine = 1 << 20
	overlap  = 4 << 10 // how much of a long line is kept back: what is still to come may belong to it
)

type writer struct {
	mask *Mask
	w    io.Writer
	mu   sync.Mutex
	buf  []byte
}

// Write takes all of p, also with an error.
func (l *writer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := len(l.buf) // there is no end of line in it
	l.buf = append(l.buf, p...)
	if n := bytes.LastIndexByte(p, '\n') + 1; n > 0 {
		n += before
		return len(p), l.give(n, l.mask.Bytes(l.buf[:n]))
	}
	if len(l.buf) > longLine {
		l.buf = l.mask.mask(l.buf, false)
		keep := overlap
		if forms := l.mask.all(); len(forms) > 0 {
			keep = max(keep, len(forms[0]))
		}
		n := max(len(l.buf)-keep, 0)
		return len(p), l.give(n, l.buf[:n])
	}
	return len(p), nil
}

// give writes text, which the first n bytes have become.
func (l *writer) give(n int, text []byte) error {
	_, err := l.w.Write(text)
	l.buf = append(l.buf[:0], l.buf[n:]...)
	return err
}

// Close writes what has no end of line.
func (l *writer) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.buf) == 0 {
		return nil
	}
	return l.give(len(l.buf), l.mask.Bytes(l.buf))
}
