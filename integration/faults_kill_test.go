//go:build linux

package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ccc/integration/binary"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// dialogue has two stops of the agent, and the work is accepted at the second one. A process that is killed is started
// again and continues.
const dialogue = `
agent 99:
serve done
review:
serve Add a test for empty input.
review 99:
serve [TASK_COMPLETED]
screen 99:
exit 0
`

// The command line of a loop without a terminal.
var unattended = []string{"--supervisor", "--output-format", "json", "one", "--", "build it"}

// running is a run during which something is to happen.
type running struct {
	scene    *scene
	cmd      *exec.Cmd
	out, err bytes.Buffer
	began    time.Time
	done     chan struct{}
}

func (s *scene) begin(cmd *exec.Cmd) *running {
	s.Helper()
	r := &running{scene: s, cmd: cmd, began: time.Now(), done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &r.out, &r.err, 2*settled
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	go func() {
		defer close(r.done)
		_ = cmd.Wait() // the status is looked at
	}()
	return r
}

// at waits for a moment of the run. It returns false if the run has ended before.
func (r *running) at(d time.Duration) bool {
	select {
	case <-r.done:
		return false
	case <-time.After(time.Until(r.began.Add(d))):
		return true
	}
}

// end waits for the end of the run.
func (r *running) end() (e ended) {
	select {
	case <-r.done:
	case <-time.After(runTime):
		r.scene.lose("hangs: %q runs longer than %s: %s", r.cmd.Args, runTime, r.err.String())
		_ = r.cmd.Process.Kill()
		<-r.done
	}
	e.code, e.out, e.err = statusOf(r.cmd.ProcessState), r.out.String(), r.err.String()
	_ = json.Unmarshal(r.out.Bytes(), &e.outcome)
	r.scene.sane(e.out + e.err)
	return e
}

// kill ends ccc by SIGKILL and checks what is left.
func (r *running) kill() {
	_ = r.cmd.Process.Kill()
	r.end()
	r.scene.gone(nil)
	r.scene.killed = true
	r.scene.whole()
}

// point returns a random moment of a run. A run gets shorter when the machine is less busy; if moments came after its
// end, later ones are chosen nearer to the beginning.
func (x *trial) point(length time.Duration) time.Duration {
	return time.Duration(x.rand.Float64() * float64(length) * math.Pow(0.7, float64(x.missed)))
}

// await waits until the fake has begun a section, such as review.1. It returns false if the run has ended before.
func (r *running) await(section string) bool {
	path := filepath.Join(r.scene.dir, "fake", "claude."+section)
	for {
		if _, err := os.Stat(path); err == nil {
			return true
		}
		if !r.at(time.Since(r.began) + time.Millisecond) {
			return false
		}
	}
}

// length returns how long a run of a script takes without a fault.
func (r *row) length(script string, once func(s *scene)) time.Duration {
	r.Helper()
	x := &trial{row: r, rand: rand.New(rand.NewPCG(*faultSeed, 0))}
	s := x.scene(script)
	defer s.close()
	began := time.Now()
	once(s)
	took := time.Since(began)
	s.gone(nil)
	s.whole()
	if len(x.broken) > 0 {
		r.Fatalf("a run that nothing happens to: %q", x.broken)
	}
	return took
}

// passes checks that a run has the outcome of the script.
func (s *scene) passes(what string, e ended) {
	if !e.passed() {
		s.lose("%s: exit code %d, %s\n%s", what, e.code, e.out, e.err)
	}
}

// resumes continues after ccc was killed, with the session if there is one.
func (s *scene) resumes() string {
	args, how := unattended, "begun anew"
	if _, err := os.Stat(filepath.Join(s.dir, "fake", "claude.agent.1")); err == nil {
		how = "resumed"
		args = []string{"--supervisor", "--output-format", "json", "one", "--resume", fakeSession, "--", "go on"}
	}
	s.restart("agent 9:\nserve done\nreview 9:\nserve [TASK_COMPLETED]\n")
	s.passes("it does not go on", s.run(s.command(args...)))
	s.gone(nil)
	s.killed = false
	s.whole()
	s.swept()
	if s.number%5 == 0 {
		if e := s.run(s.command("recordings")); e.code != 0 {
			s.lose("the recordings cannot be listed: %s", e.err)
		}
	}
	return how + ", completed"
}

// starts starts ccc again and does nothing else.
func (s *scene) starts() {
	cmd := s.command("one", "-p", "hi")
	cmd.Env = append(cmd.Env, "CCC_CLAUDE=/bin/echo")
	if e := s.run(cmd); e.code != 0 {
		s.lose("the next start: exit code %d, %s", e.code, e.err)
	}
	s.killed = false
	s.whole()
}

func killCcc(r *row) {
	length := r.length(dialogue, func(s *scene) { s.passes("whole", s.run(s.command(unattended...))) })
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		run := s.begin(s.command(unattended...))
		if !run.at(x.point(length)) {
			return ""
		}
		run.kill()
		return s.resumes()
	})
}

// killRunID: the same command leads to the same outcome again. The task is sent a second time only if the session was
// not known yet. A review that has given its verdict is not repeated, and a finished run only reports its outcome.
func killRunID(r *row) {
	args := slices.Insert(slices.Clone(unattended), 1, "--run-id", "one of many")
	length := r.length(dialogue, func(s *scene) { s.passes("whole", s.run(s.command(args...))) })
	tries := *faultTries
	if !*full { // each is three runs
		tries = max(tries/5, 1)
	}
	r.times(tries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		run := s.begin(s.command(args...))
		if !run.at(x.point(length)) {
			return ""
		}
		run.kill()
		how, kept, sent := "begun anew", s.kept(), 1
		if strings.Contains(kept, fakeSession) {
			how, sent = "gone on with", 0
		}
		before := tasks(s.read("claude.log"))
		first := s.run(s.command(args...))
		s.passes("the same command again", first)
		log := s.read("claude.log")
		if done := tasks(log) - before; done > sent || before > 1 {
			s.lose("done twice: the task was sent %d times, then %d times, with this kept:\n%s\n%s", before, done, kept, log)
		}
		if strings.Contains(kept, "Add a test") && len(first.Verdicts) != 2 {
			s.lose("verdicts: %s", first.out)
		}
		if again := s.run(s.command(args...)); again.code != 0 || again.out != first.out || s.read("claude.log") != log {
			s.lose("told again: exit code %d, %q, before it was %q\n%s", again.code, again.out, first.out, s.read("claude.log"))
		}
		s.gone(nil)
		s.killed = false
		s.whole()
		s.swept()
		return how + ", completed"
	})
}

// tasks counts how often an agent got the task.
func tasks(log string) int { return strings.Count(log, ` user "build it"`) }

// kept returns the file of --run-id.
func (s *scene) kept() (text string) {
	files, err := filepath.Glob(filepath.Join(s.home, ".claude", "ccc", "runs", "*.json"))
	if err != nil {
		s.Fatal(err)
	}
	for _, path := range files {
		one, err := os.ReadFile(path)
		if err != nil {
			s.lose("kept: %v", err)
		}
		text += string(one)
	}
	return text
}

// killWithTool kills ccc while a tool runs in its own session.
func killWithTool(r *row) {
	const script = "agent:\nexpect .\ntool Bash sleep 300\ngrandchild\nhang\n" + dialogue
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(script)
		defer s.close()
		run := s.begin(s.command(unattended...))
		for s.read("grandchild.pid") == "" && run.at(time.Since(run.began)+time.Millisecond) {
		}
		if !run.at(time.Since(run.began) + x.point(20*time.Millisecond)) {
			x.lose("it ends: %s", run.end().err)
			return ""
		}
		run.kill()
		return s.resumes()
	})
}

// killDeaf kills ccc while an agent or a reviewer ignores every signal but SIGKILL.
func killDeaf(r *row) {
	r.abreast = 10 // it is waited for their end most of the time
	scripts := map[string]string{
		"agent": "agent:\nstuck\n" + dialogue, "review": "review:\nstuck\n" + dialogue,
	}
	r.times(*faultTries, func(x *trial) string {
		kind := []string{"agent", "review"}[x.number%2]
		s := x.scene(scripts[kind])
		defer s.close()
		run := s.begin(s.command(unattended...))
		for s.read("claude.log") == "" || !strings.Contains(s.read("claude.log"), kind+" 1 user") {
			if !run.at(time.Since(run.began) + time.Millisecond) {
				x.lose("it ends: %s", run.end().err)
				return ""
			}
		}
		run.kill()
		return s.resumes()
	})
}

// isAgent, isReviewer, isKeeper and isHook recognize a process by its command line.
func isAgent(p proc) bool {
	return isClaude(p) && slices.Contains(p.args, "--print") && !isReviewer(p)
}

func isReviewer(p proc) bool {
	return isClaude(p) && slices.Contains(p.args, "--fork-session")
}

// isKeeper recognizes the process whose end ends the reviewer's sandbox: process 1 of its namespaces, or the keeper of
// a Landlock sandbox.
func isKeeper(p proc) bool {
	return len(p.args) > 1 && p.args[1] == "cage-init" && slices.Contains(p.args, "--fork-session")
}

// isClaude recognizes claude; 2.1.5 is run by node.
func isClaude(p proc) bool {
	named := func(arg string) bool { return filepath.Base(arg) == "claude" }
	return slices.ContainsFunc(p.args[:min(2, len(p.args))], named)
}

func isHook(p proc) bool {
	return filepath.Base(p.exe) == "ccc" && slices.Contains(p.args, "supervisor-hook")
}

// find returns the only process of the scene of this kind.
func (s *scene) find(is func(proc) bool) (p proc, ok bool) {
	list := slices.DeleteFunc(s.processes(), func(p proc) bool { return !is(p) })
	if len(list) != 1 {
		return p, false
	}
	return list[0], true
}

// awaits waits until the scene has such a process. ok is false if none came in time.
func (s *scene) awaits(is func(proc) bool, over func() bool) (p proc, ok bool) {
	for p, ok = s.find(is); !ok && !over(); p, ok = s.find(is) {
		time.Sleep(5 * time.Millisecond) // each look reads all of /proc
	}
	return p, ok
}

// over reports whether the run has ended.
func (r *running) over() bool { return !r.at(0) }

func killAgent(r *row)    { killChild(r, isAgent, 1, "agent.1") }
func killReviewer(r *row) { killChild(r, isReviewer, 20, "review.1", "review.2") }
func killKeeper(r *row)   { killChild(r, isKeeper, 10, "agent.1", "review.1", "review.2") }

// killChild kills a child of ccc at a random point of its life, once one of those sections has begun. The child may
// exist already or start then; its life is estimated as a fraction of a run. The run must still come to its end. Every
// second sandbox uses Landlock. In half of the tries the first reviewer has left a process in its own session.
func killChild(r *row, is func(proc) bool, parts time.Duration, sections ...string) {
	length := r.length(dialogue, func(s *scene) { s.passes("whole", s.run(s.command(unattended...))) })
	r.times(*faultTries, func(x *trial) string {
		script := dialogue
		if x.number/2%2 == 1 {
			script = strings.Replace(script, "review:\n", "review:\ngrandchild\n", 1)
		}
		s := x.scene(script)
		defer s.close()
		if x.number%2 == 1 {
			s.configure(strings.Replace(herConfig, "{", `{"supervisor": {"cage": "landlock"}, `, 1))
		}
		run := s.begin(s.command(unattended...))
		section := sections[x.rand.IntN(len(sections))]
		run.await(section)
		child, ok := s.awaits(is, run.over)
		if !ok || !run.at(time.Since(run.began)+x.point(length/parts)) ||
			syscall.Kill(child.pid, syscall.SIGKILL) != nil {
			return ""
		}
		s.passes("wrong outcome", run.end())
		s.gone(nil)
		s.whole()
		s.swept()
		return "completed, exit code 0"
	})
}

// seat is a terminal with a shell that runs a command in the foreground, as a user's shell does, and outlives it.
type seat struct {
	scene  *scene
	shell  *exec.Cmd
	master *os.File
	guest  *os.File // stays open, so that the terminal can be looked at
	before *term.State
	began  time.Time
	status chan string // of the command, as the shell has it

	mu  sync.Mutex
	out []byte
}

// sit starts a command on a terminal; leave ends everything there.
func (s *scene) sit(cmd *exec.Cmd) *seat {
	s.Helper()
	master, guest, err := pty.Open()
	if err == nil {
		err = pty.Setsize(guest, &pty.Winsize{Cols: 100, Rows: 30})
	}
	if err != nil {
		s.Fatal(err)
	}
	t := &seat{scene: s, master: master, guest: guest, status: make(chan string, 1)}
	if t.before, err = term.GetState(int(guest.Fd())); err != nil {
		s.Fatal(err)
	}
	told, tell, err := os.Pipe()
	if err != nil {
		s.Fatal(err)
	}
	const script = `set -m; "$@" 3>&-; echo $? >&3; exec 3>&-; read x`
	t.shell = exec.Command("/bin/sh", append([]string{"-c", script, "sh", cmd.Path}, cmd.Args[1:]...)...)
	t.shell.Dir, t.shell.Env, t.shell.ExtraFiles = cmd.Dir, cmd.Env, []*os.File{tell}
	t.shell.Stdin, t.shell.Stdout, t.shell.Stderr = guest, guest, guest
	if t.shell.SysProcAttr = cmd.SysProcAttr; t.shell.SysProcAttr == nil {
		t.shell.SysProcAttr = &syscall.SysProcAttr{}
	}
	t.shell.SysProcAttr.Setsid, t.shell.SysProcAttr.Setctty = true, true
	t.began = time.Now()
	if err := t.shell.Start(); err != nil {
		s.Fatal(err)
	}
	tell.Close()
	go t.copy()
	go func() {
		defer told.Close()
		buf := make([]byte, 16)
		n, _ := told.Read(buf)
		t.status <- strings.TrimSpace(string(buf[:n]))
	}()
	return t
}

func (t *seat) copy() {
	buf := make([]byte, 32<<10)
	for {
		n, err := t.master.Read(buf)
		t.mu.Lock()
		t.out = append(t.out, buf[:n]...)
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (t *seat) said() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.out)
}

// isShell recognizes the shell of the seat.
func (t *seat) isShell(p proc) bool { return p.pid == t.shell.Process.Pid }

// isForeground recognizes the command that the user has started.
func (t *seat) isForeground(p proc) bool { return p.parent == t.shell.Process.Pid }

// end waits for the end of the command and returns its exit code, or -1 if it does not end. The user quits when a
// message says that a stop was not reviewed, or when nothing has happened for a long time.
func (t *seat) end() int {
	impatient, late := time.NewTimer(settled), time.After(runTime)
	defer impatient.Stop()
	happened := 0
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case said := <-t.status:
			code, err := strconv.Atoi(said)
			if err != nil {
				t.scene.Fatal(err)
			}
			t.flush()
			return code
		case <-look.C:
			said := t.said()
			if now := len(said) + len(t.scene.read("claude.log")); now != happened {
				happened = now
				impatient.Reset(settled)
			}
			if strings.Contains(said, "was not reviewed") {
				look.Stop()
				_, _ = t.master.WriteString("/quit\r")
			}
		case <-impatient.C:
			_, _ = t.master.WriteString("\x03\x03\x04")
		case <-late:
			t.scene.lose("hangs: it runs longer than %s:\n%s", runTime, t.said())
			return -1
		}
	}
}

// over reports whether the command has ended or should have ended.
func (t *seat) over() bool { return len(t.status) > 0 || time.Since(t.began) > runTime }

// flush waits until everything that the command has printed is read: a mark that is written after it has arrived.
func (t *seat) flush() {
	const mark = "\x00end\x00"
	if _, err := t.guest.WriteString(mark); err != nil {
		t.scene.Fatal(err)
	}
	for late := time.Now().Add(settled); !strings.Contains(t.said(), mark) && time.Now().Before(late); {
		time.Sleep(time.Millisecond)
	}
}

var privateMode = regexp.MustCompile(`\x1b\[\?(\d+)([hl])`)

// restored waits until the terminal is as before: its mode, and every feature that escape sequences have switched on.
func (t *seat) restored() {
	t.scene.Helper()
	late := time.Now().Add(settled)
	for {
		why := t.changed()
		if why == "" {
			return
		}
		if time.Now().After(late) {
			t.scene.lose("the terminal is not as it was: %s", why)
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (t *seat) changed() string {
	after, err := term.GetState(int(t.guest.Fd()))
	if err != nil {
		return err.Error()
	}
	if *after != *t.before {
		return "raw"
	}
	modes := make(map[string]string)
	for _, m := range privateMode.FindAllStringSubmatch(t.said(), -1) {
		modes[m[1]] = m[2]
	}
	for mode, state := range modes {
		if (state == "h") != (mode == "25" || mode == "7") { // the cursor is seen, lines wrap, all else is off
			return "mode " + mode + state
		}
	}
	return ""
}

// leave ends every process of the seat. It may be called again.
func (t *seat) leave() {
	_ = t.shell.Process.Kill()
	_ = t.shell.Wait()
	t.guest.Close()
	t.master.Close()
}

func killOnTerminal(r *row) {
	attended := []string{"--supervisor", "one", "--", "build it"}
	length := r.length(dialogue, func(s *scene) {
		t := s.sit(s.command(attended...))
		defer t.leave()
		if code := t.end(); code != 0 {
			s.lose("whole: exit code %d\n%s", code, t.said())
		}
		t.restored()
	})
	raw := 0
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(dialogue)
		defer s.close()
		t := s.sit(s.command(attended...))
		defer t.leave()
		ccc, ok := s.awaits(func(p proc) bool { return t.isForeground(p) && p.exe == binary.Path(r) }, t.over)
		if !ok {
			return ""
		}
		time.Sleep(time.Until(t.began.Add(x.point(length))))
		wasRaw := t.changed() != ""
		if syscall.Kill(ccc.pid, syscall.SIGKILL) != nil || t.end() != 128+9 {
			return "" // it had ended
		}
		if wasRaw {
			raw++
		}
		s.gone(t.isShell)
		t.restored()
		s.killed = true
		s.whole()
		t.leave()
		return s.resumes()
	})
	r.notes = append(r.notes, fmt.Sprintf("The terminal was raw at %d of the kills", raw))
}

// stops has two stops in claude's own screen, and the work is accepted at each.
const stops = `
screen 99:
stop build it
stop and a test
exit 0
review 99:
serve [TASK_COMPLETED]
`

// byHook is claude's own screen with the Stop hook.
var byHook = []string{"--supervisor", "--mode", "hook", "one"}

var hookEnd = regexp.MustCompile(`(?m)^screen \d+ hook (\d+) (.*)$`)

// hooks are the calls of the Stop hook by claude's own screen: their exit codes and output.
func (s *scene) hooks() (codes []int, said []string) {
	for _, m := range hookEnd.FindAllStringSubmatch(s.read("claude.log"), -1) {
		code, _ := strconv.Atoi(m[1])
		var text string
		if err := json.Unmarshal([]byte(m[2]), &text); err != nil {
			s.Fatal(err)
		}
		codes, said = append(codes, code), append(said, text)
	}
	return codes, said
}

const reviewedWell = `{"systemMessage":"[SUPERVISOR] review 1 of 10: completed`

// allReviewed checks that each stop was reviewed, except those whose hook was killed.
func (s *scene) allReviewed(killed int) {
	codes, said := s.hooks()
	if len(codes) != 2 {
		s.lose("%d stops", len(codes))
	}
	for i := range codes {
		switch {
		case codes[i] == 128+9:
			killed--
		case codes[i] != 0 || !strings.HasPrefix(said[i], reviewedWell):
			s.lose("a stop is not reviewed: stop %d, exit code %d, %s", i+1, codes[i], said[i])
		}
	}
	if killed != 0 {
		s.lose("hooks killed: %d fewer than thought", killed)
	}
}

func (s *scene) wholeByHook() {
	t := s.sit(s.command(byHook...))
	defer t.leave()
	if code := t.end(); code != 0 {
		s.lose("whole: exit code %d\n%s", code, t.said())
	}
	s.allReviewed(0)
}

// awaitStop waits for a stop in claude's own screen, at which the hook begins.
func (t *seat) awaitStop(n int) {
	for ; !t.over(); time.Sleep(time.Millisecond) {
		if strings.Count(t.scene.read("session.jsonl"), `"type":"user"`) >= n {
			return
		}
	}
}

func killHook(r *row) {
	length := r.length(stops, (*scene).wholeByHook)
	r.times(*faultTries, func(x *trial) string {
		s := x.scene(stops)
		defer s.close()
		t := s.sit(s.command(byHook...))
		defer t.leave()
		t.awaitStop(1 + x.rand.IntN(2))
		hook, ok := s.awaits(isHook, t.over)
		if !ok {
			return ""
		}
		time.Sleep(x.point(length / 3))
		// Claude runs the hook by a shell, which is killed in half of the tries.
		if syscall.Kill(hook.pid, syscall.SIGKILL) != nil {
			return ""
		}
		if code := t.end(); code != 0 {
			x.lose("claude: exit code %d\n%s", code, t.said())
		}
		s.gone(t.isShell)
		s.killed = true
		s.whole()
		codes, _ := s.hooks()
		if !slices.Contains(codes, 128+9) {
			return "" // it had decided
		}
		s.allReviewed(1)
		s.starts()
		return "the next stop is reviewed"
	})
}

// killClaude kills claude; half of the reviewers ignore every signal but SIGKILL.
func killClaude(r *row) {
	length := r.length(stops, (*scene).wholeByHook)
	r.times(*faultTries, func(x *trial) string {
		script := stops
		if x.number%2 == 1 {
			script = "review:\nstuck\n" + stops
		}
		s := x.scene(script)
		defer s.close()
		t := s.sit(s.command(byHook...))
		defer t.leave()
		isScreen := func(p proc) bool { return isClaude(p) && slices.Contains(p.args, "--settings") && !isReviewer(p) }
		screen, ok := s.awaits(isScreen, t.over)
		time.Sleep(x.point(length))
		if !ok || syscall.Kill(screen.pid, syscall.SIGKILL) != nil || t.end() != 128+9 {
			return ""
		}
		s.gone(t.isShell)
		t.leave()
		s.killed = true
		s.whole()
		s.restart(stops)
		s.wholeByHook()
		s.gone(nil)
		s.killed = false
		s.whole()
		return "the next launch is reviewed"
	})
}

// hooksAtOnce makes a hundred calls of the hook for the same stop at the same time, for several stops.
func hooksAtOnce(r *row) {
	calls := 100
	if *faultTries < 20 {
		calls = 30 // each is a process
	}
	r.times(max(*faultTries/20, 1), func(x *trial) string {
		s := x.scene("review 999:\nalone\nserve Something is missing.\n")
		defer s.close()
		s.env = append(s.env, "CCC_SUPERVISOR_ID=launch")
		s.enable()
		path := filepath.Join(s.dir, "session.jsonl")
		for n := 1; n <= 2; n++ {
			if err := addTurn(path, n, "build it"); err != nil {
				x.Fatal(err)
			}
			list := make([]*running, calls)
			for i := range list {
				cmd := s.command("supervisor-hook")
				cmd.Stdin = strings.NewReader(stopInput(path, n))
				list[i] = s.begin(cmd)
			}
			held := 0
			for _, run := range list {
				e := run.end()
				var d struct{ Decision, Reason string }
				err := json.Unmarshal([]byte(e.out), &d)
				switch {
				case e.code != 0 || e.out != "" && err != nil:
					x.lose("a hook: exit code %d, %q\n%s", e.code, e.out, e.err)
				case d.Decision == "block" && d.Reason == "Something is missing.":
					held++
				case e.out != "":
					x.lose("a hook says: %s", e.out)
				}
			}
			reviews, err := filepath.Glob(filepath.Join(s.dir, "fake", "claude.review.*"))
			if err != nil || held != 1 || len(reviews) != n {
				x.lose("hooks: stop %d: %d hold the agent, %d reviews so far", n, held, len(reviews))
			}
			text, err := os.ReadFile(filepath.Join(s.home, ".claude", "ccc", "supervisor-"+fakeSession+".json"))
			var state struct{ Count int }
			if err == nil {
				err = json.Unmarshal(text, &state)
			}
			if err != nil || state.Count != n {
				x.lose("count: %d after stop %d, %v", state.Count, n, err)
			}
		}
		if log := s.read("claude.log"); failure.MatchString(log) {
			x.lose("two reviews at once: %s", log)
		}
		s.gone(nil)
		s.whole()
		s.swept()
		return fmt.Sprintf("one review, %d hooks without a word", calls-1)
	})
}
