//go:build amd64 || arm64

package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mount is a line of /proc/self/mountinfo.
type mount struct {
	device, root, point string
}

// otherPaths returns the other paths of a file. There are some if its file system is mounted more than once.
func (t *tree) otherPaths(path string) (list []string) {
	m := t.mountOf(path)
	file := filepath.Join(m.root, strings.TrimPrefix(path, strings.TrimSuffix(m.point, "/"))) // path on its file system
	for _, other := range t.mounts {
		if other.device != m.device || !within(file, other.root) {
			continue
		}
		at := filepath.Join(other.point, strings.TrimPrefix(file, strings.TrimSuffix(other.root, "/")))
		if at != path && t.mountOf(at) == other {
			list = append(list, at)
		}
	}
	return list
}

// mountOf returns the mount that contains a path.
func (t *tree) mountOf(path string) (found mount) {
	for _, m := range t.mounts { // the last mount at a path is on top
		if within(path, m.point) && len(m.point) >= len(found.point) {
			found = m
		}
	}
	return found
}

// mounts reads /proc/self/mountinfo.
func mounts() (list []mount, err error) {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 4 {
			list = append(list, mount{device: f[2], root: unescape(f[3]), point: unescape(f[4])})
		}
	}
	return list, nil
}

// unescape decodes a name in mountinfo. A space, a tab, a newline and a backslash are written there as a backslash and
// three octal digits.
func unescape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' && i+3 < len(name) {
			if n, err := strconv.ParseUint(name[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
