package text

import "testing"

func TestHeadLines(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a\nb\n": "a\nb\n", "aaa\nbbb\nccc\nd": "aaa\n…\n", "aaaaaaaaaaaaaaaaaaaa": "…\n",
	} {
		if got := HeadLines(text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestHeadAndTail: no character is cut in two.
func TestHeadAndTail(t *testing.T) {
	for _, c := range []struct {
		text       string
		size       int
		head, tail string
	}{
		{"", 0, "", ""}, {"abc", 3, "abc", "abc"}, {"abcd", 3, "abc", "bcd"},
		{"a中b", 3, "a", "b"}, {"a中b", 4, "a中", "中b"},
		{"中", 2, "", ""}, {"中", 0, "", ""}, {"\xff\xff", 1, "\xff", "\xff"},
	} {
		if head, tail := Head(c.text, c.size), Tail(c.text, c.size); head != c.head || tail != c.tail {
			t.Errorf("%q to %d: %q and %q, want %q and %q", c.text, c.size, head, tail, c.head, c.tail)
		}
	}
}

func TestClipCharacters(t *testing.T) {
	for text, want := range map[string]string{"": "", "中文字": "中文字", "中文字a": "中文…"} {
		if got := ClipCharacters(text, 3); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
