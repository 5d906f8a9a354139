package streamjson

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recorded gives all recordings of testdata as one stream.
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

// inputs gives the names of testdata's streams.
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

// BenchmarkNextText is a session of long texts, as most of a real one is.
func BenchmarkNextText(b *testing.B) { benchmarkNext(b, bytes.Repeat(textLine(b), 100)) }

// textLine is an assistant line with some 4 KB of escaped text.
func textLine(tb testing.TB) []byte {
	tb.Helper()
	text, err := json.Marshal(strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n}\n", 100))
	if err != nil {
		tb.Fatal(err)
	}
	return []byte(`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":` +
		string(text) + `}],"stop_reason":null,"usage":{"input_tokens":10}},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}` + "\n")
}

// BenchmarkValid is the measure for BenchmarkNext: encoding/json's check alone.
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

// messages gives the assistant and user events of a stream.
func messages(tb testing.TB, data []byte) (events []Event, size int64) {
	tb.Helper()
	d := NewDecoder(bytes.NewReader(data))
	for {
		e, err := d.Next()
		if err == io.EOF {
			return events, size
		}
		if err == nil && (e.Type == TypeAssistant || e.Type == TypeUser) {
			e.Raw = bytes.Clone(e.Raw)
			events = append(events, e)
			size += int64(len(e.Raw))
		}
	}
}

func BenchmarkMessage(b *testing.B) {
	recordedEvents, recordedSize := messages(b, recorded(b))
	recordedEvents = slices.DeleteFunc(recordedEvents, func(e Event) bool { // grease
		_, err := e.Message()
		if err != nil {
			recordedSize -= int64(len(e.Raw))
		}
		return err != nil
	})
	textEvents, textSize := messages(b, textLine(b))
	b.Run("recorded", func(b *testing.B) { benchmarkMessage(b, recordedEvents, recordedSize, Event.Message) })
	b.Run("text", func(b *testing.B) { benchmarkMessage(b, textEvents, textSize, Event.Message) })
	b.Run("recorded-json", func(b *testing.B) { benchmarkMessage(b, recordedEvents, recordedSize, viaJSON) })
	b.Run("text-json", func(b *testing.B) { benchmarkMessage(b, textEvents, textSize, viaJSON) })
}

func benchmarkMessage(b *testing.B, events []Event, size int64, decode func(Event) (Message, error)) {
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range events {
			if _, err := decode(e); err != nil {
				b.Fatal(err)
			}
		}
	}
}
