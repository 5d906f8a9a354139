package claims

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

var (
	mavenParent = text.LazyRegexp{Expr: `(?s)<(?:parent|dependencies|build|profiles)>.*?</` +
		`(?:parent|dependencies|build|profiles)>`}
	mavenArtifact = text.LazyRegexp{Expr: `<artifactId>\s*([^<\s]+)\s*</artifactId>`}
)

// mavenArtifactName returns the artifact that a pom.xml defines; "" for none.
func mavenArtifactName(manifest string) string {
	if m := mavenArtifact.Get().FindStringSubmatch(mavenParent.Get().ReplaceAllString(manifest, "")); m != nil {
		return m[1]
	}
	return ""
}

// manifestNames has, for each family of languages, the file that names a part of a project, and how to read the name.
var manifestNames = text.Lazy[map[string]struct {
	file string
	name func(string) string
}]{Make: func() map[string]struct {
	file string
	name func(string) string
} {
	return map[string]struct {
		file string
		name func(string) string
	}{
		"rust": {"Cargo.toml", crateName}, "js": {"package.json", shell.PackageName},
		"java": {"pom.xml", mavenArtifactName},
	}
}}

// partOf returns the name and the folder of the project's part that contains a file, by the nearest manifest; "" if no
// manifest is known.
func (r *Reader) partOf(file string) (name, dir string) {
	m, ok := manifestNames.Get()[shell.FamilyOf(path.Ext(file))]
	if !ok {
		return "", ""
	}
	for dir := path.Dir(file); !path.IsAbs(dir) && !strings.HasPrefix(dir, ".."); dir = path.Dir(dir) {
		if text, ok := r.readProjectFile(path.Join(dir, m.file)); ok {
			if name := m.name(text); name != "" {
				return name, dir
			}
		}
		if dir == "." {
			break
		}
	}
	return "", ""
}

// namesPartOf reports whether a claim about all tests means only those of the run's part: "all tests in web pass".
func namesPartOf(s detect.Statement, one *run) bool {
	for _, name := range append(slices.Clone(one.scope.Dirs), one.scope.Parts...) {
		low := strings.ToLower(s.Text)
		name = strings.ToLower(path.Base(strings.TrimSuffix(name, "/")))
		// There may be hundreds of runs, and an expression for each is slow.
		if name == "" || !strings.Contains(low, name) {
			continue
		}
		quote := "?"
		if len(name) < 2 { // a one-letter name counts only in quotes
			quote = ""
		}
		name = "(?:(?:crate|package|module|folder)\\s+[`'\"“]?|[`'\"“]" + quote + `)(?:[\w@./-]+/)?` +
			regexp.QuoteMeta(name) + "[`'\"”]?"
		about, err := regexp.Compile(`(?:\b(?:in|of|for|under|within|from)\s+(?:the\s+)?|` +
			`^|\ball\s+(?:the\s+|\d+\s+)?)` + name + `(?:$|[^\w-])|` +
			name + `\s*(?:的|中|里|下|包|模块|目录)`)
		if err == nil && about.MatchString(low) {
			return true
		}
	}
	return false
}

// checksOnePart reports whether the run looked at all of one part of a project, and at nothing else.
func (r *run) checksOnePart() bool {
	return r.scope.Filter == "" && !r.scope.All && !r.scope.SkipsTests && len(r.scope.Dirs)+len(r.scope.Parts) > 0 &&
		!slices.ContainsFunc(r.scope.Dirs, func(d string) bool { return !strings.HasSuffix(d, "/") })
}

// testFiles match names of files that contain only tests. The tests in other files do not depend on them.
var testFiles = text.LazyRegexp{Expr: `(?:^|/)test_\w+\.py$|_(?:test|spec)\.\w+$|\.(?:test|spec|cy)\.\w+$|` +
	`(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|swift|php|scala)$|\.bats$`}

func isTestFile(name string) bool { return testFiles.Get().MatchString(name) }

// runsOnlyTestFiles reports whether the run's arguments are files of tests and nothing else.
func (r *run) runsOnlyTestFiles() bool {
	return len(r.scope.Parts) == 0 && len(r.scope.Dirs) > 0 &&
		!slices.ContainsFunc(r.scope.Dirs, func(d string) bool { return !isTestFile(d) })
}

// lastEditInPart returns the last change that can alter the result of a run of one part: in that part, or in the
// project's top folder, whose files all parts share. It returns nil if there is none.
func (r *Reader) lastEditInPart(one *run) *write {
	for _, w := range slices.Backward(r.writes) {
		if !w.noEffect && !w.reverted && !r.isOutsideSession(w) && w.canAffect(one.tool.Family, r.root) &&
			(w.Tree || one.scope.Covers(w.Change) || !strings.Contains(w.Path, "/")) {
			return w
		}
	}
	return nil
}

// isOutsideSession reports whether a change is in a folder outside of the session's, and nothing was run there.
func (r *Reader) isOutsideSession(w *write) bool {
	name := w.Path
	if home := homeOf(r.root); home != "" {
		for _, begin := range []string{"~/", "$HOME/", "${HOME}/"} {
			if rest, ok := strings.CutPrefix(name, begin); ok {
				name = path.Join(home, rest)
			}
		}
	}
	if !path.IsAbs(name) || !path.IsAbs(r.root) || strings.HasPrefix(name, strings.TrimSuffix(r.root, "/")+"/") {
		return false
	}
	return !slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.kinds&^shell.Inspect != 0 && slices.ContainsFunc(one.scope.Dirs,
			func(d string) bool { return path.IsAbs(d) && strings.HasPrefix(name, d) })
	})
}

// homeOf returns the home folder that contains a folder; "" for none.
func homeOf(root string) string {
	words := strings.Split(root, "/")
	switch {
	case len(words) > 2 && (words[1] == "home" || words[1] == "Users"):
		return path.Join("/", words[1], words[2])
	case len(words) > 1 && words[1] == "root":
		return "/root"
	}
	return ""
}

// crateName returns the name in the section "package" of a Cargo.toml; "" for none.
func crateName(manifest string) string {
	section := ""
	for line := range strings.Lines(manifest) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && section == "[package]" && strings.TrimSpace(key) == "name" {
			value, _, _ = strings.Cut(strings.TrimSpace(value), "#")
			return strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return ""
}
