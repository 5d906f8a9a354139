package integration

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/claude"
)

var newest = flag.String("newest", "", "the version of claude that stands in for the newest one that ccc is tested "+
	"with, and is compared with it: hook events, options, settings")

// The patterns find the lists of hook events and of settings keys in the code of a native claude.
var (
	hookEvents = regexp.MustCompile(`\["PreToolUse",(?:"[A-Za-z]+",?)+\]`)
	quotedName = regexp.MustCompile(`"([A-Za-z]+)"`)
	optionName = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`)
	settingKey = regexp.MustCompile(`[,{]([a-z][A-Za-z]{5,40}):\(\)=>[A-Za-z_$0-9]+\(`)
)

// surface lists the features of that claude version: "hook NAME", "option NAME", "setting NAME".
func surface(t *testing.T, version string) (list []string) {
	t.Helper()
	path, home := realclaude.Path(t, version), t.TempDir()
	cmd := exec.Command(path, "--help")
	cmd.Env, cmd.Dir = realclaude.Env(home, ""), home
	help, err := cmd.Output()
	if err != nil {
		t.Fatalf("claude %s --help: %v", version, err)
	}
	for _, m := range optionName.FindAllStringSubmatch(string(help), -1) {
		list = append(list, "option "+m[1])
	}
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, near := range around(code, `["PreToolUse",`, 4<<10) {
		for _, m := range quotedName.FindAllSubmatch(hookEvents.Find(near), -1) {
			list = append(list, "hook "+string(m[1]))
		}
	}
	for _, near := range around(code, "allowManagedHooksOnly:()=>", 200<<10) {
		for _, m := range settingKey.FindAllSubmatch(near, -1) {
			list = append(list, "setting "+string(m[1]))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// around returns the text within size bytes of each place where the code has the words. A single pattern over all 400
// MB would take minutes.
func around(code []byte, words string, size int) (list [][]byte) {
	for at := 0; ; {
		i := bytes.Index(code[at:], []byte(words))
		if i < 0 {
			return list
		}
		at += i
		list = append(list, code[max(0, at-size):min(len(code), at+size)])
		at += len(words)
	}
}

// TestN08RealSurface: with -newest the test prints which features the version has gained and lost since the last known
// one. It fails only if it finds no feature at all, because the lists are then somewhere else.
func TestN08RealSurface(t *testing.T) {
	if *newest == "" {
		t.Skip("only with -newest")
	}
	known, now := surface(t, claude.Newest), surface(t, *newest)
	for _, kind := range []string{"hook ", "option ", "setting "} {
		if !slices.ContainsFunc(now, func(s string) bool { return strings.HasPrefix(s, kind) }) {
			t.Errorf("claude %s names no %s", *newest, strings.TrimSpace(kind))
		}
	}
	fmt.Printf("claude %s, compared with %s:\n", *newest, claude.Newest)
	same := true
	for _, what := range now {
		if !slices.Contains(known, what) {
			fmt.Println("+ " + what)
			same = false
		}
	}
	for _, what := range known {
		if !slices.Contains(now, what) {
			fmt.Println("- " + what)
			same = false
		}
	}
	if same {
		fmt.Println("the same hook events, options and settings:", len(now))
	}
}
