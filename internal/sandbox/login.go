package sandbox

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/process"
)

// logins describes how claude logs in, from its environment and settings files.
type logins struct {
	helper string // the command of apiKeyHelper, which prints a key
	env    map[string]string
}

func readLogins(env process.Env, read func(path string) ([]byte, error), settings ...string) logins {
	l := logins{env: make(map[string]string)}
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		l.env[name] = value
	}
	var helper *string
	for _, path := range settings {
		var s struct {
			Env    map[string]any `json:"env"`
			Helper *string        `json:"apiKeyHelper"`
		}
		text, err := read(path)
		if err != nil || json.Unmarshal(text, &s) != nil {
			continue // a missing or broken file sets nothing
		}
		for name, value := range s.Env {
			l.env[name] = fmt.Sprint(value)
		}
		if helper == nil { // the first helper counts, and an empty one disables later ones
			helper = s.Helper
		}
	}
	if helper != nil {
		l.helper = *helper
	}
	return l
}

// HasLogin reports whether claude has a key or a login: in the environment, in its settings or in its own files.
func (r Reviewer) HasLogin() bool {
	files := claude.SettingsFiles(r.Dirs.Claude, r.Dirs.Work)
	if l := readLogins(r.loginEnv(), r.read, files...); l.hasOtherLogin() || l.accessToken(r.Dirs.Login()) != nil {
		return true
	}
	var console struct {
		Key string `json:"primaryApiKey"`
	}
	own, err := file.ReadJSON(claude.StateFile(r.loginEnv().Get)) // a console login stores a key in that file
	return err == nil && json.Unmarshal(own, &console) == nil && console.Key != ""
}

// tokenVariable passes only the access token of the user's login to claude, and not the refresh token.
const tokenVariable = "CLAUDE_CODE_OAUTH_TOKEN"

// hasOtherLogin reports whether claude has a login other than the user's login file.
func (l logins) hasOtherLogin() bool {
	if l.helper != "" {
		return true
	}
	for name, value := range l.env {
		other := strings.HasPrefix(name, "CLAUDE_CODE_USE_") ||
			name == "ANTHROPIC_AUTH_TOKEN" || name == "ANTHROPIC_API_KEY" || name == tokenVariable
		if other && value != "" {
			return true
		}
	}
	return false
}

// isOn reports whether claude reads the value of the variable as true.
func (l logins) isOn(name string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(l.env[name]))
}

// clouds maps each cloud to the files of its login, and to the variables that name other files.
var clouds = map[string]struct {
	dir       string // in the home
	variables []string
}{
	"CLAUDE_CODE_USE_BEDROCK": {".aws", []string{"AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"}},
	"CLAUDE_CODE_USE_VERTEX":  {".config/gcloud", []string{"CLOUDSDK_CONFIG", "GOOGLE_APPLICATION_CREDENTIALS"}},
	"CLAUDE_CODE_USE_FOUNDRY": {".azure", []string{"AZURE_CONFIG_DIR"}},
}

// neededFiles returns the files that claude needs to log in: those of a cloud login, certificates, the files that
// apiKeyHelper names, and ccc.json if that command asks ccc for a provider's key.
func (l logins) neededFiles(cccJSON, home string) (paths []string) {
	variables := []string{"CLAUDE_CODE_CLIENT_CERT", "CLAUDE_CODE_CLIENT_KEY"}
	for name, cloud := range clouds {
		if l.isOn(name) {
			paths = append(paths, filepath.Join(home, cloud.dir))
			variables = append(variables, cloud.variables...)
		}
	}
	for _, name := range variables {
		paths = append(paths, l.env[name])
	}
	for _, word := range strings.Fields(l.helper) {
		word = strings.Trim(word, `"'`)
		for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
			if below, ok := strings.CutPrefix(word, prefix); ok {
				word = filepath.Join(home, below)
			}
		}
		paths = append(paths, word)
	}
	if strings.Contains(l.helper, " provider key ") {
		paths = append(paths, cccJSON)
	}
	return slices.DeleteFunc(paths, func(path string) bool { return !filepath.IsAbs(path) || within(home, path) })
}

// accessToken returns a function that returns the variable with the user's current access token, so that the reviewer
// needs no login file. A claude with the file would renew old tokens; the sandbox would throw the new ones away, and
// the user would be logged out. The variable works on 2.1.5, 2.1.197 and 2.1.329. The function is nil if claude logs in
// another way.
func (l logins) accessToken(path string) func() []string {
	if l.hasOtherLogin() {
		return nil
	}
	token := func() string {
		var login struct {
			OAuth struct {
				AccessToken string `json:"accessToken"`
			} `json:"claudeAiOauth"`
		}
		text, err := file.Read(path, file.MaxText)
		if err != nil || json.Unmarshal(text, &login) != nil {
			return ""
		}
		return login.OAuth.AccessToken
	}
	if token() == "" {
		return nil
	}
	return func() []string { return []string{tokenVariable + "=" + token()} }
}
