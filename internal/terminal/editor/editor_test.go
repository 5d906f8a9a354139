package editor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// typed is a result of the editor that a key has caused.
type typed struct {
	End  End
	Text string
}

// terminal splits bytes into keys and gives them to an editor.
type terminal struct {
	*Editor
	keys Keys
}

func newTerminal() *terminal {
	return &terminal{Editor: New(nil, func(n int) string { return fmt.Sprintf("[Pasted %d lines]", n) })}
}

func (e *terminal) feed(text string) (list []typed) {
	for _, key := range e.keys.All([]byte(text)) {
		if end, text := e.Take(key); end != None {
			list = append(list, typed{end, text})
		}
	}
	return list
}

// typeChunks passes chunks to an editor. It returns the ends that they caused, and the line that is left.
func typeChunks(chunks ...string) (list []typed, left string) {
	e := newTerminal()
	for _, c := range chunks {
		list = append(list, e.feed(c)...)
	}
	if e.isPasting {
		return list, string(e.text) + " (pasting)"
	}
	return list, string(e.text)
}

func lines(texts ...string) (list []typed) {
	for _, text := range texts {
		list = append(list, typed{Line, text})
	}
	return list
}

var typedCorpus = []struct {
	name, in string
	typed    []typed
	left     string
}{
	{"nothing", "", nil, ""},
	{"a line", "hello\r", lines("hello"), ""},
	{"two lines", "a\rb\n", lines("a", "b"), ""},
	{"CRLF ends one line", "a\r\nb\r\n", lines("a", "b"), ""},
	{"not ended", "hel", nil, "hel"},
	{"CJK and emoji", "谢谢 👨‍👩‍👧🙏🏽 e\u0301\r", lines("谢谢 👨‍👩‍👧🙏🏽 e\u0301"), ""},
	{"white space within", "  a\tb \r", lines("  a\tb "), ""},
	{"a blank line is no message", " \t\r", []typed{{End: EmptyLine}}, ""},
	{"paste of many lines", "x\x1b[200~a\rb\nc\n\x1b[201~y\r", lines("xa\nb\nc\ny"), ""},
	{"paste of a CJK text", "\x1b[200~第一\r第二\x1b[201~\r", lines("第一\n第二"), ""},
	{"two pastes", "\x1b[200~a\r\x1b[201~\x1b[200~b\x1b[201~\r", lines("a\nb"), ""},
	{"controls in a paste", "\x1b[200~a\x03\x04\x15\x17\x7f\bb\x1b[201~\r", lines("ab"), ""},
	{"colours in a paste", "\x1b[200~\x1b[31mred\x1b[0m\x1b[201~\r", lines("red"), ""},
	{"paste of nothing", "\x1b[200~\x1b[201~\r", []typed{{End: EmptyLine}}, ""},
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
	{"ctrl-c leaves the line", "ab\x03c\r", []typed{{End: Interrupt}, {End: Line, Text: "abc"}}, ""},
	{"ctrl-d on an empty line", "\x04", []typed{{End: EOF}}, ""},
	{"ctrl-d on a line", "a\x04\r", lines("a"), ""},
	{"ctrl-d after all was deleted", "a\x7f\x04", []typed{{End: EOF}}, ""},
	{"arrow keys", "a\x1b[A\x1b[B\x1b[D\x1b[Cb\x1bOA\x1bOB\r", lines("ab"), ""},
	{"other keys", "a\x1b[3~\x1b[1;5C\x1bOP\x1b[15~\x1b[5~\x1b[Z\x1b[I\x1b[Ob\r", lines("ab"), ""},
	{"left and right", "ad\x1b[Dbc\x02\x06\x1b[C\x1b[Ce\r", lines("abcde"), ""},
	{"left over a family", "a👨‍👩‍👧\x1b[Db\r", lines("ab👨‍👩‍👧"), ""},
	{"home and end", "b\x01a\x05c\x1b[H<\x1b[F>\r", lines("<abc>"), ""},
	{"home is the line's", "a\x1b\rb\x01c\r", lines("a\ncb"), ""},
	{"word left and right", "one two three\x1bb\x1b[1;5D_\x1bf_\r", lines("one _two_ three"), ""},
	{"word left in CJK", "谢谢好的\x1bb|\r", lines("谢谢好|的"), ""},
	{"delete", "abc\x1b[D\x1b[D\x1b[3~\r", lines("ac"), ""},
	{"ctrl-d deletes", "abc\x01\x04\r", lines("bc"), ""},
	{"ctrl-k and ctrl-y", "one two\x1bb\x0b\x01\x19\r", lines("twoone "), ""},
	{"ctrl-u is the line's", "a\x1b\rbc\x15d\r", lines("a\nd"), ""},
	{"alt-d", "one two\x01\x1bd\r", lines(" two"), ""},
	{"undo of a paste", "a\x1b[200~b\rc\x1b[201~\x1f\r", lines("a"), ""},
	{"undo of a word", "one two\x17\x1f\r", lines("one two"), ""},
	{"undo of typing", "one\x1f\x1fb\r", lines("b"), ""},
	{"a backslash goes on", "a\\\rb\r", lines("a\nb"), ""},
	{"ctrl-z", "a\x1ab\r", []typed{{End: Suspend}, {End: Line, Text: "ab"}}, ""},
	{"history", "one\rtwo\r\x1b[A\x1b[A!\r", append(lines("one", "two"), lines("one!")...), ""},
	{"history and back", "one\rhalf\x1b[A\x1b[B way\r", lines("one", "half way"), ""},
	{"up and down in the text", "ab\x1b\rcd\x1b[A_\x1b[B_\r", lines("ab_\ncd_"), ""},
	{"other controls", "a\x00\x07\x0c\x11\x1cb\r", lines("ab"), ""},
	{"not UTF-8", "a\xff\xe8\xb0b\r", lines("a\ufffd\ufffd\ufffdb"), ""},
}

// TestB07TypedKeys: feeds each text as a whole, byte by byte, and divided at every byte, because a terminal, ssh or a
// buffer may divide it anywhere.
func TestB07TypedKeys(t *testing.T) {
	for _, c := range typedCorpus {
		t.Run(c.name, func(t *testing.T) {
			try := func(how string, chunks ...string) {
				if typed, left := typeChunks(chunks...); !slices.Equal(typed, c.typed) || left != c.left {
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

// TestKeyBehindABrokenSequence: a broken sequence must not swallow what follows it, in particular not the end of a
// paste: without it neither enter nor ctrl-c would work any more.
func TestKeyBehindABrokenSequence(t *testing.T) {
	for _, c := range []struct {
		name, in string
		typed    []typed
	}{
		{"a paste that ends in ESC", "\x1b[200~a\x1b\x1b[201~\r", lines("a")},
		{"a paste that ends in CSI", "\x1b[200~a\x1b[\x1b[201~\r", lines("a")},
		{"a paste that ends in half a colour", "\x1b[200~a\x1b[31\x1b[201~\r", lines("a")},
		{"a paste that ends in SS3", "\x1b[200~a\x1bO\x1b[201~\r", lines("a")},
		{"CSI, enter", "a\x1b[\r", lines("a")},
		{"ESC, ctrl-c", "\x1b\x03", []typed{{End: Interrupt}}},
		{"alt and a character of two bytes", "\x1bé\r", lines("é")},
		{"CSI, a character of three bytes", "\x1b[谢\r", lines("谢")},
	} {
		if typed, left := typeChunks(c.in); !slices.Equal(typed, c.typed) || left != "" {
			t.Errorf("%s: %q gives %q, leaves %q, want %q", c.name, c.in, typed, left, c.typed)
		}
	}
}

// FuzzEditor: the result does not depend on how the bytes are divided. The view fits the screen and has no harmful
// characters.
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
		typed, left := typeChunks(in)
		if got, rest := typeChunks(chunks...); !slices.Equal(got, typed) || rest != left {
			t.Errorf("%q gives %q, leaves %q; at once %q, %q", chunks, got, rest, typed, left)
		}
		for _, k := range typed {
			if (k.End == Line) == (strings.TrimSpace(k.Text) == "") || !utf8.ValidString(k.Text) {
				t.Errorf("%q gives %+q", in, k)
			}
		}
		for _, text := range []string{left, in} {
			for _, at := range []int{len(text), 0, len(text) / 2} {
				checkView(t, text, at, int(width))
			}
		}
	})
}

// checkView checks the view of a text: harmless, within the screen, and with the cursor in it.
func checkView(t *testing.T, line string, at, width int) {
	t.Helper()
	e := Editor{text: []byte(line), cursor: at}
	for e.cursor > 0 && e.cursor < len(line) && !utf8.RuneStart(line[e.cursor]) {
		e.cursor--
	}
	v := e.View("> ", width, 3)
	if len(v.Rows) == 0 || len(v.Rows) > 3 || v.Row < 0 || v.Row >= len(v.Rows) || v.Col < 2 ||
		v.Col > max(width-1, 3) {
		t.Errorf("view of %q at %d: %d rows, cursor at %d, %d", line, width, len(v.Rows), v.Row, v.Col)
	}
	for _, row := range v.Rows {
		if safe := text.Safe(row); row != safe {
			t.Errorf("view of %q has the row %q, want %q", line, row, safe)
		}
		if strings.ContainsAny(row, "\n\t") {
			t.Errorf("view of %q = %q, want one line", line, row)
		}
		if w := uniseg.StringWidth(row); w > max(width-1, 3) {
			t.Errorf("view of %q at %d = %q, which is %d wide", line, width, row, w)
		}
	}
}

func TestView(t *testing.T) {
	for _, c := range []struct {
		text     string
		at       int // from the end
		width    int
		want     string
		row, col int
	}{
		{"", 0, 20, "> ", 0, 2},
		{"hello", 0, 20, "> hello", 0, 7},
		{"hello", 2, 20, "> hello", 0, 5},
		{"hello", 0, 8, "> hello", 0, 7},
		{"hello!", 0, 8, "> hello|  !", 1, 3},
		{"一二三四", 0, 10, "> 一二三|  四", 1, 4},
		{"a\nb\tc", 0, 20, "> a|  b c", 1, 5},
		{"a\nb\nc\nd\ne", 0, 20, "> c|  d|  e", 2, 3},
		{"a\nb\nc\nd\ne", 9, 20, "> a|  b|  c", 0, 2},
		{"\x1b[2J", 0, 20, "> ␛[2J", 0, 6},
		{"ab", 0, 1, "> a|  b", 1, 3},
	} {
		e := Editor{text: []byte(c.text), cursor: len(c.text) - c.at}
		v := e.View("> ", c.width, 3)
		if got := strings.Join(v.Rows, "|"); got != c.want || v.Row != c.row || v.Col != c.col {
			t.Errorf("view of %q at %d = %q, %d, %d, want %q, %d, %d", c.text, c.width, got, v.Row, v.Col, c.want, c.row, c.col)
		}
	}
}

// TestRecalledPasteStaysFolded: a line that the history brings back is folded as it was sent, and is sent whole again.
func TestRecalledPasteStaysFolded(t *testing.T) {
	e := newTerminal()
	paste := strings.Repeat("x\n", 12)
	e.feed("see " + pasteBegin + paste + pasteEnd + "\r")
	e.feed("\x1b[A")
	if got := string(e.text); got != "see [Pasted 12 lines]" {
		t.Errorf("recalled: %q", got)
	}
	typed := e.feed("\r")
	if len(typed) != 1 || typed[0].Text != "see "+paste {
		t.Errorf("sent again: %+v", typed)
	}
	// The draft contains another paste with the same placeholder, which must not change.
	other := strings.Repeat("y\n", 12)
	e.feed(pasteBegin + other + pasteEnd + "\x1b[A")
	if got := string(e.text); got != "see "+paste {
		t.Errorf("recalled beside another paste: %q", got)
	}
	e.feed("\x1b[B")
	for strings.Contains(string(e.text), "x\n") || strings.HasPrefix(string(e.text), "see") { // down through its lines
		e.feed("\x1b[B")
	}
	if typed := e.feed("\r"); len(typed) != 1 || typed[0].Text != other {
		t.Errorf("the line that was begun: %+v", typed)
	}
}

// TestFoldedPastesAreBounded: lines with long pastes are remembered up to a limit, so that a session of days does not
// keep every paste. The newest one stays folded however long it is.
func TestFoldedPastesAreBounded(t *testing.T) {
	e := newTerminal()
	size := func() (n int) {
		for _, l := range e.foldedLines {
			n += len(l.whole)
		}
		for _, entry := range e.history {
			n += len(entry)
		}
		return n
	}
	for i := range 80 {
		e.feed(pasteBegin + strings.Repeat(fmt.Sprintf("%d %s\n", i, strings.Repeat("x", 3_500)), 20) + pasteEnd + "\r")
	}
	if n, most := size(), maxFoldedBytes+maxHistoryBytes; n > most || len(e.foldedLines) > maxFolded {
		t.Errorf("after 80 pastes of 70 KB the editor holds %d bytes in %d folded lines, want at most %d",
			n, len(e.foldedLines), most)
	}
	long := strings.Repeat(strings.Repeat("y", 10_000)+"\n", maxFoldedBytes/9_000)
	e.feed(pasteBegin + long + pasteEnd + "\r")
	if got := e.Fold(long); !strings.HasPrefix(got, "[Pasted ") || len(e.foldedLines) != 1 {
		t.Errorf("a paste longer than the limit is repeated as %.40q, with %d folded lines", got, len(e.foldedLines))
	}
	for range 2 { // pasted, and deleted again
		e.feed(pasteBegin + long + pasteEnd + "\x7f")
		e.undo = nil
	}
	if len(e.pastes) > 1 {
		t.Errorf("%d pastes that are in no line are kept", len(e.pastes))
	}
}
