package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/text"
)

// harmless matches the settings, with names in lower case, that start no program in a [Worktree] and change no file that
// it commits. Agents set them all the time.
var harmless = text.Pattern(`^(branch\..*\.(merge|remote|pushremote|rebase|description)|` +
	`remote\..*\.(url|pushurl|fetch)|submodule\..*\.(url|active)|user\.(name|email)|safe\.directory)$`)

// Programs returns digests of what can have the user's own git, in a [Worktree], run a program or commit other files
// than are there: settings, hooks and attributes that are in no commit. The keys are paths, or name a setting. It is
// empty outside of a repository.
func Programs(ctx context.Context, dir string) map[string]string {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	all := make(map[string]string)
	r, err := find(dir)
	if err != nil {
		return all
	}
	out, err := r.ask(ctx, "config", "-z", "--includes", "--list")
	if err != nil {
		all["git config"] = cause(ctx, err).Error()
	}
	hooks := filepath.Join(r.common, "hooks")
	for _, setting := range fields(out) {
		name, value, _ := strings.Cut(setting, "\n")
		if name == "core.hookspath" {
			home, _ := os.UserHomeDir() // "" only where there is none
			hooks = target(r.top, file.InHome(value, home))
		}
		if !harmless().MatchString(name) {
			all["git config "+name] = file.Digest(all["git config "+name] + setting)
		}
	}
	paths := []string{filepath.Join(r.common, "info", "attributes")}
	entries, _ := file.Entries(hooks, maxListed) // mostly there are none
	for _, entry := range entries {
		if !entry.IsDir() && filepath.Ext(entry.Name()) != ".sample" {
			paths = append(paths, filepath.Join(hooks, entry.Name()))
		}
	}
	for _, path := range paths {
		switch text, err := file.Read(path, maxIgnore); {
		case err != nil:
			all[path] = err.Error()
		case text != nil:
			all[path] = file.Digest(text)
		}
	}
	return all
}
