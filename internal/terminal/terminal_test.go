package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	"github.com/rivo/uniseg"

	"ccc/integration/files"
	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/streamjson"
)

// terminal is an emulated terminal. The emulator gives each character one cell. After a character that takes two a
// filler is written, which is left out when the cells are read.
type terminal struct {
	vt10x.Terminal
	cols, rows int
	width      func(rune) int // of a character by itself, where the terminal knows of no clusters; nil: it does
	erased     bool           // all, from the top left corner on: tmux puts a copy into its history
}

const filler = '\ue000'

func newTerminal(cols, rows int) *terminal {
	return &terminal{Terminal: vt10x.New(vt10x.WithSize(cols, rows)), cols: cols, rows: rows}
}

func (t *terminal) Write(p []byte) (int, error) {
	var b strings.Builder
	for g := uniseg.NewGraphemes(string(p)); g.Next(); {
		switch cluster := g.Str(); {
		case t.width != nil && cluster[0] >= 0x80:
			for _, r := range g.Runes() {
				if n := t.width(r); n > 0 {
					b.WriteString(string(r) + strings.Repeat(string(filler), n-1))
				}
			}
		case cluster == "\n":
			b.WriteString("\r\n")
		case g.Width() == 2:
			b.WriteRune(g.Runes()[0])
			b.WriteRune(filler)
		case cluster[0] >= ' ' && cluster[0] != 0x7f:
			b.WriteRune(g.Runes()[0])
		default:
			b.WriteString(cluster)
		}
	}
	const erase = "\x1b[J"
	for i, part := range strings.Split(b.String(), erase) {
		if i > 0 {
			t.erased = t.erased || t.Cursor().X+t.Cursor().Y == 0
			part = erase + part
		}
		t.Terminal.Write([]byte(part))
	}
	return len(p), nil
}

// text returns the screen as text, with the position of the cursor and the title.
func (t *terminal) text() string {
	var b strings.Builder
	for y := range t.rows {
		var row strings.Builder
		for x := range t.cols {
			switch c := t.Cell(x, y).Char; c {
			case filler:
			case 0:
				row.WriteByte(' ')
			default:
				row.WriteRune(c)
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	c := t.Cursor()
	fmt.Fprintf(&b, "(cursor: row %d, column %d; title: %s)\n", c.Y+1, c.X+1, t.Title())
	return b.String()
}

// scene is a screen on an emulated terminal, with a clock that only the test moves.
type scene struct {
	*Screen
	t        *testing.T
	terminal *terminal
	now      time.Time
}

func newScene(t *testing.T, cols, rows int) *scene {
	sc := &scene{t: t, terminal: newTerminal(cols, rows), now: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)}
	sc.Screen = New(sc.terminal, Options{
		Styled: true, Title: true, Typing: true, Width: columns(cols), Height: columns(rows),
		Now: func() time.Time { return sc.now }, Lang: lang.English,
	})
	t.Cleanup(func() {
		if sc.Leave(); sc.terminal.erased {
			t.Error("all was erased from the top left corner on")
		}
	})
	return sc
}

// waitForQuestion moves the clock until an open question takes keys.
func (sc *scene) waitForQuestion() {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.now = sc.now.Add(quiet)
	sc.openQuestion()
}

// playAgent shows lines of the agent.
func (sc *scene) playAgent(lines ...string) {
	sc.t.Helper()
	d := streamjson.NewDecoder(strings.NewReader(strings.Join(lines, "\n")))
	for range lines {
		e, err := d.Next()
		if err != nil {
			sc.t.Fatal(err)
		}
		sc.ShowAgent(e)
	}
}

// streamText streams text in pieces of a few characters, as a model does.
func (sc *scene) streamText(text string) {
	sc.playAgent(partial(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "text"}}))
	for text != "" {
		n := min(len(text), 7)
		for n < len(text) && text[n]&0xc0 == 0x80 {
			n++
		}
		sc.playAgent(partial(map[string]any{"type": "content_block_delta", "delta": map[string]any{"type": "text_delta",
			"text": text[:n]}}))
		text = text[n:]
	}
}

func partial(event map[string]any) string {
	return line(map[string]any{"type": "stream_event", "event": event})
}

func call(id, name string, input any) string {
	return assistant("", map[string]any{"type": "tool_use", "id": id, "name": name, "input": input})
}

func answer(id, content string, failed bool) string {
	return line(map[string]any{"type": "user", "message": map[string]any{"content": []any{
		map[string]any{"type": "tool_result", "tool_use_id": id, "content": content, "is_error": failed}}}})
}

const essay = `# What I found

The parser drops the *last* field when the line ends in ` + "`,`" + `: see ` +
	`[RFC 4180](https://www.rfc-editor.org/rfc/rfc4180) and
解析器会丢掉最后一个字段，因为它在逗号之后没有再读一次，所以这里要多读一次 👩‍👩‍👧。

- **first**: the reader stops at the last comma, which is one field too early for such a line
- second, with more:
  1. nested
  2. list

| file | lines | 说明 |
| --- | ---: | --- |
| parse.go | 120 | reads the lines |
| write.go | 80 | 写回去 |

` + "```go\nfunc parse(line string) ([]string, error) {\n\t// an empty field is a field\n" +
	"\treturn strings.Split(line, \",\"), nil\n}\n```" + `

> quoted

Now I write`

var mayBash = Question{Prompt: "allow Bash? ", Options: []Option{
	{Key: "y", Text: "this time"}, {Key: "a", Text: "always, until ccc ends: Bash(go test -run 'TestOfALongName':*)"},
	{Key: "n", Text: "no, and say why"},
}}

// playForms shows a call of each tool that has a form of its own.
func playForms(sc *scene) {
	sc.Dir = "/src/project"
	sc.playAgent(partial(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "thinking"}}))
	sc.now = sc.now.Add(12 * time.Second)
	sc.playAgent(assistant("", map[string]any{"type": "thinking", "thinking": "Hm."}))
	done := func(id, name, said string, input map[string]any) {
		sc.playAgent(call(id, name, input), answer(id, said, false))
	}
	done("a", "TodoWrite", "Todos have been modified", map[string]any{"todos": []any{
		map[string]any{"content": "Read the parser", "status": "completed", "activeForm": "Reading"},
		map[string]any{"content": "Write a test", "status": "in_progress", "activeForm": "Writing"},
		map[string]any{"content": "Fix it", "status": "pending", "activeForm": "Fixing"}}})
	done("b", "TaskCreate", "Task #7 created successfully: Fix it",
		map[string]any{"subject": "Fix it", "description": "x"})
	done("c", "TaskUpdate", "Updated task #7 status", map[string]any{"taskId": "7", "status": "completed"})
	done("d", "Read", "package parser", map[string]any{"file_path": "/src/project/parser/parse.go"})
	done("e", "Bash", "fetching 1%\rfetching 50%\rfetching 100%\r\ndone", map[string]any{"command": "fetch /src/project"})
	done("f", "mcp__db__query", "3 rows", map[string]any{"limit": 3, "sql": "select 1", "db": "x"})
	sc.playAgent(call("g", "WebFetch", map[string]any{"url": "https://example.com/a", "prompt": "what is it"}),
		partial(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "thinking"}}))
	sc.now = sc.now.Add(3 * time.Second)
}

// plain switches colours off, and with them the status line.
func (sc *scene) plain() {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.liftFoot()
	sc.Styled = false
	sc.flush()
}

// TestScreens compares the screen with goldens, cell by cell, in three sizes.
func TestScreens(t *testing.T) {
	for _, size := range []struct{ cols, rows int }{{24, 24}, {80, 24}, {120, 40}} {
		for name, play := range map[string]func(*scene){
			"stream": func(sc *scene) {
				sc.streamText(essay)
				sc.Type([]byte("and 一个 new\x1b\rline\x1b[D"))
			},
			"tools": func(sc *scene) {
				sc.playAgent(call("a", "Bash", map[string]any{"command": "go test ./..."}))
				sc.now = sc.now.Add(1500 * time.Millisecond)
				sc.playAgent(answer("a", numbered(9), false), call("b", "Edit",
					map[string]any{"file_path": "/src/a_very/long/path/" + strings.Repeat("x", 100)}))
				sc.playAgent(answer("b", "no such file", true), call("c", "Task", map[string]any{"description": "look around"}))
				sc.playAgent(assistant("c", textBlock("I look around.")),
					assistant("c", tool("Grep", map[string]any{"pattern": "func"})))
				sc.now = sc.now.Add(75 * time.Second)
				sc.playAgent(result("c", "12 matches", false), answer("c", "all of it is there", false), call("d", "WebFetch",
					map[string]any{"url": "https://example.com"}))
				sc.now = sc.now.Add(3 * time.Second)
			},
			"wait": func(sc *scene) {
				sc.EchoMessage("fix it")
				sc.Note("You've hit your limit: trying again at 14:05:00, in 5m0s")
				sc.Update(func(st *Status) {
					st.Waiting, st.Began = "You've hit your limit: resumes 14:05", sc.now.Add(-time.Hour)
				})
			},
			"question": func(sc *scene) {
				sc.Type([]byte("half a thought"))
				sc.now = sc.now.Add(quiet)
				sc.Ask(mayBash)
				sc.waitForQuestion()
				sc.Type([]byte(" of mine"))
			},
			"forms": playForms,
			"forms-plain": func(sc *scene) {
				sc.plain()
				playForms(sc)
			},
			"plan": func(sc *scene) {
				sc.playAgent(call("a", "ExitPlanMode",
					map[string]any{"plan": "# The plan\n\n1. **read** it\n   - and the tests\n2. fix it"}))
				sc.HoldCall("a", true)
				sc.ShowRequest("ExitPlanMode", "a",
					[]byte(`{"allowedPrompts":[{"tool":"Bash","prompt":"run the tests"}],"planFilePath":"/p"}`))
			},
			"requests": func(sc *scene) {
				sc.Dir = "/src/project"
				sc.ShowRequest("Edit", "",
					[]byte(`{"file_path":"/src/project/a.go","old_string":"a\nb","new_string":"a\nc","replace_all":false}`))
				sc.ShowRequest("Edit", "", []byte(`{"file_path":"/etc/hosts","old_string":"a","new_string":"b","replace_all":true}`))
				sc.ShowRequest("WebFetch", "", []byte(`{"url":"https://example.com/a/long/path","prompt":"what is it"}`))
				sc.ShowRequest("mcp__db__query", "", []byte(`{"sql":"select 1"}`))
			},
			"picked": func(sc *scene) {
				sc.ShowRequest("Bash", "",
					[]byte(`{"command":"if true; then\n    go test -run 'TestOfALongName' ./internal/screen\nfi"}`))
				sc.Ask(mayBash)
				sc.waitForQuestion()
				sc.Type([]byte("\x1b[B\x1b[B"))
			},
			"todo": func(sc *scene) {
				item := func(what, status string) any { return map[string]any{"content": what, "status": status} }
				sc.playAgent(call("a", "TodoWrite", map[string]any{"todos": []any{item("read it", "completed"),
					item("修好解析器，然后把它写回文件里去", "in_progress"), item("test it", "pending"), item("say so", "pending"),
					item("push it", "pending"), item("rest", "pending"), item("go home", "pending")}}), answer("a", "ok", false))
				sc.Complete = func(string, bool) (list []Completion) {
					for i := range 12 {
						list = append(list, Completion{fmt.Sprintf("/c%d", i), "does what command number " + fmt.Sprint(i) + " does"})
					}
					return list
				}
				sc.Type([]byte("/c\t\x1b[B\x1b[B"))
			},
			"long": func(sc *scene) {
				sc.streamText(strings.Repeat("A long paragraph goes on and on. ", 60))
				sc.Type([]byte(strings.Repeat("a long message goes on and on. ", 20)))
			},
		} {
			full := fmt.Sprintf("%s-%dx%d", name, size.cols, size.rows)
			t.Run(full, func(t *testing.T) {
				sc := newScene(t, size.cols, size.rows)
				sc.Update(func(st *Status) {
					*st = Status{Phase: "agent", Busy: true, Round: 1, Of: 10, Began: sc.now, In: 12345, Out: 678, Cost: "$0.21",
						Provider: "glm", Model: "glm-4.6", Place: "ccc"}
				})
				sc.Note("before")
				play(sc)
				sc.Redraw()
				files.Golden(t, "testdata/"+full+".golden", sc.terminal.text())
			})
		}
	}
}

// TestBlankLinesStay: a blank line is shown, too, if a piece of the text ends right after it.
func TestBlankLinesStay(t *testing.T) {
	const text = "| a |\n|---|\n| b |\n\n```go\nx := 1\n```\n\nThe end."
	want := ""
	for size := len(text); size > 0; size-- {
		sc := newScene(t, 40, 20)
		sc.playAgent(partial(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "text"}}))
		for from := 0; from < len(text); from += size {
			piece := text[from:min(from+size, len(text))]
			sc.playAgent(partial(map[string]any{"type": "content_block_delta",
				"delta": map[string]any{"type": "text_delta", "text": piece}}))
		}
		sc.playAgent(assistant("", map[string]any{"type": "text", "text": text}))
		sc.Leave()
		switch got := sc.terminal.text(); {
		case want == "":
			want = got
		case got != want:
			t.Fatalf("in pieces of %d bytes:\n%s\nwant\n%s", size, got, want)
		}
	}
}

// TestARemarkCutsNoParagraph: what ccc or the user says while text is being written is shown at once, below that text.
// It stays below the paragraph that had begun, which is cut nowhere.
func TestARemarkCutsNoParagraph(t *testing.T) {
	const said = "ccc: a note\n> typed\n"
	for _, c := range []struct{ before, after, shown, want string }{
		{"The first words of a paragr", "aph, and its end.", "The first words of a paragr\n" + said,
			"The first words of a paragraph, and its end.\n" + said},
		{"The prices are compute", "", "The prices are compute\n" + said, "The prices are compute\n" + said},
		{"One line", "\nand one more.", "One line\n" + said, "One line\nand one more.\n" + said},
		{"One.\n\nTwo", " and three.", "One.\n\nTwo\n" + said, "One.\n\nTwo and three.\n" + said},
		{"One", "\n\nTwo", "One\n" + said, "One\n" + said + "\nTwo"},
		{"One.\n\n", "Two", "One.\n" + said, "One.\n" + said + "\nTwo"},
		{"先写解析器，", "再写测试。", "先写解析器，\n" + said, "先写解析器，再写测试。\n" + said},
		{"- one\n- two", "\n- three\n\nEnd.\n", "• one\n• two\n" + said, "• one\n• two\n• three\n" + said + "\nEnd."},
		{"A **bo", "ld** word", "A **bo\n" + said, "A bold word\n" + said},
		{"```go\nx := fo", "o()\n", "  x := fo\n" + said, "  x := foo()\n" + said},
	} {
		sc := newScene(t, 60, 20)
		sc.streamText(c.before)
		sc.Note("a note")
		sc.EchoMessage("typed")
		if shows := sc.terminal.text(); !strings.HasPrefix(shows, c.shown) {
			t.Errorf("%q, before it goes on:\n%s\nwant\n%s", c.before, shows, c.shown)
		}
		sc.playAgent(partial(map[string]any{"type": "content_block_delta",
			"delta": map[string]any{"type": "text_delta", "text": c.after}}),
			assistant("", map[string]any{"type": "text", "text": c.before + c.after}))
		sc.Leave()
		got, _, _ := strings.Cut(sc.terminal.text(), "(cursor")
		if got = strings.TrimRight(got, " \n"); got != strings.TrimRight(c.want, "\n") {
			t.Errorf("%q:\n%s\nwant\n%s", c.before, got, c.want)
		}
	}
}

// TestARemarkWithoutRoom: a remark that takes much of the terminal does not wait there, nor do those before it.
func TestARemarkWithoutRoom(t *testing.T) {
	sc := newScene(t, 60, 20)
	sc.streamText("The first words")
	sc.Note("short")
	sc.Note("1\n2\n3\n4\n5")
	const want = "ccc: short\nccc: 1\n     2\n     3\n     4\n     5\nThe first words\n"
	if shows := sc.terminal.text(); !strings.HasPrefix(shows, want) {
		t.Errorf("the terminal shows\n%s\nwant\n%s", shows, want)
	}
}

// TestARemarkBeforeAReview: text of an agent whose process has died, and what was said below it, stand above the
// review.
func TestARemarkBeforeAReview(t *testing.T) {
	sc := newScene(t, 60, 20)
	sc.streamText("The first wor")
	sc.Note("a note")
	sc.Rule("review 1 of 3")
	const want = "The first wor\nccc: a note\n── review 1 of 3 ──\n"
	if shows := sc.terminal.text(); !strings.HasPrefix(shows, want) {
		t.Errorf("the terminal shows\n%s\nwant\n%s", shows, want)
	}
}

// TestARemarkInAReplay: the replay of a loop at a terminal has each remark where that terminal had it. Elsewhere text
// is shown when its paragraph is complete, and a remark is not kept waiting for it.
func TestARemarkInAReplay(t *testing.T) {
	for _, styled := range []bool{true, false} {
		for _, held := range []bool{true, false} {
			var b strings.Builder
			s := New(&b, Options{Styled: styled, Width: columns(60)})
			if held {
				s.HoldCalls(time.Now)
			}
			sc := &scene{Screen: s, t: t}
			sc.streamText("The first words of a paragr")
			s.Note("a note")
			sc.playAgent(assistant("", map[string]any{"type": "text", "text": "The first words of a paragraph."}))
			s.Leave()
			want := "ccc: a note\nThe first words of a paragraph.\n"
			if held {
				want = "The first words of a paragraph.\nccc: a note\n"
			}
			if got := layout.StripStyles(b.String()); got != want {
				t.Errorf("styled %t, held %t:\n%s\nwant\n%s", styled, held, got, want)
			}
		}
	}
}

// TestResize: after the terminal has become narrower or wider, the foot is drawn in its place again. This emulator cuts
// rows that have become too long. Most terminals wrap them, which a test in tmux covers.
func TestResize(t *testing.T) {
	sc := newScene(t, 80, 24)
	width := 80
	sc.mu.Lock()
	sc.Width = func() int { return width }
	sc.mu.Unlock()
	sc.Update(func(st *Status) { st.Phase = "agent" })
	sc.Note("before")
	sc.Type([]byte(strings.Repeat("word ", 10)))
	for _, width = range []int{100, 80} {
		sc.terminal.Resize(width, 24)
		sc.terminal.cols = width
		sc.Redraw()
	}
	if shows := sc.terminal.text(); strings.Count(shows, "before") != 1 || strings.Count(shows, "· agent") != 1 ||
		strings.Count(shows, "> word") != 1 {
		t.Errorf("the terminal shows\n%s", shows)
	}
}

// TestFrames: a frame is a single write. If nothing has changed there is none.
func TestFrames(t *testing.T) {
	var b strings.Builder
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	s := New(&b, Options{Styled: true, Typing: true, Now: func() time.Time { return now }})
	defer s.Leave()
	s.Update(func(st *Status) { st.Phase, st.Busy, st.Began = "agent", true, now })
	frame := func() string {
		s.drawFrame()
		s.mu.Lock()
		defer s.mu.Unlock()
		defer b.Reset()
		return b.String()
	}
	frame()
	if again := frame(); again != "" {
		t.Errorf("nothing has changed, and a frame writes %q", again)
	}
	s.mu.Lock()
	now = now.Add(frameTime)
	s.mu.Unlock()
	if next := frame(); !strings.Contains(next, spinner[1]) || strings.Contains(next, "\x1b[J") {
		t.Errorf("the next frame writes %q, want it over the one before", next)
	}
}

// TestWidthsInDispute: on a terminal that draws characters wider or narrower than ccc expects, each line is drawn once,
// and the cursor is where the user types.
func TestWidthsInDispute(t *testing.T) {
	alone := func(r rune) int { return uniseg.StringWidth(string(r)) }
	for name, width := range map[string]func(rune) int{
		"modifiers and joiners by themselves": func(r rune) int { return max(alone(r), 1) },
		"parts of emoji by themselves":        alone,
		"wide as narrow":                      func(rune) int { return 1 },
		"all as wide":                         func(rune) int { return 2 },
	} {
		t.Run(name, func(t *testing.T) {
			sc := newScene(t, 40, 20)
			sc.terminal.width = width
			sc.Update(func(st *Status) {
				*st = Status{Phase: "agent", Busy: true, Model: "glm-5️⃣ · 好好好好好好好好"}
			})
			const emoji = "👍🏽❤️👩‍👩‍👧☺️·●─好"
			sc.streamText("One line that is being written: " + emoji + emoji)
			sc.playAgent(call("a", "Bash", map[string]any{"command": strings.Repeat(emoji, 5)}))
			for i := range 8 {
				sc.Note(fmt.Sprintf("note %d", i))
				sc.Type([]byte(emoji))
				sc.Type([]byte("\x1b[D"))
				sc.mu.Lock()
				sc.now = sc.now.Add(frameTime)
				sc.flush()
				sc.mu.Unlock()
			}
			shows := sc.terminal.text()
			once := []string{"One line", "● Bash", "agent · ", "> "}
			for i := range 8 {
				once = append(once, fmt.Sprintf("ccc: note %d\n", i))
				if i < 7 && strings.Index(shows, once[len(once)-1]) > strings.Index(shows, fmt.Sprintf("note %d", i+1)) {
					t.Fatalf("note %d does not stand below note %d:\n%s", i+1, i, shows)
				}
			}
			for _, once := range once {
				if n := strings.Count(shows, once); n != 1 {
					t.Errorf("%q stands there %d times:\n%s", once, n, shows)
				}
			}
			// What is drawn at the cursor does not move.
			before := sc.terminal.Cursor()
			sc.mu.Lock()
			sc.redraw = true
			sc.flush()
			sc.mu.Unlock()
			if after := sc.terminal.Cursor(); after.X != before.X || after.Y != before.Y {
				t.Errorf("the cursor goes from %d,%d to %d,%d", before.X, before.Y, after.X, after.Y)
			}
		})
	}
}

// TestQ10ARetryIsOneLine: the tries of a request replace one another below the output, and go when the API answers.
func TestQ10ARetryIsOneLine(t *testing.T) {
	retry := func(n int) string {
		return fmt.Sprintf(`{"type":"system","subtype":"api_retry","attempt":%d,"max_retries":10,"error":"overloaded"}`, n)
	}
	sc := newScene(t, 80, 12)
	sc.playAgent(retry(1), retry(2), retry(3))
	sc.Redraw()
	const line = "the API is overloaded: retry %d of 10"
	if s := sc.terminal.text(); !strings.Contains(s, fmt.Sprintf(line, 3)) || strings.Count(s, "the API is") != 1 {
		t.Errorf("screen =\n%s\nwant the third try alone", s)
	}
	sc.playAgent(assistant("", textBlock("here")))
	sc.Redraw()
	if s := sc.terminal.text(); strings.Contains(s, "the API is") || !strings.Contains(s, "here") {
		t.Errorf("screen =\n%s\nwant the answer alone", s)
	}
}

// TestRetryIsWrapped: a retry that does not fit goes on in the next row, at each width.
func TestRetryIsWrapped(t *testing.T) {
	for cols := 24; cols < 60; cols++ {
		sc := newScene(t, cols, 12)
		for n := range 2 { // the second one is drawn over the first one
			sc.playAgent(fmt.Sprintf(`{"type":"system","subtype":"api_retry","attempt":%d,"max_retries":10,`+
				`"retry_delay_ms":34000,"error":"overloaded"}`, n+1))
			sc.mu.Lock()
			sc.flush()
			sc.mu.Unlock()
		}
		said := strings.Join(strings.Fields(sc.terminal.text()), " ")
		if !strings.HasPrefix(said, "the API is overloaded: waiting 34s before retry 2 of 10 ") ||
			strings.Count(said, "retry") != 1 {
			t.Errorf("%d columns: %q", cols, said)
		}
	}
}

// TestBytesOfAStream: 3 KB of markdown in 400 pieces, 80 pieces a second, take at most 20 KB of output.
func TestBytesOfAStream(t *testing.T) {
	var b strings.Builder
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	s := New(&b, Options{Styled: true, Typing: true, Title: true, Width: columns(100), Height: columns(40),
		Now: func() time.Time { return now }})
	t.Cleanup(func() { s.Leave() })
	s.Update(func(st *Status) {
		*st = Status{Phase: "agent", Busy: true, Began: now, Round: 1, Of: 10, Model: "glm-4.6"}
	})
	sc := &scene{Screen: s, t: t}
	noFrames := func() { // but for those that the test draws
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.timer != nil {
			s.timer.Stop()
		}
		s.timer = time.NewTimer(time.Hour)
	}
	noFrames()
	text := strings.Repeat(essay+"\n\n", 6)
	text = strings.ToValidUTF8(text[:min(len(text), 3<<10)], "")
	sc.playAgent(partial(map[string]any{"type": "content_block_start", "content_block": map[string]any{"type": "text"}}))
	runes := []rune(text)
	for i := range 400 {
		piece := string(runes[i*len(runes)/400 : (i+1)*len(runes)/400])
		sc.playAgent(partial(map[string]any{"type": "content_block_delta", "delta": map[string]any{"type": "text_delta",
			"text": piece}}))
		s.Flush()
		if i%8 == 7 {
			s.mu.Lock()
			now = now.Add(frameTime)
			s.mu.Unlock()
			s.drawFrame()
			noFrames()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t.Logf("%d bytes of text take %d on the terminal", len(text), b.Len())
	if b.Len() > 20<<10 {
		t.Errorf("%d bytes of text take %d on the terminal, want 20 KB at most", len(text), b.Len())
	}
}
