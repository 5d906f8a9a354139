package terminal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ccc/internal/text"
)

// dangerous reports whether Safe must change a character. It says the rule again in other words.
func dangerous(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	case r == 0x200e, r == 0x200f, r == 0x61c, r == 0x2028, r == 0x2029:
		return true
	case strings.ContainsRune("\u00ad\u034f\u115f\u1160\u180e\u200b\u3164\uffa0\ufeff\ufff9\ufffa\ufffb", r):
		return true
	case r >= 0x2060 && r <= 0x206f && r != 0x2065:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f
}

// checkHarmless fails the test if text could act on a terminal.
func checkHarmless(t *testing.T, from, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%q gives invalid UTF-8: %q", from, text)
	}
	if i := strings.IndexFunc(text, dangerous); i >= 0 {
		t.Errorf("%q gives %q, with a dangerous character at byte %d", from, text, i)
	}
}

var safeCorpus = []struct{ name, in, want string }{
	{"nothing", "", ""},
	{"plain", "go test ./...\n\tok\n", "go test ./...\n\tok\n"},
	{"other writings", "谢谢 🙏🏽 שלום e\u0301 👨‍👩‍👧", "谢谢 🙏🏽 שלום e\u0301 👨‍👩‍👧"},
	{"the replacement character itself", "a\ufffdb", "a\ufffdb"},
	{"no-break space", "a\u00a0b", "a\u00a0b"},
	{"clipboard", "\x1b]52;c;ZXZpbA==\x07", "␛]52;c;ZXZpbA==␇"},
	{"clipboard, ended by ST", "\x1b]52;c;ZXZpbA==\x1b\\", `␛]52;c;ZXZpbA==␛\`},
	{"title", "\x1b]0;root@prod\x07", "␛]0;root@prod␇"},
	{"hyperlink", "\x1b]8;;http://e\x1b\\ok\x1b]8;;\x1b\\", `␛]8;;http://e␛\ok␛]8;;␛\`},
	{"cursor", "\x1b[2J\x1b[1;1Hgone\x1b[A", "␛[2J␛[1;1Hgone␛[A"},
	{"colour", "\x1b[31mred\x1b[0m", "␛[31mred␛[0m"},
	{"CSI of C1", "\u009b2J", `\u009b2J`},
	{"OSC of C1", "\u009d52;c;eA==\u009c", `\u009d52;c;eA==\u009c`},
	{"C1 as a bare byte", "\x9b2J", "\ufffd2J"},
	{"overwrite", "rm -rf /\rls", "rm -rf /␍ls"},
	{"CRLF", "a\r\nb\r\n", "a\nb\n"},
	{"CRCRLF", "a\r\r\n", "a␍\n"},
	{"CR at the end", "a\r", "a␍"},
	{"backspace and bell", "safe\b\b\b\bevil\a", "safe␈␈␈␈evil␇"},
	{"NUL and DEL", "a\x00b\x7fc", "a␀b␡c"},
	{"vertical tab, form feed, shift out", "\v\f\x0e", "␋␌␎"},
	{"override", "user\u202enimda", `user\u202enimda`},
	{"isolates", "a\u2066b\u2069", `a\u2066b\u2069`},
	{"marks", "\u200e\u200f\u061c", `\u200e\u200f\u061c`},
	{"separators", "a\u2028b\u2029c", `a\u2028b\u2029c`},
	{"tags", "hi\U000e0041\U000e007f", `hi\ue0041\ue007f`},
	{"unseen", "pay\u200bload\ufeff a\u2060b\u00adc", `pay\u200bload\ufeff a\u2060b\u00adc`},
	{"joiners", "🏳️\u200d🌈 می\u200cخواهم क्\u200dष", "🏳️\u200d🌈 می\u200cخواهم क्\u200dष"},
	{"cut character", "谢\xe8\xb0", "谢\ufffd\ufffd"},
	{"surrogate", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
	{"overlong ESC", "\xc0\x9b[2J", "\ufffd\ufffd[2J"},
	{"danger behind a wide character", "谢\x1b[2J谢", "谢␛[2J谢"},
}

func TestSafe(t *testing.T) {
	for _, c := range safeCorpus {
		t.Run(c.name, func(t *testing.T) {
			if got := text.Safe(c.in); got != c.want {
				t.Errorf("text.Safe(%q) = %q, want %q", c.in, got, c.want)
			}
			checkHarmless(t, c.in, text.Safe(c.in))
		})
	}
}

// TestSafeEveryCharacter: a character is changed if and only if it is dangerous, alone and among others.
func TestSafeEveryCharacter(t *testing.T) {
	for r := rune(0); r <= 0xe0100; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		in := "a" + string(r) + "谢"
		if got := text.Safe(in); (got != in) != dangerous(r) {
			t.Errorf("text.Safe(%q) = %q", in, got)
		}
	}
}

// TestSafeEveryPlace: Safe looks at eight bytes at once, and a dangerous one is found in each place.
func TestSafeEveryPlace(t *testing.T) {
	for at := range 24 {
		for c := range 0x80 {
			in := strings.Repeat("~", at) + string(rune(c)) + strings.Repeat(" ", 24-at)
			if got := text.Safe(in); (got != in) != dangerous(rune(c)) {
				t.Errorf("text.Safe(%q) = %q", in, got)
			}
		}
		for _, in := range []string{"谢", "\x80", "\xff", "\u202e"} {
			in = strings.Repeat("~", at) + in + strings.Repeat(" ", 24-at)
			if got := text.Safe(in); (got != in) != (!utf8.ValidString(in) || strings.ContainsFunc(in, dangerous)) {
				t.Errorf("text.Safe(%q) = %q", in, got)
			}
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, c := range safeCorpus {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := text.Safe(in)
		checkHarmless(t, in, got)
		if again := text.Safe(got); again != got {
			t.Errorf("text.Safe(text.Safe(%q)) = %q, want %q", in, again, got)
		}
		if utf8.ValidString(in) && !strings.ContainsFunc(in, dangerous) && got != in {
			t.Errorf("text.Safe(%q) = %q, want it unchanged", in, got)
		}
		if a, b := strings.Count(in, "\n"), strings.Count(got, "\n"); a != b {
			t.Errorf("text.Safe(%q) has %d lines, want %d", in, b, a)
		}
	})
}
