package integration

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ccc/integration/realclaude"
)

// released is the version that the tests make. It is below v2, because Go needs the major version in the module path
// from v2 on.
const released = "1.8.9"

// ways are the ways to install a release. They are tested with -full only, because making a release takes minutes.
func ways() map[string]func(t *testing.T, dist string) {
	if !*full {
		return nil
	}
	if *container {
		return map[string]func(*testing.T, string){"container": buildContainer}
	}
	return map[string]func(*testing.T, string){
		"deb": installDeb, "rpm": lookIntoRPM, "script": installByScript, "npm": installByNPM, "bill": readBill,
	}
}

var container = flag.Bool("container", false, "build the container of deploy/, alone, from a release; it needs buildah")

// TestRealRelease: "make release" of the work tree with uncommitted changes, and each way to install the result.
func TestRealRelease(t *testing.T) {
	t.Parallel()
	dist := ""
	for name, install := range ways() {
		if dist == "" {
			dist = release(t)
		}
		t.Run(name, func(t *testing.T) { install(t, dist) })
	}
}

// copyTree copies the work tree with its uncommitted changes.
func copyTree(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	runProgram(t, "..", nil, "sh", "-c", `git ls-files -coz --exclude-standard |
		tar --ignore-failed-read --null -T - -cf - | tar -xf - -C "$0"`, dir)
	return dir
}

// TestMakeOwner: after "make owner" every package is found by its new path, and no file names a repository without an
// owner.
func TestMakeOwner(t *testing.T) {
	t.Parallel()
	if module != "ccc" {
		t.Skip("it has been done here")
	}
	dir := copyTree(t)
	runProgram(t, dir, nil, "sh", "-c", "git init -q . && git add -A && make owner OWNER=some-body")
	if list := runProgram(t, dir, nil, "go", "list", "-test", "-deps", "./..."); strings.Contains("\n"+list, "\nccc/") {
		t.Errorf("packages have their old path:\n%s", list)
	}
	if left := runProgram(t, dir, nil, "sh", "-c", "git grep -l OWNER/ccc; true"); left != "packaging/owner.sh\n" {
		t.Errorf("OWNER/ccc is left in:\n%s", left)
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil || !strings.Contains(string(readme), "\ngo install github.com/some-body/ccc/cmd/ccc@latest\n") {
		t.Errorf("README.md does not say how to install what is published: %v\n%s", err, readme)
	}
}

// release makes a release of a copy of the work tree with a tag, and returns its dist directory.
func release(t *testing.T) string {
	t.Helper()
	dir := copyTree(t)
	git := []string{
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
	}
	runProgram(t, dir, git, "sh", "-c", `make version VERSION=`+released+` && git init -q . && git add -A &&
		git commit -qm release && git tag v`+released+` &&
		git remote add origin https://example.com/OWNER/ccc.git`)
	runProgram(t, dir, nil, "make", "release")
	return filepath.Join(dir, "dist")
}

// do runs a program that must succeed, and returns its standard output.
func runProgram(t *testing.T, dir string, env []string, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", program, args, err, out, &stderr)
	}
	return string(out)
}

// installedPages are the files that each way of installing brings, relative to usr or a similar directory.
var installedPages = []string{
	"share/man/man1/ccc.1", "share/bash-completion/completions/ccc", "share/fish/vendor_completions.d/ccc.fish",
}

// root is a copy of a Debian with man-db and bash-completion only, which is kept in the cache.
func root(t *testing.T) string {
	t.Helper()
	cache, err := realclaude.Cache()
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(cache, "debian-bookworm")
	if _, err := os.Stat(kept); err != nil {
		program := debian(t, "debootstrap")
		next, err := os.MkdirTemp(cache, "debian-bookworm.tmp-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(next)
		runProgram(t, "", nil, program, "--variant=minbase", "--include=man-db,bash-completion", "bookworm", next)
		if err := os.Chmod(next, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, kept); err != nil && !errors.Is(err, os.ErrExist) {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "root")
	runProgram(t, "", nil, "cp", "-a", "--reflink=auto", kept, dir)
	return dir
}

// installDeb: in a fresh Debian the deb installs a ccc that runs, its man page, and the completion where bash looks for
// it. It does not depend on claude, and can be removed again.
func installDeb(t *testing.T, dist string) {
	deb := "ccc_" + released + "_linux_" + arch(t) + ".deb"
	want := "Version: " + released + "\nRecommends: git\n"
	if got := runProgram(t, dist, nil, "dpkg-deb", "-f", deb, "Version", "Depends", "Recommends"); got != want {
		t.Errorf("the package says %q", got)
	}
	dir := root(t)
	runProgram(t, dist, nil, "cp", deb, filepath.Join(dir, "tmp", "ccc.deb"))
	in := func(command string) string {
		t.Helper()
		return runProgram(t, "", nil, "chroot", dir, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8",
			"HOME=/root", "CCC_LANG=en", "MANPAGER=cat", "bash", "-ec", command)
	}
	in("dpkg -i /tmp/ccc.deb")
	for command, want := range map[string]string{
		"ccc --version": "ccc v" + released,
		"man ccc":       "a supervisor for Claude Code",
		// The code 124 asks bash to try again with the completion that was loaded.
		". /usr/share/bash-completion/bash_completion; _completion_loader ccc || [ $? = 124 ]; complete -p ccc": "complete",
	} {
		if got := in(command); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	in("dpkg -P ccc")
	if left := in("find /usr /etc -name '*ccc*' -newer /tmp/ccc.deb"); left != "" {
		t.Errorf("after its removal there is %s", left)
	}
}

// lookIntoRPM: the rpm has the same files, where Fedora looks for them.
func lookIntoRPM(t *testing.T, dist string) {
	rpm := debian(t, "rpm")
	file := filepath.Join(dist, "ccc_"+released+"_linux_"+arch(t)+".rpm")
	files := runProgram(t, "", nil, rpm, "-qlp", file)
	for _, want := range append(installedPages, "bin/ccc", "share/zsh/site-functions/_ccc", "share/licenses/ccc/LICENSE") {
		if !strings.Contains(files, "/usr/"+want) {
			t.Errorf("the rpm does not hold %s:\n%s", want, files)
		}
	}
	if got := runProgram(t, "", nil, rpm, "-qp", "--recommends", file); got != "git\n" {
		t.Errorf("it recommends %q", got)
	}
}

// arch is the architecture of this machine in Go's terms.
func arch(t *testing.T) string {
	return strings.TrimSpace(runProgram(t, "", nil, "go", "env", "GOARCH"))
}

// installByScript: install.sh checks the checksum, and changes nothing if something is wrong.
func installByScript(t *testing.T, dist string) {
	archive := "ccc_" + released + "_linux_" + arch(t) + ".tar.gz"
	whole, err := os.ReadFile(filepath.Join(dist, archive))
	if err != nil {
		t.Fatal(err)
	}
	served := map[string][]byte{} // in place of what is in dist
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if text, ok := served[path.Base(r.URL.Path)]; ok {
			_, _ = w.Write(text)
			return
		}
		http.ServeFile(w, r, filepath.Join(dist, path.Base(r.URL.Path)))
	}))
	defer srv.Close()
	script, err := os.ReadFile(filepath.Join(dist, "install.sh"))
	if err != nil {
		t.Fatal(err)
	}
	install := func(home string, script []byte, env ...string) (string, error) {
		cmd := exec.Command("sh")
		cmd.Stdin = bytes.NewReader(script)
		cmd.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CCC_DOWNLOAD=" + srv.URL}, env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	tree := func(dir string) string { return runProgram(t, dir, nil, "sh", "-c", "find . | sort") }

	home := t.TempDir()
	for range 2 { // also over itself
		out, err := install(home, script)
		if err != nil || !strings.Contains(out, "ccc v"+released) || !strings.Contains(out, "not on your PATH") {
			t.Fatalf("install.sh: %v\n%s", err, out)
		}
	}
	files := tree(filepath.Join(home, ".local"))
	for _, want := range append(installedPages, "bin/ccc", "share/zsh/site-functions/_ccc") {
		if !strings.Contains(files, "./"+want+"\n") {
			t.Errorf("%s is not installed:\n%s", want, files)
		}
	}
	if got := strings.Count(files, "\n"); got != 16 { // with the directories
		t.Errorf("%d files and directories:\n%s", got, files)
	}
	if out, err := install(home, script, "PREFIX="+filepath.Join(home, "else where")); err != nil {
		t.Errorf("with PREFIX: %v\n%s", err, out)
	}

	few := t.TempDir()
	for _, name := range []string{"uname", "tar", "gzip", "mktemp", "cut", "rm", "curl"} {
		if path, err := exec.LookPath(name); err != nil || os.Symlink(path, filepath.Join(few, name)) != nil {
			t.Fatal(name, err)
		}
	}
	wrong := bytes.Clone(whole)
	wrong[len(wrong)/2] ^= 1
	for name, c := range map[string]struct {
		archive []byte
		sums    string
		env     string
		want    string
	}{
		"wrong":   {archive: wrong, want: "nothing was installed"},
		"cut off": {archive: whole[:len(whole)/2], want: "nothing was installed"},
		"no sum":  {sums: fmt.Sprintf("%x  other.tar.gz\n", sha256.Sum256(whole)), want: "does not name"},
		"empty":   {sums: " ", want: "does not name"},
		"no tool": {env: "PATH=" + few, want: "neither sha256sum nor shasum is here"},
		"away":    {env: "CCC_DOWNLOAD=http://127.0.0.1:1", want: "could not be loaded"},
	} {
		home := t.TempDir()
		clear(served)
		if c.archive != nil {
			served[archive] = c.archive
		}
		if c.sums != "" {
			served["checksums.txt"] = []byte(c.sums)
		}
		out, err := install(home, script, c.env)
		if err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, %s", name, err, out)
		}
		if files := tree(home); files != ".\n" {
			t.Errorf("%s: there is\n%s", name, files)
		}
	}
	clear(served)
	blocked := t.TempDir()
	if err := os.MkdirAll(filepath.Join(blocked, ".local", "bin", "ccc"), 0o700); err != nil {
		t.Fatal(err)
	}
	before := tree(blocked)
	if out, err := install(blocked, script); err == nil || !strings.Contains(out, "is a directory") ||
		tree(blocked) != before {
		t.Errorf("bin/ccc is a directory: %v, %s\n%s", err, out, tree(blocked))
	}
	for n := 0; n < len(script)-1; n += 97 { // what curl | sh runs of a download that breaks off
		home := t.TempDir()
		out, _ := install(home, script[:n])
		if files := tree(home); files != ".\n" || strings.Contains(out, "is installed") {
			t.Fatalf("the first %d bytes: %s\n%s", n, out, files)
		}
	}
	shellcheck := debian(t, "shellcheck")
	const scripts = " packaging/*.sh plugin/ccc deploy/github/*.sh deploy/github/*/*.sh deploy/slurm/ccc.sbatch"
	runProgram(t, "..", nil, "sh", "-c", shellcheck+scripts)
}

// installByNPM: npm install -g installs the program for this system and links it directly on the PATH. Without npm's
// scripts a launcher starts it. Hooks contain the path of the program, never of node.
func installByNPM(t *testing.T, dist string) {
	url := registry(t, filepath.Join(dist, "npm"))
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			prefix, home := t.TempDir(), t.TempDir()
			args := []string{"install", "-g", "--prefix", prefix, "--registry", url, "--cache", t.TempDir(),
				"--no-audit", "--no-fund", "--no-update-notifier", "ccc-supervisor"}
			if !scripts {
				args = append(args, "--ignore-scripts")
			}
			runProgram(t, home, nil, "npm", args...)
			ccc := filepath.Join(prefix, "bin", "ccc")
			program := make([]byte, 4)
			if f, err := os.Open(ccc); err != nil {
				t.Fatal(err)
			} else if _, err := f.Read(program); err != nil || f.Close() != nil {
				t.Fatal(err)
			}
			if native := string(program) == "\x7fELF"; native != scripts {
				t.Errorf("bin/ccc begins with %q", program)
			}
			fake := filepath.Join(home, "claude")
			write(t, fake, "#!/bin/sh\ntrap 'echo ended; exit 9' TERM\necho \"$$ started $*\"\nread line\n"+
				"[ \"$line\" = wait ] && while :; do sleep 0.1; done\nkill -$line $$\n")
			if err := os.Chmod(fake, 0o700); err != nil {
				t.Fatal(err)
			}
			start := func(args ...string) *exec.Cmd {
				cmd := exec.Command(ccc, args...)
				cmd.Dir = home
				cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CCC_CLAUDE=" + fake, "CCC_LANG=en"}
				return cmd
			}
			if out, err := start("--version").CombinedOutput(); err != nil || !strings.Contains(string(out), "ccc v"+released) {
				t.Errorf("--version: %v, %s", err, out)
			}
			cmd := start("--", "a b", "*")
			cmd.Stdin = strings.NewReader("USR1\n")
			out, err := cmd.Output()
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !strings.Contains(string(out), "started") || !strings.HasSuffix(string(out), "a b *\n") ||
				status.Signal() != syscall.SIGUSR1 {
				t.Errorf("a claude that ends by SIGUSR1: %v, %q", err, out)
			}
			cmd = start("--tee")
			if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 2 {
				t.Errorf("a usage error: %v", cmd.ProcessState)
			}

			cmd = start("--", "wait")
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			guard := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
			defer guard.Stop()
			if _, err := stdin.Write([]byte("wait\n")); err != nil {
				t.Fatal(err)
			}
			if _, err := stdout.Read(make([]byte, 100)); err != nil { // it has started
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 9 {
				t.Errorf("SIGTERM to ccc: %v, want claude's own 9", cmd.ProcessState)
			}

			settings, err := os.ReadFile(filepath.Join(home, ".claude", "settings.json"))
			want := ccc + " supervisor-hook"
			if !scripts {
				want = "/bin/ccc supervisor-hook"
			}
			if err != nil || !strings.Contains(string(settings), want) || strings.Contains(string(settings), "node ") ||
				!scripts && strings.Contains(string(settings), ccc) {
				t.Errorf("settings.json: %v, %s", err, settings)
			}
		})
	}
}

// registry serves the packages of a directory to npm.
func registry(t *testing.T, dir string) (url string) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		if strings.HasSuffix(name, ".tgz") {
			http.ServeFile(w, r, filepath.Join(dir, name))
			return
		}
		file := name + "-" + released + ".tgz"
		text, err := exec.Command("tar", "-xzOf", filepath.Join(dir, file), "package/package.json").Output()
		fields := map[string]any{}
		if err != nil || json.Unmarshal(text, &fields) != nil {
			http.NotFound(w, r)
			return
		}
		fields["dist"] = map[string]string{"tarball": url + "/" + file}
		_ = json.NewEncoder(w).Encode(map[string]any{ // npm complains of half an answer
			"name": name, "dist-tags": map[string]string{"latest": released}, "versions": map[string]any{released: fields},
		})
	}))
	t.Cleanup(srv.Close)
	url = srv.URL
	return url
}

// readBill: the bill of materials lists the modules of go.mod.
func readBill(t *testing.T, dist string) {
	text, err := os.ReadFile(filepath.Join(dist, "ccc_"+released+"_darwin_arm64.cdx.json"))
	var bill struct {
		Format   string `json:"bomFormat"`
		Metadata struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version string }
	}
	if err != nil || json.Unmarshal(text, &bill) != nil {
		t.Fatal(err, string(text))
	}
	if c := bill.Metadata.Component; bill.Format != "CycloneDX" || c.Name != "ccc" || c.Version != "v"+released {
		t.Errorf("it is of %+v", bill)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range bill.Components {
		if c.Name != "std" && !strings.Contains(string(mod), c.Name+" "+c.Version) {
			t.Errorf("it names %+v, which go.mod does not", c)
		}
	}
	if len(bill.Components) < 10 {
		t.Errorf("it names %d modules", len(bill.Components))
	}
}
