package replay

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"ccc/integration/files"
	"ccc/internal/lang"
)

// inputs are the inputs that have golden files.
const inputs = "testdata"

// replayed returns the output of ccc replay on an input as one text, and the outcome. The input arrives in the pieces
// that split makes.
func replayed(t *testing.T, input []byte, split func(io.Reader) io.Reader, format string) string {
	t.Helper()
	var out bytes.Buffer
	end, err := Run(t.Context(), Config{
		Input: split(bytes.NewReader(input)), Name: "input", Format: format,
		Out: &out, Warnings: &out, Language: lang.English,
	})
	code := codes[end.Outcome]
	if end.Damaged || err != nil {
		code = 1
	}
	if err != nil {
		fmt.Fprintln(&out, err)
	}
	return fmt.Sprintf("%sexit code %d\n", out.String(), code)
}

// codes are the exit codes of outcomes, as in cmd/ccc.
var codes = map[string]int{"not_completed": 3, "needs_user": 4, "interrupted": 130}

func whole(r io.Reader) io.Reader { return r }

// TestReplayGoldens: events, warnings and decisions of a dozen typical recordings. They are the same however the input
// is divided.
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
			got := replayed(t, input, whole, "stream-json")
			files.Golden(t, strings.TrimSuffix(path, ".jsonl")+".golden", got)
			for _, split := range splits(len(input)) {
				if again := replayed(t, input, split, "stream-json"); again != got {
					t.Fatalf("in other pieces replay prints\n%s\nwant\n%s", again, got)
				}
			}
		})
	}
}

// splits divides a short input at every byte, and a long one into many pieces of random sizes.
func splits(size int) (list []func(io.Reader) io.Reader) {
	if size > 1<<10 {
		return []func(io.Reader) io.Reader{scattered, iotest.OneByteReader}
	}
	for n := range size {
		list = append(list, func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, int64(n)), r) })
	}
	return list
}

// scattered returns pieces of random sizes, the same ones each time.
func scattered(r io.Reader) io.Reader { return &pieces{r: r, random: rand.New(rand.NewPCG(1, 2))} }

type pieces struct {
	r      io.Reader
	random *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 1+p.random.IntN(300))]) }

// TestReplayCut: wherever a recording is cut off (one place in five is tried), the rest is played, and the place is
// named.
func TestReplayCut(t *testing.T) {
	input, err := os.ReadFile(filepath.Join(inputs, "loop.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(input)-1; n += 5 {
		if got := replayed(t, input[:n], whole, "json"); !strings.Contains(got, "line ") ||
			!strings.HasSuffix(got, "exit code 1\n") {
			t.Fatalf("cut at byte %d replay prints %s", n, got)
		}
	}
}

// TestReplayAll: whatever the three versions have printed can be replayed, if those recordings are on this machine.
func TestReplayAll(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/recordings/*/*.jsonl") // the pattern is good
	for _, path := range paths {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"text", "stream-json"} {
			first := replayed(t, input, whole, format)
			if second := replayed(t, input, scattered, format); second != first || strings.Contains(first, "panic") {
				t.Errorf("%s: replay prints\n%s\nand then\n%s", path, first, second)
			}
		}
	}
}
