package plan

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestS07Events: each event of a run matches docs/reference/run-events.schema.json. The last event of a task has its
// model, tokens and times over all its starts.
func TestS07Events(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/run-events.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("events.json", document); err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("events.json")
	path := repositoryOf(t, "- [ ] a\n- [ ] b\n- [ ] c\n")
	script := `touch by-$1
		case $1 in
		a)	if mkdir "$2.first"; then
				printf '{"phase":"agent","model":"m1","cost_usd":0.1,"tokens":{"in":10,"cached":5,"out":1}}\n' >&4
				kill -9 $$
			fi
			printf '{"phase":"review","round":1,"of":10,"model":"m2","cost_usd":0.2,"tokens":{"in":20,"cached":5,"out":2}}\n' >&4
			printf '{"phase":"wait","round":1,"of":10,"limit":"until 15:04","verdict":{"completed":false,"feedback":"no"}}\n' >&4
			printf '{"phase":"agent","round":1,"model":"m2","cost_usd":0.2,"tokens":{"in":20,"cached":5,"out":2}}\n' >&4;;
		c)	echo '{"outcome":"not_completed","exit_code":3,"reason":"why"}'; exit 3;;
		esac`
	var types []string
	var first outcome.Row
	set := func(c *Config) {
		c.Jobs, c.Commit, c.Merge = 1, true, true
		c.Event = func(e Event) {
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			if err == nil {
				err = schema.Validate(got)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, line)
			}
			if e.Type != eventNote {
				types = append(types, e.Type)
			}
			if e.Type == eventDone && e.Task == 1 {
				first = *e.Row
			}
		}
	}
	result, said := runOf(t, path, script, set)
	want := []string{
		"begun", "started", "phase", "started", "phase", "verdict", "waiting", "phase", "phase", "done",
		"started", "done", "started", "done", "merged", "merged", "result",
	}
	if !slices.Equal(types, want) || result.ExitCode != 3 {
		t.Errorf("exit code %d, events %q, want %q; said:\n%s", result.ExitCode, types, want, said)
	}
	if first.Ending == nil || first.Model != "m2" || first.Tokens != (link.Tokens{In: 30, Cached: 10, Out: 3}) ||
		first.Commit == "" ||
		first.Branch == "" || first.Began.IsZero() || first.Ended.Before(first.Began) {
		t.Errorf("the first task ended as %+v", first)
	}

	// The next run reports what this run has done.
	result, _ = runOf(t, path, script, set)
	again := result.Tasks[0]
	if again.OutcomeWord() != outcome.Ticked || again.Before == nil || again.Before.Model != "m2" ||
		again.Commit != first.Commit {
		t.Errorf("the next run tells of the first task %+v", again)
	}
}

// TestS07SchemaHasAllFields: the schema of the events contains each field of a task and of a run.
func TestS07SchemaHasAllFields(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/run-events.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]reflect.Type{"row": reflect.TypeFor[outcome.Row](),
		"result": reflect.TypeFor[outcome.Result]()} {
		for _, field := range reflect.VisibleFields(of) {
			tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if _, ok := schema.Defs[name].Properties[tag]; !ok && tag != "" && tag != "-" {
				t.Errorf("%s has no %s", name, tag)
			}
		}
	}
}
