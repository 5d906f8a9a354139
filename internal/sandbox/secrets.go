package sandbox

import (
	"path/filepath"
	"strings"
)

// Secrets lists the files and directories with the user's secrets: those in the home, and those that environment
// variables move elsewhere.
func Secrets(home string, getenv func(string) string) (list []string) {
	for _, name := range homeSecrets {
		list = append(list, filepath.Join(home, name))
		for prefix, variable := range relocationVariables {
			rest, below := strings.CutPrefix(name, prefix)
			if dir := getenv(variable); below && filepath.IsAbs(dir) {
				list = append(list, filepath.Join(dir, rest))
			}
		}
	}
	for _, variable := range secretVariables {
		for _, path := range filepath.SplitList(getenv(variable)) {
			if filepath.IsAbs(path) && !within(home, path) {
				list = append(list, path)
			}
		}
	}
	return list
}

// relocationVariables name the variables that move a directory out of the home.
var relocationVariables = map[string]string{
	".config/": "XDG_CONFIG_HOME", ".local/share/": "XDG_DATA_HOME", ".cargo/": "CARGO_HOME",
	".gradle/": "GRADLE_USER_HOME",
}

// secretVariables hold the path of a file or a directory with secrets.
var secretVariables = []string{
	"AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AZURE_CONFIG_DIR", "CLOUDSDK_CONFIG", "DOCKER_CONFIG",
	"GH_CONFIG_DIR", "GNUPGHOME", "GOOGLE_APPLICATION_CREDENTIALS", "KUBECONFIG", "NETRC", "NPM_CONFIG_USERCONFIG",
	"PASSWORD_STORE_DIR", "PGPASSFILE", "SOPS_AGE_KEY_FILE",
}

// homeSecrets are relative to the home.
var homeSecrets = []string{
	".ssh", ".gnupg", ".aws", ".azure", ".config/gcloud", ".kube", ".docker", ".terraform.d", ".terraformrc",
	".netrc", ".git-credentials", ".config/git/credentials", ".config/gh", ".config/hub", ".config/glab-cli",
	".npmrc", ".pypirc", ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".pgpass", ".my.cnf",
	".vault-token", ".boto", ".s3cfg",
	".config/containers/auth.json", ".m2/settings.xml", ".gradle/gradle.properties", ".composer/auth.json",
	".config/sops/age", ".mysql_history", ".local/share/fish/fish_history",
	".password-store", ".local/share/keyrings", ".config/op", ".config/rclone",
	".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/BraveSoftware",
	".config/microsoft-edge", ".bash_history", ".zsh_history", ".python_history", ".psql_history", ".node_repl_history",
}
