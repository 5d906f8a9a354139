package integration

import (
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
	"ccc/internal/rubric"
)

// clusters are the versions of claude that run in a Slurm cluster. They need Debian packages, so they are tested with
// -full only.
func clusters() []string {
	if !*full {
		return nil
	}
	return []string{realclaude.Newest}
}

// slurm is a cluster of one node on loopback. All its processes belong to the user who runs the test.
type slurm struct {
	dir string
	env []string
}

// startSlurm starts a cluster that ends with the test. jobs is how many jobs run at the same time.
func startSlurm(t *testing.T, jobs int) *slurm {
	t.Helper()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { // munged refuses a socket that others cannot reach
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(in(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, in("key"), strings.Repeat("not a secret ", 10))
	write(t, in("slurm.conf"), fmt.Sprintf(`
ClusterName=ccc
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%d
SlurmdPort=%d
SlurmUser=%s
SlurmdUser=%[3]s
AuthType=auth/munge
# A job that is requeued waits as long as a credential holds: 120 s, unless another time is set.
AuthInfo=socket=%[4]s/munge.sock,cred_expire=5
StateSaveLocation=%[4]s/state
SlurmdSpoolDir=%[4]s/spool
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName=localhost NodeAddr=127.0.0.1 CPUs=%[5]d RealMemory=65536
PartitionName=all Nodes=ALL Default=YES State=UP
`, freePort(t), freePort(t), me.Username, dir, 2*jobs))
	s := &slurm{dir: dir, env: append(os.Environ(), "SLURM_CONF="+in("slurm.conf"))}
	s.daemon(t, "munged", "-F", "--force", "--key-file="+in("key"), "--socket="+in("munge.sock"),
		"--pid-file="+in("munged.pid"), "--log-file="+in("munged.log"), "--seed-file="+in("seed"))
	s.await(t, "munge", "--socket="+in("munge.sock"), "-n")
	s.daemon(t, "slurmctld", "-D", "-f", in("slurm.conf"))
	s.daemon(t, "slurmd", "-D", "-N", "localhost", "-f", in("slurm.conf"))
	s.await(t, "sh", "-c", "sinfo -h -o %t | grep -q idle")
	return s
}

// daemon starts a daemon in the foreground. Its output is shown if the test fails.
func (s *slurm) daemon(t *testing.T, program string, args ...string) {
	t.Helper()
	log, err := os.Create(filepath.Join(s.dir, program+".out"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(debian(t, program), args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		kill := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		kill.Stop()
		log.Close()
		if text, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("%s:\n%s", program, text)
		}
	})
}

// await runs a command until it succeeds, which shows that a daemon answers.
func (s *slurm) await(t *testing.T, program string, args ...string) {
	t.Helper()
	var out []byte
	var err error
	for end := time.Now().Add(8 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		cmd := exec.Command(program, args...)
		cmd.Env = s.env
		if out, err = cmd.CombinedOutput(); err == nil {
			return
		}
	}
	t.Fatalf("%s %q: %v, %s", program, args, err, out)
}

// freePort returns a port on which no program listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestRealSlurm: deploy/slurm/ccc.sbatch with a plan of eight tasks, all at the same time on one node. One is killed,
// one is requeued while its agent works, one is told during the review that its time is up, one gets an overload error,
// and one is never completed. Each continues where it was, and nothing is done twice.
func TestRealSlurm(t *testing.T) {
	t.Parallel()
	for _, version := range clusters() {
		t.Run(version, func(t *testing.T) { arrayOfTasks(t, version) })
	}
}

func arrayOfTasks(t *testing.T, version string) {
	const killed, requeued, timeUp, overloaded, never = "1", "2", "3", "4", "5"
	dir := filepath.Join(project(t), "tree")
	number := regexp.MustCompile(`task number (\d)`)
	var mu sync.Mutex
	asked := make(map[string]int)    // how often the API was asked for what, by task
	reached := make(chan string, 10) // tasks that stand where they are to be disturbed
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		mu.Lock()
		defer mu.Unlock()
		found := number.FindStringSubmatch(string(r.Raw))
		if found == nil {
			return fakeapi.Error(403, "permission_error",
				fmt.Sprintf("%d messages of no task, the last: %s", len(r.Messages), r.LastUser), nil)
		}
		task := found[1]
		nth := func(what string) int {
			asked[task+" "+what]++
			return asked[task+" "+what]
		}
		switch {
		case isReview(r) && strings.Contains(r.System, "RUBRIC"):
			n := nth("reviewed")
			switch {
			case task == timeUp && n == 1:
				reached <- task
				return fakeapi.Hang()
			case task == overloaded && n <= 2: // ccc itself tries once more
				return fakeapi.Error(529, "overloaded_error", "Overloaded", nil)
			case task == never:
				return fakeapi.Text("Add a test for empty input.")
			}
			return fakeapi.Text("I looked.\n\n[TASK_COMPLETED]")
		case strings.Contains(r.LastUser, "Continue from where you left off"):
			nth("continued")
			return fakeapi.Text("went on")
		case strings.Contains(r.LastUser, "Add a test"):
			return fakeapi.Text("no, I say")
		case len(r.Results) > 0:
			return fakeapi.Text("done")
		}
		nth("begun")
		work := "echo " + task + " >made && echo " + task + " >>" + filepath.Join(dir, "done")
		if task == killed || task == requeued {
			reached <- task
			return fakeapi.Text("I begin").And(bash(work + " && exec sleep 300"))
		}
		return fakeapi.Text("I begin").And(bash(work))
	})

	const tasks = 8
	s := startSlurm(t, tasks)
	var plan, ticked strings.Builder
	for n := range tasks {
		fmt.Fprintf(&plan, "- [ ] task number %d\n", n+1)
		box := "x"
		if fmt.Sprint(n+1) == never {
			box = " "
		}
		fmt.Fprintf(&ticked, "- [%s] task number %d\n", box, n+1)
	}
	write(t, filepath.Join(dir, "PLAN.md"), plan.String())
	write(t, filepath.Join(dir, rubric.File), strict)
	runProgram(t, dir, nil, "sh", "-ec", `git init -q; git config user.name a; git config user.email a@b
		git add -A; git commit -qm begin`)
	script, err := filepath.Abs("../deploy/slurm/ccc.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	cmd := supervised(t, version, srv.URL, dir)
	env := append(cmd.Env, "PATH="+filepath.Dir(binary.Path(t))+":"+os.Getenv("PATH"), "CLAUDE_CODE_MAX_RETRIES=0",
		"SLURM_CONF="+s.conf())
	job := strings.TrimSpace(runProgram(t, dir, env, debian(t, "sbatch"), "--parsable", "--array=1-8", script, "PLAN.md",
		"--dangerously-skip-permissions"))

	t.Cleanup(func() {
		logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
		for _, log := range logs {
			if text, _ := os.ReadFile(log); t.Failed() {
				t.Logf("%s:\n%s", filepath.Base(log), text)
			}
		}
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.await(t, "sh", "-c", "! squeue -h | grep .")
	}()
	for disturbed := 0; disturbed < 3; {
		select {
		case task := <-reached:
			disturbed++
			if task != timeUp { // its tool has run when the line is there
				s.await(t, "grep", "-qsx", task, filepath.Join(dir, "done"))
			}
			switch task {
			case killed:
				pid := s.ccc(t, task)
				if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
					t.Error(err)
				}
			case requeued:
				runProgram(t, dir, env, "scontrol", "requeue", job+"_"+task)
			case timeUp: // as Slurm does by --signal
				runProgram(t, dir, env, "scancel", "--batch", "--signal=USR1", job+"_"+task)
			}
		case <-ended:
			t.Fatal("the jobs have ended before each was disturbed")
		}
	}
	<-ended

	mu.Lock()
	defer mu.Unlock()
	field := func(line, name string) string {
		_, rest, _ := strings.Cut(" "+line, " "+name+"=")
		value, _, _ := strings.Cut(rest, " ")
		return value
	}
	left := runProgram(t, dir, env, "scontrol", "show", "job", "-o", job)
	for line := range strings.Lines(left) {
		task := field(line, "ArrayTaskId")
		restarts, code := "0", "0:0"
		if slices.Contains([]string{killed, requeued, timeUp, overloaded}, task) {
			restarts = "1"
		}
		if task == never {
			code = "3:0"
		}
		subject, made := "task number "+task+"\n", task+"\n"
		if task == never {
			subject, made = "begin\n", ""
		}
		branch := "ccc/" + job + "-" + task
		if got := runProgram(t, dir, nil, "git", "log", "-1", "--format=%s", branch); got != subject {
			t.Errorf("%s ends with %q, want %q", branch, got, subject)
		}
		if got, _ := exec.Command("git", "-C", dir, "show", branch+":made").Output(); string(got) != made {
			t.Errorf("%s has %q, want %q", branch, got, made)
		}
		log, err := os.ReadFile(filepath.Join(dir, "ccc-"+job+"_"+task+".log"))
		if got := field(line, "Restarts"); got != restarts || field(line, "ExitCode") != code || asked[task+" begun"] != 1 {
			t.Errorf("task %s: %s restarts, exit code %s, asked for %d times; want %s, %s, once\n%s%v", task, got,
				field(line, "ExitCode"), asked[task+" begun"], restarts, code, log, err)
		}
	}
	done, err := os.ReadFile(filepath.Join(dir, "done"))
	lines := slices.Sorted(strings.Lines(string(done)))
	got := strings.Join(lines, "")
	if err != nil || got != "1\n2\n3\n4\n5\n6\n7\n8\n" || strings.Count(left, "\n") != tasks {
		t.Errorf("done is %q, %v\n%s", got, err, left)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "PLAN.md")); err != nil || string(got) != ticked.String() {
		t.Errorf("the plan is %q, %v", got, err)
	}
	t.Logf("asked: %v", slices.Sorted(maps.Keys(asked)))
}

// ccc returns the process of the ccc that does a task.
func (s *slurm) ccc(t *testing.T, task string) int {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		env, _ := os.ReadFile(path) // it may have ended
		args, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		list := strings.Split(string(args), "\x00")
		if strings.Contains(string(env), "SLURM_CONF="+s.conf()+"\x00") &&
			strings.Contains(string(env), "SLURM_ARRAY_TASK_ID="+task+"\x00") &&
			filepath.Base(list[0]) == "ccc" && list[1] == "run" {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
	}
	t.Fatalf("there is no ccc of task %s", task)
	return 0
}

func (s *slurm) conf() string { return filepath.Join(s.dir, "slurm.conf") }
