package tasklist

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"nested is a part": {
			"ctx\n- [ ] a\n  more of a\n\n  para of a\n  - [ ] nested\n    text\n- [x] b\n",
			"context: ctx\n1 ' ' g0 a: a|more of a||para of a|- [ ] nested|  text\n2 'x' g0 b: b\n",
		},
		"numbers": {"1. [ ] a\n2) [X] b\n", "1 ' ' g0 a: a\n2 'x' g0 b: b\n"},
		"all bullets": {"* [ ] a\n\n* [ ] b\n\n+ [ ] c\n- [ ] d\n",
			"1 ' ' g0 a: a\n2 ' ' g0 b: b\n3 ' ' g0 c: c\n4 ' ' g0 d: d\n"},
		"code": {"```\n- [ ] no\n```\n- [ ] a\n\n  ```sh\n  - [ ] no\n  ```\n- [ ] b\n\n" +
			"        - [ ] no\n\n\n    - [ ] nested\n",
			"context: ```|- [ ] no|```\n1 ' ' g0 a: a||```sh|- [ ] no|```\n" +
				"2 ' ' g0 b: b||      - [ ] no|||  - [ ] nested\n"},
		"tildes":        {"~~~~\n~~~\n- [ ] no\n~~~~\n- [ ] a", "context: ~~~~|~~~|- [ ] no|~~~~\n1 ' ' g0 a: a\n"},
		"indented code": {"para\n\n    - [ ] no\n\n- [ ] a\n", "context: para||    - [ ] no\n1 ' ' g0 a: a\n"},
		"a comment":     {"<!--\n- [ ] no\n-->\n\n- [ ] a\n", "context: <!--|- [ ] no|-->\n1 ' ' g0 a: a\n"},
		"an open fence": {"- [ ] a\n```\n- [ ] no\n", "1 ' ' g0 a: a\n"},
		"a quotation":   {"> - [ ] q\n>   more\n> - [ ] r\n", "1 ' ' g0 q: q|more\n2 ' ' g0 r: r\n"},
		"headings": {"# T\n\n- [ ] a\n## H\nof H\n\n- [ ] b\n- [ ] c\n\nH2\n--\n- [ ] d\n", "1 ' ' g1 (T) [# T] a: a\n" +
			"2 ' ' g2 (H) [# T||## H|of H] b: b\n3 ' ' g2 (H) [# T||## H|of H] c: c\n4 ' ' g3 (H2) [# T||H2|--] d: d\n"},
		"an empty one": {"# T\nof T\n## H\n- [ ] a\n### I\n- [ ] b\n## J\n- [ ] c\n### K\n- [ ] d\n",
			"context: # T|of T\n1 ' ' g2 (H) [## H] a: a\n2 ' ' g3 (I) [## H||### I] b: b\n" +
				"3 ' ' g4 (J) [## J] c: c\n4 ' ' g5 (K) [### K] d: d\n"},
		"a plain item": {"- group\n  - [ ] a\n    x\n  - [ ] b\n- [ ] c\n",
			"context: - group\n1 ' ' g0 a: a|x\n2 ' ' g0 b: b\n3 ' ' g0 c: c\n"},
		"what is behind": {"- [ ] a\n\npara\n\n- [ ] b\n***\n- [ ] c\n", "1 ' ' g0 a: a\n2 ' ' g0 b: b\n3 ' ' g0 c: c\n"},
		"windows": {"\xef\xbb\xbf- [ ] a\r\n  more\r\n\r\n  - [ ] n\r\n- [x] b\r\n```\r\n- [ ] no\r\n```\r\n",
			"1 ' ' g0 a: a|more||- [ ] n\n2 'x' g0 b: b\n"},
		"tabs":     {"-\t[ ] a\n\tmore\n\t- [ ] n\n-\t[ ] b\n", "1 ' ' g0 a: a|more|- [ ] n\n2 ' ' g0 b: b\n"},
		"the same": {"- [x] a\n- [ ] a\n- [ ]  a \n", "1 'x' g0 a: a\n2 ' ' g0 a#2: a\n3 ' ' g0 a#3: a\n"},
		"none":     {"- a\n- [a](b)\n- [ ]\n- [  ] a\n- [ ]a\n- [x](y)\n[ ] a\n", ""},
		"lazy":     {"- [ ] a\nlazy\n- [ ] b\n", "1 ' ' g0 a: a|lazy\n2 ' ' g0 b: b\n"},
		"nothing":  {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := Parse([]byte(c.source))
			var b strings.Builder
			bars := strings.NewReplacer("\n", "|", "\r", "")
			if p.Context != "" {
				fmt.Fprintf(&b, "context: %s\n", bars.Replace(p.Context))
			}
			for _, task := range p.Tasks {
				done := ' '
				if task.Done {
					done = 'x'
				}
				fmt.Fprintf(&b, "%d %q g%d", task.Number, done, task.Group)
				if task.Heading != "" {
					fmt.Fprintf(&b, " (%s)", task.Heading)
				}
				if task.Section != "" {
					fmt.Fprintf(&b, " [%s]", bars.Replace(task.Section))
				}
				fmt.Fprintf(&b, " %s", task.Title)
				if task.Nth > 1 {
					fmt.Fprintf(&b, "#%d", task.Nth)
				}
				fmt.Fprintf(&b, ": %s\n", bars.Replace(task.Text))
			}
			if b.String() != c.want {
				t.Errorf("got\n%s\nwant\n%s", b.String(), c.want)
			}
		})
	}
}

// TestCheck: text that would take minutes to parse is refused. Similar text that parses fast is accepted.
func TestCheck(t *testing.T) {
	repeat := strings.Repeat
	for source, want := range map[string]string{
		repeat(">", 101):                              "line 1: lists or quotations are nested",
		"a\n" + repeat("- ", 51):                      "line 2: lists or quotations are nested",
		"- a\n" + repeat("\t", 25) + "1. b\n":         "line 2: lists or quotations are nested",
		repeat("> * ", 26) + "a\n":                    "line 1: lists or quotations are nested",
		repeat("\n", 50_001):                          "it has more than 50000 lines",
		"\xff\xfe-\x00 \x00[\x00 \x00]\x00 \x00a\x00": "it is not UTF-8 text",
		"- [ ] a\r- [ ] b\r":                          "its lines end with a carriage return alone",

		"- [ ] a\r\n- [ ] b\r\n":                   "",
		repeat("-", 500) + "\n" + repeat("*", 500): "",
		repeat(" ", 500) + "- a":                   "line 1: lists or quotations are nested",
		repeat(" ", 500) + "a - b\n":               "",
		repeat(">", 100) + " - a\n":                "line 1",
		repeat("a", 200_000) + repeat("\n", 1000):  "",
	} {
		err := CheckLimits([]byte(source))
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && (want == "" || !strings.HasPrefix(got, want)) {
			t.Errorf("%.40q: %v, want %q", source, err, want)
		}
		if want != "" && len(Parse([]byte(source)).Tasks) > 0 {
			t.Errorf("%.40q: it is read", source)
		}
	}
}

// TestTick: ticking changes one byte of the file, in the present line of the task.
func TestTick(t *testing.T) {
	source := "\xef\xbb\xbf# T\r\n- [ ] a\r\n- [x] b\n* [ ] a\n```\n- [ ] c\n```\n1. [ ] `[ ]` c\n"
	for id, want := range map[ID]string{
		{"a", 1}:       strings.Replace(source, "- [ ] a", "- [x] a", 1),
		{"a", 2}:       strings.Replace(source, "* [ ] a", "* [x] a", 1),
		{"`[ ]` c", 1}: strings.Replace(source, "1. [ ]", "1. [x]", 1),
		{"b", 1}:       source,
	} {
		got, ok := Tick([]byte(source), id)
		if !ok || string(got) != want {
			t.Errorf("%v: %v, %q", id, ok, got)
		}
	}
	for _, id := range []ID{{"a", 3}, {"c", 1}} {
		if got, ok := Tick([]byte(source), id); ok || string(got) != source {
			t.Errorf("%v: %v, %q", id, ok, got)
		}
	}
}

// FuzzTick: in every file each open task can be ticked. Ticking changes one byte, and no other task.
func FuzzTick(f *testing.F) {
	f.Add("# T\n- [ ] a\n  - [ ] b\n1. [x] c\r\n> * [ ] d\n\n```\n- [ ] e")
	f.Add("\xef\xbb\xbf-\t[ ] a\n\tb\n\n+ [ ] a\n\n---\n- x\n  + [X] y\n    z")
	f.Fuzz(func(t *testing.T, source string) {
		before := Parse([]byte(source))
		for i, task := range before.Tasks {
			if task.Number != i+1 || task.Title == "" || task.Text == "" {
				t.Errorf("%+v", task)
			}
			ticked, ok := Tick([]byte(source), task.ID)
			if !ok || len(ticked) != len(source) {
				t.Fatalf("%+v is not ticked", task)
			}
			for at := range ticked {
				if ticked[at] != source[at] && (task.Done || at != task.box || ticked[at] != 'x') {
					t.Errorf("byte %d is %q", at, ticked[at])
				}
			}
			after := Parse(ticked)
			if len(after.Tasks) != len(before.Tasks) || !after.Tasks[i].Done || after.Tasks[i].ID != task.ID {
				t.Errorf("%+v, then %+v", before, after)
			}
		}
	})
}
