package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rivo/uniseg"

	"ccc/integration/events"
	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// ofReviewer shows events as those of a reviewer of that name.
func ofReviewer(name string) func(*Screen, streamjson.Event) {
	return func(s *Screen, e streamjson.Event) { s.ShowReviewer(name, e) }
}

// show returns what a screen writes for the lines of a stream.
func show(t *testing.T, o Options, event func(*Screen, streamjson.Event), lines ...string) string {
	t.Helper()
	var b strings.Builder
	o.Lang = lang.English
	s := New(&b, o)
	decoder := streamjson.NewDecoder(strings.NewReader(strings.Join(lines, "\n")))
	for {
		e, err := decoder.Next()
		if err == io.EOF {
			s.Flush()
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		event(s, e)
	}
}

// columns is a width that does not change.
func columns(n int) func() int { return func() int { return n } }

// assistant returns a line with one block. Parent is the tool call of a subagent.
func assistant(parent string, block map[string]any) string {
	return line(map[string]any{"type": "assistant", "parent_tool_use_id": parent,
		"message": map[string]any{"content": []any{block}}})
}

func textBlock(s string) map[string]any { return map[string]any{"type": "text", "text": s} }

func tool(name string, input any) map[string]any {
	return map[string]any{"type": "tool_use", "id": "t", "name": name, "input": input}
}

func result(parent string, content any, failed bool) string {
	return line(map[string]any{"type": "user", "parent_tool_use_id": parent, "message": map[string]any{"content": []any{
		map[string]any{"type": "tool_result", "tool_use_id": "t", "content": content, "is_error": failed}}}})
}

func line(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

// TestRefusalIsChinese: issue 29: the words that ccc gave the agent for a refused tool are not English for the user.
func TestRefusalIsChinese(t *testing.T) {
	for result, want := range map[string]string{
		"The user does not allow this: 先别写": "你没有允许，原因：先别写", "The user does not allow this.": "你没有允许",
	} {
		if said, is := Refusal(result); !is || lang.Chinese.Text(said) != want {
			t.Errorf("%q: %q, want %q", result, lang.Chinese.Text(said), want)
		}
	}
}

func TestB06EventsAreShown(t *testing.T) {
	agent, reviewer, named := (*Screen).ShowAgent, ofReviewer(""), ofReviewer("go")
	for _, c := range []struct {
		name  string
		o     Options
		event func(*Screen, streamjson.Event)
		lines []string
		want  string
	}{
		{"text", Options{}, agent, []string{assistant("", textBlock("I write it.\n\n好的\n\n"))}, "I write it.\n\n好的\n"},
		{"blank text", Options{}, agent, []string{assistant("", textBlock(" \n"))}, ""},
		{"tool", Options{}, agent, []string{assistant("", tool("Bash", map[string]any{"command": "go test ./...",
			"description": "run it"}))},
			"● Bash go test ./...\n"},
		{"a refused tool", Options{}, agent, []string{result("", "The user does not allow this: 先别写", true)},
			"  ⎿ you did not allow this, because: 先别写\n"},
		{"tool of many lines", Options{}, agent, []string{assistant("", tool("Bash",
			map[string]any{"command": "cat <<E\na\nb\nE"}))},
			"● Bash cat <<E …\n"},
		{"a command that ends in a newline", Options{}, agent,
			[]string{assistant("", tool("Bash", map[string]any{"command": "ls\n"}))}, "● Bash ls\n"},
		{"tool with a path", Options{}, agent, []string{assistant("", tool("Write", map[string]any{"content": "x",
			"file_path": "/a/b.go"}))}, "● Write /a/b.go\n"},
		{"tool with other input", Options{}, agent, []string{assistant("", tool("mcp__x", map[string]any{"n": 1}))},
			"● mcp__x {\"n\":1}\n"},
		{"tool whose input is a list", Options{}, agent, []string{assistant("", tool("odd", []any{1, "a"}))},
			"● odd [1,\"a\"]\n"},
		{"tab in a tool call", Options{}, agent, []string{assistant("", tool("Bash", map[string]any{"command": "a\tb"}))},
			"● Bash a    b\n"},
		{"result", Options{}, agent, []string{result("", "ok", false)}, "  ⎿ ok\n"},
		{"result of four lines", Options{}, agent, []string{result("", numbered(4), false)},
			"  ⎿ line 1\n    line 2\n    line 3\n    line 4\n"},
		{"result is folded", Options{}, agent, []string{result("", numbered(7), false)},
			"  ⎿ line 1\n    line 2\n    line 3\n    line 4\n    … 3 more lines\n"},
		{"result in full", Options{All: true}, agent, []string{result("", numbered(5), false)},
			"  ⎿ line 1\n    line 2\n    line 3\n    line 4\n    line 5\n"},
		{"result of blocks", Options{}, agent, []string{result("", []any{textBlock("a"), map[string]any{"type": "image"}},
			false)}, "  ⎿ a\n    [image]\n"},
		{"result with CRLF", Options{}, agent, []string{result("", "a\r\nb\r\n", false)}, "  ⎿ a\n    b\n"},
		{"subagent", Options{}, agent, []string{assistant("toolu_1", textBlock("below")),
			assistant("toolu_1", tool("Read", map[string]any{"file_path": "f"})), result("toolu_1", "x\ny", false)},
			"  below\n  ● Read f\n    ⎿ x\n      y\n"},
		{"reviewer", Options{}, reviewer, []string{assistant("", textBlock("Not yet:\nno tests")),
			assistant("", tool("Read", map[string]any{"file_path": "f"})), result("", "x\ny", false)},
			"│ Not yet:\n│ no tests\n│ ● Read f\n│   ⎿ x\n│     y\n"},
		{"one of several reviewers", Options{}, named, []string{assistant("", textBlock("Not yet:\nno tests")),
			assistant("", tool("Read", map[string]any{"file_path": "f"})), result("", "x", false)},
			"│ go Not yet:\n│ go no tests\n│ go ● Read f\n│ go   ⎿ x\n"},
		{"reviewer's subagent", Options{}, reviewer, []string{assistant("toolu_1", textBlock("below"))}, "│   below\n"},
		{"thinking", Options{}, agent, []string{assistant("", map[string]any{"type": "thinking", "thinking": "hm"})}, ""},
		{"thinking, verbose", Options{All: true}, agent,
			[]string{assistant("", map[string]any{"type": "thinking", "thinking": "hm"})}, "hm\n"},
		{"retry", Options{}, agent, []string{`{"type":"system","subtype":"api_retry","attempt":2,"max_retries":10,` +
			`"error":"overloaded"}`},
			"ccc: the API is overloaded: retry 2 of 10\n"},
		{"echo of the person", Options{}, agent, []string{`{"type":"user","isReplay":true,"message":{"role":"user",` +
			`"content":[{"type":"tool_result","content":"x"}]}}`}, ""},
		{"what is not for people", Options{}, agent, []string{`{"type":"system","subtype":"init"}`,
			`{"type":"result","result":"x"}`, `{"type":"new","message":{"content":"x"}}`, `{}`,
			`{"type":"assistant","message":7}`, `{"type":"assistant"}`}, ""},
		{"cut to the width", Options{Width: columns(20)}, agent,
			[]string{assistant("", tool("Bash", map[string]any{"command": "0123456789abcdef"}))}, "● Bash 0123456789ab…\n"},
		{"just wide enough", Options{Width: columns(20)}, agent,
			[]string{assistant("", tool("Bash", map[string]any{"command": "0123456789abc"}))}, "● Bash 0123456789abc\n"},
		{"CJK by cells", Options{Width: columns(20)}, agent,
			[]string{assistant("", tool("Bash", map[string]any{"command": "写一个解析器谢谢"}))}, "● Bash 写一个解析器…\n"},
		{"CJK in a result", Options{Width: columns(20)}, agent, []string{result("", "一二三四五六七八\n一二三四五六七八九", false)},
			"  ⎿ 一二三四五六七八\n    一二三四五六七…\n"},
		{"text is never cut", Options{Width: columns(10)}, agent, []string{assistant("", textBlock("0123456789abcdef"))},
			"0123456789abcdef\n"},
		{"colours", Options{Styled: true}, agent, []string{assistant("", tool("Bash", map[string]any{"command": "ls"})),
			result("", "a\nb", true)},
			"\x1b[1m● Bash ls\x1b[0m\n\x1b[31m  ⎿ a\x1b[0m\n\x1b[31m    b\x1b[0m\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(t, c.o, c.event, c.lines...); got != c.want {
				t.Errorf("shown:\n%s\nwant:\n%s\n%[1]q, want %[2]q", got, c.want)
			}
		})
	}
}

// TestF02LocalCommandsAreShown: the output of a local command is shown whole and unchanged, in the form of each
// version.
func TestF02LocalCommandsAreShown(t *testing.T) {
	const (
		begin = `{"type":"system","subtype":"init"}`
		table = "## Usage\n\n| a | b |\n|---|---|\n| 1 |  2 |\n  \x1b[1mbold\x1b[0m\n"
		want  = "## Usage\n\n| a | b |\n|---|---|\n| 1 |  2 |\n  ␛[1mbold␛[0m\n"
	)
	ended := func(text string) string {
		return line(map[string]any{"type": "result", "subtype": "success", "is_error": false, "result": text})
	}
	local := func(text string) string {
		return line(map[string]any{"type": "assistant", "message": map[string]any{"model": "<synthetic>", "content": []any{
			map[string]any{"type": "text", "text": text}}}})
	}
	echo := func(text string) string {
		return line(map[string]any{"type": "user", "isReplay": true, "message": map[string]any{"role": "user",
			"content": text}})
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"A", []string{begin, echo("<local-command-stdout>" + table + "</local-command-stdout>"), ended("")}, want},
		{"A, an error", []string{begin, echo("<local-command-stderr>Error: no</local-command-stderr>"), ended("")},
			"Error: no\n"},
		{"A, a command that does not exist", []string{begin, ended("Unknown skill: x")}, "Unknown skill: x\n"},
		{"B and C", []string{begin, local(table), ended(table)}, want},
		{"C, with an echo", []string{begin, local("x"), echo("<command-name>/context</command-name>"), ended("x")}, "x\n"},
		{"B, /clear", []string{begin, local("(no content)"), ended("")}, ""},
		{"a turn of the model's", []string{begin, assistant("", textBlock("x")), ended("x")}, "x\n"},
		{"C, two results of one turn", []string{begin, assistant("", textBlock("x")), ended("x"), ended("x")}, "x\n"},
		{"what the person said", []string{begin, echo("<local-command-stdout>x"), ended("")}, ""},
	} {
		if got := show(t, Options{}, (*Screen).ShowAgent, c.lines...); got != c.want {
			t.Errorf("%s: shown %q, want %q", c.name, got, c.want)
		}
		sc := newScene(t, 60, 24)
		sc.playAgent(c.lines...)
		sc.Flush()
		if shows := sc.terminal.text(); !strings.Contains(shows, strings.TrimSuffix(c.want, "\n")) {
			t.Errorf("%s: the terminal shows\n%s\nwant in it\n%s", c.name, shows, c.want)
		}
	}
}

// TestB16TextAndErrorAreShown: events of the types text and error are shown, though no known Claude Code sends them.
func TestB16TextAndErrorAreShown(t *testing.T) {
	got := show(t, Options{Styled: true}, (*Screen).ShowAgent,
		`{"type":"text","text":"hello\n\u001b[2J"}`, `{"type":"text"}`,
		`{"type":"error","error":{"message":"no\r\nway"}}`)
	if want := "hello\n␛[2J\n\x1b[31mno\x1b[0m\n\x1b[31mway\x1b[0m\n"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
}

// TestChinese: ccc's own messages are in the language of Options; the default is Chinese.
func TestChinese(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{})
	s.ShowRequest("Bash", "", []byte(`{}`))
	if want := "── Agent 请求使用 Bash ──\n"; b.String() != want {
		t.Errorf("shown %q, want %q", b.String(), want)
	}
	status := Status{Phase: "agent", Round: 2, Of: 10}
	after := Status{Phase: "agent", Round: 2, Of: 1} // by /rounds 1
	for width, want := range map[int]string{80: "· agent · round 2", 14: "· agent · 2"} {
		if got := after.line(time.Time{}, width, lang.English); got != want {
			t.Errorf("status line after /rounds = %q, want %q", got, want)
		}
	}
	if got, want := status.line(time.Time{}, 80, lang.Chinese), "· agent · 第 2 轮，最多 10 轮"; got != want {
		t.Errorf("status line %q, want %q", got, want)
	}
}

// TestStatusOfAReview: the number of the review that runs is called that of a review, as in the line above it.
func TestStatusOfAReview(t *testing.T) {
	st := Status{Phase: "审查", Reviewing: true, Round: 1, Of: 10, Mode: "计划模式", Cost: "$0.03"}
	for width, want := range map[int]string{
		80: "· 第 1 次审查，最多 10 次 · 计划模式 · $0.03", 30: "· 审查 · 1/10 · 计划模式", 20: "· 审查 · 计划模式",
	} {
		if got := st.line(time.Time{}, width, lang.Chinese); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	beyond := Status{Phase: "review", Reviewing: true, Round: 2, Of: 1} // by /rounds 1
	waiting := Status{Phase: "review", Waiting: "compacting", Reviewing: true, Round: 1, Of: 10}
	off := Status{Phase: "review", Reviewing: true, Round: 1, Of: 10, Off: true}
	for want, st := range map[string]Status{
		"· review · $0.03": {Phase: "review", Reviewing: true, Cost: "$0.03"}, "· review 2": beyond,
		"· compacting · review 1 of 10": waiting, "· review · reviews off": off,
	} {
		if got := st.line(time.Time{}, 80, lang.English); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestCostStays: while it is the user's turn, the cost stays in a narrow status line longer than the time; while
// something runs, the time does.
func TestCostStays(t *testing.T) {
	began := time.Date(2026, 11, 30, 15, 4, 0, 0, time.UTC)
	st := Status{Phase: "轮到你了（15:04 起）", Began: began, In: 12345, Out: 678, Cost: "$0.03"}
	if got, want := st.line(began.Add(time.Hour), 34, lang.Chinese), "· 轮到你了（15:04 起） · $0.03"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	st.Phase, st.Busy = "Agent", true
	if got := st.line(began.Add(time.Hour), 18, lang.Chinese); !strings.HasSuffix(got, "Agent · 1h00m") {
		t.Errorf("%q, want the time", got)
	}
}

// TestReviewsOffStays: in a narrow status line "reviews off" stays, and the cost stays longer than the time.
func TestReviewsOffStays(t *testing.T) {
	began := time.Date(2026, 11, 30, 15, 4, 0, 0, time.UTC)
	for want, phase := range map[string]string{
		"· claude 的界面 · 审查未开启 · $0.03": "claude 的界面", "· 轮到你了（15:04 起） · 审查未开启": "轮到你了（15:04 起）",
	} {
		st := Status{Phase: phase, Off: true, Began: began, In: 12345, Out: 678, Cost: "$0.03"}
		if got := st.line(began.Add(80*time.Second), 40, lang.Chinese); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNoEventReachesTheTerminalRaw: no dangerous text is written, in whatever field of whatever event it is.
func TestNoEventReachesTheTerminalRaw(t *testing.T) {
	for _, c := range safeCorpus {
		evil := c.in + "\n" + c.in
		lines := []string{
			assistant("", textBlock(evil)),
			assistant("", map[string]any{"type": "thinking", "thinking": evil}),
			assistant("", tool(evil, map[string]any{"command": evil})),
			assistant("", tool("x", map[string]any{"file_path": evil})),
			assistant("", tool("x", map[string]any{evil: evil})),
			assistant(evil, tool("x", evil)),
			assistant("", map[string]any{"type": evil, "text": evil}),
			result("", evil, false),
			result(evil, []any{textBlock(evil), map[string]any{"type": evil}}, true),
			result("", map[string]any{evil: evil}, false),
			line(map[string]any{"type": "system", "subtype": "api_retry", "error": evil}),
			line(map[string]any{"type": evil, "subtype": evil, "message": evil}),
			line(map[string]any{"type": "text", "text": evil}),
			line(map[string]any{"type": "error", "error": evil}),
			line(map[string]any{"type": "user", "message": map[string]any{"role": "user",
				"content": "<local-command-stdout>" + evil + "</local-command-stdout>"}}),
			line(map[string]any{"type": "assistant", "message": map[string]any{"model": "<synthetic>", "content": evil}}),
			`{"type":"system","subtype":"init"}`,
			line(map[string]any{"type": "result", "subtype": "success", "result": evil}),
			// As raw bytes, not as JSON's escapes.
			`{"type":"assistant","message":{"content":[{"type":"tool_use","name":"x","input":{"n":"` + rawJSON(c.in) + `"}}]}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","content":{"n":"` + rawJSON(c.in) + `"}}]}}`,
		}
		for _, o := range []Options{{}, {All: true}, {Width: columns(24)}} {
			for _, event := range []func(*Screen, streamjson.Event){(*Screen).ShowAgent, ofReviewer("")} {
				checkHarmless(t, c.in, show(t, o, event, lines...))
			}
		}
	}
}

// sequences are those that a screen itself writes to a terminal.
var sequences = regexp.MustCompile(`\x1b\[[0-9]*[mAJKC]|\x1b\[\?2004h|\x1b\[\?7[hl]|\x1b\[22;0t|\x1b\]0;ccc: ` +
	`[^\x07\x1b]*\x07|\x1b\]8;;[!-~]*\x07|\x1b\](9|777);[^\x07\x1b]*\x07\x07|\r`)

// TestNothingReachesTheTerminalRaw is the same for a screen at a terminal: streams, tools, questions, the status line
// and the title.
func TestNothingReachesTheTerminalRaw(t *testing.T) {
	for _, c := range safeCorpus {
		evil := c.in + "\n" + c.in
		for _, o := range []Options{{Notify: "9"}, {Styled: true, Title: true, Notify: "9"},
			{Styled: true, All: true, Notify: "777", Links: true}, {Styled: true, Width: columns(20), Notify: "9"}} {
			var b strings.Builder
			o.Typing = true
			s := New(&b, o)
			sc := &scene{Screen: s, t: t}
			s.Update(func(st *Status) {
				*st = Status{Phase: evil, Waiting: evil, Provider: evil, Model: evil, Place: evil, Busy: true}
			})
			sc.streamText("# " + evil + "\n\n- `" + evil + "` [" + evil + "](" + evil + ")\n\n" +
				"|" + evil + "|b|\n|-|-|\n|" + evil + "|\n\n```" + evil + "\n" + evil)
			sc.playAgent(call("a", evil, map[string]any{"command": evil}), call("b", "Task", map[string]any{"prompt": evil}),
				assistant("b", textBlock(evil)))
			for _, name := range []string{"TodoWrite", "TaskCreate", "TaskUpdate", "AskUserQuestion", "mcp__x"} {
				sc.playAgent(call(name, name, map[string]any{"todos": []any{map[string]any{"content": evil, "status": evil}},
					"subject": evil, "taskId": evil, "status": evil, "other": evil, evil: evil,
					"questions": []any{map[string]any{"question": evil}}}), answer(name, "Task #"+evil+" created", false))
			}
			s.Complete = func(string, bool) []Completion { return []Completion{{"/x" + evil, evil}, {"/y" + evil, evil}} }
			s.Type([]byte("/\t\t\x15\x12" + evil + "\x03\x03"))
			sc.playAgent(call("w", evil, map[string]any{}), answer("w", strings.Repeat(evil+"\n", 30), false))
			s.Type([]byte("\x0f\x0f"))
			s.ShowShell(evil)
			s.ShowShellLine(evil)
			s.ShowShellResult(evil, evil, 9)
			s.ShowRequest(evil, "", json.RawMessage(line(map[string]any{evil: evil})))
			for _, tool := range []string{"Bash", "Write", "Edit", "ExitPlanMode"} {
				s.ShowRequest(tool, "", json.RawMessage(line(map[string]any{"command": evil, "description": evil, "file_path": evil,
					"content": evil, "old_string": evil, "new_string": evil, "plan": evil})))
			}
			s.ShowQuestion(evil)
			s.Ask(Question{Hint: evil, Options: []Option{{Key: evil, Text: evil}}, Prompt: evil})
			s.Type([]byte("\x1b[200~" + evil + "\x1b[201~"))
			s.Ring(evil)
			s.Redraw()
			sc.playAgent(answer("a", evil, true))
			s.Leave()
			checkHarmless(t, c.in, sequences.ReplaceAllString(b.String(), ""))
		}
	}
}

// rawJSON returns the part of s that may be in a JSON string without an escape.
func rawJSON(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\x7f"))
}

// TestOwnWordsAreSafe: ccc's own messages are made safe, because they repeat what others said.
func TestOwnWordsAreSafe(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Lang: lang.English})
	const evil = "a\x1b]52;c;eA==\x07\nb\u202e"
	s.Success(evil)
	s.Note(evil)
	s.EchoMessage(evil)
	s.Rule(evil)
	s.Success(evil)
	checkHarmless(t, evil, b.String())
	const a, z = "a␛]52;c;eA==␇\n", `b\u202e`
	want := a + z + "\nccc: " + a + "     " + z + "\n> " + a + "  " + z + "\n── " + a + "   " + z + "\n" + a + z + "\n"
	if b.String() != want {
		t.Errorf("shown:\n%s\nwant:\n%s", b.String(), want)
	}
}

// FuzzCut: a line that was cut fits, and is a prefix of the line.
func FuzzCut(f *testing.F) {
	for _, c := range safeCorpus {
		f.Add(c.in, uint8(20))
	}
	f.Add("一二三四五六七八九十", uint8(13))
	f.Add("🇩🇪🇫🇷🇨🇳👨‍👩‍👧🙏🏽e\u0301", uint8(12))
	f.Fuzz(func(t *testing.T, in string, width uint8) {
		s := New(io.Discard, Options{Width: columns(int(width))})
		got := s.cutToRow(text.Safe(in), 2)
		checkHarmless(t, in, got)
		if w := uniseg.StringWidth(got); w > max(int(width)-2, 10) {
			t.Errorf("cut(%q) to %d = %q, which is %d wide", in, width, got, w)
		}
		if strings.Contains(got, "\n") {
			t.Errorf("cut(%q) = %q, want one line", in, got)
		}
	})
}

func TestLeaveKeepsWhatWasNotSent(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Typing: true, Lang: lang.English})
	s.Type([]byte("half a \x1b\rmessage"))
	b.Reset()
	s.Leave()
	if want := "\r\x1b[1A" + Clear + "ccc: typed, but not sent: half a \n     message\n"; b.String() != want {
		t.Errorf("Leave writes %q, want %q", b.String(), want)
	}
	s.Note("bye")
	if !strings.HasSuffix(b.String(), "ccc: bye\n") {
		t.Errorf("after Leave: %q", b.String())
	}
}

// TestErrorIsSaidOnce: the message of an API error is not shown if a note contains it, and is shown otherwise.
func TestErrorIsSaidOnce(t *testing.T) {
	failed := line(map[string]any{"type": "assistant", "error": "server_error",
		"message": map[string]any{"model": "<synthetic>", "content": "Overloaded"}})
	for _, c := range []struct {
		name  string
		after func(*Screen)
		want  string
	}{
		{"a note that says it", func(s *Screen) { s.Note("Overloaded: trying again") }, "ccc: Overloaded: trying again\n"},
		{"another note", func(s *Screen) { s.Note("interrupted") }, "Overloaded\nccc: interrupted\n"},
		{"a message", func(s *Screen) { s.EchoMessage("go on") }, "Overloaded\n> go on\n"},
		{"the end", func(s *Screen) { s.Leave() }, "Overloaded\n"},
	} {
		var b bytes.Buffer
		s := New(&b, Options{Lang: lang.English})
		s.ShowAgent(events.Of(t, failed))
		s.Flush()
		c.after(s)
		s.Note("behind")
		if got := strings.TrimSuffix(b.String(), "ccc: behind\n"); got != c.want {
			t.Errorf("%s: shown %q, want %q", c.name, got, c.want)
		}
	}
}

// TestErrorsOfSeveralReviewers: the error of one of several reviewers is shown at once, so that it does not depend on
// what the others happen to say before the note on it, and one error does not hide another.
func TestErrorsOfSeveralReviewers(t *testing.T) {
	failed := func(words string) streamjson.Event {
		return events.Of(t, line(map[string]any{"type": "assistant",
			"error": "server_error", "message": map[string]any{"model": "<synthetic>", "content": words}}))
	}
	var b bytes.Buffer
	s := New(&b, Options{Lang: lang.English})
	s.ShowReviewer("go", failed("Overloaded"))
	s.ShowReviewer("security", failed("No credit"))
	s.Note("the reviewers go: Overloaded, security: No credit")
	s.ShowAgent(failed("one"))
	s.ShowAgent(failed("two"))
	s.Note("two")
	want := "│ go Overloaded\n│ security No credit\nccc: the reviewers go: Overloaded, security: No credit\none\nccc: two\n"
	if got := b.String(); got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
}

// TestResized: nothing is written while the size changes. Then the output goes where the foot began, in the final
// width.
func TestResized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &sharedBuffer{}
		width := 80
		s := New(b, Options{
			Styled: true, Typing: true, Watching: true, Lang: lang.English, Width: func() int { return width },
		})
		s.Update(func(st *Status) { st.Phase = "agent" })
		(&scene{Screen: s, t: t}).playAgent(call("a", "Bash", map[string]any{"command": strings.Repeat("m", 50)}))
		time.Sleep(time.Second)
		written := func() string {
			synctest.Wait()
			return b.take()
		}
		written()
		for _, width = range []int{70, 35, 20, 35} {
			s.Resize()
			s.Note("a word")
			time.Sleep(SettleTime - time.Millisecond)
			if got := written(); got != "" {
				t.Errorf("at a width of %d: %q, want nothing yet", width, got)
			}
		}
		time.Sleep(time.Millisecond)
		if got := written(); !strings.HasPrefix(got, "\r\x1b[2A"+Clear) || strings.Count(got, "a word") != 4 {
			t.Errorf("%q, want the four words where a foot began of which the first row is two now", got)
		}
		s.Leave()
	})
}

// sharedBuffer is an output that the screen's own goroutine writes to.
type sharedBuffer struct {
	mu      sync.Mutex
	written []byte
}

func (w *sharedBuffer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.written = append(w.written, p...)
	return len(p), nil
}

// take returns what was written since the last call.
func (w *sharedBuffer) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() { w.written = nil }()
	return string(w.written)
}

// TestQ10QuestionHasMarks: a question of the agent has a mark at its end as other headings have, if it fits into a
// line.
func TestQ10QuestionHasMarks(t *testing.T) {
	for width, want := range map[int]string{40: "── Which colour is meant? ──\n", 20: "── Which colour is\n   meant?\n"} {
		var b strings.Builder
		New(&b, Options{Width: columns(width + 1)}).ShowQuestion("Which colour is meant?")
		if b.String() != want {
			t.Errorf("%d columns:\n%swant\n%s", width, b.String(), want)
		}
	}
}

// TestQ10AVerdictThatWraps: a verdict has a mark before it and none after it, however narrow the screen is.
func TestQ10AVerdictThatWraps(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{60, "── review 1 of 10: completed · checked: Bash go test (ok)\n"},
		{40, "── review 1 of 10: completed · checked:\n   Bash go test (ok)\n"},
	} {
		var b strings.Builder
		New(&b, Options{Width: columns(c.width + 1)}).ShowVerdict("review 1 of 10: completed · checked: Bash go test (ok)", "", true)
		if b.String() != c.want {
			t.Errorf("%d columns:\n%swant\n%s", c.width, b.String(), c.want)
		}
	}
}

// TestQ10ErrorWithoutTag: the tag around an error of a tool, which is for the model, is not shown.
func TestQ10ErrorWithoutTag(t *testing.T) {
	for _, all := range []bool{false, true} {
		got := show(t, Options{All: all}, (*Screen).ShowAgent, call("a", "Write", map[string]any{"file_path": "/a"}),
			answer("a", "<tool_use_error>File has not been read yet.</tool_use_error>", true))
		if want := "● Write /a\n  ⎿ File has not been read yet.\n"; got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	}
}

// TestQ10ShellChinese: how the user's own command ended is in Chinese with its comma.
func TestQ10ShellChinese(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Lang: lang.Chinese})
	s.ShowShell("sleep 20")
	s.ShowShellResult("已中断", "", 0)
	if !strings.Contains(b.String(), "已中断，0.0s") {
		t.Errorf("shown: %s", b.String())
	}
}

// TestQ10ShellOutputWraps: long lines of the user's own command are broken between words, below their beginning.
func TestQ10ShellOutputWraps(t *testing.T) {
	var b strings.Builder
	s := New(&b, Options{Width: columns(20)})
	s.ShowShell("ls")
	s.ShowShellResult("", "-rw-r--r-- root 22:17 main.go\n", 1)
	if want := "  -rw-r--r-- root\n  22:17 main.go\n"; !strings.Contains(b.String(), want) {
		t.Errorf("shown:\n%swant\n%s", b.String(), want)
	}
}
