package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ccc/integration/binary"
)

// manual writes the man page in a language to a file.
func manual(t *testing.T, language string) (path, text string) {
	t.Helper()
	cmd := exec.Command(binary.Path(t), "man")
	cmd.Env = []string{"HOME=" + t.TempDir(), "CCC_LANG=" + language, "GORACE=atexit_sleep_ms=0"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "ccc.1")
	write(t, path, string(out))
	return path, string(out)
}

// TestJ04Manual: the man page contains everything that the help lists, in both languages.
func TestJ04Manual(t *testing.T) {
	for _, language := range []string{"en", "zh"} {
		_, page := manual(t, language)
		plain := strings.NewReplacer(`\-`, "-", `\(ti`, "~", `\:`, "").Replace(page)
		cmd := exec.Command(binary.Path(t), "--help")
		cmd.Env = []string{"HOME=" + t.TempDir(), "CCC_LANG=" + language, "GORACE=atexit_sleep_ms=0"}
		help, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		items := 0
		for line := range strings.Lines(string(help)) {
			item, what, ok := strings.Cut(strings.TrimSpace(line), "  ")
			if !strings.HasPrefix(line, "  ") || !ok || strings.Contains(line, "[claude") {
				continue
			}
			items++
			if !strings.Contains(plain, `"`+item+`"`) {
				t.Errorf("%s: %q (%s) is not in the man page", language, item, what)
			}
		}
		if items < 30 {
			t.Errorf("%s: the help lists %d words", language, items)
		}
		for _, want := range []string{".Sh FILES", "~/.claude/ccc.json", ".Sh EXIT STATUS", ".Sh ENVIRONMENT"} {
			if !strings.Contains(plain, want) {
				t.Errorf("%s: %s is not in the man page", language, want)
			}
		}
	}
}

// struck matches a character and a backspace, by which man prints bold letters.
var struck = regexp.MustCompile(`.\x08`)

// TestJ04RealMan: man-db and mandoc show the man page without warnings.
func TestJ04RealMan(t *testing.T) {
	if !*full { // the programs must be installed first
		return
	}
	man, mandoc := debian(t, "man"), debian(t, "mandoc")
	for language, name := range map[string]string{"en": "a supervisor for Claude Code", "zh": "Claude Code 的监督者"} {
		path, _ := manual(t, language)
		level := "style"
		if language == "zh" { // its lines are too long for the style check
			level = "warning"
		}
		for _, args := range [][]string{
			{mandoc, "-T", "lint", "-W", level, path},
			{mandoc, "-T", "utf8", path},
			{man, "--warnings", "-l", path},
		} {
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=100", "MANROFFOPT=", "PAGER=cat", "MANPAGER=cat")
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			shown := struck.ReplaceAllString(string(out), "")
			if args[2] == "lint" {
				said.Write(out)
				shown = name + "ccc provider add --output-format"
			}
			for _, want := range []string{name, "ccc provider add", "--output-format"} {
				if err != nil || said.Len() > 0 || !strings.Contains(shown, want) {
					t.Errorf("%s %q: %v\n%s\n%q is to be shown: %.3000s", language, args, err, &said, want, shown)
				}
			}
		}
	}
}

// TestJ04MakeInstall: make install puts the program, its man page and the completion for three shells below PREFIX, and
// make uninstall removes all of them.
func TestJ04MakeInstall(t *testing.T) {
	dir := t.TempDir()
	run := func(target string) {
		t.Helper()
		cmd := exec.Command("make", "-s", "-C", "..", "-o", "build", target, "DESTDIR="+dir, "PREFIX=/usr",
			"CCC="+binary.Path(t))
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "MAKEFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("make %s: %v\n%s", target, err, out)
		}
	}
	run("install")
	for path, want := range map[string]string{
		"bin/ccc": "", "share/man/man1/ccc.1": ".Sh SYNOPSIS", "share/bash-completion/completions/ccc": "complete",
		"share/zsh/site-functions/_ccc": "#compdef ccc", "share/fish/vendor_completions.d/ccc.fish": "complete -c ccc",
	} {
		text, err := os.ReadFile(filepath.Join(dir, "usr", path))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, or without %q", path, err, want)
		}
	}
	run("uninstall")
	if left, _ := filepath.Glob(filepath.Join(dir, "usr", "*", "*", "*", "*")); len(left) > 0 {
		t.Errorf("make uninstall leaves %q", left)
	}
	if _, err := os.Stat(filepath.Join(dir, "usr", "bin", "ccc")); err == nil {
		t.Error("make uninstall leaves ccc")
	}
}
