package filekinds

import (
	"path"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// dotFile matches the name of a configuration file that begins with a dot.
var dotFile = text.LazyRegexp{Expr: `^\.(?:env|git|eslint|prettier|babel|npm|nvm|docker|editorconfig|` +
	`stylelint|flake8|pylint|coverage|pre-commit|golangci|clang|rubocop|tool-versions|python-version|` +
	`node-version|ruby-version)[\w.-]*$`}

// LooksLikeFile reports whether a word is the name of a file, by its extension, or of a folder, by a slash at its end.
func LooksLikeFile(name string) bool {
	if name == "" || strings.ContainsAny(name, " (){}<>=;\"'$*@,") || strings.HasPrefix(name, "-") ||
		strings.Contains(name, "://") {
		return false
	}
	ext := path.Ext(name)
	base := path.Base(name)
	if dotFile.MatchString(base) {
		return true
	}
	if strings.Contains(name, "/") && pathWithExtension.MatchString(name) {
		return true
	}
	return len(ext) > 1 && len(ext) <= 8 && strings.Trim(ext[1:], "0123456789") != "" && isKnownExtension(ext) ||
		strings.Contains(bareFileNames, " "+base+" ") ||
		strings.HasPrefix(base, "Dockerfile.") || strings.HasSuffix(base, ".Dockerfile") ||
		strings.HasSuffix(name, "/") && len(name) > 2
}

// bareFileNames are names of files without an extension.
const bareFileNames = " Makefile Dockerfile LICENSE CODEOWNERS Procfile Jenkinsfile Justfile Vagrantfile Gemfile " +
	"Rakefile " +
	"justfile makefile Brewfile Caddyfile Containerfile Tiltfile NOTICE "

// pathWithExtension matches the path of a file of any kind.
var pathWithExtension = text.LazyRegexp{Expr: `^(?:[\w@.-]+/)+[\w-]*\.[a-z]{1,10}$|` +
	`^\.(?:husky|githooks|git/hooks|circleci|buildkite)/[\w-]+$`}

// extensions are those of files that a message may name, besides sources.
var extensions = text.Lazy[map[string]bool]{Make: func() map[string]bool {
	m := map[string]bool{}
	for ext := range strings.FieldsSeq("xlsx pptx docx parquet vim bak md mdx txt rst json jsonl yaml yml toml ini " +
		"cfg conf env lock xml html htm " +
		"css scss less sql sh bash " +
		"zsh fish ps1 bat c h cc cpp cxx hpp m mm proto graphql gql csv tsv svg png jpg gif pdf log mod sum gradle " +
		"properties tmpl tpl j2 " +
		"ejs hbs erb lua pl r jl nix dockerfile mk cmake bazel bzl golden snap patch diff service plist astro " +
		"prisma sol v hs ml elm clj bak orig old tmp pem key crt") {
		m["."+ext] = true
	}
	return m
}}

func isKnownExtension(ext string) bool {
	ext = strings.ToLower(ext)
	return extensions.Get()[ext] || shell.FamilyOf(ext) != ""
}
