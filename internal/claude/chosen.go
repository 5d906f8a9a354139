package claude

import "os"

// DemoEnv names the directory of ccc demo. In a demo ccc itself plays a recording in the place of claude.
const DemoEnv = "CCC_DEMO"

// FromEnv finds the claude that ccc starts: the one that CCC_CLAUDE names, else the one on PATH. In ccc demo it is ccc
// as a player. A ccc that another one has started in place of claude gets an error.
func FromEnv(getenv func(string) string) (Binary, error) {
	if err := NotNested(getenv); err != nil {
		return Binary{}, err
	}
	if getenv(DemoEnv) != "" {
		self, err := os.Executable()
		return Binary{Path: self, Args: []string{"play"}}, err
	}
	return Find(getenv("CCC_CLAUDE"))
}
