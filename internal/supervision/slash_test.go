package supervision

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/streamjson"
)

// TestF01Slash: which lines are ccc's own commands, and what they tell the loop.
func TestF01Slash(t *testing.T) {
	message := func(text string) loop.Input { return loop.Input{Kind: loop.Message, Text: text} }
	for text, want := range map[string]loop.Input{
		"do it":                      message("do it"),
		"/compact":                   message("/compact"),
		"/review the parser":         message("/review the parser"),
		"/review":                    {Kind: loop.ReviewNow},
		" /accept ":                  {Kind: loop.Accept},
		"/skip":                      {Kind: loop.Skip},
		"/rounds 3":                  {Kind: loop.Rounds, N: 3},
		"/quit":                      {Kind: loop.Quit},
		"/exit":                      {Kind: loop.Quit},
		"/supervisor":                {Kind: loop.ReviewsOn},
		"/supervisor 好，开始执行":         {Kind: loop.ReviewsOn, Text: "好，开始执行"},
		"/supervisoroff":             {Kind: loop.ReviewsOff},
		"/supervisor off":            {Kind: loop.ReviewsOff},
		"/supervisor on":             {Kind: loop.ReviewsOn},
		"/supervisor on the parser":  {Kind: loop.ReviewsOn, Text: "on the parser"},
		"/dismiss f2: no":            {Kind: loop.Dismiss, Text: "f2: no"},
		"/dismiss 3":                 {Kind: loop.Dismiss, Text: "3"},
		"/supervisor dismiss F2: no": {Kind: loop.Dismiss, Text: "F2: no"},
	} {
		if got := parseSlash(text); got.input != want || got.command != "" || !got.refusal.Empty() {
			t.Errorf("%q is %+v, want the input %+v", text, got, want)
		}
	}
	for _, text := range []string{"/rounds", "/rounds 0", "/rounds x", "/rounds -1", "/supervisoroff now"} {
		if got := parseSlash(text); got.refusal.Empty() {
			t.Errorf("%q is %+v, want a word on what is wrong", text, got)
		}
	}
	if got := parseSlash("/supervisor status"); got.command != "/status" {
		t.Errorf("/supervisor status is %+v, want /status", got)
	}
	for _, text := range []string{"/dismiss", "/dismiss it", "/supervisor dismiss"} {
		if got := parseSlash(text); got.command != "/dismiss" || got.input.Kind == loop.Dismiss {
			t.Errorf("%q is %+v, want the usage", text, got)
		}
	}
}

// TestRoundsAreThoseThatHold: /status shows the limit that the loop has reported, and not the number that was typed.
func TestRoundsAreThoseThatHold(t *testing.T) {
	s := terminal.New(io.Discard, terminal.Options{})
	front := &terminalFront{User: User{Language: lang.English}, screen: s, notifier: &notifier{},
		limits: limitsInTest, Reviews: Reviews{Judges: func() (j Judges) { return j }}}
	front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10}})
	if in, ok := front.inputOf("/rounds 2"); !ok || in.N != 2 {
		t.Fatalf("/rounds 2 is %+v, %v", in, ok)
	}
	// Four rounds were made already.
	front.showNotice(loop.Notice{Text: lang.M("…"), At: loop.Snapshot{Of: 4, Limit: 2, Judged: 4, Reviews: 6}})
	for _, want := range []string{"this task: 4 of at most 4 · this session, in this launch: 6\n", "per task: 2 reviews"} {
		if got := front.statusText(); !strings.Contains(got, want) {
			t.Errorf("/status says\n%s\nwant: %s", got, want)
		}
	}
}

func limitsInTest(reviews int) string { return fmt.Sprint(reviews, " reviews") }

// TestL10FindingsOfEarlier: after --continue, /findings and /dismiss know the findings of the session's last task.
// Findings that were dismissed elsewhere are no longer open.
func TestL10FindingsOfEarlier(t *testing.T) {
	var shown strings.Builder
	s := terminal.New(&shown, terminal.Options{})
	dir := state.Dir(t.TempDir())
	found := []task.Finding{
		{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker},
		{ID: "F2", Text: "no docs", Status: task.Open, Severity: task.Blocker},
	}
	if _, err := dir.Change("s", func(s *state.State) { s.Verdict = &task.Verdict{Findings: found} }); err != nil {
		t.Fatal(err)
	}
	var known []string
	front := &terminalFront{
		User: User{Language: lang.English}, screen: s,
		addKnown: func(keys ...string) { known = append(known, keys...) },
	}
	front.Identity.State, front.Identity.Dir = dir, t.TempDir()
	front.before.Store(&Exchange{Session: "s"})
	front.lastNotice.Store(&loop.Snapshot{})
	if _, ok := front.inputOf("/dismiss F1 as it was"); ok {
		t.Error("/dismiss went to the loop, which knows no findings")
	}
	front.inputOf("/findings")
	for _, want := range []string{"F1 is dismissed", "F1 dismissed by you: no test (as it was)", "F2 blocker: no docs"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the screen does not say %q:\n%s", want, shown.String())
		}
	}
	all, err := dir.Dismissals(front.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if kept := all.Findings; len(kept) != 1 || len(known) != 1 || known[0] != state.DismissalKey(kept[0]) {
		t.Errorf("dismissed are %+v, known are %v", kept, known)
	}
	front.lastNotice.Store(&loop.Snapshot{Session: loop.Session{ID: "s"}, Findings: found}) // before the dismissal
	if _, list, _ := front.findings(); list[0].Status != task.Dismissed || list[1].Status != task.Open {
		t.Errorf("the findings are %+v", list)
	}
}

// TestFindingsAfterFailedChecks: /findings says what failed if that kept the reviewers from being asked, also in an
// earlier launch, and until a later review or another session.
func TestFindingsAfterFailedChecks(t *testing.T) {
	const want = "the last review asked no reviewer: check unit: exit 1, 2.0s"
	unit := task.Check{Name: "unit", State: "failed", Exit: 1, DurationMS: 2000}
	failed := loop.Verdict{By: task.ByChecks, Checks: []task.Check{unit}}
	later := failed
	later.Findings = []task.Finding{{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker}}
	at := loop.Snapshot{Session: loop.Session{ID: "s"}}
	found := loop.Snapshot{Session: at.Session, Findings: later.Findings}
	other := loop.Notice{At: loop.Snapshot{Session: loop.Session{ID: "other"}}, Switched: true}
	const nothing = "the reviews that have ended have found nothing in this task"
	for _, tt := range []struct {
		name    string
		stored  *loop.Verdict // of an earlier launch
		notices []loop.Notice
		want    []string
		not     string
	}{
		{"failed", nil, []loop.Notice{{At: at, Verdict: &failed}}, []string{want}, nothing},
		{"with a finding", nil, []loop.Notice{{At: found, Verdict: &later}}, []string{want, "F1 blocker: no test"},
			nothing},
		{"earlier", &failed, nil, []string{want}, nothing},
		{"question", &loop.Verdict{Blocked: true, Feedback: "Which port?"}, nil,
			[]string{"the last review asked you:", "Which port?"}, nothing},
		{"later completed", nil, []loop.Notice{{At: at, Verdict: &failed}, {At: at, Verdict: &loop.Verdict{Completed: true}}},
			[]string{nothing}, want},
		{"other session", nil, []loop.Notice{{At: at, Verdict: &failed}, other}, []string{"no review of this task has given a verdict yet"}, want},
	} {
		var shown strings.Builder
		front := &terminalFront{User: User{Language: lang.English}, notifier: &notifier{},
			agents: &agents{recorder: &recorder{}},
			screen: terminal.New(&shown, terminal.Options{})}
		front.Identity.State, front.Identity.Dir = state.Dir(t.TempDir()), t.TempDir()
		front.lastNotice.Store(&at)
		if tt.stored != nil {
			if _, err := front.Identity.State.Change("s", func(s *state.State) { s.Verdict = tt.stored }); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range tt.notices {
			front.showNotice(n)
		}
		shown.Reset()
		front.inputOf("/findings")
		said := shown.String()
		for _, one := range tt.want {
			if !strings.Contains(said, one) {
				t.Errorf("%s: %q is not in %q", tt.name, one, said)
			}
		}
		if strings.Contains(said, tt.not) {
			t.Errorf("%s: %q is in %q", tt.name, tt.not, said)
		}
	}
}

// TestL10FindingsOfADoneTask: if the task is done, /findings says so, because its open findings no longer hold the
// agent.
func TestL10FindingsOfADoneTask(t *testing.T) {
	found := []task.Finding{{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker}}
	for end, want := range map[task.End]string{
		task.EndedCompleted: "the task is completed: none of its findings holds the agent",
		task.EndedAccepted:  "the work was accepted as it is: none of its findings holds the agent", task.EndedRounds: "",
	} {
		for where, at := range map[string]loop.Snapshot{"the loop's": {Findings: found, Ended: end}, "an earlier": {}} {
			var shown strings.Builder
			front := &terminalFront{User: User{Language: lang.English},
				screen: terminal.New(&shown, terminal.Options{})}
			front.before.Store(&Exchange{Session: "s"})
			front.Identity.State, front.Identity.Dir = state.Dir(t.TempDir()), t.TempDir()
			if _, err := front.Identity.State.Change("s", func(s *state.State) {
				s.Ended, s.Verdict = end, &task.Verdict{Findings: found, Completed: end == task.EndedCompleted}
			}); err != nil {
				t.Fatal(err)
			}
			front.lastNotice.Store(&at)
			front.inputOf("/findings")
			said := shown.String()
			if !strings.Contains(said, "F1 blocker: no test") || !strings.Contains(said, want) ||
				want == "" && strings.Contains(said, "holds the agent") {
				t.Errorf("%s task, ended %q: %s", where, end, said)
			}
		}
	}
}

// TestDismissEarlierWhileOff: with reviews off /dismiss of an earlier task's finding promises no feedback and no end.
func TestDismissEarlierWhileOff(t *testing.T) {
	for off, want := range map[bool]string{
		true:  "Reviews are off: once /supervisor has switched them on, the next review knows of this.",
		false: "No blocker is open any more: send a message to go on.",
	} {
		var shown strings.Builder
		front := &terminalFront{User: User{Language: lang.English}, addKnown: func(...string) {},
			agents: &agents{recorder: &recorder{}}, screen: terminal.New(&shown, terminal.Options{})}
		front.before.Store(&Exchange{Session: "s"})
		front.Identity.State, front.Identity.Dir = state.Dir(t.TempDir()), t.TempDir()
		if _, err := front.Identity.State.Change("s", func(s *state.State) {
			s.Verdict = &task.Verdict{Findings: []task.Finding{{
				ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker,
			}}}
		}); err != nil {
			t.Fatal(err)
		}
		front.lastNotice.Store(&loop.Snapshot{Off: off})
		front.inputOf("/dismiss F1 not wanted")
		if said := strings.Join(strings.Fields(shown.String()), " "); !strings.Contains(said, want) {
			t.Errorf("reviews off %v: %q, want %q", off, said, want)
		}
	}
}

// TestTasksUntold: /tasks of a claude that tells no background tasks says so also before it has started.
func TestTasksUntold(t *testing.T) {
	for version, want := range map[string]string{
		"2.1.5": "this claude does not tell what runs in the background", claude.Newest: "nothing runs in the background",
	} {
		var shown strings.Builder
		front := &terminalFront{User: User{Language: lang.English}, screen: terminal.New(&shown, terminal.Options{})}
		front.Review.Agent.Version = version
		front.inputOf("/tasks")
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%s: %q, want %q", version, shown.String(), want)
		}
	}
}

// TestL10ChineseInFortyColumns: findings in Chinese fit a terminal of 40 columns, in which a character takes two. The
// verdict's lines and /findings have all words; a row of ccc watch has the count.
func TestL10ChineseInFortyColumns(t *testing.T) {
	const width = 40
	said := "空列表时 Sum(nil) 会崩溃，请在 client.go 里先检查长度，再返回零；同时补上一个测试，覆盖空列表和只有一个元素的列表"
	list := []task.Finding{
		{ID: "F1", Severity: task.Blocker, Status: task.Open, Text: said, Criterion: "空列表的总和必须是零，不得崩溃，也不得返回错误",
			Evidence: "内部/求和/实现文件.go:12", Found: 1, Unproven: []string{task.EvidenceUnproven}},
		{ID: "F2", Severity: task.Advice, Status: task.Open, Text: "变量名最好改成更清楚的名字，例如总和", Found: 1},
		{ID: "F3", Severity: task.Blocker, Status: task.Dismissed, Text: "缺少文档", Reason: "由工具生成，不需要文档", Ended: 1},
	}
	var shown strings.Builder
	front := &terminalFront{User: User{Language: lang.Chinese}, screen: terminal.New(&shown, terminal.Options{
		Width: func() int { return width }, Lang: lang.Chinese,
	})}
	front.Identity.State, front.Identity.Dir = state.Dir(t.TempDir()), t.TempDir()
	front.lastNotice.Store(&loop.Snapshot{Findings: list})
	front.inputOf("/findings")
	front.note(wording.Decision(task.Decision{Code: task.CodeFeedback, Action: task.GoOn, Round: 1, Limit: 10,
		Verdict: &task.Verdict{Findings: list, Feedback: "x"}}))
	words := strings.Join(strings.Fields(shown.String()), "")
	for _, f := range list {
		for _, want := range []string{f.Text, f.Criterion, f.Evidence, f.Reason} {
			if !strings.Contains(words, strings.ReplaceAll(want, " ", "")) {
				t.Errorf("not shown: %s", want)
			}
		}
	}
	for line := range strings.SplitSeq(shown.String(), "\n") {
		if uniseg.StringWidth(line) > width {
			t.Errorf("%d columns: %s", uniseg.StringWidth(line), line)
		}
	}
	if t.Failed() {
		t.Log(shown.String())
	}
}

// TestMistyped: a mistyped command is not sent to a model.
func TestMistyped(t *testing.T) {
	theirs := []string{"compact", "context", "clear", "mcp__x__y"}
	for _, c := range []struct {
		text   string
		theirs []string
		want   string // "" for what is sent
	}{
		{"/he", nil, "did you mean /help?"}, {"/hepl", nil, "did you mean /help?"},
		{"/supervisr", []string{"supervisor"}, "did you mean /supervisor?"},
		{"/reviwe", nil, "did you mean /review?"},
		{"/s", nil, "did you mean /status, /skip, /supervisor, /supervisoroff?"},
		{"/acept now", nil, "did you mean /accept?"},
		{"/help", nil, ""}, {"/review the parser", nil, ""}, {"/compact", nil, ""}, {"/contxt", nil, ""},
		{"/tmp/x is full", nil, ""},
		{"/etc", nil, ""}, {"/", nil, ""}, {"/ x", nil, ""}, {"do /he", nil, ""}, {"", nil, ""},
		{"/compact", theirs, ""}, {"/compact now", theirs, ""}, {"/mcp__x__y", theirs, ""},
		{"/contxt", theirs, "did you mean /context?"},
		{"/cost", theirs, ""}, {"/tmp/x", theirs, ""}, {"/etc.d", theirs, ""},
	} {
		got := lang.English.Text(suggestCommand(c.text, c.theirs))
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q is answered %q, want %q", c.text, got, c.want)
		}
	}
}

// TestUnknownCommand: a command that claude has not listed is sent only if it is entered again. A path is sent at once.
func TestUnknownCommand(t *testing.T) {
	var b strings.Builder
	front := &terminalFront{User: User{Language: lang.English},
		screen: terminal.New(&b, terminal.Options{Lang: lang.English})}
	if _, ok := front.inputOf("/todos"); !ok {
		t.Error("/todos is not sent, though claude has named no command yet")
	}
	front.commands.Store(&[]string{"compact"})
	for _, line := range []string{"/compact", "/compact now", "/tmp/x is full", "build it"} {
		if _, ok := front.inputOf(line); !ok {
			t.Errorf("%s is not sent", line)
		}
	}
	if in, ok := front.inputOf("/exit"); !ok || in.Kind != loop.Quit { // ccc's own, whatever claude lists
		t.Errorf("/exit is %+v, %v", in, ok)
	}
	if _, ok := front.inputOf("/todos"); ok || !strings.Contains(b.String(), "enter it again") {
		t.Errorf("/todos is sent: %v, says %q", ok, b.String())
	}
	if _, ok := front.inputOf("/todos"); !ok {
		t.Error("/todos is not sent when entered once more")
	}
}

// TestStatusNamesModel: /status does not print the name of a provider as a model.
func TestStatusNamesModel(t *testing.T) {
	s := terminal.New(io.Discard, terminal.Options{Lang: lang.English})
	front := &terminalFront{User: User{Language: lang.English}, screen: s, notifier: &notifier{},
		limits: limitsInTest, Reviews: Reviews{Judges: func() (j Judges) { return j }}}
	front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10}})
	s.Update(func(st *terminal.Status) { st.Provider = "glm" })
	if got := front.statusText(); !strings.Contains(got, "provider   glm\n") || strings.Contains(got, "model ") {
		t.Errorf("before claude has named a model:\n%s", got)
	}
}

// TestStatusNamesSession: /status names the session and the file of its reviews as soon as there is a session, and no
// file before that.
func TestStatusNamesSession(t *testing.T) {
	s := terminal.New(io.Discard, terminal.Options{Lang: lang.English})
	front := &terminalFront{User: User{Language: lang.English}, screen: s, notifier: &notifier{},
		limits: limitsInTest, Reviews: Reviews{Judges: func() (j Judges) { return j }}}
	front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10}})
	if got := front.statusText(); strings.Contains(got, "\nsession ") || strings.Contains(got, "output ") {
		t.Errorf("before the first turn:\n%s", got)
	}
	front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10, Session: loop.Session{ID: "abc"}}})
	if got := front.statusText(); !strings.Contains(got, "session    abc\n") ||
		!strings.Contains(got, "output     supervisor-abc-output.jsonl") {
		t.Errorf("in a session:\n%s", got)
	}
}

// TestDismissNamesAnOpenFinding: the answer to a /dismiss without an id names an open finding as an example.
func TestDismissNamesAnOpenFinding(t *testing.T) {
	var b strings.Builder
	front := &terminalFront{User: User{Language: lang.English},
		screen:   terminal.New(&b, terminal.Options{Lang: lang.English}),
		notifier: &notifier{}}
	front.showNotice(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10, Findings: []task.Finding{
		{ID: "F1", Text: "no test", Status: task.Fixed},
		{ID: "F3", Text: "no docs", Status: task.Open, Severity: task.Blocker}}}})
	if _, ok := front.inputOf("/dismiss"); ok || !strings.Contains(b.String(), "such as /dismiss F3 WHY:") {
		t.Errorf("/dismiss is sent: %v, says %q", ok, b.String())
	}
}

// TestLogin: the answer to /login says what to do instead.
func TestLogin(t *testing.T) {
	var b strings.Builder
	front := &terminalFront{User: User{Language: lang.English},
		screen: terminal.New(&b, terminal.Options{Lang: lang.English})}
	if _, ok := front.inputOf("/login"); ok || !strings.Contains(b.String(), "ccc provider add") {
		t.Errorf("/login is sent: %v, says %q", ok, b.String())
	}
}

func TestFilesAreCompleted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main.go", "map.go", ".hidden", "src/a.go"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	front := &terminalFront{Identity: Identity{Dir: dir}}
	front.commands.Store(&[]string{"__remote-workflow", "zoo"})
	for word, want := range map[string]string{
		"@": "@main.go @map.go @src/", "@ma": "@main.go @map.go", "@.": "@.hidden", "@src/": "@src/a.go", "@x": "", "@x/": "",
		"/rev": "/review", "/_": "/__remote-workflow", "/z": "/zoo", "/su": "/supervisor /supervisoroff",
	} {
		if got := strings.Join(names(front.complete(word, true)), " "); got != want {
			t.Errorf("%q may become %q, want %q", word, got, want)
		}
	}
	if got := names(front.complete("/", true)); slices.Contains(got, "/__remote-workflow") ||
		!slices.Contains(got, "/zoo") {
		t.Errorf("/ may become %q", got)
	}
	e, err := streamjson.NewDecoder(strings.NewReader(`{"type":"control_response","response":{"subtype":"success",` +
		`"request_id":"ccc-commands","response":{"commands":[{"name":"zoo","description":"Feed the animals"}]}}}` +
		"\n")).Next()
	if err != nil {
		t.Fatal(err)
	}
	front.screen = terminal.New(io.Discard, terminal.Options{Lang: lang.English})
	front.showEvent("agent", "", e)
	if got := front.complete("/z", true); len(got) != 1 || got[0].What != "Feed the animals" {
		t.Errorf("/z may become %q", got)
	}
	if got := front.complete("/rev", false); got != nil {
		t.Errorf("in the middle of a line /rev may become %q", got)
	}
}

func names(list []terminal.Completion) (names []string) {
	for _, one := range list {
		names = append(names, one.Name)
	}
	return names
}

// TestModes: shift-tab goes through claude's permission modes and the one at the start. If claude refuses a mode, the
// user is told.
func TestModes(t *testing.T) {
	event := func(text string) streamjson.Event {
		e, err := streamjson.NewDecoder(strings.NewReader(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	m := modes{}
	m.set("dontAsk")
	var got []string
	for range 5 {
		got = append(got, m.next())
	}
	if want := "default acceptEdits plan dontAsk default"; strings.Join(got, " ") != want {
		t.Errorf("the modes are %q, want %s", got, want)
	}
	var sent []string
	m.connectAgent(func(line []byte) { sent = append(sent, string(line)) })
	if len(sent) != 1 || !strings.Contains(sent[0], `"mode":"default"`) {
		t.Fatalf("a new agent is sent %q, want the mode that was chosen", sent)
	}
	if mode, _ := m.follow(event(`{"type":"system","subtype":"init","permissionMode":"plan"}`)); mode != "" {
		t.Errorf("before it has answered it tells the mode %s", mode)
	}
	m.next()
	refusal := `{"type":"control_response","response":{"subtype":"error","request_id":"` + m.request + `","error":"no"}}`
	if mode, refused := m.follow(event(refusal)); mode != "default" || refused != "no" || len(sent) != 3 {
		t.Errorf("refused, it is %q (%s), %d sent", mode, refused, len(sent))
	}
	m.follow(event(`{"type":"control_response","response":{"subtype":"success","request_id":"` + m.request + `"}}`))
	if mode, _ := m.follow(event(`{"type":"system","subtype":"status","permissionMode":"plan"}`)); mode != "plan" {
		t.Errorf("claude tells of plan mode, and it is %q", mode)
	}
}

// TestShowsLinks: links are only printed on a terminal that is known to show them, and never in tmux.
func TestShowsLinks(t *testing.T) {
	for environment, want := range map[string]bool{
		"TERM=xterm-256color": false, "TERM=xterm-kitty": true, "TERM=foot": true, "TERM=linux": false,
		"TERM=xterm-256color TERM_PROGRAM=iTerm.app": true, "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal": false,
		"TERM=xterm-256color VTE_VERSION=7600": true, "TERM=xterm-256color VTE_VERSION=4800": false,
		"TERM=tmux-256color TMUX=x VTE_VERSION=7600": false, "TERM=screen TERM_PROGRAM=WezTerm": false, "": false,
	} {
		getenv := func(name string) string {
			for _, variable := range strings.Fields(environment) {
				if value, ok := strings.CutPrefix(variable, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := showsLinks(getenv); got != want {
			t.Errorf("%q shows links: %v, want %v", environment, got, want)
		}
	}
}
