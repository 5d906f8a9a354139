package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"
)

// composite is a GitHub action that consists of steps.
type composite struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Steps []struct {
			ID, If, Uses, Shell, Run string
			Env                      map[string]string
		}
	}
}

// action runs an action of deploy/github as GitHub does: action [FOLDER/] CODE NAME=VALUE… The names are inputs, and
// values that an expression may use (github.actor). The output of the steps is in the file log, the action's outputs
// are in outputs, and the job's summary is in summary.
func action(ts *testscript.TestScript, neg bool, args []string) {
	folder := ""
	if len(args) > 0 && strings.HasSuffix(args[0], "/") {
		folder, args = args[0], args[1:]
	}
	if neg || len(args) < 1 {
		ts.Fatalf("usage: action [FOLDER/] CODE NAME=VALUE…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	dir, err := filepath.Abs("../deploy/github/" + folder)
	ts.Check(err)
	text, err := os.ReadFile(filepath.Join(dir, "action.yml"))
	ts.Check(err)
	var a composite
	ts.Check(yaml.Unmarshal(text, &a))

	known := make(map[string]string) // values that an expression may use
	for name, input := range a.Inputs {
		known["inputs."+name] = input.Default
	}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(name, "github.") {
			known[name] = value
			continue
		}
		if _, ok := a.Inputs[name]; !ok {
			ts.Fatalf("the action has no input %s", name)
		}
		known["inputs."+name] = value
	}
	value := func(text string) string {
		m := expression.FindStringSubmatch(text)
		if m == nil {
			return text
		}
		value, ok := known[m[1]]
		if !ok && !strings.HasPrefix(m[1], "steps.") {
			ts.Fatalf("nobody knows %s", text)
		}
		return value
	}
	for name, input := range a.Inputs { // a default may be an expression, a given value is not
		if at := "inputs." + name; known[at] == input.Default {
			known[at] = value(input.Default)
		}
	}

	temp := filepath.Join(ts.Getenv("WORK"), "temp")
	ts.Check(os.MkdirAll(temp, 0o700)) // it is one job: files of the action are still there at its next use
	env := []string{
		"GITHUB_ACTION_PATH=" + dir, "RUNNER_TEMP=" + temp,
		"GITHUB_STEP_SUMMARY=" + filepath.Join(ts.Getenv("WORK"), "summary"),
	}
	log, err := os.Create(filepath.Join(ts.Getenv("WORK"), "log"))
	ts.Check(err)
	defer log.Close()
	code := 0
	for _, step := range a.Runs.Steps {
		if step.If != "" || step.Uses != "" || step.Shell != "bash" || strings.Contains(step.Run, "${{") {
			ts.Fatalf("a step of another kind, or a text that becomes a command: %+v", step)
		}
		output, path := filepath.Join(temp, "output"), filepath.Join(temp, "path")
		write := func(name, text string) { ts.Check(os.WriteFile(name, []byte(text), 0o600)) }
		write(output, "")
		write(path, "")
		write(filepath.Join(temp, "step.sh"), step.Run)
		cmd := command(ts, []string{"bash", "--noprofile", "--norc", "-eo", "pipefail", filepath.Join(temp, "step.sh")})
		cmd.Env = append(append(cmd.Env, env...), "GITHUB_OUTPUT="+output, "GITHUB_PATH="+path)
		for name, text := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+value(text))
		}
		cmd.Stdout, cmd.Stderr = log, log
		_ = cmd.Run() // the status is checked
		for line := range strings.Lines(ts.ReadFile(output)) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			known["steps."+step.ID+".outputs."+name] = value
		}
		for line := range strings.Lines(ts.ReadFile(path)) {
			ts.Setenv("PATH", strings.TrimSuffix(line, "\n")+":"+ts.Getenv("PATH"))
		}
		if code = statusOf(cmd.ProcessState); code != 0 {
			break
		}
	}
	var outputs strings.Builder
	for name, output := range a.Outputs {
		outputs.WriteString(name + "=" + value(output.Value) + "\n")
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "outputs"), []byte(outputs.String()), 0o600))
	if code != want {
		ts.Fatalf("exit code %d, want %d\n%s", code, want, ts.ReadFile(log.Name()))
	}
}

var expression = regexp.MustCompile(`^\$\{\{ (.*) \}\}$`)
