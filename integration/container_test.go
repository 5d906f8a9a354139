package integration

import (
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/claude"
)

// buildContainer: deploy/container is built from a release and the newest claude. Its base is a Debian with this
// machine's node, because the image of BASE is not in a package registry. The ccc in it works with the claude in it.
func buildContainer(t *testing.T, dist string) {
	base := root(t)
	node, err := filepath.EvalSymlinks(debian(t, "node"))
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.TrimSpace(runProgram(t, "", nil, "npm", "root", "--global"))
	runProgram(t, "", nil, "sh", "-ec", `cp "$1" "$0/usr/local/bin/node"
		mkdir -p "$0/usr/local/lib/node_modules" "$0/usr/local/etc"
		cp -a "$2/npm" "$0/usr/local/lib/node_modules/"
		ln -s ../lib/node_modules/npm/bin/npm-cli.js "$0/usr/local/bin/npm"`, base, node, modules)
	npm := func(key string) string { return strings.TrimSpace(runProgram(t, "", nil, "npm", "config", "get", key)) }
	settings := "registry=" + registry(t, filepath.Join(dist, "npm")) +
		"\n@anthropic-ai:registry=" + npm("registry") +
		"\nreplace-registry-host=never\n"
	if file := npm("cafile"); file != "null" {
		runProgram(t, "", nil, "cp", file, filepath.Join(base, "usr/local/etc/cafile"))
		settings += "cafile=/usr/local/etc/cafile\n"
	}
	write(t, filepath.Join(base, "usr/local/etc/npmrc"), settings)

	// The storage is a temporary directory, which the test removes.
	storage := t.TempDir()
	buildah := func(args ...string) string {
		t.Helper()
		return strings.TrimSpace(runProgram(t, "../deploy/container", nil, debian(t, "buildah"), append([]string{
			"--root", filepath.Join(storage, "root"), "--runroot", filepath.Join(storage, "run"),
		}, args...)...))
	}
	from := buildah("from", "scratch")
	buildah("add", "-q", from, base)
	buildah("commit", "-q", "--rm", from, "localhost/base")
	buildah("bud", "-q", "--isolation", "chroot", "--pull-never", "--tag", "ccc", "--build-arg", "BASE=localhost/base",
		"--build-arg", "CLAUDE_VERSION="+claude.Newest, ".")
	t.Cleanup(func() {
		buildah("rm", "--all")
		// The overlay driver mounts its directory on itself and does not unmount it.
		runProgram(t, "", nil, "sh", "-c", `! mountpoint -q "$0" || umount "$0"`, filepath.Join(storage, "root", "overlay"))
	})
	made := buildah("from", "--pull-never", "ccc")
	run := func(args ...string) string {
		t.Helper()
		return buildah(append([]string{"run", "--isolation", "chroot", made, "--"}, args...)...)
	}
	for command, want := range map[string]string{
		"tini -- ccc --version": "ccc v" + released,
		"claude --version":      claude.Newest,
		"id -u":                 "10001",
		"ccc doctor --live":     "all is well",
	} {
		if got := run(strings.Fields(command)...); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	config := buildah("inspect", "--type", "image", "--format",
		"{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Volumes}}", "ccc")
	if want := "10001 [tini -- ccc] map[/claude:{}]"; config != want {
		t.Errorf("the image is of %s, want %s", config, want)
	}
}
