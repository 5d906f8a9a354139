//go:build amd64 || arm64

package cage

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Word {
		os.Exit(landlockMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}
