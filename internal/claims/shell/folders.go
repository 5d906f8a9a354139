package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// folderFlags are flags with which a program runs in another folder, or with the settings of a file there.
var folderFlags = text.Lazy[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"go": {"-C"}, "make": {"-C", "--directory"}, "gmake": {"-C", "--directory"}, "npm": {"--prefix", "-C"},
		"pnpm": {"-C", "--dir"}, "yarn": {"--cwd"}, "bun": {"--cwd"}, "cargo": {"-C", "--manifest-path"},
		"composer": {"-d", "--working-dir"}, "mvn": {"-f", "--file"}, "mvnw": {"-f", "--file"},
		"gradle": {"-p", "--project-dir"}, "gradlew": {"-p", "--project-dir"},
	}
}}

// enterFolder replaces flags that name a folder by the command's folder: "npm --prefix web test" becomes "npm test" in
// web.
func enterFolder(c *Command) {
	if len(c.Args) == 0 {
		return
	}
	flags := folderFlags.Get()[ProgramName(c.Args[0])]
	if c.Args[0] == "git" {
		c.enterRepository()
	}
	if flags == nil {
		return
	}
	c.takeFlags(flags, func(dir string) {
		if base := path.Base(dir); base == "Cargo.toml" || base == "pom.xml" {
			dir = path.Dir(dir)
		}
		if c.Dir = Join(c.Dir, dir); c.Dir == "." {
			c.Dir = ""
		}
	})
}

// takeFlags removes these flags before "--", and calls take with the value of each.
func (c *Command) takeFlags(flags []string, take func(value string)) {
	args := c.Args[:1:1]
	for i := 1; i < len(c.Args); i++ {
		flag, value, joined := strings.Cut(c.Args[i], "=")
		switch {
		case flag == "--":
			c.Args = append(args, c.Args[i:]...)
			return
		case !slices.Contains(flags, flag) || !joined && i+1 == len(c.Args):
			args = append(args, c.Args[i])
			continue
		case !joined:
			i++
			value = c.Args[i]
		}
		take(value)
	}
	c.Args = args
}

// enterRepository does the same for the flags of git before its subcommand: "git -C lib commit", "git
// --git-dir=/tmp/o/.git push".
func (c *Command) enterRepository() {
	for i := 1; i < len(c.Args) && strings.HasPrefix(c.Args[i], "-"); i++ {
		flag, dir, joined := strings.Cut(c.Args[i], "=")
		if !joined && i+1 < len(c.Args) {
			dir = c.Args[i+1]
		}
		switch flag {
		case "-C":
			c.Dir = Join(c.Dir, dir)
			i++
		case "--git-dir":
			c.Dir = Join(c.Dir, strings.TrimSuffix(strings.TrimSuffix(dir, ".git"), "/"))
			if !joined {
				c.Args = slices.Delete(slices.Clone(c.Args), i, i+2)
				i--
			}
		case "-c":
			i++
		}
	}
}
