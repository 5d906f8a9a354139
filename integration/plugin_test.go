package integration

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/api"
)

// TestF10J07RealPlugin: plain claude with the plugin of this repository. /ccc:supervisor has its stops reviewed, in a
// resumed session, too, until /ccc:supervisoroff; nothing is written to settings.json. Where ccc has started claude, so
// that both have a Stop hook, a stop is reviewed once. Without ccc a line says how to install it.
func TestF10J07RealPlugin(t *testing.T) {
	t.Parallel()
	for _, version := range versions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var h heard
			srv := serve(t, func(r api.Request) api.Reply {
				switch {
				case !strings.Contains(r.System, "RUBRIC"):
					h.hear(r.LastUser)
					return api.Text("done, I say")
				case len(r.Results) > 0:
					return api.Text("so it is")
				}
				h.review()
				reviews, _ := h.all()
				return api.Tool("StructuredOutput", map[string]any{"completed": reviews != 1, "feedback": "not yet"})
			})
			dir := project(t)
			cmd := supervised(t, version, srv.URL, dir)
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			root := t.TempDir() // not the work tree: of a plugin 2.1.329 puts bin/, where make builds ccc, on its PATH
			for _, name := range []string{".claude-plugin", "plugin"} {
				if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("..", name))); err != nil {
					t.Fatal(err)
				}
			}
			bin := t.TempDir()
			if err := os.Symlink(binary.Path(t), filepath.Join(bin, "ccc")); err != nil {
				t.Fatal(err)
			}
			env := append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"))
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
			claude := realclaude.Path(t, version)
			const session = "3f0f4bd5-65a5-4c0e-9a0c-0f6f4bd565a5"
			for _, step := range []struct {
				words   []string
				reviews int // up to then
			}{
				{[]string{"--session-id", session, "hello"}, 0},
				{[]string{"--resume", session, "/ccc:supervisor 好，开始执行"}, 2},
				{[]string{"--resume", session, "and more"}, 3},
				{[]string{"--resume", session, "/ccc:supervisoroff"}, 3},
				{[]string{"--resume", session, "and that"}, 3},
			} {
				run(env, claude, step.words...)
				if reviews, said := h.all(); reviews != step.reviews {
					t.Fatalf("after %q: %d reviews, want %d; the agent was told %q", step.words, reviews, step.reviews, said)
				}
			}
			if _, said := h.all(); !strings.HasPrefix(said[1], "好，开始执行") || !strings.HasSuffix(said[2], "not yet") {
				t.Errorf("the agent was told %q", said)
			}
			if text, err := os.ReadFile(filepath.Join(home, "settings.json")); strings.Contains(string(text), "hooks") {
				t.Errorf("settings.json holds %s, %v", text, err)
			}

			if out := run(cmd.Env, claude, "/ccc:supervisor do it"); strings.Contains(out, "rror") {
				t.Errorf("without ccc: %s", out)
			}
			if _, said := h.all(); !strings.Contains(said[len(said)-1], "npm install -g ccc-supervisor") {
				t.Errorf("without ccc the agent was told %q", said[len(said)-1])
			}

			write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"providers": {"here": {"env":
				{"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "t"}}}}`, srv.URL))
			for i, command := range []string{"/supervisor both", "/ccc:supervisor both"} {
				run(env, binary.Path(t), "here", command)
				if reviews, _ := h.all(); reviews != 4+i {
					t.Errorf("beside ccc's own hook, after %s: %d reviews, want %d", command, reviews, 4+i)
				}
			}
			if text, err := os.ReadFile(filepath.Join(home, "settings.json")); !strings.Contains(string(text), "supervisor-hook") {
				t.Fatalf("ccc has left no hook in settings.json: %s, %v", text, err)
			}
			run(env, claude, "/ccc:supervisor again")
			if reviews, _ := h.all(); reviews != 6 {
				t.Errorf("beside the hook that ccc has left in settings.json: %d reviews, want 6", reviews)
			}
		})
	}
}
