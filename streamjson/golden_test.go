package streamjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"ccc/integration/files"
)

// body decodes the event with the accessor for its type; nil for none.
func body(e Event) (any, error) {
	switch e.Type {
	case TypeAssistant, TypeUser:
		return e.Message()
	case TypeResult:
		return e.Result()
	case TypeStreamEvent:
		return e.StreamEvent()
	case TypeControlRequest:
		return e.ControlRequest()
	case TypeControlResponse:
		return e.ControlResponse()
	case TypeControlCancel:
		return e.ControlCancel()
	case TypeRateLimit:
		return e.RateLimit()
	case TypeCommandLifecycle:
		return e.CommandLifecycle()
	case TypeConversationReset:
		return e.ConversationReset()
	case TypeToolProgress:
		return e.ToolProgress()
	}
	switch e.Subtype {
	case "init":
		return e.Init()
	case "status":
		return e.Status()
	case "compact_boundary":
		return e.CompactBoundary()
	case "hook_started", "hook_response":
		return e.Hook()
	case "informational":
		return e.Informational()
	case "notification":
		return e.Notification()
	case "permission_denied":
		return e.PermissionDenied()
	case "model_fallback":
		return e.ModelFallback()
	case "thinking_tokens":
		return e.ThinkingTokens()
	case "api_retry":
		return e.Retry()
	case "task_started", "task_progress", "task_updated", "task_notification":
		return e.Task()
	case "background_tasks_changed":
		return e.BackgroundTasks()
	}
	return nil, nil
}

// telling returns the fields of a body that a golden file shows.
func telling(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case Init:
		return fmt.Sprintf("cwd=%s model=%s mode=%s version=%s tools=%d agents=%d capabilities=%d",
			v.CWD, v.Model, v.PermissionMode, v.Version, len(v.Tools), len(v.Agents), len(v.Capabilities))
	case Message:
		s := fmt.Sprintf("role=%s id=%s model=%s error=%s status=%d synthetic=%t replay=%t aborted=%t",
			v.Role, v.ID, v.Model, v.Error, v.APIErrorStatus, v.IsSynthetic, v.IsReplay, v.Aborted)
		for _, b := range v.Content {
			s += fmt.Sprintf(" [%s %s%s%s%s%s%s", b.Type, short(b.Text), b.Thinking, b.ID, b.Name, short(string(b.Input)),
				b.ToolUseID)
			if b.Type == "tool_result" {
				s += fmt.Sprintf(" %s error=%t", short(b.ContentText()), b.IsError)
			}
			s += "]"
		}
		return s
	case Result:
		return fmt.Sprintf("ok=%t text=%q turns=%d cost=%.5f terminal=%s stop=%s status=%d origin=%s structured=%s "+
			"denials=%d usage=%+v queued=%d uuids=%d",
			v.OK(), short(v.Text()), v.NumTurns, v.TotalCostUSD, v.TerminalReason, v.StopReason, v.APIErrorStatus,
			v.Origin.Kind, v.StructuredOutput, len(v.PermissionDenials), v.Usage, v.QueuedTurnCount, len(v.UserMessageUUIDs))
	case ControlRequest:
		return fmt.Sprintf("%s id=%s tool=%s use=%s input=%s suggestions=%s callback=%s", v.Subtype, v.RequestID,
			v.ToolName, v.ToolUseID, short(string(v.Input)), short(string(v.PermissionSuggestions)), v.CallbackID)
	case ControlResponse:
		return fmt.Sprintf("%s id=%s response=%s error=%s", v.Subtype, v.RequestID, short(string(v.Response)), v.Error)
	case RateLimit:
		return fmt.Sprintf("%s %s resets=%d utilization=%v", v.Status, v.Type, v.ResetsAt.Unix(), v.Utilization)
	}
	return fmt.Sprintf("%+v", v)
}

func short(s string) string {
	if len(s) > 60 {
		s = fmt.Sprintf("%s…(%d)", strings.ToValidUTF8(s[:50], ""), len(s))
	}
	return s
}

// describe returns an outcome of Next on one line. Offsets are left out, because they differ between a stream and its
// copy with CRLF.
func describe(e Event, err error) string {
	var bad *SyntaxError
	if errors.As(err, &bad) {
		return fmt.Sprintf("%d ! %v: %q", bad.Line, bad.Err, short(bad.Text))
	}
	v, err := body(e)
	s := fmt.Sprintf("%d %v %s session=%s parent=%s %s", e.Line, e.Type, e.kind(), e.SessionID, e.ParentToolUseID,
		telling(v))
	if err != nil {
		s += " error=" + err.Error()
	}
	return strings.ReplaceAll(strings.TrimRight(s, " "), "\n", "\\n")
}

// transcript describes a whole stream. It overwrites each event's Raw after describing it, because the Decoder must not
// need it any more.
func transcript(t *testing.T, d *Decoder) []string {
	t.Helper()
	var lines []string
	for {
		e, err := d.Next()
		var bad *SyntaxError
		if err == io.EOF {
			return lines
		}
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("Next() = %v", err)
		}
		lines = append(lines, describe(e, err))
		for i := range e.Raw {
			e.Raw[i] = '!'
		}
	}
}

// oddPairs is a reader that returns one byte, and then two at a time.
type oddPairs struct {
	r     io.Reader
	begun bool
}

func (o *oddPairs) Read(p []byte) (int, error) {
	n := min(2, len(p))
	if !o.begun {
		n, o.begun = 1, true
	}
	return o.r.Read(p[:n])
}

// pairs is a reader that returns two bytes at a time.
type pairs struct{ r io.Reader }

func (r pairs) Read(p []byte) (int, error) { return r.r.Read(p[:min(2, len(p))]) }

// byLine is a reader that returns one line at a time, like a writer that flushes.
type byLine struct{ rest []byte }

func (r *byLine) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := bytes.IndexByte(r.rest, '\n') + 1
	if n == 0 {
		n = len(r.rest)
	}
	n = copy(p, r.rest[:n])
	r.rest = r.rest[n:]
	return n, nil
}

// scribbler uses the unfilled part of the buffer as scratch space, as an io.Reader may.
type scribbler struct{ r io.Reader }

func (r scribbler) Read(p []byte) (int, error) {
	n, err := r.r.Read(p[:min(7, len(p))])
	for i := n; i < min(len(p), n+64); i++ {
		p[i] = '}'
	}
	return n, err
}

func TestGolden(t *testing.T) {
	for _, name := range inputs(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := transcript(t, NewDecoder(bytes.NewReader(data)))
			files.Golden(t, strings.TrimSuffix(name, ".jsonl")+".golden", strings.Join(want, "\n")+"\n")
			crlf := bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
			for _, replay := range []struct {
				name string
				r    io.Reader
			}{
				{"line", &byLine{data}},
				{"crlf", bytes.NewReader(crlf)},
				{"byte", iotest.OneByteReader(bytes.NewReader(data))},
				{"even", pairs{bytes.NewReader(data)}},
				{"odd", &oddPairs{r: bytes.NewReader(data)}},
				{"scribbled", scribbler{bytes.NewReader(data)}},
				{"EOF with the last bytes", iotest.DataErrReader(bytes.NewReader(data))},
			} {
				same(t, replay.name, transcript(t, NewDecoder(replay.r)), want)
			}
			smallLimit(t, data, want)
		})
	}
}

// smallLimit replays with a limit that some lines exceed: those are reported, and all others are unchanged.
func smallLimit(t *testing.T, data []byte, golden []string) {
	t.Helper()
	const limit = 500
	tooLong := make(map[string]string) // by line number
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(line) > limit {
			n := fmt.Sprint(i + 1)
			tooLong[n] = fmt.Sprintf("%s ! line too long: %q", n, short(string(line[:maxText])))
		}
	}
	want := make([]string, len(golden))
	for i, line := range golden {
		n, _, _ := strings.Cut(line, " ")
		want[i] = line
		if tooLong[n] != "" {
			want[i] = tooLong[n]
		}
	}
	for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
		d := NewDecoder(r)
		d.Limit(limit)
		same(t, "small limit", transcript(t, d), want)
	}
}

func same(t *testing.T, replay string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Fatalf("%s: event %d =\n%s\nwant\n%s", replay, i, g, w)
		}
	}
}

// TestRecordings: reads every recording on this machine. The ones that a commit must pass are in testdata.
func TestRecordings(t *testing.T) {
	names, err := filepath.Glob("../../shared/recordings/*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := NewDecoder(bytes.NewReader(data))
		for {
			e, err := d.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err) // noise alone, which there is, is no error
				break
			}
			v, err := body(e)
			if err != nil || v == nil {
				t.Errorf("%s: line %d, %s: body %v, error %v", name, e.Line, e.kind(), v, err)
			}
		}
	}
}

// TestBodiesOutliveTheLine: results of accessors do not share bytes with Raw, except for the one field whose comment
// says so.
func TestBodiesOutliveTheLine(t *testing.T) {
	for _, name := range inputs(t) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := NewDecoder(bytes.NewReader(data))
		for {
			e, err := d.Next()
			if err == io.EOF {
				break
			}
			v, _ := body(e)
			if m, ok := v.(Message); ok {
				for i := range m.Content {
					m.Content[i].Content = nil
				}
			}
			before := fmt.Sprintf("%+v", v)
			clear(e.Raw)
			if after := fmt.Sprintf("%+v", v); after != before {
				t.Fatalf("%s: line %d became\n%s\nfrom\n%s", name, e.Line, after, before)
			}
		}
	}
}
