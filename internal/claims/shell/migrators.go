package shell

import (
	"slices"
	"strings"
)

// migrators are programs that rewrite sources, with the subcommand that does so and with the flags of which one must be
// given; "" if none is needed.
var migrators = []struct{ program, sub, flags string }{
	{"pyupgrade", "", ""}, {"autoflake", "", " -i --in-place "}, {"2to3", "", " -w --write "},
	{"rector", "process", ""},
	{"dart", "fix", " --apply "}, {"cargo", "clippy", " --fix "},
	{"ncu", "", " -u --upgrade "}, {"npm-check-updates", "", " -u --upgrade "}, {"django-upgrade", "", ""},
	{"openrewrite", "", ""}, {"scalafix", "", ""}, {"modernize", "", " -fix "}, {"eslint_d", "", " --fix "},
}

// migratorChanges returns the changes by a program that rewrites sources, or copies them from elsewhere.
func migratorChanges(name string, args, words []string, dir string) []Change {
	has := func(flags string) bool {
		return slices.ContainsFunc(args[1:], func(a string) bool { return strings.Contains(flags, " "+a+" ") })
	}
	if has(" --dry-run --check --diff --dry -n ") {
		return nil
	}
	if name == "rsync" && len(words) > 1 {
		to := strings.Trim(strings.TrimPrefix(words[len(words)-1], "./"), "/")
		top, _, _ := strings.Cut(to, "/")
		if strings.Contains(" src lib app internal pkg packages tests test ", " "+top+" ") {
			return []Change{{Path: Join(dir, to), Tree: true}}
		}
		return nil
	}
	for _, m := range migrators {
		if m.program == name && (m.sub == "" || len(words) > 0 && words[0] == m.sub) &&
			(m.flags == "" || has(m.flags)) {
			return []Change{{Path: dir, Tree: true}}
		}
	}
	if strings.Contains(name, "codemod") && len(words) > 0 {
		return []Change{{Path: dir, Tree: true}}
	}
	return nil
}
