package git

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxDepth is the number of repositories within each other that are looked at, without the outermost.
const maxDepth = 8

// Fingerprint hashes HEAD and the name, size, mtime and mode of every file of the work tree that is not ignored.
// Submodules and other repositories inside are hashed in the same way. It is "" outside a work tree, without git, and
// when git takes longer than 8 s or ctx is done. It reads no file of the work tree but .gitignore, and writes nothing
// into the repository.
func Fingerprint(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	sum := sha256.New()
	if err := add(ctx, sum, dir, 0); err != nil || ctx.Err() != nil {
		return ""
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

// add hashes the repository that dir is in. At a depth above 0 dir must be the top of it.
func add(ctx context.Context, sum io.Writer, dir string, depth int) error {
	r, err := find(dir)
	if err == nil && depth > 0 && r.top != dir {
		err = errNoTop
	}
	if err != nil {
		return err
	}
	head, _ := r.ask(ctx, "rev-parse", "HEAD") // without a commit git fails, and prints HEAD
	files, err := r.listFiles(ctx)
	if err != nil {
		return err
	}
	_, _ = io.WriteString(sum, head) // a hash never fails
	names := strings.Split(files, "\x00")
	slices.Sort(names) // git add must not change the order
	var entry []byte
	for _, name := range names {
		name = strings.TrimSuffix(name, "/") // a repository that is not in the index
		path := filepath.Join(r.top, name)
		info, err := os.Lstat(path)
		if len(name) == 0 || err != nil { // only in the index
			continue
		}
		entry = append(append(entry[:0], name...), 0)
		if info.IsDir() { // a submodule or another repository; its mtime depends on ignored files
			sum.Write(entry)
			if depth < maxDepth {
				_ = add(ctx, sum, path, depth+1) // fails for a submodule that was not fetched
			}
			continue
		}
		entry = binary.BigEndian.AppendUint64(entry, uint64(info.Size()))
		entry = binary.BigEndian.AppendUint64(entry, uint64(info.ModTime().UnixNano()))
		entry = binary.BigEndian.AppendUint32(entry, uint32(info.Mode()))
		sum.Write(entry)
	}
	return nil
}

// listFiles prints the names of all files that are tracked, or not ignored, each with a zero byte at the end.
func (r repo) listFiles(ctx context.Context) (string, error) {
	p, err := open(ctx, r)
	if err != nil {
		return "", err
	}
	defer p.close()
	if err := copyIndex(filepath.Join(p.gitDir, "index"), p.index()); err != nil {
		return "", err
	}
	return p.ask(ctx, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
}
