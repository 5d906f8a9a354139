//go:build cover

package main

import (
	"errors"
	"os"
	"runtime/coverage"
)

// In the binary of "make cover" the counters are written before this process becomes claude: they would be lost with
// it.
func init() {
	dir := os.Getenv("GOCOVERDIR")
	beforeExec = func() error {
		return errors.Join(coverage.WriteMetaDir(dir), coverage.WriteCountersDir(dir))
	}
}
