package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
)

// isLinterConfig reports whether a file does nothing but configure a linter.
func isLinterConfig(name string) bool {
	base := path.Base(name)
	for _, begin := range []string{
		".golangci.", ".eslintrc", "eslint.config.", ".prettierrc", "ruff.toml", ".flake8", ".pre-commit-config.",
		".stylelintrc", "biome.json", ".rubocop.", ".clang-tidy", ".clang-format", ".pylintrc", "clippy.toml",
		"rustfmt.toml",
	} {
		if strings.HasPrefix(base, begin) {
			return true
		}
	}
	return false
}

// isTaskFile reports whether a file does nothing but define the commands of a task runner.
func isTaskFile(name string) bool {
	switch base := strings.ToLower(path.Base(name)); base {
	case "makefile", "gnumakefile", "justfile", ".justfile", "taskfile.yml", "taskfile.yaml":
		return true
	}
	return path.Ext(name) == ".sh" && strings.HasPrefix(name, "scripts/")
}

// styleSheets are extensions of files that only tools of the web look at.
const styleSheets = " .css .scss .sass .less "

// isUncheckedFile reports whether no test, build or check depends on a file: prose, pictures, logs, settings of
// editors.
func isUncheckedFile(name string) bool {
	switch path.Ext(strings.ToLower(name)) {
	case ".md", ".mdx", ".rst", ".adoc", ".txt", ".log", ".out", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf",
		".ico",
		".diff", ".patch", ".bak", ".orig", ".pid", ".drawio", ".example", ".sample", ".dist":
		return !strings.EqualFold(path.Base(name), "CMakeLists.txt") &&
			!strings.HasPrefix(path.Base(name), "requirements") && !strings.Contains(name, "testdata/")
	}
	switch base := path.Base(name); {
	case base == "LICENSE", base == ".gitignore", base == ".gitattributes", base == ".editorconfig", base == ".mailmap",
		base == "renovate.json", strings.HasPrefix(name, ".devcontainer/"), strings.HasPrefix(name, ".idea/"),
		strings.HasPrefix(name, "docs/") && shell.FamilyOf(path.Ext(base)) == "", base == "CODEOWNERS",
		base == "CHANGELOG", base == "AUTHORS", base == "VERSION", name == "docs/conf.py",
		strings.HasPrefix(name, ".github/"), strings.Contains(name, "/.github/"), strings.HasPrefix(name, ".claude/"),
		strings.Contains(name, "/.claude/"), strings.Contains(name, "/.git/"), strings.HasPrefix(name, ".vscode/"):
		return true
	}
	return false
}

// isBuildOutput reports whether a build or a test run leaves such a file or folder. Removing it changes no result.
func isBuildOutput(name string) bool {
	const folders = " dist build out target coverage htmlcov node_modules __pycache__ .pytest_cache .mypy_cache " +
		".ruff_cache .cache .next .nuxt .turbo tmp logs .coverage bin obj .nyc_output .parcel-cache " +
		".svelte-kit .vite .gradle .tox .nox .hypothesis .eggs .terraform .dart_tool .build DerivedData " +
		"storybook-static .angular .output .vercel .netlify .serverless .aws-sam _site .jekyll-cache .docusaurus " +
		".eslintcache .stylelintcache "
	const extensions = " .out .log .pid .tmp .prof .o .pyc .class .test .cov .lcov .orig .rej .bak "
	base := path.Base(name)
	begins := []string{"junit", "coverage.", ".venv", "venv", "test-results", "playwright-report"}
	return strings.Contains(folders, " "+base+" ") || strings.Contains(name, "node_modules/") ||
		slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(base, begin) }) ||
		path.Ext(name) != "" && strings.Contains(extensions, " "+path.Ext(name)+" ")
}

// canAffect reports whether the change can alter the result of a tool of a family of languages; "" means any family.
func canAffect(w *ledger.Write, family, root string) bool {
	switch {
	case w.Folder || w.Path == "" && !w.Tree || ledger.IsOutside(w.Path, root) || path.IsAbs(w.Path) && strings.HasPrefix(root,
		"/tmp/") && strings.HasPrefix(w.Path, "/tmp/"):
		return false
	case w.Tree:
		// it may be generated code, which no check of proto files reads
		return family != "proto" || strings.Contains(w.Command, "git ")
	case w.Renamed && isTestFile(w.Path) && path.Ext(w.Path) != ".java" && path.Ext(w.Path) != ".php":
		return false
	case isUncheckedFile(w.Path), isInOutputFolder(w.Path), w.Deleted && isBuildOutput(w.Path), w.Comment,
		w.BuildOutput:
		return false
	case family != "" && family != "tf" && isDeploymentConfig(w.Path):
		return false
	}
	of := shell.FamilyOfFile(w.Path)
	if ext := path.Ext(w.Path); ext != "" && strings.Contains(styleSheets, " "+strings.ToLower(ext)+" ") {
		of = "js"
	}
	return of == "" || family == "" || of == family
}

// isInOutputFolder reports whether a file is in a folder for build output or temporary files.
func isInOutputFolder(name string) bool {
	const folders = " dist coverage htmlcov node_modules __pycache__ .pytest_cache .mypy_cache .next .nuxt .turbo " +
		".cache .nyc_output "
	dirs := strings.Split(path.Dir(name), "/")
	return strings.Contains(" tmp temp scratch .scratch .tmp ", " "+dirs[0]+" ") ||
		slices.ContainsFunc(dirs, func(dir string) bool { return strings.Contains(folders, " "+dir+" ") })
}

// isDeploymentConfig reports whether a file says how the program is packaged and where it runs. No test of a language
// reads it.
func isDeploymentConfig(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch {
	case strings.HasPrefix(base, "dockerfile"), strings.HasSuffix(base, ".dockerfile"), base == ".dockerignore",
		strings.HasPrefix(base, "docker-compose"), strings.HasPrefix(base, "compose."), base == "procfile",
		base == "fly.toml", base == "vercel.json", base == "netlify.toml", base == ".gitlab-ci.yml",
		base == "jenkinsfile":
		return true
	}
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(dir string) bool {
		return dir == "k8s" || dir == "helm" || dir == "charts" || dir == "chart" || dir == "kubernetes" ||
			dir == "deploy" ||
			dir == ".circleci"
	}) && shell.FamilyOf(path.Ext(base)) == ""
}

// buildFiles are the files that only one build system reads, and the programs that do so.
var buildFiles = []struct{ names, programs string }{
	{" configure.ac configure.in configure Makefile.am Makefile.in aclocal.m4 autogen.sh ", " make autoreconf "},
	{" CMakeLists.txt CMakePresets.json ", " cmake ctest ninja make "},
	{" meson.build meson_options.txt meson.options ", " meson ninja "},
	{" BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel MODULE.bazel ", " bazel bazelisk "},
	{" build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties ", " gradle gradlew "},
	{" pom.xml ", " mvn mvnw mvnd "},
	{" build.sbt ", " sbt "},
	{" .babelrc babel.config.js ", " jest babel webpack "},
	{" vite.config.ts vite.config.js vite.config.mjs ", " vite vitest "},
	{" .mocharc.json .mocharc.js .mocharc.yml ", " mocha "},
}

// isForOtherTool reports whether a file is for another build system or test runner than a program: when a project
// moves from one to the other, it is removed after the last build.
func isForOtherTool(name, program string) bool {
	base := path.Base(name)
	for _, row := range buildFiles {
		if strings.Contains(row.names, " "+base+" ") {
			return !strings.Contains(row.programs, " "+program+" ") && slices.ContainsFunc(buildFiles,
				func(other struct{ names, programs string }) bool {
					return strings.Contains(other.programs, " "+program+" ")
				})
		}
	}
	tool, _, ok := strings.Cut(base, ".config.") // "jest.config.js" is nothing to vitest
	return ok && program != "" && tool != program && shell.IsTool(tool) && shell.IsTool(program) &&
		shell.InterpretedLanguage(program) == "" && program != "npm" && program != "pnpm" && program != "yarn"
}
