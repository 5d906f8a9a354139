package layout

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

func columns(n int) func() int { return func() int { return n } }

// checkSafe fails the test if a line could act on a terminal.
func checkSafe(t *testing.T, from, line string) {
	t.Helper()
	if text.Safe(line) != line {
		t.Errorf("%q gives %q, which is not safe", from, line)
	}
}

// set lays out markdown that arrives in chunks.
func set(width int, chunks ...string) []string {
	return setWith(&Markdown{Width: columns(width)}, chunks...)
}

func setWith(m *Markdown, chunks ...string) (lines []string) {
	for _, c := range chunks {
		lines = append(lines, m.Feed(c)...)
		m.Rest()
	}
	return append(lines, m.Rest()...)
}

var ours = regexp.MustCompile(`\x1b\[[0-9]+m`)

// withoutStyles removes our styles from a line.
func withoutStyles(line string) string { return ours.ReplaceAllString(line, "") }

var markdownCorpus = []struct{ name, in, want string }{
	{"nothing", "", ""},
	{"text", "one\ntwo", "one|two"},
	{"paragraphs", "one\n\n\ntwo\n", "one||two"},
	{"looks", "a *b* **c** `d*` ~~e~~ f_g_h", "a b c d* e f_g_h"},
	{"heading", "text\n## Head\nmore", "text|Head|more"},
	{"list", "so:\n- a\n- b\n  c\n\nend", "so:|• a|• b|  c||end"},
	{"loose list", "1. a\n\n2. b\n\nend", "1. a|2. b||end"},
	{"list that starts late", "3. c\n4. d", "3. c|4. d"},
	{"one list behind another", "- a\n1. b\n2. c\n\n1) d\n- e\n5. f", "• a|1. b|2. c|1. d|• e|5. f"},
	{"nested list", "- a\n    - b\n", "• a|  • b"},
	{"task list", "- [x] a\n- [ ] b", "[x] a|[ ] b"},
	{"six levels", "- a\n  - b\n    - c\n      - d\n        - e\n          - f\n- g",
		"• a|  • b|    • c|      • d|        • e|          • f|• g"},
	{"six levels, by four", "- a\n    - b\n        - c\n            - d\n                - e\n                    - f",
		"• a|  • b|    • c|      • d|        • e|          • f"},
	{"bullets in an ordered list", "1. a\n   - b\n2. c\n  - d\n    1. e\n3. f",
		"1. a|   • b|2. c|   • d|     1. e|3. f"},
	{"paragraphs in a list", "1. a\n\n   b\n\n   - c\n\n   d\n\n2. e", "1. a|   b|   • c|   d|2. e"},
	{"tasks in a list", "1. a\n   - [x] b\n   - [ ] long enough to be broken in two\n",
		"1. a|   [x] b|   [ ] long enough to be broken|       in two"},
	{"list in a quote", "> - a\n>   - b\n\nc", "│ • a|│   • b||c"},
	{"a number at the beginning of a line", "in\n1999. it\n- was", "in|1999. it|• was"},
	{"items without words", "- \n- a\n-\n", "• |• a|• "},
	{"code", "so\n```go\nx := 1\n\n\ty()\n```\nend", "so|  x := 1|  |      y()|end"},
	{"code in a list", "- a\n  ```\n  b\n  ```\n- c", "• a|    b|• c"},
	{"code that is not closed", "```\na", "  a"},
	{"a fence of four", "````\n```\n````\nb", "  ```|b"},
	{"wide code", "```\n0123456789012345678901234567890\n```", "  012345678901234567890123456789|  0"},
	{"quote in a list", "- a\n  > b\n- > c", "• a|  │ b|• │ c"},
	{"a list that begins", "so:\n-", "so:|• "},
	{"code over two lines", "a `b\n7. c` d", "a b 7. c d"},
	{"hard breaks", "a  \nb\\\nc", "a|b|c"},
	{"heading of two lines", "a\\\nb\n===", "a|b"},
	{"marks within words", "2*3*4 5~6天，7~8天 a**b**c", "2*3*4 5~6天，7~8天 abc"},
	{"Chinese emphasis", "**注意：**请看**“重点”**的*字*~~“删”~~了", "注意：请看“重点”的字“删”了"},
	{"entities", `&lt;b&gt; \&amp; &copy &#27;[2J`, "<b> &amp; &copy ␛[2J"},
	{"where a link of the text leads", "[a][b]\n\n[b]: http://c", "[a][b]||[b]: http://c"},
	{"quote", "> a\n> b", "│ a|│ b"},
	{"rule", "a\n\n---\n\nb", "a||" + strings.Repeat("─", 32) + "||b"},
	{"link", "[a](http://b) <http://c> http://d", "a (http://b) http://c http://d"},
	{"image", "![alt](x.png)", "image: alt (x.png)"},
	{"table", "|a|b|\n|-|-:|\n|1|22|\n|好|3|", "a  │  b|───┼───|1  │ 22|好 │  3"},
	{"wide table", "|a|b|\n|-|-|\n|one two three|four five six seven|",
		"a             │ b|──────────────┼─────────────────|one two three │ four five six|              │ seven"},
	{"a | in the code of a table", "|a|`b|c`|\n|-|-|\n|1|\\||", "a │ b|c|──┼────|1 │ |"},
	{"html", "<b>x</b>\n\n<div>\ny\n</div>", "<b>x</b>||<div>|y|</div>"},
	{"wrapped", "the quick brown fox jumps over the lazy dog", "the quick brown fox jumps over|the lazy dog"},
	{"wrapped CJK", "敏捷的棕色狐狸跳过了那只懒狗，它跑得很快。", "敏捷的棕色狐狸跳过了那只懒狗，它|跑得很快。"},
	{"a word that is too long", strings.Repeat("x", 40), strings.Repeat("x", 32) + "|" + strings.Repeat("x", 8)},
	{"a long path", "x internal/parser/of_the_configuration.go " + strings.Repeat("x", 31) + "/y",
		"x|internal/parser/of_the_|configuration.go|" + strings.Repeat("x", 31) + "/|y"},
	{"a long name", "TestParseConfigurationWithEmptyLines", "TestParseConfigurationWithEmpty|Lines"},
	{"words too long for a table", "|name|what|default|\n|-|-|-|\n|CCC_SUPERVISOR_CONFIG|the path of the file|a|\n|b|c||",
		"CCC_SUPERVISOR_CONFIG|  what: the path of the file|  default: a|b|  what: c"},
	{"list in the list's way", "- a\n\ntext", "• a||text"},
	{"CRLF", "a\r\n\r\nb\r\n", "a||b"},
	{"control characters",
		"a \x1b]52;c;eA==\x07 `\x1b[2J` [\u202ex](http://\x1b)", "a ␛]52;c;eA==␇ ␛[2J \\u202ex|(http://␛)"},
}

func TestMarkdown(t *testing.T) {
	for _, c := range markdownCorpus {
		t.Run(c.name, func(t *testing.T) {
			var lines []string
			for _, l := range set(32, c.in) {
				lines = append(lines, withoutStyles(l))
			}
			if got := strings.Join(lines, "|"); got != c.want {
				t.Errorf("%q is set\n%s, want\n%s", c.in, got, c.want)
			}
		})
	}
}

func TestMarkdownLooks(t *testing.T) {
	for in, want := range map[string]string{
		"**a *b***":           "\x1b[1ma \x1b[0m\x1b[1m\x1b[3mb\x1b[0m",
		"`a`":                 "\x1b[36ma\x1b[0m",
		"```go\nif x // y\n":  "  \x1b[1mif\x1b[0m x \x1b[2m// y\x1b[0m",
		"```js\nf(\"a\", 12)": "  f(\x1b[32m\"a\"\x1b[0m, \x1b[36m12\x1b[0m)",
		"```diff\n+a":         "  \x1b[32m+a\x1b[0m",
	} {
		if got := strings.Join(set(40, in), "|"); got != want {
			t.Errorf("%q is set %q, want %q", in, got, want)
		}
	}
}

// TestLinks: where the terminal shows links, the address follows the text only if the text looks like another address.
// An unsafe address never becomes a link.
func TestLinks(t *testing.T) {
	for in, want := range map[string]string{
		"[a](http://b)":             "[4m<http://b>a</>[0m",
		"<http://b>":                "[4m<http://b>http://b</>[0m",
		"见http://b:80/c_d，":         "见[4m<http://b:80/c_d>http://b:80/c_d</>[0m，",
		"(https://b/(c).)":          "([4m<https://b/(c)>https://b/(c)</>[0m.)",
		"<a@b.c>":                   "[4m<mailto:a@b.c>a@b.c</>[0m",
		"xhttp://b http://":         "xhttp://b http://",
		"[c.com](http://b)":         "[4m<http://b>c.com</>[0m[2m ([0m[2m<http://b>http://b</>[0m[2m)[0m",
		"[a](file:///x)":            "[4ma[0m[2m ([0m[2mfile:///x[0m[2m)[0m",
		"[a](javascript:x)":         "[4ma[0m[2m ([0m[2mjavascript:x[0m[2m)[0m",
		"[a](http://b\x07\x1b]0;x)": "[4ma[0m[2m ([0m[2mhttp://b␇␛]0;x[0m[2m)[0m",
		"[a](http://好)":             "[4ma[0m[2m ([0m[2mhttp://好[0m[2m)[0m",
	} {
		got := strings.Join(setWith(&Markdown{Width: columns(80), Links: true}, in), "|")
		got = strings.ReplaceAll(got, "\x1b]8;;\a", "</>")
		got = regexp.MustCompile("\x1b]8;;([!-~]+)\a").ReplaceAllString(got, "<$1>")
		if got = strings.ReplaceAll(got, "\x1b", ""); got != want {
			t.Errorf("%q is set %q, want %q", in, got, want)
		}
	}
}

// FuzzMarkdown: however the text is cut into pieces, the rows are the same, fit the width, are harmless and lose
// nothing but markdown signs.
func FuzzMarkdown(f *testing.F) {
	for _, c := range markdownCorpus {
		f.Add(c.in, uint8(3), uint8(32))
	}
	f.Add("\x1b]8;;http://e\x1b\\ok\x1b]8;;\x1b\\ \u009b2J \x9b a\r\nb\r 谢\xe8\xb0", uint8(1), uint8(20))
	f.Add(strings.Repeat("> ", 40)+"x\n"+strings.Repeat("  - a\n", 30), uint8(9), uint8(10))
	f.Fuzz(func(t *testing.T, in string, cut, width uint8) {
		if len(in) > 4<<10 {
			return
		}
		w := max(int(width), 12)
		hang := time.AfterFunc(10*time.Second, func() { panic("this does not end: " + strconv.Quote(in)) })
		defer hang.Stop()
		lines := set(w, in)
		var chunks []string
		for rest := in; rest != ""; {
			n := min(len(rest), int(cut)+1)
			chunks, rest = append(chunks, rest[:n]), rest[n:]
		}
		if len(chunks) < 50 {
			if again := set(w, chunks...); !slices.Equal(lines, again) {
				t.Errorf("%q in chunks of %d is set\n%q, at once\n%q", in, cut+1, again, lines)
			}
		}
		for _, l := range setWith(&Markdown{Width: columns(w), Links: true}, in) {
			checkSafe(t, in, StripStyles(l))
		}
		for _, l := range lines {
			checkSafe(t, in, withoutStyles(l))
			if strings.Contains(l, "\n") {
				t.Errorf("%q: a line with a newline: %q", in, l)
			}
			if n := uniseg.StringWidth(withoutStyles(l)); n > w && !strings.Contains(in, "|") &&
				!strings.ContainsAny(in, ">-*+.)\t ") {
				t.Errorf("%q at %d: %q is %d wide", in, w, l, n)
			}
		}
	})
}

// TestFit: ccc's own lines break between words, keep their indent and lose nothing.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		width    int
		in, want string
	}{
		{20, "one two three four five six", "one two three four|five six"},
		{20, "    if x; then echo -n /tmp/a-b --flag=1; fi", "    if x; then echo|    -n /tmp/a-b|    --flag=1; fi"},
		{10, "a 0123456789abcdef b", "a|0123456789|abcdef b"},
		{12, "审查已开启：Agent 每次停下都会审查", "审查已开启：|Agent 每次停|下都会审查"},
		{24, "录制：/home/me/.claude/ccc", "录制：|/home/me/.claude/ccc"}, {22, "选项写在--settings里", "选项写在--settings里"},
		{20, "0.0 MiB：/a/path/of/ours", "0.0 MiB：|/a/path/of/ours"}, {14, "运行前先给出--settings", "运行前先给出|--settings"},
		{14, "（/a/path/x）和/或别的", "（/a/path/x）|和/或别的"}, {10, "一二三四五/。", "一二三四|五/。"},
		{10, "short", "short"}, {10, "", ""}, {4, "            x", "  x"}, {10, "a\tbcdef ghi", "a    bcdef|ghi"},
	} {
		if got := strings.ReplaceAll(Wrap(c.in, c.width), "\n", "|"); got != c.want {
			t.Errorf("%q at %d is\n%s, want\n%s", c.in, c.width, got, c.want)
		}
	}
}

// FuzzFit: the lines fit the width, and all characters except spaces are there in order.
func FuzzFit(f *testing.F) {
	f.Add("  go test -run 'A b' ./internal/screen 好的，谢谢 👩‍👩‍👧", uint8(9))
	f.Add("\t\t x\n\n 审查Agent", uint8(4))
	f.Fuzz(func(t *testing.T, in string, width uint8) {
		in, w := text.Safe(in), max(int(width), 4)
		lines := strings.Split(Wrap(in, w), "\n")
		bare := func(text string) string { return strings.NewReplacer(" ", "", "\t", "", "\n", "").Replace(text) }
		if got := bare(strings.Join(lines, "")); got != bare(in) {
			t.Errorf("%q at %d is %q", in, w, lines)
		}
		for _, line := range lines {
			if n := uniseg.StringWidth(line); n > w {
				t.Errorf("%q at %d: %q is %d wide", in, w, line, n)
			}
		}
	})
}

func TestWrapRows(t *testing.T) {
	for _, c := range []struct {
		width    int
		in, want string
	}{
		{20, "/quit    end ccc and all its work", "/quit    end ccc and|         all its|         work"},
		{20, "  /dismiss ID WHY  it counts no more", "  /dismiss ID WHY|      it counts no|      more"},
		{20, "命令  说明一个命令和它的选项", "命令  说明一个命令和|      它的选项"},
		{20, "one  two", "one  two"},
		{20, "it is in /a/directory/of/a/long-name; ccc help", "it is in|/a/directory/of/a/long-name;|ccc help"},
		{20, "another word; ccc list names all", "another word;|ccc list names all"},
		{16, "写入 /a/path/of/ours，而不是/another/path/of/mine。", "写入|/a/path/of/ours，而不是|/another/path/of/mine。"},
		{20, "https://example.com/a/long/path", "https://example.com/a/long/path"},
		{20, "session    08645d33-a372-4c2a-b88c-51f39c8b8698, now", "session|    08645d33-a372-4c2a-b88c-51f39c8b8698,|    now"},
		{20, "output    /a/path/of/ours", "output|    /a/path/of/ours"},
		{20, "output    /a/longer/path/of/ours", "output    /a/longer/path/of/ours"},
		{20, "notapath-but_one-long-word", "notapath-but_one-|long-word"},
		{20, "no row of a table at all", "no row of a table at|all"},
	} {
		if got := strings.ReplaceAll(WrapRows(c.in, c.width), "\n", "|"); got != c.want {
			t.Errorf("%q at %d is\n%s, want\n%s", c.in, c.width, got, c.want)
		}
	}
}

func TestUnwrap(t *testing.T) {
	long := strings.Repeat("word ", 17) + "end"
	wide := strings.Repeat("审查", 22)
	for in, want := range map[string]string{
		long + "\nof it":                         long + " of it",
		wide + "\n完成":                            wide + "完成",
		wide + "；\nccc":                          wide + "；ccc",
		wide + "\nccc":                           wide + " ccc",
		"  --flag  " + long + "\n          more": "  --flag  " + long + " more",
		"short\nlines\n\nstay":                   "short\nlines\n\nstay",
		long + "\n\n" + long + "\n  example":     long + "\n\n" + long + "\n  example",
	} {
		if got := Unwrap(in); got != want {
			t.Errorf("Unwrap(%q) = %q, want %q", in, got, want)
		}
	}
}
