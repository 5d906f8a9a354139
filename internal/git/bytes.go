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

// The bytes of a file can differ from what git says about them for two reasons. A program can write into a page that
// it has mapped, without changing the file's times. And attributes can make git read bytes other than the file's.

const (
	// maxSync is how long to wait for the kernel to write its memory to the disk.
	maxSync = time.Second
	// maxCompared is how many files are compared with their entries where times prove nothing. If there are more, the
	// times are believed.
	maxCompared = 20_000
)

// sync has the kernel write its pages to the disk, so that each later write into a mapped page changes the times of
// its file. It reports whether that holds now.
func (s *snapshot) sync() bool {
	if !hasWriteTimes(s.top) {
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

// doubtUnlike marks files to be read again: those in our index whose bytes differ from their entries. It does so
// where a program could have changed them after the last call without changing their times.
func (s *snapshot) doubtUnlike(files []indexed) {
	if !s.isKept || s.isSynced || len(files) > maxCompared {
		return
	}
	for _, name := range s.findUnlike(files) {
		s.doubted[name] = true
	}
}

// findUnlike returns the files whose bytes differ from their entries. It works on several cores.
func (s *snapshot) findUnlike(files []indexed) (names []string) {
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

// blobID returns the id that git gives to the bytes of a file, or to the target of a symbolic link; "" if it cannot
// be read. length is the length of an id in hexadecimal digits. It uses system calls, because [os.File] takes four
// times as long for small files.
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

// convertingAttributes are the attributes that make git read bytes other than the file's.
var convertingAttributes = []string{"text", "crlf", "eol", "ident", "working-tree-encoding"}

// askAttributes adds to converted the names of files whose bytes git may convert.
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
	slices.Sort(names) // otherwise git reads the attributes of a directory anew for each name
	args := []string{"check-attr", "-z", "-a", "--stdin"}
	c := s.command(args...)
	c.stdin = []byte(strings.Join(names, "\x00") + "\x00")
	out, stderr, err := c.run(ctx)
	list := strings.Split(out, "\x00") // NAME ATTRIBUTE VALUE
	for i := 0; i+2 < len(list); i += 3 {
		if slices.Contains(convertingAttributes, list[i+1]) && list[i+2] != "unset" && list[i+2] != "unspecified" {
			s.converted[list[i]] = true
		}
	}
	return commandError(args, stderr, err)
}

// mayHaveAttributes reports whether one of the names may have an attribute: whether there is a .gitattributes in one
// of their directories, or in the index, which git reads instead if the file is gone. Asking git about 100,000 names
// takes a second.
func (s *snapshot) mayHaveAttributes(names []string) bool {
	looked := map[string]bool{}
	for _, name := range names {
		// Once it is in the index it also decides about names that are asked later.
		s.attributes = s.attributes || strings.EqualFold(path.Base(name), gitattributes)
		for dir := path.Dir(name); !looked[dir] && !s.attributes; dir = path.Dir(dir) {
			looked[dir] = true
			err := unix.Access(filepath.Join(s.top, dir, gitattributes), unix.F_OK)
			s.attributes = !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTDIR)
		}
	}
	return len(names) > 0 && s.attributes
}

// readConverted adds the files whose bytes git has converted to what is stored next to the tree, with a hash of their
// real bytes. So a change that the conversion hides is found, too.
func (s *snapshot) readConverted(ctx context.Context) (names []string, err error) {
	fresh := fields(string(s.toAdd))
	for _, entry := range fields(string(s.toCorrect)) {
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
	names = s.findUnlike(files)
	buffer := make([]byte, 64<<10)
	for _, name := range names {
		if id := blobID(filepath.Join(s.top, name), false, 2*sha256.Size, buffer); id != "" {
			s.outside[name] = "bytes " + id
		}
	}
	return names, err
}
