package worktree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"ccc/internal/file"
)

// absent is the result of [Digest] if the file does not exist.
const absent = "none"

// maxDigested is the size limit, in bytes, of a file whose content is read for a digest.
const maxDigested = 256 << 20

// Digest returns a digest of the mode and the content of a file. For a file larger than maxDigested it uses the size
// and the modification time instead of the content.
func Digest(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return absent
	}
	sum := sha256.New()
	_, _ = io.WriteString(sum, info.Mode().String()) // writing to a hash never fails
	if target, err := os.Readlink(path); err == nil {
		_, _ = io.WriteString(sum, target)
	} else if info.Size() > maxDigested {
		_, _ = fmt.Fprint(sum, info.Size(), info.ModTime().UnixNano())
	} else if f, err := file.Open(path); err == nil {
		// An unreadable file gets another digest than a readable one.
		_, _ = io.Copy(sum, io.LimitReader(f, maxDigested+1))
		f.Close()
	}
	return hex.EncodeToString(sum.Sum(nil))
}
