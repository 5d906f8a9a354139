package plan

import (
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/state"
)

// TaskNumber reads the value of --task: the number of the only task to do; 0 for "". For auto it reads the number from
// the variables that Kubernetes and Slurm set for each job of an array.
func TaskNumber(word string, getenv func(string) string) (int, error) {
	if word == "" {
		return 0, nil
	}
	first, name := 1, "--task"
	if word == "auto" {
		if word, name = getenv("JOB_COMPLETION_INDEX"), "JOB_COMPLETION_INDEX"; word != "" {
			first = 0
		} else if word, name = getenv("SLURM_ARRAY_TASK_ID"), "SLURM_ARRAY_TASK_ID"; word == "" {
			return 0, lang.Errorf("--task auto: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set")
		}
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < first || n > math.MaxInt32 {
		return 0, lang.Errorf("%s names no task: %q", name, word)
	}
	return n - first + 1, nil
}

// CheckArguments returns an error for claude arguments that tasks of a plan cannot have: a prompt, a session, or a
// format.
func CheckArguments(a claude.Args, before, rest []string) error {
	switch {
	case a.Plain, a.Prompt != "":
		return lang.Errorf("unexpected %q: the tasks are in the plan", strings.Join(rest, " "))
	case a.Resume != "", a.Pick, a.Continue, slices.Contains(slices.Concat(before, rest), "--session-id"):
		return lang.Errorf("each task has a session of its own: --resume, --continue and --session-id do not " +
			"go with a plan")
	case a.Input == "stream-json", a.Output != "":
		return lang.Errorf("--input-format and --output-format do not go with the tasks of a plan")
	}
	return nil
}

// Launcher makes the command lines of the tasks. Each task is a supervised launch of ccc with a run id.
type Launcher struct {
	Program string   // the path of ccc
	Env     []string // the environment of this ccc
	Before  []string // claude's options in front of the provider
	Rest    []string // the provider and all arguments after it
	Literal bool     // Rest came after "--", so it names no provider
	Named   bool     // Rest begins with the provider
}

// Command returns the command of a task. link are its first arguments; launch is the launch id. The options that the
// plan gives the task take precedence over the command line.
func (l Launcher) Command(dir string, link []string, launch, runID string, o tasklist.Options) *exec.Cmd {
	args := slices.Concat(link, []string{"--supervisor", "--run-id", runID, "--output-format", "json"}, l.Before)
	rest := slices.Clone(l.Rest)
	switch {
	case o.Provider != "" && l.Named:
		rest[0] = o.Provider
	case o.Provider != "":
		rest = append([]string{o.Provider}, rest...)
	case l.Literal:
		args = append(args, "--")
	}
	if o.Model != "" {
		rest = append(rest, "--model", o.Model)
	}
	command := exec.Command(l.Program, append(args, rest...)...)
	command.Dir = dir
	command.Env = append(claude.Env(l.Env, state.LaunchEnvs()...), "PWD="+dir, state.LaunchEnv+"="+launch)
	return command
}

// Listed is a task as ccc run --list prints it.
type Listed struct {
	Number  int    `json:"number"`
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Done    bool   `json:"done"`
	tasklist.Options
}

// List returns the tasks of a plan in the order in which they are done. If only is not 0 it returns just the task with
// that number.
func List(path string, only int) ([]Listed, error) {
	p, _, err := load(path, only)
	if err != nil {
		return nil, err
	}
	var list []Listed
	for _, t := range p.InOrder() {
		if only == 0 || t.Number == only {
			list = append(list, Listed{t.Number, t.Title, t.Heading, t.Done, t.Options})
		}
	}
	return list, nil
}
