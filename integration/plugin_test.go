package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestF10J07RealPlugin: plain claude with the plugin that ccc init --plugin writes. /ccc:supervisor enables the
// reviews, also in a resumed session, until /ccc:supervisoroff, and settings.json does not change. A ccc that the
// project's settings put on the PATH is not run. If ccc has started claude, so that both have a Stop hook, each stop is
// reviewed once, also if the environment belongs to another launch. The plugin in this repository runs no ccc, but says
// how to get the other one.
func TestF10J07RealPlugin(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var h reviewLog
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case !strings.Contains(r.System, "RUBRIC"):
					h.add(r.LastUser)
					return fakeapi.Text("done, I say")
				case len(r.Results) > 0:
					return fakeapi.Text("so it is")
				}
				h.review()
				reviews, _ := h.all()
				return verdict(reviews != 1, "not yet")
			})
			dir := project(t)
			cmd := supervised(t, version, srv.URL, dir)
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			bin, evil := t.TempDir(), t.TempDir()
			if err := os.Symlink(binary.Path(t), filepath.Join(bin, "ccc")); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(evil, "ccc"), "#!/bin/sh\ntouch "+evil+"/ran\n")
			if err := os.Chmod(filepath.Join(evil, "ccc"), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, ".claude", "settings.json"),
				fmt.Sprintf(`{"env": {"PATH": %q}}`, evil+":"+os.Getenv("PATH")))
			write(t, filepath.Join(home, "settings.json"), fmt.Sprintf(
				`{"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "token-of-hers"}}`, srv.URL))
			env := slices.DeleteFunc(cmd.Env, func(kv string) bool { return strings.HasPrefix(kv, "ANTHROPIC_") })
			env = append(env, "PATH="+bin+":"+os.Getenv("PATH"))
			root := filepath.Join(home, "ccc-plugin")
			run := func(env []string, program string, args ...string) string {
				t.Helper()
				c := exec.Command(program, append([]string{"--plugin-dir", root, "-p"}, args...)...)
				c.Dir, c.Env = dir, env
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%s %q: %v, %s", program, args, err, out)
				}
				return string(out)
			}
			made := exec.Command(filepath.Join(bin, "ccc"), "init", "--plugin")
			made.Dir, made.Env = dir, env
			if out, err := made.CombinedOutput(); err != nil || !strings.Contains(string(out), "plugin install ccc@ccc-local") {
				t.Fatalf("ccc init --plugin: %v, %s", err, out)
			}
			claude := realclaude.Path(t, version)
			const session = "3f0f4bd5-65a5-4c0e-9a0c-0f6f4bd565a5"
			for _, step := range []struct {
				words          []string
				reviewRequests int // up to then
			}{
				{[]string{"--session-id", session, "hello"}, 0},
				{[]string{"--resume", session, "/ccc:supervisor 好，开始执行"}, 2},
				{[]string{"--resume", session, "and more"}, 3},
				{[]string{"--resume", session, "/ccc:supervisoroff"}, 3},
				{[]string{"--resume", session, "and that"}, 3},
			} {
				run(env, claude, step.words...)
				if reviews, said := h.all(); reviews != step.reviewRequests {
					t.Fatalf("after %q: %d reviews, want %d; the agent was told %q", step.words, reviews, step.reviewRequests, said)
				}
			}
			if _, said := h.all(); !strings.HasPrefix(said[1], "好，开始执行") || !strings.HasSuffix(said[2], "not yet") {
				t.Errorf("the agent was told %q", said)
			}
			if text, err := os.ReadFile(filepath.Join(home, "settings.json")); strings.Contains(string(text), "hooks") {
				t.Errorf("settings.json holds %s, %v", text, err)
			}

			foreign := append(env, "CCC_SUPERVISOR_ID=of-another-launch")
			run(foreign, claude, "/ccc:supervisor in another launch's environment")
			if reviews, _ := h.all(); reviews != 4 {
				t.Errorf("in another launch's environment: %d reviews, want 4", reviews)
			}

			write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"providers": {"here": {"env":
				{"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "t"}}}}`, srv.URL))
			for i, command := range []string{"/supervisor both", "/ccc:supervisor both"} {
				run(env, binary.Path(t), "here", command)
				if reviews, _ := h.all(); reviews != 5+i {
					t.Errorf("beside ccc's own hook, after %s: %d reviews, want %d", command, reviews, 5+i)
				}
			}
			text, err := os.ReadFile(filepath.Join(home, "settings.json"))
			if !strings.Contains(string(text), "supervisor-hook") {
				t.Fatalf("ccc has left no hook in settings.json: %s, %v", text, err)
			}
			run(env, claude, "/ccc:supervisor again")
			if reviews, _ := h.all(); reviews != 7 {
				t.Errorf("beside the hook that ccc has left in settings.json: %d reviews, want 7", reviews)
			}
			if _, err := os.Stat(filepath.Join(evil, "ran")); err == nil {
				t.Error("the ccc that the project's settings put on the PATH has run")
			}

			root = t.TempDir() // not the work tree: of a plugin 2.1.329 puts bin/, where make builds ccc, on its PATH
			for _, name := range []string{".claude-plugin", "plugin"} {
				if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("..", name))); err != nil {
					t.Fatal(err)
				}
			}
			_, before := h.all()
			c := exec.Command(claude, "--plugin-dir", root, "-p", "/ccc:supervisor do it")
			c.Dir, c.Env = dir, env
			out, _ := c.CombinedOutput() // a command that fails: 2.1.329 says so with -p, too
			if _, said := h.all(); len(said) != len(before) {
				t.Errorf("the plugin of the repository: %s, the agent was told %q", out, said[len(before):])
			}
			var word struct{ SystemMessage string }
			c = exec.Command(filepath.Join(root, "plugin", "ccc"), "session-start")
			if out, err := c.Output(); err != nil || json.Unmarshal(out, &word) != nil ||
				!strings.Contains(word.SystemMessage, `"ccc init --plugin"`) {
				t.Errorf("the plugin of the repository at the session's start: %s, %v", out, err)
			}
		})
	}
}
