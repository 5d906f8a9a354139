package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ccc/internal/claude"
	"ccc/internal/console"
	"ccc/internal/eval"
	"ccc/internal/lang"
)

// A place is a home and a working directory for runs of ccc, which read and write nothing else. It contains no claude.
type place struct {
	home, work string
	env        []string
	stdin      string
}

func newPlace(t *testing.T) place {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := place{home: home, work: filepath.Join(home, "work")}
	for _, dir := range []string{p.work, filepath.Join(home, ".claude")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(p.work)
	p.env = []string{"HOME=" + home, "LANG=en_US.UTF-8", "PATH=" + filepath.Join(home, "bin")}
	return p
}

// config writes ccc.json and returns its path.
func (p place) config(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(p.home, ".claude", "ccc.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// run runs ccc in this process. It returns the exit code and the output.
func (p place) run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var files []*os.File
	for _, name := range []string{"stdin", "stdout", "stderr"} {
		f, err := os.Create(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files = append(files, f)
	}
	if _, err := files[0].WriteAt([]byte(p.stdin), 0); err != nil {
		t.Fatal(err)
	}
	code = run(args, p.env, files[0], files[1], files[2])
	read := func(f *os.File) string {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return code, read(files[1]), read(files[2])
}

// here makes the test binary the claude of runs that must not start a real claude.
func (p place) here(t *testing.T) place {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p.env = append(p.env[:len(p.env):len(p.env)], "CCC_CLAUDE="+self)
	return p
}

func TestE09Help(t *testing.T) {
	p := newPlace(t)
	for _, args := range [][]string{{"--help"}, {"-h"}, {"--supervisor", "--help"}} {
		code, out, errs := p.run(t, args...)
		if code != 0 || errs != "" {
			t.Errorf("%q: exit code %d, stderr %q", args, code, errs)
		}
		for _, want := range []string{
			"Usage:", "ccc --supervisor [provider]", "ccc [provider]", "ccc init", "ccc demo",
			"--supervisor ", "--version", "--help",
			"CCC_CLAUDE", "CCC_CONFIG_DIR", "CCC_WORK_DIR", "CCC_LANG", "CLAUDE_CONFIG_DIR",
			"Exit codes:", "Providers: none configured",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%q says nothing of %q", args, want)
			}
		}
		if gone := regexp.MustCompile(`CCC_SUPERVISOR(_HOOK)?\b`).FindString(out); gone != "" {
			t.Errorf("%q speaks of %s, which is gone", args, gone)
		}
	}
	path := p.config(t, `{"providers": {"zeta": {"env": {"TOKEN": "s3cret"}}, "kimi": {}}, "current_provider": "kimi"}`)
	if _, out, _ := p.run(t, "--help"); strings.Contains(out, "s3cret") ||
		!strings.HasSuffix(out, "Providers in "+path+":\n  zeta\n  kimi (current)\n") {
		t.Errorf("help = %s", out)
	}
	p.config(t, `{"providers": {"zeta": {}, "kimi": {}}}`)
	if _, out, _ := p.run(t, "--help"); !strings.HasSuffix(out, "  zeta (current)\n  kimi\n") {
		t.Errorf("help = %s", out)
	}
	p.config(t, `{"providers": `)
	if code, out, _ := p.run(t, "--help"); code != 0 || !strings.Contains(out, "Usage:") ||
		!strings.Contains(out, "Providers: read "+path) {
		t.Errorf("help beside a broken ccc.json: %d, %s", code, out)
	}
}

func TestVersion(t *testing.T) {
	if code, out, errs := newPlace(t).run(t, "--version"); code != 0 || errs != "" ||
		!regexp.MustCompile(`^ccc .*\n$`).MatchString(out) {
		t.Errorf("--version: %d, %q, %q", code, out, errs)
	}
}

func TestExitCodes(t *testing.T) {
	const file = `{"providers": {"glm": {}, "kimi": {}}}`
	for _, c := range []struct {
		name, config string
		args         []string
		code         int
		want         string // in stderr
	}{
		{"unknown provider", file, []string{"--supervisor", "glmm"}, 2, `ccc: error: there is no provider "glmm"`},
		{"its hint", file, []string{"other"}, 2, "ccc: hint: if that was meant for claude"},
		{"bad flag", "", []string{"--supervisor=perhaps"}, 2, "ccc: hint: see ccc --help"},
		{"init with arguments", "", []string{"init", "now"}, 2,
			`init takes --check, --plugin, --pre-push or nothing, not "now"`},
		{"demo with arguments", "", []string{"demo", "now"}, 2, `demo takes no arguments, not "now"`},
		{"play of nothing", "", []string{"play"}, 2, "needs the recording"},
		{
			"what cannot be supervised", file, []string{"--supervisor", "glm", "--no-session-persistence"},
			2, "cannot be supervised",
		},
		{"unknown format", file, []string{"--supervisor", "glm", "--output-format", "xml"}, 2, "--output-format xml"},
		{"no claude", file, []string{"--supervisor", "glm"}, 127, "ccc: hint: install it"},
		{"no claude, not supervised", file, []string{"glm"}, 127, "ccc: error: claude is not installed"},
		{"no claude for a word behind --", file, []string{"--", "init"}, 127, "ccc: error: claude is not installed"},
		{"broken configuration", "{", []string{"glm"}, 1, "ccc.json: line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			if c.config != "" {
				p.config(t, c.config)
			}
			code, out, errs := p.run(t, c.args...)
			if code != c.code || out != "" || !strings.Contains(errs, c.want) {
				t.Errorf("%q: exit code %d, stdout %q, stderr %q, want %d and %q", c.args, code, out, errs, c.code, c.want)
			}
			if entries, err := os.ReadDir(p.work); err != nil || len(entries) > 0 {
				t.Errorf("%q left %v, %v", c.args, entries, err)
			}
		})
	}
	p := newPlace(t)
	p.env = append(p.env, "CCC_CLAUDE=/nowhere/claude")
	if code, _, errs := p.run(t); code != 127 || !strings.Contains(errs, "CCC_CLAUDE names /nowhere/claude") {
		t.Errorf("CCC_CLAUDE that is not there: %d, %q", code, errs)
	}
	p.env = []string{"PATH=", "LANG=en"}
	if code, _, errs := p.run(t); code != 1 || !strings.Contains(errs, "ccc: hint: set HOME") {
		t.Errorf("without HOME: %d, %q", code, errs)
	}
}

func TestExitCodeOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{errors.New("x"), 1},
		{console.Usage(errors.New("x")), 2},
		{lang.WithHint(console.Usage(errors.New("x")), lang.M("y")), 2},
		{fmt.Errorf("start: %w", &claude.NotFoundError{}), 127},
		{&exec.ExitError{}, 1}, // the exit code of a child is not ccc's
	} {
		if got := console.ExitCode(c.err); got != c.want {
			t.Errorf("ExitCode(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

// TestHints: an error in the command line keeps its own hint, and otherwise gets the hint of the launch.
func TestHints(t *testing.T) {
	for want, err := range map[string]error{
		"ccc eval --model sonnet": console.Usage(eval.ErrNoModel),
		"see ccc --help":          console.Usage(errors.New("x")),
		"y":                       lang.WithHint(console.Usage(errors.New("x")), lang.M("y")),
		"":                        errors.New("x"),
	} {
		if got := lang.HintOf(err).String(); got != want {
			t.Errorf("the hint of %v is %q, want %q", err, got, want)
		}
	}
}

func TestInit(t *testing.T) {
	p := newPlace(t)
	code, out, errs := p.run(t, "init")
	if code != 0 || errs != "" || !strings.Contains(out, "SUPERVISOR.md written") {
		t.Fatalf("init: %d, %q, %q", code, out, errs)
	}
	path := filepath.Join(p.work, "SUPERVISOR.md")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := p.run(t, "init"); code != 1 || out != "" || !strings.Contains(errs, "ccc: hint: edit it") {
		t.Errorf("second init: %d, %q, %q", code, out, errs)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
		t.Errorf("init changed the file to %q, %v", text, err)
	}
}

func TestB14NoRubric(t *testing.T) {
	p := newPlace(t).here(t)
	code, out, errs := p.run(t, "--supervisor", "-p", "fix the tests")
	if code != 1 || out != "" {
		t.Errorf("exit code %d, stdout %q", code, out)
	}
	for _, want := range []string{
		filepath.Join(p.work, "SUPERVISOR.md"), filepath.Join(p.home, ".claude", "SUPERVISOR.md"), "ccc: hint: ccc init",
	} {
		if !strings.Contains(errs, want) {
			t.Errorf("stderr %q does not hold %q", errs, want)
		}
	}
}

// TestD01Q08Announcement: at the start ccc prints where the logs are, in Chinese if the user has chosen it or has a
// Chinese locale. Without a task the run then ends.
func TestD01Q08Announcement(t *testing.T) {
	const chinese = "[Supervisor Mode] 日志文件：\n  状态目录：DIR\n  钩子日志：DIR/hook-invocation.log\n" +
		"  审查者输出：DIR/supervisor-{session}-output.jsonl\n  循环日志：DIR/ccc.log\n"
	const english = "[Supervisor Mode] log files:\n  state directory: DIR\n  hook log: DIR/hook-invocation.log\n" +
		"  reviewer output: DIR/supervisor-{session}-output.jsonl\n  loop log: DIR/ccc.log\n"
	for _, c := range []struct{ config, env, want string }{
		{`{}`, "LANG=", english},
		{`{}`, "LANG=C.UTF-8", english},
		{`{}`, "LC_ALL=zh_TW.UTF-8", chinese},
		{`{}`, "CCC_LANG=en", english},
		{`{"language": "zh"}`, "LANG=", chinese},
		{`{"language": "en"}`, "CCC_LANG=zh", chinese},
		{`{}`, "LANG=de_DE.UTF-8", english},
	} {
		p := newPlace(t).here(t)
		p.config(t, c.config)
		p.env = append(p.env, c.env, "CCC_WORK_DIR="+filepath.Join(p.home, "logs"))
		if code, _, errs := p.run(t, "init"); code != 0 {
			t.Fatal(errs)
		}
		p.stdin = " \n"
		code, out, errs := p.run(t, "--supervisor", "-p")
		noTask := map[string]string{chinese: "ccc: 错误：没有任务", english: "ccc: error: there is no task"}[c.want]
		if code != 2 || out != "" || !strings.Contains(errs, noTask) {
			t.Errorf("without a task: %d, %q, %q", code, out, errs)
		}
		dir := filepath.Join(p.home, "logs", "ccc") // D03
		if want := strings.ReplaceAll(c.want, "DIR", dir); !strings.HasPrefix(errs, want) {
			t.Errorf("%s with %s: stderr = %q, want it to begin with %q", c.config, c.env, errs, want)
		}
	}
}

// TestHelpInChinese: the whole help is in the user's language.
func TestHelpInChinese(t *testing.T) {
	p := newPlace(t)
	p.env = append(p.env, "CCC_LANG=zh")
	for _, args := range [][]string{
		{"--help"}, {"help"}, {"help", "replay"}, {"help", "play"}, {"help", "init"}, {"help", "recordings"},
	} {
		code, out, errs := p.run(t, args...)
		if code != 0 || errs != "" || !strings.HasPrefix(out, "用法：") {
			t.Errorf("%q: %d, %q, %q", args, code, out, errs)
		}
		for line := range strings.Lines(out) {
			words := strings.TrimSpace(line)
			if len(strings.Fields(words)) > 6 && !strings.ContainsFunc(words, func(r rune) bool { return r > 0x2e80 }) {
				t.Errorf("%q: %q is not Chinese", args, words)
			}
		}
	}
	if _, _, errs := p.run(t, "--supervisor=perhaps"); errs != "ccc: 错误：--supervisor 不能是 \"perhaps\"\n"+
		"ccc: 提示：ccc --help 列出全部用法\n" {
		t.Errorf("a wrong flag: %q", errs)
	}
}
