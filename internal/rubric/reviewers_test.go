package rubric

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestG09Reviewer: what the front matter of each of the files says about its reviewer.
func TestG09Reviewer(t *testing.T) {
	const front = "model: opus\nprovider: glm\ntools: [Read, Grep]\ntimeout: 5m\nprompt_role: user\n"
	want := Reviewer{
		Name: First, Path: "S", Text: "rules", Model: "opus", Provider: "glm", Tools: []string{"Read", "Grep"},
		Timeout: 5 * time.Minute, Role: "user",
	}
	r, err := parse("S", "---\n"+front+"max_parallel: 2\n---\nrules", false)
	if err != nil || !reflect.DeepEqual(r.Reviewer, want) || r.MaxParallel != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	want.Paths = []string{"**/*.go"}
	r, err = parse("S", "---\n"+front+"paths: [\"**/*.go\"]\n---\nrules", true)
	if err != nil || !reflect.DeepEqual(r.Reviewer, want) {
		t.Errorf("%+v, %v", r, err)
	}
	for front, want := range map[string]string{
		"model: a\nchecks: [b]":  `S:3:1: the key "checks" belongs in SUPERVISOR.md: it applies to all reviewers`,
		"max_parallel: 2":        `S:2:1: the key "max_parallel" belongs in SUPERVISOR.md`,
		"protect_strict: true":   `S:2:1: the key "protect_strict" belongs in SUPERVISOR.md`,
		"paths: []":              "S:2:8: the list is empty",
		"paths: [/a]":            "S:2:9: the pattern",
		"pahts: [a]":             `S:2:1: unknown key "pahts", known: model, paths, prompt_role, provider, timeout, tools`,
		"paths: [a]\npaths: [b]": "S:3:1: ",
	} {
		if _, err := parse("S", "---\n"+front+"\n---\nrules", true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", front, err, want)
		}
	}
}

// TestG07Files: which files are reviewers, in which order, and which are errors.
func TestG07Files(t *testing.T) {
	for name, c := range map[string]struct {
		files string // beside SUPERVISOR.md
		names string
		fails string
	}{
		"none":    {},
		"by name": {files: "SUPERVISOR.b.md SUPERVISOR.a.md SUPERVISOR.A-1_x.md", names: "A-1_x a b"},
		"Chinese": {files: "SUPERVISOR.安全.md", names: "安全"},
		"others": {files: "SUPERVISOR.a.md.bak SUPERVISOR.a.md~ .SUPERVISOR.a.md.swp XSUPERVISOR.a.md " +
			"SUPERVISOR.txt"},
		"no name":          {files: "SUPERVISOR..md", fails: `"" cannot be a reviewer's name`},
		"a dot":            {files: "SUPERVISOR.a.old.md", fails: `"a.old" cannot be a reviewer's name`},
		"an option":        {files: "SUPERVISOR.-a.md", fails: `"-a" cannot be`},
		"a quote":          {files: `SUPERVISOR.a"b.md`, fails: "cannot be a reviewer's name"},
		"a new line":       {files: "SUPERVISOR.a\nb.md", fails: "cannot be a reviewer's name"},
		"the first's name": {files: "SUPERVISOR.Supervisor.md", fails: "is not supervisor"},
		"long":             {files: "SUPERVISOR." + strings.Repeat("x", 25) + ".md", fails: "at most 24 letters"},
		"many":             {files: many(17), fails: "there are more than 16 reviewers beside SUPERVISOR.md"},
	} {
		dir := t.TempDir()
		write(t, dir, "rules")
		for _, file := range strings.Split(c.files, " ") {
			if file == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, file), []byte("I am "+file), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := LoadFrom(dir)
		var names []string
		for _, one := range r.Others {
			names = append(names, one.Name)
			if want := "SUPERVISOR." + one.Name + ".md"; one.Text != "I am "+want || one.Path != filepath.Join(dir, want) {
				t.Errorf("%s: %+v", name, one)
			}
		}
		failed := err != nil && strings.Contains(err.Error(), c.fails) && c.fails != ""
		if (c.fails != "") != failed || c.fails == "" && (err != nil || strings.Join(names, " ") != c.names) {
			t.Errorf("%s: %q, %v", name, names, err)
		}
	}
}

func many(n int) string {
	var files []string
	for i := range n {
		files = append(files, "SUPERVISOR.r"+string(rune('a'+i))+".md")
	}
	return strings.Join(files, " ")
}

// TestG07FaultyFile: a file that cannot be used is an error, and is not ignored.
func TestG07FaultyFile(t *testing.T) {
	for text, want := range map[string]string{
		" \n":                            "SUPERVISOR.x.md is empty",
		"a\x00":                          "NUL byte",
		"---\nmodel: a\n---\n":           "SUPERVISOR.x.md has front matter only",
		"---\nmodel: a\nfail: b\n---\nx": "SUPERVISOR.x.md:3:1: unknown key",
	} {
		dir := t.TempDir()
		write(t, dir, "rules")
		if err := os.WriteFile(filepath.Join(dir, "SUPERVISOR.x.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadFrom(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	dir := t.TempDir()
	write(t, dir, "rules")
	if err := os.Mkdir(filepath.Join(dir, "SUPERVISOR.x.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadFrom(dir); err == nil {
		t.Error("a directory is passed over")
	}
}

// TestG05Asks: what the user is asked, and what is left out without the user's approval.
func TestG05Asks(t *testing.T) {
	text := func(r Rubric, err error) Rubric {
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	plain := text(Parse("S", "---\nmodel: opus\ntools: [Read]\n---\nx"))
	if plain.Asks() != "" || plain.WithoutApproval().Model != "opus" {
		t.Errorf("%q, %+v", plain.Asks(), plain.WithoutApproval())
	}
	r := text(Parse("S", "---\nchecks: [make]\nmodel: opus\n---\nx"))
	checks := r.Asks()
	r.Others = []Reviewer{{Name: "a", Provider: "p", Model: "m"}, {Name: "b", Model: "n"}}
	if checks == "" || !strings.HasPrefix(r.Asks(), checks) || r.Asks() == checks {
		t.Errorf("%q, with a provider %q", checks, r.Asks())
	}
	left := r.WithoutApproval()
	if left.Asks() != "" || left.Model != "opus" || left.Others[0].Model != "" || left.Others[1].Model != "n" {
		t.Errorf("%+v", left)
	}
	if r.Others[0].Provider != "p" {
		t.Error("Refused changed the rubric")
	}
}
