package worktree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"ccc/internal/file"
)

// absent is what [Digest] returns if nothing is there.
const absent = "none"

// maxDigested bounds a file whose content is read for a digest, in bytes.
const maxDigested = 256 << 20

// Digest is a digest of the mode and the content of a file; of a larger one than maxDigested the size and the
// time of its last change stand for the content.
func Digest(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return absent
	}
	sum := sha256.New()
	_, _ = io.WriteString(sum, info.Mode().String()) // a hash never fails
	if target, err := os.Readlink(path); err == nil {
		_, _ = io.WriteString(sum, target)
	} else if info.Size() > maxDigested {
		_, _ = fmt.Fprint(sum, info.Size(), info.ModTime().UnixNano())
	} else if f, err := file.Open(path); err == nil {
		_, _ = io.Copy(sum, io.LimitReader(f, maxDigested+1)) // a file that cannot be read differs from one that can
		f.Close()
	}
	return hex.EncodeToString(sum.Sum(nil))
}
