// Package integration proves from outside that the parts make the whole: scripts run the built binary against a fake
// claude, and against the real one on a scripted Messages API.
package integration

import (
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// programs are the programs that the test binary is in scripts, by name. They do not return.
var programs = map[string]func(){"claude": performClaude, "worker": worker}

var full = flag.Bool("full", false,
	"what runs on one version of claude, in one role of the rubric, runs on several and in both, and what takes long runs")

// The versions of claude that a test runs on. 2.1.197 and the newest one represent all. 2.1.5 takes two seconds of
// processor time at each start, so it is only used where its API or its behavior differs. 2.1.329 is only used in tests
// that call everyVersion: those where a version is known to differ, or that measure a version as a whole (ccc doctor
// --live, the tools that a reviewer is offered, mods, and the table of make faults). With -newest all tests run on the
// newest version alone.

// versions returns the versions of an ordinary test: the newest one; with -full also 2.1.197 and the given ones.
func versions(more ...string) []string {
	if *newest != "" {
		return []string{*newest}
	}
	if *full {
		return append(more, realclaude.Native, realclaude.Newest)
	}
	return []string{realclaude.Newest}
}

// inFull returns the versions of an expensive test: none without -full, otherwise those of versions.
func inFull(more ...string) []string {
	if *full || *newest != "" {
		return versions(more...)
	}
	return nil
}

// everyVersion returns the versions of an expensive test that looks for differences between versions: none, with
// -full all.
func everyVersion() []string {
	if *newest != "" {
		return versions()
	}
	if *full {
		return realclaude.Versions()
	}
	return nil
}

// roles are the values of prompt_role that a test uses: one, or with -full both.
func roles() []string {
	if *full {
		return []string{"system", "user"}
	}
	return []string{"system"}
}

// roleWithoutCopy returns the role for a reviewer without an overlay. Such a reviewer is always asked by the system
// prompt, so one role is enough.
func roleWithoutCopy() string { return slices.Max(roles()) }

func TestMain(m *testing.M) {
	if perform, ok := programs[filepath.Base(os.Args[0])]; ok {
		perform()
	}
	if signal.Ignored(syscall.SIGHUP) { // by nohup; the tests hang up on what they start
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Setenv("PATH", withoutHome(os.Getenv("PATH"), os.Getenv("HOME")))
	code := m.Run()
	binary.Remove()
	os.Exit(code)
}

// withoutHome removes the directories in the home of the user who runs the tests from PATH, because each sandbox would
// mount them. It keeps what the tests need.
func withoutHome(path, home string) string {
	inHome := func(dir string) bool { return home != "" && strings.HasPrefix(dir, strings.TrimSuffix(home, "/")+"/") }
	var kept []string
	for _, dir := range filepath.SplitList(path) {
		if !inHome(dir) {
			kept = append(kept, dir)
		}
	}
	for _, name := range []string{"go", "git", "node", "npm", "python3", "tmux"} {
		found, err := exec.LookPath(name)
		contains := func(dir string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
		if err == nil && !slices.ContainsFunc(kept, contains) {
			kept = append(kept, filepath.Dir(found))
		}
	}
	return strings.Join(kept, string(filepath.ListSeparator))
}

// serve starts a scripted API that is closed at the end of the test.
func serve(t testing.TB, handle fakeapi.Handler) *fakeapi.Server {
	t.Helper()
	srv, err := fakeapi.Start(handle)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}
