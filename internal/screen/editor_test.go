package screen

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// typing gives what an editor makes of chunks: what was typed to its end, and the line that is left.
func typing(chunks ...string) (typed []Typed, left string) {
	var e editor
	for _, c := range chunks {
		typed = append(typed, e.feed([]byte(c))...)
	}
	if e.pasting {
		return typed, e.text + " (pasting)"
	}
	return typed, e.text
}

func lines(texts ...string) (typed []Typed) {
	for _, text := range texts {
		typed = append(typed, Typed{Key: KeyLine, Text: text})
	}
	return typed
}

var typedCorpus = []struct {
	name, in string
	typed    []Typed
	left     string
}{
	{"nothing", "", nil, ""},
	{"a line", "hello\r", lines("hello"), ""},
	{"two lines", "a\rb\n", lines("a", "b"), ""},
	{"CRLF ends one line", "a\r\nb\r\n", lines("a", "b"), ""},
	{"not ended", "hel", nil, "hel"},
	{"CJK and emoji", "谢谢 👨‍👩‍👧🙏🏽 e\u0301\r", lines("谢谢 👨‍👩‍👧🙏🏽 e\u0301"), ""},
	{"white space within", "  a\tb \r", lines("  a\tb "), ""},
	{"a blank line is no message", " \t\r", []Typed{{Key: KeyEnter}}, ""},
	{"paste of many lines", "x\x1b[200~a\rb\nc\n\x1b[201~y\r", lines("xa\nb\nc\ny"), ""},
	{"paste of a CJK text", "\x1b[200~第一\r第二\x1b[201~\r", lines("第一\n第二"), ""},
	{"two pastes", "\x1b[200~a\r\x1b[201~\x1b[200~b\x1b[201~\r", lines("a\nb"), ""},
	{"controls in a paste", "\x1b[200~a\x03\x04\x15\x17\x7f\bb\x1b[201~\r", lines("ab"), ""},
	{"colours in a paste", "\x1b[200~\x1b[31mred\x1b[0m\x1b[201~\r", lines("red"), ""},
	{"paste of nothing", "\x1b[200~\x1b[201~\r", []Typed{{Key: KeyEnter}}, ""},
	{"alt-enter", "a\x1b\rb\x1b\nc\r", lines("a\nb\nc"), ""},
	{"backspace", "abc\x7f\b\r", lines("a"), ""},
	{"backspace at the beginning", "\x7f\x7fa\r", lines("a"), ""},
	{"backspace takes an accent along", "ae\u0301\x7f\r", lines("a"), ""},
	{"backspace takes a family", "a👨‍👩‍👧\x7f\r", lines("a"), ""},
	{"backspace takes one flag", "🇩🇪🇫🇷\x7f\r", lines("🇩🇪"), ""},
	{"backspace takes one of CJK", "谢谢\x7f\r", lines("谢"), ""},
	{"backspace takes a newline", "a\x1b\r\x7fb\r", lines("ab"), ""},
	{"ctrl-u", "abc\x15d\r", lines("d"), ""},
	{"ctrl-w", "one two  \x17", nil, "one "},
	{"ctrl-w at the first word", "one\x17", nil, ""},
	{"ctrl-w of CJK", "谢谢 好的\x17", nil, "谢谢 "},
	{"ctrl-w across a newline", "one\x1b\rtwo\x17", nil, "one\n"},
	{"ctrl-c leaves the line", "ab\x03c\r", []Typed{{Key: KeyInterrupt}, {Key: KeyLine, Text: "abc"}}, ""},
	{"ctrl-d on an empty line", "\x04", []Typed{{Key: KeyEOF}}, ""},
	{"ctrl-d on a line", "a\x04\r", lines("a"), ""},
	{"ctrl-d after all was deleted", "a\x7f\x04", []Typed{{Key: KeyEOF}}, ""},
	{"arrow keys", "a\x1b[A\x1b[B\x1b[C\x1b[Db\x1bOA\x1bOB\r", lines("ab"), ""},
	{"other keys", "a\x1b[3~\x1b[1;5C\x1bOP\x1b[15~\x1b[H\x1b[Z\x1b[I\x1b[Ob\r", lines("ab"), ""},
	{"other controls", "a\x00\x01\x0b\x0c\x1a\x1fb\r", lines("ab"), ""},
	{"not UTF-8", "a\xff\xe8\xb0b\r", lines("a\ufffd\ufffd\ufffdb"), ""},
}

// TestB07TypedKeys feeds each text at once, byte by byte, and cut in two at every byte: a terminal, an ssh and a buffer cut
// where they like.
func TestB07TypedKeys(t *testing.T) {
	for _, c := range typedCorpus {
		t.Run(c.name, func(t *testing.T) {
			try := func(how string, chunks ...string) {
				if typed, left := typing(chunks...); !slices.Equal(typed, c.typed) || left != c.left {
					t.Errorf("%s: %q gives %q, leaves %q, want %q, %q", how, chunks, typed, left, c.typed, c.left)
				}
			}
			try("at once", c.in)
			var each []string
			for i := range len(c.in) {
				each = append(each, c.in[i:i+1])
				try("in two", c.in[:i], c.in[i:])
			}
			try("byte by byte", each...)
		})
	}
}

// TestKeyBehindABrokenSequence: what is no sequence to its end must not take along what comes behind it, least of all the
// end of a paste, without which neither enter nor ctrl-c does anything any more.
func TestKeyBehindABrokenSequence(t *testing.T) {
	for _, c := range []struct {
		name, in string
		typed    []Typed
	}{
		{"a paste that ends in ESC", "\x1b[200~a\x1b\x1b[201~\r", lines("a")},
		{"a paste that ends in CSI", "\x1b[200~a\x1b[\x1b[201~\r", lines("a")},
		{"a paste that ends in half a colour", "\x1b[200~a\x1b[31\x1b[201~\r", lines("a")},
		{"a paste that ends in SS3", "\x1b[200~a\x1bO\x1b[201~\r", lines("a")},
		{"CSI, enter", "a\x1b[\r", lines("a")},
		{"ESC, ctrl-c", "\x1b\x03", []Typed{{Key: KeyInterrupt}}},
		{"alt and a character of two bytes", "\x1bé\r", lines("é")},
		{"CSI, a character of three bytes", "\x1b[谢\r", lines("谢")},
	} {
		if typed, left := typing(c.in); !slices.Equal(typed, c.typed) || left != "" {
			t.Errorf("%s: %q gives %q, leaves %q, want %q", c.name, c.in, typed, left, c.typed)
		}
	}
}

// FuzzEditor: how the bytes are cut does not matter, and what is shown fits the screen and is harmless.
func FuzzEditor(f *testing.F) {
	for _, c := range typedCorpus {
		f.Add(c.in, []byte{1}, uint8(20))
		f.Add(c.in, []byte{2, 3}, uint8(7))
	}
	f.Add("\x1bhello\r", []byte{1}, uint8(20))
	f.Add("\x1b["+strings.Repeat("1", 40)+"A", []byte{1}, uint8(20))
	f.Add("一二三四五六七八九十\u202e\u009b", []byte{4}, uint8(9))
	f.Fuzz(func(t *testing.T, in string, cuts []byte, width uint8) {
		var chunks []string
		for rest := in; rest != ""; {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, 1+int(cuts[len(chunks)%len(cuts)]))
			}
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		typed, left := typing(in)
		if got, rest := typing(chunks...); !slices.Equal(got, typed) || rest != left {
			t.Errorf("%q gives %q, leaves %q; at once %q, %q", chunks, got, rest, typed, left)
		}
		for _, k := range typed {
			if (k.Key == KeyLine) == (strings.TrimSpace(k.Text) == "") || !utf8.ValidString(k.Text) {
				t.Errorf("%q gives %+q", in, k)
			}
		}
		for _, text := range []string{left, in} {
			e := editor{text: text}
			view := e.view(int(width))
			harmless(t, text, view)
			if strings.ContainsAny(view, "\n\t") {
				t.Errorf("view of %q = %q, want one line", text, view)
			}
			if w := uniseg.StringWidth(view); w > max(int(width)-2, 1) {
				t.Errorf("view of %q at %d = %q, which is %d wide", text, width, view, w)
			}
		}
	})
}

func TestViewShowsTheEnd(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 20, ""},
		{"hello", 20, "hello"},
		{"hello", 8, "hello"},
		{"hello", 7, "…llo"},
		{"一二三四", 11, "一二三四"},
		{"一二三四", 10, "…二三四"},
		{"a一二三", 9, "…二三"},
		{"a\nb\tc", 20, "a⏎b c"},
		{"\x1b[2J", 20, "␛[2J"},
		{"hello", 1, "…"},
		{"hello", 0, "…"},
	} {
		if got := (&editor{text: c.text}).view(c.width); got != c.want {
			t.Errorf("view of %q at %d = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestTypingBelowTheOutput: what is written stands above the line being typed, which is drawn again.
func TestTypingBelowTheOutput(t *testing.T) {
	var b strings.Builder
	wrote := func() string { defer b.Reset(); return b.String() }
	expect := func(what, want string) {
		t.Helper()
		if got := wrote(); got != want {
			t.Errorf("%s wrote %q, want %q", what, got, want)
		}
	}
	width := 20
	s := New(&b, Options{Typing: true, Width: func() int { return width }})
	if got := wrote(); !strings.HasPrefix(got, "\x1b[?2004h") {
		t.Errorf("New wrote %q, want it to ask for marked pastes first", got)
	}
	if typed := s.Type([]byte("写一个解析器")); typed != nil {
		t.Errorf("Type = %q, want nothing yet", typed)
	}
	expect("Type", "\r\x1b[K> 写一个解析器")
	s.Done("ok")
	expect("Line", "\r\x1b[Kok\n\r\x1b[K> 写一个解析器")
	width = 10
	s.Redraw()
	expect("Redraw", "\r\x1b[K> …解析器")
	if typed := s.Type([]byte("\r")); !slices.Equal(typed, lines("写一个解析器")) {
		t.Errorf("Type = %q", typed)
	}
	expect("Type", "\r\x1b[K> ")
	s.Leave()
	s.Leave()
	expect("Leave", "\r\x1b[K")
	s.Done("done")
	expect("Line", "done\n")
}
