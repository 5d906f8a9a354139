//go:build linux && (amd64 || arm64)

package sandbox

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOverlayHeld: a path that a running claude reads again does not change, even if it is a link or does not exist,
// and no directory above it can be renamed.
func TestOverlayHeld(t *testing.T) {
	both(t, func(t *testing.T) {
		h := newHouse(t)
		config, far := filepath.Join(h.home, "config"), filepath.Join(h.home, "far")
		for _, dir := range []string{config, far} {
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(far, "settings"), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../far/settings", filepath.Join(config, "settings.json")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("config", filepath.Join(h.home, "link")); err != nil {
			t.Fatal(err)
		}
		h.plan.Frozen = []string{
			filepath.Join(h.home, "link", "settings.json"), filepath.Join(config, "local.json"),
			filepath.Join(h.project, ".held"),
		}
		said := h.sh(t, `cd /
for name in $HOME/config/settings.json $HOME/link/settings.json $HOME/config/local.json $PROJECT/.held/x; do
	rm -f $name; echo theirs > $name; mv /etc/hostname $name
done
mv $HOME/config $HOME/other; mv $HOME/link $HOME/other; rm -f $HOME/link; mv $PROJECT $PROJECT.other
mkdir -p $HOME/config $HOME/link $PROJECT/.held
echo theirs > $HOME/config/settings.json; echo theirs > $HOME/link/settings.json
echo "got $(cat $HOME/config/settings.json) $(cat $HOME/link/settings.json) $(cat $HOME/config/local.json) \
$(ls -A $PROJECT/.held | wc -l)"
touch $HOME/config/new && echo writable`)
		if !strings.Contains(said, "got mine mine {} 0\n") || !strings.Contains(said, "\nwritable\n") {
			t.Errorf("inside: %s", said)
		}
	})
}

// TestOverlayShield: a program cannot connect to a socket in a directory that was moved, so that its path is unknown,
// even outside of the writable overlays.
func TestOverlayShield(t *testing.T) {
	h := newHouse(t)
	dir, err := os.MkdirTemp("/var/lib", "ccc-cage-test-")
	if err != nil { // only root can write there
		dir = t.TempDir()
	}
	defer os.RemoveAll(dir)
	before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
	if err := os.Mkdir(before, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(before, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Rename(before, after); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(after, "socket")
	outer, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	outer.Close()
	said := h.sh(t, `python3 - `+socket+` <<'END' 2>&1 || \
	perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => shift) ? "reached\n" : "refused\n"' `+socket+`
import socket, sys
s = socket.socket(socket.AF_UNIX)
try: s.connect(sys.argv[1]); print("reached")
except OSError: print("refused")
END`)
	if !strings.Contains(said, "refused") || strings.Contains(said, "reached") {
		t.Errorf("inside: %s", said)
	}
}

// TestOverlayDescriptors: the cage does not inherit open descriptors of the process that started ccc.
func TestOverlayDescriptors(t *testing.T) {
	h := newHouse(t)
	fd, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_DIRECTORY, 0) // without O_CLOEXEC
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	said := h.sh(t, `for p in /proc/[0-9]*; do
			readlink $p/fd/* | grep -v '^\(pipe\|socket\|anon_inode\|/dev/null\|/proc\)'
		done; echo end`)
	if said != "end\n" {
		t.Errorf("inside there are open: %s", said)
	}
}
