package main

import (
	"os"
	"testing"

	"ccc/internal/cage"
)

// TestMain: ccc starts itself again to make a cage, and here it is the test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == cage.Word {
		main()
	}
	os.Exit(m.Run())
}
