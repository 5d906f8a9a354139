// Package check checks the files of deploy/: workflows by actionlint, manifests by the types of Kubernetes. It is a
// module of its own, so that these libraries are not in ccc's go.mod.
package check

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// TestWorkflow: actionlint finds no fault in the workflows, nor in the inputs that they give to the actions.
func TestWorkflow(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{".git", ".github/workflows", "action/review", "action/comment"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	workflows := []string{"plan.yml", "review.yml"}
	for _, from := range append(workflows, "action.yml", "review/action.yml", "comment/action.yml") {
		text, err := os.ReadFile(filepath.Join("../github", from))
		if err != nil {
			t.Fatal(err)
		}
		// actionlint does not know the inputs of actions in other repositories.
		here, to := action.ReplaceAllString(string(text), "./action$1"), filepath.Join("action", from)
		if slices.Contains(workflows, from) {
			to = filepath.Join(".github/workflows", from)
			if here == string(text) {
				t.Errorf("%s does not use the action", from)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, to), []byte(here), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	project, err := actionlint.NewProject(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range workflows {
		var said bytes.Buffer
		// actionlint also checks shell scripts if shellcheck is installed.
		linter, err := actionlint.NewLinter(&said, &actionlint.LinterOptions{Shellcheck: "shellcheck"})
		if err != nil {
			t.Fatal(err)
		}
		found, err := linter.LintFile(filepath.Join(dir, ".github/workflows", name), project)
		if err != nil || len(found) > 0 {
			t.Errorf("%v\n%s", err, &said)
		}
	}
}

// action matches the use of one of our actions in a workflow.
var action = regexp.MustCompile(`OWNER/ccc/deploy/github((?:/\w+)?)@v[0-9.]+`)

// TestManifests: the API of Kubernetes has each kind of document, and all its fields.
func TestManifests(t *testing.T) {
	text, err := os.ReadFile("../kubernetes/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for document := range strings.SplitSeq(string(text), "\n---\n") {
		var kind struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
			t.Fatal(err)
		}
		into := map[string]any{
			"v1 PersistentVolumeClaim": new(core.PersistentVolumeClaim), "batch/v1 Job": new(batch.Job),
		}[kind.APIVersion+" "+kind.Kind]
		if into == nil {
			t.Errorf("%+v is not known here", kind)
			continue
		}
		kinds[kind.Kind]++
		if err := yaml.UnmarshalStrict([]byte(document), into, yaml.DisallowUnknownFields); err != nil {
			t.Errorf("%s: %v", kind.Kind, err)
		}
		if job, ok := into.(*batch.Job); ok {
			checkJob(t, job.Spec)
		}
	}
	if kinds["Job"] != 1 || kinds["PersistentVolumeClaim"] != 1 {
		t.Errorf("there are %v", kinds)
	}
}

// checkJob: the job is retried in the cases that docs/guides/kubernetes.md names. A disruption is handled first,
// whatever the exit code.
func checkJob(t *testing.T, j batch.JobSpec) {
	if j.Template.Spec.RestartPolicy != core.RestartPolicyNever ||
		j.BackoffLimitPerIndex == nil || j.PodFailurePolicy == nil {
		t.Fatalf("the job has no policy for each index: %+v", j)
	}
	rules := j.PodFailurePolicy.Rules
	if first := rules[0]; first.Action != batch.PodFailurePolicyActionIgnore || len(first.OnPodConditions) != 1 ||
		first.OnPodConditions[0].Type != core.DisruptionTarget {
		t.Errorf("the first rule is %+v", first)
	}
	names := []string{"tree"} // of containers
	for _, c := range j.Template.Spec.Containers {
		names = append(names, c.Name)
	}
	for code, want := range map[int32]batch.PodFailurePolicyAction{
		1: "FailIndex", 2: "FailIndex", 3: "FailIndex", 4: "FailIndex", 127: "FailIndex", 75: "Count", 137: "", 143: "",
	} {
		var got batch.PodFailurePolicyAction
		for _, rule := range rules {
			if on := rule.OnExitCodes; on != nil && got == "" && slices.Contains(on.Values, code) {
				got = rule.Action
				if on.Operator != "In" || !slices.IsSorted(on.Values) || !slices.Contains(names, *on.ContainerName) {
					t.Errorf("the API server refuses %+v", on)
				}
			}
		}
		if got != want {
			t.Errorf("exit code %d: %q, want %q", code, got, want)
		}
	}
}
