package git

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// Remote is where branches are pushed, with all settings that decide how git gets there. It is read once, before
// tasks run. So if a task changes git's settings later, a push goes to the same place and runs the same programs.
type Remote struct {
	Name     string
	URL      string    // as in the setting, before url.*.insteadOf is applied
	Base     string    // the branch there that the current branch follows; "" for none
	HasHook  bool      // there is a pre-push hook, which [Worktree.Push] does not run
	settings []setting // in the order of git config --list
}

// setting is a setting of git, with its name as git prints it.
type setting struct{ name, value string }

// serverSettings matches the names of settings by which git finds a server and logs in there.
var serverSettings = text.LazyRegexp{Expr: `^(credential|http|https|url|ssh|protocol)\.|^core\.(sshcommand|` +
	`askpass|gitproxy)$`}

// PushRemote reads where the current branch is pushed.
func (w Worktree) PushRemote() (r Remote, err error) {
	out, err := w.git("config", "-z", "--includes", "--list")
	if err != nil {
		return r, err
	}
	at, err := w.Position()
	if err != nil {
		return r, err
	}
	last := make(map[string]string)
	first := make(map[string]string)
	var names []string
	for _, entry := range fields(out) {
		name, value, ok := strings.Cut(entry, "\n")
		if !ok {
			value = "true"
		}
		if last[name] = value; first[name] == "" {
			first[name] = value
		}
		if remote, ok := strings.CutPrefix(name, "remote."); ok && strings.HasSuffix(remote, ".url") {
			names = append(names, strings.TrimSuffix(remote, ".url"))
		}
		if serverSettings.Get().MatchString(name) {
			r.settings = append(r.settings, setting{name, value})
		}
	}
	names = slices.Compact(names)
	for _, known := range []string{
		last["branch."+at.Branch+".pushremote"], last["remote.pushdefault"], last["branch."+at.Branch+".remote"],
		"origin",
	} {
		if r.Name == "" && slices.Contains(names, known) {
			r.Name = known
		}
	}
	if r.Name == "" && len(names) == 1 {
		r.Name = names[0]
	}
	if r.Name == "" {
		return r, lang.Errorf("%s has no remote to push to", w.Dir)
	}
	if r.URL = first["remote."+r.Name+".pushurl"]; r.URL == "" {
		r.URL = first["remote."+r.Name+".url"]
	}
	r.Base = at.Branch
	if last["branch."+at.Branch+".remote"] == r.Name {
		if merge, ok := strings.CutPrefix(last["branch."+at.Branch+".merge"], "refs/heads/"); ok {
			r.Base = merge
		}
	}
	r.HasHook, err = w.hasPushHook()
	return r, err
}

// hasPushHook reports whether git runs a hook of the user's before it pushes.
func (w Worktree) hasPushHook() (bool, error) {
	hook, err := w.git("rev-parse", "--git-path", "hooks/pre-push")
	if err != nil {
		return false, err
	}
	if !filepath.IsAbs(hook) {
		hook = filepath.Join(w.Dir, hook)
	}
	info, err := os.Stat(hook)
	return err == nil && info.Mode()&0o111 != 0, nil
}

// Push pushes a commit as a branch. The branch there must be at the commit expected, or must not exist if that is "":
// so nobody else's push is overwritten. Git asks for no password and runs no hook.
//
// Git works in a directory of ours that has nothing but the objects of the repository, with the settings of the
// repository and the user at the time when the remote was read.
func (w Worktree) Push(to Remote, commit, branch, expected string) error {
	common, err := w.CommonDir()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", file.TemporaryPrefix+"push-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := fillForPush(dir, common, len(commit)); err != nil {
		return err
	}
	env := append(environment(func(name string) bool {
		return slices.Contains(bindings, name) || strings.HasPrefix(name, "GIT_CONFIG")
	}), "GIT_DIR="+dir, "GIT_OBJECT_DIRECTORY="+filepath.Join(common, "objects"), "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_CONFIG_NOSYSTEM=1", fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(to.settings)))
	for i, s := range to.settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s.name),
			fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s.value))
	}
	ref := "refs/heads/" + branch
	out, stderr, err := w.wait(command{
		args: []string{
			"push", "--quiet", "--porcelain", "--no-verify", "--force-with-lease=" + ref + ":" + expected, "--", to.URL,
			commit + ":" + ref,
		},
		dir: w.Dir, env: env, noTerminal: true,
	}, "push")
	switch {
	case err == nil:
		return nil
	case strings.Contains(out+stderr, "(stale info)"):
		return lang.Errorf("%s has another commit on %s than ccc has pushed: it is left alone", to.Name, branch)
	}
	said := text.OneLine(strings.ReplaceAll(stderr+" "+strings.TrimSuffix(out, "Done\n"), to.URL, to.Name))
	said = passwords.Get().ReplaceAllString(said, "://")
	return lang.Errorf("git push to %s: %w: %s", to.Name, err, text.ClipLine(said, 500))
}

// passwords matches the user name and password that an address may contain.
var passwords = text.LazyRegexp{Expr: `://[^/@\s]+@`}

// fillForPush makes a bare repository without refs in a directory. hex is the number of digits of its hashes.
func fillForPush(dir, common string, hex int) error {
	config := "[core]\nbare = true\nrepositoryFormatVersion = 1\nhooksPath = /dev/null\n"
	if hex > 40 {
		config += "[extensions]\nobjectFormat = sha256\n"
	}
	if err := os.Mkdir(filepath.Join(dir, "refs"), 0o700); err != nil {
		return err
	}
	files := map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config}
	if shallow, err := file.Read(filepath.Join(common, "shallow"), file.MaxText); err == nil && shallow != nil {
		files["shallow"] = string(shallow)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Snapshot makes a commit of the files in the work tree, on top of its last commit, and returns the commit. It is on
// no branch, and neither the work tree nor the index changes. If nothing but the file except is uncommitted, it
// returns the last commit. The same files give the same commit.
func (w Worktree) Snapshot(message, except string) (commit string, err error) {
	head, err := w.git("log", "-1", "--format=%H %T %ct")
	last := strings.Fields(head)
	list, bad := w.Dirty(except)
	if err != nil || bad != nil || len(list) == 0 || len(last) != 3 {
		return strings.Join(last[:min(len(last), 1)], ""), cmp.Or(err, bad)
	}
	path, err := w.git("rev-parse", "--git-path", "index")
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.Dir, path)
	}
	dir, err := os.MkdirTemp("", file.TemporaryPrefix+"index-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	index := filepath.Join(dir, "index")
	if err := copyIndex(path, index); err != nil {
		return "", err
	}
	env := []string{
		"GIT_INDEX_FILE=" + index, "GIT_AUTHOR_DATE=" + last[2] + " +0000", "GIT_COMMITTER_DATE=" + last[2] + " +0000",
	}
	if _, err = w.runIn(env, nil, append([]string{"add", "-A", "--"}, w.allBut(except)...)...); err != nil {
		return "", err
	}
	tree, err := w.runIn(env, nil, "write-tree")
	if tree = strings.TrimSpace(tree); err != nil || tree == last[1] {
		return last[0], err
	}
	commit, err = w.runIn(env, []byte(message+"\n"), "commit-tree", "-p", last[0], tree)
	return strings.TrimSpace(commit), err
}
