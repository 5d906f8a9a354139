package config

import (
	"slices"
	"testing"
)

// TestIgnored: a bound that is misspelt does not hold, and the person reads it.
func TestIgnored(t *testing.T) {
	var f File
	text := `{"supervisor": {"max_rounds": 3, "max_iterations": 4, "Timeout_Seconds": 5, "zz": 1, "after": "plain"}}`
	if err := f.parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if got, want := f.ignored(), []string{"max_rounds", "zz"}; !slices.Equal(got, want) {
		t.Errorf("ignored = %q, want %q", got, want)
	}
	if got := (File{}).ignored(); got != nil {
		t.Errorf("of no file: %q", got)
	}
}
