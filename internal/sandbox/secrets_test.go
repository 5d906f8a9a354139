package sandbox

import (
	"slices"
	"testing"
)

// TestSecretsElsewhere: what the environment has moved out of the home is hidden where it is.
func TestSecretsElsewhere(t *testing.T) {
	env := map[string]string{
		"XDG_CONFIG_HOME": "/config", "CARGO_HOME": "/cargo", "DOCKER_CONFIG": "/docker", "KUBECONFIG": "/a:/b/c:relative",
		"GNUPGHOME": "/home", "XDG_DATA_HOME": "data",
	}
	got := Secrets("/home/me", func(name string) string { return env[name] })
	for _, path := range []string{
		"/home/me/.ssh", "/home/me/.config/gh", "/config/gh", "/config/git/credentials", "/cargo/credentials.toml", "/docker",
		"/a", "/b/c",
	} {
		if !slices.Contains(got, path) {
			t.Errorf("%s is not hidden", path)
		}
	}
	for _, path := range []string{"/home", "relative", "data/keyrings", "/config"} {
		if slices.Contains(got, path) {
			t.Errorf("%s is hidden", path)
		}
	}
}
