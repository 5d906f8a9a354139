package state

import (
	"cmp"
	"os"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Directories are the directories that ccc uses, according to the environment.
type Directories struct {
	Work   string // the project's directory
	Claude string // claude's configuration directory
	Config string // holds ccc.json
	State  Dir
	// Outside are the user's own directories if claude runs in a separate home, as in a case of ccc eval; else "".
	Outside struct{ Home, Claude, State string }
}

// FindDirectories returns the directories for a program that runs in work.
func FindDirectories(work string, getenv func(string) string) (d Directories, err error) {
	d.Work, d.Claude = work, getenv("CLAUDE_CONFIG_DIR")
	if d.Claude == "" {
		home := getenv("HOME")
		if home == "" {
			return d, lang.WithHint(lang.Errorf("HOME is not set"), lang.M("set HOME or CLAUDE_CONFIG_DIR"))
		}
		d.Claude = filepath.Join(home, ".claude")
	}
	d.Config = d.Claude
	if dir := getenv("CCC_CONFIG_DIR"); dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			err := lang.Errorf("CCC_CONFIG_DIR names %s, which is no directory", dir)
			return d, lang.WithHint(err, lang.M("make it, or unset CCC_CONFIG_DIR"))
		}
		d.Config = dir
	}
	d.State = Find(getenv("CCC_WORK_DIR"), d.Claude)
	return d, nil
}

// Login returns the file in which claude stores the user's login.
func (d Directories) Login() string {
	return filepath.Join(cmp.Or(d.Outside.Claude, d.Claude), ".credentials.json")
}

// Families lists the files that ccc replaces as a whole. A killed ccc may have left temporary files next to them.
func (d Directories) Families() []file.Family {
	return []file.Family{
		{Dir: string(d.State), Prefix: "supervisor-"}, {Dir: string(d.State), Prefix: activityPrefix},
		{Dir: d.State.Runs()}, {Dir: d.Claude, Prefix: "settings"}, {Dir: d.Config, Prefix: "ccc"},
		{Dir: filepath.Join(d.Claude, "commands"), Prefix: "supervisor"},
	}
}
