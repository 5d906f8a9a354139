package settings

import (
	"encoding/json"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/secret"
)

// OwnSecrets returns the secret values in the settings files that claude reads by itself: the user's in dir, and the
// project's in work. A file that cannot be read has none.
func OwnSecrets(dir, work string) (values []string) {
	for _, path := range claude.SettingsFiles(dir, work) {
		var settings any
		text, _ := file.Read(path, file.Max)
		_ = json.Unmarshal(text, &settings)
		values = append(values, secret.InSettings(settings)...)
	}
	return values
}

// Secrets returns the secret values of the launch, including those that the user gave by --settings.
func (l Launch) Secrets() []string { return l.secrets }
