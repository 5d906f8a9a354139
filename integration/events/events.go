// Package events makes events of claude's lines, for tests.
package events

import (
	"strings"
	"testing"

	"ccc/streamjson"
)

// Of decodes one line of a stream into an event.
func Of(t testing.TB, line string) streamjson.Event {
	t.Helper()
	e, err := streamjson.NewDecoder(strings.NewReader(line)).Next()
	if err != nil {
		t.Fatalf("decode %s: %v", line, err)
	}
	return e
}
