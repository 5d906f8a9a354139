package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"

	"ccc/internal/file"
)

// addDigests sets the digests of programs. It takes them from the file kept, as long as a program has the state that
// it had then, and otherwise reads the program and adds to that file. An agent can write the file, but that counts only
// from the next launch on, for which it could as well replace the program.
func addDigests(list []Program, kept string) {
	text, _ := file.ReadJSON(kept) // without it they are read
	known, missing := decodeDigests(text), false
	for i, p := range list {
		last := known[p.File]
		if last.State != p.State {
			last.Digest, missing = p.digest(), true
		}
		list[i].Digest = last.Digest
	}
	if missing {
		_ = file.Update(kept, file.Private, func(old []byte) ([]byte, error) { // else they are read again
			known := decodeDigests(old)
			for path := range known {
				if _, err := stateOf(path); err != nil {
					delete(known, path) // of an older claude
				}
			}
			for _, p := range list {
				known[p.File] = p
			}
			return json.Marshal(known)
		})
	}
}

// decodeDigests maps the files of programs to what was kept of them.
func decodeDigests(text []byte) map[string]Program {
	var known map[string]Program
	if json.Unmarshal(text, &known) != nil || known == nil {
		return make(map[string]Program)
	}
	return known
}

// digest returns the digest of the program's file; "" if the file cannot be read, or no longer has the program's
// state.
func (p Program) digest() string {
	f, err := file.Open(p.File)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	if state, err := stateOf(p.File); err != nil || state != p.State {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// unchanged reports whether the program's file is as it was. A hard link, which a backup or a package manager makes,
// changes the file's change time alone. Then, and only then, its content decides.
func (p Program) unchanged() bool {
	state, err := stateOf(p.File)
	if err != nil || state == p.State {
		return err == nil
	}
	if p.Digest == "" || beforeChangeTime(state) != beforeChangeTime(p.State) {
		return false
	}
	return Program{File: p.File, State: state}.digest() == p.Digest
}

// beforeChangeTime returns a state without its last number.
func beforeChangeTime(state string) string {
	return state[:max(strings.LastIndex(state, " "), 0)]
}
