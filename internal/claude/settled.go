package claude

import (
	"encoding/json"
	"path/filepath"
)

// SettledState is the text of the .claude.json of a home in which claude, its screen included, starts in the
// directories without a first-run dialog and without a question of trust (2.1.5, 2.1.197, 2.1.329).
func SettledState(dirs ...string) ([]byte, error) {
	type project struct {
		Trusted   bool `json:"hasTrustDialogAccepted"`
		Onboarded bool `json:"hasCompletedProjectOnboarding"`
	}
	projects := map[string]project{}
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir) // claude asks by the real path
		if err != nil {
			return nil, err
		}
		projects[real] = project{true, true}
	}
	return json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "bypassPermissionsModeAccepted": true, "projects": projects,
		// Else the screen clones a list of plugins from GitHub.
		"officialMarketplaceAutoInstallAttempted": true, "officialMarketplaceAutoInstalled": true,
	})
}

// IsolatedEnv is the whole environment of a claude that asks only the API at url, with that token. Its home is home,
// its temporary files go to tmp, and it finds programs in path. No proxy, login or setting of the user's is in it.
func IsolatedEnv(path, tmp, home, url, token string) []string {
	return []string{
		"PATH=" + path,
		"TMPDIR=" + tmp,
		"HOME=" + home,
		"TERM=xterm-256color",
		"LANG=en_US.UTF-8",
		"IS_SANDBOX=1", // lets root use bypassPermissions
		"ANTHROPIC_BASE_URL=" + url,
		"ANTHROPIC_AUTH_TOKEN=" + token,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"DISABLE_TELEMETRY=1",
		"DISABLE_AUTOUPDATER=1",
		"npm_config_registry=http://127.0.0.1:9", // the screen of 2.1.5 asks npm for the latest version all the same
	}
}
