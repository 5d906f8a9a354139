package git

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/text"
)

// harmless matches settings, as git prints them, that start no program in a [Worktree], change no file that it
// commits, and send the work nowhere. Agents, gh, editors, git lfs and git maintenance set them all the time. The
// address of a remote is not harmless, because it decides where the next push goes. Nor is an address in place of a
// remote's name.
var harmless = text.LazyRegexp{Expr: `^(branch\..*\.(remote|pushremote)\n[\w.-]+$|` +
	`(branch\..*\.(merge|rebase|description|gh-merge-base|github-pr-[a-z-]+|vscode-[a-z-]+)|` +
	`remote\..*\.(fetch|prune|tagopt|gh-resolved)|submodule\.(active|.*\.(url|active))|` +
	`pull\.(rebase|ff)|push\.(default|autosetupremote)|fetch\.prune|init\.defaultbranch|advice\.[a-z]+|` +
	`maintenance\.(repo|auto|strategy|[a-z-]+\.(enabled|schedule))|lfs\.(repositoryformatversion|.*\.(access|` +
	`locksverify))|user\.(name|email)|safe\.directory)(\n|$))`}

// harmlessInside matches more harmless settings for a submodule: git sets them when it makes a submodule, and a
// [Worktree] neither commits the submodule's files nor pushes them.
var harmlessInside = text.LazyRegexp{Expr: `^(remote\..*\.(url|pushurl)|core\.(bare|filemode|ignorecase|` +
	`logallrefupdates|` +
	`precomposeunicode|repositoryformatversion|symlinks|worktree))(\n|$)`}

// Programs returns digests of everything that can make the user's own git, in a [Worktree], run a program, commit
// files other than those that are there, or push elsewhere: settings, hooks and attributes that are in no commit, of
// the repository and of its submodules. The keys are paths, or names of settings. It is empty outside of a
// repository.
func Programs(ctx context.Context, dir string) map[string]string {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	all := make(map[string]string)
	if r, err := findRepo(dir); err == nil {
		r.addPrograms(ctx, all, nil, 0)
	}
	return all
}

// addPrograms adds the digests for one repository. outer are the settings of the repository around it; depth is the
// number of repositories around it.
func (r repo) addPrograms(ctx context.Context, all map[string]string, outer []string, depth int) {
	in := ""
	if depth > 0 {
		in = " in " + r.top
	}
	c := r.command("config", "-z", "--includes", "--list")
	c.env = append(environment(func(name string) bool { return slices.Contains(bindings, name) }),
		"GIT_DIR="+r.gitDir, "GIT_WORK_TREE="+r.top) // as for a Worktree, which reads GIT_CONFIG_GLOBAL
	out, _, err := c.run(ctx)
	if err != nil {
		all["git config"+in] = cause(ctx, err).Error()
	}
	home, _ := os.UserHomeDir() // "" only where there is none
	settings, hooks := fields(out), filepath.Join(r.common, "hooks")
	paths := []string{filepath.Join(r.common, "info", "attributes"), usersFile(home, "attributes")}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "\n")
		switch name {
		case "core.hookspath":
			hooks = resolveTarget(r.top, file.InHome(value, home))
		case "core.attributesfile":
			paths = append(paths, resolveTarget(r.top, file.InHome(value, home)))
		}
		known := depth > 0 && (harmlessInside.Get().MatchString(setting) || slices.Contains(outer, setting))
		if key := "git config " + name + in; !known && !harmless.Get().MatchString(setting) {
			all[key] = file.Digest(all[key] + setting)
		}
	}
	paths = append(paths, hookFiles(hooks, 0)...)
	if filepath.Base(hooks) == "_" { // the directory of husky, which runs the files in the directory above
		paths = append(paths, hookFiles(filepath.Dir(hooks), maxHookDepth)...)
	}
	for _, path := range paths {
		switch text, err := file.Read(path, maxTracked); {
		case err != nil:
			all[path] = err.Error()
		case text != nil:
			all[path] = file.Digest(text)
		}
	}
	if depth == maxDepth {
		all["git submodules"+in] = "too deep"
		return
	}
	for _, inner := range r.findSubmodules(ctx, all, in) {
		inner.addPrograms(ctx, all, settings, depth+1)
	}
}

// maxHookDepth is how many levels of directories below the hooks are read, because a hook may run files there.
const maxHookDepth = 3

// hookFiles lists the files in a directory of hooks, except git's samples.
func hookFiles(dir string, depth int) (paths []string) {
	entries, _ := file.Entries(dir, maxListed) // usually there are none
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		switch {
		case !entry.IsDir() && filepath.Ext(path) != ".sample":
			paths = append(paths, path)
		case entry.IsDir() && depth < maxHookDepth:
			paths = append(paths, hookFiles(path, depth+1)...)
		}
	}
	return paths
}

// findSubmodules lists the submodules that are checked out.
func (r repo) findSubmodules(ctx context.Context, all map[string]string, in string) (list []repo) {
	c := r.command("ls-files", "-z", "--stage")
	c.each = func(line string) { // MODE ID STAGE<tab>NAME
		about, name, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(about, "160000 ") {
			return
		}
		top := filepath.Join(r.top, name)
		if inner, err := findRepo(top); err == nil && inner.top == top {
			list = append(list, inner)
		}
	}
	_, _, err := c.run(ctx)
	if err != nil {
		all["git submodules"+in] = cause(ctx, err).Error()
	}
	return list
}
