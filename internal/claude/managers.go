package claude

import (
	"os"
	"path/filepath"
)

// manager are the variables by which programs that choose a version of node find it: with another HOME they would not.
var manager = map[string]string{
	"VOLTA_HOME": ".volta", "ASDF_DIR": ".asdf", "ASDF_DATA_DIR": ".asdf", "NVM_DIR": ".nvm", "NODENV_ROOT": ".nodenv",
	"N_PREFIX": "", "FNM_DIR": "", "MISE_DATA_DIR": ".local/share/mise", "BUN_INSTALL": ".bun", "PNPM_HOME": "",
}

// Managers gives these variables for a claude that gets another HOME than the person's.
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
