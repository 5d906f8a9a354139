package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/integration/binary"
)

// BenchmarkReplay: ccc replay of 256 MB of stream-json, compared with jq, which reads the type of each line; and the
// peak of its memory. The input repeats the output of three versions of claude and adds long assistant texts.
func BenchmarkReplay(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Fatalf("jq is what replay is compared with: %v", err)
	}
	size := sized(256 << 20)
	for _, c := range []struct {
		name, format string
		fill         func(*testing.B, string, int)
	}{
		{"recorded", "json", fillRecorded},
		{"text", "json", fillText},
		{"text-shown", "text", fillText},
	} {
		b.Run(c.name, func(b *testing.B) {
			input := filepath.Join(b.TempDir(), "input.jsonl")
			c.fill(b, input, size)
			var ours, theirs time.Duration
			peak := 0 // KiB
			for b.Loop() {
				theirs += took(b, exec.Command(jq, "-c", ".type", input), nil)
				cmd := exec.Command(binary.Path(b), "replay", "--output-format", c.format, input)
				cmd.Env = []string{}
				ours += took(b, cmd, &peak)
			}
			b.ReportMetric(float64(size*b.N)/ours.Seconds()/1e6, "ccc-MB/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
			b.ReportMetric(float64(peak)/1024, "MiB-peak")
			if peak > maxReplayKiB {
				b.Errorf("replay took %d KiB of memory, of at most %d", peak, maxReplayKiB)
			}
		})
	}
}

// maxReplayKiB limits the memory of a replay, however long the input is.
const maxReplayKiB = 32 << 10

// memory returns the peak memory of a process in KiB; 0 if it has ended.
func memory(pid int) (kib int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // a process that has ended has none
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	_, _ = fmt.Sscan(string(rest), &kib)
	return kib
}

// took runs a command to its end and returns the time. The exit code does not matter unless the command cannot run. If
// peak is not nil, it is raised to the command's peak memory in KiB. The rusage of a child cannot be used: on Linux its
// ru_maxrss begins at the memory of the process that started it, which all benchmarks in one process make large.
func took(b *testing.B, cmd *exec.Cmd, peak *int) time.Duration {
	b.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		case <-time.After(time.Until(began.Add(late))):
			_ = cmd.Process.Kill()
			<-ended
			b.Fatalf("%q has not ended after %s. It wrote:\n%s", cmd.Args, late, tail(stderr.Bytes()))
		case <-time.After(10 * time.Millisecond):
			if peak != nil {
				*peak = max(*peak, memory(cmd.Process.Pid))
			}
		}
	}
	spent := time.Since(began)
	if cmd.ProcessState.ExitCode() < 0 || strings.Contains(stderr.String(), "error:") {
		b.Fatalf("%s: %s", cmd.Args, stderr.String())
	}
	return spent
}

// fillText writes one turn of assistant lines of 800 bytes, most of them text.
func fillText(b *testing.B, path string, size int) {
	b.Helper()
	text := strings.Repeat(`All tests pass, and empty input is handled as the longer ones are.\n`, 8)
	fill(b, path, func(w io.Writer) {
		fmt.Fprintf(w, `{"type":"system","subtype":"init","session_id":"%s"}`+"\n", session)
		for n := 0; n < size; {
			wrote, _ := fmt.Fprintf(w, `{"type":"assistant","message":{"id":"msg_%016d","type":"message","role":"assistant",`+
				`"model":"m","content":[{"type":"text","text":"%s"}],"stop_reason":null},"parent_tool_use_id":null,`+
				`"session_id":"%s","uuid":"0f0f0f0f-1111-4111-8111-%012d"}`+"\n", n, text, session, n)
			n += wrote
		}
		fmt.Fprintf(w, `{"type":"result","subtype":"success","is_error":false,"result":"x","session_id":"%s"}`+"\n", session)
	})
}

// fill writes a file of that size.
func fill(b *testing.B, path string, write func(io.Writer)) {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(file)
	write(w)
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
}

// fillRecorded writes a stream of realistic turns: each has one init, one result, and what the agent says and does
// between them.
func fillRecorded(b *testing.B, path string, size int) {
	b.Helper()
	var turns bytes.Buffer
	for _, name := range []string{
		"2.1.329-midturn_text", "2.1.329-sub", "2.1.329-interrupt_control_longtool", "2.1.5-reviewer_recipe",
		"2.1.5-interrupt_control_slow",
	} {
		text, err := os.ReadFile("../../internal/replay/testdata/" + name + ".jsonl")
		if err != nil {
			b.Fatal(err)
		}
		var work bytes.Buffer
		for line := range bytes.Lines(text) {
			if bytes.Contains(line, []byte(`"type":"assistant"`)) || bytes.Contains(line, []byte(`"tool_result"`)) {
				work.Write(line)
			}
		}
		for line := range bytes.Lines(text) {
			turns.Write(line)
			if bytes.Contains(line, []byte(`"subtype":"init"`)) {
				for range 10 {
					turns.Write(work.Bytes())
					emit(&turns, 2*len(line))
				}
			}
		}
	}
	fill(b, path, func(w io.Writer) {
		for n := 0; n < size; n += turns.Len() {
			w.Write(turns.Bytes())
		}
	})
}
