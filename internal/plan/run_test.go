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
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/supervision/output"
	"ccc/loop"
)

// runOf runs a plan whose tasks are done by a shell script. The script gets the title as $1 and the path of the plan as
// $2, and every task that it ends well is completed.
func runOf(t *testing.T, path, script string, more func(*Config)) (Result, string) {
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

// configOf is the configuration for [runOf].
func configOf(path, script string) Config {
	dir := filepath.Dir(path)
	return Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(filepath.Dir(dir), "state")), Mask: secret.New(),
		Command: func(in string, _ []string, _, _ string, _ Options) *exec.Cmd {
			command := exec.Command("sh", "-c", `read -r title; set -- "$title" "$0"; `+script+`
				echo '{"outcome":"completed"}'`, path)
			command.Dir = in
			return command
		},
		Now: func() string { return "" }, Allow: func(Plan) error { return nil }, Settings: func(string) map[string]string { return nil },
		Line: func(int, string) {}, Changed: func() {},
	}
}

// planIn writes a plan in a new directory.
func planIn(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(files.Directory(t, filepath.Join(t.TempDir(), "project")), "PLAN.md")
	files.Save(t, path, text)
	return path
}

// TestR05S01Damage: a plan that loses, moves or unticks tasks while tasks run is put back, and ends the run; one that
// gains tasks is followed. Words that change are followed, too, but such a run is not completed.
func TestR05S01Damage(t *testing.T) {
	const before = "- [x] zero\n- [ ] one\n- [ ] two\n- [ ] three\n"
	const oneDone = "- [x] zero\n- [x] one\n- [ ] two\n- [ ] three\n"
	const allDone = "- [x] zero\n- [x] one\n- [x] two\n- [x] three\n"
	for name, test := range map[string]struct {
		agent string // of the task one
		after string
		said  string // "" for a completed run
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

// TestAdded: a plan to which its tasks add others comes to an end, even without a bound on cost and time.
func TestAdded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "PLAN.md")
	if err := os.WriteFile(path, []byte("- [ ] first\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := Open(Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(dir, "state")), Mask: secret.New(),
		Command: func(string, []string, string, string, Options) *exec.Cmd {
			adds := `printf -- '- [ ] %s\n' a$$ b$$ >>"$0"; echo '{"outcome":"completed"}'`
			return exec.Command("sh", "-c", adds, path)
		},
		Now: func() string { return "" }, Allow: func(Plan) error { return nil }, Settings: func(string) map[string]string { return nil },
		Say: func(m lang.Message) { t.Log(m) }, Line: func(int, string) {}, Changed: func() {},
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
			want = notBegun
		}
		if row.Outcome != want || row.Done != (want == "completed") {
			t.Errorf("task %d: %+v", i+1, row)
		}
	}
}

// TestR04Settings: a task that changes what claude runs or is set by ends the run, as does one that changed them in a
// part that was killed. The plan may let tasks do that.
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
		result, _ := runOf(t, path, change+"kill -9 $$; ", set) // three times
		if result.ExitCode != output.ExitNotCompleted {
			t.Errorf("%+v", result)
		}
	})
}

// TestFrontMatter: what a plan's front matter says is not part of its text, and what ccc does not know is refused.
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
		if ticked, ok := Tick([]byte(text), ID{"a", 1}); want == "" && (!ok || !strings.Contains(string(ticked), "- [x] a\n")) {
			t.Errorf("%q: ticked %q", text, ticked)
		}
	}
}

// repositoryOf makes a git repository with a plan in it, and returns the path of the plan.
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

// TestS02Home: with work trees, what a task does to the user's own tree and branch, or to the branch of a task that is
// done, is told, and is no success; no merge is offered that would go elsewhere, or bring what nobody has reviewed.
func TestS02Home(t *testing.T) {
	for name, test := range map[string]struct {
		agent, said string
		merge       int
		begins      bool // the next task
	}{
		"nothing":        {`:`, "", 2, true},
		"another branch": {`git -C "$home" switch -q -c hijack`, "has left the branch on which the run began, for hijack: look at it, then git switch main", 0, false},
		"no branch":      {`git -C "$home" switch -q --detach`, "has left the branch on which the run began, for a detached HEAD: look at it, then git switch main", 0, false},
		"a commit less":  {`git -C "$home" reset -q --soft HEAD~1`, "no longer contains", 0, false},
		"a commit more":  {`git -C "$home" commit -q --allow-empty -m more`, "your branch main got commits while tasks ran: git log", 2, true},
		"a file":         {`echo >"$home/new"`, "files of your work tree changed while tasks ran: new", 2, true},
		"a hook": {`printf '#!/bin/sh\necho evil >two\ngit add two\n' >"$home/.git/hooks/pre-commit"
			chmod +x "$home/.git/hooks/pre-commit"`, "project/.git/hooks/pre-commit.", 0, false},
		"a setting":     {`git config core.hooksPath /evil`, "ran: git config core.hookspath.", 0, false},
		"a name":        {`git config user.name another`, "", 2, true},
		"a done branch": {`git update-ref "refs/heads/$(git branch --list --format='%(refname:short)' 'ccc/one-*')" HEAD`, `is no longer what "one" left`, 1, false},
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

// TestS05Notify: the user is called at the end, with the totals; while others go on, of the first task that needs the
// user and of the first wait for the API; and of each task where that is set. A start that does nothing calls nobody.
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

// TestL10TableOfARun: the table counts findings once, and at 60 and 40 columns it still has the titles, and below it
// what it has no room for.
func TestL10TableOfARun(t *testing.T) {
	row := func(number int, title string, e ending) Row {
		return Row{Number: number, Title: title, Branch: "ccc/" + title, ending: &e}
	}
	result := Result{Tasks: []Row{
		row(1, "first-task", ending{Outcome: loop.Completed, Rounds: 1, SessionID: "5e551011-0000-4000-8000-000000000001",
			Advice: 1, FoundAgain: 2, Unchecked: true}),
		row(2, "第二个任务", ending{Outcome: loop.NotCompleted, ExitCode: 3, Rounds: 3, Open: 2, Advice: 1,
			Reason: "stopped: new findings in each round"}),
	}}
	result.Tasks[0].Done = true
	for width, want := range map[int]string{
		200: `TASK  OUTCOME                                              ROUNDS  COST   TIME  TITLE       BRANCH          SESSION
1     completed, nothing checked · 1 advice · 2 dismissed  1       $0.00  0s    first-task  ccc/first-task  5e551011-0000-4000-8000-000000000001
2     not completed · 2 open · 1 advice                    3       $0.00  0s    第二个任务  ccc/第二个任务  -
task 2: not completed: stopped: new findings in each round
tasks done: 1 of 2 · 0s
`,
		60: `TASK  OUTCOME        ROUNDS  COST   TIME  TITLE
1     completed      1       $0.00  0s    first-task
2     not completed  3       $0.00  0s    第二个任务
task 1: session 5e551011-0000-4000-8000-000000000001
task 1: branch ccc/first-task
task 1: completed, nothing checked · 1 advice · 2 dismissed
task 2: branch ccc/第二个任务
task 2: not completed · 2 open · 1 advice: stopped: new
  findings in each round
tasks done: 1 of 2 · 0s
`,
		40: `TASK  OUTCOME        TITLE
1     completed      first-task
2     not completed  第二个任务
task 1: session 5e551011-0000-4000-8000-000000000001
task 1: branch ccc/first-task
task 1: ROUNDS 1 · COST $0.00 · TIME 0s
task 1: completed, nothing checked · 1
  advice · 2 dismissed
task 2: branch ccc/第二个任务
task 2: ROUNDS 3 · COST $0.00 · TIME 0s
task 2: not completed · 2 open · 1
  advice: stopped: new findings in each
  round
tasks done: 1 of 2 · 0s
`,
	} {
		var b strings.Builder
		if err := result.WriteTable(&b, func() int { return width }, lang.English); err != nil || b.String() != want {
			t.Errorf("at %d columns: %v\n%s\nwant\n%s", width, err, b.String(), want)
		}
	}
}

// TestS04IndexRemoved: a task whose agent has removed git's index is committed as any other, and so is the next one.
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
