package snapshot

import (
	"encoding/json"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Save writes the copy to a file whose path begins with prefix. It returns the copy's digest, which [Load] needs to
// find and to check it.
func (b *Snapshot) Save(prefix string) (digest string, err error) {
	text, err := json.Marshal(b)
	digest = file.Digest(text)
	if err == nil {
		err = file.WriteDigested(path(prefix, digest), text)
	}
	if err != nil {
		return "", lang.Errorf("copy what claude reads: %w", err)
	}
	return digest, nil
}

// path returns the path of a copy. The digest in it keeps two launches with the same id apart.
func path(prefix, digest string) string { return prefix + digest[:min(len(digest), 16)] + ".baseline" }

// Load reads a copy that [Save] wrote. It is an error if the file is gone or is not the one with that digest.
func Load(prefix, digest string) (*Snapshot, error) {
	path := path(prefix, digest)
	text, err := file.Read(path, maxStored)
	if err == nil && (text == nil || file.Digest(text) != digest) {
		err = lang.Errorf("%s is not what ccc wrote there", path)
	}
	if err != nil {
		return nil, lang.Errorf("read the copy of what claude reads, made when the session began: %w", err)
	}
	b := new(Snapshot)
	if err := json.Unmarshal(text, b); err != nil {
		return nil, lang.Errorf("read %s: %w", path, err)
	}
	return b, nil
}

// maxStored limits the encoded copy, in bytes.
const maxStored = 2 * maxBytes
