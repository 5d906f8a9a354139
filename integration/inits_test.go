package integration

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"ccc/integration/binary"
)

// slowInits are the packages that may allocate more before main, each with the reason.
var slowInits = map[string]string{
	"github.com/yuin/goldmark/util":   "no other library reads what models write as well",
	"github.com/yuin/goldmark/parser": "no other library reads what models write as well",
}

// TestInits: no library makes the start slow, because the Stop hook starts at every stop. The test counts the bytes
// that packages allocate while they are initialized. Unlike the time, this does not depend on the load of the machine.
func TestInits(t *testing.T) {
	const maxAllocs, maxBytes = 120, 24 << 10
	cmd := exec.Command(binary.Path(t), "--version")
	cmd.Env = []string{"HOME=" + t.TempDir(), "GODEBUG=inittrace=1"}
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(trace.String()) {
		var name string
		var at, clock float64
		var bytes, allocs int
		if _, err := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes, %d allocs",
			&name, &at, &clock, &bytes, &allocs); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if slowInits[name] != "" {
			seen++
		} else if bytes > maxBytes || allocs > maxAllocs {
			t.Errorf("%s allocates %d times, %d bytes, before main: want at most %d and %d; make what it has when it is used, "+
				"or do without it", name, allocs, bytes, maxAllocs, maxBytes)
		}
	}
	if seen != len(slowInits) {
		t.Errorf("%d of %d slow packages were seen: take the others off the list", seen, len(slowInits))
	}
}
