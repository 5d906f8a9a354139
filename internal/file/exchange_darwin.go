package file

import "golang.org/x/sys/unix"

// exchange makes two files change places.
func exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }
