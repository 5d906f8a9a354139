package claude

import (
	"os"
	"path/filepath"
)

// manager maps variables in which node version managers look for their files to the default in the home directory. A
// manager needs its variable if HOME is another directory.
var manager = map[string]string{
	"VOLTA_HOME": ".volta", "ASDF_DIR": ".asdf", "ASDF_DATA_DIR": ".asdf", "NVM_DIR": ".nvm", "NODENV_ROOT": ".nodenv",
	"N_PREFIX": "", "FNM_DIR": "", "MISE_DATA_DIR": ".local/share/mise", "BUN_INSTALL": ".bun", "PNPM_HOME": "",
}

// Managers returns the variables of node version managers for a claude whose HOME is not the user's.
func Managers(getenv func(string) string) (env []string) {
	for name, usual := range manager {
		value := getenv(name)
		if own := filepath.Join(getenv("HOME"), usual); value == "" && usual != "" {
			if _, err := os.Stat(own); err == nil {
				value = own
			}
		}
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}
