package integration

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"
)

// The fake claude is the test binary under the name claude. What it does stands in the file that TEST_CLAUDE_SCRIPT
// names:
//
//	agent:                    what the first agent process does; a second section is for the second one, and "agent 9:"
//	                          stands for nine in a row
//	expect RE                 the next user message comes and matches; the first of a turn begins it
//	say TEXT                  a text block of the assistant; \n, \x1b and so on stand for themselves
//	tool NAME COMMAND         a tool call
//	answer TEXT               the tool's result
//	run COMMAND               a tool call that sh runs, and what it prints as the result
//	stream TEXT               a text block that comes in pieces, if the host wants them, and then whole
//	begin-stream TEXT         only the pieces
//	call ID TOOL JSON         a tool call, and
//	called ID TEXT            its result; an ID that begins with "bad" fails
//	ask ID TOOL JSON          the host is asked whether the tool may be used; what the user types comes as
//	await-answer ID RE        the host's answer, as JSON, matches
//	withdraw-after-interrupt ID  the host interrupts, the question was withdrawn and the turn ends
//	background TYPE WHAT      this runs in the background now, as local_bash or local_agent; nothing does without a TYPE
//	local TEXT                the output of a local command, such as /context: a turn in which no model is asked
//	result TEXT               the turn ends well; with no TEXT the answer is empty
//	error STATUS KIND TEXT    it ends with an API error
//	prompted TOKENS CACHED    a request of so many tokens goes out, of which so many are in the cache; the result tells
//	                          it, too
//	continues                 the answer to that request ends, and a tool is called: another request follows
//	spent USD                 the turn ends at the limit of --max-budget-usd: it has cost so much, and answers
//	                          no further message
//	restored USD              the session that this process goes on in has cost so much, which its results add to what
//	                          it has spent itself, as those of 2.1.329 do
//	limit SECONDS TEXT        it ends at a usage limit that is over after so long
//	review:                   the same for the reviewers, in the order in which they are started
//	reviewer-NAME:            and for those whose system prompt has "Reviewer NAME."
//	fresh:                    and for those that are given a transcript instead of a session
//	screen:                   and for claude's own screen, which prints its arguments and knows expect, say, exit,
//	                          suspend (it stops itself, as claude does at ctrl-z) and "stop TEXT": the user has said
//	                          TEXT, the agent has answered, and its hooks are run; "prompt TEXT": the hooks alone that
//	                          are told of what the user types
//	plain:                    and for claude --help and the like, which print their arguments
//
// claude --version needs no script: TEST_CLAUDE_SCRIPT_VERSION is what it prints, else 2.1.5. With
// TEST_CLAUDE_SCRIPT_HANGS it prints nothing.
// TEST_CLAUDE_SCRIPT_PLUGINS are the plugins that claude says that it has, a JSON array.
//
//	expect-arg WORD…          the arguments hold these words in this order, side by side
//	spelling KEY              from here on the session's id stands under this key; "none" leaves it out
//	session ID                from here on the session is this one
//	raw BYTES                 a line as it is, and
//	glue BYTES                the same without a newline
//	flood MIB BYTES           the line again and again, until it is so many MiB
//	stderr TEXT               a line on stderr
//	keep-file FILE COPY       a copy of a file as it is now, both beside the script
//	expect-size BYTES         the next user message comes and is so long
//	await-interrupt [queue]   messages are queued if it says so;
//	                          the host interrupts; the turn ends with the result of that
//	ignore-interrupt          the host interrupts, and nothing follows
//	await-size COLSxROWS      the terminal gets this size
//	grandchild                start a process in a session of its own that holds the terminal;
//	                          its pid is in grandchild.pid
//	serve TEXT                each message is a turn with a tool call that ends with TEXT, until stdin ends
//	alone                     from here on no other process of this script says so
//	hang                      nothing, until stdin ends
//	stuck                     nothing, whatever comes but SIGKILL
//	die SIGNAL                by SIGKILL, SIGHUP, …
//	exit CODE [TEXT]          with TEXT on stdout
//
// What it reads and writes there, the runner does for it (fake_notes_test.go), because a reviewer is in a cage.
//
// It waits for input and never for time. Which section is next is kept beside the script, in files claude.KIND.N. What
// it is started with and sent is in claude.log there, a line each, as "agent 1 user \"text\"". What should not happen
// is a line with FAIL in it: an unexpected message, a step that was never reached, an agent whose stdout is no raw
// terminal or whose stdin is one. The runner looks for it after each script.
type fake struct {
	kind    string // agent, review, screen
	number  int    // of this kind, from 1
	dir     string
	steps   []string
	args    []string
	input   chan inbound
	sigterm chan os.Signal
	session string
	key     string // of the session's id

	mu  sync.Mutex
	out *bufio.Writer

	inTurn  bool
	message int
	turns   int

	prompted, cached int // tokens of the newest request
	spent            float64
	restored         float64 // USD
	charged          float64 // what the last result came to, without that
	initial          bool    // an initialize request came
	queued           []inbound
	modeSet          atomic.Value
	back             sync.Map // the uuids of messages that the host has taken back

	held net.Conn // as long as this one is alone
}

// inbound is what the host sends: a user message, or a control request.
type inbound struct {
	Type    string
	UUID    string
	Message struct {
		Role    string
		Content string
	}
	Response  json.RawMessage
	RequestID string `json:"request_id"`
	Request   struct {
		Subtype      string
		SystemPrompt string `json:"systemPrompt"`
		Mode         string
		Message      string `json:"message_uuid"`
		Task         string `json:"task_id"`
	}
}

const fakeSession = "5e551011-0000-4000-8000-000000000001"

// performClaude is the main function of the fake claude. It does not return.
func performClaude() {
	if os.Getenv("TEST_CLAUDE_SLEEP") != "" { // the grandchild
		time.Sleep(5 * time.Minute)
		os.Exit(0)
	}
	if slices.Equal(os.Args[1:], []string{"--version"}) {
		if name := os.Getenv("TEST_CLAUDE_SCRIPT_HANGS"); name != "" { // it says so in that file
			_ = os.WriteFile(name, []byte("hangs\n"), 0o600)
			for {
				time.Sleep(time.Hour)
			} // "select {}" would be found to be a deadlock
		}
		fmt.Println(cmp.Or(os.Getenv("TEST_CLAUDE_SCRIPT_VERSION"), "2.1.5") + " (Claude Code)")
		os.Exit(0)
	}
	os.Setenv("CLAUDECODE", "1") // for its hooks and commands, as claude does
	f := &fake{
		args: os.Args[1:], dir: filepath.Dir(os.Getenv("TEST_CLAUDE_SCRIPT")), key: "session_id", session: fakeSession,
		out: bufio.NewWriter(os.Stdout), sigterm: make(chan os.Signal, 1),
	}
	switch {
	case slices.Contains(f.args, "--fork-session"):
		f.kind = "review"
	case slices.Contains(f.args, "--no-session-persistence"):
		f.kind = "fresh"
	case slices.Contains(f.args, "--print"):
		f.kind = "agent"
	case slices.Contains(f.args, "--help"), slices.Contains(f.args, "--version"):
		f.kind = "plain"
	default:
		f.kind = "screen"
	}
	reviews := f.kind == "review"
	if m := named.FindStringSubmatch(strings.Join(f.args, " ")); reviews && m != nil {
		f.kind = "reviewer-" + m[1]
	}
	if reviews {
		f.session = "f0f0f0f0-0000-4000-8000-000000000002"
	} else if i := slices.Index(f.args, "--resume"); i >= 0 && i+1 < len(f.args) {
		f.session = f.args[i+1]
	}
	f.load()
	f.log("argv", asJSON(f.args))
	f.log("env", strings.Join(envNames(), " "))
	if f.kind == "plain" {
		fmt.Printf("claude: %s\n", strings.Join(f.args, " "))
		os.Exit(0)
	}
	if f.kind == "screen" {
		f.checkScreen()
		fmt.Printf("claude's screen: %s\n", strings.Join(f.args, " "))
		os.Exit(f.performScreen())
	}
	f.checkStreams()
	f.input = make(chan inbound)
	if len(f.steps) > 0 && strings.HasPrefix(f.steps[0], "exit ") { // before it reads, as claude rejects an option
		f.perform("exit", strings.TrimPrefix(f.steps[0], "exit "))
	}
	go f.read()
	go func() {
		<-f.sigterm
		f.log("SIGTERM")
		os.Exit(143) // as claude does
	}()
	signal.Notify(f.sigterm, syscall.SIGTERM)
	for len(f.steps) > 0 {
		step := f.steps[0]
		f.steps = f.steps[1:]
		verb, rest, _ := strings.Cut(step, " ")
		f.perform(verb, rest)
	}
	for in := range f.input {
		if in.Request.Subtype != "interrupt" { // a second one comes where ccc had not yet read that the message was taken
			f.fail("the section is over, and this came: %s", in.Message.Content)
		}
	}
	os.Exit(0)
}

var (
	section = regexp.MustCompile(`^(agent|review|reviewer-\w+|fresh|screen|plain)(?: (\d+))?:$`)
	named   = regexp.MustCompile(`\bReviewer (\w+)\.`)
)

// load finds the next section of the script for this kind of process.
func (f *fake) load() {
	for f.number = 1; ; f.number++ {
		name := filepath.Join(f.dir, fmt.Sprintf("claude.%s.%d", f.kind, f.number))
		err := (&note{Do: "create", Path: name}).send()
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			f.fail("%v", err)
		}
	}
	script := note{Do: "read", Path: os.Getenv("TEST_CLAUDE_SCRIPT")}
	if err := script.send(); err != nil {
		f.fail("%v", err)
	}
	n, found := 0, false
	for line := range strings.Lines(script.Text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case section.MatchString(line):
			m := section.FindStringSubmatch(line)
			if found = false; m[1] == f.kind {
				times, _ := strconv.Atoi("0" + m[2])
				found = n < f.number && f.number <= n+max(times, 1)
				n += max(times, 1)
			}
		case found:
			f.steps = append(f.steps, line)
		}
	}
	if n < f.number {
		f.fail("no section for it: argv %s", asJSON(f.args))
	}
}

// checkStreams checks that stdout and the controlling terminal are a pty in raw mode, and that stdin is not. A reviewer
// has sockets instead, and so does the agent with TEST_CLAUDE_PIPES.
func (f *fake) checkStreams() {
	if term.IsTerminal(0) {
		f.fail("stdin is a terminal, claude --print would refuse to run")
	}
	if f.kind != "agent" {
		return
	}
	if os.Getenv("TEST_CLAUDE_PIPES") != "" {
		if term.IsTerminal(1) || term.IsTerminal(2) {
			f.fail("stdout or stderr is a terminal")
		}
		return
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		f.fail("no controlling terminal: %v", err)
	}
	tty.Close()
	if !term.IsTerminal(1) || !term.IsTerminal(2) {
		f.fail("stdout and stderr are not both a terminal")
	}
	if !rawMode(1) {
		f.fail("the terminal is not in raw mode")
	}
}

func (f *fake) checkScreen() {
	if !term.IsTerminal(0) || !term.IsTerminal(1) {
		f.fail("stdin and stdout are not both the terminal")
	}
	if rawMode(0) {
		f.fail("the terminal was handed over raw")
	}
}

// rawMode reports whether a terminal is in raw mode.
func rawMode(fd int) bool {
	before, err := term.MakeRaw(fd)
	if err != nil {
		return false
	}
	after, err := term.GetState(fd)
	if err != nil || *before == *after {
		return err == nil
	}
	term.Restore(fd, before)
	return false
}

// read handles the host's messages and requests. It answers initialize itself.
func (f *fake) read() {
	defer close(f.input)
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			if err != io.EOF {
				f.fail("read stdin: %v", err)
			}
			f.log("eof")
			return
		}
		var in inbound
		if err := json.Unmarshal(textOfBlocks(line), &in); err != nil {
			f.fail("stdin: %v: %s", err, line)
		}
		switch {
		case in.Type == "control_request" && in.Request.Subtype == "initialize":
			if f.initial = true; in.RequestID != "ccc-commands" {
				f.log("initialize", asJSON(in.Request.SystemPrompt))
			}
			f.emit(`{"type":"control_response","response":{"subtype":"success","request_id":%s}}`, asJSON(in.RequestID))
		case in.Type == "control_request" && in.Request.Subtype == "set_permission_mode":
			f.log("mode", in.Request.Mode)
			if in.Request.Mode == "bypassPermissions" {
				f.emit(`{"type":"control_response","response":{"subtype":"error","request_id":%s,"error":"not launched so"}}`,
					asJSON(in.RequestID))
				continue
			}
			f.modeSet.Store(in.Request.Mode)
			f.emit(`{"type":"control_response","response":{"subtype":"success","request_id":%s,"response":{"mode":%s}}}`,
				asJSON(in.RequestID), asJSON(in.Request.Mode))
		case in.Type == "control_request" && in.Request.Subtype == "stop_task":
			f.log("stop_task", in.Request.Task)
			f.emit(`{"type":"system","subtype":"background_tasks_changed","tasks":[]%s}`, f.ids())
			f.emit(`{"type":"control_response","response":{"subtype":"success","request_id":%s,"response":{}}}`,
				asJSON(in.RequestID))
		case in.Type == "control_request" && in.Request.Subtype == "cancel_async_message":
			f.log("control", in.Request.Subtype)
			f.back.Store(in.Request.Message, true)
		case in.Type == "control_request":
			f.log("control", in.Request.Subtype)
			f.input <- in
		case in.Type == "control_response":
			f.log("response", string(in.Response))
			f.input <- in
		case in.Type == "user" && in.Message.Role == "user":
			f.log("user", asJSON(in.Message.Content))
			if strings.HasPrefix(f.kind, "review") && !f.initial && slices.Contains(f.args, "--system-prompt") {
				f.fail("no initialize message before the question")
			}
			f.input <- in
		default:
			f.fail("stdin: claude would end at this line: %s", line)
		}
	}
}

// textOfBlocks returns a line of the host in which the blocks of a message are one text. An image is replaced by its
// type and size.
func textOfBlocks(line []byte) []byte {
	var in struct {
		Message struct {
			Content []struct {
				Type, Text string
				Source     struct {
					MediaType string `json:"media_type"`
					Data      []byte
				}
			}
		}
	}
	if json.Unmarshal(line, &in) != nil || in.Message.Content == nil {
		return line
	}
	var parts []string
	for _, b := range in.Message.Content {
		if b.Type == "image" {
			b.Text = fmt.Sprintf("<%s of %d bytes>", b.Source.MediaType, len(b.Source.Data))
		}
		parts = append(parts, b.Text)
	}
	var all map[string]any
	if json.Unmarshal(line, &all) != nil {
		return line
	}
	all["message"] = map[string]any{"role": "user", "content": strings.Join(parts, " ")}
	return []byte(asJSON(all))
}

// next returns the next message or request of the host. want says what the script waits for.
func (f *fake) next(want string) inbound {
	for {
		var in inbound
		if len(f.queued) > 0 {
			in, f.queued = f.queued[0], f.queued[1:]
		} else if next, ok := <-f.input; ok {
			in = next
		} else {
			f.fail("stdin ended, and %s was still to come", want)
		}
		if _, back := f.back.Load(in.UUID); !back || in.UUID == "" {
			return in
		}
	}
}

// answer writes the result of the tool call.
func (f *fake) answer(text string) {
	f.emit(`{"type":"user","message":{"role":"user",`+
		`"content":[{"type":"tool_result","tool_use_id":"toolu_1","content":%s}]},"parent_tool_use_id":null%s}`,
		asJSON(text), f.ids())
}

func (f *fake) perform(verb, rest string) {
	text := unescape(rest)
	switch verb {
	case "expect":
		in := f.next("a message that matches " + rest)
		if !regexp.MustCompile("(?s)" + rest).MatchString(in.Message.Content) {
			f.fail("message %q does not match %q", in.Message.Content, rest)
		}
		f.beginTurn(in)
	case "expect-size":
		in := f.next("a message of " + rest + " bytes")
		if strconv.Itoa(len(in.Message.Content)) != rest {
			f.fail("the message has %d bytes, want %s", len(in.Message.Content), rest)
		}
		f.beginTurn(in)
	case "say":
		f.assistant(`{"type":"text","text":%s}`, asJSON(text))
	case "tool":
		name, command, _ := strings.Cut(text, " ")
		f.assistant(`{"type":"tool_use","id":"toolu_1","name":%s,"input":{"command":%s}}`,
			asJSON(name), asJSON(command))
	case "answer":
		f.answer(text)
	case "run":
		f.perform("tool", "Bash "+rest)
		cmd := exec.Command("sh", "-c", rest)
		cmd.Env = append(os.Environ(), "CLAUDECODE=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			f.fail("run %s: %v", rest, err)
		}
		f.answer(string(out))
	case "flood":
		size, text, _ := strings.Cut(text, " ")
		mib, err := strconv.Atoi(size)
		if err != nil {
			f.fail("flood: %v", err)
		}
		lines := strings.Repeat(text+"\n", 64<<10/(len(text)+1)+1)
		for n := 0; n < mib<<20; n += len(lines) {
			f.write(lines)
		}
	case "withdraw-after-interrupt":
		in := f.next("an interrupt")
		f.emit(`{"type":"control_cancel_request","request_id":%s}`, asJSON(rest))
		f.endInterrupted(in)
	case "stream", "begin-stream", "call", "called", "ask", "await-answer":
		f.performForUser(verb, rest)
	case "result":
		if text != "" {
			f.assistant(`{"type":"text","text":%s}`, asJSON(text))
		}
		f.result("success", false, `"result":`+asJSON(text)+`,"terminal_reason":"completed"`)
	case "background":
		tasks := ""
		if kind, what, ok := strings.Cut(text, " "); ok {
			tasks = fmt.Sprintf(`{"task_id":"b1","task_type":%s,"description":%s}`, asJSON(kind), asJSON(what))
		}
		f.emit(`{"type":"system","subtype":"background_tasks_changed","tasks":[%s]%s}`, tasks, f.ids())
	case "local":
		f.message++
		f.emit(`{"type":"assistant","message":{"id":"msg_%d","role":"assistant","model":"<synthetic>",`+
			`"content":[{"type":"text","text":%s}]},"parent_tool_use_id":null%s}`, f.message, asJSON(text), f.ids())
		f.result("success", false, `"result":`+asJSON(text))
	case "prompted":
		if _, err := fmt.Sscan(text, &f.prompted, &f.cached); err != nil {
			f.fail("prompted: %v", err)
		}
		f.emit(`{"type":"stream_event","parent_tool_use_id":null,"event":{"type":"message_start","message":{"usage":%s}}%s}`,
			f.usage(), f.ids())
	case "continues":
		f.emit(`{"type":"stream_event","parent_tool_use_id":null,"event":{"type":"message_delta",`+
			`"delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}%s}`, f.ids())
	case "restored":
		if _, err := fmt.Sscan(text, &f.restored); err != nil {
			f.fail("restored: %v", err)
		}
	case "spent":
		if _, err := fmt.Sscan(text, &f.spent); err != nil {
			f.fail("spent: %v", err)
		}
		f.result("error_max_budget_usd", false, `"errors":[]`) // as 2.1.5 has it; the others say is_error
	case "error":
		f.apiError(text)
	case "limit":
		seconds, said, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(seconds)
		if err != nil {
			f.fail("limit: %v", err)
		}
		at := time.Now().Add(time.Duration(n) * time.Second).Unix()
		f.emit(`{"type":"rate_limit_event","rate_limit_info":`+
			`{"status":"rejected","resetsAt":%d,"rateLimitType":"five_hour"}%s}`, at, f.ids())
		f.apiError("429 rate_limit " + said)
	case "expect-arg":
		words := strings.Fields(text)
		for i := range f.args {
			if len(f.args)-i >= len(words) && slices.Equal(f.args[i:i+len(words)], words) {
				return
			}
		}
		f.fail("the arguments do not hold %q: %s", text, asJSON(f.args))
	case "spelling":
		f.key = text
	case "session":
		f.session = text
	case "raw":
		ofMessage := strings.HasPrefix(text, `{"type":"assistant"`) || strings.HasPrefix(text, `{"type":"user"`)
		if slices.Contains(f.args, "--fork-session") && ofMessage && !strings.Contains(text, `"session_id"`) {
			text = strings.TrimSuffix(text, "}") + f.ids() + "}" // a reviewer's lines count only with it
		}
		f.write(text + "\n")
	case "glue":
		f.write(text)
	case "stderr":
		fmt.Fprintln(os.Stderr, text)
	case "keep-file":
		from, to, _ := strings.Cut(rest, " ")
		now := note{Do: "read", Path: filepath.Join(f.dir, from)}
		err := now.send()
		if err == nil {
			err = (&note{Do: "write", Path: filepath.Join(f.dir, to), Text: now.Text}).send()
		}
		if err != nil {
			f.fail("keep-file: %v", err)
		}
	case "await-interrupt", "ignore-interrupt":
		in := f.next("an interrupt")
		var queued []inbound
		for in.Type == "user" && rest == "queue" {
			queued = append(queued, in)
			in = f.next("an interrupt")
		}
		f.queued = queued
		if in.Request.Subtype != "interrupt" {
			f.fail("%q came instead of an interrupt", in.Message.Content)
		}
		if verb == "ignore-interrupt" {
			return
		}
		f.endInterrupted(in)
	case "await-size":
		f.awaitSize(text)
	case "grandchild":
		f.grandchild()
	case "serve":
		for in := range f.input {
			f.beginTurn(in)
			for _, step := range []string{"tool Bash make test", "answer ok", "result " + rest} {
				verb, rest, _ := strings.Cut(step, " ")
				f.perform(verb, rest)
			}
		}
		os.Exit(0)
	case "alone":
		f.checkAlone()
	case "stuck":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		f.log("is stuck")
		for range f.input {
		}
		select {}
	case "hang":
		if in, ok := <-f.input; ok {
			f.fail("this came while it hung: %s %s", in.Request.Subtype, in.Message.Content)
		}
		os.Exit(0)
	case "die":
		f.log("dies")
		if err := syscall.Kill(os.Getpid(), signals[text]); err != nil || signals[text] == 0 {
			f.fail("die %s: %v", text, err)
		}
		select {}
	case "exit":
		code, said, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(code)
		if err != nil {
			f.fail("exit: %v", err)
		}
		if said != "" {
			f.write(said + "\n")
		}
		os.Exit(n)
	default:
		f.fail("the script says %q, which is nothing", verb)
	}
}

var signals = map[string]syscall.Signal{
	"SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT,
	"SIGQUIT": syscall.SIGQUIT,
}
