// Package filekinds says what a file is by its name alone: a file at all, a test, build output, settings of a linter, a
// file of the project or a temporary one. No file is read.
package filekinds

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// IsLinterConfig reports whether a file does nothing but configure a linter.
func IsLinterConfig(name string) bool {
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

// IsTaskFile reports whether a file does nothing but define the commands of a task runner.
func IsTaskFile(name string) bool {
	switch base := strings.ToLower(path.Base(name)); base {
	case "makefile", "gnumakefile", "justfile", ".justfile", "taskfile.yml", "taskfile.yaml":
		return true
	}
	return path.Ext(name) == ".sh" && strings.HasPrefix(name, "scripts/")
}

// IsUnchecked reports whether no test, build or check depends on a file: prose, pictures, logs, settings of
// editors.
func IsUnchecked(name string) bool {
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

// IsBuildOutput reports whether a build or a test run leaves such a file or folder. Removing it changes no result.
func IsBuildOutput(name string) bool {
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

// IsInOutputFolder reports whether a file is in a folder for build output or temporary files.
func IsInOutputFolder(name string) bool {
	const folders = " dist coverage htmlcov node_modules __pycache__ .pytest_cache .mypy_cache .next .nuxt .turbo " +
		".cache .nyc_output "
	dirs := strings.Split(path.Dir(name), "/")
	return strings.Contains(" tmp temp scratch .scratch .tmp ", " "+dirs[0]+" ") ||
		slices.ContainsFunc(dirs, func(dir string) bool { return strings.Contains(folders, " "+dir+" ") })
}

// IsDeploymentConfig reports whether a file says how the program is packaged and where it runs. No test of a language
// reads it.
func IsDeploymentConfig(name string) bool {
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

// IsForOtherTool reports whether a file is for another build system or test runner than a program: when a project
// moves from one to the other, it is removed after the last build.
func IsForOtherTool(name, program string) bool {
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

// IsAmongSources reports whether a file is in a folder for sources, tests or their data.
func IsAmongSources(name string) bool {
	const folders = " src lib app test tests spec __tests__ testdata fixtures resources templates views internal pkg "
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"),
		func(dir string) bool { return strings.Contains(folders, " "+dir+" ") })
}

// testFiles match names of files that contain only tests. The tests in other files do not depend on them.
var testFiles = text.LazyRegexp{Expr: `(?:^|/)test_\w+\.py$|_(?:test|spec)\.\w+$|\.(?:test|spec|cy)\.\w+$|` +
	`(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|swift|php|scala)$|\.bats$`}

// IsTest reports whether a file contains only tests.
func IsTest(name string) bool { return testFiles.Get().MatchString(name) }

// IsOutside reports whether a file does not belong to the project: a temporary file, or one in claude's own folder.
func IsOutside(name, root string) bool {
	if !path.IsAbs(name) {
		return strings.HasPrefix(name, "../") || strings.HasPrefix(name, "~/.claude") || strings.HasPrefix(name,
			"$TMPDIR")
	}
	for _, dir := range []string{"/tmp/", "/var/tmp/", "/private/tmp/", "/dev/", "/var/folders/"} {
		if strings.HasPrefix(name, dir) && !strings.HasPrefix(root, dir) {
			return true
		}
	}
	return strings.Contains(name, "/.claude/")
}
