// Package realclaude gives tests the real Claude Code, in the versions that ccc is measured against.
//
// A version is fetched from npm the first time it is asked for and kept in $CCC_TEST_CACHE, else in ccc-test under
// os.UserCacheDir. What cannot be fetched, or does not name the version asked for, fails the test; it is never
// skipped. Every run of a version gets a HOME of its own and an environment made from nothing, so that no login, no
// setting and no project of the user who runs the tests can leak in, and so that claude talks to the scripted API
// of package api and to nobody else.
//
// The packages come from npm under their own licence and are not part of ccc.
package realclaude

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"ccc/internal/claude"
)

// The versions: the oldest is a Node program, the others are native.
const (
	Node   = claude.Oldest
	Native = claude.Middle
	Before = claude.Before
	Newest = claude.Newest
)

// Versions lists all of them, the oldest first.
func Versions() []string { return claude.TestedVersions() }

// fetched holds one result for each version: a version is fetched, or its cached copy verified, once in a process.
var (
	mu      sync.Mutex
	fetched = map[string]func() (string, error){}
)

func once(version string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		dir, err := Cache()
		if err != nil {
			return "", err
		}
		return fetch(dir, version)
	})
}

// Path returns the absolute path of a version's executable, whose name is claude, and fetches it if need be.
func Path(t testing.TB, version string) string {
	t.Helper()
	exe, err := Fetch(version)
	if err != nil {
		t.Fatalf("realclaude: fetch claude %s: %v", version, err)
	}
	return exe
}

// Fetch is Path for a program that is no test.
func Fetch(version string) (string, error) {
	mu.Lock()
	get, ok := fetched[version]
	if !ok {
		get = once(version)
		fetched[version] = get
	}
	mu.Unlock()
	return get()
}

// Home returns a fresh HOME in which claude, its TUI included, starts in the directories without onboarding and
// without a question of trust. It is removed at the end of the test, which must have ended every claude by then.
func Home(t testing.TB, dirs ...string) string {
	t.Helper()
	raw, err := claude.SettledState(dirs...)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".claude.json"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// Env returns the whole environment of a claude that lives in home and asks the API at apiURL. Only PATH and
// TMPDIR come from this process. A test appends what else it needs; of two entries with the same name the last counts.
func Env(home, apiURL string) []string {
	return claude.IsolatedEnv(os.Getenv("PATH"), os.TempDir(), home, apiURL, "dummy")
}
