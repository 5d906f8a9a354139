package file

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is the SHA-256 of a text as 64 hexadecimal digits. For a name some of them are enough.
func Digest[Text string | []byte](text Text) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
