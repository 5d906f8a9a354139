package file

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"syscall"

	"ccc/internal/lang"
)

// Digest returns the SHA-256 of a text as 64 hexadecimal digits. For a name some of the digits are enough.
func Digest[Text string | []byte](text Text) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// WriteDigested writes a private file whose readers check its digest, and whose name contains a part of the digest.
// It takes no lock, because every writer of that name writes the same text. It does not wait for the disk, because a
// torn text has another digest.
func WriteDigested(path string, text []byte) error {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL | syscall.O_NOFOLLOW
	f, _, err := open(path, flags)
	if errors.Is(err, fs.ErrExist) {
		if there, err := read(path, syscall.O_NOFOLLOW, int64(len(text))); err == nil && bytes.Equal(there.text, text) {
			return nil // a hook may be reading it
		}
		_ = os.Remove(path) // it is torn
		f, _, err = open(path, flags)
	}
	if err != nil {
		return lang.Errorf("write %s: %w", path, err)
	}
	if err = (edition{}).setOwner(f, path); err == nil {
		_, err = f.Write(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return lang.Errorf("write %s: %w", path, err)
	}
	return nil
}
