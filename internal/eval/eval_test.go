package eval

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ccc/internal/file"
)

// TestK05BuiltIn: all cases that come with ccc can be judged.
func TestK05BuiltIn(t *testing.T) {
	cases, broken, err := ReadCases(nil)
	if err != nil || len(broken) > 0 || len(cases) == 0 {
		t.Fatal(len(cases), broken, err)
	}
	for _, c := range cases {
		if (c.Expect == Feedback) == strings.HasSuffix(c.Name, "-honest") {
			t.Errorf("%s expects %s", c.Name, c.Expect)
		}
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		n, of, cases int
		want         [2]float64
	}{ // from the formula, by hand
		{0, 0, 0, [2]float64{0, 1}},
		{0, 16, 16, [2]float64{0, 0.1936}},
		{1, 2, 2, [2]float64{0.0945, 0.9055}},
		{16, 16, 16, [2]float64{0.8064, 1}},
		{3, 20, 20, [2]float64{0.0524, 0.3604}},
		{5, 10, 2, [2]float64{0.0945, 0.9055}}, // 5 tries of 2 cases
	} {
		got := WilsonInterval(c.n, c.of, c.cases)
		if math.Abs(got[0]-c.want[0]) > 1e-4 || math.Abs(got[1]-c.want[1]) > 1e-4 {
			t.Errorf("%d of %d in %d cases: %.4f, want %.4f", c.n, c.of, c.cases, got, c.want)
		}
	}
}

// TestK01Counts: each verdict is counted in the right place.
func TestK01Counts(t *testing.T) {
	all := []Verdict{Completed, Feedback, NeedsUser}
	for _, expect := range all {
		for _, got := range append(all, NoVerdict, LeftToReviewer) {
			r := Result{Case: "x", Expect: expect, Verdict: got}
			c := CountResults([]Result{r})
			want := map[string]int{"right": 0}
			switch {
			case got == NoVerdict:
				want["nothing"] = 1
			case got == LeftToReviewer, got == expect:
				want["right"] = 1
			case got == Completed:
				want["accept"] = 1
			case expect == Completed:
				want["reject"] = 1
			default:
				want["misdirected"] = 1
			}
			if c.FalseAccepts.N != want["accept"] || c.FalseRejects.N != want["reject"] || c.NoVerdict != want["nothing"] ||
				c.Misdirected != want["misdirected"] || r.AsExpected() != (want["right"] == 1) {
				t.Errorf("expected %s, got %s: %+v", expect, got, c)
			}
			verdict := got != NoVerdict && !(got == LeftToReviewer && expect != Completed)
			if (c.FalseAccepts.Of == 1) != (verdict && expect != Completed) ||
				(c.FalseRejects.Of == 1) != (verdict && expect == Completed) {
				t.Errorf("expected %s, got %s: of %d and %d", expect, got, c.FalseAccepts.Of, c.FalseRejects.Of)
			}
		}
	}
	c := CountResults([]Result{ // the false accept is one of two, because no reviewer was asked about case a
		{Case: "a", Try: 1, Expect: Feedback, Verdict: Feedback, By: "checks", DurationMS: 100},
		{Case: "b", Try: 1, Expect: Feedback, Verdict: Completed, By: "reviewers", CostUSD: 0.1, DurationMS: 300,
			PromptTokens: 10},
		{Case: "b", Try: 2, Expect: Feedback, Verdict: Feedback, By: "reviewers", CostUSD: 0.3, DurationMS: 500,
			PromptTokens: 20},
	})
	if c.Caught != (Count{N: 1, Of: 3}) || c.FalseAccepts.N != 1 || c.FalseAccepts.Of != 2 ||
		!reflect.DeepEqual(c.Unstable, []string{"b"}) || c.CostUSD != 0.4 ||
		math.Abs(c.MedianUSD-0.2) > 1e-9 || c.MedianTime.Milliseconds() != 300 || c.MedianTokens != 15 {
		t.Errorf("%+v", c)
	}
}

// TestMedians: a result without a verdict does not count for the medians, whatever it cost.
func TestMedians(t *testing.T) {
	c := CountResults([]Result{
		{Case: "a", Expect: Feedback, Verdict: Feedback, CostUSD: 1, PromptTokens: 10},
		{Case: "b", Expect: Feedback, Verdict: NoVerdict, CostUSD: 5, PromptTokens: 90},
	})
	if c.MedianUSD != 1 || c.MedianTokens != 10 || c.CostUSD != 6 {
		t.Errorf("%+v", c)
	}
}

// TestK03Against: cases that got worse since the baseline are named.
func TestK03Against(t *testing.T) {
	one := func(name string, expect, got Verdict) Result {
		return Result{Case: name, Digest: name, Expect: expect, Verdict: got}
	}
	lie, accepted := one("lie", Feedback, Feedback), one("lie", Feedback, Completed)
	honest, rejected := one("honest", Completed, Completed), one("honest", Completed, Feedback)
	asked, silent := one("lie", Feedback, NeedsUser), one("lie", Feedback, NoVerdict)
	changed := accepted
	changed.Digest = "another"
	for name, c := range map[string]struct {
		before, now []Result
		cases       int
		worse       string
	}{
		"the same":              {[]Result{lie, rejected}, []Result{lie, rejected}, 2, ""},
		"a false accept":        {[]Result{lie, honest}, []Result{accepted, honest}, 2, "lie"},
		"one for another":       {[]Result{lie, rejected}, []Result{accepted, honest}, 2, "lie"},
		"now it is accepted":    {[]Result{asked}, []Result{accepted}, 1, "lie"},
		"and no more":           {[]Result{accepted}, []Result{asked}, 1, ""},
		"a reject, none before": {[]Result{lie, honest}, []Result{lie, rejected}, 2, "honest"},
		"one of two tries":      {[]Result{lie}, []Result{lie, accepted}, 1, "lie"},
		"twice one of two":      {[]Result{lie, accepted}, []Result{lie, lie, accepted, accepted}, 1, ""},
		"better":                {[]Result{accepted, rejected}, []Result{lie, honest}, 2, ""},
		"no verdict":            {[]Result{lie}, []Result{one("lie", Feedback, NoVerdict)}, 1, "lie"},
		"silent, once accepted": {[]Result{accepted}, []Result{one("lie", Feedback, NoVerdict)}, 1, "lie"},
		"silent as before":      {[]Result{silent}, []Result{silent}, 1, ""},
		"silent no more":        {[]Result{one("lie", Feedback, NoVerdict)}, []Result{lie}, 1, ""},
		"another case now":      {[]Result{lie}, []Result{changed}, 0, ""},
		"left by the checks":    {[]Result{lie}, []Result{one("lie", Feedback, LeftToReviewer)}, 1, "lie"},
	} {
		got := CompareResults(c.before, c.now)
		if got.Cases != c.cases || strings.Join(got.Worse, " ") != c.worse {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestLayout: the folder "before" is committed, then the project is made equal to "after" without writing files that
// are equal already.
func TestLayout(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	c := Case{Name: "x", Session: "s", rubric: []byte("---\nprotect: [a] # /ccc-case/home\n---\n"),
		transcript: []byte("/ccc-case/project\n"),
		files: fstest.MapFS{
			"before/same": text("1"), "before/changed": text("1"), "before/gone/deep": text("1"),
			"before/run": text("#!/bin/sh\n"), "before/SUPERVISOR.md": text("---\nprotect: [a] # /ccc-case/home\n---\n"),
			"after/same": text("1"), "after/changed": text("2"), "after/new": text("/ccc-case/home"),
			"after/run":           text("#!/bin/sh\n"),
			"after/SUPERVISOR.md": text("---\nprotect: [a] # /ccc-case/home\n---\n"),
		}}
	if _, err := c.listParts(); err != nil {
		t.Fatal(err)
	}
	p, err := c.layOut(t.Context(), "Judge by this.", false)
	if err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = p.Project
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if got := git("status", "--porcelain"); got != "" {
		t.Errorf("before the task: %s", got)
	}
	if err := p.applyWork(); err != nil {
		t.Fatal(err)
	}
	if got := git("status", "--porcelain"); got != " M changed\n D gone/deep\n?? new\n" {
		t.Errorf("after it: %s", got)
	}
	want := "---\nprotect: [a] # " + p.Home + "\n---\nJudge by this."
	if got, _ := os.ReadFile(filepath.Join(p.Project, "SUPERVISOR.md")); string(got) != want {
		t.Errorf("the rubric: %q", got)
	}
	if info, err := os.Stat(filepath.Join(p.Project, "run")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%v, %v", info, err)
	}
	if got, _ := os.ReadFile(filepath.Join(p.Project, "new")); string(got) != p.Home {
		t.Errorf("new: %q", got)
	}
	if got, _ := os.ReadFile(p.Transcript); string(got) != p.Project+"\n" {
		t.Errorf("the session: %q", got)
	}
	if info, err := os.Stat(p.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	Sweep(file.Listing{}) // it is in use
	if _, err := os.Stat(p.Dir); err != nil {
		t.Error(err)
	}
	p.remove()
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestStore: a run finds its own stored results and no others, except a truncated line and cases that have changed
// since.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	c := Case{Name: "x", files: fstest.MapFS{"case.yaml": {Data: []byte("1")}}}
	if _, err := c.listParts(); err != nil {
		t.Fatal(err)
	}
	digest := c.Digest()
	open := func(id Identity) (*Store, []Result) {
		t.Helper()
		s, known, spent, err := OpenStore(dir, id, []Case{c})
		if err != nil {
			t.Fatal(err)
		}
		if want := float64(len(known)) / 4; len(known) > 0 && spent != want+0.5 { // and what was cut off
			t.Errorf("$%.2f were spent, want $%.2f", spent, want+0.5)
		}
		return s, known
	}
	s, _ := open(Identity{Model: "a"})
	for _, r := range []Result{
		{Case: "x", Try: 1, Digest: digest, Verdict: Feedback, CostUSD: 0.25},
		{Case: "x", Try: 2, Digest: "old", Verdict: Feedback, CostUSD: 0.25},
		{Case: "x", Try: 3, Digest: digest, CostUSD: 0.25},
		{Case: "x", Try: 4, Digest: digest, Verdict: NoVerdict},
	} {
		if err := s.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.file.WriteString(`{"case":"x","tr`); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := OpenStore(dir, Identity{Model: "a"}, nil); err != ErrRunning {
		t.Errorf("twice at once: %v", err)
	}
	s.Close(false)
	if other, known := open(Identity{Model: "b"}); len(known) > 0 {
		t.Errorf("another judge has %v", known)
	} else {
		other.Close(true)
	}
	s, known := open(Identity{Model: "a"})
	if len(known) != 1 || known[0].Verdict != Feedback {
		t.Errorf("%+v", known)
	}
	if err := s.Keep(Result{Case: "x", Try: 3, Digest: digest, Verdict: Completed, CostUSD: 0.25}); err != nil {
		t.Fatal(err)
	}
	s.Close(false)
	if s, known = open(Identity{Model: "a"}); len(known) != 2 {
		t.Errorf("behind a line that was cut off: %+v", known)
	}
	s.Close(false)
	old := time.Now().Add(-maxAge - time.Hour)
	if err := os.Chtimes(s.file.Name(), old, old); err != nil {
		t.Fatal(err)
	}
	if s, known = open(Identity{Model: "a"}); len(known) != 0 {
		t.Errorf("of last week: %+v", known)
	}
	retry := Result{Case: "x", Try: 5, Digest: digest, Verdict: NoVerdict}
	for _, want := range []bool{true, false} { // without a verdict for the first time, and for the second
		if err := s.Keep(retry); err != nil {
			t.Fatal(err)
		}
		if kept, err := s.Close(true); kept != want || err != nil {
			t.Errorf("kept: %v, %v", kept, err)
		}
		if want {
			s, _ = open(Identity{Model: "a"})
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
