package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/rivo/uniseg"

	"ccc/integration/events"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/terminal"
)

// deadline limits each wait. Only a test that hangs reaches it.
const deadline = 20 * time.Second

// recordedSession writes a recording as a loop does.
type recordedSession struct {
	t  *testing.T
	w  *session.Writer
	id string
}

func begin(t *testing.T, dir state.Dir, id string) *recordedSession {
	t.Helper()
	header := session.Header{At: time.Now(), Launch: id, Dir: "/work/" + id, Attended: true}
	header.MaxRounds = 10
	w, err := session.CreateRecording(dir.Recordings(), header, nil, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { runtime.KeepAlive(w) }) // while its file is open the session runs
	s := &recordedSession{t, w, "session-" + id}
	s.items(
		session.Item{Type: session.TypePerson, Text: "build " + id},
		session.Item{Type: session.TypeStart, Phase: "agent"},
		session.Item{Type: session.TypeSent, From: "person", UUID: "u1"},
		session.Item{Type: session.TypePhase, From: "user", To: "agent"},
	)
	s.line("agent", map[string]any{"type": "system", "subtype": "init", "model": "m"})
	s.line("agent", map[string]any{"type": "user", "uuid": "u1", "isReplay": true, "message": message("user",
		map[string]any{"type": "text", "text": "build " + id})})
	s.items(session.Item{Type: session.TypeTurn, What: "started"})
	return s
}

func (s *recordedSession) items(items ...session.Item) {
	for _, item := range items {
		s.w.Item(item)
	}
}

func (s *recordedSession) line(phase string, event map[string]any) {
	event["session_id"] = map[string]string{"agent": s.id, "review": "fork"}[phase]
	raw, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	s.w.Line(phase, "", raw)
	s.w.Flush()
}

func message(role string, blocks ...map[string]any) map[string]any {
	return map[string]any{"role": role, "content": blocks}
}

// call runs a tool; the returned function ends it.
func (s *recordedSession) call(phase, id, command string) {
	s.line(phase, map[string]any{"type": "assistant", "message": message("assistant",
		map[string]any{"type": "tool_use", "id": id, "name": "Bash", "input": map[string]any{"command": command}})})
}

func (s *recordedSession) returned(phase, id, text string) {
	s.line(phase, map[string]any{"type": "user", "message": message("user",
		map[string]any{"type": "tool_result", "tool_use_id": id, "content": text})})
}

func (s *recordedSession) result(phase, text string, usd float64) {
	s.line(phase, map[string]any{"type": "assistant", "message": message("assistant",
		map[string]any{"type": "text", "text": text})})
	s.line(phase, map[string]any{"type": "result", "subtype": "success", "result": text, "total_cost_usd": usd})
}

// review ends the agent's turn and begins a review.
func (s *recordedSession) review() {
	s.result("agent", "built", 0.25)
	s.items(session.Item{Type: session.TypeTurn, What: "ended"},
		session.Item{Type: session.TypePhase, From: "agent", To: "review", Round: 1},
		session.Item{Type: session.TypeStart, Phase: "review"})
	s.line("review", map[string]any{"type": "system", "subtype": "init", "model": "m"})
}

// complete ends the review, and the session.
func (s *recordedSession) complete() {
	s.result("review", "Good.\n\n[TASK_COMPLETED]", 0.1)
	s.items(session.Item{Type: session.TypeVerdict, Round: 1, Completed: true},
		session.Item{Type: session.TypePhase, From: "review", To: "done", Round: 1})
	s.w.Close(session.End{Outcome: "completed", Rounds: 1, SessionID: s.id, CostUSD: 0.35})
}

// person sits at a terminal on which somebody watches.
type person struct {
	t      *testing.T
	master *os.File
	before *term.State
	guest  *os.File
	done   chan error

	mu   sync.Mutex
	all  string
	read int
	more chan struct{}
}

// sit starts watching the recording at path, or all of them.
func sit(t *testing.T, dir state.Dir, path string) *person { return watching(t, dir, path, false) }

func watching(t *testing.T, dir state.Dir, path string, review bool) *person {
	t.Helper()
	master, guest, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(guest, &pty.Winsize{Cols: 100, Rows: 30}); err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, master: master, guest: guest, done: make(chan error, 1), more: make(chan struct{}, 1)}
	if p.before, err = term.GetState(int(guest.Fd())); err != nil {
		t.Fatal(err)
	}
	go p.copy()
	ctx, stop := context.WithCancel(t.Context())
	w := Terminal{Config: Config{State: dir, Language: lang.English}, In: guest, Out: guest, Styled: true,
		Guardian: []string{"true"}}
	go func() { p.done <- w.Run(ctx, path, review) }()
	t.Cleanup(func() {
		stop()
		master.Close()
		guest.Close()
	})
	return p
}

func (p *person) copy() {
	buf := make([]byte, 32<<10)
	for {
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.all += string(buf[:n])
		p.mu.Unlock()
		select {
		case p.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// sees waits until the output after the last match matches.
func (p *person) sees(pattern string) {
	p.t.Helper()
	late := time.After(deadline)
	for {
		p.mu.Lock()
		at := regexp.MustCompile(pattern).FindStringIndex(p.all[p.read:])
		if at != nil {
			p.read += at[1]
			p.mu.Unlock()
			return
		}
		unread := p.all[p.read:]
		p.mu.Unlock()
		select {
		case <-p.more:
		case <-late:
			p.t.Fatalf("%s is not seen in %q", pattern, unread)
		}
	}
}

func (p *person) types(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// leaves waits for the end. The terminal must then be as before, with all that was written.
func (p *person) leaves() error {
	p.t.Helper()
	var err error
	select {
	case err = <-p.done:
	case <-time.After(deadline):
		p.t.Fatal("the watching does not end")
	}
	after, bad := term.GetState(int(p.guest.Fd()))
	if bad != nil {
		p.t.Fatal(bad)
	}
	if *after != *p.before {
		p.t.Errorf("the terminal is %+v, and was %+v", *after, *p.before)
	}
	p.sees(`\x1b\[\?25h`)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, bad := range []string{"\x1b[?1049h", "\x1b[2J", "\x1b[3J", "\x1b[H"} {
		if strings.Contains(p.all, bad) {
			p.t.Errorf("%q was written: it takes what stood there", bad)
		}
	}
	if regexp.MustCompile(`(\r|\x1b\[\d+A)\x1b\[J`).MatchString(p.all) {
		p.t.Error("ED was written in a first column: of what it erases from the top on tmux keeps a copy")
	}
	return err
}

func TestFollowsTheSessionThatRuns(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "parser")
	s.call("agent", "t1", "go build")
	p := sit(t, dir, "")
	p.sees(`> build parser`)
	p.sees(`Bash.* go build`)
	s.returned("agent", "t1", "built")
	p.sees(`ok, `)
	p.sees(`agent · round 1 of 10`)
	s.review()
	p.sees(`── review 1 of 10 ──`)
	s.call("review", "r1", "go test ./...")
	p.sees(`│ .*Bash.* go test ./...`)
	p.sees(`review 1 of 10 · .*\$0.25`)
	s.returned("review", "r1", "ok")
	s.complete()
	p.sees(`── review 1 of 10: completed`)
	p.sees(`the loop has ended: completed · \$0.35`)
	p.sees(`sessions: 1 `)
	p.sees(`❯ .*parser · loop · completed`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestLeaves: if the user leaves a session, nothing is said about its outcome.
func TestLeaves(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "parser")
	s.call("agent", "t1", "go build")
	p := sit(t, dir, s.w.Path())
	p.sees(`Bash.* go build`)
	p.types("q")
	p.sees(`Bash.* go build.* · still running`)
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

func TestListOfSeveral(t *testing.T) {
	dir := state.Dir(t.TempDir())
	begin(t, dir, "one")
	two := begin(t, dir, "two")
	p, other := sit(t, dir, ""), sit(t, dir, "")
	p.sees(`\x1b\[\?7l\x1b\[2msessions: 2 `) // a terminal on which a row is wider breaks none
	p.sees(`❯ .*two · loop · the agent works · \d+s · \$0.00`)
	p.sees(`  one · loop · the agent works.*\x1b\[\?7h`)
	two.call("agent", "t1", "make \x1b]0;evil\a")
	p.sees(`two · loop · the agent works · Bash make ␛\]0;evil␇ · \d+s`)
	p.types("\x1b[B")
	p.sees(`❯ .*one`)
	p.types("\r")
	p.sees(`\x1b\[2mone · loop · session session-one\x1b\[0m`)
	p.sees(`> build one`)
	p.types("\x1b")
	p.sees(`sessions: 2 `)
	two.review()
	p.sees(`two · loop · review 1 of 10 · \d+s · \$0.25`)
	other.sees(`two · loop · review 1 of 10`)
	p.types("\x03")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
	other.types("\x1b")
	if err := other.leaves(); err != nil {
		t.Error(err)
	}
	if strings.Contains(p.all, "\x1b]0;evil") {
		t.Error("a tool's command has set the title")
	}
}

// TestSmallTerminal: there are never more rows than the terminal has, and the selected one is among them.
func TestSmallTerminal(t *testing.T) {
	sessions := []Session{{Dir: "/a", Running: true}, {Dir: "/b"}, {Dir: "/c"}}
	tasks := []Task{{Number: 1, Title: "a", Running: true}, {Number: 2, Title: "b"}, {Number: 3, Title: "c"}}
	for height, want := range []int{1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4} {
		for kind, rows := range map[string][]string{
			"list":  listRows(sessions, 1, 80, height, time.Now(), lang.English),
			"table": taskTable(tasks, 1, 80, height, lang.English),
		} {
			if text := strings.Join(rows, "\n"); height > 0 && (len(rows) != want || !strings.Contains(text, "❯ ")) {
				t.Errorf("%s on %d rows: %q, want %d rows and what is picked", kind, height, rows, want)
			}
		}
	}
}

// TestNarrowTerminal: the list leaves out the least important cells first.
func TestNarrowTerminal(t *testing.T) {
	began := time.Date(2026, 11, 22, 15, 0, 0, 0, time.Local)
	list := []Session{
		{Dir: "/parser", Door: session.DoorHook, Running: true, Phase: "user", Since: began, CostUSD: 0.25,
			Verdict: &Verdict{Feedback: strings.Repeat("add a test ", 20)}},
		{Dir: "/parser", Door: session.DoorHook, Outcome: "completed", Began: began, CostUSD: 0.25},
		{Dir: "/a-project-of-a-long-name", Running: true, Phase: "agent", Since: began, Tool: "Bash make"},
	}
	for width, want := range map[int]string{
		100: `sessions: 3 · arrows: choose · enter: open · esc: leave
❯ parser · Claude's screen · waits for you · 2m21s · $0.25 · last verdict: not completed: add a…
  parser · Claude's screen · completed · $0.25 · 2026-11-22 15:00
  a-project-of-a-long-name · loop · the agent works · Bash make · $0.00`,
		40: `sessions: 3 · enter: open · esc: leave
❯ parser · waits for you · 2m21s · not…
  parser · completed · 2026-11-22 15:00
  a-project-o… · the agent works…`,
	} {
		text := strings.Join(listRows(list, 0, width, 24, began.Add(141*time.Second), lang.English), "\n")
		if text = regexp.MustCompile(`\x1b\[\dm`).ReplaceAllString(text, ""); text != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, text, want)
		}
	}
}

// TestSessionsOfOneProject: the list tells them apart.
func TestSessionsOfOneProject(t *testing.T) {
	list := []Session{
		{Dir: "/p", ID: "5e551011-0000"}, {Dir: "/p", ID: "0e30e302-0000"}, {Dir: "/q", ID: "1"}, {ID: "2"},
	}
	rows := strings.Join(listRows(list, 0, 100, 24, time.Now(), lang.English), "\n")
	for _, want := range []string{"sessions: 4 ", "p 5e551011 · loop", "p 0e30e302 · loop", "q · loop", "2 · loop"} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is not in\n%s", want, rows)
		}
	}
	again := append(list, Session{Dir: "/p", ID: "5e551011-0000", Launch: "l", Running: true}) // without a recording yet
	if rows = strings.Join(listRows(again, 0, 100, 24, time.Now(), lang.English), "\n"); !strings.Contains(rows,
		"launches: 5, sessions: 4 ·") {
		t.Errorf("the heading does not tell launches from sessions:\n%s", rows)
	}
	for i := range list {
		list[i].Dir, list[i].Running, list[i].Phase, list[i].Tool = "/home/project", true, "agent", "Bash go test ./..."
	}
	rows = strings.Join(listRows(list[:2], 0, 40, 24, time.Now(), lang.Chinese), "\n")
	for _, want := range []string{"project 5e55 · ", "project 0e30 · "} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is not in\n%s", want, rows)
		}
	}
}

func TestRecordingIsTakenAway(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(path string) error
		want string
	}{
		"removed":   {os.Remove, "was removed while it was watched"},
		"cut short": {func(path string) error { return os.Truncate(path, 10) }, "was cut short while it was watched"},
		"rotated":   {func(path string) error { return os.Rename(path, path+".1") }, "was removed while it was watched"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := state.Dir(t.TempDir())
			path := begin(t, dir, "gone").w.Path()
			p := sit(t, dir, path)
			p.sees(`> build gone`)
			if err := c.do(path); err != nil {
				t.Fatal(err)
			}
			if err := p.leaves(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want: %s", err, c.want)
			}
		})
	}
}

// TestQuestion: a question that waits for the user does not count as the agent's work.
func TestQuestion(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "asks")
	p := sit(t, dir, s.w.Path())
	s.call("agent", "t1", "rm -r build")
	s.items(session.Item{Type: session.TypeQuestion, What: session.QuestionAsked})
	p.sees(`your answer · Bash rm -r build`)
	where := now(t, dir, "")
	if where.Phase != "question" {
		t.Errorf("%+v, want a question", where)
	}
	line := activity(where, where.Since.Add(61*time.Second), lang.English)
	if line != "waits for your answer · Bash rm -r build · 1m01s" {
		t.Errorf("%q, want what it asks for, and since when", line)
	}
	s.items(session.Item{Type: session.TypeQuestion, What: session.QuestionOver})
	p.sees(`agent · round 1 of 10`)
	if where := now(t, dir, ""); where.Phase != "agent" || where.Tool != "Bash rm -r build" {
		t.Errorf("%+v, want the agent at work", where)
	}
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestLongSession: of a long session only the last screens are shown, with a note.
func TestLongSession(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "long")
	s.line("agent", map[string]any{"type": "assistant", "message": message("assistant",
		map[string]any{"type": "text", "text": strings.Repeat("a line  \n", 500) + "the last one"})})
	p := sit(t, dir, s.w.Path())
	p.sees(`… \d+ earlier lines`)
	p.sees(`the last one`)
	if n := strings.Count(p.all, "a line"); n > 2*30 {
		t.Errorf("%d lines were written", n)
	}
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestKilled: the recording of a ccc that was killed breaks off.
func TestKilled(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "killed")
	text, err := os.ReadFile(s.w.Path())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "20260101-000000-killed.jsonl")
	if err := os.WriteFile(path, append(text, `{"t":9,"type":"li`...), 0o600); err != nil {
		t.Fatal(err)
	}
	p := sit(t, dir, path)
	p.sees(`the session broke off`)
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestNothingDone: a session that the user ended before its first task did not break off.
func TestNothingDone(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "left")
	s.w.Close(session.End{SessionID: s.id})
	p := sit(t, dir, s.w.Path())
	p.sees(`the loop has ended: nothing done`)
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestReviewEnds: a pane that shows a review ends with it.
func TestReviewEnds(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "pane")
	s.review()
	p := watching(t, dir, s.w.Path(), true)
	p.sees(`── review 1 of 10 ──`)
	s.complete()
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// switchedOn switches the reviews of the launch l on, which is in the session abc. It returns what changes a state, and
// when they were switched on.
func switchedOn(t *testing.T, dir state.Dir, self process.Process) (func(string, func(*state.State)), time.Time) {
	change := func(id string, change func(*state.State)) {
		t.Helper()
		if _, err := dir.Change(id, change); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Now().Add(-2 * time.Minute)
	change("l", func(s *state.State) {
		s.Enabled, s.EnabledAt, s.HasPromptHook, s.Owner, s.Newest = true, at, true, self, "abc"
	})
	return change, at
}

// stopped writes the recording of a stop in Claude's own screen up to the beginning of its review. self is its claude.
func stopped(t *testing.T, dir state.Dir, self process.Process) (path string) {
	t.Helper()
	if err := os.MkdirAll(dir.Recordings(), 0o700); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir.Recordings(), "20260101-000000-abc.jsonl")
	add(t, path, fmt.Sprintf(`{"ccc_recording":1,"at":%q,"launch":"l","cwd":"/work/x","provider":"","max_rounds":10,`+
		`"attended":true,"door":"hook","session_id":"abc","claude":{"pid":%d,"start":%q}}`,
		time.Now().Add(-time.Minute).Format(time.RFC3339), self.Pid, self.Start),
		`{"t":1,"type":"phase","from":"user","to":"agent"}`,
		`{"t":1,"type":"person","text":"build it"}`,
		`{"t":2,"type":"stop","session_id":"abc","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":2,"type":"phase","from":"agent","to":"review","round":1}`)
	return path
}

func add(t *testing.T, path string, lines ...string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(strings.Join(lines, "\n") + "\n"); err != nil {
		t.Fatal(err)
	}
}

// reviewer stores a process as the one that reviews the recorded stop.
func reviewer(t *testing.T, dir state.Dir, p process.Process) {
	t.Helper()
	if _, err := dir.Change("abc", func(s *state.State) { s.Reviewer.Process = p }); err != nil {
		t.Fatal(err)
	}
}

// now returns the state of one session.
func now(t *testing.T, dir state.Dir, path string) Session {
	t.Helper()
	list, err := Now(t.Context(), Config{State: dir, Language: lang.English}, path)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v: want one session", list, err)
	}
	return list[0]
}

// TestRedChecks: the list names the checks that failed, as the recording has them, whatever the agent was told.
func TestRedChecks(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	add(t, stopped(t, dir, self), `{"t":3,"type":"verdict","round":1,"feedback":"Mend it","by":"checks","checks":[`+
		`{"name":"go build","exit":0,"duration_ms":9,"state":"passed"},`+
		`{"name":"go vet","exit":1,"duration_ms":1033,"state":"failed"}]}`)
	const want = "last verdict: not completed: check go vet: exit 1, 1.0s"
	if got := lastStop(now(t, dir, ""), lang.English); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestReviewIsKilled: if the hook that reviews in Claude's own screen is killed, it is the user's turn, and a pane that
// shows the review ends. If claude is killed, the session has broken off.
func TestReviewIsKilled(t *testing.T) {
	dir := state.Dir(t.TempDir())
	claude := exec.Command("sleep", "1000")
	if err := claude.Start(); err != nil {
		t.Fatal(err)
	}
	defer claude.Process.Kill()
	self, _ := process.Of(claude.Process.Pid)
	path := stopped(t, dir, self)
	add(t, path, `{"t":3,"type":"verdict","round":1,"completed":true}`,
		`{"t":3,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":3,"type":"so_far","outcome":"completed","rounds":1,"session_id":"abc","cost_usd":0.1}`,
		`{"t":4,"type":"phase","from":"done","to":"agent"}`, `{"t":4,"type":"person","text":"and that"}`,
		`{"t":5,"type":"stop","session_id":"abc","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":5,"type":"phase","from":"agent","to":"review","round":1}`,
		`{"t":6,"type":"line","phase":"review","raw":{"type":"assistant","message":{"id":"m1","role":"assistant",`+
			`"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}}`)
	reviewer(t, dir, self)
	pane, p := watching(t, dir, path, true), sit(t, dir, path)
	pane.sees(`> and that`)
	p.sees(`review 1 of 10 · `)
	select {
	case err := <-pane.done:
		t.Fatalf("it ended before the hook did: %v", err)
	case <-time.After(10 * lookInterval):
	}
	if s := now(t, dir, ""); s.Phase != "review" || s.Outcome != "" {
		t.Errorf("%+v, want a review", s)
	}
	reviewer(t, dir, process.Process{Pid: self.Pid, Start: "another"})
	if err := pane.leaves(); err != nil {
		t.Error(err)
	}
	p.sees(`· no result`)
	p.sees(`the review broke off`)
	p.sees(`your turn`)
	s := now(t, dir, "")
	if s.Phase != "user" || s.Outcome != "" || !s.Running {
		t.Errorf("%+v, want the person's turn", s)
	}
	lines := strings.Join(Lines(s, time.Now(), lang.English), "\n")
	if s.Verdict == nil || s.Verdict.Failure != "killed" || s.Verdict.Completed ||
		!strings.HasSuffix(lines, "last stop not reviewed: the review broke off") {
		t.Errorf("%+v, %s: want that the review broke off", s.Verdict, lines)
	}
	claude.Process.Kill()
	claude.Wait()
	p.sees(`the session broke off`)
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
	if s := now(t, dir, ""); s.Phase != "done" || s.Outcome != "" || s.Running {
		t.Errorf("%+v, want that it broke off", s)
	}
}

// TestReviewIsStopped: that the user has stopped a review is said once, and nothing else of its end: neither before
// claude's file says so, nor when the recording has it.
func TestReviewIsStopped(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path, file := stopped(t, dir, self), filepath.Join(t.TempDir(), "s.jsonl")
	if _, err := dir.Change("abc", func(s *state.State) {
		s.Reviewer.Since, s.Transcript = time.Now().Add(-time.Minute), file
	}); err != nil {
		t.Fatal(err)
	}
	reviewer(t, dir, self)
	p := sit(t, dir, path)
	p.sees(`review 1 of 10 · `)
	reviewer(t, dir, process.Process{Pid: self.Pid, Start: "another"})
	at := time.Now().Add(10 * time.Minute)  // the reviewer has said nothing for so long
	time.AfterFunc(2*lookInterval, func() { // claude writes it a little later
		add(t, file, fmt.Sprintf(`{"uuid":"u1","timestamp":%q,"type":"user","message":{"role":"user","content":`+
			`"[Request interrupted by user]"}}`, at.UTC().Format(time.RFC3339)))
	})
	p.sees(`you stopped the review`)
	p.sees(`your turn \(since ` + at.Local().Format("15:04") + `\) · .*at least \$0\.00`)
	if s := now(t, dir, ""); !strings.HasSuffix(strings.Join(Lines(s, time.Now(), lang.English), "\n"),
		"last stop not reviewed: you stopped the review") {
		t.Errorf("%+v", s.Verdict)
	}
	add(t, path, `{"t":6,"type":"verdict","round":1,"failure":"aborted","reason":"you stopped the review","last":true}`,
		`{"t":6,"type":"phase","from":"review","to":"user","round":1}`,
		`{"t":6,"type":"notice","text":"this stop was not reviewed: you stopped the review"}`,
		`{"t":6,"type":"so_far","outcome":"interrupted","session_id":"abc"}`,
		`{"t":7,"type":"phase","from":"user","to":"agent","round":1}`, `{"t":7,"type":"person","text":"go on"}`)
	p.sees(`> go on`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.all
	if strings.Count(text, "you stopped the review") != 1 || strings.Contains(text, "broke off") {
		t.Errorf("it shows\n%s", text)
	}
}

// TestTaskEnds: in Claude's own screen the end of a task is not the end of the session.
func TestTaskEnds(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	reviewer(t, dir, self)
	p := sit(t, dir, path)
	p.sees(`review 1 of 10 · `)
	add(t, path, `{"t":3,"type":"verdict","round":1,"completed":true}`,
		`{"t":3,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":3,"type":"so_far","outcome":"completed","rounds":1,"session_id":"abc","cost_usd":0.1}`)
	p.sees(`review 1 of 10: completed`)
	p.sees(`your turn \(since \d\d:\d\d\) · (5\ds|1m)`) // since then, and it goes on
	p.sees(`your turn \(since \d\d:\d\d\) · (5\ds|1m)`)
	if s := now(t, dir, ""); s.Phase != "user" || s.Outcome != "completed" || !s.Running {
		t.Errorf("%+v, want the person's turn", s)
	}
	if line := activity(now(t, dir, ""), time.Now(), lang.English); !strings.HasPrefix(line, "waits for you · ") {
		t.Errorf("%q, want that it waits", line)
	}
	// A stop that is held with feedback, then another one. It is the session that the list had before its first stop.
	began := time.Now().Add(-time.Hour)
	if _, err := dir.Change("l", func(s *state.State) { s.CreatedAt, s.Owner = began, self }); err != nil {
		t.Fatal(err)
	}
	if s := now(t, dir, ""); !s.Began.Equal(began) {
		t.Errorf("it began at %v, want %v", s.Began, began)
	}
	add(t, path, `{"t":4,"type":"phase","from":"done","to":"agent"}`, `{"t":4,"type":"person","text":"and that"}`,
		`{"t":55,"type":"stop","session_id":"abc","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":55,"type":"phase","from":"agent","to":"review","round":1}`)
	p.sees(`review 1 of 10 · [1-4]?\ds`) // the time of the review, not of the task
	add(t, path, `{"t":56,"type":"verdict","round":1,"feedback":"add a test"}`,
		`{"t":56,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":56,"type":"sent","from":"supervisor","text":"add a test"}`,
		`{"t":56,"type":"so_far","outcome":"not_completed","rounds":2,"session_id":"abc","cost_usd":0.2}`)
	p.sees(`agent · round 2 of 10`)
	if line := activity(now(t, dir, ""), time.Now(), lang.English); !strings.HasPrefix(line, "the agent works · ") {
		t.Errorf("%q, want that the agent works", line)
	}
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestVerdictOfItsTask: a verdict is shown until its task ends, and the cost of another session is not shown.
func TestVerdictOfItsTask(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	reviewer(t, dir, self)
	add(t, path, `{"t":3,"type":"verdict","round":1,"feedback":"add a test"}`,
		`{"t":3,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":3,"type":"so_far","outcome":"not_completed","rounds":1,"session_id":"abc","cost_usd":0.1}`)
	stop := func(at int, session, task string, round int) {
		add(t, path, fmt.Sprintf(`{"t":%d,"type":"phase","from":"user","to":"agent"}`, at),
			fmt.Sprintf(`{"t":%d,"type":"stop","session_id":%q,"stop":{"tools":1,"task":%s,"limits":{"max_rounds":10}}}`,
				at, session, task),
			fmt.Sprintf(`{"t":%d,"type":"phase","from":"agent","to":"review","round":%d}`, at, round))
	}
	stop(4, "abc", `{"count":1}`, 2)
	if s := now(t, dir, ""); s.Verdict == nil || s.Verdict.Feedback != "add a test" {
		t.Errorf("%+v: want the verdict of the task that goes on", s)
	}
	add(t, path, `{"t":5,"type":"verdict","round":2,"completed":true}`,
		`{"t":5,"type":"phase","from":"review","to":"done","round":2}`,
		`{"t":5,"type":"so_far","outcome":"completed","rounds":2,"session_id":"abc","cost_usd":0.2}`)
	stop(7, "abc", fmt.Sprintf(`{"began":%q}`, time.Now().Add(-54*time.Second).Format(time.RFC3339)), 1)
	if s := now(t, dir, ""); s.Phase != "review" || s.Verdict != nil {
		t.Errorf("%+v, of which the verdict is %+v: want a task without one", s, s.Verdict)
	}
	add(t, path, `{"t":8,"type":"verdict","round":1,"completed":true}`,
		`{"t":8,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":8,"type":"so_far","outcome":"completed","rounds":3,"session_id":"abc","cost_usd":0.3}`)
	stop(9, "next", `{}`, 1)
	if s := now(t, dir, ""); s.ID != "next" || s.Verdict != nil || s.CostUSD != 0 || !s.Began.Equal(s.Since) {
		t.Errorf("%+v, of which the verdict is %+v: want a session without one, that began now", s, s.Verdict)
	}
	add(t, path, `{"t":10,"type":"verdict","round":1,"feedback":"no"}`,
		`{"t":10,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":10,"type":"so_far","outcome":"not_completed","rounds":4,"session_id":"next","cost_usd":0.35}`)
	if s := now(t, dir, ""); s.Verdict == nil || s.CostUSD != 0.05 {
		t.Errorf("%+v, of which the verdict is %+v: want its own cost", s, s.Verdict)
	}
	f := newFollower(Config{State: dir}, Session{ID: "abc", Door: session.DoorHook})
	f.screen = terminal.New(io.Discard, terminal.Options{})
	f.Event("agent", "", events.Of(t, `{"type":"stream_event","event":{"type":"message_start","message":`+
		`{"usage":{"input_tokens":9}}}}`)) // the agent's cost is not known either
	f.Event("review", "", events.Of(t, `{"type":"result","subtype":"success","usage":{"input_tokens":2000}}`))
	before, _, _ := f.tokens.Sum()
	f.takeItem(&session.Item{Type: session.TypeStop, End: session.End{SessionID: "next"}}, time.Now())
	if in, _, _ := f.tokens.Sum(); before != 2000 || in != 0 {
		t.Errorf("%d tokens, then %d: want those of the session", before, in)
	}
}

// TestNextTaskOfTheLoop: the next task of a loop also begins without a verdict.
func TestNextTaskOfTheLoop(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "loop")
	s.review()
	s.result("review", "Add a test.", 0.1)
	s.items(session.Item{Type: session.TypeVerdict, Round: 1, Feedback: "Add a test."},
		session.Item{Type: session.TypePhase, From: "review", To: "agent", Round: 1},
		session.Item{Type: session.TypeSent, From: "supervisor", UUID: "u2", Text: "Add a test."})
	s.w.Flush()
	if s := now(t, dir, ""); s.Verdict == nil {
		t.Errorf("%+v, want a verdict", s)
	}
	s.items(session.Item{Type: session.TypePerson, Did: "reviews_on", Text: "build another"},
		session.Item{Type: session.TypeSent, From: "person", UUID: "u3"})
	s.w.Flush()
	if s := now(t, dir, ""); s.Phase != "agent" || s.Verdict != nil {
		t.Errorf("%+v, of which the verdict is %+v: want a task without one", s, s.Verdict)
	}
}

// TestReviewIsTriedAgain: while a review that failed waits to be tried again, its stop is not said to be unreviewed.
func TestReviewIsTriedAgain(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "loop")
	s.review()
	const again = "429: trying again at 11:56:41, in 5m (1 of 8)"
	s.items(session.Item{Type: session.TypeVerdict, Round: 1, Failure: "limit", Reason: "429"},
		session.Item{Type: session.TypePhase, From: "review", To: "wait", Round: 1},
		session.Item{Type: session.TypeNotice, Text: again})
	s.w.Flush()
	if got := lastStop(now(t, dir, ""), lang.English); got != again {
		t.Errorf("%q, want %q", got, again)
	}
	s.items(session.Item{Type: session.TypePhase, From: "wait", To: "user", Round: 1})
	s.w.Flush()
	if got := lastStop(now(t, dir, ""), lang.English); got != "last stop not reviewed: 429" {
		t.Errorf("after the wait: %q", got)
	}
}

// TestReviewOfAStopWithoutVerdict: while a review runs again, nothing says that its stop was not reviewed, nor that the
// stop before was not, also not in a row of the list.
func TestReviewOfAStopWithoutVerdict(t *testing.T) {
	failed := session.Item{Type: session.TypeVerdict, Round: 1, Failure: "transient", Reason: "529"}
	for name, items := range map[string][]session.Item{
		"tried again at once": {failed, {Type: session.TypeStart, Phase: "review"}},
		"/review": {failed, {Type: session.TypePhase, From: "review", To: "user", Round: 1},
			{Type: session.TypePerson, Did: "review_now"}, {Type: session.TypePhase, From: "user", To: "review", Round: 1},
			{Type: session.TypeStart, Phase: "review"}},
		"the stop after a stopped review": {{Type: session.TypePerson, Did: "stop"},
			{Type: session.TypePhase, From: "review", To: "user", Round: 1},
			{Type: session.TypePerson, Text: "go on"}, {Type: session.TypePhase, From: "user", To: "agent"},
			{Type: session.TypePhase, From: "agent", To: "review", Round: 1}, {Type: session.TypeStart, Phase: "review"}},
	} {
		dir := state.Dir(t.TempDir())
		s := begin(t, dir, "loop")
		s.review()
		s.items(items...)
		s.w.Flush()
		one := now(t, dir, "")
		lines := strings.Join(Lines(one, time.Now(), lang.English), "\n")
		row := sessionRow(one, "loop", time.Now(), 40, lang.English)
		if all := lines + "\n" + row; one.Phase != "review" || strings.Contains(all, "not reviewed") {
			t.Errorf("%s:\n%s", name, all)
		}
	}
}

// TestRowOfARetry: a narrow row of the list says what is tried again, and not that the stop was not reviewed.
func TestRowOfARetry(t *testing.T) {
	now := time.Now()
	s := Session{ID: "s", Dir: "/work/p", Running: true, Door: doorLoop, Phase: "wait", Since: now, Began: now,
		Verdict: &Verdict{Failure: "limit", Reason: "429"}, retry: &session.Item{Text: "429: trying again at 11:56:41"}}
	if got := sessionRow(s, "p", now, 40, lang.English); !strings.Contains(got, "429: trying") {
		t.Errorf("%q, want what is tried again", got)
	}
}

// TestFreshLoop: before the first message a loop waits for the user, and the line and the list say so at once.
func TestFreshLoop(t *testing.T) {
	dir := state.Dir(t.TempDir())
	header := session.Header{At: time.Now(), Launch: "l", Dir: "/work/p", Attended: true}
	w, err := session.CreateRecording(dir.Recordings(), header, nil, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.KeepAlive(w)
	w.Item(session.Item{Type: session.TypeNotice, Text: "going on"})
	w.Flush()
	one := now(t, dir, "")
	line := Lines(one, time.Now(), lang.English)[0]
	row := sessionRow(one, "p", time.Now(), 40, lang.English)
	const want = "loop · waits for you · "
	if !strings.Contains(line, want) || !strings.Contains(row, want) {
		t.Errorf("%q and %q, want %q", line, row, want)
	}
	p := sit(t, dir, w.Path())
	p.sees(`· your turn`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestAStoppedReviewOfTheLoop: the last stop is what /status says of it, also if it was the try of a review before that
// which failed.
func TestAStoppedReviewOfTheLoop(t *testing.T) {
	failed := []session.Item{{Type: session.TypeVerdict, Round: 1, Failure: "transient", Reason: "529"},
		{Type: session.TypeStart, Phase: "review"}}
	for why, items := range map[string][]session.Item{
		"you stopped the review": {{Type: session.TypePerson, Did: "stop"},
			{Type: session.TypePhase, From: "review", To: "user", Round: 1}},
		"you ended the wait": {{Type: session.TypeVerdict, Round: 1, Failure: "limit", Reason: "You've hit your limit"},
			{Type: session.TypePhase, From: "review", To: "wait", Round: 1}, {Type: session.TypePerson, Did: "stop"},
			{Type: session.TypePhase, From: "wait", To: "user"},
			{Type: session.TypeNotice, Text: "this stop was not reviewed: you ended the wait"}},
		"the review was stopped": {{Type: session.TypePerson, Did: "quit"},
			{Type: session.TypePhase, From: "review", To: "done", Round: 1}},
	} {
		for _, before := range [][]session.Item{nil, failed} {
			dir := state.Dir(t.TempDir())
			s := begin(t, dir, "loop")
			s.review()
			s.items(before...)
			s.items(items...)
			s.w.Flush()
			if got, want := lastStop(now(t, dir, ""), lang.English), "last stop not reviewed: "+why; got != want {
				t.Errorf("after %d items: %q, want %q", len(before), got, want)
			}
		}
	}
}

// TestIsAtWork: of a running loop its recording alone says whether its reviews are off.
func TestIsAtWork(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "loop")
	is := func(wantWork, wantOff bool) {
		t.Helper()
		s.w.Flush()
		work, off := IsAtWork(t.Context(), Config{State: dir, Language: lang.English}, s.id)
		if work != wantWork || off != wantOff {
			t.Errorf("at work %v, off %v, want %v, %v", work, off, wantWork, wantOff)
		}
	}
	is(true, false)
	s.items(session.Item{Type: session.TypePerson, Did: session.ReviewsOff})
	is(true, true)
	s.items(session.Item{Type: session.TypePerson, Did: session.ReviewsOn})
	is(true, false)
}

// TestTimeOfPastCalls: a call of the agent's in Claude's own screen, which is recorded when it is over, has the time
// that it took, if claude cannot have waited for an answer in it.
func TestTimeOfPastCalls(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	reviewer(t, dir, self)
	p := sit(t, dir, path)
	p.sees(`review 1 of 10 · `)
	add(t, path, `{"t":3,"type":"verdict","round":1,"completed":false,"feedback":"more"}`,
		`{"t":3,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":4,"type":"line","phase":"agent","raw":{"type":"assistant","message":{"id":"m1","role":"assistant",`+
			`"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}}`,
		`{"t":5.5,"type":"line","phase":"agent","raw":{"type":"user","message":{"role":"user",`+
			`"content":[{"type":"tool_result","tool_use_id":"t1","content":"built"}]}}}`)
	p.sees(`ok, 1\.5s`)
}

// TestSwitchedOff: the list shows that reviews are off in Claude's own screen, even before the next stop. The same
// holds for stops that a hook has found to be missed.
func TestSwitchedOff(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	add(t, path, `{"t":3,"type":"verdict","round":1,"blocked":true,"feedback":"which?"}`,
		`{"t":3,"type":"phase","from":"review","to":"user","round":1}`,
		`{"t":3,"type":"so_far","outcome":"needs_user","rounds":1,"session_id":"abc","cost_usd":0.1}`)
	change := func(on bool) {
		_, err := dir.Change("l", func(s *state.State) { s.Enabled, s.Owner, s.Newest = on, self, "abc" })
		if err != nil {
			t.Fatal(err)
		}
	}
	change(true)
	p := sit(t, dir, path)
	p.sees(`the reviewer asks you`)
	change(false)
	p.sees(`the reviewer asks you \(since \d\d:\d\d\) · reviews off`)
	line := activity(now(t, dir, ""), time.Now(), lang.English)
	if !strings.HasPrefix(line, "waits for you · reviews off · ") {
		t.Errorf("%q, want that reviews are off", line)
	}
	if _, err := dir.Change("l", func(s *state.State) { s.Missed = 2 }); err != nil {
		t.Fatal(err)
	}
	p.sees(`stops not reviewed, though reviews were on: 2`)
	if line := activity(now(t, dir, ""), time.Now(), lang.English); !strings.Contains(line, " · stops not reviewed: 2") {
		t.Errorf("%q, want the stops that were not reviewed", line)
	}
	change(true)
	if s := now(t, dir, ""); s.Off || s.Phase != "user" || s.Verdict == nil {
		t.Errorf("%+v, want that reviews are on", s)
	}
	// A stop without a recording, for example because ccc.json is broken.
	wrong, err := dir.Change("abc", func(s *state.State) {
		s.Unreviewed = state.Unreviewed{At: time.Now(), Why: "ccc.json is wrong\nhere", Failure: "needs_person"}
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "last stop not reviewed: ccc.json is wrong"
	for _, s := range []Session{
		now(t, dir, ""), ofState("abc", state.State{Unreviewed: wrong.Unreviewed}, state.State{}),
	} {
		line := strings.Join(Lines(s, time.Now(), lang.English), "\n")
		if !strings.HasSuffix(line, want) || s.Verdict.Failure != "needs_person" {
			t.Errorf("%q, %+v, want %q", line, s.Verdict, want)
		}
	}
	// The user's /supervisor TASK.
	if _, err := dir.Enable("l", true, task.Files{}); err != nil {
		t.Fatal(err)
	}
	p.sees(`agent · round 1 of 10`)
	if s := now(t, dir, ""); s.Phase != "agent" || s.Verdict != nil || s.Outcome != "" {
		t.Errorf("%+v, want that the agent works on another task", s)
	}
	// A stop that is held, and the user's /supervisoroff. Nobody records the stop that is allowed then.
	add(t, path, `{"t":61,"type":"phase","from":"user","to":"agent"}`,
		`{"t":62,"type":"stop","session_id":"abc","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":62,"type":"phase","from":"agent","to":"review","round":1}`,
		`{"t":63,"type":"verdict","round":1,"feedback":"add a test"}`,
		`{"t":63,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":63,"type":"sent","from":"supervisor","text":"add a test"}`,
		`{"t":63,"type":"so_far","outcome":"not_completed","rounds":2,"session_id":"abc","cost_usd":0.2}`)
	p.sees(`agent · round 2 of 10`)
	if _, err := dir.Change("l", func(s *state.State) { s.Enabled, s.EnabledAt = false, time.Time{} }); err != nil {
		t.Fatal(err)
	}
	p.sees(`Claude's screen · reviews off`)
	s := now(t, dir, "")
	if line := activity(s, time.Now(), lang.English); s.Phase != "unknown" ||
		line != "reviews off · stops not reviewed: 2" {
		t.Errorf("%+v, %q: want that nobody knows what goes on", s, line)
	}
	if _, err := dir.Enable("l", true, task.Files{}); err != nil {
		t.Fatal(err)
	}
	p.sees(`agent · round 1 of 10`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestPrompted: after a task in Claude's own screen, the user's next prompt is what the agent works on. If reviews are
// off, a stop after it is not known. A /supervisor without a task is no prompt for the agent.
func TestPrompted(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	add(t, path, `{"t":3,"type":"verdict","round":1,"completed":true}`,
		`{"t":3,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":3,"type":"so_far","outcome":"completed","rounds":1,"session_id":"abc","cost_usd":0.1}`)
	change, begun := switchedOn(t, dir, self)
	change("abc", func(s *state.State) { s.Count, s.Ended, s.CountedFrom = 1, task.EndedCompleted, begun })
	p := sit(t, dir, path)
	p.sees(`your turn`)
	wants := func(screen, list string) {
		t.Helper()
		p.sees(screen)
		if line := activity(now(t, dir, ""), time.Now(), lang.English); !regexp.MustCompile(list).MatchString(line) {
			t.Errorf("%q, want %s", line, list)
		}
	}
	change("l", func(s *state.State) { s.Switch(state.Switch{At: time.Now(), On: true, By: state.ByUser}) })
	if s := now(t, dir, ""); s.Phase != "user" || s.Verdict != nil {
		t.Errorf("%+v, want the user's turn in a new task", s)
	}
	prompted := func(s *state.State) { s.Prompted = time.Now() }
	change("abc", prompted)
	wants(`agent · round 1 of 10 · [1-4]?\ds`, `^the agent works · [1-4]?\ds$`)
	change("abc", func(s *state.State) { s.Prompted = time.Time{} })
	add(t, path, `{"t":62,"type":"phase","from":"done","to":"agent"}`,
		`{"t":62,"type":"stop","session_id":"abc","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":62,"type":"phase","from":"agent","to":"review","round":1}`,
		`{"t":63,"type":"verdict","round":1,"completed":true}`,
		`{"t":63,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":63,"type":"so_far","outcome":"completed","rounds":2,"session_id":"abc","cost_usd":0.1}`)
	wants(`your turn`, `^waits for you`)
	change("l", func(s *state.State) { s.Switch(state.Switch{At: time.Now(), By: state.ByUser}) })
	wants(`your turn \(since \d\d:\d\d\) · reviews off`, `^waits for you · reviews off`)
	change("abc", prompted)
	wants(`Claude's screen · reviews off`, `^reviews off$`)
	change("l", func(s *state.State) { s.Switch(state.Switch{At: time.Now(), On: true, By: state.ByUser}) })
	wants(`Claude's screen`, `^$`)
	change("abc", prompted)
	wants(`agent · round 1 of 10`, `^the agent works · [1-4]?\ds$`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestInterrupted: claude runs no hook when the user interrupts the agent with esc. Its own file of the session says
// it, until the user or the agent goes on.
func TestInterrupted(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path, file := stopped(t, dir, self), filepath.Join(t.TempDir(), "abc.jsonl")
	add(t, path, `{"t":3,"type":"verdict","round":1,"feedback":"no test"}`,
		`{"t":3,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":3,"type":"sent","text":"no test","from":"supervisor"}`)
	change, begun := switchedOn(t, dir, self)
	change("abc", func(s *state.State) { s.Count, s.CountedFrom, s.Transcript = 1, begun, file })
	entry := func(kind, content string) {
		add(t, file, fmt.Sprintf(`{"type":%q,"uuid":"u","timestamp":%q,"message":{"role":%q,"content":%s}}`,
			kind, time.Now().Format(time.RFC3339Nano), kind, content))
	}
	const interrupted = `[{"type":"text","text":"[Request interrupted by user for tool use]"}]`
	p := sit(t, dir, path)
	wants := func(screen, list string) {
		t.Helper()
		p.sees(screen)
		if line := activity(now(t, dir, ""), time.Now(), lang.English); !regexp.MustCompile(list).MatchString(line) {
			t.Errorf("%q, want %s", line, list)
		}
	}
	wants(`agent · round 2 of 10`, `^the agent works`)
	entry("user", interrupted)
	wants(`you have interrupted the agent`, `^interrupted · waits for you · \d`)
	p.sees(`your turn`)
	entry("user", `"and a test"`)
	change("abc", func(s *state.State) { s.Prompted = time.Now() })
	wants(`agent · round 2 of 10`, `^the agent works`)
	entry("assistant", `[{"type":"text","text":"a test"}]`)
	entry("user", interrupted)
	entry("user", `"<local-command-stdout>nothing</local-command-stdout>"`)
	wants(`you have interrupted the agent`, `^interrupted · waits for you`)
	one, _ := dir.Read("abc")
	launch, _ := dir.Read("l")
	if s := ofState("abc", one, launch); !s.Interrupted || s.Phase != "user" {
		t.Errorf("without a recording: %+v", s)
	}
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestClaudeSays: while no hook runs, claude's own file says that it waits for a permission, and, where nothing else
// does, whose turn it is: after /clear, and while reviews are off.
func TestClaudeSays(t *testing.T) {
	dir, config := state.Dir(t.TempDir()), t.TempDir()
	self, _ := process.Of(os.Getpid())
	path, file := stopped(t, dir, self), filepath.Join(config, "projects", "x", "abc.jsonl")
	add(t, path, `{"t":3,"type":"verdict","round":1,"feedback":"no test"}`,
		`{"t":3,"type":"phase","from":"review","to":"agent","round":1}`,
		`{"t":3,"type":"sent","text":"no test","from":"supervisor"}`)
	change, begun := switchedOn(t, dir, self)
	change("abc", func(s *state.State) { s.Count, s.CountedFrom, s.Transcript = 1, begun, file })
	says := func(session, status string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(config, "sessions"), 0o700); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`{"pid":%d,"sessionId":%q,"status":%q,"statusUpdatedAt":%d}`, self.Pid, session, status,
			time.Now().Add(-5*time.Second).UnixMilli())
		name := filepath.Join(config, "sessions", fmt.Sprintf("%d.json", self.Pid))
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := func(want string) {
		t.Helper()
		if line := activity(now(t, dir, ""), time.Now(), lang.English); !regexp.MustCompile(want).MatchString(line) {
			t.Errorf("%q, want %s", line, want)
		}
	}
	p := sit(t, dir, path)
	p.sees(`agent · round 2 of 10`)
	says("abc", "busy")
	list(`^the agent works`)
	says("abc", "waiting")
	p.sees(`your answer`)
	list(`^waits for your answer · [5-9]s$`)
	says("abc", "busy")
	p.sees(`agent · round 2 of 10`)
	list(`^the agent works`)
	says("abc", "idle") // the Stop hook is about to run
	list(`^the agent works`)
	change("l", func(s *state.State) { s.Enabled, s.EnabledAt = false, time.Time{} })
	p.sees(`your turn \(since \d\d:\d\d\) · reviews off`)
	list(`^waits for you · reviews off · \ds$`)
	says("abc", "waiting")
	p.sees(`your answer`)
	list(`^waits for your answer · reviews off · \ds$`)

	change("next", func(s *state.State) { s.Transcript = filepath.Join(filepath.Dir(file), "next.jsonl") })
	change("l", func(s *state.State) { s.Enabled, s.EnabledAt, s.Newest = true, begun, "next" })
	list(`^waits for you · \ds$`) // 2.1.5 has no such file
	change("next", func(s *state.State) { s.Prompted = time.Now() })
	list(`^the agent works · \ds$`)
	says("next", "waiting")
	list(`^waits for your answer · \ds$`)
	p.types("q")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestSwitchedWhileDrawn: the screen asks for the time while it draws. That must not block a change of the session.
func TestSwitchedWhileDrawn(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	if _, err := dir.Change("l", func(s *state.State) { s.Owner, s.Newest = self, "abc" }); err != nil {
		t.Fatal(err)
	}
	f := newFollower(Config{State: dir, Language: lang.English}, Session{ID: "abc", Launch: "l", Door: session.DoorHook})
	drawn := func() {}
	f.screen = terminal.New(io.Discard, terminal.Options{Styled: true, Typing: true, Watching: true, Now: f.now,
		Width: func() int {
			drawn()
			return 80
		}})
	drawing := make(chan struct{})
	drawn = sync.OnceFunc(func() {
		close(drawing)
		for !f.sessionState().Off {
			runtime.Gosched()
		}
	})
	done := make(chan struct{})
	go func() {
		<-drawing
		f.checkSwitch()
		close(done)
	}()
	go f.screen.Redraw()
	select {
	case <-done:
	case <-time.After(deadline):
		t.Fatal("who draws and who takes the switch wait for each other")
	}
	f.screen.Leave()
}

// TestEndedInClaudesScreen: a session whose claude is gone ends with the word that ccc recordings has for it.
func TestEndedInClaudesScreen(t *testing.T) {
	for reviews, want := range []string{"not reviewed", "needed you"} {
		s := Session{Door: session.DoorHook, Phase: "done", Outcome: "needs_user", reviews: reviews}
		if line := activity(s, time.Now(), lang.English); line != want {
			t.Errorf("%d reviews: %q, want %s", reviews, line, want)
		}
	}
	for want, s := range map[string]Session{ // the claude ends after what was typed after the last stop
		"interrupted": {Phase: "user", Interrupted: true}, "last stop not reviewed": {Phase: "agent"},
	} {
		s.Door, s.ended, s.Running, s.reviews = session.DoorHook, true, true, 3
		if s.markEnded(); activity(s, time.Now(), lang.English) != want {
			t.Errorf("%q, want %s", activity(s, time.Now(), lang.English), want)
		}
	}
}

// TestEndedWithoutATurn: a launch that did something in a session that it continues, such as a review that failed, is
// in the row of that session. One that did nothing there has no id.
func TestEndedWithoutATurn(t *testing.T) {
	summary := func(path, continues string, end session.End) session.Summary {
		return session.Summary{Path: path, Snapshot: session.Snapshot{
			Header: session.Header{Continues: continues}, Ended: true, End: end,
		}}
	}
	before := summary("1", "", session.End{SessionID: "s", Outcome: "completed"})
	for outcome, want := range map[string]int{"needs_user": 1, "": 2} {
		last := summary("2", "s", session.End{Outcome: outcome})
		list := newestOfEach([]Session{Config{}.ofSummary(last), Config{}.ofSummary(before)})
		if len(list) != want {
			t.Errorf("outcome %q: %d rows, want %d", outcome, len(list), want)
		}
	}
}

// TestNoCalendarHasThat: times that JSON cannot express are left out.
func TestNoCalendarHasThat(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	far := regexp.MustCompile(`"at":"[^"]*"`).ReplaceAll(text, []byte(`"at":"9999-12-31T23:59:59Z"`))
	if err := os.WriteFile(path, far, 0o600); err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(now(t, dir, path))
	if err != nil || !strings.Contains(string(told), `"began":"9999-12-31T23:59:59Z"`) ||
		strings.Contains(string(told), "since") {
		t.Errorf("%s, %v: want it without the time that it has been so since", told, err)
	}
}

// TestTheOnlyOneIsTakenAway: if the user watches the only session, and its file is truncated, the list is shown again.
func TestTheOnlyOneIsTakenAway(t *testing.T) {
	dir := state.Dir(t.TempDir())
	path := begin(t, dir, "gone").w.Path()
	p := sit(t, dir, "")
	p.sees(`> build gone`)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	p.sees(`was cut short while it was watched`)
	p.sees(`sessions: 0 `)
	if err := os.WriteFile(path, []byte("no recording\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.types("jq")
	if err := p.leaves(); err != nil {
		t.Error(err)
	}
}

// TestEmptyRecording: a recording that never gets its first line does not cause all others to be read again and again.
func TestEmptyRecording(t *testing.T) {
	dir := state.Dir(t.TempDir())
	begin(t, dir, "one")
	empty := filepath.Join(dir.Recordings(), "20260101-000000-empty.jsonl")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBoard(t.Context(), Config{State: dir}, watchDirs(t.Context(), string(dir), dir.Recordings()))
	for _, age := range []time.Duration{0, 2 * beginTime} {
		at := time.Now().Add(-age)
		if err := os.Chtimes(empty, at, at); err != nil {
			t.Fatal(err)
		}
		if list, err := b.sessions(); err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v: want the one that has begun", list, err)
		}
		if again := b.names == nil; again != (age == 0) {
			t.Errorf("%v old: they are read again: %v", age, again)
		}
	}
}

// TestManyLongOnes: the first list waits until all sessions are read. They take longer than one pace here, because
// their states are being written.
func TestManyLongOnes(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	b := newBoard(t.Context(), Config{State: dir}, watchDirs(t.Context(), string(dir), dir.Recordings()))
	text, err := os.ReadFile(stopped(t, dir, self))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		launch := fmt.Sprintf("l%d", i)
		text := strings.NewReplacer(`"launch":"l"`, `"launch":"`+launch+`"`, `"session_id":"abc"`, `"session_id":""`).
			Replace(string(text))
		path := filepath.Join(dir.Recordings(), "20260101-000000-"+launch+".jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := session.Summarize(path)
		if err != nil {
			t.Fatal(err)
		}
		b.chosen = append(b.chosen, s)
		unfinished := filepath.Join(string(dir), "supervisor-"+launch+".json")
		if err := os.WriteFile(unfinished, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Hour)
		if err := os.Chtimes(unfinished, later, later); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	list, err := b.sessions()
	if took := time.Since(began); err != nil || len(list) != 6 || took < startTime || took > 4*startTime {
		t.Errorf("%d sessions, %v, after %v", len(list), err, took)
	}
}

// TestNoStopYet: before the first stop of a session in Claude's own screen, only its existence is known.
func TestNoStopYet(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	_, err := dir.Change("abc", func(s *state.State) {
		s.Enabled, s.Owner, s.Newest, s.CreatedAt = true, self, "abc", time.Now().Add(-time.Hour)
		s.EnabledAt = time.Now().Add(-2 * time.Minute)
		s.Verdict = &task.Verdict{Completed: true, At: time.Now().Add(-3 * time.Minute)}
		s.HandedOver = time.Now().Add(-time.Minute)
	})
	if err != nil {
		t.Fatal(err)
	}
	s := now(t, dir, "")
	if s.Phase != "unknown" || !s.Running {
		t.Errorf("%+v, want that nobody knows what goes on", s)
	}
	if s.Verdict != nil {
		t.Errorf("%+v: want no verdict of what was before", s.Verdict)
	}
	if line := summary(s, s.Since.Add(61*time.Second), lang.English); line != "abc · Claude's screen · open for 1m01s · $0.00" {
		t.Errorf("%q, want where it is, and since when", line)
	}
	reviewer(t, dir, self)
	if s := now(t, dir, ""); s.Phase != "review" {
		t.Errorf("%+v, want a review", s)
	}
}

// TestCostOfAnotherTask: before its first stop, a launch has not cost what the task before it cost in the same session.
func TestCostOfAnotherTask(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	before := time.Now().Add(-time.Hour)
	_, err := dir.Change("abc", func(s *state.State) {
		s.CountedFrom, s.CostUSD, s.Count, s.AtLeast, s.CreatedAt = before, 0.25, 1, true, before
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name             string
		created, enabled time.Time
		want             float64
	}{
		{"of the same task", before, before, 0.25},
		{"reviews switched off", before, time.Time{}, 0.25},
		{"another launch with reviews off", before.Add(time.Minute), time.Time{}, 0},
		{"another launch", before.Add(time.Minute), before.Add(2 * time.Minute), 0},
		{"another task of the launch", before, before.Add(time.Minute), 0},
	} {
		_, err := dir.Change("l", func(s *state.State) {
			s.Enabled, s.Owner, s.Newest, s.CreatedAt, s.EnabledAt = !c.enabled.IsZero(), self, "abc", c.created, c.enabled
		})
		if err != nil {
			t.Fatal(err)
		}
		if s := now(t, dir, ""); s.CostUSD != c.want || s.AtLeast != (c.want > 0) {
			t.Errorf("%s: %v, at least: %v, want %v", c.name, s.CostUSD, s.AtLeast, c.want)
		}
	}
}

// TestAnotherSession: after /clear a launch in Claude's own screen has another session. The list shows one session,
// without results of the first.
func TestAnotherSession(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	path := stopped(t, dir, self)
	add(t, path, `{"t":3,"type":"verdict","round":1,"completed":true}`,
		`{"t":3,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":3,"type":"so_far","outcome":"completed","rounds":1,"session_id":"abc","cost_usd":0.1}`)
	cleared := func(s *state.State) { s.Enabled, s.Owner, s.Newest = true, self, "next" }
	launch := now(t, dir, "").Launch
	if _, err := dir.Change("next", func(*state.State) {}); err != nil { // as the SessionStart hook does
		t.Fatal(err)
	}
	if _, err := dir.Change(launch, cleared); err != nil {
		t.Fatal(err)
	}
	if s := now(t, dir, ""); s.ID != "next" || s.Phase != "unknown" || s.Verdict != nil || s.Recording != path {
		t.Errorf("%+v, want the session after /clear", s)
	} else if line := summary(s, time.Now(), lang.English); line != "x · Claude's screen · $0.00" ||
		time.Since(s.Began) > deadline {
		t.Errorf("%q, since %v: want where it is alone, since /clear", line, s.Began)
	}
	b := newBoard(t.Context(), Config{State: dir}, watchDirs(t.Context(), string(dir), dir.Recordings()))
	if list, err := b.sessions(); err != nil || len(list) != 1 || list[0].ID != "next" || list[0].Verdict != nil {
		t.Errorf("%+v, %v: want the session after /clear alone", list, err)
	}
}

// TestEndedAfterClear: of a launch that has ended it is told what all its sessions cost, and since when the first ran.
func TestEndedAfterClear(t *testing.T) {
	dir := state.Dir(t.TempDir())
	path := stopped(t, dir, process.Process{Pid: 1, Start: "another"})
	cost := func(usd string) string { // of a review
		return `{"t":6,"type":"line","phase":"review","raw":{"type":"result","subtype":"success","session_id":"r",` +
			`"total_cost_usd":` + usd + `}}`
	}
	add(t, path, cost("0.1"), `{"t":7,"type":"verdict","round":1,"completed":true}`,
		`{"t":7,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":7,"type":"so_far","outcome":"completed","rounds":1,"session_id":"abc","cost_usd":0.1}`,
		`{"t":8,"type":"phase","from":"done","to":"agent"}`, `{"t":8,"type":"person","text":"and that"}`,
		`{"t":9,"type":"stop","session_id":"next","stop":{"tools":1,"task":{},"limits":{"max_rounds":10}}}`,
		`{"t":9,"type":"phase","from":"agent","to":"review","round":1}`, cost("0.02"),
		`{"t":10,"type":"verdict","round":1,"completed":true}`,
		`{"t":10,"type":"phase","from":"review","to":"done","round":1}`,
		`{"t":10,"type":"so_far","outcome":"completed","rounds":2,"session_id":"next","cost_usd":0.12}`)
	list, err := summaries(Config{State: dir})
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v: want one session", list, err)
	}
	if s := now(t, dir, path); s.CostUSD != list[0].CostUSD || s.CostUSD != 0.12 || !s.Began.Equal(list[0].Began) {
		t.Errorf("$%v since %v, want $%v since %v as in the list", s.CostUSD, s.Began, list[0].CostUSD, list[0].Began)
	}
}

// TestFind: a running session is found before a recording of it by another launch, even if it has no recording yet.
// Then ccc waits for one.
func TestFind(t *testing.T) {
	dir := state.Dir(t.TempDir())
	c := Config{State: dir, Language: lang.English}
	claude := exec.Command("sleep", "1000")
	if err := claude.Start(); err != nil {
		t.Fatal(err)
	}
	defer claude.Process.Kill()
	self, _ := process.Of(claude.Process.Pid)
	path := stopped(t, dir, process.Process{Pid: self.Pid, Start: "another"}) // of session abc, and over
	if s, ok := Find(c, "ab"); ok {
		t.Errorf("%+v was found, want nothing that runs", s)
	}
	resumed := func(s *state.State) { s.Enabled, s.Owner, s.Newest, s.Dir = true, self, "abc", "/work/resumed" }
	if _, err := dir.Change("second", resumed); err != nil {
		t.Fatal(err)
	}
	s, ok := Find(c, "ab")
	if line := summary(s, s.Since, lang.English); !ok || s.Launch != "second" || s.Recording != "" ||
		!strings.HasPrefix(line, "resumed · Claude's screen · ") {
		t.Errorf("%+v, %q: want the session that runs, of which nothing is recorded", s, line)
	}
	p := sit(t, dir, "")
	p.sees(`❯ .*resumed · Claude's screen`)
	p.types("\r")
	p.sees(`the session opens then`)
	p.sees(`❯ .*resumed`)
	alone := sit(t, dir, "") // opens the session by itself: it is the only one that runs
	alone.sees(`❯ .*resumed`)
	moved := sit(t, dir, "")
	moved.sees(`❯ .*resumed`)
	moved.types("j")
	moved.sees(`❯ .*x · Claude`)
	found := make(chan Session)
	go func() { found <- Await(t.Context(), c, s) }()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"launch":"l"`), []byte(`"launch":"second"`), 1)
	next := filepath.Join(dir.Recordings(), "20260102-000000-second.jsonl")
	if err := os.WriteFile(next, bytes.Replace(text, []byte("another"), []byte(self.Start), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := <-found; !s.Running || s.Recording != next {
		t.Errorf("%+v, want the recording of its first stop", s)
	}
	p.sees(`Claude's screen · session abc`)
	alone.sees(`Claude's screen · session abc`)
	moved.sees(`sessions: 1 `) // the earlier recording of the session is not listed beside this one
	for _, p := range []*person{p, alone, moved} {
		p.types("q")
	}
	if s, ok := Find(c, "second"); !ok || s.Recording != next {
		t.Errorf("%+v, %t: want the recording of the launch", s, ok)
	}
	if err := os.Remove(next); err != nil {
		t.Fatal(err)
	}
	claude.Process.Kill()
	claude.Wait()
	if s := Await(t.Context(), c, s); s.Running || s.Phase != "done" {
		t.Errorf("%+v, want that it has ended", s)
	}
}

// TestOnlyReads: a state that cannot be read stays where it is.
func TestOnlyReads(t *testing.T) {
	dir := state.Dir(t.TempDir())
	self, _ := process.Of(os.Getpid())
	if _, err := dir.Change("launch", func(s *state.State) { s.Owner, s.Newest = self, "abc" }); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(string(dir), "supervisor-abc.json")
	if err := os.WriteFile(broken, []byte("no JSON"), 0o600); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(broken, past, past); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadDir(string(dir))
	if list, err := Now(t.Context(), Config{State: dir}, ""); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if after, _ := os.ReadDir(string(dir)); len(after) != len(before) || after[0].Name() != before[0].Name() {
		t.Errorf("%v is there, before it was %v", after, before)
	}
}

// TestStream: text of a model has no effect on a terminal, in JSON either.
func TestStream(t *testing.T) {
	dir := state.Dir(t.TempDir())
	s := begin(t, dir, "abc")
	s.review()
	const feedback = "a\u009b2J\u202eb\x7f"
	s.items(session.Item{Type: session.TypeVerdict, Round: 1, Feedback: feedback})
	s.w.Close(session.End{Outcome: "not_completed", Rounds: 1})
	var out strings.Builder
	if err := Stream(t.Context(), Config{State: dir}, s.w.Path(), &out); err != nil {
		t.Fatal(err)
	}
	var told Session
	if err := json.Unmarshal([]byte(out.String()), &told); err != nil || told.Verdict == nil ||
		told.Verdict.Feedback != feedback {
		t.Errorf("%q, %v, want the feedback", out.String(), err)
	}
	if strings.ContainsAny(out.String(), "\u009b\u202e\x7f") {
		t.Errorf("%q acts on a terminal", out.String())
	}
}

// stream returns the output of Stream, a session for each line, and its error.
func stream(t *testing.T, dir state.Dir, path string) (lines <-chan Session, end <-chan error, stop func()) {
	in, out := io.Pipe()
	told, done := make(chan Session), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go func() {
		done <- Stream(ctx, Config{State: dir, Language: lang.English}, path, out)
		out.Close()
	}()
	go func() {
		defer close(told)
		decoder := json.NewDecoder(in)
		for {
			var s Session
			if err := decoder.Decode(&s); err != nil {
				return
			}
			told <- s
		}
	}()
	return told, done, stop
}

// until reads the sessions of a stream up to the first that is wanted.
func until(t *testing.T, lines <-chan Session, wanted func(Session) bool) (s Session) {
	t.Helper()
	late := time.After(deadline)
	for {
		select {
		case s = <-lines:
			if wanted(s) {
				return s
			}
		case <-late:
			t.Fatalf("the last one told of is %+v", s)
		}
	}
}

// TestStreamTellsTheEnd: for a session in Claude's own screen without a recording the end is reported as well. With a
// recording it is reported once.
func TestStreamTellsTheEnd(t *testing.T) {
	dir := state.Dir(t.TempDir())
	claude := exec.Command("sleep", "1000")
	if err := claude.Start(); err != nil {
		t.Fatal(err)
	}
	defer claude.Process.Kill()
	self, _ := process.Of(claude.Process.Pid)
	if err := os.MkdirAll(dir.Recordings(), 0o700); err != nil { // that it is watched from the beginning
		t.Fatal(err)
	}
	for _, launch := range []string{"l", "other"} {
		if _, err := dir.Change(launch, func(s *state.State) {
			s.Enabled, s.Owner, s.Newest = true, self, map[string]string{"l": "abc", "other": "def"}[launch]
		}); err != nil {
			t.Fatal(err)
		}
	}
	lines, _, stop := stream(t, dir, "")
	running := func(s Session) bool { return s.Running }
	if one, two := until(t, lines, running), until(t, lines, running); one.Launch == two.Launch {
		t.Errorf("%+v and %+v, want each of the two", one, two)
	}
	stopped(t, dir, self)
	until(t, lines, func(s Session) bool { return s.Running && s.Launch == "l" && s.Recording != "" })
	claude.Process.Kill()
	claude.Wait()
	if _, err := dir.Change("moved", func(*state.State) {}); err != nil { // that is told at once
		t.Fatal(err)
	}
	ended := make(map[string]Session)
	take := func(s Session) {
		if _, again := ended[s.Launch]; again || s.Phase != "done" {
			t.Errorf("%+v, want that it has ended, once", s)
		}
		ended[s.Launch] = s
	}
	for len(ended) < 2 {
		take(until(t, lines, func(s Session) bool { return !s.Running }))
	}
	stop()
	for s := range lines {
		take(s)
	}
	if ended["l"].Recording == "" || ended["other"].ID != "def" {
		t.Errorf("%+v, want the end of each", ended)
	}
}

// TestStreamIsCutShort: following ends if a recording is truncated while it is being written.
func TestStreamIsCutShort(t *testing.T) {
	dir := state.Dir(t.TempDir())
	path := begin(t, dir, "cut").w.Path()
	lines, end, _ := stream(t, dir, path)
	until(t, lines, func(s Session) bool { return s.Running && s.Phase == "agent" })
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(text)-1)); err != nil {
		t.Fatal(err)
	}
	s := until(t, lines, func(s Session) bool { return !s.Running })
	if err := <-end; err == nil || !strings.Contains(s.Error, "was cut short") || s.Error != err.Error() {
		t.Errorf("%+v, %v: want that it was cut short", s, err)
	}
}

func TestNow(t *testing.T) {
	dir := state.Dir(t.TempDir())
	c := Config{State: dir, Language: lang.English}
	if list, err := Now(t.Context(), c, ""); err != nil || len(list) != 0 {
		t.Errorf("%v, %v of nothing", list, err)
	}
	ended := begin(t, dir, "ended")
	ended.review()
	ended.complete()
	list, err := Now(t.Context(), c, "")
	if err != nil || len(list) != 1 || list[0].Running || list[0].Outcome != "completed" || list[0].CostUSD != 0.35 ||
		list[0].Verdict == nil || !list[0].Verdict.Completed {
		t.Errorf("%+v, %v: want the newest that has ended", list, err)
	}
	running := begin(t, dir, "running")
	running.call("agent", "t1", "go build")
	list, err = Now(t.Context(), c, "")
	if err != nil || len(list) != 1 || !list[0].Running || list[0].Phase != "agent" || list[0].Tool != "Bash go build" ||
		list[0].ID != "session-running" {
		t.Errorf("%+v, %v: want the one that runs", list, err)
	}
	self, _ := process.Of(os.Getpid())
	text, err := os.ReadFile(stopped(t, dir, self))
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"ccc_recording":1`), []byte(`"ccc_recording":99`), 1)
	if err := os.WriteFile(filepath.Join(dir.Recordings(), "20991231-000000-l.jsonl"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir.Recordings(), "20260101-000000-abc.jsonl")); err != nil {
		t.Fatal(err)
	}
	list, err = Now(t.Context(), c, "")
	if err == nil || !strings.Contains(err.Error(), "newer ccc") || len(list) != 1 || list[0].ID != "session-running" {
		t.Errorf("%+v, %v: want the one that can be read, and the other named", list, err)
	}
	if err := os.Remove(running.w.Path()); err != nil {
		t.Fatal(err)
	}
	if _, err := Now(t.Context(), c, running.w.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v of a recording that is gone", err)
	}
}

// TestL10DismissedSince: a finding that the user dismissed after the verdict is not open, and the verdict is not
// described by it.
func TestL10DismissedSince(t *testing.T) {
	dir := state.Dir(t.TempDir())
	found := []task.Finding{
		{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker},
		{ID: "F2", Text: "no docs", Status: task.Open, Severity: task.Blocker},
	}
	s := Session{
		ID: "s", Dir: t.TempDir(), Running: true, Door: doorLoop,
		Verdict: &Verdict{Feedback: "no test\nno docs", Findings: found},
	}
	if err := dir.Dismiss(s.Dir, found[0]); err != nil {
		t.Fatal(err)
	}
	if got, want := verdict(currentSession(dir, s), lang.English), "not completed: 1 open · no docs"; got != want {
		t.Errorf("the verdict is %q, want %q", got, want)
	}
}

// TestL10ChineseRow: with findings in Chinese a row of the list fits 40 columns, and still has their number.
func TestL10ChineseRow(t *testing.T) {
	now := time.Now()
	open := task.Finding{ID: "F1", Status: task.Open, Severity: task.Blocker, Text: "空列表时会崩溃，请先检查长度，再返回零"}
	advice := open
	advice.Severity = task.Advice
	s := Session{ID: "s", Dir: "/home/我的项目", Running: true, Door: doorLoop, Phase: "agent", Since: now, Began: now,
		Verdict: &Verdict{Feedback: "空列表时会崩溃", Findings: []task.Finding{open, open, advice}}}
	for width, want := range map[int]string{
		40: "2 项未", 60: "2 项未解决 · 1 项建", 120: "未完成：2 项未解决 · 1 项建议 · 空列表",
	} {
		got := sessionRow(s, sessionName(s), now, width, lang.Chinese)
		if uniseg.StringWidth(got) > width || !strings.Contains(got, want) {
			t.Errorf("%d of %d columns, without %q: %s", uniseg.StringWidth(got), width, want, got)
		}
	}
}

// TestL10NoEmptyField: unknown values leave no empty field in a session's line.
func TestL10NoEmptyField(t *testing.T) {
	now := time.Now()
	s := Session{ID: "s", Dir: "/x", Running: true, Door: doorLoop, Since: now, Began: now, Verdict: &Verdict{Round: 1}}
	for _, line := range append(Lines(s, now, lang.English), sessionRow(s, sessionName(s), now, 100, lang.English)) {
		if strings.Contains(line, "·  ·") || strings.HasSuffix(strings.TrimSpace(line), "·") ||
			strings.HasSuffix(line, ": ") {
			t.Errorf("an empty field: %q", line)
		}
	}
	if got := verdict(s, lang.English); got != "not completed" {
		t.Errorf("the verdict is %q", got)
	}
}

// TestTaskCostsAddUp: the costs of the tasks add up to that of the run above them.
func TestTaskCostsAddUp(t *testing.T) {
	tasks := []Task{{Number: 1, Title: "a", Running: true, CostUSD: 0.254},
		{Number: 2, Title: "b", Running: true, CostUSD: 0.254}, {Number: 3, Title: "c"}}
	rows := strings.Join(taskTable(tasks, 0, 80, 10, lang.English), "\n")
	if strings.Count(rows, "$0.254") != 2 || !strings.Contains(rows, "$0.51 ·") || strings.Contains(rows, "$0.00") {
		t.Errorf("%s", rows)
	}
}
