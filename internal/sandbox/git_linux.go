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

// A claude before 2.1.329 asks git for the status when it starts, and writes the answer into its system prompt, before
// all messages. So that the reviewer's prompt begins as the agent's did, and the provider's cache serves the
// conversation, the first git in the cage's PATH answers these questions of claude's own as git did when the agent's
// claude started. For everything else it becomes the real git.

// gitDir is the directory of that git in the cage.
const gitDir = "/tmp/.ccc-git"

// writeGit writes the git with these answers, by their arguments, to a directory of the layer.
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

// gitScript is that git. What a tool of claude's runs is no child of claude's, but of a shell, and gets no answer. The
// file of claude may have the name of its version.
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

// withGit puts the directory of that git before the others in PATH.
func withGit(env []string) []string {
	env, path := cutVariable(env, "PATH")
	return append(env, "PATH="+gitDir+":"+path)
}
