package main

import (
	"os"
	"testing"

	"ccc/internal/sandbox"
)

// TestMain: ccc starts itself again to make a cage, and here it is the test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Word {
		main()
	}
	os.Exit(m.Run())
}
