package sandbox

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/process"
)

// logins says how claude logs in, by its environment and its settings files.
type logins struct {
	helper string // the command that prints a key
	env    map[string]string
}

func readLogins(env process.Env, settings ...string) logins {
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
		text, err := file.Read(path, file.Max)
		if err != nil || json.Unmarshal(text, &s) != nil {
			continue // a file that is missing or broken says nothing
		}
		for name, value := range s.Env {
			l.env[name] = fmt.Sprint(value)
		}
		if helper == nil { // the first one counts, even if it is empty: that switches the next one off
			helper = s.Helper
		}
	}
	if helper != nil {
		l.helper = *helper
	}
	return l
}

// tokenVariable gives claude the access token of the user's own login, without the refresh token.
const tokenVariable = "CLAUDE_CODE_OAUTH_TOKEN"

// otherwise reports whether claude logs in by something else than the file of the user's own login.
func (l logins) otherwise() bool {
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

// needs are the secrets by which claude logs in: those of a cloud, or ccc.json where claude asks ccc for a provider's
// key.
func (l logins) needs(cccJSON, home string) (paths []string) {
	for name, path := range map[string]string{
		"CLAUDE_CODE_USE_BEDROCK": filepath.Join(home, ".aws"),
		"CLAUDE_CODE_USE_VERTEX":  filepath.Join(home, ".config/gcloud"),
		"CLAUDE_CODE_USE_FOUNDRY": filepath.Join(home, ".azure"),
	} {
		switch strings.ToLower(l.env[name]) { // as claude reads it
		case "1", "true", "yes", "on":
			paths = append(paths, path)
		}
	}
	if strings.Contains(l.helper, " provider key ") {
		paths = append(paths, cccJSON)
	}
	return paths
}

// accessToken gives the variable by which a reviewer uses the user's own login without its file: the access token as it
// is when the review begins. A claude that has the file renews both tokens when they are old. In a sandbox the new ones
// would be thrown away, and the user logged out (the variable works on 2.1.5, 2.1.197 and 2.1.329). The function is nil
// if claude logs in otherwise.
func (l logins) accessToken(path string) func() []string {
	if l.otherwise() {
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
