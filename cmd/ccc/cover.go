//go:build cover

package main

import (
	"errors"
	"os"
	"runtime/coverage"
)

// The binary of "make cover" writes its counters before claude replaces this process, since they would be lost.
func init() {
	dir := os.Getenv("GOCOVERDIR")
	beforeExec = func() error {
		return errors.Join(coverage.WriteMetaDir(dir), coverage.WriteCountersDir(dir))
	}
}
