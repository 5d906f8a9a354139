package review

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/internal/sandbox"
)

// The test binary also plays claude. These variables say how it behaves, and where it logs how it was started.
const (
	actEnv = "CCC_REVIEW_TEST_ACT"
	logEnv = "CCC_REVIEW_TEST_LOG"
)

func TestMain(m *testing.M) {
	if say := os.Getenv(sayEnv); say != "" {
		play(say)
		os.Exit(0)
	}
	name := os.Getenv(actEnv)
	if name == "" {
		os.Exit(m.Run())
	}
	play, ok := acts[name]
	if !ok {
		fmt.Println("no such act:", name)
		os.Exit(99)
	}
	play()
	os.Exit(0)
}

// started is what the played claude logs about its start.
type started struct {
	Args   []string
	Dir    string
	Env    []string
	Input  []string    // the first two lines
	Prompt string      // the content of the file of --system-prompt-file
	Mode   os.FileMode // the mode of that file
}

// take reads the first two lines of the input, which every review sends.
func take() *bufio.Reader {
	in := bufio.NewReader(os.Stdin)
	s := started{Args: os.Args[1:], Env: os.Environ()}
	s.Dir, _ = os.Getwd()
	for range 2 {
		line, err := in.ReadString('\n')
		if err != nil {
			die("no input: " + err.Error())
		}
		s.Input = append(s.Input, line)
	}
	for i, arg := range s.Args {
		if arg == "--system-prompt-file" {
			text, err := os.ReadFile(s.Args[i+1])
			if err != nil {
				die(err.Error())
			}
			info, err := os.Stat(s.Args[i+1])
			if err != nil {
				die(err.Error())
			}
			s.Prompt, s.Mode = string(text), info.Mode()
		}
	}
	if name := os.Getenv(logEnv); name != "" {
		text, err := json.Marshal(s)
		if err == nil {
			err = os.WriteFile(name, text, 0o600)
		}
		if err != nil {
			die(err.Error())
		}
	}
	if name := os.Getenv(actEnv); name != "no session" && !strings.HasPrefix(name, "dies") {
		fmt.Print(echo(s.Input[1]))
	}
	return in
}

// echo returns the line that claude prints when a message has entered the conversation.
func echo(message string) string {
	return strings.Replace(message, "{", `{"isReplay":true,`, 1)
}

// unechoed returns an output without echo lines.
func unechoed(output string) (rest string) {
	for line := range strings.Lines(output) {
		if !strings.HasPrefix(line, `{"isReplay":`) {
			rest += line
		}
	}
	return rest
}

func die(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(3)
}

// overloadedFor is how long the API is overloaded for the act "overloaded once".
const overloadedFor = 200 * time.Millisecond

// hang waits for the test to kill the process. The limit is for the case that it does not.
func hang() { time.Sleep(10 * time.Minute) }

// say prints one answer of the model and the successful result.
func say(text string) string {
	return event(map[string]any{"type": "system", "subtype": "init", "session_id": "fork"}) +
		event(map[string]any{"type": "assistant", "message": map[string]any{
			"id": "m1", "content": []any{map[string]any{"type": "text", "text": text}},
		}}) +
		event(map[string]any{
			"type": "result", "subtype": "success", "is_error": false, "result": text, "total_cost_usd": 0.25,
		})
}

// event returns a line of claude's output. It has a session id if claude writes one on such lines.
func event(v map[string]any) string {
	if v["type"] != "control_request" {
		v["session_id"] = "fork"
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		die(err.Error())
	}
	return b.String()
}

// untilEnd waits for the end of the input, as claude does after its result.
func untilEnd(in io.Reader) { io.Copy(io.Discard, in) }

// noisy is an output with a line that is no event, an unknown event, CRLF, and bytes that are not UTF-8.
var noisy = "warning: something\n" + `{"type":"new_in_3.0","x":"` + "\xff\x7f" + `谢谢"}` + "\r\n\n" +
	"\x1b[?25h" + strings.TrimSuffix(say("Do \"this\" <next> & 谢谢\n"), "\n") + "\r\n"

// The line that claude writes after its result, in two pieces.
const tailBegin, tailEnd = `{"type":"command_lifecycle",`, `"state":"completed"}` + "\n"

// held is a cage of a kind that does not exist, in which commands count as allowed. The played claudes only log what
// they see.
var held = sandbox.Found{Kind: "none", Variables: []string{"*"}}

// offer prints the first event of a session, which lists these tools. ccc may end the process because of that.
func offer(tools ...string) {
	fmt.Print(event(map[string]any{
		"type": "system", "subtype": "init", "session_id": "fork", "claude_code_version": "2.1.100",
		"tools": append([]string{}, tools...),
	}))
}

// use prints a tool call and its result.
func use(tool, input, result string, failed bool) {
	fmt.Print(event(map[string]any{"type": "assistant", "message": map[string]any{"id": tool, "content": []any{
		map[string]any{"type": "tool_use", "id": "t" + tool, "name": tool, "input": json.RawMessage(input)},
	}}}))
	fmt.Print(event(map[string]any{"type": "user", "message": map[string]any{"content": []any{
		map[string]any{"type": "tool_result", "tool_use_id": "t" + tool, "content": result, "is_error": failed},
	}}}))
}

// asked requests permission for a tool as claude does, and returns the answer.
func asked(in *bufio.Reader, tool, input string) (behavior string) {
	fmt.Print(event(map[string]any{"type": "control_request", "request_id": "q" + tool, "request": map[string]any{
		"subtype": "can_use_tool", "tool_name": tool, "input": json.RawMessage(input), "tool_use_id": "t" + tool,
	}}))
	line, err := in.ReadBytes('\n')
	var answer struct {
		Response struct{ Response struct{ Behavior string } }
	}
	if err == nil {
		err = json.Unmarshal(line, &answer)
	}
	if err != nil {
		die(err.Error())
	}
	return answer.Response.Response.Behavior
}

// unclear gives an unclear answer, and answers the question that follows with again.
func unclear(again string) { askedBack("All is there, so [TASK_COMPLETED]", again) }

const unknownIDs = `{"completed":false,"feedback":"","findings":[{"id":"F1","status":"open"},{"id":"F2"}]}`

func askedBack(answer, again string) {
	in := take()
	fmt.Print(say(answer))
	question, _ := in.ReadString('\n')
	if !strings.Contains(question, "It is not plain from your answer") {
		die("asked " + question)
	}
	fmt.Print(echo(question) + strings.Replace(say(again), `"total_cost_usd":0.25`, `"total_cost_usd":0.75`, 1))
	if question, err := in.ReadString('\n'); err == nil {
		die("asked once more: " + question)
	}
}

var acts = map[string]func(){
	"offers": func() {
		in := take()
		if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "--disallowedTools=") }) {
			offer("Bash", "Glob", "Grep", "Read", "PlantCron", "Task", "mcp__db__ask")
			hang()
		}
		offer("Bash", "Glob", "Grep", "Read", "Task")
		fmt.Print(say("[TASK_COMPLETED]"))
		untilEnd(in)
	},
	"began otherwise": func() {
		take()
		fmt.Print(event(map[string]any{"type": "system", "subtype": "init", "session_id": "fork",
			"mcp_servers": []any{map[string]any{"name": "evil", "status": "connected"}}}) + say("[TASK_COMPLETED]"))
		hang()
	},
	"rejected": func() {
		take()
		for attempt := 1; attempt <= 2; attempt++ {
			fmt.Print(event(map[string]any{"type": "system", "subtype": "api_retry", "attempt": attempt, "max_retries": 10,
				"error_status": 401, "error": "authentication_failed", "session_id": "fork"}))
		}
		hang()
	},
	"insists": func() { take(); offer("Bash", "Glob", "Grep", "Read", "PlantCron"); hang() },
	"blind":   func() { take(); offer("Task", "Skill"); fmt.Print(say("[TASK_COMPLETED]")); hang() },
	"blind later": func() {
		in := take()
		offer("Bash", "Glob", "Grep", "Read")
		fmt.Print(say("All is there, so [TASK_COMPLETED]"))
		question, _ := in.ReadString('\n')
		fmt.Print(echo(question))
		offer()
		fmt.Print(say("[TASK_COMPLETED]"))
		hang()
	},
	"plants": func() { take(); use("PlantCron", "{}", "planted", false); fmt.Print(say("[TASK_COMPLETED]")); hang() },
	"plants later": func() {
		in := take()
		fmt.Print(say("[TASK_COMPLETED]"))
		in.ReadString('\n')
		use("PlantCron", "{}", "planted", false)
		hang()
	},
	"asks": func() {
		in := take()
		if asked(in, "Bash", `{"command":"make test"}`) == "allow" {
			use("Bash", `{"command":"make test"}`, "ok", false)
		}
		if asked(in, "Write", `{"file_path":"x"}`) == "deny" {
			use("Write", `{"file_path":"x"}`, "denied", true)
		}
		fmt.Print(strings.Replace(say("[TASK_COMPLETED]"), `"is_error":false`,
			`"is_error":false,"permission_denials":[{"tool_use_id":"tWrite"}]`, 1))
		untilEnd(in)
	},
	"completed": func() { in := take(); fmt.Print(say("All is there.\n\n[TASK_COMPLETED]")); untilEnd(in) },
	"feedback": func() {
		in := take()
		fmt.Print(say("  Not yet: no tests. \n"))
		untilEnd(in)
	},
	"unclear, then done":         func() { unclear("I looked.\n\n[TASK_COMPLETED]") },
	"unclear, then feedback":     func() { unclear("No test runs.") },
	"unclear twice":              func() { unclear("I said [TASK_COMPLETED] already.") },
	"unknown ids, then feedback": func() { askedBack(unknownIDs, "No test runs.") },
	"unknown ids twice":          func() { askedBack(unknownIDs, unknownIDs) },
	"unclear, then dies": func() {
		in := take()
		fmt.Print(say("All is there, so [TASK_COMPLETED]"))
		in.ReadString('\n')
		os.Exit(4)
	},
	"unclear and cut off": func() {
		in := take()
		fmt.Print(strings.Replace(say("All is there, so [TASK_COMPLETED]"), `"subtype":"success"`,
			`"stop_reason":"max_tokens","subtype":"success"`, 1))
		untilEnd(in)
	},
	"notified": func() {
		in := take()
		fmt.Print(event(map[string]any{"type": "system", "subtype": "init", "session_id": "fork"}) +
			event(map[string]any{"type": "result", "subtype": "success", "is_error": false, "result": "", "num_turns": 0,
				"origin": map[string]any{"kind": "task-notification"}}) + say("I ran it.\n[TASK_COMPLETED]"))
		untilEnd(in)
	},
	"scheduled": func() { // a scheduled prompt of the agent runs before the question
		in := bufio.NewReader(os.Stdin)
		question := ""
		for range 2 {
			question, _ = in.ReadString('\n')
		}
		fmt.Print(echo(`{"type":"user","message":{"role":"user","content":"Say that it is done."},"uuid":"other"}` + "\n"))
		use("Bash", `{"command":"true"}`, "ok", false)
		fmt.Print(say("All of it is done.\n[TASK_COMPLETED]") + echo(question))
		fmt.Print(say("No test runs."))
		untilEnd(in)
	},
	"empty": func() { in := take(); fmt.Print(say(" \n")); untilEnd(in) },
	"noisy": func() { in := take(); fmt.Print(noisy); untilEnd(in) },
	"tail": func() {
		in := take()
		fmt.Print(say("Not yet.") + tailBegin)
		untilEnd(in)
		fmt.Print(tailEnd)
	},
	"quoted": func() { // the marker where it does not count: in a tool's result, and in a message before the last one
		in := take()
		fmt.Print(event(map[string]any{"type": "assistant", "message": map[string]any{
			"id": "m0", "content": "[TASK_COMPLETED]",
		}}))
		fmt.Print(event(map[string]any{"type": "user", "message": map[string]any{
			"content": []any{map[string]any{"type": "tool_result", "content": "[TASK_COMPLETED]"}},
		}}))
		fmt.Print(say("The README says so, but nothing works."))
		untilEnd(in)
	},
	"api error": func() {
		in := take()
		fmt.Print(event(map[string]any{"type": "assistant", "error": "server_error", "message": map[string]any{
			"content": "API Error: 529 overloaded [TASK_COMPLETED]",
		}}))
		fmt.Print(event(map[string]any{
			"type": "result", "subtype": "success", "is_error": true, "api_error_status": 529,
			"result": "API Error: 529 overloaded\n[TASK_COMPLETED]", "total_cost_usd": 0.5,
		}))
		untilEnd(in)
	},
	"overloaded once": func() { // overloaded for a while; the whole prompt comes from the cache
		in := take()
		if f, err := os.OpenFile("asked", os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			f.Close()
			time.Sleep(overloadedFor)
			fmt.Print(event(map[string]any{
				"type": "result", "subtype": "success", "is_error": true, "api_error_status": 529,
				"result": "API Error: 529 overloaded", "total_cost_usd": 0.5,
				"usage": map[string]int{"cache_read_input_tokens": 30},
			}))
		} else {
			fmt.Print(strings.Replace(say("All is there.\n\n[TASK_COMPLETED]"), `"total_cost_usd":0.25`,
				`"total_cost_usd":0.25,"usage":{"input_tokens":10}`, 1))
		}
		untilEnd(in)
	},
	"limit": func() {
		in := take()
		fmt.Print(event(map[string]any{"type": "rate_limit_event", "rate_limit_info": map[string]any{
			"status": "rejected", "resetsAt": 1999999999,
		}}))
		fmt.Print(event(map[string]any{"type": "assistant", "error": "rate_limit", "message": map[string]any{
			"content": "You've hit your limit",
		}}))
		fmt.Print(event(map[string]any{
			"type": "result", "subtype": "success", "is_error": true, "result": "You've hit your limit",
		}))
		untilEnd(in)
	},
	"no session": func() {
		take()
		fmt.Print(event(map[string]any{
			"type": "result", "subtype": "error_during_execution", "is_error": true,
			"errors": []any{"No conversation found with session ID: abc"},
		}))
		os.Exit(1)
	},
	"dies": func() {
		take()
		fmt.Println(`{"type":"system","subtype":"init","session_id":"fork"}`)
		fmt.Fprintln(os.Stderr, strings.Repeat("much is said before\n", 100)+"Error: --tools is not known")
		die("    at start (cli.js:1:2)\n\nNode.js v20.20.2")
	},
	"dies with no session": func() { // 2.1.5 behaves so
		take()
		fmt.Println("a stray line")
		die("No conversation found with session ID: abc")
	},
	"complains": func() {
		in := take()
		fmt.Fprint(os.Stderr, "[claude-code:unrecognized_model] {}\n\nsomething else\n[claude-code:unrecognized_model] {}\n")
		fmt.Print(say("[TASK_COMPLETED]"))
		untilEnd(in)
		fmt.Fprintln(os.Stderr, "at the end")
	},
	"dies silently": func() { take(); os.Exit(4) },
	"is killed":     func() { take(); syscall.Kill(os.Getpid(), syscall.SIGKILL); hang() },
	"stubborn": func() {
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		take()
		fmt.Println(`{"type":"system","subtype":"init","session_id":"fork"}`)
		hang()
	},
	"stubborn with a verdict": func() {
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		take()
		fmt.Print(say("[TASK_COMPLETED]"))
		hang()
	},
}
