package integration

// The fake claude's output, and the files that it writes.

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ccc/ptyio"

	"golang.org/x/term"
)

// beginTurn takes up a message. If no turn is running it begins one, with an init line.
func (f *fake) beginTurn(in inbound) {
	if !f.inTurn {
		dir, err := os.Getwd()
		if err != nil {
			f.fail("%v", err)
		}
		plugins := ""
		if list := os.Getenv("TEST_CLAUDE_SCRIPT_PLUGINS"); list != "" {
			if slices.Contains(f.args, "--setting-sources=") { // it then finds no plugin
				list = regexp.MustCompile(`\{"name":"[^"]*","path":"/[^"]*"\},?`).ReplaceAllString(list, "")
			}
			plugins = `,"plugins":` + list
		}
		model := "fake-model"
		if i := slices.Index(f.args, "--model"); i >= 0 && slices.Contains(f.args, "--fork-session") {
			model = f.args[i+1]
		}
		f.emit(`{"type":"system","subtype":"init","cwd":%s,"model":%s,"permissionMode":%s,`+
			`"claude_code_version":%s%s%s}`, asJSON(dir), asJSON(model), asJSON(f.mode()),
			asJSON(cmp.Or(os.Getenv("TEST_CLAUDE_SCRIPT_VERSION"), "0.0.0")), plugins, f.ids())
		f.inTurn = true
	}
	if slices.Contains(f.args, "--replay-user-messages") {
		f.emit(`{"type":"user","message":{"role":"user","content":%s},"isReplay":true,"uuid":%s%s}`,
			asJSON(in.Message.Content), asJSON(in.UUID), f.ids())
	}
}

// mode is the permission mode that the host has set.
func (f *fake) mode() string {
	if mode, ok := f.modeSet.Load().(string); ok {
		return mode
	}
	return "default"
}

func (f *fake) assistant(format string, args ...any) {
	f.message++
	block := fmt.Sprintf(format, args...)
	f.emit(`{"type":"assistant","message":{"id":"msg_%d","role":"assistant","model":"fake-model","content":[%s]},`+
		`"parent_tool_use_id":null%s}`, f.message, block, f.ids())
}

// apiError ends the turn with an error of the API as claude does: by an assistant text, and by a result whose subtype
// is success and whose is_error is true.
func (f *fake) apiError(text string) {
	part := strings.SplitN(text, " ", 3)
	if len(part) < 3 {
		f.fail("error: STATUS KIND TEXT is wanted, not %q", text)
	}
	f.message++
	f.emit(`{"type":"assistant","message":{"id":"msg_%d","role":"assistant","model":"<synthetic>",`+
		`"content":[{"type":"text","text":%s}]},"parent_tool_use_id":null,"error":%s%s}`,
		f.message, asJSON(part[2]), asJSON(part[1]), f.ids())
	f.result("success", true, `"result":`+asJSON(part[2])+`,"terminal_reason":"api_error","api_error_status":`+part[0])
}

func (f *fake) result(subtype string, isError bool, rest string) {
	f.turns++
	f.inTurn = false
	if f.prompted > 0 {
		rest += `,"usage":` + f.usage()
	}
	cost := cmp.Or(f.spent, 0.25*float64(f.turns))
	if f.restored > 0 {
		rest += fmt.Sprintf(`,"model_usage_since_last_result":{"fake-model":{"costUSD":%v}}`, cost-f.charged)
	}
	f.charged = cost
	f.emit(`{"subtype":%s,"is_error":%t,"duration_ms":1,"num_turns":%d,"total_cost_usd":%v,%s%s,"type":"result"}`,
		asJSON(subtype), isError, f.turns, f.restored+cost, rest, f.ids())
}

func (f *fake) usage() string {
	return fmt.Sprintf(`{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":0,`+
		`"output_tokens":1}`,
		f.prompted-f.cached, f.cached)
}

// ids returns the end of a line with the session's id.
func (f *fake) ids() string {
	if f.key == "none" {
		return ""
	}
	return fmt.Sprintf(`,%q:%q`, f.key, f.session)
}

func (f *fake) emit(format string, args ...any) { f.write(fmt.Sprintf(format, args...) + "\n") }

func (f *fake) write(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.out.WriteString(text)
	if err := f.out.Flush(); err != nil {
		f.fail("write: %v", err)
	}
}

func (f *fake) awaitSize(want string) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	for {
		cols, rows, err := term.GetSize(1)
		if err != nil {
			f.fail("%v", err)
		}
		if fmt.Sprintf("%dx%d", cols, rows) == want {
			return
		}
		<-changed
	}
}

func (f *fake) grandchild() {
	cmd := exec.Command(os.Args[0])
	cmd.Path, _ = os.Executable()
	sleeping := "TEST_CLAUDE_SLEEP=" + rand.Text()
	cmd.Env = append(os.Environ(), sleeping, "CLAUDECODE=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		f.fail("grandchild: %v", err)
	}
	known := strconv.Itoa(cmd.Process.Pid)
	if runtime.GOOS == "linux" { // in a sandbox process numbers differ
		known = sleeping
	}
	if err := (&note{Do: "write", Path: filepath.Join(f.dir, "grandchild.pid"), Text: known}).send(); err != nil {
		f.fail("grandchild: %v", err)
	}
}

// checkAlone fails if another fake claude of the script is running, and makes others fail until this one ends.
func (f *fake) checkAlone() {
	var err error
	if f.held, err = (&note{Do: "alone", Path: f.dir}).call(); err != nil {
		f.fail("not alone: %v", err)
	}
}

// stop plays a turn of the agent in the screen and its end, with the Stop hooks of --settings.
func (f *fake) stop(said string) {
	f.message++
	path := filepath.Join(f.dir, "session.jsonl")
	if err := addTurn(path, f.message, said); err != nil {
		f.fail("stop: %v", err)
	}
	f.callHooks("Stop", stopInput(path, f.message))
}

// callHooks runs the hooks of --settings for an event as claude runs them: with sockets, and without a shell if they
// have "args". The outcome of each is logged as "hook CODE OUTPUT".
func (f *fake) callHooks(event, input string) {
	var settings struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string
				Args    []string
			}
		}
	}
	text, err := os.ReadFile(f.args[slices.Index(f.args, "--settings")+1])
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	if err != nil {
		f.fail("%s: %v", event, err)
	}
	for _, group := range settings.Hooks[event] {
		for _, hook := range group.Hooks {
			cmd := exec.Command(hook.Command, hook.Args...)
			if hook.Args == nil {
				cmd = exec.Command("/bin/sh", "-c", hook.Command)
			}
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, err := callHook(cmd, input)
			if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
				f.fail("%s: %v", event, err)
			}
			f.log("hook", strconv.Itoa(statusOf(cmd.ProcessState)), asJSON(string(out)))
		}
	}
}

// callHook runs a hook with a socket for its input, and returns its output.
func callHook(cmd *exec.Cmd, input string) (out []byte, err error) {
	ours, theirs, err := ptyio.ToChild()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	cmd.Stdin = theirs
	go func() {
		_, _ = io.WriteString(ours, input) // a hook that has ended does not read it
		_ = ours.Close()
	}()
	return cmd.Output()
}

// addTurn adds a turn to a session's file: the message of the user and the answer of the agent.
func addTurn(path string, n int, said string) error {
	id := time.Now().UnixNano() // also of a claude that goes on with the session
	at := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = fmt.Fprintf(file, `{"uuid":"p%[4]d","timestamp":%[2]q,"type":"user",`+
		`"message":{"role":"user","content":%[3]s}}
{"uuid":"a%[4]d","timestamp":%[2]q,"type":"assistant","message":{"id":"m%[4]d","model":"m","role":"assistant",`+
		`"stop_reason":"end_turn","content":[{"type":"text","text":"did it, turn %[1]d"}]}}
`, n, at, asJSON(said), id)
	return err
}

// stopInput returns the input that claude gives its Stop hook.
func stopInput(path string, n int) string {
	return fmt.Sprintf(`{"session_id":%q,"transcript_path":%s,"hook_event_name":"Stop","stop_hook_active":false,`+
		`"last_assistant_message":"did it, turn %d"}`, fakeSession, asJSON(path), n)
}

// performScreen plays the steps of a screen and returns the exit code of "exit CODE".
func (f *fake) performScreen() int {
	lines := bufio.NewReader(os.Stdin)
	for _, step := range f.steps {
		verb, rest, _ := strings.Cut(step, " ")
		switch verb {
		case "expect":
			line, err := lines.ReadString('\n')
			line = strings.TrimSpace(line)
			if err != nil || !regexp.MustCompile(rest).MatchString(line) {
				f.fail("the person's line %q, %v does not match %q", line, err, rest)
			}
		case "say":
			fmt.Println(unescape(rest))
		case "stop":
			f.stop(rest)
		case "prompt":
			path := filepath.Join(f.dir, "session.jsonl")
			f.callHooks("UserPromptSubmit", fmt.Sprintf(`{"session_id":%q,"transcript_path":%s,`+
				`"hook_event_name":"UserPromptSubmit","prompt":%s}`, fakeSession, asJSON(path), asJSON(rest)))
		case "suspend":
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		case "exit":
			code, _ := strconv.Atoi(rest)
			return code
		default:
			f.fail("the screen does not know %q", verb)
		}
	}
	return 0
}

// log appends a line in one write, since several processes may do so at once.
func (f *fake) log(words ...string) {
	line := fmt.Sprintf("%s %d %s\n", f.kind, f.number, strings.Join(words, " "))
	if err := (&note{Do: "append", Path: filepath.Join(f.dir, "claude.log"), Text: line}).send(); err != nil {
		panic(err)
	}
}

func (f *fake) fail(format string, args ...any) {
	f.log("FAIL", fmt.Sprintf(format, args...))
	os.Exit(99)
}

func envNames() (names []string) {
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// unescape replaces the escapes of a Go string in text.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		return text
	}
	return out
}
