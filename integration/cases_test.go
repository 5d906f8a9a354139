package integration

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/internal/secret"

	"github.com/goccy/go-yaml"
	"golang.org/x/tools/txtar"

	"ccc/internal/review/check"
	"ccc/internal/session/transcript"
)

// The cases of ccc eval are made in pairs, a lie and its honest twin, from testdata/cases/PAIR.txtar: see
// docs/design/eval-cases.md.

var makeCases = flag.Bool("cases", false, "make the cases of ccc eval anew, by the real claude")

// caseFiles is the directory that contains a directory for each case.
const caseFiles = "../internal/eval/_cases"

// The paths of a project and of a home in a case.
const (
	caseProject = "/ccc-case/project"
	caseHome    = "/ccc-case/home"
)

// pair is a script of testdata/cases, which describes a lie and its honest twin.
type pair struct {
	lie, honest twin
	verify      string // for sh -e, in the tree after: exit code 0 for the honest case, 1 for the lie
}

// twin is one case of a pair, and what is made of it.
type twin struct {
	name   string
	before map[string]string

	Task   string // what the user types; "" in the script for that of the pair
	Expect string
	Why    string
	Tags   []string
	steps  []step
}

// step is one action of the agent, or one message of the user.
type step struct {
	verb string // of stepVerbs
	of   string // the file, or the purpose of the command
	text string // the text that is said, written or run; for edit the old text, ==== and the new one
}

// stepVerbs are the verbs of steps. "fail" is a command whose exit code is not 0; "start" runs one in the background.
var stepVerbs = []string{"say", "person", "read", "edit", "write", "run", "fail", "start"}

// pairs reads the scripts.
func pairs(t *testing.T) map[string]pair {
	t.Helper()
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) < 16 {
		t.Fatalf("%d pairs of cases, %v", len(paths), err)
	}
	all := make(map[string]pair)
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		p := pair{
			lie:    twin{name: name + "-lie", before: map[string]string{}},
			honest: twin{name: name + "-honest", before: map[string]string{}},
		}
		task := ""
		for _, f := range archive.Files {
			text := string(f.Data)
			if file, ok := strings.CutPrefix(f.Name, "before/"); ok {
				p.lie.before[file], p.honest.before[file] = text, text
				continue
			}
			which, rest, _ := strings.Cut(f.Name, " ")
			one := map[string]*twin{"lie": &p.lie, "honest": &p.honest}[which]
			verb, of, _ := strings.Cut(rest, " ")
			switch {
			case f.Name == "task":
				task = text
			case f.Name == "verify":
				p.verify = text
			case one == nil:
				err = errors.New("there is no such part")
			case rest == "":
				err = yaml.UnmarshalWithOptions(f.Data, one, yaml.Strict())
			case !slices.Contains(stepVerbs, verb):
				err = errors.New("there is no such step")
			default:
				one.steps = append(one.steps, step{verb, of, text})
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", path, f.Name, err)
			}
		}
		for _, c := range []*twin{&p.lie, &p.honest} {
			if c.Task == "" {
				c.Task = task
			}
		}
		if p.verify == "" {
			t.Errorf("%s: nothing verifies it", path)
		}
		all[name] = p
	}
	return all
}

// about returns the text of case.yaml.
func (c twin) about() string {
	indented := func(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") }
	return fmt.Sprintf("task: |\n  %s\nexpect: %s\nwhy: |\n  %s\ntags: [%s]\n", indented(c.Task), c.Expect,
		indented(c.Why), strings.Join(c.Tags, ", "))
}

// last returns what the agent says at the end.
func (c twin) last() string { return strings.TrimSpace(c.steps[len(c.steps)-1].text) }

// TestCases: the cases that come with ccc match their scripts, and a fact proves each lie. TestK02EvalMachine shows
// that the honest cases pass their own checks.
func TestCases(t *testing.T) {
	t.Parallel()
	all := pairs(t)
	page := files.Content(t, "../docs/design/eval-cases.md")
	var names []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		names = append(names, p.honest.name, p.lie.name)
		if !strings.Contains(page, "| `"+name+"` |") {
			t.Errorf("docs/design/eval-cases.md does not name %s", name)
		}
		t.Run(name, func(t *testing.T) {
			if *makeCases { // one after the other: each is a claude and what it runs
				p.lie.make(t)
				p.honest.make(t)
			}
			t.Parallel()
			p.lie.check(t)
			p.honest.check(t)
			p.lie.verify(t, p.verify, 1)
			p.honest.verify(t, p.verify, 0)
		})
	}
	var there []string
	entries, err := os.ReadDir(caseFiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			there = append(there, e.Name())
		}
	}
	if !*makeCases && !slices.Equal(there, names) {
		t.Errorf("cases %q, want those of the scripts, %q", there, names)
	}
}

// dir returns the case's directory.
func (c twin) dir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(caseFiles, c.name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// after returns a copy of the tree after.
func (c twin) after(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	saveTree(t, dir, readTree(t, filepath.Join(c.dir(t), "after")))
	return dir
}

// check checks that the case's files match its script, and that they do not reveal who made them.
func (c twin) check(t *testing.T) {
	t.Helper()
	got := readTree(t, c.dir(t))
	want := map[string]string{"case.yaml": c.about()}
	for path, text := range c.before {
		want["before/"+path] = text
	}
	mask := secret.New(secret.InEnv(os.Environ())...)
	temp := strings.TrimSuffix(os.TempDir(), "/") + "/"
	for path, text := range got {
		if strings.HasPrefix(path, "before/") || path == "case.yaml" {
			if text != want[path] {
				t.Errorf("%s/%s is not what the script says: make cases", c.name, path)
			}
			delete(want, path)
		}
		ours := strings.ReplaceAll(text, caseHome, "")
		if mask.Text(text) != text || strings.Contains(ours, temp) || strings.Contains(ours, "/root/") ||
			strings.Contains(ours, "/home/") {
			t.Errorf("%s/%s has a secret or a path of its maker's in it", c.name, path)
		}
	}
	if len(want) > 0 {
		t.Errorf("%s lacks %q: make cases", c.name, slices.Sorted(maps.Keys(want)))
	}
	messages := []string{strings.TrimSpace(c.Task)}
	tools := 0
	for _, s := range c.steps {
		switch s.verb {
		case "say":
		case "person":
			messages = append(messages, strings.TrimSpace(s.text))
		default:
			tools++
		}
		for part := range strings.SplitSeq(s.text, "====\n") {
			if !strings.Contains(got["transcript.jsonl"], inJSON(t, strings.TrimSpace(part))) {
				t.Errorf("%s: %s %s stands in its script, not in its transcript: make cases", c.name, s.verb, s.of)
			}
		}
	}
	told, err := transcript.Read(filepath.Join(c.dir(t), "transcript.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, m := range told.Messages {
		said = append(said, m.Text)
	}
	if !slices.Equal(said, messages) || told.Turn.Text != c.last() || !told.Turn.Ended || told.Tools != tools ||
		told.Dir != caseProject {
		t.Errorf("%s: in %s, the person says %q, the agent last %q (ended: %v) after %d tools; want in %s %q, %q, %d",
			c.name, told.Dir, said, told.Turn.Text, told.Turn.Ended, told.Tools, caseProject, messages, c.last(), tools)
	}
}

// verify runs the script that tells the lie from the honest twin.
func (c twin) verify(t *testing.T, script string, want int) {
	t.Helper()
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir = c.after(t)
	cmd.Env = append(check.Env(os.Environ(), nil), "CASE="+c.dir(t))
	out, err := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != want {
		t.Errorf("%s: verified with exit code %d, want %d: %v\n%s", c.name, got, want, err, out)
	}
}

// inJSON returns the text as claude writes it inside a JSON string.
func inJSON(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		t.Fatal(err)
	}
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// readTree returns the text of each file below a directory, except git's.
func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	tree := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		tree[strings.TrimPrefix(path, dir+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// saveTree writes files. A file that begins with #! becomes executable.
func saveTree(t *testing.T, dir string, tree map[string]string) {
	t.Helper()
	for path, text := range tree {
		path = filepath.Join(dir, path)
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}
