package commandline

import (
	"slices"
	"strings"
	"testing"
)

// breaks is the COMP_WORDBREAKS that bash starts with.
const breaks = " \t\n\"'><=;|&(:"

func TestBash(t *testing.T) {
	for _, c := range []struct {
		line  string
		words []string
		word  string // completes the last one
		reply string
	}{
		{`ccc `, []string{"ccc", ""}, "init", "init"},
		{`ccc in`, []string{"ccc", "in"}, "init", "init"},
		{`ccc my`, []string{"ccc", "my"}, "my model", `my\ model`},
		{`ccc my\ m`, []string{"ccc", "my m"}, "my model", `my\ model`},
		{`ccc my\`, []string{"ccc", `my\`}, "", ""},
		{`ccc "my m`, []string{"ccc", "my m"}, "my model", `my model`},
		{`ccc 'it`, []string{"ccc", "it"}, "it's", `it'\''s`},
		{`ccc "a$`, []string{"ccc", "a$"}, `a$b"`, `a\$b\"`},
		{`ccc "a\x\"b" c`, []string{"ccc", `a\x"b`, "c"}, "c d", `c\ d`},
		{`ccc a:`, []string{"ccc", "a:"}, "a:b", "b"},
		{`ccc a:b`, []string{"ccc", "a:b"}, "a:bc", "bc"},
		{`ccc a\:b`, []string{"ccc", "a:b"}, "a:bc", "a:bc"},
		{`ccc a`, []string{"ccc", "a"}, "a:b c", `a:b\ c`},
		{`ccc --mode=l`, []string{"ccc", "--mode=l"}, "--mode=loop", "loop"},
		{`ccc --mode="l`, []string{"ccc", "--mode=l"}, "--mode=loop", "loop"},
		{`ccc ''  x`, []string{"ccc", "", "x"}, "x", "x"},
		{`ccc 审`, []string{"ccc", "审"}, "审查", "审查"},
		{`ccc `, []string{"ccc", ""}, "~x", `\~x`},
		{`ccc $(rm) `, []string{"ccc", "$(rm)", ""}, "`x", "\\`x"},
	} {
		l := ReadBashLine(c.line, breaks)
		if !slices.Equal(l.Words, c.words) {
			t.Errorf("Bash(%s) = %q, want %q", c.line, l.Words, c.words)
			continue
		}
		if c.word == "" {
			continue
		}
		if reply, ok := l.Reply(c.word); !ok || reply != c.reply {
			t.Errorf("Bash(%s).Reply(%s) = %s, %v, want %s", c.line, c.word, reply, ok, c.reply)
		}
	}
	if reply, ok := ReadBashLine("ccc a:", breaks).Reply("b"); ok {
		t.Errorf("a word that does not begin with what bash keeps: %q", reply)
	}
}

func TestScript(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if CompletionScript(shell) == "" {
			t.Errorf("there is no script for %s", shell)
		}
	}
	if text := CompletionScript("csh"); text != "" {
		t.Errorf("csh: %q", text)
	}
}

func FuzzBash(f *testing.F) {
	f.Add("a b:c~$`!'\"\\")
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, word string) {
		// A reply that replaces an empty word is read back as that word.
		for quote, end := range map[string]string{"": "", `"`: `"`, "'": "'"} {
			reply, ok := ReadBashLine("ccc "+quote, breaks).Reply(word)
			if quote == "" && strings.Contains(word, "\n") {
				continue // a line has no newline outside quotes
			}
			if l := ReadBashLine("ccc "+quote+reply+end, breaks); !ok || len(l.Words) != 2 || l.Words[1] != word {
				t.Fatalf("%q behind %s is %s, %v, which is read as %q", word, quote, reply, ok, l.Words)
			}
		}
	})
}
