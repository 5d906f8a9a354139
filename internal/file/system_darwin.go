package file

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// exchange swaps two files.
func exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }

// leaseFile does nothing: macOS has no leases.
func leaseFile(*os.File) writers { return unknown }

// isMadeByKernel returns false, because macOS has no such files.
func isMadeByKernel(*os.File, fs.FileInfo) bool { return false }
