package claims_test

import (
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	m := measureSet(t, readSet(t, *otherSet))
	t.Logf("\n%s\n%s", m.table(), strings.Join(m.misses, "\n"))
}
