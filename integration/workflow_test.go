package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"ccc/integration/binary"
)

// ghOfWorkflow is a gh that stores each opened pull request as a line in $FORGE, and counts those of a branch.
const ghOfWorkflow = `#!/bin/sh
head=; for word; do if [ "$last" = --head ]; then head=$word; fi; last=$word; done
case $2 in
list) grep -c " $head " $FORGE/pulls; : ;;
create) echo "pull $head $*" >>$FORGE/pulls ;;
esac
`

// TestS08PlanWorkflow: the steps of deploy/github/plan.yml against a local git server. A task whose pull request is
// open is not listed. No pull request of a task contains a change of the plan, and none is opened twice. One pull
// request has the ticks of all tasks.
func TestS08PlanWorkflow(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../deploy/github/plan.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Concurrency struct{ Group string }
		Jobs        map[string]struct {
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil || !strings.Contains(workflow.Concurrency.Group, "inputs.plan") {
		t.Fatalf("%v; a second run of a plan does not wait: %+v", err, workflow.Concurrency)
	}
	dir := t.TempDir()
	env := append(os.Environ(), "FORGE="+dir, "PATH="+dir+":"+os.Getenv("PATH"), "RUNNER_TEMP="+dir, "PLAN=PLAN.md",
		"GITHUB_REPOSITORY=team/project", "GITHUB_REF_NAME=main", "GITHUB_OUTPUT="+filepath.Join(dir, "output"),
		"GIT_CONFIG_GLOBAL="+filepath.Join(dir, "gitconfig"))
	save := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	sh := func(in, script string, more ...string) string {
		t.Helper()
		cmd := exec.Command("bash", "-eo", "pipefail", "-c", script)
		cmd.Dir, cmd.Env = filepath.Join(dir, in), append(env, more...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s\n%s", err, script, out)
		}
		return string(out)
	}
	step := func(job string) string {
		steps := workflow.Jobs[job].Steps
		return steps[len(steps)-1].Run
	}
	type listed struct {
		Number        int
		Title, Branch string
	}
	list := func() (tasks []listed) {
		t.Helper()
		save("output", "")
		sh("tree", step("list"))
		out, _ := os.ReadFile(filepath.Join(dir, "output"))
		if err := json.Unmarshal([]byte(strings.TrimPrefix(string(out), "tasks=")), &tasks); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return tasks
	}

	save("gh", ghOfWorkflow)
	save("npm", "#!/bin/sh\nmkdir -p $RUNNER_TEMP/ccc/bin && ln -sf "+binary.Path(t)+" $RUNNER_TEMP/ccc/bin/ccc\n")
	save("pulls", "")
	save("gitconfig", "[user]\nname = me\nemail = me@example.com\n")
	save("tree/PLAN.md", "- [ ] one\n- [x] old\n- [ ] two\n- [ ] two\n- [ ] three\n")
	sh("", "git init -q --bare -b main server.git; cd tree; git init -q -b main; git add .; git commit -qm first; "+
		"git remote add origin ../server.git; git push -q -u origin main")

	tasks := list()
	if len(tasks) != 4 || tasks[1].Branch == tasks[2].Branch {
		t.Fatalf("the tasks are %+v", tasks)
	}
	for i, task := range tasks[:3] { // the runner does each in a tree of its own; the third of them is not done
		outcome := []string{"completed", "completed", "not_completed"}[i]
		results := []string{"task-1", "task-3", "task-4"}[i]
		save("results/"+results+"/result.json", `{"outcome":"`+outcome+`"}`)
		save("results/"+results+"/comment.md", "### Done\n")
		sh("tree", `echo x >"file-$N"; sed -i "$N s/\[ \]/[x]/" PLAN.md; git add -A; `+
			`git diff --cached --unified=0 HEAD -- PLAN.md >../results/$TO/tick.patch; git restore --staged PLAN.md; `+
			`git diff --cached --binary HEAD >../results/$TO/changes.patch; git reset -q --hard`,
			"N="+strings.TrimPrefix(results, "task-"), "TO="+results)
		for range 2 { // the job is run again
			// a runner has the results of its task next to a fresh checkout
			sh("", `rm -rf run; mkdir run; cp -r results/$TO run/results; git clone -q server.git run/tree`, "TO="+results)
			sh("run/tree", step("publish"), "TITLE="+task.Title, "BRANCH="+task.Branch)
		}
	}
	pulls := sh("", "cat pulls")
	if strings.Count(pulls, "pull ") != 2 || !regexp.MustCompile(`--title one --body-file`).MatchString(pulls) {
		t.Errorf("the pull requests are\n%s", pulls)
	}
	for _, task := range tasks[:2] {
		files := sh("server.git", "git diff --name-only main "+task.Branch)
		if files != "file-1\n" && files != "file-3\n" {
			t.Errorf("%s changes %q", task.Title, files)
		}
	}
	if left := list(); len(left) != 2 || left[0] != tasks[2] || left[1] != tasks[3] {
		t.Errorf("listed with two pull requests open: %+v", left)
	}
	sh("", "rm -rf run; mkdir run; cp -r results run/; git clone -q server.git run/tree")
	sh("run/tree", step("ticks"), "BRANCH=ccc/ticks-7-1")
	if plan := sh("server.git", "git show ccc/ticks-7-1:PLAN.md"); plan != "- [x] one\n- [x] old\n- [x] two\n- [ ] two\n- [ ] three\n" {
		t.Errorf("the ticks are\n%s", plan)
	}
	// both are merged, and then the ticks
	sh("tree", "git fetch -q; git merge -q --no-edit origin/"+tasks[0].Branch+"; git merge -q --no-edit origin/"+tasks[1].Branch+
		"; git merge -q --no-edit origin/ccc/ticks-7-1")
}
