package sandbox

import (
	"path/filepath"
	"slices"
	"strings"
)

// This file lists what tests need from the user's home. A list of secrets would be incomplete, because nobody knows all
// programs that store a key somewhere. The reviewer does not see anything that is not listed here.

// toolchain is a directory with installed programs, libraries, or a cache of downloads.
type toolchain struct {
	dir      string // relative to the home; "" if only the variable names the directory
	variable string // the environment variable that moves the directory; "" for none
	names    string // the entries of it that are needed, separated by spaces; "" for all. They contain no credentials
}

// toolchains are the directories that the reviewer sees. A configuration file is listed only if its tool stores
// credentials in another file.
var toolchains = []toolchain{
	// claude itself
	{".claude", "", "local"}, {".local/share/claude", "", ""},
	// Go
	{"go", "GOPATH", "bin pkg"}, {"go/pkg/mod", "GOMODCACHE", ""}, {".cache/go-build", "GOCACHE", ""},
	{"", "GOROOT", ""}, {"sdk", "", ""}, {".gvm", "", "bin gos pkgsets scripts"}, {".goenv", "GOENV_ROOT", ""},
	{".cache/golangci-lint", "GOLANGCI_LINT_CACHE", ""}, {".cache/gopls", "", ""}, {".cache/staticcheck", "", ""},
	// Node
	{".npm", "npm_config_cache", "_cacache _npx _prebuilds"}, {"", "NPM_CONFIG_CACHE", "_cacache _npx _prebuilds"},
	{".npm-global", "", "bin lib"},
	{".npm-packages", "", "bin lib"}, {".nvm", "NVM_DIR", ""}, {".fnm", "", ""}, {".local/share/fnm", "FNM_DIR", ""},
	{".nodenv", "NODENV_ROOT", ""}, {"n", "N_PREFIX", "bin include lib n"}, {".volta", "VOLTA_HOME", "bin cache tools"},
	{".bun", "BUN_INSTALL", "bin install"}, {".deno", "DENO_INSTALL", "bin"}, {".cache/deno", "DENO_DIR", ""},
	{".local/share/pnpm", "PNPM_HOME", ""}, {".pnpm-store", "", ""}, {".cache/pnpm", "", ""},
	{".local/state/pnpm", "", ""}, {".yarn", "", "berry bin cache releases"}, {".cache/yarn", "YARN_CACHE_FOLDER", ""},
	{".config/yarn", "", "global link"}, {".cache/node", "", ""}, {"", "COREPACK_HOME", ""},
	{".cache/node-gyp", "", ""},
	{".node-gyp", "", ""}, {"node_modules", "", ""}, {".cache/typescript", "", ""}, {".cache/prisma", "", ""},
	{".cache/electron", "", ""}, {".cache/ms-playwright", "PLAYWRIGHT_BROWSERS_PATH", ""},
	{".cache/puppeteer", "PUPPETEER_CACHE_DIR", ""}, {".cache/Cypress", "CYPRESS_CACHE_FOLDER", ""},
	// Python
	{".pyenv", "PYENV_ROOT", ""}, {".cache/uv", "UV_CACHE_DIR", ""}, {".local/share/uv", "", "python tools"},
	{"", "UV_PYTHON_INSTALL_DIR", ""}, {"", "UV_TOOL_DIR", ""}, {".cache/pip", "PIP_CACHE_DIR", ""},
	{".local/lib", "", ""}, {".local/pipx", "PIPX_HOME", ""}, {".local/share/pipx", "", ""},
	{".cache/pypoetry", "POETRY_CACHE_DIR", ""}, {".local/share/pypoetry", "POETRY_HOME", ""}, {".cache/pdm", "", ""},
	{".local/share/pdm", "", "venvs"}, {".local/share/hatch", "", "env pythons"},
	{".cache/pre-commit", "PRE_COMMIT_HOME", ""},
	{".local/share/virtualenvs", "WORKON_HOME", ""}, {".local/share/virtualenv", "", ""}, {".virtualenvs", "", ""},
	{".venv", "VIRTUAL_ENV", ""}, {".venvs", "", ""}, {".conda", "", "envs environments.txt pkgs"},
	{"", "CONDA_PREFIX", ""},
	{"miniconda3", "", ""}, {"anaconda3", "", ""}, {"miniforge3", "", ""}, {"mambaforge", "", ""},
	{"micromamba", "MAMBA_ROOT_PREFIX", ""}, {".local/share/mamba", "", ""}, {".local/share/jupyter", "", "kernels"},
	{".cache/huggingface", "HF_HOME", "datasets hub modules xet"}, {".cache/torch", "TORCH_HOME", ""},
	{".cache/matplotlib", "", ""}, {"nltk_data", "NLTK_DATA", ""},
	{".keras", "KERAS_HOME", "datasets keras.json models"},
	// Rust
	{".cargo", "CARGO_HOME", "bin config config.toml env git registry .crates.toml .crates2.json .global-cache"},
	{".rustup", "RUSTUP_HOME", ""}, {".cache/sccache", "SCCACHE_DIR", ""},
	// Java, Kotlin, Scala, Clojure, Android
	{".sdkman", "SDKMAN_DIR", "bin candidates contrib ext libexec src var"}, {"", "JAVA_HOME", ""}, {".jdks", "", ""},
	{".jenv", "JENV_ROOT", "bin libexec plugins shims version versions"}, {".jabba", "JABBA_HOME", "bin jdk"},
	{".m2", "", "repository toolchains.xml wrapper"},
	{".gradle", "GRADLE_USER_HOME", "caches jdks kotlin native nodejs notifications wrapper"}, {".konan", "", ""},
	{".ivy2", "", "cache local"}, {".sbt", "", "boot launchers"}, {".cache/coursier", "COURSIER_CACHE", ""},
	{".local/share/coursier", "", "bin"}, {".lein", "", "self-installs"}, {"Android/Sdk", "ANDROID_HOME", ""},
	{"", "ANDROID_SDK_ROOT", ""},
	// Ruby
	{".rbenv", "RBENV_ROOT", ""}, {".rvm", "", "bin environments gems lib rubies scripts wrappers"},
	{".rubies", "", ""},
	{".gem", "", "ruby specs"}, {".local/share/gem", "", "ruby specs"}, {".cache/gem", "", ""},
	{"", "GEM_HOME", "bin build_info bundler cache extensions gems plugins specifications"},
	{".bundle", "BUNDLE_USER_HOME", "cache plugin"}, {"", "BUNDLE_USER_CACHE", ""},
	// PHP
	{".composer", "COMPOSER_HOME", "cache vendor"}, {".config/composer", "", "vendor"},
	{".cache/composer", "COMPOSER_CACHE_DIR", ""}, {".phpenv", "", "bin libexec shims version versions"},
	// .NET
	{".dotnet", "DOTNET_ROOT", "LICENSE.txt ThirdPartyNotices.txt dotnet host metadata packs sdk sdk-advertising " +
		"sdk-manifests shared templates toolResolverCache tools"},
	{".nuget", "", "packages"}, {"", "NUGET_PACKAGES", ""}, {".local/share/NuGet", "", "http-cache v3-cache"},
	// C, C++, and builds in general
	{".cache/ccache", "CCACHE_DIR", ""}, {".ccache", "", ""}, {".cache/bazel", "", ""}, {".cache/bazelisk", "", ""},
	{".conan2", "CONAN_HOME", "p profiles"}, {".conan", "", "data profiles"}, {".cache/vcpkg", "", ""},
	{".nix-profile", "", ""}, {".local/state/nix", "", "profiles"}, {".asdf", "ASDF_DATA_DIR",
		"asdf.sh bin completions installs lib libexec plugins shims"},
	{".local/share/mise", "MISE_DATA_DIR", "installs plugins shims"},
	{".proto", "PROTO_HOME", "bin plugins shims tools"},
	// other languages
	{".mix", "MIX_HOME", ""}, {".hex", "HEX_HOME", "cache.ets packages"}, {".cache/rebar3", "", ""},
	{".ghcup", "", ""}, {".cabal", "CABAL_DIR", "bin packages store"}, {".cache/cabal", "", ""},
	{".local/state/cabal", "", "store"}, {".stack", "STACK_ROOT", "indices pantry programs setup-exe-cache snapshots"},
	{".opam", "OPAMROOT", ""}, {".pub-cache", "PUB_CACHE", "bin git global_packages hosted hosted-hashes"},
	{"flutter", "FLUTTER_ROOT", ""}, {".swiftpm", "", "cache"}, {".cache/org.swift.swiftpm", "", ""},
	{".local/share/swiftly", "", ""}, {".cache/zig", "", ""}, {".nimble", "", "bin pkgs pkgs2"}, {".choosenim", "", ""},
	{".julia", "JULIA_DEPOT_PATH", "artifacts clones compiled juliaup packages registries"}, {".juliaup", "", ""},
	{"R", "R_LIBS_USER", ""}, {".cache/R", "", ""}, {"perl5", "", ""}, {".plenv", "", ""},
	{".luarocks", "", "bin lib share"}, {".cache/crystal", "", ""}, {".cache/shards", "", ""},
	{".terraform.d", "", "plugin-cache plugins"}, {"", "TF_PLUGIN_CACHE_DIR", ""}, {".tfenv", "", "bin lib versions"},
	{".foundry", "", "bin"}, {".svm", "", ""}, {".cache/hardhat-nodejs", "", ""},
	// files with tool versions that are looked for above the project, ignore files, fonts
	{".tool-versions", "", ""}, {".nvmrc", "", ""}, {".node-version", "", ""}, {".python-version", "", ""},
	{".ruby-version", "", ""}, {".java-version", "", ""}, {".config/git", "", "attributes ignore"}, {".fonts", "", ""},
	{".local/share/fonts", "", ""}, {".cache/fontconfig", "", ""},
	// Homebrew on Linux
	{"/home/linuxbrew/.linuxbrew", "HOMEBREW_PREFIX", "Cellar Homebrew bin etc/ca-certificates etc/openssl@3 include " +
		"lib opt sbin share"},
}

// certificateVariables name files with certificates of authorities. Behind some company proxies no TLS connection
// succeeds without them.
var certificateVariables = []string{
	"AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
	"HTTPLIB2_CA_CERTS", "NIX_SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR",
	"SSL_CERT_FILE",
}

// baseDirectories are directories in a home whose place a variable can change.
var baseDirectories = map[string]string{
	".cache/": "XDG_CACHE_HOME", ".config/": "XDG_CONFIG_HOME", ".local/share/": "XDG_DATA_HOME",
	".local/state/": "XDG_STATE_HOME",
}

// macDirectories are the places of [baseDirectories] on macOS.
var macDirectories = map[string]string{
	".cache/": "Library/Caches/", ".local/share/": "Library/Application Support/",
}

// neededPaths returns the paths that tests need: some in the home, and those that PATH and other variables name.
func neededPaths(home string, getenv func(string) string) (list []string) {
	add := func(dir, names string) {
		if !filepath.IsAbs(dir) || within(home, dir) {
			return // a variable that names the home or a parent of it names no toolchain
		}
		if names == "" {
			list = append(list, dir)
		}
		for _, name := range strings.Fields(names) {
			list = append(list, filepath.Join(dir, name))
		}
	}
	for _, t := range toolchains {
		for _, dir := range filepath.SplitList(getenv(t.variable)) {
			add(filepath.Clean(dir), t.names)
		}
		if filepath.IsAbs(t.dir) {
			add(t.dir, t.names)
		} else if t.dir != "" {
			add(filepath.Join(home, t.dir), t.names)
		}
		for base, variable := range baseDirectories {
			if rest, ok := strings.CutPrefix(t.dir, base); ok {
				add(filepath.Join(getenv(variable), rest), t.names)
				if mac := macDirectories[base]; mac != "" {
					add(filepath.Join(home, mac, rest), t.names)
				}
			}
		}
	}
	for _, name := range certificateVariables {
		add(filepath.Clean(getenv(name)), "")
	}
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		dir = filepath.Clean(dir)
		add(dir, "")
		if slices.Contains(programDirectories, filepath.Base(dir)) {
			add(filepath.Dir(dir), besidePrograms)
		}
	}
	return list
}

// programDirectories are common names of directories in PATH. The files that their programs load are in the directories
// that besidePrograms lists.
var programDirectories = []string{"bin", "condabin", "sbin", "shims"}

const besidePrograms = "conda-meta include lib lib64 libexec pyvenv.cfg"
