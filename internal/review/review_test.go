package review

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/git"

	"ccc/internal/review/check"
	"ccc/internal/review/facts"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/streamjson"
)

var (
	good    = check.Result{Name: "good", Command: "a", State: check.Passed, Tree: "T", Output: "fine"}
	bad     = check.Result{Name: "bad", Command: "b", State: check.Failed, Exit: 2, Output: "a-long-secret and more"}
	late    = check.Result{Name: "late", Command: "c", State: check.TimedOut, Exit: 143}
	missing = check.Result{Name: "missing", Command: "d", State: check.CannotRun, Exit: 127}
	stopped = check.Result{Name: "stopped", Command: "e", State: check.Stopped, Exit: 143}
)

// TestG02G03G04G12Decide: which changes need no reviewer, and what a reviewer is told of the others.
func TestG02G03G04G12Decide(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	strict := rubric.Rubric{Protect: []string{"**/*_test.go"}, ProtectStrict: true}
	for name, c := range map[string]struct {
		ctx     context.Context
		results []check.Result
		rubric  rubric.Rubric
		wrote   []string
		by      string
		failure streamjson.Failure
		told    string
	}{
		"nothing":          {told: "No file was written"},
		"green":            {results: []check.Result{good}, told: `"good" passed`},
		"red":              {results: []check.Result{good, bad}, by: task.ByChecks, told: `"bad" failed with exit code 2`},
		"too slow":         {results: []check.Result{late}, by: task.ByChecks, told: `"late" did not end`},
		"cannot run":       {results: []check.Result{missing}, told: `These could not run`},
		"stopped":          {ctx: done, results: []check.Result{stopped}, failure: streamjson.Aborted},
		"stopped before":   {ctx: done, failure: streamjson.Aborted},
		"stopped, but red": {ctx: done, results: []check.Result{bad, stopped}, failure: streamjson.Aborted},
		"out of time":      {results: []check.Result{good, stopped}, failure: streamjson.NeedsPerson},
		"protected": {
			rubric: rubric.Rubric{Protect: strict.Protect}, wrote: []string{"/p/a_test.go"}, told: `PROTECTED`,
		},
		"strictly": {rubric: strict, wrote: []string{"/p/a_test.go"}, by: task.ByProtect, told: `- "a_test.go"`},
		"another": {
			rubric: rubric.Rubric{Protect: strict.Protect}, wrote: []string{"/p/a.go"}, told: `- "a.go"`,
		},
		"strictly, without git": {rubric: strict, wrote: []string{"/p/a.go"}, failure: streamjson.NeedsPerson},
		"red before protected": {
			rubric: strict, results: []check.Result{bad}, wrote: []string{"/p/a_test.go"}, by: task.ByChecks, told: "bad",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			j := Request{
				Dir: "/p", Rubric: c.rubric, Edits: Edits{Paths: c.wrote}, Limit: time.Minute,
				Reviewer: Reviewer{Mask: secret.New("a-long-secret")},
			}
			v, told, _ := j.decide(c.ctx, workTree{err: fmt.Errorf("%w: here", git.ErrNoRepository)}, c.results, Sources{}, "")
			var got task.Verdict
			found := ""
			if v != nil {
				got, found = *v, v.Feedback
			} else {
				found = told("", false)
			}
			if named := slices.Contains(got.Evidence, "protected file a_test.go (changed)"); named != (c.by == task.ByProtect) {
				t.Errorf("it stands on %q", got.Evidence)
			}
			if got.By != c.by || got.Failure != c.failure || !strings.Contains(found, c.told) {
				t.Errorf("%+v, %q", v, found)
			}
			if strings.Contains(found, "a-long-secret") {
				t.Errorf("a secret is told: %q", found)
			}
			if (c.by != "" || c.failure != streamjson.NoFailure) != (v != nil) {
				t.Errorf("decided: %+v", v)
			}
		})
	}
}

// TestG06Bounded: a reviewer is told of checks and files in at most 16 KiB.
func TestG06Bounded(t *testing.T) {
	var results []check.Result
	for i := range 50 {
		results = append(results, check.Result{
			Name: fmt.Sprint(i), Command: strings.Repeat("x ", 300), State: check.Passed, Output: strings.Repeat("line\n", 900),
		})
	}
	var wrote []string
	for i := range 5000 {
		wrote = append(wrote, fmt.Sprintf("/p/directory/%d_test.go", i))
	}
	j := Request{Dir: "/p", Rubric: rubric.Rubric{Protect: []string{"**"}}, Edits: Edits{Paths: wrote}}
	_, told, _ := j.decide(t.Context(), workTree{err: git.ErrNoRepository}, results, Sources{}, "")
	found := told("", false)
	if len(found) > facts.Max || len(found) < facts.Max/2 {
		t.Errorf("%d bytes", len(found))
	}
}

func TestKeptIsKnownAgain(t *testing.T) {
	want := []check.Result{good, bad, late, missing}
	want[0].Duration = 1500 * time.Millisecond
	if got := checksFromState(checksForState(want)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, c := range checksInVerdict(want, secret.New("a-long-secret")) {
		if c.Output != "" {
			t.Errorf("a verdict has the output of %s", c.Name)
		}
	}
}
