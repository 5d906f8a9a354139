package ledger

import (
	"path"
	"strings"

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
func (r *Ledger) partOf(file string) (name, dir string) {
	m, ok := manifestNames.Get()[shell.FamilyOf(path.Ext(file))]
	if !ok {
		return "", ""
	}
	for dir := path.Dir(file); !path.IsAbs(dir) && !strings.HasPrefix(dir, ".."); dir = path.Dir(dir) {
		if text, ok := r.ReadProjectFile(path.Join(dir, m.file)); ok {
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
