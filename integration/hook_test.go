package integration

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// write writes a file, and makes the directories above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// hookCommand returns a command of ccc that launches claude's own screen or print mode with the provider "here" and
// with reviews on. Its home has a Stop hook of the user and the variables of another provider.
func hookCommand(t *testing.T, version, url, dir, config string, args ...string) *exec.Cmd {
	t.Helper()
	args = append([]string{"here", "--permission-mode", "bypassPermissions", "-p"}, args...)
	cmd := supervised(t, version, "http://127.0.0.1:1", dir, args...)
	cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=on")
	home := filepath.Join(envOf(cmd, "HOME"), ".claude")
	write(t, filepath.Join(home, "ccc", "supervisor-on.json"), `{"session_id": "on", "enabled": true}`)
	write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{%s "providers": {"here": {"env":
		{"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "token-of-here", "ANTHROPIC_MODEL": "claude-haiku-4-5"}}}}`,
		config, url))
	write(t, filepath.Join(home, "settings.json"), fmt.Sprintf(`{"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:2",
			"ANTHROPIC_AUTH_TOKEN": "of-another", "ANTHROPIC_SMALL_FAST_MODEL": "of-another"},
		"apiKeyHelper": "echo key-of-the-person",
		"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo stop >> %s/own-hook"}]}]}}`, dir))
	return cmd
}

// invocations returns how many calls of the hook happened while reviews were on, and how many in all.
func invocations(t *testing.T, cmd *exec.Cmd) (enabled, all int) {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc", "hook-invocation.log"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, `msg="supervisor-hook invoked"`) {
			all++
			if strings.Contains(line, "enabled=true") {
				enabled++
			}
		}
	}
	if strings.Contains(string(log), "token-of-here") {
		t.Error("the token is in the hook's log")
	}
	return enabled, all
}

// TestA07A08A09C01RealHook: the agent is held three times, with the feedback word for word, and may stop the fourth
// time. It uses the provider of the command line though settings.json names another one. The user's own hook runs at
// each stop of the agent and at no stop of a reviewer.
func TestA07A08A09C01RealHook(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			reviews := 0
			var said []string
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				if got := r.Header.Get("Authorization"); got != "Bearer token-of-here" ||
					r.Header.Get("X-Api-Key") != "" || r.Model != "claude-haiku-4-5" {
					t.Errorf("a request with authorization %q, key %q, model %s", got,
						r.Header.Get("X-Api-Key"), r.Model)
				}
				if !strings.Contains(r.System, "RUBRIC") {
					said = append(said, r.LastUser)
					return fakeapi.Text(fmt.Sprintf("done, I say: %d", len(said)))
				}
				if len(r.Results) > 0 {
					return fakeapi.Text("so it is")
				}
				reviews++
				return verdict(reviews > 3, feedbackOf(reviews))
			})
			dir := project(t)
			cmd := hookCommand(t, version, srv.URL, dir, "", "好，开始执行")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if reviews != 4 || len(said) != 4 {
				t.Fatalf("%d reviews, the agent was told %q", reviews, said)
			}
			for i, text := range said[1:] {
				if want := "Stop hook feedback:\n" + feedbackOf(i+1); text != want {
					t.Errorf("after review %d the agent was told %q, want %q", i+1, text, want)
				}
			}
			if enabled, all := invocations(t, cmd); enabled != 4 || all != 4 {
				t.Errorf("the hook was called %d times, %d of them enabled, want 4: the reviewers' stops are no stops",
					all, enabled)
			}
			own, err := os.ReadFile(filepath.Join(dir, "own-hook"))
			if err != nil || strings.Count(string(own), "stop") != 4 {
				t.Errorf("the person's own hook ran %d times, %v, want 4", strings.Count(string(own), "stop"), err)
			}
		})
	}
}

func feedbackOf(review int) string {
	return fmt.Sprintf("%d: \"quotes\", <tags> & 中文 🙁\n\n- second line $HOME `x`", review)
}

// TestA06A15RealLimit: the agent is reviewed as often as configured, which is more than the 8 holds that Claude Code
// allows by default, and then may stop.
func TestA06A15RealLimit(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			limit := 9
			if version == realclaude.Node {
				limit = 3 // it has no cap, and starts slowly
			}
			reviews, turns := 0, 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case !strings.Contains(r.System, "RUBRIC"):
					turns++
					return fakeapi.Text(fmt.Sprintf("done, I say: %d", turns))
				case len(r.Results) > 0:
					return fakeapi.Text("so it is")
				}
				reviews++
				return verdict(false, feedbackOf(reviews))
			})
			cmd := hookCommand(t, version, srv.URL, project(t),
				fmt.Sprintf(`"supervisor": {"max_iterations": %d},`, limit), "go")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if reviews != limit || turns != limit { // the last feedback is the user's
				t.Errorf("%d reviews, %d turns, want %d of both", reviews, turns, limit)
			}
		})
	}
}

// TestDecided12RealDirectory: the reviewer is forked from the agent's session though the agent has changed its
// directory.
func TestDecided12RealDirectory(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			reviews := 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case strings.Contains(r.System, "RUBRIC"):
					reviews++
					return fakeapi.Text(`{"completed": true, "feedback": "seen"}`)
				case len(r.Results) > 0:
					return fakeapi.Text("I am in sub now")
				}
				return fakeapi.Tool("Bash",
					map[string]string{"command": "mkdir -p sub && cd sub && pwd", "description": "go there"})
			})
			cmd := hookCommand(t, version, srv.URL, project(t), "", "go to sub")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if reviews == 0 {
				t.Error("there was no review")
			}
		})
	}
}

// reviewLog records the requests that a scripted API has received. A test reads it between launches.
type reviewLog struct {
	mu      sync.Mutex
	reviews int
	said    []string
}

func (h *reviewLog) review() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reviews++
}

func (h *reviewLog) add(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said = append(h.said, text)
}

func (h *reviewLog) all() (reviews int, said []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reviews, slices.Clone(h.said)
}

// TestC10C11L06RealSlashCommands: /supervisor enables the reviews in the default permission mode and its text reaches
// the agent; /supervisoroff ends them. /supervisor dismiss asks no model, and a dismissed finding holds the agent in no
// later task, whatever a reviewer calls it.
func TestC10C11L06RealSlashCommands(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var h reviewLog
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case !strings.Contains(r.System, "RUBRIC"):
					h.add(r.LastUser)
					return fakeapi.Text("ok")
				case len(r.Results) > 0:
					return fakeapi.Text("so it is")
				}
				h.review()
				if strings.Contains(r.LastUser, "The person has dismissed these") {
					return fakeapi.Tool("StructuredOutput",
						map[string]any{"completed": false, "feedback": "", "findings": []map[string]string{
							{"severity": "blocker", "text": "f.txt has one short name", "evidence": "f.txt:1"},
						}})
				}
				return fakeapi.Tool("StructuredOutput", map[string]any{"completed": true, "feedback": "seen",
					"findings": []map[string]string{{"severity": "advice", "text": "f.txt has a short name", "evidence": "f.txt:1"}}})
			})
			cmd := hookCommand(t, version, srv.URL, project(t), "")
			run := func(words string) string {
				t.Helper()
				next := exec.Command(cmd.Path, "here", "-p", words)
				next.Dir, next.Env = cmd.Dir, append(cmd.Env, "CCC_SUPERVISOR_ID=launch")
				out, err := next.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", words, err, out)
				}
				return string(out)
			}
			run("first, without a review")
			if reviews, _ := h.all(); reviews != 0 {
				t.Errorf("%d reviews before /supervisor", reviews)
			}
			run("/supervisor 好，开始执行")
			reviews, said := h.all()
			if len(said) != 2 || !strings.HasPrefix(said[1], "好，开始执行") || reviews != 1 {
				t.Errorf("after /supervisor: %d reviews, the agent was told %q", reviews, said)
			}
			out := run("/supervisor dismiss F1 as it was")
			if reviews, again := h.all(); reviews != 1 || len(again) != len(said) {
				t.Errorf("/supervisor dismiss asked a model: %d reviews, the agent was told %q; it says %s", reviews, again, out)
			}
			run("/supervisor once more")
			if reviews, again := h.all(); reviews != 2 || len(again) != len(said)+1 {
				t.Errorf("after /supervisor dismiss: %d reviews, the agent was told %q", reviews, again)
			}
			run("/supervisoroff")
			run("and again")
			if reviews, _ := h.all(); reviews != 2 {
				t.Errorf("%d reviews after /supervisoroff, want 2", reviews)
			}
		})
	}
}

// TestC01RealForgedSettings: the project's settings, which the agent can write, change the environment of claude's
// hooks. They change neither the reviewer, nor whether and where there is a review, nor what claude reads of its
// decision. A call of the hook by the agent, or in these settings, has no effect either.
func TestC01R03RealForgedSettings(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			reviews, said := 0, ""
			dir, elsewhere := project(t), t.TempDir()
			const session = "5e551011-0000-4000-8000-000000000026"
			write(t, filepath.Join(elsewhere, "made"), `{"hook_event_name": "Stop", "session_id": "`+session+`"}`)
			call := fmt.Sprintf("%s supervisor-hook --settings %s/evil.json <%[2]s/made", binary.Path(t), elsewhere)
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				if !strings.Contains(r.System, "RUBRIC") {
					said = r.LastUser
					if said == "do it" && len(r.Results) == 0 { // the second call has no claude above it
						return fakeapi.Tool("Bash", map[string]any{"command": call + "; (setsid sh -c 'sleep 0.1; " +
							"env -u CCC_WORK_DIR -u CCC_CONFIG_DIR CCC_SUPERVISOR_ID=on " + call +
							"; echo >ended' &); while [ ! -e ended ]; do sleep 0.1; done"})
					}
					return fakeapi.Text("done, I say")
				}
				if len(r.Results) > 0 {
					return fakeapi.Text("so it is")
				}
				reviews++
				return verdict(reviews > 1, "FEEDBACK")
			})
			write(t, filepath.Join(elsewhere, "evil.json"), `{"env":{"ANTHROPIC_BASE_URL":"http://127.0.0.1:1"}}`)
			forged := filepath.Join(elsewhere, "forged")
			write(t, forged, "#!/bin/sh\n: > "+forged+".ran\n")
			if err := os.Chmod(forged, 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, ".claude", "settings.local.json"), fmt.Sprintf(`{"env": {"CCC_CLAUDE": %q,
				"CCC_SUPERVISOR_ID": "", "CCC_DEMO": %q, "CCC_WORK_DIR": %[2]q, "CCC_CONFIG_DIR": %[2]q,
				"CLAUDE_PROJECT_DIR": %[2]q, "CCC_REVIEWER_SETTINGS": "{}", "LD_SHOW_AUXV": "1", "GOMAXPROCS": "20000"},
				"hooks": {"Stop": [{"hooks": [
				{"type": "command", "command": "%[3]s supervisor-hook --direct --settings %[2]s/evil.json >/dev/null"},
				{"type": "command", "command": "%[3]s supervisor-hook --direct --session-id x >/dev/null"}]}]}}`,
				forged, elsewhere, binary.Path(t)))
			cmd := hookCommand(t, version, srv.URL, dir, "", "--session-id", session, "do it")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if enabled, all := invocations(t, cmd); enabled != 6 || all != 6 || reviews != 2 {
				t.Errorf("%d hooks, %d of them enabled, %d reviews: want three at each of two stops", all, enabled, reviews)
			}
			if !strings.Contains(said, "FEEDBACK") {
				t.Errorf("the agent was told %q", said)
			}
			if _, err := os.Lstat(forged + ".ran"); err == nil {
				t.Error("the forged claude ran")
			}
			log, err := os.ReadFile(filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc", "hook-invocation.log"))
			if err != nil || !strings.Contains(string(log), "claude's settings changed do not count") {
				t.Errorf("the log does not tell: %v\n%s", err, log)
			}
			if n := strings.Count(string(log), "claude did not call this hook"); n != 2 {
				t.Errorf("the log tells of %d calls that the agent made, want 2:\n%s", n, log)
			}
		})
	}
}
