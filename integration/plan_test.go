package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/internal/fakeapi"

	"github.com/rogpeppe/go-internal/txtar"
)

// planned is a repository with a plan whose tasks the real claude does. Each task runs the command in its line "sh: …".
// The review accepts it unless its title contains "ask"; then the reviewer has a question.
type planned struct {
	*testing.T
	dir, repo string
	env       []string
	claude    string
}

var commandOfTask = regexp.MustCompile(`(?m)^\s*sh: (.*)$`)

func newPlanned(t *testing.T, version, plan string) *planned {
	t.Helper()
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case isReview(r) && len(r.Results) == 0:
			return bash("git status --short")
		case isReview(r) && strings.Contains(string(r.Raw), "ask the user"):
			return fakeapi.Text("Which one?\n\n[NEEDS_USER]")
		case isReview(r):
			return fakeapi.Text("I looked at it.\n\n[TASK_COMPLETED]")
		case len(r.Results) > 0:
			return fakeapi.Text("done")
		case strings.Contains(r.LastUser, "has stopped with conflicts"):
			return bash(`printf 'one\ntwo\n' >file`)
		}
		if found := commandOfTask.FindStringSubmatch(r.LastUser); found != nil {
			return bash(found[1])
		}
		return fakeapi.Text("done")
	})
	dir := t.TempDir()
	p := &planned{T: t, dir: dir, repo: filepath.Join(dir, "project")}
	if err := os.Mkdir(p.repo, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := supervised(t, version, srv.URL, p.repo)
	p.env = append(cmd.Env, "IS_SANDBOX=1", "PATH="+dir+":"+os.Getenv("PATH"), "FORGE="+dir,
		"GIT_CONFIG_GLOBAL="+filepath.Join(dir, "gitconfig"))
	p.claude = cmd.Path
	p.save("gitconfig", "[user]\nname = me\nemail = me@example.com\n")
	p.save("project/SUPERVISOR.md", strict)
	p.save("project/PLAN.md", plan)
	p.git("init", "-q", "-b", "main")
	p.git("add", ".")
	p.git("commit", "-qm", "first")
	return p
}

func (p *planned) save(name, text string) {
	p.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o700); err != nil {
		p.Fatal(err)
	}
}

// sh returns what a command prints in the repository.
func (p *planned) sh(command string) string {
	p.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = p.repo, p.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

func (p *planned) git(args ...string) string {
	p.Helper()
	return p.sh("git '" + strings.Join(args, "' '") + "'")
}

func (p *planned) start(args ...string) (*exec.Cmd, *strings.Builder) {
	p.Helper()
	cmd := exec.Command(p.claude, append(append([]string{"run"}, args...), "PLAN.md", "--dangerously-skip-permissions")...)
	var said strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.repo, p.env, &said, &said
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	return cmd, &said
}

// run runs the plan, and checks the exit code and that the output matches each of these patterns.
func (p *planned) run(code int, want []string, args ...string) string {
	p.Helper()
	cmd, said := p.start(args...)
	_ = cmd.Wait() // the status is looked at
	if got := statusOf(cmd.ProcessState); got != code {
		p.Errorf("exit code %d, want %d\n%s", got, code, said)
	}
	for _, pattern := range want {
		if !regexp.MustCompile("(?m)" + pattern).MatchString(said.String()) {
			p.Errorf("not said: %s\n%s", pattern, said)
		}
	}
	return said.String()
}

func (p *planned) expect(what, got, want string) {
	p.Helper()
	if !regexp.MustCompile("(?m)" + want).MatchString(got) {
		p.Errorf("%s: %q, want %s", what, got, want)
	}
}

// TestS01S02S03S04S08RealPlan: with the real claude: a task that unticks another one, one that changes the user's work
// tree, conflicting branches that are merged, a run that is killed while it commits, and pull requests.
func TestS01S02S03S04S08RealPlan(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		for name, test := range map[string]func(*testing.T, string){
			"S01": unticked, "S02": hijacked, "S03": merged, "S04": killedInTree, "S08": pulled,
		} {
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				test(t, version)
			})
		}
	}
}

func unticked(t *testing.T, version string) {
	p := newPlanned(t, version, "- [x] a\n- [ ] b\n  sh: sed -i 's/- .x. a/- [ ] a/' PLAN.md; touch b\n- [ ] c\n  sh: touch c\n")
	p.run(3, []string{`PLAN.md was changed while tasks ran \("a" was unticked\). It was put back`}, "--commit")
	p.expect("plan", p.sh("cat PLAN.md"), `^- \[x\] a\n- \[x\] b\n(.*\n)+- \[ \] c`)
	p.run(0, nil, "--commit")
	p.expect("log", p.git("log", "--format=%s"), `^c\nb\nfirst\n$`)
}

func hijacked(t *testing.T, version string) {
	p := newPlanned(t, version, "- [ ] a\n  sh: git -C ../../project checkout -q -b hijack; touch a\n- [ ] b\n  sh: touch b\n")
	said := p.run(3, []string{`has left the branch on which the run began, for hijack: look at it, then git switch main`},
		"-j", "1", "--commit", "--keep-going")
	if strings.Contains(said, "git merge") {
		t.Errorf("a line that would merge into the other branch:\n%s", said)
	}
	p.git("switch", "-q", "main")
	p.run(0, []string{`^  git merge ccc/a-\w+$`, `^  git merge ccc/b-\w+$`}, "-j", "1", "--commit")
}

func merged(t *testing.T, version string) {
	p := newPlanned(t, version, "- [ ] one\n  sh: echo one >file\n- [ ] two\n  sh: echo two >file\n\n## Then\n- [ ] three\n  sh: cat file >three\n")
	p.run(0, []string{
		`task 3 waits until what it builds on is merged: ccc/two-\w+ has conflicts in file`,
		`^  git merge ccc/merge-plan-\w+$`,
	}, "-j", "2", "--commit", "--merge")
	p.expect("merged", p.sh(`git show $(git branch --list --format="%(refname:short)" "ccc/merge-*"):three`), `^one\ntwo\n$`)
}

func killedInTree(t *testing.T, version string) {
	p := newPlanned(t, version, "- [ ] a\n  sh: echo 1 >>a; test -e ../again || sleep 100\n- [ ] b\n  sh: touch b\n")
	cmd, said := p.start("--commit")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it is killed
	}()
	for {
		if _, err := os.Stat(filepath.Join(p.repo, "a")); err == nil {
			break
		}
		select {
		case <-ended:
			t.Fatalf("it ended by itself:\n%s", said)
		case <-time.After(10 * time.Millisecond):
		}
	}
	p.save("again", "")
	if err := syscall.Kill(cmd.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-ended
	p.run(0, []string{"continuing where the previous launch stopped"}, "--commit")
	p.expect("log", p.git("log", "--format=%s"), `^b\na\nfirst\n$`)
}

func pulled(t *testing.T, version string) {
	p := newPlanned(t, version, "- [ ] good\n  sh: touch good\n- [ ] ask the user\n  sh: touch bad\n")
	archive, err := txtar.ParseFile("testdata/script/run_pulls.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "bin/gh" {
			p.save("gh", string(f.Data))
		}
	}
	p.sh("git init -q --bare -b main ../server.git; git config --global url.file://$FORGE/server.git.insteadOf https://github.com/team/project.git; " +
		"git remote add origin https://github.com/team/project.git; git push -q -u origin main")
	args := []string{"-j", "2", "--commit", "--keep-going", "--pull-requests"}
	p.run(4, []string{`its pull request is https://github.com/team/project/pull/\d$`}, args...)
	calls := p.sh("cat ../calls")
	p.expect("calls", calls, `^pr create .* --title good --body-file -$`)
	p.expect("calls", calls, `^pr create .* --title ask the user --body-file - --draft$`)
	p.expect("text of the pull request", p.sh("cat ../*.body"), `Completed after 1 review`)
	p.run(4, nil, args...)
	if again := strings.Count(p.sh("cat ../calls"), "pr create"); again != 2 {
		t.Errorf("%d pull requests were opened, want 2", again)
	}
}
