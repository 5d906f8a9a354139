package worktree

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ccc/internal/lang"
)

// File is one that a tree holds.
type File struct {
	Path       string // below the top
	Executable bool
	Text       []byte
}

// objectID is the name of an object of git's: by SHA-1, or by SHA-256.
var objectID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`) })

// Content gives the files of a tree in the repository that dir is in, but for symbolic links and submodules, whose
// number is left. Together they have limit bytes at most. The tree is named by its id alone. One that is gone is an
// error. The paths are the tree's: whoever made it may have put any names into it, ".." too.
func Content(ctx context.Context, dir, tree string, limit int64) (files []File, left int, err error) {
	if !objectID().MatchString(tree) {
		return nil, 0, lang.Errorf("%q is no id of a tree", tree)
	}
	r, err := find(dir)
	if err != nil {
		return nil, 0, err
	}
	list, err := output(r.git(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", tree))
	if err != nil {
		return nil, 0, lang.Errorf("git does not have the tree %s of that work any more in %s: %w", tree, r.top, err)
	}
	var ask bytes.Buffer
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		about, path, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // MODE TYPE ID SIZE
		if len(fields) != 4 || fields[1] != "blob" || fields[0] == "120000" {
			if entry != "" {
				left++
			}
			continue
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if limit -= size; err != nil || limit < 0 {
			return nil, 0, lang.Errorf("the tree %s is too large", tree)
		}
		files = append(files, File{Path: path, Executable: fields[0] == "100755"})
		ask.WriteString(fields[2] + "\n")
	}
	cmd := r.git(ctx, "cat-file", "--batch")
	cmd.Stdin = &ask
	out, err := output(cmd)
	in := bufio.NewReader(bytes.NewReader(out))
	for i := range files {
		var id, kind string
		var size int
		if _, scanErr := fmt.Fscanf(in, "%s %s %d\n", &id, &kind, &size); err != nil || scanErr != nil || kind != "blob" {
			return nil, 0, lang.Errorf("read the tree %s: git has not all of it any more", tree)
		}
		files[i].Text = make([]byte, size)
		if _, err := io.ReadFull(in, files[i].Text); err != nil {
			return nil, 0, lang.Errorf("read the tree %s: %w", tree, err)
		}
		_, _ = in.ReadByte() // the newline behind it
	}
	return files, left, nil
}
