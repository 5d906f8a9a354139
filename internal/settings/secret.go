package settings

import (
	"encoding/json"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/secret"
)

// OwnSecrets gives the secret values of the settings files that claude reads by itself: the person's in dir, and the
// project's in work. One that cannot be read has none.
func OwnSecrets(dir, work string) (values []string) {
	for _, path := range claude.SettingsFiles(dir, work) {
		var settings any
		text, _ := file.Read(path, file.Max)
		_ = json.Unmarshal(text, &settings)
		values = append(values, secret.InSettings(settings)...)
	}
	return values
}

// Secrets gives the secret values of the launch, those that the person gave by --settings included.
func (l Launch) Secrets() []string { return l.secrets }
