package plan

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/supervision/output"
)

// runOf runs a plan whose tasks a shell script does. The script gets the title as $1 and the path of the plan as $2. A
// task is completed if the script exits with 0.
func runOf(t *testing.T, path, script string, more func(*Config)) (outcome.Result, string) {
	t.Helper()
	said := ""
	c := configOf(path, script)
	c.Say = func(m lang.Message) { said += m.String() + "\n" }
	if more != nil {
		more(&c)
	}
	run, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	result, err := run.Do()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(said)
	return result, said
}

// configOf returns the configuration for [runOf].
func configOf(path, script string) Config {
	dir := filepath.Dir(path)
	return Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(filepath.Dir(dir), "state")), Mask: secret.New(),
		Command: func(in string, _ []string, _, _ string, _ tasklist.Options) *exec.Cmd {
			command := exec.Command("sh", "-c", `read -r title; set -- "$title" "$0"; `+script+`
				echo '{"outcome":"completed"}'`, path)
			command.Dir = in
			return command
		},
		Now: func() string { return "" }, Allow: func(tasklist.Plan) error { return nil },
		Settings: func(string) map[string]string { return nil },
		Line:     func(int, string) {}, Changed: func() {},
	}
}

// planIn writes a plan to a new directory, and returns its path.
func planIn(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(files.Directory(t, filepath.Join(t.TempDir(), "project")), "PLAN.md")
	files.Save(t, path, text)
	return path
}

// TestR05S01Damage: if the plan loses, moves or unticks tasks while tasks run, it is written back and the run ends. New
// tasks are done. Changed texts are used as well, but then the run does not count as completed.
func TestR05S01Damage(t *testing.T) {
	const before = "- [x] zero\n- [ ] one\n- [ ] two\n- [ ] three\n"
	const oneDone = "- [x] zero\n- [x] one\n- [ ] two\n- [ ] three\n"
	const allDone = "- [x] zero\n- [x] one\n- [x] two\n- [x] three\n"
	for name, test := range map[string]struct {
		agent string // the script of the task "one"
		after string
		said  string // the reason of the run; "" for a completed run
	}{
		"nothing":            {``, allDone, ""},
		"removes a task":     {`sed -i /two/d "$2"`, oneDone, `"two" is gone`},
		"removes all":        {`: >"$2"`, oneDone, `"one" is gone, "two" is gone, "three" is gone`},
		"removes the plan":   {`rm "$2"`, oneDone, "PLAN.md was removed while tasks ran. It was put back"},
		"removes its own":    {`sed -i /one/d "$2"`, oneDone, `"one" is gone`},
		"makes it no text":   {`printf '\000' >>"$2"`, oneDone, `"one" is gone`},
		"rewords a task":     {`sed -i s/two/nothing/ "$2"`, oneDone, `"two" is gone`},
		"unticks a task":     {`sed -i 's/\[x\] zero/[ ] zero/' "$2"`, oneDone, `"zero" was unticked`},
		"moves a task":       {`sed -i /two/d "$2"; echo '- [ ] two' >>"$2"`, oneDone, `"two" was moved`},
		"puts one later":     {`sed -i 's/- \[ \] two/# Later\n&/' "$2"`, oneDone, `"two" was moved`},
		"adds a task":        {`echo '- [x] four' >>"$2"`, allDone + "- [x] four\n", ""},
		"removes a done one": {`sed -i /zero/d "$2"`, strings.TrimPrefix(allDone, "- [x] zero\n"), ""},
		"rewords what is below": {
			`sed -i 's/two/&\n  a little/' "$2"`, strings.Replace(allDone, "two\n", "two\n  a little\n", 1),
			"the text of the plan changed while tasks ran, for: two.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := planIn(t, before)
			result, said := runOf(t, path, `[ "$1" != one ] || {
`+test.agent+"\n:\n}", nil)
			code := 0
			if test.said != "" {
				code = output.ExitNotCompleted
			}
			if result.ExitCode != code || result.Retryable || !strings.Contains(said, test.said) {
				t.Errorf("%d, %q, said:\n%s", result.ExitCode, result.Reason, said)
			}
			if now := files.Content(t, path); now != test.after {
				t.Errorf("the plan is now\n%s", now)
			}
			if strings.Contains(said, "what was found is in") {
				_, found, _ := strings.Cut(said, "what was found is in ")
				found, _, _ = strings.Cut(found, "\n")
				if text := files.Content(t, found); text == before || text == test.after {
					t.Errorf("found was\n%s", text)
				}
				result, _ := runOf(t, path, ``, nil)
				if done := result.Tasks[1]; result.ExitCode != 0 || done.Title != "one" || done.Reviews() != 0 {
					t.Errorf("the next run: %+v", result)
				}
			}
		})
	}
}

// TestAdded: a run whose tasks add tasks to the plan ends, even without a limit on cost and time.
func TestAdded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "PLAN.md")
	if err := os.WriteFile(path, []byte("- [ ] first\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := Open(Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(dir, "state")), Mask: secret.New(),
		Command: func(string, []string, string, string, tasklist.Options) *exec.Cmd {
			adds := `printf -- '- [ ] %s\n' a$$ b$$ >>"$0"; echo '{"outcome":"completed"}'`
			return exec.Command("sh", "-c", adds, path)
		},
		Now: func() string { return "" }, Allow: func(tasklist.Plan) error { return nil },
		Settings: func(string) map[string]string { return nil },
		Say:      func(m lang.Message) { t.Log(m) }, Line: func(int, string) {}, Changed: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	result, err := run.Do()
	if err != nil || result.ExitCode != output.ExitNotCompleted || len(result.Tasks) != 1+2*(1+leastAdded) {
		t.Errorf("result = %+v, %v", result, err)
	}
	for i, row := range result.Tasks {
		want := "completed"
		if i > leastAdded {
			want = outcome.NotBegun
		}
		if row.Outcome != want || row.Done != (want == "completed") {
			t.Errorf("task %d: %+v", i+1, row)
		}
	}
}

// TestR04Settings: a task that changes settings ends the run, even if the part that changed them was killed. The plan
// may allow tasks to change settings.
func TestR04Settings(t *testing.T) {
	const change = `[ "$1" != one ] || echo "$$" >settings; `
	look := func(dir string) map[string]string {
		text, err := os.ReadFile(filepath.Join(dir, "settings"))
		if err != nil {
			return map[string]string{}
		}
		return map[string]string{filepath.Join(dir, "settings"): string(text)}
	}
	const plan = "- [ ] one\n- [ ] two\n"
	for name, test := range map[string]struct {
		front, script string
		code          int
		after         string
	}{
		"changed": {"", change, output.ExitNotCompleted, "- [x] one\n- [ ] two\n"},
		"allowed": {"---\nsettings: may change\n---\n", change, 0, "- [x] one\n- [x] two\n"},
		"allows itself": {"", change + `[ "$1" != one ] || { printf '%s\n' --- 'settings: may change' --- | cat - "$2" >new
			cat new >"$2"; }; `, output.ExitNotCompleted, "- [x] one\n- [ ] two\n"},
	} {
		t.Run(name, func(t *testing.T) {
			path := planIn(t, test.front+plan)
			result, said := runOf(t, path, test.script, func(c *Config) { c.Settings = look })
			if result.ExitCode != test.code || test.code > 0 && !strings.Contains(said, `while task 1, "one", ran: settings.`) {
				t.Errorf("%d, %q", result.ExitCode, said)
			}
			if now := files.Content(t, path); now != test.front+test.after {
				t.Errorf("the plan is now\n%s", now)
			}
			if result, _ := runOf(t, path, "", func(c *Config) { c.Settings = look }); result.ExitCode != 0 {
				t.Errorf("the next run, after the user has seen that: %+v", result)
			}
		})
	}
	t.Run("cut off", func(t *testing.T) {
		path := planIn(t, plan)
		set := func(c *Config) { c.Settings = look }
		result, _ := runOf(t, path, change+"kill -9 $$; ", set) // killed three times
		if result.ExitCode != output.ExitNotCompleted {
			t.Errorf("%+v", result)
		}
	})
}

// TestFrontMatter: the front matter is not part of the plan's text, and an unknown key is an error.
func TestFrontMatter(t *testing.T) {
	for text, want := range map[string]string{
		"---\nsettings: may change\n---\n- [ ] a\n":          "",
		"---\n# c\n\"settings\": may change\n---\n- [ ] a\n": "",
		"---\n- [ ] a\n---\n":                                "",
		"\ufeff---\r\nother: 1\r\n---\r\n- [ ] a\n":          `line 2: unknown key "other", known: settings`,
		"---\n\nsettings: true\n---\n- [ ] a\n":              `line 3: settings takes: may change`,
	} {
		path := planIn(t, text)
		p, _, err := load(path, 0)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case err == nil && (p.Context != "" && !strings.HasPrefix(text, "---\n-") || len(p.Tasks) != 1):
			t.Errorf("%q: %+v", text, p)
		}
		if ticked, ok := tasklist.Tick([]byte(text), tasklist.ID{Title: "a", Nth: 1}); want == "" &&
			(!ok || !strings.Contains(string(ticked), "- [x] a\n")) {
			t.Errorf("%q: ticked %q", text, ticked)
		}
	}
}

// repositoryOf makes a git repository that contains a plan, and returns the path of the plan.
func repositoryOf(t *testing.T, plan string) string {
	t.Helper()
	path := planIn(t, plan)
	for _, args := range [][]string{
		{"init", "--quiet", "--initial-branch=main"}, {"config", "user.name", "me"}, {"config", "user.email", "me"},
		{"add", "--all"}, {"commit", "--quiet", "--message=first"},
	} {
		if out, err := exec.Command("git", append([]string{"-C", filepath.Dir(path)}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, out)
		}
	}
	return path
}

// TestS02Home: in a run with work trees, changes to the user's own tree and branch, or to the branch of a finished
// task, are reported, and the run does not succeed. It offers no merge that would go to another branch, or that
// contains unreviewed work.
func TestS02Home(t *testing.T) {
	for name, test := range map[string]struct {
		agent, said string
		merge       int
		begins      bool // the next task begins
	}{
		"nothing": {`:`, "", 2, true},
		"another branch": {`git -C "$home" switch -q -c hijack`,
			"has left the branch on which the run began, for hijack: look at it, then git switch main", 0, false},
		"no branch": {`git -C "$home" switch -q --detach`,
			"has left the branch on which the run began, for a detached HEAD: look at it, then git switch main", 0, false},
		"a commit less": {`git -C "$home" reset -q --soft HEAD~1`, "no longer contains", 0, false},
		"a commit more": {`git -C "$home" commit -q --allow-empty -m more`,
			"your branch main got commits while tasks ran: git log", 2, true},
		"a file": {`echo >"$home/new"`, "files of your work tree changed while tasks ran: new", 2, true},
		"a hook": {`printf '#!/bin/sh\necho evil >two\ngit add two\n' >"$home/.git/hooks/pre-commit"
			chmod +x "$home/.git/hooks/pre-commit"`, "project/.git/hooks/pre-commit.", 0, false},
		"a setting": {`git config core.hooksPath /evil`, "ran: git config core.hookspath.", 0, false},
		"a name":    {`git config user.name another`, "", 2, true},
		"a done branch": {`git update-ref "refs/heads/$(git branch --list --format='%(refname:short)' 'ccc/one-*')" HEAD`,
			`is no longer what "one" left`, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := repositoryOf(t, "- [ ] one\n- [ ] two\n- [ ] three\n")
			home := filepath.Dir(path)
			if out, err := exec.Command("git", "-C", home, "commit", "-q", "--allow-empty", "-m", "m").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			result, said := runOf(t, path, `home='`+home+`'; [ "$1" = three ] || echo >"$1"; [ "$1" != two ] || {
				`+test.agent+"\n}\n", func(c *Config) {
				c.Jobs, c.Commit = 1, true
				c.Settings = func(dir string) map[string]string { return git.Programs(t.Context(), dir) }
			})
			code := 0
			if test.said != "" {
				code = output.ExitNotCompleted
			}
			if result.ExitCode != code || !strings.Contains(said, test.said) || len(result.Merge) != test.merge {
				t.Errorf("%d, merge %q, said:\n%s", result.ExitCode, result.Merge, said)
			}
			if begun := strings.Contains(said, "task 3 of 3"); begun != test.begins {
				t.Errorf("the next task: %v", begun)
			}
		})
	}
}

// TestS04KilledAfterRemoval: a run that was killed after it had removed the work tree of a task, and before it saved
// that, goes on. The missing settings of the tree are no change of settings.
func TestS04KilledAfterRemoval(t *testing.T) {
	path, said := repositoryOf(t, "- [ ] one\n- [ ] two\n"), ""
	c := configOf(path, `echo >"$1"; [ "$1" != two ] || [ -e "`+path+`.again" ] || exit 7;`)
	c.Jobs, c.Commit, c.KeepGoing = 1, true, true
	c.Settings = func(dir string) map[string]string { return git.Programs(t.Context(), dir) }
	c.Say = func(m lang.Message) { said += m.String() + "\n" }
	first, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Do(); err != nil {
		t.Fatal(err)
	}
	name := taskName(first.fileKey, tasklist.ID{Title: "one", Nth: 1})
	one := first.record.Tasks[name]
	tip := one.Tip
	one.Kept, one.Tip, first.record.Ended = false, "", false
	first.record.Programs = git.Programs(t.Context(), c.Dir)
	err = first.store.SetPlan(first.record)
	first.Close()
	if err != nil {
		t.Fatal(err)
	}
	files.Save(t, path+".again", "")
	second, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	result, err := second.Do()
	if got := second.record.Tasks[name].Tip; err != nil || result.ExitCode != 0 || got != tip || tip == "" {
		t.Errorf("exit code %d, %v, tip %q, want %q; said:\n%s", result.ExitCode, err, got, tip, said)
	}
}

// TestS05Notify: the user is notified at the end with the totals, and while other tasks go on of the first task that
// needs the user and of the first wait for the API. With Each, every task is notified. A start that does nothing sends
// no notification.
func TestS05Notify(t *testing.T) {
	const failing = `case $1 in *bad*) exit 7;; esac;`
	took := regexp.MustCompile(`\d+s$`)
	const waiting = `[ "$1" != slow ] || echo '{"phase":"wait","cost_usd":0.5,"limit":"until 12:00"}' >&4;`
	for name, test := range map[string]struct {
		script string
		plan   string
		more   func(*Config)
		want   []string
	}{
		"all done": {"", "- [ ] a\n- [ ] b\n", nil, []string{"completed PLAN.md: tasks done: 2 of 2 · TIME"}},
		"each": {
			"", "- [ ] a\n- [ ] b\n", func(c *Config) { c.Notify.Each = true }, []string{
				`completed PLAN.md: task 1, "a": completed`, `completed PLAN.md: task 2, "b": completed`,
				"completed PLAN.md: tasks done: 2 of 2 · TIME",
			},
		},
		"not done, and that ends it": {failing, "- [ ] bad\n- [ ] b\n", nil, []string{
			`needs_user PLAN.md: tasks done: 0 of 2 · TIME | task 1, "bad": error: ccc has ended with exit code 7`,
		}},
		"not done, and others go on": {
			failing, "- [ ] bad\n- [ ] bad2\n- [ ] c\n", func(c *Config) { c.KeepGoing = true }, []string{
				`needs_user PLAN.md: task 1, "bad": error | ccc has ended with exit code 7`,
				`needs_user PLAN.md: tasks done: 1 of 3 · TIME | task 1, "bad": error: ccc has ended with exit code 7 | ` +
					`task 2, "bad2": error: ccc has ended with exit code 7`,
			},
		},
		"a limit": {waiting, "- [ ] slow\n", nil, []string{
			`limit PLAN.md: task 1, "slow": until 12:00 · $0.50`, "completed PLAN.md: tasks done: 1 of 1 · TIME",
		}},
		"nothing to do": {"", "- [x] a\n", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			self := filepath.Join(dir, "notify")
			files.Save(t, self, "#!/bin/sh\nf=$(mktemp "+dir+"/event-XXXXXX); cat >$f.json\n")
			if err := os.Chmod(self, 0o700); err != nil {
				t.Fatal(err)
			}
			runOf(t, planIn(t, test.plan), test.script, func(c *Config) {
				c.Notify.Command = notify.Command{Line: "true", Self: self}
				c.Notify.Language = lang.English
				if test.more != nil {
					test.more(c)
				}
			})
			called, err := filepath.Glob(dir + "/event-*.json")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, path := range called {
				var in struct{ Event notify.Event }
				if err := json.Unmarshal([]byte(files.Content(t, path)), &in); err != nil {
					t.Fatal(err)
				}
				if e := in.Event; e.Door != "run" || e.Run == nil || filepath.Base(e.Plan) != "PLAN.md" {
					t.Errorf("event of no run: %+v", e)
				}
				got = append(got, in.Event.Event+" "+took.ReplaceAllString(in.Event.Text, "TIME"))
				if d := in.Event.Detail; d != "" {
					got[len(got)-1] += " | " + strings.ReplaceAll(d, "\n", " | ")
				}
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if !slices.Equal(got, test.want) {
				t.Errorf("events:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestS04IndexRemoved: a task is committed even if its agent has removed git's index, and so is the next task.
func TestS04IndexRemoved(t *testing.T) {
	path := repositoryOf(t, "- [ ] a\n- [ ] b\n")
	dir := filepath.Dir(path)
	result, said := runOf(t, path, `cd "`+dir+`"; touch by-$1; [ $1 != a ] || rm .git/index`,
		func(c *Config) { c.Commit = true })
	names, err := exec.Command("git", "-C", dir, "ls-tree", "--name-only", "HEAD").Output()
	if result.ExitCode != 0 || err != nil || string(names) != "PLAN.md\nby-a\nby-b\n" {
		t.Errorf("exit code %d, %v, files %q; said:\n%s", result.ExitCode, err, names, said)
	}
}

// TestS09Waits: the user is told of each task that does not begin because an earlier one is not done.
func TestS09Waits(t *testing.T) {
	path := planIn(t, "- [ ] a\n- [ ] b\n  after: 1\n- [ ] c\n  after: 2\n- [ ] d\n")
	result, said := runOf(t, path, `[ "$1" != a ] || { echo '{"outcome":"not_completed","exit_code":3}'; exit 3; }`,
		func(c *Config) { c.KeepGoing = true })
	for _, want := range []string{
		"task 2 is not begun: it comes after task 1, which is not done",
		"task 3 is not begun: it comes after task 2, which is not done",
	} {
		if strings.Count(said, want) != 1 {
			t.Errorf("not said once: %s", want)
		}
	}
	if result.ExitCode != 3 || !result.Tasks[3].Done || result.Tasks[2].Done {
		t.Errorf("%+v", result)
	}
}

// TestS09Limit: no other task begins while a task waits for a usage limit.
func TestS09Limit(t *testing.T) {
	path := repositoryOf(t, "- [ ] a\n- [ ] b\n- [ ] c\n")
	dir := filepath.Dir(filepath.Dir(path))
	script := `cd "$(dirname "$2")/.."
		await() { until [ -e "$1" ]; do sleep 0.01; done; }
		case $1 in
		a)	printf '{"phase":"wait","limit":"until 15:04"}\n' >&4; await held; echo a >>log; printf '{"phase":"agent"}\n' >&4;;
		b)	await limited;;
		c)	touch held; echo c >>log;;
		esac`
	var run *Run
	c := configOf(path, script)
	c.Jobs = 2
	c.Say = func(m lang.Message) {
		if strings.Contains(m.String(), "no further task begins meanwhile: task 1 waits: until 15:04") {
			files.Save(t, filepath.Join(dir, "held"), "")
		}
	}
	c.Changed = func() {
		if run != nil && slices.ContainsFunc(run.Rows(), func(row outcome.Row) bool { return row.Status.Limit != "" }) {
			files.Save(t, filepath.Join(dir, "limited"), "")
		}
	}
	run, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if _, err := run.Do(); err != nil {
		t.Error(err)
	}
	if got := files.Content(t, filepath.Join(dir, "log")); got != "a\nc\n" {
		t.Errorf("done in the order %q", got)
	}
}

// TestS03OnlyDone: work that no review has found done is not offered for merging, and no later task builds on it.
func TestS03OnlyDone(t *testing.T) {
	path := repositoryOf(t, "# One\n- [ ] a\n# Two\n- [ ] b\n# Three\n- [ ] c\n")
	result, said := runOf(t, path, `task=$(basename "$PWD"); echo >"by-$task"; git add . && git commit -qm "$task"
		case $task in b-*) echo '{"outcome":"not_completed","exit_code":3}'; exit 3;; esac`,
		func(c *Config) { c.Jobs, c.Commit, c.KeepGoing = 1, true, true })
	if len(result.Merge) != 1 || !strings.HasPrefix(result.Merge[0], "ccc/c-") || result.ExitCode != 3 {
		t.Errorf("exit code %d, to be merged: %q; said:\n%s", result.ExitCode, result.Merge, said)
	}
	out, err := exec.Command("git", "-C", filepath.Dir(path), "ls-tree", "--name-only", result.Merge[0]).Output()
	if err != nil || strings.Contains(string(out), "by-b") || !strings.Contains(string(out), "by-a") {
		t.Errorf("%v: in it are %s", err, out)
	}
}

// TestS09OrderOfARun: a run does a task after the tasks that its option after names.
func TestS09OrderOfARun(t *testing.T) {
	path := planIn(t, "- [ ] a\n  after: [3, 2]\n- [ ] b\n  after: 3\n- [ ] c\n- [ ] d\n")
	log := path + ".log"
	if result, _ := runOf(t, path, `echo "$1" >>"$2.log"`, nil); result.ExitCode != 0 {
		t.Errorf("exit code %d", result.ExitCode)
	}
	if got := strings.Fields(files.Content(t, log)); !slices.Equal(got, []string{"c", "b", "a", "d"}) {
		t.Errorf("done as %q", got)
	}
}
