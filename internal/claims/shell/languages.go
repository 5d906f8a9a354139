package shell

import (
	"cmp"
	"path"
	"strings"

	"ccc/internal/text"
)

// FamilyOf returns the family of languages, as in [Tool], for a file extension; "" if unknown.
func FamilyOf(ext string) string { return families.Get()[ext] }

// FamilyOfFile returns the family of a file, by its extension, or by its name if a language's package manager uses it.
func FamilyOfFile(name string) string {
	return cmp.Or(FamilyOf(path.Ext(strings.ToLower(name))), fileFamilies.Get()[path.Base(name)])
}

// families maps file extensions to families: an edit in one language does not outdate the tests of another.
var families = text.Lazy[map[string]string]{Make: func() map[string]string {
	m := map[string]string{}
	for family, list := range map[string]string{
		"go": ".go", "js": ".js .jsx .ts .tsx .mjs .cjs .mts .vue .svelte", "py": ".py .pyi .ipynb", "rust": ".rs",
		"java": ".java .kt .kts .scala .groovy", "ruby": ".rb", "php": ".php", "net": ".cs .fs .vb .csproj",
		"swift": ".swift", "dart": ".dart", "elixir": ".ex .exs", "zig": ".zig", "tf": ".tf",
		"proto": ".proto", "perl": ".pl .pm .t", "c": ".c .h .cc .cpp .cxx .hh .hpp .m .mm", "sh": ".sh .bash .bats",
	} {
		for ext := range strings.FieldsSeq(list) {
			m[ext] = family
		}
	}
	return m
}}

// fileFamilies maps the files of package managers to families.
var fileFamilies = text.Lazy[map[string]string]{Make: func() map[string]string {
	m := map[string]string{}
	for family, list := range map[string]string{
		"go": "go.mod go.sum go.work go.work.sum", "rust": "Cargo.toml Cargo.lock",
		"js":   "package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock tsconfig.json",
		"py":   "pyproject.toml setup.cfg uv.lock poetry.lock requirements.txt",
		"java": "pom.xml build.gradle settings.gradle", "php": "composer.json composer.lock",
		"ruby": "Gemfile Gemfile.lock", "c": "CMakeLists.txt meson.build",
	} {
		for name := range strings.FieldsSeq(list) {
			m[name] = family
		}
	}
	return m
}}
