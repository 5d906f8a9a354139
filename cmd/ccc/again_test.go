package main

import (
	"os"
	"testing"

	"ccc/internal/sandbox"
)

// TestMain: ccc starts itself again to set up a sandbox. In tests that is this test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.InitArg {
		main()
	}
	os.Exit(m.Run())
}
