package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

func (s Subject) pty() Result {
	master, terminal, err := pty.Open()
	if err != nil {
		return warning(lang.M("no pseudo-terminal is available: %v; the loop works, but Claude Code's own screen may "+
			"not", err), lang.Verbatim("mount -t devpts devpts /dev/pts"))
	}
	master.Close()
	terminal.Close()
	return ok(lang.M("pseudo-terminals work"))
}

func (s Subject) git() Result {
	path, err := exec.LookPath("git")
	if err != nil {
		return warning(lang.M("git is not on PATH: a reviewer is not told what has changed"), lang.M("install git"))
	}
	return ok(lang.Verbatim(path))
}

// writable returns why the directory cannot be written to, without trying to write.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }

// Below lowSpace bytes claude and the reviewers will soon be unable to write; below noSpace they already are.
const lowSpace, noSpace = 1 << 30, 64 << 20

func (s Subject) disk() Result {
	dirs := []string{string(s.State), "/var/tmp", s.Work}
	least, where := uint64(1<<63), ""
	for _, dir := range dirs {
		for !file.Exists(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
		if free, err := freeIn(dir); err == nil && free < least {
			least, where = free, dir
		}
	}
	found := lang.M("%s free in %s", formatSize(least), where)
	switch cure := lang.Verbatim("df -h " + text.ShellWord(where)); {
	case where == "":
		return ok(lang.M("ccc cannot tell how much is free"))
	case least < noSpace:
		return broken(found, cure)
	case least < lowSpace:
		return warning(found, cure)
	}
	return ok(found)
}

// freeIn returns how many bytes can still be written in a directory.
func freeIn(dir string) (uint64, error) {
	var stat unix.Statfs_t
	err := unix.Statfs(dir, &stat)
	return uint64(stat.Bavail) * uint64(stat.Bsize), err
}

// formatSize formats a number of bytes.
func formatSize(bytes uint64) lang.Message {
	if bytes >= 1<<30 {
		return lang.M("%.1f GiB", float64(bytes)/(1<<30))
	}
	return lang.M("%.1f MiB", float64(bytes)/(1<<20))
}

// narrow is the width in columns below which lines are hard to read.
const narrow = 60

func (s Subject) terminal() Result {
	locale := ""
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale = s.Getenv(name); locale != "" {
			break
		}
	}
	term := s.Getenv("TERM")
	plain := strings.ReplaceAll(strings.ToLower(locale), "-", "")
	found := lang.M("TERM is %q, the locale %q", term, locale)
	if s.Columns > 0 {
		found = lang.M("%s, %d columns", found, s.Columns)
	}
	if s.Getenv("NO_COLOR") != "" {
		found = lang.M("%s; NO_COLOR: no colours and no status line", found)
	}
	switch {
	case !strings.Contains(plain, "utf8"):
		return warning(lang.M("%s: it does not say UTF-8, so some characters may come out wrong", found),
			lang.Verbatim("export LANG=C.UTF-8"))
	case s.Columns > 0 && (term == "" || term == "dumb"):
		return warning(lang.M("%s: no control sequences at all", found), lang.Verbatim("export TERM=xterm-256color"))
	case s.Columns > 0 && s.Columns < narrow:
		return warning(found, lang.M("make the window wider: 80 columns read well"))
	}
	return ok(found)
}

func (s Subject) path() Result {
	mine, err := os.Stat(s.Program)
	if err != nil {
		return warning(lang.M("%v", err), lang.Message{})
	}
	var others []string
	first := ""
	for _, dir := range filepath.SplitList(s.Getenv("PATH")) {
		path := filepath.Join(dir, "ccc")
		info, err := os.Stat(path)
		if dir == "" || err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			continue
		}
		if first == "" {
			first = path
		}
		if !os.SameFile(info, mine) && !slices.Contains(others, path) {
			others = append(others, path)
		}
	}
	switch {
	case first == "":
		return warning(lang.M("ccc is not on PATH: %s", s.Program),
			lang.Verbatim(`export PATH="`+filepath.Dir(s.Program)+`:$PATH"`))
	case slices.Contains(others, first):
		return warning(lang.M("another program is called ccc, and comes first on PATH: %s; this one is %s", first,
			s.Program),
			lang.Verbatim(`export PATH="`+filepath.Dir(s.Program)+`:$PATH"`))
	case len(others) > 0:
		return ok(lang.M("%s; others of that name come after it on PATH: %s", s.Program, lang.List(others...)))
	}
	return ok(lang.Verbatim(s.Program))
}
