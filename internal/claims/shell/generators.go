package shell

import (
	"path"
	"slices"
	"strings"
)

// isGenerator reports whether a command writes sources, by the name of the program, the task or the script that it
// runs: oapi-codegen, make gen, npm run generate:api, python tools/gen_tables.py.
func isGenerator(name string, words []string) bool {
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	switch {
	case IsMake(name), name == "just", name == "task":
		return slices.ContainsFunc(words, isGeneratorTask)
	case name == "npm" || name == "pnpm" || name == "yarn" || name == "bun" || name == "deno":
		if (first == "run" || first == "task") && len(words) > 1 {
			first = words[1]
		}
		return isGeneratorTask(first)
	case name == "cargo" && first == "xtask" && len(words) > 1:
		return isGeneratorTask(words[1])
	case name == "go" && first == "run" && len(words) > 1:
		return saysGenerate(path.Base(words[1]))
	case InterpretedLanguage(name) != "":
		return first != "" && !strings.ContainsAny(first, " ()") && saysGenerate(path.Base(first))
	}
	return !IsTool(name) && !provesNothing.Get()[name] && saysGenerate(name)
}

// isGeneratorTask reports whether a task of the project writes sources, by its name.
func isGeneratorTask(name string) bool {
	return saysGenerate(name) || slices.Contains([]string{"proto", "protos", "protobuf", "mocks", "sqlc"}, name)
}

// saysGenerate reports whether one of the words in a name is a word for generating, and what is generated may be
// sources: no documents, keys or pictures.
func saysGenerate(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_.:/", r) })
	has := func(list string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(list, " "+w+" ") })
	}
	return has(" gen generate generator codegen regen regenerate ") &&
		!has(" doc docs documentation changelog readme report reports icon icons favicon image images og sitemap cert "+
			"certs key keys secret secrets token tokens password passwords sbom notes pdf site static html "+
			"test tests uuid id ids random thumbnails badges coverage figures plots charts ")
}
