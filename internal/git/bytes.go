package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Two things let the bytes of a file differ from what git says that they are. A program can write into a page that it
// has mapped, without new times. And attributes can have git read other bytes than there are.

const (
	// maxSync bounds the wait for the kernel to write what it has in memory to the disk.
	maxSync = time.Second
	// maxCompared bounds the files that are compared with their entries where times say nothing. For more of them the
	// times are believed.
	maxCompared = 20_000
)

// sync has the kernel write the pages that are in memory, so that whatever is written into one from now on changes the
// times of its file. It reports whether that is so.
func (s *snapshot) sync() bool {
	if !datesWrites(s.top) {
		return false
	}
	done := make(chan error, 1)
	go func() { done <- syncFiles(s.top) }()
	select {
	case err := <-done:
		return err == nil
	case <-time.After(maxSync):
		return false
	}
}

// doubtUnlike marks files that our index has, and whose bytes are not those of their entries, to be read again. It does so
// where a program could have changed them after the last call without new times.
func (s *snapshot) doubtUnlike(files []indexed) {
	if !s.kept || s.synced || len(files) > maxCompared {
		return
	}
	for _, name := range s.unlike(files) {
		s.doubted[name] = true
	}
}

// unlike returns those of the files whose bytes are not those of their entries, on several cores.
func (s *snapshot) unlike(files []indexed) (names []string) {
	found := make([]bool, len(files))
	var next atomic.Int64
	var readers sync.WaitGroup
	for range runtime.NumCPU() {
		readers.Go(func() {
			buffer := make([]byte, 64<<10)
			for i := next.Add(1) - 1; int(i) < len(files); i = next.Add(1) - 1 {
				mode, rest, _ := strings.Cut(files[i].stages, " ")
				id, _, _ := strings.Cut(rest, " ")
				found[i] = id != blobID(filepath.Join(s.top, files[i].name), mode == "120000", len(id), buffer)
			}
		})
	}
	readers.Wait()
	for i, f := range files {
		if found[i] {
			names = append(names, f.name)
		}
	}
	return names
}

// blobID is the id that git gives the bytes of a file, or the target of a symbolic link; "" if it cannot be read. length
// is that of an id in hexadecimal digits. It uses system calls, since [os.File] takes four times as long for small files.
func blobID(path string, link bool, length int, buffer []byte) string {
	var sum hash.Hash = sha1.New()
	if length == 2*sha256.Size {
		sum = sha256.New()
	}
	begin := func(size int64) { io.WriteString(sum, "blob "+strconv.FormatInt(size, 10)+"\x00") }
	if link {
		target, err := os.Readlink(path)
		if err != nil {
			return ""
		}
		begin(int64(len(target)))
		io.WriteString(sum, target)
		return hex.EncodeToString(sum.Sum(nil))
	}
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG || stat.Size > maxTracked {
		return ""
	}
	for begin(stat.Size); ; {
		n, err := unix.Read(fd, buffer)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return ""
		}
		if n == 0 {
			return hex.EncodeToString(sum.Sum(nil))
		}
		sum.Write(buffer[:n])
	}
}

const gitattributes = ".gitattributes"

// converting are the attributes by which git reads other bytes than a file has.
var converting = []string{"text", "crlf", "eol", "ident", "working-tree-encoding"}

// askAttributes adds to converted the names of files that git may read other bytes of than they have.
func (s *snapshot) askAttributes(ctx context.Context, names []string) error {
	if set := s.settings["core.autocrlf"]; set != "" && set != "false" {
		for _, name := range names {
			s.converted[name] = true
		}
		return nil
	}
	if !s.mayHaveAttributes(names) {
		return nil
	}
	slices.Sort(names) // else git reads the files of a directory for each name anew
	args := []string{"check-attr", "-z", "-a", "--stdin"}
	c := s.command(args...)
	c.stdin = []byte(strings.Join(names, "\x00") + "\x00")
	out, stderr, err := c.run(ctx)
	list := strings.Split(out, "\x00") // NAME ATTRIBUTE VALUE
	for i := 0; i+2 < len(list); i += 3 {
		if slices.Contains(converting, list[i+1]) && list[i+2] != "unset" && list[i+2] != "unspecified" {
			s.converted[list[i]] = true
		}
	}
	return failure(args, stderr, err)
}

// mayHaveAttributes reports whether one of the names may have an attribute: whether .gitattributes is in a directory of
// theirs, or in the index, which git reads where it is gone from the directory. Asking for 100,000 names takes a second.
func (s *snapshot) mayHaveAttributes(names []string) bool {
	looked := map[string]bool{}
	for _, name := range names {
		// Once it is in the index it decides about the names of later questions, too.
		s.attributes = s.attributes || strings.EqualFold(path.Base(name), gitattributes)
		for dir := path.Dir(name); !looked[dir] && !s.attributes; dir = path.Dir(dir) {
			looked[dir] = true
			err := unix.Access(filepath.Join(s.top, dir, gitattributes), unix.F_OK)
			s.attributes = !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTDIR)
		}
	}
	return len(names) > 0 && s.attributes
}

// readConverted puts the files that git has read other bytes of than they have among what is outside of the tree, by
// their bytes, so that a change that a conversion hides is a change all the same.
func (s *snapshot) readConverted(ctx context.Context) (names []string, err error) {
	fresh := fields(string(s.add))
	for _, entry := range fields(string(s.correct)) {
		_, name, _ := strings.Cut(entry, "\t")
		fresh = append(fresh, name)
	}
	if err := s.askAttributes(ctx, fresh); err != nil || len(s.converted) == 0 {
		return nil, err
	}
	var files []indexed
	err = s.listIndex(ctx, s.index(), func(f indexed) {
		if s.converted[f.name] && !f.submodule() && s.outside[f.name] == "" {
			files = append(files, f)
		}
	})
	names = s.unlike(files)
	buffer := make([]byte, 64<<10)
	for _, name := range names {
		if id := blobID(filepath.Join(s.top, name), false, 2*sha256.Size, buffer); id != "" {
			s.outside[name] = "bytes " + id
		}
	}
	return names, err
}
