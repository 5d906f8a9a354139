package file

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange makes two files change places.
func exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }

// hold cannot be done here.
func hold(*os.File) writers { return unknown }
