package git

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestR04Programs: a change of the programs that git would run, or of where a push goes, is noticed, also in a
// submodule. Settings that tools often write are not. $OUT is a directory outside of the repository.
func TestR04Programs(t *testing.T) {
	for do, want := range map[string]string{ // "" for nothing, else how a key ends
		"git config filter.x.clean evil":                                                                       "filter.x.clean",
		"git config diff.x.textconv evil":                                                                      "diff.x.textconv",
		"git config core.fsmonitor evil":                                                                       "core.fsmonitor",
		"git config --global alias.st '!evil'":                                                                 "alias.st",
		"echo evil >.git/hooks/pre-commit":                                                                     "hooks/pre-commit",
		"mkdir -p .git/hooks/lib; echo evil >.git/hooks/lib/x":                                                 "hooks/lib/x",
		"head -c 2000000 /dev/zero >.git/hooks/large":                                                          "hooks/large",
		"echo evil >.husky/pre-commit":                                                                         ".husky/pre-commit",
		"echo '* filter=lfs' >.git/info/attributes":                                                            "info/attributes",
		"mkdir -p ~/.config/git; echo '* filter=lfs' >~/.config/git/attributes":                                "git/attributes",
		"echo '* filter=lfs' >$OUT/attributes":                                                                 "attributes",
		"git config remote.origin.url https://evil.example":                                                    "remote.origin.url",
		"git config remote.origin.pushurl https://evil.example":                                                "remote.origin.pushurl",
		"git config branch.main.pushRemote https://evil.example":                                               "branch.main.pushremote",
		"git config branch.main.remote git@evil.example:x":                                                     "branch.main.remote",
		"git config remote.pushDefault evil":                                                                   "remote.pushdefault",
		"git config url.https://evil.pushInsteadOf https://":                                                   "url.https://evil.pushinsteadof",
		"git -C sub config filter.x.clean evil":                                                                "filter.x.clean in TOP/sub",
		"mkdir -p .git/modules/sub/hooks; echo evil >.git/modules/sub/hooks/post-checkout":                     "modules/sub/hooks/post-checkout",
		"git init -q n; git -C n config filter.x.clean evil; git -C n commit -q --allow-empty -m x; git add n": "filter.x.clean in TOP/n",

		"git config branch.main.remote origin; git config branch.main.merge refs/heads/main":               "",
		"git config branch.main.vscode-merge-base origin/main":                                             "",
		"git config branch.main.github-pr-owner-number 'a#b#1'; git config remote.origin.gh-resolved base": "",
		"git config maintenance.auto false; git config maintenance.strategy incremental":                   "",
		"git config --global maintenance.repo \"$PWD\"; git config --global user.name me":                  "",
		"git config lfs.repositoryformatversion 0; git config lfs.https://x/y.git/info/lfs.access basic":   "",
		"git -c protocol.file.allow=always submodule --quiet add ./ two":                                   "",
		"cp .git/hooks/pre-commit.sample .git/hooks/x.sample 2>/dev/null || :; echo 1 >a.txt":              "",
	} {
		t.Run(do, func(t *testing.T) {
			dir, out := repository(t, t.TempDir()), t.TempDir()
			t.Setenv("HOME", t.TempDir())
			t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "config"))
			sh(t, dir, out, `mkdir -p .git/hooks; git config core.attributesFile $OUT/attributes; git config --global user.email me@example.com
				git config --global user.name x; git config --global filter.lfs.clean cat
				git -c protocol.file.allow=always submodule --quiet add ./ sub; git commit -qm sub
				`+strings.Repeat("\nmkdir -p .husky/_; git config core.hooksPath .husky/_", strings.Count(do, "husky")))
			before := Programs(t.Context(), dir)
			sh(t, dir, out, do)
			now := Programs(t.Context(), dir)
			var changed []string
			for key := range now {
				if now[key] != before[key] {
					changed = append(changed, key)
				}
			}
			top, _ := filepath.EvalSymlinks(dir)
			want := strings.ReplaceAll(want, "TOP", top)
			if want == "" && !maps.Equal(before, now) ||
				want != "" && !slices.ContainsFunc(changed, func(key string) bool { return strings.HasSuffix(key, want) }) {
				t.Errorf("changed %q, want %q", changed, want)
			}
		})
	}
}
