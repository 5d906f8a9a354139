package hook

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

// paneNames are the variables that the ccc in a pane needs, besides those of the terminal: by default a pane has the
// variables of tmux's server. They become arguments of tmux, which other users can see, so none of them may be a
// secret.
var paneNames = []string{
	"HOME", "CLAUDE_CONFIG_DIR", "CCC_CONFIG_DIR", "CCC_WORK_DIR", "CCC_LANG", "LC_ALL", "LC_MESSAGES", "LANG",
	"NO_COLOR",
}

// SplitPane opens a tmux pane below the pane of env. There ccc, the program at self, shows the review whose recording
// is at path. The pane closes when that review ends. SplitPane fails if path is "", which means no recording. It
// needs tmux 3.1.
func SplitPane(ctx context.Context, env []string, self, path string) error {
	if path == "" {
		return lang.Errorf("it is not recorded")
	}
	ctx, cancel := context.WithTimeout(ctx, paneTime)
	defer cancel()
	args := []string{"split-window", "-d", "-v", "-l", "30%"}
	for _, name := range paneNames {
		args = append(args, "-e", name+"=") // the server's value must not count; of two values tmux takes the last
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
