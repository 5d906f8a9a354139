package mods

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ccc/internal/claude"
	"ccc/internal/file"
)

// VersionOf returns claude's version, for [New], or claude's error message if it reports none. Its error is a
// [claude.NestedError]. kept is the file with the answer of the claude that was asked last: claude is not asked again
// while its program is the same.
func VersionOf(ctx context.Context, binary claude.Binary, env []string, kept string) (string, error) {
	if version, ok := KnownVersion(binary, kept); ok {
		return version, nil
	}
	version, err := binary.Version(ctx, env)
	if nested := new(claude.NestedError); errors.As(err, &nested) {
		return "", nested
	}
	if err != nil {
		return err.Error(), nil
	}
	if program := programOf(binary); program != "" && claude.AtLeast(version, firstMods) {
		text, _ := json.Marshal(answer{program, version})                                      // two strings
		_ = file.Update(kept, file.Private, func([]byte) ([]byte, error) { return text, nil }) // else it is asked again
	}
	return version, nil
}

// KnownVersion returns the version that claude gave when it was last asked, if its program is still the same. See
// [VersionOf] for kept.
func KnownVersion(binary claude.Binary, kept string) (version string, ok bool) {
	last := readAnswer(kept)
	ok = last.Program != "" && last.Program == programOf(binary) && claude.AtLeast(last.Version, firstMods)
	return last.Version, ok
}

// answer is the version that a program reported. An agent can write the file that stores it. So ccc believes it only if
// that version has mods, which are then kept out.
type answer struct {
	Program string `json:"program"`
	Version string `json:"version"`
}

func readAnswer(path string) (a answer) {
	text, err := file.ReadJSON(path)
	if err != nil || json.Unmarshal(text, &a) != nil {
		return answer{}
	}
	return a
}

// programOf identifies the file that runs as claude: the result changes when that file is replaced or changed. It is ""
// if the version can change while the file stays the same, as with version managers: they start claude by a script, or
// by a program of another name.
func programOf(binary claude.Binary) string {
	path, err := filepath.EvalSymlinks(binary.Path)
	if err != nil || len(binary.Args) > 0 {
		return ""
	}
	name := filepath.Base(path) // claude's own installer gives the file the name of its version
	info, err := os.Stat(path)
	if err != nil || !strings.HasPrefix(name, "claude") && !claude.AtLeast(name, firstMods) || isScript(path) {
		return ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprint(path, " ", stat.Dev, stat.Ino, info.Size(), info.ModTime().UnixNano())
}

// isScript reports whether the file is a script, or cannot be read.
func isScript(path string) bool {
	f, err := file.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	begin := make([]byte, 2)
	_, err = f.Read(begin)
	return err != nil || string(begin) == "#!"
}
