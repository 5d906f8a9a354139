package realclaude

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// fetchTimeout limits one npm install, and verifyTimeout one claude --version.
const (
	fetchTimeout  = 10 * time.Minute
	verifyTimeout = time.Minute
)

// source is where a version comes from: the npm package, and its executable inside the installation.
type source struct{ pkg, exe string }

// sourceOf knows the packages. Up to 2.1.5's time claude was a Node program; the native packages are named by platform.
func sourceOf(version, goos, goarch string) (source, error) {
	const scope = "@anthropic-ai/claude-code"
	if version == Node {
		return source{scope, "node_modules/.bin/claude"}, nil
	}
	arch, ok := map[string]string{"amd64": "x64", "arm64": "arm64"}[goarch]
	if !ok || goos != "linux" && goos != "darwin" {
		return source{}, fmt.Errorf("no native claude is published for %s/%s", goos, goarch)
	}
	pkg := scope + "-" + goos + "-" + arch
	return source{pkg, "node_modules/" + pkg + "/claude"}, nil
}

// Cache is $CCC_TEST_CACHE, else ccc-test in the user's cache directory.
func Cache() (string, error) {
	if dir := os.Getenv("CCC_TEST_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "ccc-test"), err
}

// fetch returns the executable of a version, installing it into dir first if it is not there or does not run.
//
// Several test binaries may do this at once. A lock, which ends with its holder, lets one of them install; and the
// installation appears by a rename, so that it is there whole or not at all.
func fetch(dir, version string) (string, error) {
	src, err := sourceOf(version, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return "", err
	}
	home := filepath.Join(dir, "claude-"+version)
	exe := filepath.Join(home, src.exe)
	unlock, err := lock(dir, version)
	if err != nil {
		return "", err
	}
	defer unlock()
	if verify(exe, version) == nil {
		return exe, nil
	}
	tmp, err := os.MkdirTemp(dir, "claude-"+version+".tmp-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp) // what is left of a failure is only clutter
	if err := install(tmp, src.pkg+"@"+version); err != nil {
		return "", err
	}
	if err := verify(filepath.Join(tmp, src.exe), version); err != nil {
		return "", err
	}
	if err := os.RemoveAll(home); err != nil { // an installation that did not verify
		return "", err
	}
	return exe, os.Rename(tmp, home)
}

// lock takes the version's lock, waiting for another process that installs it.
func lock(dir, version string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "claude-"+version+".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		_ = f.Close()
		return nil, &os.PathError{Op: "flock", Path: f.Name(), Err: err}
	}
	return func() { _ = f.Close() }, nil
}

// install runs npm, which checks what it downloads against the registry's digest.
func install(prefix, pkg string) error {
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", prefix, "--omit=optional", "--ignore-scripts",
		"--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", pkg)
	cmd.Dir = prefix
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install %s: %w\n%s", pkg, err, bytes.TrimSpace(out))
	}
	return nil
}

// verify runs the executable and compares the version that it names.
func verify(exe, version string) error {
	ctx, cancel := context.WithTimeout(context.Background(), verifyTimeout)
	defer cancel()
	home, err := os.MkdirTemp("", "claude-version-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	cmd := exec.CommandContext(ctx, exe, "--version")
	cmd.Env = Env(home, "")
	cmd.Dir = home
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s --version: %w\n%s", exe, err, bytes.TrimSpace(out))
	}
	if got, _, _ := strings.Cut(string(out), " "); got != version {
		return fmt.Errorf("%s --version = %q, want %s", exe, out, version)
	}
	return nil
}
