package main

import (
	"slices"
	"strings"
	"testing"

	"ccc/internal/lang"
)

// TestEmptyArguments: an empty argument, which a shell makes of an unset variable, is a usage error.
func TestEmptyArguments(t *testing.T) {
	p := newPlace(t)
	p.config(t, `{"providers": {"glm": {}}}`)
	for _, line := range []string{
		"watch |", "report |", "replay |", "eval |", "eval | --rubric |", "eval | add |", "validate |", "provider | show |",
		"provider | use |", "provider | remove |", "provider | rename | glm |", "provider | rename | |", "provider | key |",
		"run |", "play |", "init |", "help |", "completion |", "eval | --provider | --checks-only |",
	} {
		args := strings.Split(line, "|")
		for i := range args {
			args[i] = strings.TrimSpace(args[i])
		}
		if code, out, errs := p.run(t, args...); code != 2 || out != "" || !strings.Contains(errs, "ccc: hint: ") {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}

// TestHelpWords: each way to ask for help prints it, or hints at the right command line.
func TestHelpWords(t *testing.T) {
	p := newPlace(t)
	for _, c := range []struct {
		line string
		code int
		want string // in stdout, or for an error in stderr
	}{
		{"help", 0, "ccc help --all lists"},
		{"help --all", 0, "Called by Claude Code, not by you:"},
		{"help /review", 0, "/review            review now"},
		{"help review", 0, "Usage: ccc review [flags] [A..B]"},
		{"help /skip", 0, "/skip              no review after this turn"},
		{"provider help", 0, "Usage: ccc provider [list|add|use|…]"},
		{"provider help use", 0, "Usage: ccc provider use NAME|--none"},
		{"provider --help use", 0, "Usage: ccc provider use NAME|--none"},
		{"help provider use", 0, "Usage: ccc provider use NAME|--none"},
		{"provider use -h", 0, "Usage: ccc provider use NAME|--none"},
		{"run --help", 0, "Usage: ccc run [flags]"},
		{"supervisor-mode -h", 0, "Usage: ccc supervisor-mode [on|off|status]"},
		{"help nosuch", 2, "ccc: hint: see ccc --help"},
		{"help superviser", 2, "ccc: hint: --supervisor is a flag: ccc --help; /supervisor in a session is ccc help "},
		{"help provider nosuch", 2, "ccc: hint: see ccc --help"},
		{"help provider lst", 2, "ccc: hint: did you mean ccc help provider list?"},
		{"man --x", 2, "ccc: hint: see ccc help man"},
		{"provider show --x", 2, "ccc: hint: see ccc help provider show"},
		{"eval add --x", 2, "ccc: hint: see ccc help eval add"},
	} {
		code, out, errs := p.run(t, strings.Fields(c.line)...)
		if c.code == 2 {
			out, errs = errs, out
		}
		if code != c.code || errs != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, %q, and %q, want %d and %q", c.line, code, out, errs, c.code, c.want)
		}
	}
}

// TestPowerShell: the PowerShell script registers itself and calls ccc. This machine has no PowerShell, so the text
// alone is checked.
func TestPowerShell(t *testing.T) {
	code, out, errs := newPlace(t).run(t, "completion", "powershell")
	if code != 0 || errs != "" {
		t.Fatalf("exit code %d, stderr %q", code, errs)
	}
	for _, want := range []string{"Register-ArgumentCompleter -CommandName 'ccc'", completeWord, "$Directive"} {
		if !strings.Contains(out, want) {
			t.Errorf("the script does not hold %q", want)
		}
	}
}

// TestTree: every command of the list is in the tree, has a help text and can be run. No provider can have the name of
// a command.
func TestTree(t *testing.T) {
	p := new(program)
	var names []string
	for _, c := range p.tree(lang.English).Commands() {
		names = append(names, c.Name())
		if c.Short == "" || c.RunE == nil || c.Args == nil {
			t.Errorf("%s has no text, or cannot be run: %+v", c.Name(), c)
		}
		if !isCommand(c.Name()) || checkReserved(c.Name()) == nil {
			t.Errorf("a provider can be called %s", c.Name())
		}
	}
	if !slices.Equal(names, commandNames()) {
		t.Errorf("the tree has %q, the names are %q", names, commandNames())
	}
}

// TestBranchIsSmall: branch builds only the command that was called, because hooks must start fast.
func TestBranchIsSmall(t *testing.T) {
	p := new(program)
	for _, c := range commands() {
		if list := p.branch([]string{c.name}, lang.English).Commands(); len(list) != 1 || list[0].Name() != c.name {
			t.Errorf("%s makes %v", c.name, list)
		}
	}
	if list := p.branch([]string{"glm"}, lang.English).Commands(); len(list) > 0 {
		t.Errorf("a launch makes %v", list)
	}
}
