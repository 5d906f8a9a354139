package shell

import (
	"strings"

	"ccc/internal/text"
)

// FamilyOf returns the family of languages, as in [Tool], of the files with an extension; "" if it is not known.
func FamilyOf(ext string) string { return families.Get()[ext] }

// families maps the extension of a file to its language: an edit in one language does not outdate the tests of another.
var families = text.Lazy[map[string]string]{Make: func() map[string]string {
	m := map[string]string{}
	for family, list := range map[string]string{
		"go": ".go", "js": ".js .jsx .ts .tsx .mjs .cjs .mts .vue .svelte", "py": ".py .pyi .ipynb", "rust": ".rs",
		"java": ".java .kt .kts .scala .groovy", "ruby": ".rb", "php": ".php", "net": ".cs .fs .vb .csproj",
		"swift": ".swift", "dart": ".dart", "elixir": ".ex .exs", "zig": ".zig", "tf": ".tf",
	} {
		for ext := range strings.FieldsSeq(list) {
			m[ext] = family
		}
	}
	return m
}}
