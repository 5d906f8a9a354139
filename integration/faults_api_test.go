//go:build linux

package integration

// Faults with the real claude: faults of its API, and kills of its processes.

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

type realRow struct {
	name, what string
	run        func(*row)
}

// realRows are the rows with the real claude, which are run one at a time.
func (f *faults) realRows() (rows []realRow) {
	rows = []realRow{
		{"RealKillCcc", "`kill -9` of ccc in the loop, on the real claude", realKillCcc},
		{"RealKillWithTool", "the same while a tool of the agent's runs", realKillWithTool},
		{"RealKillAgent", "`kill -9` of the real claude as agent", func(r *row) { realKillChild(r, isAgent) }},
		{"RealKillReviewer", "`kill -9` of the real claude as reviewer", func(r *row) { realKillChild(r, isReviewer) }},
		{"RealKillKeeper", "`kill -9` of the first process of the real claude's cage",
			func(r *row) { realKillChild(r, isKeeper) }},
		{"RealKillHook", "`kill -9` of the Stop hook of the real claude's screen", realKillHook},
		{"RealKillClaude", "`kill -9` of the real claude in its own screen", realKillClaude},
	}
	for _, flaw := range flaws {
		rows = append(rows, realRow{
			"API " + flaw.name, "API: " + flaw.name + ", of the agent and of the reviewer",
			func(r *row) { apiFault(r, flaw) },
		})
	}
	return rows
}

// realTries is how often each row with the real claude is tried. It is small because one run takes seconds.
func realTries() int { return max(*faultTries/50, 1) * len(faultVersions()) }

// faultVersions returns the versions that the tries use in turn: all of them if a table is written.
func faultVersions() []string {
	if *faultTable != "" {
		return realclaude.Versions()
	}
	return versions()
}

// realTask is the dialogue: a turn with a tool call, a review with a finding, another turn, and a review that accepts
// the work.
type realTask struct {
	*scene
	version string
	reviews atomic.Int32
	tool    string // the command of the tool call
	good    bool   // the first review is content
	server  *fakeapi.Server
}

// real makes a scene with a real claude.
func (x *trial) real(version string) *realTask {
	x.Helper()
	k := &realTask{scene: x.scene(""), version: version, tool: "echo hi"}
	k.server = serve(x, k.answer)
	write(x.T, filepath.Join(k.dir, "work", "SUPERVISOR.md"), strict)
	trust, err := os.ReadFile(filepath.Join(realclaude.Home(x, filepath.Join(k.dir, "work")), ".claude.json"))
	if err != nil {
		x.Fatal(err)
	}
	write(x.T, filepath.Join(k.home, ".claude.json"), string(trust))
	k.configure(`{"language": "en", "hers": [1]}`)
	k.asks(k.server.URL)
	return k
}

// asks tells claude the address of its API.
func (k *realTask) asks(url string) {
	k.env = append(realclaude.Env(k.home, url), "TMPDIR="+k.tmp, markName+"="+k.mark,
		"CCC_CLAUDE="+realclaude.Path(k, k.version), "CLAUDE_CODE_MAX_RETRIES=1", "GORACE=atexit_sleep_ms=0")
}

func (k *realTask) answer(r fakeapi.Request) fakeapi.Reply {
	structured := slices.Contains(r.Tools, "StructuredOutput")
	switch {
	case isReview(r) && len(r.Results) > 0:
		return fakeapi.Text("so it is")
	case isReview(r):
		good := k.reviews.Add(1) > 1 || k.good
		if structured {
			return verdict(good, "Not finished: add a test.")
		}
		if !good {
			return fakeapi.Text("Not finished: add a test.")
		}
		return fakeapi.Text("I ran the tests.\n\n[TASK_COMPLETED]")
	case len(r.Results) == 0 && strings.Contains(r.LastUser, "build it"):
		return fakeapi.Text("I begin").And(bash(k.tool))
	}
	return fakeapi.Text("done, I say")
}

// realLoop returns the loop's command line, with the real claude.
var realLoop = []string{"--supervisor", "--output-format", "json", "--dangerously-skip-permissions"}

func (k *realTask) loop(args ...string) *exec.Cmd { return k.command(slices.Concat(realLoop, args)...) }

// session returns the file of the session that claude has stored; "" if no stored session has an answer.
func (k *realTask) session() string {
	files, err := filepath.Glob(filepath.Join(k.home, ".claude", "projects", "*", "*.jsonl"))
	if err != nil {
		k.Fatal(err)
	}
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(`"type":"assistant"`)) {
			return strings.TrimSuffix(filepath.Base(path), ".jsonl")
		}
	}
	return ""
}

func (k *realTask) goesOn() string {
	args, how := []string{"--", "build it"}, "begun anew"
	if id := k.session(); id != "" {
		args, how = []string{"--resume", id, "--", "go on"}, "resumed"
	}
	k.tool = "echo hi"
	k.passes("it does not go on", k.run(k.loop(args...)))
	k.gone(nil)
	k.killed = false
	k.whole()
	k.swept()
	return how + ", completed"
}

// eachVersion makes the tries on the versions in turn. length is how long a run of a version takes without a fault.
func (r *row) eachVersion(tries int, whole func(k *realTask), do func(k *realTask, length time.Duration) string) {
	length := make(map[string]time.Duration)
	versions := faultVersions()
	if whole != nil {
		for _, v := range versions {
			x := &trial{row: r, rand: rand.New(rand.NewPCG(*faultSeed, 0))}
			k := x.real(v)
			began := time.Now()
			whole(k)
			length[v] = time.Since(began)
			k.gone(nil)
			k.scene.whole()
			k.close()
			if len(x.broken) > 0 {
				r.Errorf("%s: a run that nothing happens to: %q", v, x.broken)
			}
		}
	}
	r.times(tries, func(x *trial) string {
		v := versions[x.number%len(versions)]
		k := x.real(v)
		defer k.close()
		return do(k, length[v])
	})
}

func wholeLoop(k *realTask) { k.passes("whole", k.run(k.loop("--", "build it"))) }

func realKillCcc(r *row) {
	r.eachVersion(realTries(), wholeLoop, func(k *realTask, length time.Duration) string {
		run := k.begin(k.loop("--", "build it"))
		if !run.at(k.point(length)) {
			return ""
		}
		run.kill()
		return k.goesOn()
	})
}

// realKillWithTool kills ccc while a tool of claude's runs in its own session.
func realKillWithTool(r *row) {
	r.eachVersion(realTries(), nil, func(k *realTask, _ time.Duration) string {
		k.tool = "touch begun && sleep 300"
		run := k.begin(k.loop("--", "build it"))
		for begun := false; !begun; {
			_, err := os.Stat(filepath.Join(k.dir, "work", "begun"))
			if begun = err == nil; !begun && !run.at(time.Since(run.began)+5*time.Millisecond) {
				k.lose("it ends: %s", run.end().err)
				return ""
			}
		}
		run.kill()
		return k.goesOn()
	})
}

// realKillChild kills such a process at some point between the start of the first one and the end of the run.
func realKillChild(r *row, is func(proc) bool) {
	r.eachVersion(realTries(), wholeLoop, func(k *realTask, length time.Duration) string {
		if k.number/len(faultVersions())%2 == 1 {
			k.configure(`{"language": "en", "hers": [1], "supervisor": {"cage": "landlock"}}`)
		}
		run := k.begin(k.loop("--", "build it"))
		k.awaits(is, run.over)
		since := time.Since(run.began)
		if !run.at(since + k.point(length-since)) {
			return ""
		}
		if child, ok := k.find(is); !ok || syscall.Kill(child.pid, syscall.SIGKILL) != nil {
			return ""
		}
		k.passes("wrong outcome", run.end())
		k.gone(nil)
		k.whole()
		k.swept()
		return "completed, exit code 0"
	})
}

// screen is claude's own screen with the Stop hook, after the user has typed the first task.
func (k *realTask) screen() *terminalUser {
	k.good = true
	return startOnTerminal(k.T,
		k.command("--supervisor", "--mode", "hook", "--permission-mode", "bypassPermissions", "build it"))
}

// reviewed waits until that many stops were allowed because the work is completed.
func (k *realTask) reviewed(n int) bool {
	late := time.Now().Add(runTime)
	for {
		log, _ := os.ReadFile(filepath.Join(k.home, ".claude", "ccc", "hook-invocation.log"))
		if strings.Count(string(log), "why=completed") >= n {
			return true
		}
		if time.Now().After(late) {
			k.lose("not reviewed: %s\n%s", log, k.queue())
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// queue returns what claude has stored about queued messages, and when they went to the agent.
func (k *realTask) queue() (lines string) {
	files, _ := filepath.Glob(filepath.Join(k.home, ".claude", "projects", "*", "*.jsonl"))
	for _, path := range files {
		text, _ := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, `"type":"queue-operation"`) || strings.Contains(line, `"type":"user"`) {
				lines += line
			}
		}
	}
	return lines
}

func wholeScreen(k *realTask) {
	p := k.screen()
	k.reviewed(1)
	k.ends(p)
}

func realKillHook(r *row) {
	r.eachVersion(realTries(), nil, func(k *realTask, _ time.Duration) string {
		p := k.screen()
		ours := func(p proc) bool { return isHook(p) && p.exe == binary.Path(r) }
		late := time.Now().Add(runTime)
		hook, ok := k.awaits(ours, func() bool { return time.Now().After(late) })
		time.Sleep(k.point(2 * time.Second)) // it takes longer: a reviewer is started
		if !ok || syscall.Kill(hook.pid, syscall.SIGKILL) != nil {
			k.ends(p)
			return ""
		}
		k.gone(func(p proc) bool { return !isHook(p) && !isReviewer(p) && !isKeeper(p) })
		before := strings.Count(k.hookLog(), "why=completed")
		p.typeLine("one more")
		ok = k.reviewed(before + 1)
		k.ends(p)
		k.gone(nil)
		k.whole()
		if !ok {
			return ""
		}
		return "the next stop is reviewed"
	})
}

// ends ends claude's screen.
func (k *realTask) ends(p *terminalUser) {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.exited
}

func realKillClaude(r *row) {
	r.eachVersion(realTries(), wholeScreen, func(k *realTask, length time.Duration) string {
		p := k.screen()
		time.Sleep(k.point(length))
		if k.reviews.Load() > 0 && strings.Contains(k.hookLog(), "why=completed") {
			k.ends(p)
			return ""
		}
		_ = p.cmd.Process.Kill()
		<-p.exited
		k.gone(nil)
		k.killed = true
		k.whole()
		before := strings.Count(k.hookLog(), "why=completed")
		p = k.screen()
		ok := k.reviewed(before + 1)
		k.ends(p)
		k.gone(nil)
		k.killed = false
		k.whole()
		if !ok {
			return ""
		}
		return "the next launch is reviewed"
	})
}

func (k *realTask) hookLog() string {
	log, _ := os.ReadFile(filepath.Join(k.home, ".claude", "ccc", "hook-invocation.log"))
	return string(log)
}

// flaw changes the API's answer in a wrong way. It may close the connection by a panic.
type flaw struct {
	name  string
	final bool // claude and ccc do not try again: the user is needed
	spoil func(w http.ResponseWriter, r *http.Request, good *http.Response)
}

var flaws = []flaw{
	{"429 with retry-after", false, status(429, "rate_limit_error", "1")},
	{"529", false, status(529, "overloaded_error", "")},
	{"500", false, status(500, "api_error", "")},
	{"401", true, status(401, "authentication_error", "")},
	{"reset before the headers", false, func(w http.ResponseWriter, _ *http.Request, _ *http.Response) { reset(w) }},
	{"reset in the stream", false, func(w http.ResponseWriter, _ *http.Request, good *http.Response) {
		partly(w, good, `"type":"content_block_delta"`, "\n\n")
		reset(w)
	}},
	{"stall in the stream", false, func(w http.ResponseWriter, r *http.Request, good *http.Response) {
		partly(w, good, `"type":"content_block_delta"`, "\n\n")
		<-r.Context().Done()
	}},
	{"truncated JSON", false, func(w http.ResponseWriter, _ *http.Request, good *http.Response) {
		partly(w, good, `"type":"content_block_delta"`, `"type"`)
	}},
}

func status(code int, kind, after string) func(http.ResponseWriter, *http.Request, *http.Response) {
	return func(w http.ResponseWriter, _ *http.Request, _ *http.Response) {
		w.Header().Set("Content-Type", "application/json")
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"type":"error","error":{"type":%q,"message":"a scripted fault"}}`, kind)
	}
}

// partly sends an answer up to the end of the text that follows a mark in it. Without such a mark it sends half of the
// answer.
func partly(w http.ResponseWriter, good *http.Response, mark, end string) {
	text, _ := io.ReadAll(good.Body)
	w.Header().Set("Content-Type", good.Header.Get("Content-Type"))
	cut := len(text) / 2
	if i := bytes.LastIndex(text, []byte(mark)); i >= 0 {
		if j := bytes.Index(text[i:], []byte(end)); j >= 0 {
			cut = i + j + len(end)
		}
	}
	_, _ = w.Write(text[:cut]) // the client may be gone
	w.(http.Flusher).Flush()
}

func reset(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.Close()
}

// spoiled is a proxy of the API that applies a flaw to the answers to one role.
type spoiled struct {
	role  string // agent, reviewer
	times int    // answers to spoil; the first ones
	flaw  flaw
	to    string

	asked  atomic.Int32 // of the role
	passed atomic.Int32 // whole answers to reviewers that say completed
}

func (p *spoiled) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	role := ""
	switch {
	case bytes.Contains(body, []byte("You are now the supervisor")):
		role = "reviewer"
	case bytes.Contains(body, []byte("build it")):
		role = "agent"
	}
	ask, err := http.NewRequestWithContext(r.Context(), r.Method, p.to+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return
	}
	ask.Header = r.Header.Clone()
	ask.Header.Del("Accept-Encoding")
	good, err := http.DefaultTransport.RoundTrip(ask)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer good.Body.Close()
	if role == p.role && int(p.asked.Add(1)) <= p.times {
		p.flaw.spoil(w, r, good)
		return
	}
	text, _ := io.ReadAll(good.Body)
	if role == "reviewer" && bytes.Contains(text, []byte("[TASK_COMPLETED]")) {
		p.passed.Add(1)
	}
	w.Header().Set("Content-Type", good.Header.Get("Content-Type"))
	w.WriteHeader(good.StatusCode)
	_, _ = w.Write(text) // the client may be gone
}

// patience is how long a run may take if its API never answers well. Without it ccc would wait for hours.
const patience = 90 * time.Second

// apiFault makes the fault once, which claude's own retry overcomes; for a table also three times, which ccc has to
// overcome, and for ever. The fault is never taken for a verdict.
func apiFault(r *row, flaw flaw) {
	kinds := []struct {
		role  string
		times int
	}{{"agent", 1}, {"reviewer", 1}, {"agent", 3}, {"reviewer", 3}, {"agent", 1 << 30}, {"reviewer", 1 << 30}}
	if *faultTable == "" {
		kinds = kinds[:2]
	}
	r.abreast = 4 // it is waited for claude's and ccc's next try most of the time
	r.eachVersion(len(faultVersions())*len(kinds), nil, func(k *realTask, _ time.Duration) string {
		kind := kinds[k.number/len(faultVersions())]
		p := &spoiled{role: kind.role, times: kind.times, flaw: flaw, to: k.server.URL}
		front := httptest.NewServer(p)
		defer front.Close()
		defer front.CloseClientConnections()
		k.asks(front.URL)
		k.configure(`{"language": "en", "supervisor": {"timeout_seconds": 60, "idle_timeout": "30s"}}`)
		run := k.begin(k.loop("--", "build it"))
		told := run.at(patience) && run.cmd.Process.Signal(syscall.SIGINT) == nil
		e := run.end()
		k.gone(nil)
		how := map[int]string{1: "once", 3: "three times"}[kind.times]
		if how == "" {
			how = "for ever"
		}
		how = kind.role + ", " + how + ": "
		if told {
			how += fmt.Sprintf("ended by us after %s, ", patience)
		}
		codes := map[string]int{"completed": 0, "not_completed": 3, "needs_user": 4, "interrupted": 130}
		code, ok := codes[e.Outcome]
		if !flaw.final && e.code == 75 { // it may be tried again
			code = map[string]int{"needs_user": 75}[e.Outcome]
		}
		switch {
		case !ok || code != e.code && (!told || e.code != 130):
			k.lose("outcome: %s%s: %q, exit code %d\n%s\n%s", how, k.version, e.Outcome, e.code, e.out, e.err)
		case p.asked.Load() == 0:
			k.lose("nobody asked the API: %s%s: %s\n%s", how, k.version, e.out, e.err)
		case e.Outcome == "completed" && (!e.passed() || p.passed.Load() == 0 || kind.times > 3):
			k.lose("completed by a fault: %s%s: %s\n%s", how, k.version, e.out, e.err)
		case e.Outcome == "completed" && flaw.final && kind.times > 1,
			e.Outcome != "completed" && !flaw.final && !told && kind.times == 1:
			k.lose("outcome: %s%s: %s\n%s", how, k.version, e.out, e.err)
		}
		return how + fmt.Sprintf("%s, exit code %d", e.Outcome, e.code)
	})
}
