package git

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// File is a file of a tree.
type File struct {
	Path       string // from the top of the work tree
	Executable bool
	Text       []byte
}

// objectID matches the id of a git object, by SHA-1 or SHA-256.
var objectID = text.LazyRegexp{Expr: `^([0-9a-f]{40}|[0-9a-f]{64})$`}

// Content reads the files of a tree in the repository that dir is in. tree must be an id. left is the number of
// symbolic links and submodules, which are not read. It is an error if the tree is gone, if it has a path such as
// "..", or if its files have more than limit bytes together.
//
// The files are as git would check them out: .gitattributes in the tree and the user's settings decide about line
// ends and encodings, as in [Tree]. No filter runs. A file that a filter changes, such as one of git lfs, is as git
// stores it.
func Content(ctx context.Context, dir, tree string, limit int64) (files []File, left int, err error) {
	if !objectID.Get().MatchString(tree) {
		return nil, 0, lang.Errorf("%q is not the id of a git tree", tree)
	}
	r, err := findRepo(dir)
	if err != nil {
		return nil, 0, err
	}
	list, err := r.ask(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", tree)
	if err != nil {
		return nil, 0, lang.Errorf("git does not have the tree %s of that work any more in %s: %w", tree, r.top, err)
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		about, path, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // MODE TYPE ID SIZE
		if len(fields) != 4 || fields[1] != "blob" || fields[0] == "120000" {
			if entry != "" {
				left++
			}
			continue
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			return nil, 0, lang.Errorf("read the tree %s: parts of it are no longer in git", tree)
		}
		if limit -= size; limit < 0 {
			return nil, 0, lang.Errorf("the tree %s is too large", tree)
		}
		files = append(files, File{Path: path, Executable: fields[0] == "100755"})
	}
	if err := r.checkout(ctx, tree, files); err != nil {
		return nil, 0, lang.Errorf("read the tree %s: %w", tree, err)
	}
	return files, left, nil
}

// checkout reads the files of a tree as [Content] describes. Git refuses a path that leads out of the work tree.
func (r repo) checkout(ctx context.Context, tree string, files []File) error {
	p, err := openPrivate(ctx, r)
	if err != nil {
		return err
	}
	defer p.close()
	top := filepath.Join(p.dir, "work")
	if err := os.Mkdir(top, 0o700); err != nil {
		return err
	}
	for _, args := range [][]string{{"read-tree", tree}, {"checkout-index", "--all", "--quiet"}} {
		c := p.command(args...)
		c.dir, c.env = top, append(c.env, "GIT_WORK_TREE="+top, "PWD="+top)
		if _, stderr, err := c.run(ctx); err != nil {
			return commandError(args, stderr, err)
		}
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return err
	}
	defer root.Close()
	for i, f := range files {
		if files[i].Text, err = root.ReadFile(f.Path); err != nil {
			return err
		}
	}
	return nil
}
