package plan

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/secret"
	"ccc/internal/state"
)

// runOf runs a plan whose tasks are done by a shell script. The script gets the title as $1 and the path of the plan as
// $2, and every task that it ends well is completed.
func runOf(t *testing.T, path, script string, more func(*Config)) (Result, string) {
	t.Helper()
	dir := filepath.Dir(path)
	said := ""
	c := Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(filepath.Dir(dir), "state")), Mask: secret.New(),
		Command: func(in string, _ []string, _, _ string) *exec.Cmd {
			command := exec.Command("sh", "-c", `read -r title; set -- "$title" "$0"; `+script+`
				echo '{"outcome":"completed"}'`, path)
			command.Dir = in
			return command
		},
		Now: func() string { return "" },
		Say: func(m lang.Message) { said += m.String() + "\n" }, Line: func(int, string) {}, Changed: func() {},
	}
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
		Command: func(string, []string, string, string) *exec.Cmd {
			adds := `printf -- '- [ ] %s\n' a$$ b$$ >>"$0"; echo '{"outcome":"completed"}'`
			return exec.Command("sh", "-c", adds, path)
		},
		Now: func() string { return "" },
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
