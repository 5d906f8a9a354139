package git

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// repo has the paths of a repository's parts. They are found by reading directories; settings have no influence.
type repo struct {
	top    string // the top of the work tree, without symbolic links
	gitDir string // the git directory of this work tree, with index and HEAD
	common string // the git directory of all work trees, with the objects; usually the same as gitDir
}

var errNoTop = errors.New("not in a work tree")

// findRepo looks for .git in dir and the directories above, as git does.
func findRepo(dir string) (repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return repo{}, err
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	for ; err == nil; dir = filepath.Dir(dir) {
		r := repo{top: dir}
		if r.gitDir, err = file.GitDir(dir); err != nil || r.gitDir != "" {
			if err == nil {
				r, err = r.locate()
			}
			return r, err
		}
		if dir == filepath.Dir(dir) {
			return r, errNoTop
		}
	}
	return repo{}, err
}

// locate finds the common directory. It is an error if a file in the git directories is a pipe or a device, because
// git would wait for it until the time limit.
func (r repo) locate() (repo, error) {
	r.common = r.gitDir
	switch common, err := file.ReadGitPath(filepath.Join(r.gitDir, "commondir"), r.gitDir); {
	case err != nil:
		return r, err
	case common != "":
		r.common = common
	}
	for _, dir := range []string{r.gitDir, r.common, filepath.Join(r.common, "info")} {
		if err := checkEntries(dir); err != nil {
			return r, err
		}
	}
	return r, nil
}

// maxListed is how many entries of a git directory are read. Git itself makes about twenty.
const maxListed = 1000

// checkEntries returns an error if a directory has a pipe or a device.
func checkEntries(dir string) error {
	entries, _ := file.Entries(dir, maxListed) // a directory that cannot be listed is left to git
	for _, entry := range entries {
		kind, path := entry.Type(), filepath.Join(dir, entry.Name())
		if kind&fs.ModeSymlink != 0 {
			if info, err := os.Stat(path); err == nil {
				kind = info.Mode().Type()
			}
		}
		if kind&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
			return lang.Errorf("%s is a pipe or a device", path)
		}
	}
	return nil
}

// Prefix returns the path of a directory from the top of its work tree, with a slash at the end, or "" for the top.
func Prefix(dir string) (string, error) {
	r, err := findRepo(dir)
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

// resolveTarget resolves a path in a file of git, relative to dir.
func resolveTarget(dir, text string) string {
	path := strings.TrimRight(text, "\r\n")
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// ask runs git on the repository with its settings. Git takes no lock, starts no pager, fetches no missing object,
// and follows no replacement of an object. The parents of a commit are those that it names: grafts and git's own
// caches of them are ignored. Git gets no GIT_ variable of ccc's environment.
func (r repo) ask(ctx context.Context, args ...string) (string, error) {
	out, stderr, err := r.command(args...).run(ctx)
	return out, commandError(args, stderr, err)
}

func (r repo) command(args ...string) command {
	return command{
		args: append([]string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
			"-c", "core.commitGraph=false"}, args...),
		dir:    r.top,
		memory: maxMemory,
		env: append(environment(isGit),
			"GIT_DIR="+r.gitDir, "GIT_WORK_TREE="+r.top, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1",
			"GIT_GRAFT_FILE=/dev/null/none", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "PWD="+r.top),
	}
}

// private is a git directory of ours with the objects of the repository and its own index. Settings, attributes,
// hooks, refs and replacements of the repository and the user have no effect, except for the [honoured] settings.
type private struct {
	repo
	dir      string            // the git directory
	objects  string            // the directory of the objects
	settings map[string]string // the honoured settings that are set, by name in lower case
	ignore   []ignoreFile
}

// ignoreFile is a file with ignore rules outside of the work tree. Git gets a copy of it, because the file itself may
// be a pipe or have no end.
type ignoreFile struct {
	name string // the name for the user
	path string
	copy string // path of the copy in the private directory
	hash string // of its content, or why it cannot be read
}

// honoured matches the settings that are needed to read files as the user's git does, and to write objects that the
// user's git can read.
const honoured = `^(core\.(autocrlf|eol|excludesfile|precomposeunicode|sharedrepository)|extensions\.objectformat)$`

// openPrivate makes the private git directory of a repository. The caller closes it.
func openPrivate(ctx context.Context, r repo) (p private, err error) {
	p = private{repo: r, objects: filepath.Join(r.common, "objects"), settings: map[string]string{}}
	out, err := r.ask(ctx, "config", "-z", "--includes", "--get-regexp", honoured)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // there is no such setting
	}
	if err != nil {
		return p, err
	}
	for setting := range strings.SplitSeq(out, "\x00") {
		name, value, ok := strings.Cut(setting, "\n")
		if !ok {
			value = "true"
		}
		if name != "" {
			p.settings[name] = value
		}
	}
	if p.ignore, err = p.ignoreFiles(ctx); err != nil {
		return p, err
	}
	if p.dir, err = os.MkdirTemp("", file.TemporaryPrefix+"git-"); err != nil {
		return p, err
	}
	if err = p.fill(); err != nil {
		p.close()
	}
	return p, err
}

func (p private) close() { os.RemoveAll(p.dir) }

func (p private) fill() error {
	config := "[core]\nbare = true\nrepositoryFormatVersion = 1\ncheckStat = default\ntrustCtime = true\n" +
		"ignoreStat = false\nhooksPath = /dev/null\nsplitIndex = false\nsafecrlf = false\nattributesFile = /dev/null\n"
	if runtime.GOOS != "darwin" { // macOS file systems do not distinguish upper and lower case
		config += "ignoreCase = false\nfileMode = true\n"
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	set := func(name, value string) {
		section, key, _ := strings.Cut(name, ".")
		config += fmt.Sprintf("[%s]\n%s = \"%s\"\n", section, key, escape.Replace(value))
	}
	for name, value := range p.settings {
		set(name, value)
	}
	set(excludesFile, filepath.Join(p.dir, usersIgnore))
	err := errors.Join(
		os.Mkdir(filepath.Join(p.dir, "refs"), 0o700),
		os.Mkdir(filepath.Join(p.dir, "info"), 0o700),
		os.WriteFile(filepath.Join(p.dir, "HEAD"), []byte("ref: refs/heads/none\n"), 0o600),
		os.WriteFile(filepath.Join(p.dir, "config"), []byte(config), 0o600))
	for i := range p.ignore {
		err = errors.Join(err, p.copyIgnored(&p.ignore[i]))
	}
	if err != nil {
		return err
	}
	_ = file.Each(p.gitDir, func(entry fs.DirEntry) error { // a later step reports an error
		if strings.HasPrefix(entry.Name(), "sharedindex.") { // a part of a split index
			err = os.Symlink(filepath.Join(p.gitDir, entry.Name()), filepath.Join(p.dir, entry.Name()))
		}
		return err
	})
	return err
}

const (
	excludesFile = "core.excludesfile" // the setting, as git prints it
	usersIgnore  = "info/users-exclude"
	// maxIgnore is the largest file with ignore rules, in bytes.
	maxIgnore = 1 << 20
)

// ignoreFiles lists the files outside of the work tree that have ignore rules.
func (p private) ignoreFiles(ctx context.Context) ([]ignoreFile, error) {
	own, set := p.settings[excludesFile]
	delete(p.settings, excludesFile)
	home, _ := os.UserHomeDir() // "" only where there is none
	if !set {
		own = usersFile(home, "ignore")
	}
	list := []ignoreFile{{
		name: ".git/info/exclude", path: filepath.Join(p.common, "info", "exclude"), copy: "info/exclude",
	}}
	path := file.InHome(own, home)
	if path == own && strings.ContainsAny(own[:min(1, len(own))], "~%:") { // ~user/ignore, for example
		out, err := p.repo.ask(ctx, "config", "--includes", "--type=path", "--get", excludesFile)
		if err != nil {
			return nil, err
		}
		path = strings.TrimSuffix(out, "\n")
	}
	if path != "" {
		list = append(list, ignoreFile{name: own, path: resolveTarget(p.top, path), copy: usersIgnore})
	}
	return list, nil
}

// usersFile returns the path of the user's file of that name that git reads if no setting names another.
func usersFile(home, name string) string {
	path := filepath.Join(home, ".config", "git", name)
	for _, entry := range environment(func(string) bool { return false }) {
		if config, ok := strings.CutPrefix(entry, "XDG_CONFIG_HOME="); ok && config != "" {
			path = filepath.Join(config, "git", name)
		}
	}
	return path
}

// copyIgnored copies a file with ignore rules into the private directory, and hashes it. It is an error if the file
// is a pipe, a device, or too large.
func (p private) copyIgnored(f *ignoreFile) error {
	text, err := file.Read(f.path, maxIgnore)
	if f.hash = fmt.Sprintf("%x", sha256.Sum256(text)); err != nil {
		if f.hash = err.Error(); !file.GitSkips(err) {
			return err
		}
	}
	return os.WriteFile(filepath.Join(p.dir, f.copy), text, 0o600)
}

// ask runs git on the private git directory.
func (p private) ask(ctx context.Context, stdin []byte, args ...string) (string, error) {
	c := p.command(args...)
	c.stdin = stdin
	out, stderr, err := c.run(ctx)
	return out, commandError(args, stderr, err)
}

func (p private) command(args ...string) command {
	c := p.repo.command(args...)
	c.env = append(c.env, "GIT_DIR="+p.dir, "GIT_OBJECT_DIRECTORY="+p.objects,
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_ATTR_NOSYSTEM=1")
	return c
}
