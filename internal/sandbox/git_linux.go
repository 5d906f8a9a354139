//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A claude before 2.1.329 runs git status when it starts, and puts the output into its system prompt, before all
// messages. The provider's cache serves the conversation only if the reviewer's prompt begins like the agent's. So the
// first git in the cage's PATH answers these calls of claude with git's output from when the agent's claude started.
// For all other calls it runs the real git.

// gitDir is the directory of this git in the cage.
const gitDir = "/tmp/.ccc-git"

// writeGit writes this git to a directory of the layer. answers maps arguments to the output of git.
func writeGit(answers map[string]string, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var cases strings.Builder
	for n, args := range slices.Sorted(maps.Keys(answers)) {
		name := fmt.Sprint("answer", n)
		fmt.Fprintf(&cases, "%q|%q) answer=%s ;;\n", args, "--no-optional-locks "+args, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(answers[args]), 0o644); err != nil {
			return err
		}
	}
	script := fmt.Sprintf(gitScript, gitDir, cases.String())
	return os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o755)
}

// gitScript is the source of this git. It answers only claude itself: a command of claude's tools has a shell as its
// parent. claude's file may have the version as its name.
const gitScript = `#!/bin/sh
dir=%[1]s answer=
PATH=${PATH#"$dir":}
case "$*" in
%[2]sesac
if [ "$answer" ] && read -r parent <"/proc/$PPID/comm"; then
	case "$parent" in
	claude | [0-9]*.[0-9]*.[0-9]*) exec cat "$dir/$answer" ;;
	esac
fi
exec git "$@"
`

// withGit puts the directory of this git at the beginning of PATH.
func withGit(env []string) []string {
	env, path := cutVariable(env, "PATH")
	return append(env, "PATH="+gitDir+":"+path)
}
