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

// program is what a word starts: a path, or a name that is looked up in PATH.
type program struct {
	Word  string
	Path  string // the path that was found
	File  string // the same without symbolic links
	State string // differs if the file was replaced or written
}

func findProgram(word string) (p program, err error) {
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

// KeepPrograms stores the programs that a review needs: claude, its interpreter if it is a script, and git. A program
// that is not found is not stored.
func (b *Snapshot) KeepPrograms(claude string) {
	for i, word := range []string{claude, interpreter(claude), "git"} {
		p, err := findProgram(word)
		if err == nil {
			b.Programs = append(b.Programs, p)
		} else if i == 0 {
			return
		}
	}
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
		same := err == nil && is == was
		if i > 0 && same {
			continue
		}
		if path = was.Path; i == 0 && !same {
			path = was.File
			state, err := stateOf(was.File)
			same = err == nil && state == was.State
		}
		if !same {
			return "", lang.Errorf("%s is no longer the program that ccc was started with (%s): what it says does not "+
				"count. If you have updated it, start ccc again", was.Word, was.File)
		}
	}
	return path, nil
}
