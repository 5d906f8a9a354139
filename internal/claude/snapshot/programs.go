package snapshot

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Program is what a word starts: a path, or a name that is looked up in PATH.
type Program struct {
	Word  string
	Path  string // the path that was found
	File  string // the same without symbolic links
	State string // differs if the file was replaced or written, and if something else changed its inode
	// Digest is the file's when it had that state; "" if it is unknown.
	Digest string `json:",omitempty"`
}

func findProgram(word string) (p Program, err error) {
	p.Word = word
	if p.Path, err = exec.LookPath(word); err == nil {
		p.File, err = filepath.EvalSymlinks(p.Path)
	}
	if err == nil {
		p.State, err = stateOf(p.File)
	}
	return p, err
}

// stateOf describes a file by its inode, size and times. A program cannot set the change time.
func stateOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	inode := ""
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		inode = fmt.Sprint(stat.Dev, stat.Ino)
	}
	return fmt.Sprint(inode, info.Size(), info.Mode(), info.ModTime().UnixNano(), changeTime(info)), nil
}

// FindPrograms returns the programs that a review needs: claude, its interpreter if it is a script, and git. A program
// that is not found is left out. kept is the file with the digests that earlier launches took. Only a program that is
// not in it is read, because claude has some hundred megabytes.
func FindPrograms(claude, kept string) (list []Program) {
	for i, word := range []string{claude, interpreter(claude), "git"} {
		p, err := findProgram(word)
		if err == nil {
			list = append(list, p)
		} else if i == 0 {
			return nil
		}
	}
	addDigests(list, kept)
	return list
}

// interpreter returns the program that the first line of a script names; "" if the file is not a script.
func interpreter(path string) string {
	f, err := file.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 256)) // what was read before an error
	line, _, _ := strings.Cut(string(head), "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if len(words) == 0 || !strings.HasPrefix(line, "#!") {
		return ""
	}
	return words[len(words)-1] // /usr/bin/env node
}

// Claude returns the path of the claude with which the session began; path if that is unknown. It is an error if it,
// or another program that a review needs, has changed: the agent may have replaced it, or put another one before it
// in PATH. A claude that has updated itself has kept its old file, which is used.
func (b *Snapshot) Claude(path string) (string, error) {
	if b == nil {
		return path, nil
	}
	for i, was := range b.Programs {
		is, err := findProgram(was.Word)
		same := err == nil && is.Path == was.Path && is.File == was.File
		if i > 0 && err == nil && !same {
			return "", lang.Errorf("%s is now %s, and was %s when ccc was started: so nothing is reviewed. "+
				"If you have installed it, start ccc again", was.Word, is.File, was.File)
		}
		if !was.unchanged() {
			return "", lang.Errorf("the program %s has changed since ccc was started: so nothing is reviewed. "+
				"If you have updated it, start ccc again", was.File)
		}
		switch {
		case i == 0 && same:
			path = was.Path
		case i == 0:
			path = was.File
		}
	}
	return path, nil
}
