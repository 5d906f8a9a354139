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

// TestClip: a line is cut between words, unless less than half of it would be left.
func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "one two th": "one two th", "one two thr": "one two…", "one twooooo": "one twooo…",
		"one two   three": "one two…", "/a/path/that/is/long": "/a/path/t…", "一二三四五六": "一二三四…", "ab cd 三四五六": "ab cd 三…",
		"改了三 a.b.Code": "改了三…", "改了三a.b.Code": "改了三…", "“改了a.b.Code": "“改了…",
		"一二“a.b.Code”": "一二“a.b.…",
	} {
		if got := Clip(text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
