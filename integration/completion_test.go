package integration

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/claude"
)

// shells are the shells in which completion is tested: bash, which every machine has, or all three with -full.
func shells() []string {
	if *full {
		return []string{"bash", "zsh", "fish"}
	}
	return []string{"bash"}
}

// debian returns the path of a program from a Debian package, which `make packages` installs.
func debian(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%v: make packages installs it", err)
	}
	return path
}

// TestJ03RealCompletion: the tab key completes words in a real bash, zsh and fish.
func TestJ03RealCompletion(t *testing.T) {
	for _, shell := range shells() {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			program := debian(t, shell)
			home, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			work := filepath.Join(home, "work")
			const session = "0ld0ld01-0000-4000-8000-000000000009"
			slug := strings.NewReplacer("/", "-", ".", "-", "_", "-").Replace(work)
			write(t, filepath.Join(home, ".claude", "projects", slug, session+".jsonl"), "{}\n")
			write(t, filepath.Join(home, ".claude", "ccc.json"), `{"providers": {
				"glm": {}, "my model": {}, "it's $(x)": {}, "zeta:one": {}, "zeta:two": {}, "审查": {}}}`)
			write(t, filepath.Join(home, ".claude", "ccc", "recordings", "20260101-000000-1.jsonl"),
				`{"ccc_recording":1,"launch":"1aunch01-0000-4000-8000-000000000009"}`+"\n")
			write(t, filepath.Join(work, "a file.md"), "")
			write(t, filepath.Join(work, "rubric.md"), "")
			write(t, filepath.Join(work, "directory", "x"), "")
			bin := filepath.Join(home, "bin")
			if err := os.Mkdir(bin, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(binary.Path(t), filepath.Join(bin, "ccc")); err != nil {
				t.Fatal(err)
			}
			// These are the lines that the help of ccc completion names.
			write(t, filepath.Join(home, ".bashrc"), "PS1='$ '\neval \"$(ccc completion bash)\"\n")
			write(t, filepath.Join(home, ".zshrc"),
				"PS1='$ '\nautoload -Uz compinit && compinit -u -D\nsource <(ccc completion zsh)\n")
			script, err := exec.Command(binary.Path(t), "completion", "fish").Output()
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(home, ".config", "fish", "completions", "ccc.fish"), string(script))
			write(t, filepath.Join(home, ".config", "fish", "config.fish"),
				"function fish_prompt; echo '$ '; end\nset -g fish_greeting\n")

			cmd := exec.Command(program, "-i")
			cmd.Dir = work
			cmd.Env = []string{"HOME=" + home, "PATH=" + bin + ":" + os.Getenv("PATH"), "TERM=xterm", "LANG=C.UTF-8",
				"GORACE=atexit_sleep_ms=0"}
			p := startOnTerminal(t, cmd)
			p.waitFor(`^\$`)
			for i, c := range []struct{ typed, want string }{
				{"prov\t", "provider"},
				{"provider imp\t", "provider|import"},
				{"provider use gl\t", "provider|use|glm"},
				{"gl\t", "glm"},
				{"my\t", "my model"},
				{`my\ m` + "\t", "my model"},
				{`"my m` + "\t", "my model"},
				{"'my m\t", "my model"},
				{"it\t", "it's $(x)"},
				{`"it` + "\t", "it's $(x)"},
				{"zeta:o\t", "zeta:one"},
				{"zeta:t\t", "zeta:two"},
				{"审\t", "审查"},
				{"--superv\tgl\t", "--supervisor|glm"},
				{"--mode l\t", "--mode|loop"},
				{"--mode=l\t", "--mode=loop"},
				{"--supervisor --tee rub\t", "--supervisor|--tee|rubric.md"},
				{"glm --permission-mode pl\t", "glm|--permission-mode|plan"},
				{"glm --permission-mode=pl\t", "glm|--permission-mode=plan"},
				{"glm --settings a\t", "glm|--settings|a file.md"},
				{"glm --settings=rub\t", "glm|--settings=rubric.md"},
				{"glm --add-dir d\tx", "glm|--add-dir|directory/x"},
				{"glm --resume 0\t", "glm|--resume|" + session},
				{"--supervisor --resume 0\t", "--supervisor|--resume|" + session},
				{"replay la\t", "replay|last"},
				{"replay 1a\t", "replay|1aunch01-0000-4000-8000-000000000009"},
				{"replay --expect fe\t", "replay|--expect|feedback"},
				{"trust --rev\t", "trust|--revoke"},
				{"trust rub\t", "trust|rub"}, // it takes no file
				{"help provider imp\t", "help|provider|import"},
			} {
				// The completed line is turned into a printf command, which prints its words.
				p.send("ccc " + c.typed + fmt.Sprintf("\x01printf '<%%s>' %d \r", i))
				want := fmt.Sprintf("<%d><ccc><%s>", i, strings.ReplaceAll(c.want, "|", "><"))
				p.waitUntil(c.typed+" becomes "+c.want, func(screen string) bool { return strings.Contains(screen, want) })
				p.send("\x0cclear\r") // the next one begins at the top
				p.waitUntil("the screen is empty", func(screen string) bool { return strings.TrimSpace(screen) == "$" })
			}
			p.send("exit\r")
			<-p.exited
		})
	}
}

// TestJ03CompletionIsQuiet: a broken or missing ccc.json neither delays completion nor makes it print an error.
func TestJ03CompletionIsQuiet(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, ".claude", "ccc.json")
	for name, text := range map[string]string{
		"broken": `{"providers": {"glm": {}`, "empty": "", "no file": "-", "no object": "[]",
		"no name": `{"providers": {"init": {}}}`,
	} {
		if write(t, path, text); text == "-" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(binary.Path(t), "__complete", "")
		cmd.Env = []string{"HOME=" + home, "LANG=en", "GORACE=atexit_sleep_ms=0"}
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		began := time.Now()
		// Other commands wait two thirds of a second for a file that is being written. Completion must take far less.
		if err := cmd.Run(); err != nil || stderr.Len() > 0 || time.Since(began) > 2*time.Second/3 ||
			!strings.HasPrefix(stdout.String(), "run\t") ||
			!strings.HasSuffix(stdout.String(), "\n:4\n") {
			t.Errorf("%s: %v after %v, stdout %q, stderr %q", name, err, time.Since(began), &stdout, &stderr)
		}
	}
}

// TestJ03CompletionTellsNoSecret: completion prints the names of providers and none of their secrets.
func TestJ03CompletionTellsNoSecret(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, ".claude", "ccc.json"), `{"settings": {"env": {"MY_TOKEN": "s3cret-1"}},
		"providers": {"glm": {"env": {"ANTHROPIC_AUTH_TOKEN": "s3cret-2",
			"ANTHROPIC_BASE_URL": "http://u:s3cret-3@x/"}}}}`)
	for _, words := range [][]string{
		{""}, {"-"}, {"--mode", ""}, {"g"}, {"provider", "key", ""}, {"provider", "key", "glm", ""}, {"validate", ""},
		{"glm", ""}, {"glm", "--settings", ""}, {"glm", "--resume", ""}, {"replay", ""}, {"help", ""},
	} {
		cmd := exec.Command(binary.Path(t), append([]string{"__complete"}, words...)...)
		cmd.Env = []string{"HOME=" + home, "GORACE=atexit_sleep_ms=0"}
		out, err := cmd.CombinedOutput()
		if err != nil || bytes.Contains(out, []byte("s3cret")) {
			t.Errorf("%q: %v, %s", words, err, out)
		}
	}
}

// option matches a line of claude's help that describes an option.
var option = regexp.MustCompile(`(?m)^  (?:-\w, )?(--[\w-]+)(?:, (--[\w-]+))?`)

// TestJ03RealOptions: completion offers every option that claude's help lists.
func TestJ03RealOptions(t *testing.T) {
	for _, version := range versions(realclaude.Node) {
		cmd := exec.Command(realclaude.Path(t, version), "--help")
		cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
		help, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		found := option.FindAllStringSubmatch(string(help), -1)
		if len(found) < 30 {
			t.Errorf("%s: %d options", version, len(found))
		}
		known := claude.Options()
		for _, names := range found {
			for _, name := range names[1:] {
				if name != "" && !slices.Contains(known, name) {
					t.Errorf("%s has %s", version, name)
				}
			}
		}
	}
}
