package sandbox

import (
	"path/filepath"
	"slices"
	"strings"
)

// hostVariables name sockets, displays and other services outside the cage that could act for the reviewer. They lead
// nowhere inside.
var hostVariables = []string{
	"SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS",
	"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "ICEAUTHORITY", "SESSION_MANAGER", "XDG_RUNTIME_DIR", "TMUX",
	"TMUX_PANE", "STY", "DOCKER_HOST", "CONTAINER_HOST", "KUBECONFIG", "PULSE_SERVER", "NOTIFY_SOCKET",
	"JOURNAL_STREAM", "INVOCATION_ID", "LISTEN_FDS", "LISTEN_PID", "VSCODE_IPC_HOOK", "VSCODE_IPC_HOOK_CLI",
	"VSCODE_GIT_IPC_HANDLE",
	"GIT_ASKPASS", "SSH_ASKPASS", "KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET", "NVIM", "EMACS_SOCKET_NAME",
	"TMPDIR", "TMP", "TEMP",
}

// cageEnv returns env for a program in the cage.
func cageEnv(env []string) []string {
	kept := slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains(hostVariables, name)
	})
	// A cage is made of mounts, and git does not search for the repository across a mount without this.
	return append(kept, "TMPDIR=/tmp", "GIT_DISCOVERY_ACROSS_FILESYSTEM=1")
}

// cutVariable removes a variable from env and returns its value.
func cutVariable(env []string, name string) (rest []string, value string) {
	for _, kv := range env {
		if text, ok := strings.CutPrefix(kv, name+"="); ok {
			value = text
			continue
		}
		rest = append(rest, kv)
	}
	return rest, value
}

// resolveExisting resolves the symbolic links of the paths that exist.
func resolveExisting(paths []string) (list []string) {
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil && !slices.Contains(list, real) {
			list = append(list, real)
		}
	}
	return list
}
