package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// repo is where the parts of a repository are. They are found by looking at the directories; settings do not count.
type repo struct {
	top    string // the top of the work tree, without symbolic links
	gitDir string // the git directory of this work tree, with index and HEAD
	common string // the git directory of all work trees, with the objects; mostly gitDir
}

var errNoTop = errors.New("not in a work tree")

// find looks for .git in dir and the directories above, as git does.
func find(dir string) (repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return repo{}, err
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	for ; err == nil; dir = filepath.Dir(dir) {
		r := repo{top: dir, gitDir: filepath.Join(dir, ".git")}
		if text, err := os.ReadFile(r.gitDir); err == nil { // a submodule, or one of several work trees
			r.gitDir = target(dir, strings.TrimPrefix(string(text), "gitdir: "))
		}
		if _, err := os.Stat(filepath.Join(r.gitDir, "HEAD")); err == nil {
			r.common = r.gitDir
			if text, err := os.ReadFile(filepath.Join(r.gitDir, "commondir")); err == nil {
				r.common = target(r.gitDir, string(text))
			}
			return r, nil
		}
		if dir == filepath.Dir(dir) {
			return r, errNoTop
		}
	}
	return repo{}, err
}

// Prefix is the path of a directory from the top of its work tree, with a slash at the end, or "" for the top.
func Prefix(dir string) (string, error) {
	r, err := find(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err == nil {
		dir, err = filepath.Rel(r.top, dir)
	}
	if err != nil || dir == "." {
		return "", err
	}
	return filepath.ToSlash(dir) + "/", nil
}

// target resolves a path in a file of git, relative to dir.
func target(dir, text string) string {
	path := strings.TrimRight(text, "\r\n")
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// ask runs git on the repository with its settings. Git takes no lock, starts no pager, fetches no missing object and
// follows no replacement of an object. No GIT_ variable of ccc's environment reaches it.
func (r repo) ask(ctx context.Context, args ...string) ([]byte, error) {
	out, stderr, err := r.command(args...).run(ctx)
	return out, failure(args, stderr, err)
}

func (r repo) command(args ...string) command {
	return command{
		args: append([]string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...),
		dir:  r.top,
		env: append(environment(isGit),
			"GIT_DIR="+r.gitDir, "GIT_WORK_TREE="+r.top, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1",
			"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "PWD="+r.top),
	}
}

// private is a git directory of our own with the objects of the repository. It has its own index. Settings, attributes,
// hooks, refs and replacements of the repository and of the user have no effect, but for the [honoured] settings.
type private struct {
	repo
	dir      string            // the git directory
	settings map[string]string // the honoured ones that are set, by name in lower case
}

// honoured matches the settings that are needed to read files as the user's git does, and to write objects that it can
// read.
const honoured = `^(core\.(autocrlf|eol|excludesfile|precomposeunicode|sharedrepository)|extensions\.objectformat)$`

// open makes the private git directory of a repository. The caller closes it.
func open(ctx context.Context, r repo) (p private, err error) {
	p = private{repo: r, settings: map[string]string{}}
	out, err := r.ask(ctx, "config", "-z", "--includes", "--get-regexp", honoured)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // no such setting
	}
	if err != nil {
		return p, err
	}
	for setting := range bytes.SplitSeq(out, []byte{0}) {
		name, value, ok := strings.Cut(string(setting), "\n")
		if !ok {
			value = "true"
		}
		if name != "" {
			p.settings[name] = value
		}
	}
	if p.dir, err = os.MkdirTemp("", privatePrefix); err != nil {
		return p, err
	}
	if err = p.fill(); err != nil {
		p.close()
	}
	return p, err
}

func (p private) close() { os.RemoveAll(p.dir) }

const privatePrefix = "ccc-git-"

// Sweep removes private git directories of this user that a killed ccc has left. They are older than a day.
func Sweep() {
	list, _ := filepath.Glob(filepath.Join(os.TempDir(), privatePrefix+"*")) // the pattern is right
	for _, dir := range list {
		info, err := os.Lstat(dir)
		if err == nil && info.IsDir() && info.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid()) &&
			time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(dir) // the next start tries again
		}
	}
}

func (p private) fill() error {
	config := "[core]\nbare = true\nrepositoryFormatVersion = 1\ncheckStat = default\ntrustCtime = true\n" +
		"ignoreStat = false\nhooksPath = /dev/null\nsplitIndex = false\nsafecrlf = false\nattributesFile = /dev/null\n"
	if runtime.GOOS != "darwin" { // its file systems do not distinguish case
		config += "ignoreCase = false\nfileMode = true\n"
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	for name, value := range p.settings {
		section, key, _ := strings.Cut(name, ".")
		config += fmt.Sprintf("[%s]\n%s = \"%s\"\n", section, key, escape.Replace(value))
	}
	err := errors.Join(
		os.Mkdir(filepath.Join(p.dir, "refs"), 0o700),
		os.Mkdir(filepath.Join(p.dir, "info"), 0o700),
		os.Symlink(filepath.Join(p.common, "info", "exclude"), filepath.Join(p.dir, "info", "exclude")),
		os.WriteFile(filepath.Join(p.dir, "HEAD"), []byte("ref: refs/heads/none\n"), 0o600),
		os.WriteFile(filepath.Join(p.dir, "config"), []byte(config), 0o600))
	names, _ := os.ReadDir(p.gitDir) // an error shows later
	for _, entry := range names {
		if strings.HasPrefix(entry.Name(), "sharedindex.") { // a part of a split index
			err = errors.Join(err,
				os.Symlink(filepath.Join(p.gitDir, entry.Name()), filepath.Join(p.dir, entry.Name())))
		}
	}
	return err
}

// excludes are the files outside of the work tree that say what is ignored: their paths by the names to show.
func (p private) excludes() map[string]string {
	own, set := p.settings["core.excludesfile"]
	home, _ := os.UserHomeDir() // "" only where there is none
	if !set {
		own = filepath.Join(home, ".config", "git", "ignore")
		for _, entry := range environment(func(string) bool { return false }) {
			if config, ok := strings.CutPrefix(entry, "XDG_CONFIG_HOME="); ok && config != "" {
				own = filepath.Join(config, "git", "ignore")
			}
		}
	}
	if rest, ok := strings.CutPrefix(own, "~/"); ok {
		own = filepath.Join(home, rest)
	}
	return map[string]string{".git/info/exclude": filepath.Join(p.common, "info", "exclude"), own: target(p.top, own)}
}

// ask runs git on the private directory.
func (p private) ask(ctx context.Context, stdin []byte, args ...string) (out []byte, err error) {
	c := p.command(args...)
	c.stdin = stdin
	out, stderr, err := c.run(ctx)
	return out, failure(args, stderr, err)
}

func (p private) command(args ...string) command {
	c := p.repo.command(args...)
	c.env = append(c.env, "GIT_DIR="+p.dir, "GIT_OBJECT_DIRECTORY="+filepath.Join(p.common, "objects"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	return c
}
