package play

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"testing/synctest"

	"ccc/internal/lang"

	"ccc/internal/review/protocol"
	"ccc/streamjson"
)

var (
	agentArgs  = []string{"--print", "--verbose", "--output-format", "stream-json"}
	reviewArgs = []string{"--print", "--resume", "x", "--fork-session"}
)

// played returns the events with which Play answers messages, each with its own uuid: u1, u2, … The time between lines
// passes at once.
func played(t *testing.T, dir string, args []string, messages int) (list []streamjson.Event, err error) {
	t.Helper()
	var in, out bytes.Buffer
	in.Write(streamjson.Initialize("req-7", "the rubric", "tool"))
	for i := range messages {
		in.Write(streamjson.UserMessage("message", "u"+strconv.Itoa(i+1)))
	}
	synctest.Test(t, func(*testing.T) { err = demoPlayer(dir).Perform(args, &in, &out) })
	for line := range bytes.Lines(out.Bytes()) {
		e, err := streamjson.NewDecoder(bytes.NewReader(line)).Next()
		if err != nil {
			t.Fatalf("Play writes %.200q: %v", line, err)
		}
		list = append(list, e)
	}
	return list, err
}

// follow returns the turns in a list of events, and the ids of the messages that are echoed in them.
func follow(t *testing.T, list []streamjson.Event) (turns []streamjson.Turn, echoes []string) {
	t.Helper()
	var tracker streamjson.Tracker
	for _, e := range list {
		if _, ended := tracker.Add(e); ended {
			turns = append(turns, tracker.Turn())
		}
		if e.Type == streamjson.TypeUser {
			m, err := e.Message()
			if err != nil {
				t.Fatal(err)
			}
			if m.IsReplay {
				echoes = append(echoes, m.UUID)
			}
		}
	}
	return turns, echoes
}

// demoPlayer plays the built-in recording with its own times.
func demoPlayer(dir string) Player {
	return Player{Language: lang.English, Recording: Demo(), State: filepath.Join(dir, "play"), Speed: 1}
}

func TestPlayTheAgent(t *testing.T) {
	list, err := played(t, t.TempDir(), agentArgs, 2)
	if err != nil {
		t.Fatal(err)
	}
	response, err := list[0].ControlResponse()
	if err != nil || response.RequestID != "req-7" || response.Subtype != "success" {
		t.Errorf("the first line answers initialize with %+v, %v", response, err)
	}
	turns, echoes := follow(t, list)
	if len(turns) != 2 {
		t.Fatalf("%d turns, want 2", len(turns))
	}
	for i, turn := range turns {
		if turn.Failure != streamjson.NoFailure || turn.Text == "" || len(turn.Shells)+len(turn.Agents) != 0 {
			t.Errorf("turn %d = %+v, want an answer", i+1, turn)
		}
	}
	if len(echoes) != 2 || echoes[0] != "u1" || echoes[1] != "u2" {
		t.Errorf("echoes = %q, want the ids of the messages", echoes)
	}
}

// TestPlayTheReviewer: each review is a separate process, and the directory stores its number. The first one had no
// reviewer but the checks, so it is not performed.
func TestPlayTheReviewer(t *testing.T) {
	dir := t.TempDir()
	for round, want := range []int{0, 1} {
		list, err := played(t, dir, reviewArgs, 1)
		if err != nil {
			t.Fatal(err)
		}
		turns, _ := follow(t, list)
		if len(turns) != want {
			t.Fatalf("review %d = %+v, want %d answers", round+1, turns, want)
		}
		for _, turn := range turns {
			if j := protocol.Read(turn.Text).Judgement; j != protocol.Done || turn.Failure != streamjson.NoFailure {
				t.Errorf("review %d: %v, %+v, want completed", round+1, j, turn)
			}
		}
	}
}

func TestPlayOnceMore(t *testing.T) {
	dir := t.TempDir()
	if _, err := played(t, dir, agentArgs, 3); err == nil || !strings.Contains(err.Error(), "no more turns") {
		t.Errorf("Play of three messages = %v, want an error", err)
	}
}

func TestPlayBadInput(t *testing.T) {
	for _, in := range []string{
		"no JSON\n", `{"type":"control_request","request":7}` + "\n", `{"type":"user","message":7}` + "\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			if err := demoPlayer(t.TempDir()).Perform(agentArgs, strings.NewReader(in), &bytes.Buffer{}); err == nil {
				t.Errorf("Play of %q gives no error", in)
			}
		})
	}
}

// TestPlayTheScreen: claude's own screen comes last, and removes the directory of the demo if it is to.
func TestPlayTheScreen(t *testing.T) {
	for _, remove := range []bool{true, false} {
		dir := t.TempDir()
		p := demoPlayer(dir)
		if remove {
			p.Remove = dir
		}
		var out bytes.Buffer
		if err := p.Perform([]string{"--resume", "abc123", "--model", "opus"}, strings.NewReader(""), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "claude --resume abc123)") {
			t.Errorf("the player writes %q", out.String())
		}
		if _, err := os.Stat(dir); (err == nil) == remove {
			t.Errorf("%s is there: %v, want %v", dir, err == nil, !remove)
		}
	}
	var out bytes.Buffer
	if err := demoPlayer(t.TempDir()).Perform(nil, strings.NewReader(""), &out); err != nil {
		t.Errorf("Perform without arguments = %v", err)
	}
}

// TestPlayWritesFiles: with a directory, the files that the agent wrote are created there and nowhere else. A reviewer
// writes none.
func TestPlayWritesFiles(t *testing.T) {
	const wrote = `{"ccc_recording":1}
{"t":0,"type":"start","phase":"agent"}
{"t":0,"type":"sent","from":"person","uuid":"1"}
{"t":0,"type":"line","phase":"agent","raw":{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Write","input":{"file_path":"/x/../a.go","content":"package a\n"}}]}}}
{"t":0,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success"}}
`
	dir := t.TempDir()
	p := Player{Recording: strings.NewReader(wrote), State: filepath.Join(t.TempDir(), "play"), Dir: dir}
	message := `{"type":"user","message":{"role":"user","content":"go"},"uuid":"2"}` + "\n"
	if err := p.Perform(agentArgs, strings.NewReader(message), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.go")); err != nil || string(text) != "package a\n" {
		t.Errorf("a.go holds %q, %v", text, err)
	}
}

// TestRecordingHoldsNothingOfAMachine: the recording contains nothing of the machine that made it, because everybody
// sees it.
func TestRecordingHoldsNothingOfAMachine(t *testing.T) {
	for what, pattern := range map[string]string{
		"a home directory": `/root\b|/home/|/Users/|\.claude/projects`,
		"a token":          `sk-ant|\bsk-[A-Za-z0-9]{16}|[Bb]earer |apiKey":"[^"]`,
		"an account":       `"(accountUuid|organization[A-Za-z]*|email)":|[\w.]+@[\w-]+\.\w+`,
		"a path":           `"(/work/|/var/|/opt/|/mnt/|/private/)|/tmp/[^d"\\ ]`,
		"an address":       `\b(10|127|172|192)\.\d+\.\d+\.\d+\b|localhost`,
		"a process":        `"(pid|ppid|hostname|socket)":`,
	} {
		if at := regexp.MustCompile(pattern).FindIndex(demo); at != nil {
			t.Errorf("the recording holds %s: …%s…", what, demo[max(0, at[0]-60):min(len(demo), at[1]+60)])
		}
	}
	if host, err := os.Hostname(); err == nil && len(host) > 3 && bytes.Contains(demo, []byte(host)) {
		t.Errorf("the recording holds this machine's name, %s", host)
	}
	if !bytes.Contains(demo, []byte(DemoTask)) {
		t.Error("the recording is not of the demo's task")
	}
}

const steered = `{"ccc_recording":1}
{"t":0,"type":"start","phase":"agent"}
{"t":0,"type":"sent","from":"person","uuid":"old-1"}
{"t":0.1,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init","session_id":"s"}}
{"t":0.1,"type":"line","phase":"agent","raw":{"type":"user","isReplay":true,"uuid":"old-1","message":{"role":"user","content":"a"}}}
{"t":0.2,"type":"sent","from":"person","uuid":"old-2"}
{"t":0.2,"type":"line","phase":"agent","raw":{"type":"user","isReplay":true,"uuid":"old-2","message":{"role":"user","content":"b"}}}
{"t":0.3,"type":"line","phase":"review","raw":{"type":"result","subtype":"not the agent's"}}
{"t":0.3,"type":"sent","from":"interrupt","uuid":"old-3"}
{"t":0.4,"type":"line","phase":"agent","raw":{"type":"control_response","response":{"subtype":"success","request_id":"old-3"}}}
{"t":0.4,"type":"line","phase":"agent","text":"no JSON"}
{"t":9.4,"type":"line","phase":"agent","raw":{"type":"result","subtype":"error_during_execution","is_error":true}}
{"t":9.5,"type":"turn","what":"exited","how":"signal: killed"}
{"t":9.5,"type":"start","phase":"agent"}
{"t":9.5,"type":"sent","from":"ccc","uuid":"old-4"}
{"t":9.6,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success"}}
`

// TestPlayWhatThePersonDid: a message in the middle of a turn, an interrupt, the agent's death, and another process in
// its place.
func TestPlayWhatThePersonDid(t *testing.T) {
	state := filepath.Join(t.TempDir(), "play")
	perform := func(speed float64, in ...[]byte) (string, error) {
		var out bytes.Buffer
		var err error
		synctest.Test(t, func(*testing.T) {
			p := Player{Language: lang.English, Recording: strings.NewReader(steered), State: state, Speed: speed}
			err = p.Perform(agentArgs, bytes.NewReader(bytes.Join(in, nil)), &out)
		})
		return out.String(), err
	}
	out, err := perform(0,
		streamjson.UserMessage("a", "new-1"), streamjson.UserMessage("b", "new-2"), streamjson.Interrupt("new-3"))
	const want = `{"type":"system","subtype":"init","session_id":"s"}
{"type":"user","isReplay":true,"uuid":"new-1","message":{"role":"user","content":"a"}}
{"type":"user","isReplay":true,"uuid":"new-2","message":{"role":"user","content":"b"}}
{"type":"control_response","response":{"subtype":"success","request_id":"new-3"}}
no JSON
{"type":"result","subtype":"error_during_execution","is_error":true}
`
	if out != want || err != errDied && !strings.Contains(err.Error(), errDied.Error()) {
		t.Errorf("the first process writes\n%s%v, want\n%s", out, err, want)
	}
	out, err = perform(1, streamjson.UserMessage("c", "new-4"))
	if out != `{"type":"result","subtype":"success"}`+"\n" || err != nil {
		t.Errorf("the second process writes\n%s%v", out, err)
	}
}

// TestPlayIsInterrupted: whoever stops a turn that was not stopped in the recording gets the answer that claude would
// give.
func TestPlayIsInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, host := io.Pipe()
		out, lines := io.Pipe()
		done := make(chan error, 1)
		p := Player{
			Language: lang.English, State: filepath.Join(t.TempDir(), "play"), Speed: 1,
			Recording: strings.NewReader(`{"ccc_recording":1}
{"t":0,"type":"sent","from":"person","uuid":"old-1"}
{"t":100,"type":"line","phase":"agent","raw":{"type":"system","subtype":"init"}}
{"t":200,"type":"line","phase":"agent","raw":{"type":"result","subtype":"success"}}
`),
		}
		go func() {
			done <- p.Perform(agentArgs, in, lines)
			lines.Close()
		}()
		go func() {
			host.Write(streamjson.UserMessage("a", "new-1"))
			host.Write(streamjson.Interrupt("new-2"))
			host.Close()
		}()
		text, _ := io.ReadAll(out)
		if err := <-done; err != nil || bytes.Count(text, []byte("\n")) != 3 ||
			!bytes.Contains(text, []byte(`"new-2"`)) || !bytes.Contains(text, []byte("aborted_streaming")) {
			t.Errorf("the player writes\n%s%v", text, err)
		}
	})
}
