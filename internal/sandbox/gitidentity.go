package sandbox

import (
	"os"
	"path/filepath"
)

// gitIdentity is git's configuration in the home of a cage. The user's own file may contain credentials. Tests that
// commit need a name. Repositories of another owner must be trusted, which is harmless in a cage.
const gitIdentity = "[user]\n\tname = Reviewer\n\temail = reviewer@localhost\n[safe]\n\tdirectory = *\n"

// writeGitIdentity writes git's configuration to the directory target, which becomes the home of the cage. It does
// nothing if the user's home has no git configuration.
func writeGitIdentity(home, target string) error {
	for _, name := range []string{".gitconfig", ".config/git/config"} {
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			return os.WriteFile(filepath.Join(target, ".gitconfig"), []byte(gitIdentity), 0o644)
		}
	}
	return nil
}
