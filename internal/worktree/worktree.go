// Package worktree tells by git whether the files of a project have changed, and what has changed.
package worktree

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

const (
	// timeout is how long git may take in all; a work tree that needs longer has no fingerprint.
	timeout = 10 * time.Second
	// maxDepth is how many repositories deep it looks, the outermost not counted.
	maxDepth = 8
)

// Fingerprint hashes HEAD and the name, size, mtime and mode of every unignored file of the work tree that dir is in,
// and the same of submodules and other repositories inside. It is "" outside a work tree, without git, when ctx is done
// and after 10 s. It reads no file and writes nothing.
func Fingerprint(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	sum := sha256.New()
	if err := add(ctx, sum, dir, 0); err != nil || ctx.Err() != nil {
		return ""
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

// add hashes the repository that dir is in. At depth 0 dir may be anywhere in it; deeper it must be its top.
func add(ctx context.Context, sum io.Writer, dir string, depth int) error {
	out, err := Git(ctx, dir, "rev-parse", "--show-toplevel", "HEAD")
	out = bytes.TrimSuffix(out, []byte("\n"))
	end := bytes.LastIndexByte(out, '\n') // a directory's name may hold a newline, too
	if end < 0 {
		return errors.Join(err, errNoTop)
	}
	top, head := string(out[:end]), out[end+1:] // where there is no commit yet, git fails and says "HEAD"
	if depth > 0 && top != dir {
		return errNoTop
	}
	files, err := Git(ctx, top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil {
		return err
	}
	sum.Write(head)
	names := bytes.Split(files, []byte{0})
	slices.SortFunc(names, bytes.Compare) // git lists what is not in the index first: git add must not change the order
	var entry []byte
	for _, name := range names {
		name = bytes.TrimSuffix(name, []byte("/")) // of a repository that is not in the index
		path := filepath.Join(top, string(name))
		info, err := os.Lstat(path)
		if len(name) == 0 || err != nil { // not in the work tree, only in the index
			continue
		}
		entry = append(append(entry[:0], name...), 0)
		if info.IsDir() { // a submodule or another repository; the directory's mtime would tell of ignored files, too
			sum.Write(entry)
			if depth < maxDepth {
				_ = add(ctx, sum, path, depth+1) // a submodule that was not fetched is an empty directory
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

var errNoTop = errors.New("not the top of a work tree")

// Git asks git about the work tree that dir is in and gives what it prints, also where it fails. It takes no lock, runs
// no program that the repository names and pages nothing.
func Git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return command(ctx, dir, args...).Output()
}

func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	args = append([]string{
		"--no-pager", "--no-optional-locks", "-C", dir, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
	}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.WaitDelay = time.Second
	return cmd
}
