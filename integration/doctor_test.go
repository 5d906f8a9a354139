package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/claude/mods"
)

// doctorCommand returns ccc doctor --live for a claude. Its HOME is below a file, so that nothing can be created there,
// not even by root. Temporary files go to tmp.
func doctorCommand(t *testing.T, claude string) (cmd *exec.Cmd, tmp string) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "")
	tmp = filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(binary.Path(t), "doctor", "--live", "--output-format", "json")
	cmd.Dir = dir
	cmd.Env = append(realclaude.Env(filepath.Join(dir, "file", "home"), "http://127.0.0.1:1"),
		"CCC_CLAUDE="+claude, "TMPDIR="+tmp, "CCC_LANG=en")
	return cmd, tmp
}

// diagnosis has the results of ccc doctor by name.
type diagnosis map[string]struct{ Name, State, Found string }

func diagnose(t *testing.T, cmd *exec.Cmd, code int) diagnosis {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("exit code %d, want %d: %v\n%s\n%s", got, code, err, out, stderr.String())
	}
	var told struct {
		OK     bool
		Checks []struct{ Name, State, Found string }
	}
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if told.OK != (code == 0) {
		t.Errorf("ok is %v with exit code %d", told.OK, code)
	}
	d := diagnosis{}
	for _, c := range told.Checks {
		d[c.Name] = c
	}
	return d
}

// checkLeftovers fails if a trial has left something: a file in tmp, or a process whose environment names tmp.
func checkLeftovers(t *testing.T, tmp string) {
	t.Helper()
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left in TMPDIR: %v, %v", left, err)
	}
	processes, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is good
	for _, path := range processes {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(tmp+"/ccc-doctor-")) {
			name, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			t.Errorf("%s still runs: %q", path, name)
		}
	}
}

// TestJ02RealDoctor: everything works with each version, no proxy is used, no file of the user's is touched, and
// nothing is left afterwards.
func TestJ02RealDoctor(t *testing.T) {
	t.Parallel()
	for _, version := range everyVersion() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			proxy, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer proxy.Close()
			go func() {
				if conn, err := proxy.Accept(); err == nil {
					conn.Close()
					t.Error("the proxy was asked")
				}
			}()
			cmd, tmp := doctorCommand(t, realclaude.Path(t, version))
			home := realclaude.Home(t)
			write(t, filepath.Join(home, ".claude", "settings.json"), `{"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:2"}}`)
			write(t, filepath.Join(home, ".claude", "CLAUDE.md"), "Do nothing.")
			before := describeTree(t, home)
			for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
				cmd.Env = append(cmd.Env, name+"=http://"+proxy.Addr().String())
			}
			cmd.Env = append(cmd.Env, "HOME="+home)
			began := time.Now()
			d := diagnose(t, cmd, 0)
			t.Logf("%s: %s of the processor's in %s", version,
				cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), time.Since(began))
			for _, name := range []string{
				"claude", "loop", "project", "fork", "cage", "session-start", "supervisor", "hook", "hook-message", "supervisoroff",
				"mods",
			} {
				want := "ok"
				if name == "mods" && !mods.InVersion(version) {
					want = "" // nothing is said of mods
				}
				if d[name].State != want {
					t.Errorf("%s: %+v, want %q", name, d[name], want)
				}
			}
			if !strings.Contains(d["claude"].Found, version+", a version that ccc is tested with") {
				t.Errorf("claude: %s", d["claude"].Found)
			}
			if after := describeTree(t, home); after != before {
				t.Errorf("the person's home was\n%s\nand is\n%s", before, after)
			}
			checkLeftovers(t, tmp)
		})
	}
}

// wrapHook returns shell commands that replace a launch's Stop hook by a command. In that command $ccc is the path of
// ccc.
func wrapHook(command string) string {
	return `file=$(echo "$HOME"/.claude/settings?*[!r].json)
ccc=$(sed -n 's#.*"command": "\([^ "]*/ccc\)".*#\1#p' $file | head -n 1)
cat > "$HOME/ccc-wrapped" <<END
#!/bin/sh
ccc=$ccc
case \$1 in
supervisor-hook) ` + strings.ReplaceAll(command, "$", `\$`) + `;;
*) exec "\$ccc" "\$@";;
esac
END
chmod +x "$HOME/ccc-wrapped"
sed -i "s#\"command\": \"$ccc\"#\"command\": \"$HOME/ccc-wrapped\"#" $file
`
}

// describeTree returns the names, modes, times and contents of everything in a directory.
func describeTree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, _ := os.ReadFile(path) // "" for a directory
		fmt.Fprintf(&b, "%s %s %s %q\n", path, info.Mode(), info.ModTime(), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestJ02RealDoctorNames: ccc doctor names each thing that does not work. In each case that is one thing: the real
// claude is wrapped in a shell script, and its home cannot be written. Without -full there are two cases.
func TestJ02RealDoctorNames(t *testing.T) {
	t.Parallel()
	screen := `case " $* " in *" --print "*|*" --version "*) exec "$real" "$@";; esac` + "\n"
	for name, c := range map[string]struct {
		script string
		broken map[string]string // what is found, by name
		holds  []string
	}{
		"hooks never run": {
			screen + `exec "$real" "$@" --settings '{"disableAllHooks": true}'`,
			map[string]string{
				"session-start": "the SessionStart hook never ran",
				"hook":          "the Stop hook never ran",
			},
			[]string{"loop", "fork", "cage", "supervisor"},
		},
		"block ignored": {
			screen + wrapHook(`"$ccc" "$@" >/dev/null`) + `exec "$real" "$@"`,
			map[string]string{"hook": "the Stop hook ran, and claude ignored its block"},
			[]string{"loop", "session-start", "supervisor"},
		},
		"message not shown": {
			screen + wrapHook(`"$ccc" "$@" | grep block`) + `exec "$real" "$@"`,
			map[string]string{"hook-message": "the Stop hook ran, and claude did not show what it said"},
			[]string{"loop", "session-start", "supervisor", "hook"},
		},
		"session lost": {
			`case " $* " in *" --fork-session "*)
				for word do
					shift
					case $last in --resume) last=; continue;; esac
					last=$word
					case $word in --resume|--fork-session) ;; *) set -- "$@" "$word";; esac
				done
			esac
			exec "$real" "$@"`,
			map[string]string{"fork": "the fork lost the session"},
			nil,
		},
		"bare": { // N07
			`case " $* " in *" --print "*) set -- --bare "$@";; esac; exec "$real" "$@"`,
			map[string]string{"project": "the agent was not given the project's CLAUDE.md"},
			[]string{"session-start", "hook"},
		},
		"trust": {
			screen + `sed -i 's/hasTrustDialogAccepted/other/' "$HOME/.claude.json"; exec "$real" "$@"`,
			map[string]string{"session-start": "claude asks whether you trust the directory"},
			[]string{"loop"},
		},
		"login": {
			`unset ANTHROPIC_AUTH_TOKEN; exec "$real" "$@"`,
			map[string]string{"loop": "claude asks to log in"},
			nil,
		},
		"unknown option": {
			`case "$*" in --version) echo "1.0.0 (Claude Code)";; *) echo "error: unknown option '$1'" >&2; exit 1;; esac`,
			map[string]string{
				"loop":          "claude does not know an option that ccc needs",
				"session-start": "error: unknown option '--settings'",
			},
			nil,
		},
	} {
		if !*full && name != "unknown option" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := filepath.Join(t.TempDir(), "claude")
			text := "#!/bin/sh\nreal=" + realclaude.Path(t, realclaude.Newest) + "\n" + c.script + "\n"
			if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd, tmp := doctorCommand(t, script)
			d := diagnose(t, cmd, 1)
			for name, words := range c.broken {
				if d[name].State != "broken" || !strings.Contains(d[name].Found, words) {
					t.Errorf("%s: %+v, want broken: %s", name, d[name], words)
				}
			}
			for _, name := range c.holds {
				if d[name].State != "ok" {
					t.Errorf("%s: %+v, want ok", name, d[name])
				}
			}
			checkLeftovers(t, tmp)
		})
	}
}

// TestJ02RealDoctorInterrupted: ctrl-c in the middle leaves no files and no processes.
func TestJ02RealDoctorInterrupted(t *testing.T) {
	t.Parallel()
	if inFull() == nil {
		return
	}
	cmd, tmp := doctorCommand(t, realclaude.Path(t, realclaude.Newest))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := func() bool { // claude has a session
		found, _ := filepath.Glob(filepath.Join(tmp, "*", "*", "home", ".claude", "projects", "*", "*.jsonl"))
		return len(found) > 0
	}
	for late := time.Now().Add(screenTime); !begun(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			_ = cmd.Process.Kill()
			t.Fatal("no claude has begun")
		}
	}
	_ = cmd.Process.Signal(syscall.SIGINT)
	_ = cmd.Wait() // its exit code is checked
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	checkLeftovers(t, tmp)
}
