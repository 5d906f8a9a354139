package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestR08EveryReadIsBounded: whatever replaces a file that git reads, each question ends soon with an answer or an
// error, and takes little memory. $OUT is a directory outside of the repository.
func TestR08EveryReadIsBounded(t *testing.T) {
	const slow = "has not answered" // only git can know that it reads this file
	original := repository(t, t.TempDir())
	save(t, filepath.Join(original, "dir", "b.txt"), "1")
	base := tree(t, original)
	if err := os.Remove(filepath.Join(original, ".git", lastIndex)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ do, want string }{
		".git":                    {"mv .git $OUT/git; mkfifo .git", "not a regular file"},
		".git, elsewhere":         {"mv .git $OUT/git; mkfifo $OUT/git/MERGE_HEAD; echo gitdir: $OUT/git >.git", "pipe"},
		".git, huge":              {"mv .git $OUT/git; truncate -s 9G .git", "larger than"},
		".git, a loop":            {"mv .git $OUT/git; ln -s .git .git", "symbolic links"},
		"HEAD":                    {"rm .git/HEAD; mkfifo .git/HEAD", "HEAD is a pipe"},
		"HEAD, by a link":         {"mkfifo $OUT/p; ln -sf $OUT/p .git/HEAD", "HEAD is a pipe"},
		"config":                  {"rm .git/config; mkfifo .git/config", "config is a pipe"},
		"config.worktree":         {"mkfifo .git/config.worktree", "config.worktree is a pipe"},
		"packed-refs":             {"mkfifo .git/packed-refs", "packed-refs is a pipe"},
		"index":                   {"rm .git/index; mkfifo .git/index", "index is a pipe"},
		"index, huge":             {"truncate -s 9G .git/index", "larger than"},
		"our index":               {"mkfifo .git/" + lastIndex, lastIndex + " is a pipe"},
		"commondir":               {"mkfifo .git/commondir", "not a regular file"},
		"commondir, huge":         {"truncate -s 9G .git/commondir", "larger than"},
		"info/exclude":            {"rm .git/info/exclude; mkfifo .git/info/exclude", "exclude is a pipe"},
		"info/exclude, a device":  {"ln -sf /dev/zero .git/info/exclude", "exclude is a pipe"},
		"info/exclude, huge":      {"truncate -s 3G .git/info/exclude", "larger than"},
		"excludesFile":            {"mkfifo $OUT/p; git config core.excludesFile $OUT/p", "not a regular file"},
		"excludesFile, a device":  {"git config core.excludesFile /dev/zero", "not a regular file"},
		"excludesFile, huge":      {"truncate -s 3G $OUT/x; git config core.excludesFile $OUT/x", "larger than"},
		"an include":              {"mkfifo $OUT/p; git config include.path $OUT/p", slow},
		"an include, a device":    {"git config include.path /dev/zero", ""},
		".gitignore":              {"mkfifo dir/.gitignore", slow},
		".gitattributes":          {"mkfifo .gitattributes; echo 2 >a.txt", slow},
		"a ref":                   {"rm .git/refs/heads/*; mkfifo .git/refs/heads/$(git symbolic-ref --short HEAD)", ""},
		"attributesFile":          {"mkfifo $OUT/p; git config core.attributesFile $OUT/p; echo 2 >a.txt", "none"},
		"hooksPath":               {"mkfifo $OUT/p; git config core.hooksPath $OUT/p", "none"},
		"a file of the work tree": {"rm a.txt; mkfifo a.txt", "none"},
		"a huge file":             {"truncate -s 9G a.txt; truncate -s 9G new", "none"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, out := t.TempDir(), t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
				t.Fatal(err)
			}
			sh(t, dir, out, c.do)
			began := time.Now()
			patience := askTimeout
			if c.want == slow || c.want == "" {
				patience = time.Second / 2
			}
			ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errSlow)
			defer cancel()
			now, err := Tree(ctx, dir, "", marks)
			if err == nil {
				_, err = Diff(ctx, dir, base, now.Tree)
			}
			if took := time.Since(began); took > 9*time.Second {
				t.Errorf("it took %s", took)
			}
			switch {
			case c.want == "none" && err != nil, c.want != "none" && c.want != "" && err == nil:
				t.Errorf("%v, want %q", err, c.want)
			case err != nil && c.want != "none" && !strings.Contains(err.Error(), c.want):
				t.Errorf("%v, want %q", err, c.want)
			case errors.Is(err, ErrNoRepository):
				t.Errorf("%v, as if there were no repository", err)
			}
		})
	}
}

// TestR08GitsMemoryIsBounded: git cannot allocate more memory than the question allows.
func TestR08GitsMemoryIsBounded(t *testing.T) {
	if runtime.GOOS == "darwin" {
		return // it has no such limit
	}
	path := filepath.Join(t.TempDir(), "config")
	save(t, path, "[a]\nb = "+strings.Repeat("x", 24<<20))
	c := command{args: []string{"config", "--file", path, "a.b"}, dir: t.TempDir(), limit: 64 << 20}
	if out, stderr, err := c.run(t.Context()); err != nil || len(out) < 24<<20 {
		t.Errorf("without a limit: %d bytes, %v: %s", len(out), err, stderr)
	}
	c.memory = 16 << 20
	if out, _, err := c.run(t.Context()); err == nil {
		t.Errorf("with 16 MiB git prints %d bytes", len(out))
	}
}
