package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// folderFlags are flags with which a program runs in another folder, or with the settings of another folder's file.
var folderFlags = text.Lazy[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"go": {"-C"}, "make": {"-C", "--directory"}, "gmake": {"-C", "--directory"}, "npm": {"--prefix", "-C"},
		"pnpm": {"-C", "--dir"}, "yarn": {"--cwd"}, "bun": {"--cwd"}, "cargo": {"-C", "--manifest-path"},
		"composer": {"-d", "--working-dir"}, "mvn": {"-f", "--file"}, "mvnw": {"-f", "--file"},
		"gradle": {"-p", "--project-dir"}, "gradlew": {"-p", "--project-dir"},
	}
}}

// enterFolder takes the flags that name a folder out of a command: "npm --prefix web test" is "npm test" in web.
func enterFolder(c *command) {
	if len(c.args) == 0 {
		return
	}
	flags := folderFlags.Get()[programName(c.args[0])]
	if c.args[0] == "git" {
		c.enterRepository()
	}
	if flags == nil {
		return
	}
	args := c.args[:1:1]
	for i := 1; i < len(c.args); i++ {
		flag, dir, joined := strings.Cut(c.args[i], "=")
		switch {
		case flag == "--":
			c.args = append(args, c.args[i:]...)
			return
		case !slices.Contains(flags, flag) || !joined && i+1 == len(c.args):
			args = append(args, c.args[i])
			continue
		case !joined:
			i++
			dir = c.args[i]
		}
		if base := path.Base(dir); base == "Cargo.toml" || base == "pom.xml" {
			dir = path.Dir(dir)
		}
		if c.dir = join(c.dir, dir); c.dir == "." {
			c.dir = ""
		}
	}
	c.args = args
}

// enterRepository goes where git's flags before its subcommand say: "git -C lib commit", "git --git-dir=/tmp/o/.git push".
func (c *command) enterRepository() {
	for i := 1; i < len(c.args) && strings.HasPrefix(c.args[i], "-"); i++ {
		flag, dir, joined := strings.Cut(c.args[i], "=")
		if !joined && i+1 < len(c.args) {
			dir = c.args[i+1]
		}
		switch flag {
		case "-C":
			c.dir = join(c.dir, dir)
			i++
		case "--git-dir":
			c.dir = join(c.dir, strings.TrimSuffix(strings.TrimSuffix(dir, ".git"), "/"))
			if !joined {
				c.args = slices.Delete(slices.Clone(c.args), i, i+2)
				i--
			}
		case "-c":
			i++
		}
	}
}
