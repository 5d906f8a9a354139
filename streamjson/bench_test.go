package streamjson

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// recorded returns all recordings of testdata as one stream.
func recorded(tb testing.TB) []byte {
	tb.Helper()
	var all []byte
	for _, name := range inputs(tb) {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(append(all, data...), '\n')
	}
	return all
}

// inputs returns the names of testdata's streams.
func inputs(tb testing.TB) []string {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "*.jsonl"))
	if err != nil || len(names) < 12 {
		tb.Fatalf("testdata has %d streams, want a dozen at least (%v)", len(names), err)
	}
	return names
}

func benchmarkNext(b *testing.B, data []byte) {
	r := bytes.NewReader(data)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		r.Reset(data)
		d := NewDecoder(r)
		for {
			if _, err := d.Next(); err == io.EOF {
				break
			}
		}
	}
}

func BenchmarkNext(b *testing.B) { benchmarkNext(b, recorded(b)) }

// BenchmarkNextText reads a session of long texts, as most of a real session is.
func BenchmarkNextText(b *testing.B) { benchmarkNext(b, bytes.Repeat(textLine(b), 100)) }

// textLine is an assistant line with about 4 KB of escaped text.
func textLine(tb testing.TB) []byte {
	tb.Helper()
	text, err := json.Marshal(strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n}\n", 100))
	if err != nil {
		tb.Fatal(err)
	}
	return []byte(`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m",` +
		`"content":[{"type":"text","text":` +
		string(text) + `}],"stop_reason":null,"usage":{"input_tokens":10}},"parent_tool_use_id":null,"session_id":"s",` +
		`"uuid":"u"}` + "\n")
}

// shortTextLine is an assistant line of about 800 bytes, most of it text. Long sessions consist of such lines.
func shortTextLine(tb testing.TB, n int) []byte {
	tb.Helper()
	text, err := json.Marshal(strings.Repeat("All tests pass, and empty input is handled.\n", 13))
	if err != nil {
		tb.Fatal(err)
	}
	return []byte(`{"type":"assistant","message":{"id":"msg_` + strconv.Itoa(n) +
		`","type":"message","role":"assistant","model":"m","content":` +
		`[{"type":"text","text":` + string(text) + `}],"stop_reason":null,"usage":{"input_tokens":10}},` +
		`"parent_tool_use_id":null,"session_id":"s","uuid":"0f0f0f0f-1111-4111-8111-000000000000"}` + "\n")
}

// BenchmarkTrack does what every reader of a stream does with each line. Two readers do more: a screen and a recording
// also decode the message.
func BenchmarkTrack(b *testing.B) {
	for _, c := range []struct {
		name    string
		readers int
	}{{"one", 0}, {"three", 2}} {
		b.Run(c.name, func(b *testing.B) {
			var data []byte
			for n := range 1000 {
				data = append(data, shortTextLine(b, n)...)
			}
			r := bytes.NewReader(data)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				r.Reset(data)
				d := NewDecoder(r)
				var tracker Tracker
				for {
					e, err := d.Next()
					if err == io.EOF {
						break
					}
					tracker.Add(e)
					for range c.readers {
						if _, err := e.Message(); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
	}
}

// BenchmarkValid is the comparison for BenchmarkNext: the syntax check of encoding/json alone.
func BenchmarkValid(b *testing.B) {
	data := recorded(b)
	lines := bytes.Split(data, []byte("\n"))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			json.Valid(line)
		}
	}
}

// messages returns the assistant and user events of a stream.
func messages(tb testing.TB, data []byte) (events []Event, size int64) {
	tb.Helper()
	d := NewDecoder(bytes.NewReader(data))
	for {
		e, err := d.Next()
		if err == io.EOF {
			return events, size
		}
		if err == nil && (e.Type == TypeAssistant || e.Type == TypeUser) {
			e.Raw, e.memo = bytes.Clone(e.Raw), nil // each call decodes
			events = append(events, e)
			size += int64(len(e.Raw))
		}
	}
}

// BenchmarkMessage reads lines and decodes their messages. It is compared with encoding/json, which starts from the
// line.
func BenchmarkMessage(b *testing.B) {
	for _, c := range []struct {
		name string
		data []byte
	}{{"recorded", recorded(b)}, {"text", textLine(b)}} {
		var lines bytes.Buffer
		events, _ := messages(b, c.data)
		events = slices.DeleteFunc(events, func(e Event) bool { // grease
			_, err := e.Message()
			return err != nil
		})
		for _, e := range events {
			lines.Write(append(e.Raw, '\n'))
		}
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(lines.Len()))
			b.ReportAllocs()
			r := bytes.NewReader(nil)
			for b.Loop() {
				r.Reset(lines.Bytes())
				for d := NewDecoder(r); ; {
					e, err := d.Next()
					if err == io.EOF {
						break
					}
					if _, err := e.Message(); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
		b.Run(c.name+"-json", func(b *testing.B) {
			b.SetBytes(int64(lines.Len()))
			b.ReportAllocs()
			for b.Loop() {
				for _, e := range events {
					if _, err := viaJSON(e); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
