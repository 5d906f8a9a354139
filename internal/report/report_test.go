package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"ccc/integration/files"
	"ccc/internal/lang"
	"ccc/internal/replay/play"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/text"
)

// told returns the report of an input, as HTML and as markdown.
func told(t testing.TB, input io.Reader, l lang.Language) (page, comment string) {
	t.Helper()
	r, err := Read(Input{Reader: input, Name: "in", Warnings: io.Discard, Language: l})
	if err != nil {
		t.Fatal(err)
	}
	var html, markdown bytes.Buffer
	if err := r.HTML(&html, l); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&markdown, l); err != nil {
		t.Fatal(err)
	}
	return html.String(), markdown.String()
}

// TestRunning: a launch that still runs is neither good nor bad, and its title says what it does, and what its tasks
// came to so far.
func TestRunning(t *testing.T) {
	task := func(verdict string) string {
		return `{"t":1,"type":"person","text":"build it"}
{"t":1,"type":"phase","from":"user","to":"agent"}
{"t":2,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"start","phase":"review"}
` + verdict + "\n"
	}
	const (
		head = `{"ccc_recording":1,"at":"2026-11-30T03:11:00Z","launch":"l","cwd":"/p","max_rounds":1,"attended":true}` +
			"\n"
		good = `{"t":3,"type":"verdict","round":1,"completed":true}
{"t":3,"type":"phase","from":"review","to":"user","round":1}`
		bad = `{"t":3,"type":"verdict","round":1,"feedback":"no"}
{"t":3,"type":"phase","from":"review","to":"user","round":1}`
		question = `{"t":9,"type":"question","what":"asked"}`
	)
	for _, test := range []struct{ recording, english, chinese string }{
		{head, "Still running: it waits for the user", "仍在运行：等待用户"},
		{head + task(good), "Still running: it waits for the user · its task is completed",
			"仍在运行：等待用户 · 任务已完成"},
		{head + task(""), "Still running: a review runs", "仍在运行：正在审查"},
		{head + task(bad) + task(good), "Still running: it waits for the user · 1 of 2 tasks not completed",
			"仍在运行：等待用户 · 2 个任务中 1 个未完成"},
		{head + `{"t":1,"type":"phase","from":"user","to":"agent"}` + "\n" + question,
			"Still running: the agent waits for an answer of the user", "仍在运行：Agent 在等用户回答"},
		{strings.Replace(head, "attended", `door":"hook","attended`, 1) + task(good), "Still running · its task is completed",
			"仍在运行 · 任务已完成"},
	} {
		for l, want := range map[lang.Language]string{lang.English: test.english, lang.Chinese: test.chinese} {
			r, err := Read(Input{Reader: strings.NewReader(test.recording), Running: true, Warnings: io.Discard, Language: l})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.title(l); got != want || r.Mood() != "open" {
				t.Errorf("%q is %s, want %q, and open", got, r.Mood(), want)
			}
		}
	}
	over := head + task(bad) + `{"t":4,"type":"end","outcome":"not_completed","rounds":1}`
	r, err := Read(Input{Reader: strings.NewReader(over), Running: true, Warnings: io.Discard, Language: lang.English})
	if err != nil || r.title(lang.English) != "Not completed" || r.Mood() != "bad" {
		t.Errorf("after its end: %q, %s, %v", r.title(lang.English), r.Mood(), err)
	}
	cut := head + task(bad) + task("")
	if r, _ = Read(Input{Reader: strings.NewReader(cut), Warnings: io.Discard, Language: lang.English}); r.Mood() != "open" {
		t.Errorf("without an end it is %s, want open", r.Mood())
	}
}

// body returns a page without its style sheet and without the hash of it.
func body(page string) string {
	return hash.ReplaceAllString(strings.Replace(page, style, "…", 1), "sha256-…")
}

var hash = regexp.MustCompile(`sha256-[^']+`)

func TestGolden(t *testing.T) {
	open := func(path string) io.Reader {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(text)
	}
	for name, test := range map[string]struct {
		input    io.Reader
		language lang.Language
	}{
		"demo":       {play.Demo(), lang.English},
		"hook":       {open("testdata/hook.jsonl"), lang.English},
		"reviewers":  {open("testdata/reviewers.jsonl"), lang.Chinese},
		"tasks":      {open("testdata/tasks.jsonl"), lang.Chinese},
		"transcript": {open("../replay/testdata/session.jsonl"), lang.English},
		"stream":     {open("../../streamjson/testdata/2.1.329-local_commands.jsonl"), lang.English},
	} {
		t.Run(name, func(t *testing.T) {
			page, comment := told(t, test.input, test.language)
			checkPage(t, page)
			for kind, got := range map[string]string{"html": body(page), "md": comment} {
				path := filepath.Join("testdata", name+".golden."+kind)
				files.Golden(t, path, got)
			}
		})
	}
}

// TestEvidenceLanguage: what a verdict rests on is told in the user's language, as on the screen.
func TestEvidenceLanguage(t *testing.T) {
	text, err := os.ReadFile("testdata/hook.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	page, comment := told(t, bytes.NewReader(text), lang.Chinese)
	for _, got := range []string{page, comment} {
		if !strings.Contains(got, "（成功）") || strings.Contains(got, "(ok)") {
			t.Errorf("the evidence is not Chinese:\n%s", got)
		}
	}
}

// What a page consists of, and nothing else. Its policy allows no script and no request; even without it there is no
// tag that runs or loads anything, no address, and no attribute that takes code.
var (
	tag        = regexp.MustCompile(`<(/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>`)
	attributed = regexp.MustCompile(` ([a-z-]+)(?:="[^"<>]*")?`)
	tagNames   = " " +
		"html head meta title style body header span fieldset legend label input main section p h1 h2 h3 h4 pre dl " +
		"div dt dd code ol ul li small strong em del br hr blockquote table thead tbody tr td th details summary svg rect " +
		"time footer "
	attributeNames = " lang charset http-equiv content name class type id checked open aria-hidden aria-label role " +
		"width height x y "
)

func checkPage(t testing.TB, page string) {
	t.Helper()
	if len(page) > MaxPage {
		t.Errorf("the page has %d bytes", len(page))
	}
	if !utf8.ValidString(page) {
		t.Error("the page is no UTF-8")
	}
	controls(t, page)
	if n := strings.Count(page, style); n != 1 {
		t.Fatalf("the style sheet stands there %d times", n)
	}
	page = strings.TrimPrefix(body(page), "<!DOCTYPE html>")
	if n := strings.Count(page, `content="default-src 'none'; style-src 'sha256-`); n != 1 {
		t.Errorf("the policy stands there %d times", n)
	}
	rest := tag.ReplaceAllStringFunc(page, func(found string) string {
		m := tag.FindStringSubmatch(found)
		if !strings.Contains(tagNames, " "+m[2]+" ") {
			t.Errorf("a tag %s", found)
		}
		for _, a := range attributed.FindAllStringSubmatch(m[3], -1) {
			if !strings.Contains(attributeNames, " "+a[1]+" ") {
				t.Errorf("an attribute in %s", found)
			}
		}
		return ""
	})
	if i := strings.IndexAny(rest, "<>"); i >= 0 {
		t.Errorf("not escaped: %.80q", rest[max(0, i-20):])
	}
}

// controls matches control characters, of which a page has none.
func controls(t testing.TB, s string) {
	t.Helper()
	safe := text.Safe(s)
	if safe == s {
		return
	}
	for i := range min(len(safe), len(s)) {
		if safe[i] != s[i] {
			t.Errorf("a control character came through: %.900q", s[max(0, i-700):])
			return
		}
	}
}

// checkComment checks that outside of code fences there are only ccc's own words.
func checkComment(t testing.TB, comment string, evil ...string) {
	t.Helper()
	if len(comment) > MaxComment {
		t.Errorf("the comment has %d bytes", len(comment))
	}
	controls(t, comment)
	fence := ""
	var outside strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimRight(line, "\n")
		ticks := len(line) - len(strings.TrimLeft(line, "`"))
		switch {
		case fence == "" && ticks >= 3 && strings.HasSuffix(line, "text"):
			fence = line[:ticks]
		case fence == "":
			outside.WriteString(line + "\n")
		case ticks >= len(fence) && strings.Trim(line, "` ") == "":
			fence = ""
		}
	}
	if fence != "" {
		t.Error("a fence is open at the end")
	}
	code := regexp.MustCompile("`[^`\n]*`").ReplaceAllString(outside.String(), "")
	for _, e := range evil {
		if strings.Contains(code, e) {
			t.Errorf("%q stands outside of the fences:\n%s", e, code)
		}
	}
}

// payload stands in every text of a hostile recording.
const payload = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\" onload=\"alert(1)' `a` " +
	"@everyone closes #1 [x](javascript:alert(1)) ![y](https://evil.example/y.png) <https://evil.example>\n" +
	"````\n```\n</details>\n~~~\n<!-- \n\x1b[31mred\x1b]0;t\a\x1b[2J\u202e\u0000\r\n" +
	"| a | b |\n|---|---|\n| <b> | &lt; |\n\n> # h\n"

// hostile is a recording with text in every field that can hold text.
func hostile(t testing.TB, text string) io.Reader {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	put := func(v any) {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	type m = map[string]any
	b.WriteString(`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z",`)
	rest, _ := json.Marshal(m{"ccc": text, "launch": text, "cwd": text, "provider": text, "args": []string{text}})
	b.Write(append(rest[1:], '\n'))
	line := func(phase string, raw m) {
		put(m{"t": 2, "type": "line", "phase": phase, "reviewer": text, "raw": raw})
	}
	put(m{"t": 0, "type": "person", "text": text})
	put(m{"t": 0, "type": "person", "did": text})
	for _, phase := range []string{"agent", text, "review"} {
		put(m{"t": 1, "type": "phase", "from": text, "to": phase, "round": 1})
		line(phase, m{"type": "system", "subtype": "init", "session_id": text, "cwd": text, "model": text,
			"claude_code_version": text})
		for i, name := range []string{"Bash", "Edit", text} {
			id := fmt.Sprint(phase, i)
			line(phase, m{"type": "assistant", "session_id": text, "parent_tool_use_id": text, "message": m{"id": "m",
				"role": "assistant", "model": text, "content": []m{{"type": "text", "text": text},
					{"type": "thinking", "thinking": text}, {"type": "tool_use", "id": id, "name": name, "input": m{
						"command": text, "file_path": text, "old_string": text, "new_string": text, "content": text}}}}})
			line(phase, m{"type": "user", "message": m{"role": "user", "content": []m{
				{"type": "tool_result", "tool_use_id": id, "content": text}}}})
		}
		line(phase, m{"type": "result", "subtype": "error", "is_error": true, "result": text, "total_cost_usd": 1})
	}
	for _, from := range []string{"supervisor", "ccc", text} {
		put(m{"t": 3, "type": "sent", "from": from, "text": text})
	}
	put(m{"t": 3, "type": "notice", "text": text})
	for _, v := range []m{{"feedback": text}, {"failure": text, "reason": text}, {"completed": true}, {"blocked": true}} {
		for key, value := range (m{"type": "verdict", "t": 3, "round": 1, "evidence": []string{text}, "by": text,
			"cage":      text,
			"checks":    []m{{"name": text, "command": text, "exit": 1, "state": text}},
			"reviewers": []m{{"name": text, "feedback": text, "said": text, "evidence": []string{text}}}}) {
			v[key] = value
		}
		put(v)
	}
	put(m{"t": 4, "type": "person", "text": text})
	put(m{"t": 4, "type": "phase", "to": "done"})
	put(m{"t": 4, "type": "end", "outcome": text, "session_id": text, "error": text, "cost_usd": 1})
	return &b
}

func TestHostile(t *testing.T) {
	page, comment := told(t, hostile(t, payload), lang.English)
	checkPage(t, page)
	if !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("the text is not there")
	}
	checkComment(t, comment, "@everyone", "closes #1", "<script", "evil", "alert")
	if !strings.Contains(comment, "@everyone") {
		t.Error("the text is not in the comment")
	}
}

// TestLimits: for any input, page and comment have a limited size and name what is missing.
func TestLimits(t *testing.T) {
	for name, text := range map[string]string{
		"plain":      strings.Repeat("0123456789 \n", 1<<15/12),
		"tags":       strings.Repeat("<", 1<<15),
		"quotes":     strings.Repeat("> # a\n", 1<<12),
		"colours":    strings.Repeat("\x1b[31mx\x1b[32my", 1<<11),
		"backticks":  strings.Repeat("`", 1<<16),
		"characters": strings.Repeat("谢谢🙏", 1<<14),
	} {
		t.Run(name, func(t *testing.T) {
			page, comment := told(t, hostile(t, text), lang.English)
			checkPage(t, page)
			checkComment(t, comment)
			if !strings.Contains(page, "left out …") || !strings.Contains(comment, "left out …") {
				t.Error("nobody says that something is missing")
			}
		})
	}
	t.Run("many", func(t *testing.T) {
		var b bytes.Buffer
		io.Copy(&b, hostile(t, payload))
		one := b.String()
		first, rest, _ := strings.Cut(one, "\n")
		page, comment := told(t, strings.NewReader(first+"\n"+strings.Repeat(rest, 300)), lang.Chinese)
		checkPage(t, page)
		checkComment(t, comment, "@everyone", "closes #1")
		for _, want := range []string{"条在此略去", "次审查和消息在此略去"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not say %s", want)
			}
		}
	})
}

// TestLists: what is left out of a list is named, and a subagent's prompt is told.
func TestLists(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}` + "\n")
	use := func(id, name, input string) {
		fmt.Fprintf(&b, `{"t":1,"type":"line","phase":"agent","raw":{"type":"assistant","message":{"id":"m","role":"assistant",`+
			`"content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}}}`+"\n", id, name, input)
		fmt.Fprintf(&b, `{"t":1,"type":"line","phase":"agent","raw":{"type":"user","message":{"role":"user",`+
			`"content":[{"type":"tool_result","tool_use_id":%q,"content":"ok"}]}}}`+"\n", id)
	}
	use("a", "Agent", `{"description":"look","prompt":"look at each of them"}`)
	for i := range maxFiles + 7 {
		use(fmt.Sprint(i), "Write", fmt.Sprintf(`{"file_path":"/p/%d","content":"x"}`, i))
	}
	evidence, _ := json.Marshal(strings.Split(strings.Repeat("Bash ls (ok),", maxList)+"check unit (ok),Bash a,Bash b", ","))
	fmt.Fprintf(&b, `{"t":2,"type":"verdict","round":1,"feedback":"x","checks":[{"name":"unit"}],"evidence":%s}`, evidence)
	page, comment := told(t, strings.NewReader(b.String()), lang.English)
	for _, want := range []string{
		"<dd>200+</dd>", "7 more edits of other files", "<p class=\"muted\">2 entries left out here</p>",
		`<code>look</code></summary>` + "\n" + `<pre class="input">look at each of them</pre>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	for _, want := range []string{"(200+)", "7 more edits of other files", "\n2 entries left out here\n"} {
		if !strings.Contains(comment, want) {
			t.Errorf("the comment does not say %s:\n%s", want, comment)
		}
	}
}

// TestManyReviewers: a review of as many as there may be is in the comment, each with a part of what it said.
func TestManyReviewers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}` + "\n" + `{"t":2,"type":"verdict","round":1,"reviewers":[`)
	const several = 17
	for i := range several {
		fmt.Fprintf(&b, `{"name":"n%d","feedback":"begins %d %s"},`, i, i, strings.Repeat("x ", 1500))
	}
	_, comment := told(t, strings.NewReader(strings.TrimSuffix(b.String(), ",")+"]}"), lang.English)
	checkComment(t, comment)
	for i := range several {
		if !strings.Contains(comment, fmt.Sprintf("begins %d ", i)) {
			t.Errorf("the comment does not tell what reviewer %d said", i)
		}
	}
}

// TestProseLimits: no few bytes make a page that is many times as long, or take seconds.
func TestProseLimits(t *testing.T) {
	for name, text := range map[string]string{
		"quotes": strings.Repeat("> ", 8000) + "x",
		"lists":  strings.Repeat("- ", 8000) + "x",
		"table":  strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n" + strings.Repeat("|\n", 5000),
	} {
		if got := proseHTML(text); len(got) > 8*len(text) {
			t.Errorf("%s: %d bytes make %d", name, len(text), len(got))
		}
	}
}

func FuzzPage(f *testing.F) {
	f.Add(payload)
	f.Add("\x1b[38;2;1;2;3mx\x1b[48;5;200my\x1b]8;;http://x\x1b\\z\x1b[")
	f.Add("- a\n  - b\n\n1. c\n***d*** ~~e~~ [f]: <g> \\<h\\> &amp; `` ` ``")
	f.Fuzz(func(t *testing.T, text string) {
		page, comment := told(t, hostile(t, text), lang.English)
		checkPage(t, page)
		checkComment(t, comment)
	})
}

// TestCheck: a check is shown as good if it has passed, and not because of its exit code alone.
func TestCheck(t *testing.T) {
	const head = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"verdict","round":1,"feedback":"x","by":"checks","checks":[{"name":"unit","command":"make","duration_ms":5000,`
	for more, want := range map[string]string{
		`"exit":0,"state":"passed"`:      `<span class="state passed">ok, 5.0s</span>`,
		`"exit":0`:                       `<span class="state passed">ok, 5.0s</span>`,
		`"exit":2`:                       `<span class="state failed">exit 2, 5.0s</span>`,
		`"exit":0,"state":"timed out"`:   `<span class="state failed">stopped after 5.0s: it took too long</span>`,
		`"exit":-1,"state":"cannot run"`: `<span class="state failed">cannot run</span>`,
	} {
		page, comment := told(t, strings.NewReader(head+more+"}]}"), lang.English)
		said := want[strings.Index(want, ">")+1 : strings.Index(want, "</")]
		if !strings.Contains(page, want) || !strings.Contains(comment, "unit: "+said) {
			t.Errorf("%s: want %s in the page, in the comment %s:\n%s", more, want, said, comment)
		}
	}
}

// TestCheckReused: a check that was not run again is said not to have been, as on the live screen; in the next review
// it may run.
func TestCheckReused(t *testing.T) {
	const unit = `"checks":[{"name":"unit","command":"make","exit":0,"state":"passed","duration_ms":300`
	page, comment := told(t, strings.NewReader(`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"check",`+unit+`,"reused":true}]}
{"t":3,"type":"verdict","round":1,"feedback":"x",`+unit+`}]}
{"t":4,"type":"phase","from":"review","to":"agent","round":1}
{"t":5,"type":"phase","from":"agent","to":"review","round":2}
{"t":6,"type":"check",`+unit+`}]}
{"t":7,"type":"verdict","round":2,"completed":true,`+unit+`}]}`), lang.English)
	for _, said := range []string{page, comment} {
		if strings.Count(said, "passed before, and no file has changed since") != 1 || strings.Count(said, "ok, 0.3s") != 1 {
			t.Error(said)
		}
	}
}

// TestWoken: two reviews have the number 1 if claude went on by itself after a verdict, or if the user typed /review,
// and the report says why.
func TestWoken(t *testing.T) {
	const woken = "After this verdict Claude Code went on by itself"
	review := func(at int, verdict string) string {
		return fmt.Sprintf(`{"t":%d,"type":"phase","from":"agent","to":"review","round":1}
{"t":%d,"type":"verdict","round":1,%s}
{"t":%d,"type":"phase","from":"review","to":"user","round":1}
`, at, at+1, verdict, at+1)
	}
	for name, test := range map[string]struct {
		first, between string
		want           string
	}{
		"woken":      {`"completed":true`, "", woken},
		"no verdict": {`"failure":"failed","reason":"x"`, "", ""},
		"a message":  {`"completed":true`, `{"t":4,"type":"person","text":"and now this"}` + "\n", ""},
		"/review":    {`"completed":true`, `{"t":4,"type":"person","did":"review"}` + "\n", "typed /review"},
	} {
		t.Run(name, func(t *testing.T) {
			page, comment := told(t, strings.NewReader(`{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","door":"hook"}
{"t":1,"type":"person","text":"go"}
`+review(2, test.first)+test.between+review(6, `"completed":true`)), lang.English)
			steps, _, _ := strings.Cut(comment, "<details>")
			page = page[:strings.Index(page, "<svg")]
			for _, said := range []string{page, steps} {
				if test.want != "" && !strings.Contains(said, test.want) {
					t.Errorf("not said: %s\n%s", test.want, said)
				}
				if test.want != woken && strings.Contains(said, woken) {
					t.Errorf("said: %s\n%s", woken, said)
				}
			}
		})
	}
}

func TestTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"plain <b>":                           "plain &lt;b&gt;",
		"\x1b[1;31mred\x1b[0m.":               `<span class="c1 bold">red</span>.`,
		"\x1b[38;5;196mred\x1b[39m.":          `<span class="c1">red</span>.`,
		"\x1b[38;2;0;200;10mgreen":            `<span class="c2">green</span>`,
		"\x1b[97;41mwhite on red":             `<span class="tint">white on red</span>`,
		"10%\r20%\r\x1b[32m100%\x1b[m\nnext":  `<span class="c2">100%</span>` + "\nnext",
		"a\x1b]8;;http://x\x1b\\link\x1b[2Jb": "alinkb",
		"a\x1b]0;title\ab\x07\x1b":            "ab␇",
		"cut \x1b[3":                          "cut ",
		"bidi \u202e \u0085":                  `bidi \u202e \u0085`,
	} {
		if got := string(ansiHTML(in)); got != want {
			t.Errorf("terminal(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	for in, want := range map[string]string{
		"a **b** `c<d>`\n\n- e":      "<p>a <strong>b</strong> <code>c&lt;d&gt;</code></p><ul><li>e</li></ul>",
		"# h\n\n```\n<x>\n```":       "<p><strong>h</strong></p><pre><code>&lt;x&gt;</code></pre>",
		"[a](javascript:b) <i>c</i>": "<p>a (javascript:b) &lt;i&gt;c&lt;/i&gt;</p>",
		"![a](http://b/c.png)":       "<p>a (http://b/c.png)</p>",
		"- a\n\n  b\n- [x] c\n":      "<ul><li><p>a</p><p>b</p></li><li><p>[x] c</p></li></ul>",
		"[a][1]\n\n[1]: http://b":    "<p>a (http://b)</p><p>[1]: http://b</p>",
		"|`a|b`|c|\n|-|-|\n|~~d~~|": "<table><tr><td><code>a|b</code></td><td>c</td></tr>" +
			"<tr><td><del>d</del></td><td></td></tr></table>",
	} {
		if got := string(proseHTML(in)); got != want {
			t.Errorf("prose(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestRead: what a report makes of recordings.
func TestRead(t *testing.T) {
	const loop = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}`
	const hook = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","door":"hook"}`
	for name, test := range map[string]struct {
		input string
		want  string
	}{
		"a hook in its second review": {hook + `
{"t":1,"type":"stop"}
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"verdict","round":1,"feedback":"more"}
{"t":2,"type":"phase","from":"review","to":"agent","round":1}
{"t":2,"type":"so_far","outcome":"not_completed","rounds":1,"cost_usd":0.5,"duration_ms":2000}
{"t":3,"type":"stop"}
{"t":3,"type":"phase","from":"agent","to":"review","round":2}`,
			"hook, open\nreview 1: not_completed 1s\nreview 2: open 0s\nspans: review1 agent"},
		"a review that is tried again": {loop + `
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":1,"type":"start","phase":"review"}
{"t":2,"type":"line","phase":"review","raw":{"type":"system","subtype":"init","session_id":"r1"}}
{"t":3,"type":"line","phase":"review","raw":{"type":"result","subtype":"error","is_error":true,"session_id":"r1","total_cost_usd":0.25}}
{"t":3,"type":"verdict","round":1,"failure":"transient","reason":"overloaded"}
{"t":3,"type":"start","phase":"review"}
{"t":4,"type":"line","phase":"review","raw":{"type":"system","subtype":"init","session_id":"r2"}}
{"t":5,"type":"verdict","round":1,"failure":"transient","reason":"it died"}
{"t":5,"type":"start","phase":"review"}
{"t":6,"type":"line","phase":"review","raw":{"type":"system","subtype":"init","session_id":"r3"}}
{"t":7,"type":"line","phase":"review","raw":{"type":"assistant","session_id":"r3","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"all is there.\n\n[TASK_COMPLETED]"}]}}}
{"t":8,"type":"line","phase":"review","raw":{"type":"result","subtype":"success","session_id":"r3","result":"all is there.\n\n[TASK_COMPLETED]","total_cost_usd":0.5}}
{"t":9,"type":"verdict","round":1,"completed":true}
{"t":9,"type":"phase","from":"review","to":"done","round":1}
{"t":9,"type":"end","outcome":"completed","rounds":1,"cost_usd":0.75,"duration_ms":9000}`,
			"loop, completed\nreview 1: none 2s $0.25\nreview 1: none 2s\nreview 1: completed 4s $0.50 all is there.\n" +
				"spans: review1"},
		"a limit in a review": {loop + `
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"verdict","round":1,"failure":"limit","reason":"a limit"}
{"t":2,"type":"phase","from":"review","to":"wait","round":1}
{"t":3,"type":"phase","from":"wait","to":"review","round":1}
{"t":4,"type":"verdict","round":1,"feedback":"more"}
{"t":4,"type":"phase","from":"review","to":"agent","round":1}
{"t":5,"type":"phase","from":"agent","to":"user"}
{"t":6,"type":"phase","from":"user","to":"agent"}
{"t":7,"type":"phase","from":"agent","to":"review","round":1}
{"t":8,"type":"verdict","round":1,"completed":true}
{"t":8,"type":"end","outcome":"completed","rounds":2}`,
			"loop, completed\nreview 1: none 1s\nreview 1: not_completed 1s\nreview 1: completed 1s \n" +
				"spans: review1 wait review1 agent user agent review1"},
		"a wait for the background": {loop + `
{"t":0,"type":"phase","from":"user","to":"agent"}
{"t":1,"type":"turn","what":"started"}
{"t":10,"type":"turn","what":"ended"}
{"t":12,"type":"turn","what":"started"}
{"t":20,"type":"turn","what":"ended"}
{"t":50,"type":"timer"}
{"t":50,"type":"phase","from":"agent","to":"review","round":1}
{"t":52,"type":"verdict","round":1,"completed":true}
{"t":52,"type":"end","outcome":"completed","rounds":1}`,
			"loop, completed\nreview 1: completed 2s \nspans: agent background review1"},
		"a clock that was set back": {hook + `
{"t":100,"type":"phase","from":"user","to":"agent"}
{"t":101,"type":"phase","from":"agent","to":"review","round":1}
{"t":41,"type":"verdict","round":1,"feedback":"more"}
{"t":41,"type":"phase","from":"review","to":"agent","round":1}`,
			"hook, open\nreview 1: not_completed 0s\nspans: agent review1"},
		"a limit, then another task": {loop + `
{"t":0,"type":"person","text":"one"}
{"t":1,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"verdict","round":1,"feedback":"more"}
{"t":2,"type":"phase","from":"review","to":"user","round":1}
{"t":2,"type":"notice","text":"review 1 of 1: not completed\nnot completed after 1 review, which is the limit. The feedback was:\nmore"}
{"t":3,"type":"person","text":"two"}
{"t":3,"type":"phase","from":"user","to":"agent"}
{"t":4,"type":"phase","from":"agent","to":"review","round":1}
{"t":5,"type":"verdict","round":1,"completed":true}
{"t":5,"type":"phase","from":"review","to":"done","round":1}
{"t":5,"type":"end","outcome":"completed","rounds":2}`,
			"loop, completed\ntask 1 one: not_completed 1\ntask 2 two: completed 1\n" +
				"review 1: not_completed 1s\nreview 1: completed 1s \nspans: review1 user agent review1"},
		"an error of the API": {loop + `
{"t":0,"type":"person","text":"one"}
{"t":1,"type":"phase","from":"agent","to":"done"}
{"t":1,"type":"notice","text":"API Error: Connection error.: tried 9 times"}
{"t":1,"type":"end","outcome":"needs_user"}`,
			"loop, needs_user\nwhy: API Error: Connection error.: tried 9 times\nspans:"},
		"a stop that could not be reviewed": {hook + `
{"t":0,"type":"person","text":"one"}
{"t":1,"type":"stop"}
{"t":2,"type":"verdict","round":1,"completed":true}
{"t":2,"type":"phase","from":"review","to":"done","round":1}
{"t":2,"type":"so_far","outcome":"completed","rounds":1}
{"t":3,"type":"stop"}
{"t":3,"type":"verdict","failure":"needs_person","reason":"SUPERVISOR.md:2:9"}
{"t":3,"type":"so_far","outcome":"completed","rounds":1}`,
			"hook, needs_user\nwhy: SUPERVISOR.md:2:9\n" +
				"review 1: completed 1s \nreview 0: none 0s\nspans:"},
		"a task by /supervisor while another goes on": {hook + `
{"t":0,"type":"person","text":"one"}
{"t":1,"type":"stop","stop":{"task":{"began":"2026-11-21T08:59:59Z"},"limits":{}}}
{"t":2,"type":"verdict","round":1,"blocked":true,"feedback":"which?"}
{"t":2,"type":"phase","from":"review","to":"user","round":1}
{"t":2,"type":"so_far","outcome":"needs_user","rounds":1}
{"t":9,"type":"person","text":"two"}
{"t":9,"type":"stop","stop":{"task":{"began":"2026-11-21T09:00:08Z"},"limits":{}}}`,
			"hook, open\ntask 1 one: question 1\ntask 2 two: open 0\nreview 1: question 1s\nspans: user"},
		"a hook in its first": {hook + `
{"t":1,"type":"stop"}`, "hook, open\nspans:"},
	} {
		r, err := Read(Input{Reader: strings.NewReader(test.input), Name: "in", Warnings: io.Discard})
		if got := digest(r); got != test.want || err != nil {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, test.want)
		}
	}
}

// digest returns a report in short.
func digest(r *Report) string {
	var b strings.Builder
	b.WriteString(map[bool]string{true: "hook", false: "loop"}[r.Hook])
	fmt.Fprintf(&b, ", %s\n", map[bool]string{true: r.Outcome, false: "open" + r.Outcome}[r.Ended])
	if len(r.Tasks) > 1 {
		for _, one := range r.Tasks {
			fmt.Fprintf(&b, "task %d %s: %s %d\n", one.Number, one.Text.Head, one.Outcome, one.Rounds)
		}
	}
	if why := r.reason(lang.English); why != "" {
		fmt.Fprintf(&b, "why: %s\n", why)
	}
	for _, s := range r.Steps {
		if s.Judgement == "" {
			continue
		}
		fmt.Fprintf(&b, "review %d: %s %s", s.Round, s.Judgement, s.Took)
		if s.CostUSD > 0 {
			fmt.Fprintf(&b, " $%.2f", s.CostUSD)
		}
		if s.Judgement == "completed" {
			b.WriteString(" " + s.Text.Head)
		}
		b.WriteString("\n")
	}
	b.WriteString("spans:")
	for _, s := range r.Spans {
		b.WriteString(" " + s.Phase)
		if s.Round > 0 {
			fmt.Fprint(&b, s.Round)
		}
	}
	return b.String()
}

// TestQ02HeadlineOfAllTasks: the headline of a session has a mark of success only if a review completed each of its
// tasks.
func TestQ02HeadlineOfAllTasks(t *testing.T) {
	for want, r := range map[string]Report{
		"good Completed after 2 reviews":    {Outcome: "completed", Rounds: 2, Outcomes: task.Outcomes{Completed: 1}},
		"good 3 tasks completed, 4 reviews": {Outcome: "completed", Rounds: 4, Outcomes: task.Outcomes{Completed: 3}},
		"open 1 of 2 tasks not reviewed": {Outcome: "completed",
			Outcomes: task.Outcomes{Completed: 1, NotReviewed: 1}},
		"open 1 of 2 tasks accepted by the user": {Outcome: "completed",
			Outcomes: task.Outcomes{Completed: 1, Accepted: 1}},
		"bad 2 of 15 tasks not completed · 1 with no verdict · 2 with the last stop not reviewed · 1 not reviewed": {
			Outcome: "completed", Outcomes: task.Outcomes{
				Completed: 9, NotCompleted: 2, NoVerdict: 1, LastUnreviewed: 2, NotReviewed: 1},
		},
		"bad Interrupted · 1 of 2 tasks not completed": {
			Outcome: "interrupted", Outcomes: task.Outcomes{NotCompleted: 1, Open: 1},
		},
		"open Not ended: it still runs, or was cut off": {Outcomes: task.Outcomes{Completed: 3, Open: 1}},
	} {
		if r.Timed = true; r.Mood()+" "+r.title(lang.English) != want {
			t.Errorf("%s %s, want %s", r.Mood(), r.title(lang.English), want)
		}
	}
}

// TestL10FindingsOnce: the words next to the table of findings do not repeat it, and no answer is shown as a JSON
// object.
func TestL10FindingsOnce(t *testing.T) {
	recording := `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"person","text":"fix it"}
{"t":6,"type":"line","phase":"review","raw":{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"{\"completed\":false,\"feedback\":\"\",\"findings\":[{\"text\":\"it panics\"}]}"}]}}}
{"t":9,"type":"verdict","round":1,"by":"reviewers","feedback":"it panics\nno test","findings":[
{"severity":"blocker","text":"it panics","evidence":"a.go:3","status":"open"},
{"severity":"blocker","text":"no test","status":"open"}]}
{"t":10,"type":"verdict","round":2,"by":"reviewers","feedback":"no test\nand more","findings":[
{"severity":"blocker","text":"no test","status":"open"}]}
{"t":11,"type":"line","phase":"review","raw":{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"I looked at a.go."}]}}}
{"t":12,"type":"line","phase":"review","raw":{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"StructuredOutput","input":{"completed":false}}]}}}
{"t":13,"type":"line","phase":"review","raw":{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Structured output provided"}]}}}
`
	recording = strings.NewReplacer("[\n", "[", "},\n{\"sev", "},{\"sev").Replace(recording)
	page, comment := told(t, strings.NewReader(recording), lang.English)
	for _, text := range []string{page, comment} {
		if n := strings.Count(text, "it panics"); n != 2 { // in the table of each review
			t.Errorf("%d times in\n%s", n, text)
		}
		if strings.Contains(text, "completed&#34;:") || strings.Contains(text, `"completed":`) ||
			strings.Contains(text, "tructured") || !strings.Contains(text, "and more") ||
			!strings.Contains(text, "I looked at a.go.") {
			t.Errorf("an object, or no words of the reviewer, or feedback that is in no table, in\n%s", text)
		}
	}
}

// TestL10FindingEndsLater: the review that found a finding says in which later one it ended, and how. F1 of the next
// task is another finding.
func TestL10FindingEndsLater(t *testing.T) {
	recording := `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"person","text":"fix it"}
{"t":2,"type":"verdict","round":1,"by":"reviewers","feedback":"x","findings":[
{"severity":"blocker","text":"it panics","status":"open"},
{"severity":"advice","text":"no name","status":"open"}]}
{"t":3,"type":"verdict","round":2,"by":"reviewers","completed":true,"findings":[
{"id":"F1","status":"fixed"},
{"id":"F2","status":"open"}]}
{"t":3,"type":"phase","from":"review","to":"done","round":2}
{"t":3,"type":"so_far","outcome":"completed","rounds":2,"session_id":"s"}
{"t":4,"type":"phase","from":"done","to":"agent"}
{"t":4,"type":"person","text":"and that"}
{"t":5,"type":"verdict","round":1,"by":"reviewers","feedback":"y","findings":[
{"severity":"blocker","text":"no test","status":"open"}]}
`
	recording = strings.NewReplacer("[\n", "[", "},\n{", "},{").Replace(recording)
	page, comment := told(t, strings.NewReader(recording), lang.English)
	for _, want := range []string{"|F1|blocker|new|1|2 fixed|", "|F2|advice|new|1||", "|F1|blocker|fixed|1|2|",
		"|F1|blocker|new|1||"} {
		if !strings.Contains(comment, want) {
			t.Errorf("no %q in\n%s", want, comment)
		}
	}
	if !strings.Contains(page, "<td>new</td><td>1</td><td>2 fixed</td>") {
		t.Error("the page does not say when F1 ended")
	}
}

// TestL10Findings: a report says what became of each finding, in the review and by the user after it.
func TestL10Findings(t *testing.T) {
	recording := `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"person","text":"fix it"}
{"t":9,"type":"verdict","round":1,"by":"reviewers","feedback":"x","findings":[
{"severity":"blocker","text":"it panics","evidence":"a.go:3","status":"open"},
{"severity":"advice","text":"no log","criterion":"log it","status":"open","unproven":["criterion"]},
{"severity":"blocker","text":"no test","status":"dismissed","reason":"generated","dismissed_by":"outside"},
{"severity":"blocker","text":"no doc","status":"dismissed","dismissed_by":"unknown"}]}
{"t":20,"type":"person","did":"dismiss","text":"F1 on purpose"}
{"t":21,"type":"person","did":"dismiss","text":"F1 again"}
{"t":22,"type":"person","did":"dismiss","text":"F7 mistyped"}
`
	recording = strings.NewReplacer("[\n", "[", "},\n{", "},{").Replace(recording)
	page, comment := told(t, strings.NewReader(recording), lang.English)
	for _, want := range []string{"|F1|blocker|new|1||a.go:3: it panics|", "|F3|blocker|dismissed|1|1|",
		"no log (its criterion is in neither your words nor the rubric, so it may be the reviewer's own wish)",
		"(from outside, as by ccc dismiss) (reason: generated)", "no doc (from outside, as by ccc dismiss)",
		"**Person: dismissed** `F1 on purpose`"} {
		if !strings.Contains(strings.ReplaceAll(comment, "`a.go:3: it panics`", "a.go:3: it panics"), want) {
			t.Errorf("no %q in\n%s", want, comment)
		}
	}
	for _, refused := range []string{"F1 again", "F7 mistyped"} {
		if strings.Contains(comment+page, "dismissed "+refused) || strings.Contains(comment, "`"+refused+"`") {
			t.Errorf("%q was refused, and is told as dismissed:\n%s", refused, comment)
		}
	}
	for _, want := range []string{"<td>new</td>", "<small>its criterion is in neither your words nor the rubric, so it may be the reviewer&#39;s own wish</small>",
		"<small>from outside, as by ccc dismiss</small> <small>reason: generated",
		"dismissed F1 on purpose"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// TestStoppedReview: a review that the user stopped, or that still runs, has an outcome in the list and the timeline.
func TestStoppedReview(t *testing.T) {
	recording := `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"phase","from":"user","to":"agent"}
{"t":1,"type":"person","text":"fix it"}
{"t":2,"type":"phase","from":"agent","to":"review","round":1}
{"t":5,"type":"person","did":"interrupt"}
{"t":5,"type":"phase","from":"review","to":"user"}
{"t":6,"type":"phase","from":"user","to":"agent"}
{"t":6,"type":"person","text":"go on"}
{"t":7,"type":"phase","from":"agent","to":"review","round":1}
{"t":9,"type":"notice","text":"a reviewer looks"}
`
	page, comment := told(t, strings.NewReader(recording), lang.English)
	for _, want := range []string{"**❔ Review 1: stopped**", "**❔ Review 1: not ended**", "|Review 1: stopped|",
		"|Review 1: not ended|", "**Message**"} {
		if !strings.Contains(comment, want) {
			t.Errorf("no %q in\n%s", want, comment)
		}
	}
	if n := strings.Count(page, `<span class="badge">stopped</span>`); n != 1 {
		t.Errorf("%d stopped reviews in the page", n)
	}
}

// TestEachTryIsListed: where a review was tried again the list has each try, so that it has as many as the head says.
func TestEachTryIsListed(t *testing.T) {
	const tried = `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3}
{"t":1,"type":"person","text":"fix it"}
{"t":1,"type":"phase","from":"user","to":"agent"}
{"t":2,"type":"phase","from":"agent","to":"review","round":1}
{"t":2,"type":"start","phase":"review"}
{"t":5,"type":"verdict","round":1,"failure":"transient","reason":"API Error: 529"}
{"t":5,"type":"start","phase":"review"}
`
	const stopped = `{"t":8,"type":"person","did":"stop"}
{"t":8,"type":"phase","from":"review","to":"user"}
`
	for more, want := range map[string][]string{
		stopped: {"Reviews: 0, and 2 without a verdict", "**❔ Review 1: no verdict**", "**❔ Review 1: stopped**",
			"|Review 1: stopped|2.0s|6.0s|"},
		"": {"**❔ Review 1: no verdict**", "**❔ Review 1: not ended**", "|Review 1: not ended|"},
		`{"t":9,"type":"verdict","round":1,"completed":true}`: {"**❔ Review 1: no verdict**",
			"**✅ Review 1: completed"},
	} {
		_, comment := told(t, strings.NewReader(tried+more), lang.English)
		if n := strings.Count(comment, "**❔ Review") + strings.Count(comment, "**✅ Review"); n != 2 {
			t.Errorf("%d reviews in\n%s", n, comment)
		}
		for _, want := range want {
			if !strings.Contains(comment, want) {
				t.Errorf("no %q in\n%s", want, comment)
			}
		}
	}
}

// TestInterruptedInPhase: ctrl-c and escape interrupt the agent's turn, have the notice alone in a review, and end a
// wait, also that for a command in the background. Ctrl-c ends ccc when the user has the floor.
func TestInterruptedInPhase(t *testing.T) {
	const interrupt = `{"t":5,"type":"person","did":"interrupt"}` + "\n"
	const escape = `{"t":5,"type":"person","did":"stop"}` + "\n"
	const review = `{"t":2,"type":"phase","from":"agent","to":"review","round":1}` + "\n"
	const wait = `{"t":2,"type":"phase","from":"agent","to":"wait","round":1}` + "\n"
	const ended = `{"t":2,"type":"turn","what":"ended"}` + "\n"
	for said, want := range map[string]string{
		interrupt: "Person: interrupted the work", review + interrupt: "",
		escape: "Person: stopped the turn", review + escape: "",
		wait + interrupt: "Person: ended the wait", wait + escape: "Person: ended the wait",
		ended + interrupt: "Person: ended the wait", ended + escape: "Person: ended the wait",
		`{"t":2,"type":"phase","from":"agent","to":"user"}` + "\n" + interrupt: "Person: ended ccc",
	} {
		recording := `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"person","text":"fix it"}
{"t":1,"type":"phase","from":"user","to":"agent"}
` + said
		_, comment := told(t, strings.NewReader(recording), lang.English)
		got := ""
		for line := range strings.Lines(comment) {
			if strings.HasPrefix(line, "Person: ") && !strings.Contains(line, "fix it") {
				got = strings.TrimSpace(line)
			}
		}
		if got != want {
			t.Errorf("after %q: %q, want %q", said, got, want)
		}
	}
}

// TestRefusedCall: the comment says that the user has refused a call, and why; a text that is hardly longer than its
// room is whole.
func TestRefusedCall(t *testing.T) {
	long := strings.Repeat("word ", 101)
	const head = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z"}
{"t":1,"type":"line","phase":"agent","raw":{"type":"assistant","message":{"id":"m","role":"assistant","content":[` +
		`{"type":"text","text":%q},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"rm notes.txt"}}]}}}
{"t":2,"type":"line","phase":"agent","raw":{"type":"user","message":{"role":"user","content":[` +
		`{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"The user does not allow this: keep it"}]}}}
`
	r, err := Read(Input{
		Reader: strings.NewReader(fmt.Sprintf(head, long)), Name: "x", Warnings: io.Discard, Language: lang.English,
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Markdown(&b, lang.English); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"● Bash rm notes.txt · not allowed\n  you did not allow this, because: keep it\n", strings.TrimSpace(long),
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// TestRejectedCall: what the user has refused at claude's own question is no error.
func TestRejectedCall(t *testing.T) {
	const recording = `{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","door":"hook"}
{"t":1,"type":"line","phase":"agent","raw":{"type":"assistant","message":{"id":"m","role":"assistant","content":[` +
		`{"type":"tool_use","id":"t1","name":"TOOL","input":{"command":"x","file_path":"x"}}]}}}
{"t":2,"type":"line","phase":"agent","raw":{"type":"user","message":{"role":"user","content":[` +
		`{"type":"tool_result","tool_use_id":"t1","is_error":true,` +
		`"content":"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. x"}]}}}
`
	for tool, want := range map[string]string{"Write": "not allowed\n", "Bash": "not allowed, or interrupted\n"} {
		_, comment := told(t, strings.NewReader(strings.Replace(recording, "TOOL", tool, 1)), lang.English)
		if want = "● " + tool + " x · " + want; !strings.Contains(comment, want) {
			t.Errorf("no %q in\n%s", want, comment)
		}
	}
}

// TestNextTask: a message after a completed task or after a limit is another task, also where the loop stays.
func TestNextTask(t *testing.T) {
	const begin = `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","session_id":"s","max_rounds":3,"attended":true}
{"t":1,"type":"phase","from":"user","to":"agent"}
{"t":1,"type":"person","text":"first"}
`
	const next = `{"t":9,"type":"phase","from":"user","to":"agent"}
{"t":9,"type":"person","text":"second"}
`
	for name, between := range map[string]string{
		"completed": `{"t":2,"type":"phase","from":"agent","to":"review","round":1}
{"t":3,"type":"verdict","round":1,"by":"reviewers","completed":true}
{"t":3,"type":"phase","from":"review","to":"user"}
`,
		"limit": `{"t":2,"type":"notice","text":"not reviewed: $0.60 spent on this task, of at most $0.60."}
{"t":2,"type":"phase","from":"agent","to":"user"}
`,
	} {
		_, comment := told(t, strings.NewReader(begin+between+next), lang.English)
		if !strings.Contains(comment, "**Task 2**\n\n```text\nsecond") {
			t.Errorf("%s: no task 2 in\n%s", name, comment)
		}
	}
}

// TestNewSession: the divider of another session comes before the first message in it, and not before the next one.
func TestNewSession(t *testing.T) {
	const begin = `{"ccc_recording":1,"at":"2026-11-23T10:00:00Z","door":"loop","max_rounds":3,"attended":true}
{"t":1,"type":"phase","from":"user","to":"agent"}
{"t":1,"type":"person","text":"first"}
{"t":2,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init","session_id":"one"}}
{"t":2,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success","session_id":"one"}}
{"t":3,"type":"phase","from":"agent","to":"user"}
`
	for name, c := range map[string]struct{ between, want string }{
		"/resume": {`{"t":4,"type":"person","did":"switch","text":"two"}`, "first\n── Another session ──\nPerson: second"},
		"/clear":  {`{"t":4,"type":"person","text":"/clear"}`, "/clear\n── Another session ──\nPerson: second"},
	} {
		_, comment := told(t, strings.NewReader(begin+c.between+`
{"t":5,"type":"phase","from":"user","to":"agent"}
{"t":5,"type":"person","text":"second"}
{"t":6,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init","session_id":"two"}}
{"t":7,"type":"person","text":"third"}
{"t":8,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success","session_id":"two"}}
`), lang.English)
		if !strings.Contains(comment, c.want) {
			t.Errorf("%s: want %q in\n%s", name, c.want, comment)
		}
	}
}

// TestEndFindings: a finding that the user dismissed between two reviews ends, though no review names it any more.
func TestEndFindings(t *testing.T) {
	first := &Step{Round: 1}
	first.findings(&session.Verdict{Round: 1,
		Findings: []task.Finding{{ID: "F1", Status: task.Open, Found: 1, Text: "a"}}})
	second := &Step{Round: 2}
	second.findings(&session.Verdict{Round: 2, Completed: true,
		Findings: []task.Finding{{ID: "F1", Status: task.Dismissed, Found: 1, Ended: 1, Text: "a"}}})
	endFindings([]*Step{first, second})
	if f := first.Findings[0]; f.Status != "new" || f.Later != "dismissed" || f.Ended != 1 || len(second.Findings) > 0 {
		t.Errorf("it is %+v", f)
	}
}
