// Package bench measures the built ccc, always as a ratio or a difference to a bare program in the same run.
package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/internal/review/protocol"
	"ccc/internal/rubric"
	"ccc/ptyio"
	"ccc/streamjson"
)

// benchEnv makes the test binary a claude that writes as much as it can. Its value is the size of the stream in bytes.
const benchEnv = "CCC_BENCH_BYTES"

// timesEnv names the file to which that claude adds the times for BenchmarkHandOver, in nanoseconds.
const timesEnv = "CCC_BENCH_TIMES"

func TestMain(m *testing.M) {
	if size, ok := os.LookupEnv(benchEnv); ok {
		n, err := strconv.Atoi(size)
		if err != nil {
			panic(err)
		}
		flood(n)
		return
	}
	code := m.Run()
	binary.Remove()
	os.Exit(code)
}

// flood is the claude of the benchmarks. As the agent it answers each message with its stream and a result. As the
// reviewer it finds the work done in the second review.
func flood(size int) {
	reviewer := slices.Contains(os.Args, "--fork-session")
	if reviewer {
		mark("reviewer started")
	}
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	turn := 0
	for decoder := streamjson.NewDecoder(os.Stdin); ; {
		e, err := decoder.Next()
		if err != nil {
			return
		}
		if e.Type != streamjson.TypeUser {
			continue
		}
		mark("message came")
		turn++
		fmt.Fprintln(out, `{"type":"system","subtype":"init","session_id":"`+session+`"}`)
		if m, err := e.Message(); err == nil {
			fmt.Fprintf(out, `{"type":"user","isReplay":true,"uuid":%q,"message":{"role":"user","content":""},`+
				`"session_id":"%s"}`+"\n", m.UUID, session)
		}
		text := "still to do"
		if reviewer && rounds() > 1 {
			text = protocol.Marker
		}
		if !reviewer && turn == 1 {
			emit(out, size)
		}
		fmt.Fprintf(out, `{"type":"assistant","message":{"id":"m%d","role":"assistant","content":[{"type":"text",`+
			`"text":%q}]},"session_id":"%s"}`+"\n", turn, text, session)
		out.Flush()
		mark("result sent")
		fmt.Fprintf(out, `{"type":"result","subtype":"success","is_error":false,"result":%q,"session_id":"%s"}`+"\n",
			text, session)
		out.Flush()
	}
}

const session = "11111111-2222-4333-8444-555555555555"

// line is a line of the stream: a tool's result of about 2 KB, as a working agent gets them.
var line = []byte(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result",` +
	`"tool_use_id":"toolu_1","content":"` +
	strings.Repeat(`ok  \tccc/streamjson\t0.004s\n`, 70) +
	`","is_error":false}]},"parent_tool_use_id":null,"session_id":"` + session + `"}` + "\n")

func emit(w io.Writer, size int) {
	if os.Getenv(paceEnv) != "" {
		emitPaced(w, size)
		return
	}
	for ; size > 0; size -= len(line) {
		w.Write(line)
	}
}

func mark(what string) {
	path := os.Getenv(timesEnv)
	if path == "" {
		return
	}
	now := time.Now().UnixNano()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(f, "%d %s\n", now, what)
	f.Close()
}

// rounds returns how often a reviewer was started.
func rounds() int {
	text, _ := os.ReadFile(os.Getenv(timesEnv))
	return bytes.Count(text, []byte("reviewer started"))
}

// floodCommand is ccc with that claude, without a terminal.
func floodCommand(b *testing.B, size int, times string) *exec.Cmd {
	b.Helper()
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, rubric.File), []byte("Be strict."), 0o600); err != nil {
		b.Fatal(err)
	}
	// The reviewer writes its times to a file, which no sandbox would allow.
	config := filepath.Join(dir, ".claude", "ccc.json")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		b.Fatal(err)
	}
	const text = `{"supervisor": {"cage": "tools", "environment": ["CCC_BENCH_*"]}}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(binary.Path(b), "--supervisor", "--", "fill the pipe")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "CCC_CLAUDE=" + self, benchEnv + "=" +
		strconv.Itoa(size), timesEnv + "=" + times}
	return cmd
}

// relayLimit is the minimum throughput of ccc's relay, as a share of the throughput of a bare copy.
const relayLimit = 0.95

// BenchmarkRelay: the stream through ccc, parsed, shown and logged, compared with a bare copy from the same pty.
func BenchmarkRelay(b *testing.B) {
	size := sized(256 << 20)
	var ours, bare time.Duration
	for b.Loop() {
		bare += copyBare(b, size)
		times := filepath.Join(b.TempDir(), "times")
		run(b, floodCommand(b, size, times))
		moments := readTimes(b, times)
		ours += moments["result sent"][0].Sub(moments["message came"][0])
	}
	b.ReportMetric(float64(size*b.N)/ours.Seconds()/1e6, "ccc-MB/s")
	b.ReportMetric(float64(size*b.N)/bare.Seconds()/1e6, "copy-MB/s")
	atLeast(b, "ratio", bare.Seconds()/ours.Seconds(), relayLimit)
}

func copyBare(b *testing.B, size int) time.Duration {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	times := filepath.Join(b.TempDir(), "times")
	child, err := ptyio.Start(ptyio.Command{Path: self, Env: []string{benchEnv + "=" + strconv.Itoa(size), timesEnv +
		"=" + times}})
	if err != nil {
		b.Fatal(err)
	}
	timer := time.AfterFunc(late, func() { child.Kill() })
	child.Send(streamjson.UserMessage("go", ""))
	child.CloseInput()
	n, err := io.Copy(io.Discard, struct{ io.Reader }{child})
	if err != nil {
		b.Fatal(err)
	}
	if !timer.Stop() {
		b.Fatalf("a bare copy has not ended after %s and %d bytes", late, n)
	}
	child.End()
	moments := readTimes(b, times)
	return moments["result sent"][0].Sub(moments["message came"][0])
}

func readTimes(b *testing.B, path string) map[string][]time.Time {
	b.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	moments := make(map[string][]time.Time)
	for line := range strings.Lines(string(text)) {
		at, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		moments[what] = append(moments[what], time.Unix(0, n))
	}
	return moments
}

// BenchmarkHandOver: the time from the agent's result to the reviewer's start, minus the time in which this test starts
// the same program; and the time from the verdict to the feedback on the agent's stdin.
func BenchmarkHandOver(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var toReview, start, toAgent []time.Duration
	for b.Loop() {
		times := filepath.Join(b.TempDir(), "times")
		run(b, floodCommand(b, 0, times))
		m := readTimes(b, times)
		// The order is: the agent's message and result; the reviewer's start, message and result; the feedback as the
		// agent's next message.
		toReview = append(toReview, m["reviewer started"][0].Sub(m["result sent"][0]))
		toAgent = append(toAgent, m["message came"][2].Sub(m["result sent"][1]))

		times = filepath.Join(b.TempDir(), "times")
		cmd := exec.Command(self, "--fork-session")
		cmd.Env = []string{benchEnv + "=0", timesEnv + "=" + times}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		began := time.Now()
		run(b, cmd)
		start = append(start, readTimes(b, times)["reviewer started"][0].Sub(began))
	}
	ms := func(list []time.Duration) float64 {
		slices.Sort(list)
		return float64(list[len(list)/2].Microseconds()) / 1000
	}
	b.ReportMetric(ms(toReview)-ms(start), "ms-result-to-review")
	b.ReportMetric(ms(start), "ms-bare-start")
	b.ReportMetric(ms(toAgent), "ms-verdict-to-agent")
}

// BenchmarkMemory: the peak of ccc's resident memory after a small and after a large stream.
func BenchmarkMemory(b *testing.B) {
	peak := func(size int) float64 {
		kib := 0
		took(b, floodCommand(b, size, filepath.Join(b.TempDir(), "times")), &kib)
		return float64(kib) / 1024
	}
	for b.Loop() {
		small, large := peak(1<<20), peak(sized(1<<30))
		b.ReportMetric(small, "MiB-after-1MiB")
		b.ReportMetric(large, "MiB-after-1GiB")
		b.ReportMetric(large/small, "ratio")
	}
}
