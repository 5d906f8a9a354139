package claude

import (
	"encoding/json"
	"path/filepath"
)

// SettledState returns the text of a .claude.json with which claude, including its screen, starts in the directories
// without a first-run dialog and without a question of trust (2.1.5, 2.1.197, 2.1.329).
func SettledState(dirs ...string) ([]byte, error) {
	type project struct {
		Trusted   bool `json:"hasTrustDialogAccepted"`
		Onboarded bool `json:"hasCompletedProjectOnboarding"`
	}
	projects := map[string]project{}
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir) // claude uses the real path in its question
		if err != nil {
			return nil, err
		}
		projects[real] = project{true, true}
	}
	return json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "bypassPermissionsModeAccepted": true, "projects": projects,
		// Otherwise the screen clones a list of plugins from GitHub.
		"officialMarketplaceAutoInstallAttempted": true, "officialMarketplaceAutoInstalled": true,
	})
}

// IsolatedEnv returns the whole environment of a claude that sends requests only to the API at url, with that token.
// home is its home, tmp is for temporary files, and path is its PATH. It contains no proxy, login or setting of the
// user.
func IsolatedEnv(path, tmp, home, url, token string) []string {
	return []string{
		"PATH=" + path,
		"TMPDIR=" + tmp,
		"HOME=" + home,
		"TERM=xterm-256color",
		"LANG=en_US.UTF-8",
		"IS_SANDBOX=1", // root may then use bypassPermissions
		"ANTHROPIC_BASE_URL=" + url,
		"ANTHROPIC_AUTH_TOKEN=" + token,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"DISABLE_TELEMETRY=1",
		"DISABLE_AUTOUPDATER=1",
		// The screen of 2.1.5 asks npm for the latest version whatever the settings say.
		"npm_config_registry=http://127.0.0.1:9",
	}
}
