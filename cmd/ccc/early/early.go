// Package early is ccc statusline as Claude Code calls it each second, before the rest of the program is made ready:
// that takes longer than the line does. Go initializes packages in the order of their import paths, each after those
// that it imports (the specification, "Program initialization"). This one imports little, and so comes before those of
// other modules that take long, which integration's script statusline holds.
package early

import (
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"ccc/internal/state"
	"ccc/internal/statusline"
)

func init() {
	claude := os.Getenv("CLAUDE_CONFIG_DIR")
	if home := os.Getenv("HOME"); claude == "" && home != "" {
		claude = filepath.Join(home, ".claude")
	}
	if len(os.Args) != 2 || os.Args[1] != "statusline" || claude == "" || os.Getenv("CCC_CONFIG_DIR") != "" ||
		term.IsTerminal(int(os.Stdin.Fd())) {
		return // main does it, or says what is wrong
	}
	dir := state.Find(os.Getenv("CCC_WORK_DIR"), claude)
	line, _ := statusline.Answer(os.Stdin, os.Getenv, dir, claude, os.Getpid())
	if _, err := io.WriteString(os.Stdout, line+"\n"); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}
