package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

var update = flag.Bool("update", false, "rewrite internal/recording/testdata/*.golden")

// inputs are what the goldens are of.
const inputs = "../../internal/recording/testdata"

// replayed gives what ccc replay prints on input, all of it in one text. The input comes in the pieces that split makes.
func replayed(t *testing.T, input []byte, split func(io.Reader) io.Reader, args ...string) string {
	t.Helper()
	options, err := parseReplay(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	err = newReplaying(&program{stdout: out, stderr: out}, options, "input", split(bytes.NewReader(input))).run()
	text, readErr := os.ReadFile(out.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	var status exitStatus
	if errors.As(err, &status) || err == nil {
		return fmt.Sprintf("%sexit code %d\n", text, int(status))
	}
	return fmt.Sprintf("%s%v\nexit code 1\n", text, err)
}

func whole(r io.Reader) io.Reader { return r }

// TestReplayGoldens: events, warnings and decisions of a telling dozen, and the same however the input is cut in pieces.
func TestReplayGoldens(t *testing.T) {
	paths, err := filepath.Glob(inputs + "/*.jsonl")
	if err != nil || len(paths) < 12 {
		t.Fatalf("%d inputs: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			input, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := replayed(t, input, whole, "--output-format", "stream-json")
			golden := strings.TrimSuffix(path, ".jsonl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("replay prints\n%s\nwant\n%s", got, want)
			}
			for _, split := range splits(len(input)) {
				if got := replayed(t, input, split, "--output-format", "stream-json"); got != string(want) {
					t.Fatalf("in other pieces replay prints\n%s\nwant\n%s", got, want)
				}
			}
		})
	}
}

// splits cut a short input at every byte, a long one in many pieces of random sizes.
func splits(size int) (list []func(io.Reader) io.Reader) {
	if size > 1<<10 {
		return []func(io.Reader) io.Reader{scattered, iotest.OneByteReader}
	}
	for n := range size {
		list = append(list, func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, int64(n)), r) })
	}
	return list
}

// scattered gives pieces of random sizes, the same ones each time.
func scattered(r io.Reader) io.Reader { return &pieces{r: r, random: rand.New(rand.NewPCG(1, 2))} }

type pieces struct {
	r      io.Reader
	random *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 1+p.random.IntN(300))]) }

// TestReplayCut: wherever a recording is cut off (one place in five is tried), what is there is played, and the place is named.
func TestReplayCut(t *testing.T) {
	input, err := os.ReadFile(filepath.Join(inputs, "loop.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(input)-1; n += 5 {
		if got := replayed(t, input[:n], whole, "--output-format", "json"); !strings.Contains(got, "line ") || !strings.HasSuffix(got, "exit code 1\n") {
			t.Fatalf("cut at byte %d replay prints %s", n, got)
		}
	}
}

// TestReplayAll: whatever the three versions have printed goes through, where those recordings are at hand.
func TestReplayAll(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/recordings/*/*.jsonl") // the pattern is good
	for _, path := range paths {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"text", "stream-json"} {
			first := replayed(t, input, whole, "--output-format", format)
			if second := replayed(t, input, scattered, "--output-format", format); second != first || strings.Contains(first, "panic") {
				t.Errorf("%s: replay prints\n%s\nand then\n%s", path, first, second)
			}
		}
	}
}
