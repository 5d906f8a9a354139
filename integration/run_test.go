package integration

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/integration/binary"
)

// worker is a claude that does its task at once. Unless WORKER_LIVES is set, one agent in twenty is killed. Its
// reviewer accepts everything except tasks called "never".
func worker() {
	reviewer := slices.Contains(os.Args, "--fork-session")
	session := fmt.Sprintf("%08x-0000-4000-8000-%012x", rand.Uint32(), os.Getpid())
	if i := slices.Index(os.Args, "--resume"); i > 0 {
		session = os.Args[i+1]
	}
	say := func(format string, args ...any) {
		fmt.Printf(strings.TrimSuffix(format, "}")+`,"session_id":%q}`+"\n", append(args, session)...)
	}
	for in := bufio.NewReader(os.Stdin); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		var m struct {
			Type, UUID string
			RequestID  string `json:"request_id"`
			Message    struct{ Content string }
		}
		_ = json.Unmarshal(line, &m) // what it is told is JSON
		if m.Type == "control_request" {
			fmt.Printf(`{"type":"control_response","response":{"subtype":"success","request_id":%q}}`+"\n", m.RequestID)
		}
		if m.Type != "user" {
			continue
		}
		content, _ := json.Marshal(m.Message.Content) // it is a string
		say(`{"type":"system","subtype":"init","model":"worker"}`)
		say(`{"type":"user","message":{"role":"user","content":%s},"isReplay":true,"uuid":%q}`, content, m.UUID)
		said := "done"
		if reviewer {
			say(`{"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"tool_use","id":"t",` +
				`"name":"Bash","input":{"command":"ls"}}]},"parent_tool_use_id":null}`)
			say(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]},` +
				`"parent_tool_use_id":null}`)
			said = "[TASK_COMPLETED]"
			if strings.Contains(m.Message.Content, "never") {
				said = fmt.Sprint("not yet, for reason ", rand.Uint32())
			}
		} else {
			if rand.IntN(20) == 0 && os.Getenv("WORKER_LIVES") == "" {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
			_ = os.WriteFile("work", content, 0o600) // the commit shows it
		}
		say(`{"type":"assistant","message":{"id":"b","role":"assistant","content":[{"type":"text","text":%q}]},`+
			`"parent_tool_use_id":null}`, said)
		say(`{"type":"result","subtype":"success","is_error":false,"result":%q,"total_cost_usd":0.01,"num_turns":1}`, said)
	}
}

// TestRunScale: a plan of many tasks in parallel work trees, some of whose agents are killed: every outcome is right,
// each finished task has its branch, and ccc's memory does not grow with the number of tasks. With -full there are 500
// tasks, and the figures of docs/design/reliability.md are logged.
func TestRunScale(t *testing.T) {
	t.Parallel()
	tasks, jobs := 6, 3
	if *full {
		tasks, jobs = 500, 32
	}
	dir := t.TempDir()
	repo, home := filepath.Join(dir, "repo"), filepath.Join(dir, "home")
	bin := filepath.Join(dir, "worker")
	self, err := os.Executable()
	if err == nil {
		err = errors.Join(os.MkdirAll(repo, 0o700), os.MkdirAll(home, 0o700), os.Symlink(self, bin))
	}
	if err != nil {
		t.Fatal(err)
	}
	var plan strings.Builder
	for i := 1; i <= tasks; i++ {
		word := "do"
		if i%10 == 3 {
			word = "never"
		}
		fmt.Fprintf(&plan, "- [ ] %s %d\n", word, i)
	}
	gitIn(t, repo, "init", "-q")
	for name, value := range map[string]string{"user.name": "me", "user.email": "me@example.com", "gc.auto": "0"} {
		gitIn(t, repo, "config", name, value)
	}
	for name, text := range map[string]string{"PLAN.md": plan.String(), "SUPERVISOR.md": "Judge.\n"} {
		if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	gitIn(t, repo, "add", "-A")
	gitIn(t, repo, "commit", "-qm", "first")

	cmd := exec.Command(binary.Path(t), "run", "PLAN.md", "-j", strconv.Itoa(jobs), "--keep-going", "--commit",
		"--output-format", "json")
	cmd.Dir = repo
	cmd.Env = append(os.Environ(), "HOME="+home, "CCC_CLAUDE="+bin, "LANG=en_US.UTF-8", "CLAUDE_CONFIG_DIR=")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	stop, sampled := make(chan struct{}), make(chan [2]int)
	go func() { sampled <- sampleMemory(cmd.Process.Pid, stop) }()
	var result struct {
		Tasks []struct {
			Title, Outcome, Branch string
			Done                   bool
			Dir                    string `json:"worktree"`
		}
	}
	decoded := json.NewDecoder(stdout).Decode(&result)
	close(stop)
	memory := <-sampled
	err = cmd.Wait()
	if exit := new(exec.ExitError); decoded != nil || !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%v, %v, want exit code 3\n%s", decoded, err, stderr.String())
	}
	if len(result.Tasks) != tasks {
		t.Errorf("%d tasks", len(result.Tasks))
	}
	branches := gitIn(t, repo, "branch", "--list", "ccc/*")
	for _, task := range result.Tasks {
		never := strings.HasPrefix(task.Title, "never")
		want := "completed"
		if never {
			want = "not_completed"
		}
		if task.Done == never || task.Outcome != want || never != (task.Dir != "") ||
			!strings.Contains(branches, task.Branch) {
			t.Errorf("%+v", task)
		}
		if work := gitIn(t, repo, "log", "-1", "--format=%s", task.Branch); !never && strings.TrimSpace(work) != task.Title {
			t.Errorf("%s: the commit says %q", task.Title, work)
		}
	}
	files, bytes := 0, int64(0)
	_ = filepath.WalkDir(filepath.Join(home, ".claude"), func(_ string, d fs.DirEntry, err error) error {
		if info, bad := d.Info(); err == nil && bad == nil && !d.IsDir() {
			files, bytes = files+1, bytes+info.Size()
		}
		return nil
	})
	list := time.Now()
	again := exec.Command(binary.Path(t), "recordings")
	again.Dir, again.Env = repo, cmd.Env
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("recordings: %v: %s", err, out)
	}
	t.Logf("%d tasks, %d at once: %s; killed agents resumed: %d; ccc run: %d MiB after a tenth, %d MiB at most; "+
		"state: %d files, %d KiB; ccc recordings: %s", tasks, jobs, time.Since(began).Round(time.Second),
		strings.Count(stderr.String(), "resum"), memory[0]>>10, memory[1]>>10, files, bytes>>10,
		time.Since(list).Round(time.Millisecond))
	if memory[0] > 0 && memory[1] > memory[0]+32<<10 {
		t.Errorf("memory grew from %d KiB to %d KiB", memory[0], memory[1])
	}
}

// TestRunOwnTime: ccc itself takes at most 0.3 s of processor time for a task of a plan, and the last tasks take no
// more than the first ones. On a machine with other work a second is worth less: there ccc takes at most 32 times what
// the claudes of a task take, ten times on a quiet one. With -full there are 300 tasks.
func TestRunOwnTime(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("the time of processes is not told in /proc here")
	}
	tasks := 12
	if *full {
		tasks = 300
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "worker")
	self, err := os.Executable()
	if err == nil {
		err = errors.Join(os.Symlink(self, bin), os.WriteFile(filepath.Join(dir, "SUPERVISOR.md"), []byte("Judge.\n"), 0o600),
			os.WriteFile(filepath.Join(dir, "PLAN.md"), []byte(strings.Repeat("- [ ] do\n", tasks)), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	pair := func() (spent time.Duration) { // what the two claudes of a task take by themselves
		for range 2 {
			alone := exec.Command(bin)
			alone.Stdin = strings.NewReader(`{"type":"user","message":{"content":"do"}}` + "\n")
			alone.Dir, alone.Env = dir, append(os.Environ(), "WORKER_LIVES=1")
			if err := alone.Run(); err != nil {
				t.Fatal(err)
			}
			spent += alone.ProcessState.UserTime() + alone.ProcessState.SystemTime()
		}
		return spent
	}
	before := pair()

	cmd := exec.Command(binary.Path(t), "run", "PLAN.md", "--output-format", "stream-json")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+filepath.Join(dir, "home"), "CCC_CLAUDE="+bin,
		"CLAUDE_CONFIG_DIR=", "WORKER_LIVES=1")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var spent []time.Duration // by the end of each task
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), `{"type":"done"`) {
			spent = append(spent, processorTime(t, cmd.Process.Pid))
		}
	}
	if err := cmd.Wait(); err != nil || len(spent) != tasks {
		t.Fatalf("%v, %d tasks\n%s", err, len(spent), stderr.String())
	}
	all := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	stubs := (before + pair()) / 2
	own := all/time.Duration(tasks) - stubs
	first, last := spent[tasks/3]-spent[0], spent[tasks-1]-spent[tasks-1-tasks/3]
	t.Logf("%d tasks: %s each, without the %s of a task's claudes; a third of them at the beginning %s, at the end %s",
		tasks, own.Round(time.Millisecond), stubs.Round(time.Millisecond), first, last)
	if own > max(300*time.Millisecond, 32*stubs) && !binary.Race {
		t.Errorf("a task takes %s of ccc's own, want at most 0.3 s or 32 times %s", own, stubs)
	}
	if last > 3*first {
		t.Errorf("the last third takes %s, the first %s", last, first)
	}
}

// TestS04RunKilled: a run that is killed again and again at random points is completed by the same command. Each task
// is done and committed once, with 8 tasks at a time in work trees and one after another in the user's work tree. With
// -full there are 20 kills.
func TestS04RunKilled(t *testing.T) {
	t.Parallel()
	kills, tasks := 3, 6
	if *full {
		kills, tasks = 20, 40
	}
	for name, jobs := range map[string][]string{"at once": {"-j", "8"}, "serial": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kills := kills
			dir := t.TempDir()
			repo, home, bin := filepath.Join(dir, "repo"), filepath.Join(dir, "home"), filepath.Join(dir, "worker")
			self, err := os.Executable()
			if err == nil {
				err = errors.Join(os.MkdirAll(repo, 0o700), os.MkdirAll(home, 0o700), os.Symlink(self, bin),
					os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[user]\nname = me\nemail = me@example.com\n"), 0o600))
			}
			if err != nil {
				t.Fatal(err)
			}
			var plan strings.Builder
			for i := range tasks {
				fmt.Fprintf(&plan, "- [ ] do %d\n", i+1)
			}
			for name, text := range map[string]string{"PLAN.md": plan.String(), "SUPERVISOR.md": "Judge.\n"} {
				if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			gitIn(t, repo, "init", "-q", "-b", "main")
			gitIn(t, repo, "add", "-A")
			gitIn(t, repo, "-c", "user.name=me", "-c", "user.email=me@example.com", "commit", "-qm", "first")
			start := func() (*exec.Cmd, *strings.Builder) {
				cmd := exec.Command(binary.Path(t), append([]string{"run", "PLAN.md", "--keep-going", "--commit"}, jobs...)...)
				cmd.Dir, cmd.Env = repo, append(os.Environ(), "HOME="+home, "CCC_CLAUDE="+bin, "CLAUDE_CONFIG_DIR=")
				var said strings.Builder
				cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &said, &said, 10*time.Second
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd, &said
			}
			killed := 0
			for killed < kills {
				cmd, said := start()
				time.AfterFunc(time.Duration(rand.Int64N(int64(4*time.Second))), func() { _ = cmd.Process.Kill() })
				_ = cmd.Wait() // the status is looked at
				switch code := statusOf(cmd.ProcessState); code {
				case 137:
					killed++
				case 0: // all is done before it was killed as often
					t.Logf("done after %d kills", killed)
					kills = killed
				case 75: // what the last start has left is still there
				default:
					t.Fatalf("exit code %d after %d kills\n%s", code, killed, said)
				}
			}
			for code := 75; code == 75; {
				cmd, said := start()
				_ = cmd.Wait() // the status is looked at
				if code = statusOf(cmd.ProcessState); code != 0 && code != 75 {
					t.Fatalf("exit code %d after %d kills\n%s", code, killed, said)
				}
			}
			if text, err := os.ReadFile(filepath.Join(repo, "PLAN.md")); err != nil || strings.Contains(string(text), "[ ]") {
				t.Errorf("%v: the plan is\n%s", err, text)
			}
			of := []string{"main"}
			if jobs != nil {
				of = []string{"--branches=ccc/*", "--not", "main"}
			}
			commits := strings.Fields(gitIn(t, repo, append([]string{"log", "--format=%f"}, of...)...))
			slices.Sort(commits)
			want := []string{}
			for i := range tasks {
				want = append(want, fmt.Sprint("do-", i+1))
			}
			if jobs == nil {
				want = append(want, "first")
			}
			slices.Sort(want)
			if !slices.Equal(commits, want) {
				t.Errorf("after %d kills the commits are %q", killed, commits)
			}
			if left := gitIn(t, repo, "status", "--porcelain", "--untracked-files=all"); jobs == nil && left != "" {
				t.Errorf("left in the tree: %s", left)
			}
			t.Logf("%d kills", killed)
		})
	}
}

// processorTime returns the processor time of a process and of the children that it has waited for.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may have spaces
	fields, ticks := strings.Fields(after), 0
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.Atoi(field)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond // 100 a second on each Linux
}

var highest = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// sampleMemory returns the memory of a process in KiB: after some seconds, and the peak until stop. Both are 0 if the
// system does not tell.
func sampleMemory(pid int, stop <-chan struct{}) (kib [2]int) {
	for began := time.Now(); ; {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // macOS has none
		if m := highest.FindSubmatch(text); m != nil {
			now, _ := strconv.Atoi(string(m[1]))
			if kib[1] = max(kib[1], now); kib[0] == 0 && time.Since(began) > 10*time.Second {
				kib[0] = kib[1]
			}
		}
		select {
		case <-stop:
			return kib
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return string(out)
}
