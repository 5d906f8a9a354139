package integration

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ccc/integration/binary"
	"ccc/internal/fakeapi"
)

// TestE06RealTwoProviders: each launch uses the API and the model of its own provider, in both orders, though
// settings.json has the variables of another one.
func TestE06RealTwoProviders(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			asked := map[string]*reviewLog{"one": new(reviewLog), "two": new(reviewLog)}
			serve := func(name string) string {
				return serve(t, func(r fakeapi.Request) fakeapi.Reply {
					asked[name].add(r.Model + " " + r.Header.Get("Authorization"))
					return fakeapi.Text("hello from " + name)
				}).URL
			}
			dir := project(t)
			cmd := supervised(t, version, "http://127.0.0.1:1", dir)
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"providers": {
				"one": {"env": {
					"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "t1", "ANTHROPIC_MODEL": "model-one"}},
				"two": {"env": {
					"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "t2", "ANTHROPIC_MODEL": "model-two"}}}}`,
				serve("one"), serve("two")))
			settings := `{
  "env": {
    "ANTHROPIC_BASE_URL": "http://127.0.0.1:2",
    "ANTHROPIC_API_KEY": "left behind",
    "ANTHROPIC_MODEL": "left-behind"
  }
}
`
			write(t, filepath.Join(home, "settings.json"), settings)
			for _, name := range []string{"two", "one", "two"} {
				next := exec.Command(cmd.Path, name, "-p", "hi")
				next.Dir, next.Env = cmd.Dir, cmd.Env
				if out, err := next.CombinedOutput(); err != nil || !strings.Contains(string(out), "hello from "+name) {
					t.Errorf("ccc %s: %v, %s", name, err, out)
				}
			}
			for name, want := range map[string]string{"one": "model-one Bearer t1", "two": "model-two Bearer t2"} {
				_, said := asked[name].all()
				if len(said) == 0 {
					t.Errorf("provider %s was not asked", name)
				}
				for _, got := range said {
					if got != want {
						t.Errorf("provider %s was asked for %q, want %q", name, got, want)
					}
				}
			}
			uninstall := exec.Command("env", append([]string{"-i"}, append(cmd.Env, binary.Path(t), "uninstall")...)...)
			if out, err := uninstall.CombinedOutput(); err != nil {
				t.Fatalf("uninstall: %v, %s", err, out)
			}
			if now, err := os.ReadFile(filepath.Join(home, "settings.json")); err != nil ||
				!strings.HasPrefix(string(now), strings.TrimSuffix(settings, "\n}\n")) ||
				strings.Contains(string(now), "hook") {
				t.Errorf("after uninstall settings.json holds %s, %v", now, err) // claude may have added to it
			}
		})
	}
}

// TestValidate: ccc validate prints a table of the providers, and exits with 1 if one cannot be used.
func TestValidate(t *testing.T) {
	good := serve(t, func(r fakeapi.Request) fakeapi.Reply { return fakeapi.Text("hi") })
	bad := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		return fakeapi.Error(401, "authentication_error", "invalid key SECRET2", nil)
	})
	home := t.TempDir()
	write(t, filepath.Join(home, ".claude", "ccc.json"), fmt.Sprintf(`{"current_provider": "good", "providers": {
		"good": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "SECRET1"}},
		"bad": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "SECRET2"}},
		"away": {"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1", "ANTHROPIC_AUTH_TOKEN": "SECRET3"}},
		"needy": {"env": {"ANTHROPIC_AUTH_TOKEN": "${NO_SUCH_KEY}"}}}}`, good.URL, bad.URL))
	for _, c := range []struct {
		args []string
		code int
		want []string
	}{
		{nil, 0, []string{"good      ok       ok   ok     claude-sonnet-4-5 at " + good.URL + "\n"}},
		{[]string{"good"}, 0, []string{"good      ok       ok   ok"}},
		{[]string{"bad"}, 1, []string{
			"bad       ok       no   ?      invalid key *** (claude-sonnet-4-5 at " + bad.URL + ")",
		}},
		{[]string{"--all"}, 1, []string{
			"good      ok       ok   ok",
			"bad       ok       no   ?",
			"away      no       ?    ?",
			"needy     ?        ?    ?      env ANTHROPIC_AUTH_TOKEN of the provider names ${NO_SUCH_KEY}",
		}},
		{[]string{"nosuch"}, 2, nil},
		{[]string{"--some"}, 2, nil},
	} {
		cmd := exec.Command(binary.Path(t), append([]string{"validate"}, c.args...)...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8"}
		out, err := cmd.Output()
		exit := new(exec.ExitError)
		if code := cmd.ProcessState.ExitCode(); code != c.code || err != nil && !errors.As(err, &exit) {
			t.Errorf("validate %q: exit code %d, want %d: %v", c.args, code, c.code, err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("validate %q does not say %q:\n%s", c.args, want, out)
			}
		}
		if strings.Contains(string(out), "SECRET") {
			t.Errorf("validate %q shows a key:\n%s", c.args, out)
		}
	}
}

// TestHookEndsWithClaude: when nobody reads the decision any more, for example because claude was killed, the hook and
// its reviewer end.
func TestHookEndsWithClaude(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	sleep := fmt.Sprintf("sleep 600.%d", os.Getpid()) // in a cage its number is another one: it is known by this
	write(t, filepath.Join(home, "claude"), "#!/bin/sh\n"+
		"[ \"$1\" != --version ] || { echo '2.1.330 (Claude Code)'; exit; }\n"+ // else it is waited for for a minute
		"echo started && exec "+sleep+"\n")
	if err := os.Chmod(filepath.Join(home, "claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".claude", "ccc", "supervisor-abc.json"), `{"session_id": "abc", "enabled": true}`)
	// There is a shell between claude and the hook, as in real life.
	cmd := exec.Command("sh", "-c", binary.Path(t)+" supervisor-hook; exit $?")
	cmd.Env = []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CCC_CLAUDE=" + filepath.Join(home, "claude"),
		"GORACE=atexit_sleep_ms=0", "CCC_LANG=zh",
	}
	cmd.Stdin = strings.NewReader(`{"session_id": "abc"}`)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(home, ".claude", "ccc", "supervisor-abc-output.jsonl")
	for said := bufio.NewScanner(stderr); said.Scan() && !strings.Contains(said.Text(), "正在审查……"); {
	}
	for { // the reviewer's first words are kept in the log
		if text, err := os.ReadFile(log); err == nil && strings.Contains(string(text), "started") {
			break
		}
		if err := syscall.Kill(cmd.Process.Pid, 0); err != nil {
			t.Fatal("the hook ended before the reviewer began")
		}
	}
	for exec.Command("pgrep", "-f", "^"+sleep).Run() != nil { // it is about to begin
		if err := syscall.Kill(cmd.Process.Pid, 0); err != nil {
			t.Fatal("the hook ended before the reviewer slept")
		}
	}
	stdout.Close()
	if _, err := io.Copy(io.Discard, stderr); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the hook: %v, want exit code 0", err)
	}
	if left, err := exec.Command("pgrep", "-f", "^"+sleep).Output(); err == nil {
		t.Errorf("the reviewer is still there: %s", left)
		exec.Command("pkill", "-KILL", "-f", "^"+sleep).Run()
	}
}
