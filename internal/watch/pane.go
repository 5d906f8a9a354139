package watch

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
)

// paneTime is how long tmux may take to open a pane.
const paneTime = 2 * time.Second

// paneNames are the variables that a pane's ccc reads, but for the terminal's: tmux gives a pane those of its server.
// They stand among tmux's arguments, where none may hold a secret.
var paneNames = []string{
	"HOME", "CLAUDE_CONFIG_DIR", "CCC_CONFIG_DIR", "CCC_WORK_DIR", "CCC_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR",
}

// Split opens a pane below the one in tmux that env is of, in which ccc, the program at self, shows the review that is
// being written to the recording at path. The pane closes itself when that review ends. Without a recording, path "",
// there is nothing to be shown: that is an error. tmux 3.1 and later take the arguments.
func Split(ctx context.Context, env []string, self, path string) error {
	if path == "" {
		return lang.Errorf("it is not recorded")
	}
	ctx, cancel := context.WithTimeout(ctx, paneTime)
	defer cancel()
	args := []string{"split-window", "-d", "-v", "-l", "30%"}
	for _, name := range paneNames {
		args = append(args, "-e", name+"=") // of the server's none counts; the last of a name does
	}
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		switch {
		case name == "TMUX_PANE":
			args = append(args, "-t", value)
		case slices.Contains(paneNames, name):
			args = append(args, "-e", kv)
		}
	}
	cmd := exec.CommandContext(ctx, "tmux", append(args, "--", self, "watch", "--review", path)...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		return lang.Errorf("open a pane of tmux: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}
