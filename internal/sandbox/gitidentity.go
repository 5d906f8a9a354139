package sandbox

import (
	"os"
	"path/filepath"
)

// gitIdentity is git's configuration in the home of a cage. The user's own may contain credentials. Tests that commit
// need a name, and repositories of another owner have to be trusted: in a cage they can do no harm.
const gitIdentity = "[user]\n\tname = Reviewer\n\temail = reviewer@localhost\n[safe]\n\tdirectory = *\n"

// writeGitIdentity writes git's configuration into the home of the cage, which is at target. If the user has none,
// there is none in the cage.
func writeGitIdentity(home, target string) error {
	for _, name := range []string{".gitconfig", ".config/git/config"} {
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			return os.WriteFile(filepath.Join(target, ".gitconfig"), []byte(gitIdentity), 0o644)
		}
	}
	return nil
}
