package sandbox

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/provider"
)

// This file lists the environment variables that a reviewer gets. As in needed.go, a list of secrets would be
// incomplete: nobody knows all variables that contain a key, name a socket, or change what a program prints. The
// reviewer does not get any other variable, and is told the names of those.

// usualVariables are variables that all programs use. The entries are patterns of [path.Match].
const usualVariables = "PATH HOME USER LOGNAME SHELL PWD LANG LANGUAGE LC_* TZ TERM COLORTERM NO_COLOR FORCE_COLOR " +
	"CLICOLOR CLICOLOR_FORCE TMPDIR TMP TEMP HOSTNAME HOSTTYPE OSTYPE MACHTYPE CI CONTINUOUS_INTEGRATION TEST_* " +
	"http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY " +
	"CCC_LANG CCC_IN_REVIEW CCC_REVIEW CCC_REVIEWER CCC_STARTED_CLAUDE"

// claudeVariables are variables that claude reads, except those that choose its API: see [provider.IsAPIVariable]. A
// request of the reviewer begins like the agent's only if both claudes have the same values.
const claudeVariables = "CLAUDE_CONFIG_DIR CLAUDE_CODE_DISABLE_* CLAUDE_CODE_ENABLE_* CLAUDE_CODE_MAX_* " +
	"CLAUDE_CODE_CLIENT_* CLAUDE_CODE_CERT_STORE CLAUDE_CODE_PROXY_* CLAUDE_CODE_GATEWAY_* CLAUDE_CODE_EFFORT_LEVEL " +
	"CLAUDE_CODE_API_KEY_HELPER_TTL_MS CLAUDE_CODE_EXTRA_BODY CLAUDE_CODE_ATTRIBUTION_HEADER " +
	"CLAUDE_CODE_SHELL CLAUDE_CODE_USE_* CLAUDE_CODE_SIMPLE CLAUDE_CODE_SYNTAX_HIGHLIGHT CLAUDE_CODE_GLOB_* " +
	"CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS CLAUDE_CODE_AUTO_COMPACT_WINDOW CLAUDE_AUTOCOMPACT_PCT_OVERRIDE " +
	"CLAUDE_CODE_CONNECT_TIMEOUT_MS CLAUDE_CODE_FORK_SUBAGENT CLAUDE_CODE_STREAM_* CLAUDE_STREAM_* " +
	"CLAUDE_ENABLE_* CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR CLAUDE_CODE_OTEL_* " +
	"API_TIMEOUT_MS API_FORCE_IDLE_TIMEOUT BASH_DEFAULT_TIMEOUT_MS BASH_MAX_TIMEOUT_MS BASH_MAX_OUTPUT_LENGTH " +
	"MAX_THINKING_TOKENS MAX_MCP_OUTPUT_TOKENS MAX_STRUCTURED_OUTPUT_RETRIES DISABLE_* ENABLE_* USE_BUILTIN_RIPGREP " +
	"USE_API_CONTEXT_MANAGEMENT IS_SANDBOX CLOUD_ML_REGION VERTEX_REGION_* MCP_TIMEOUT MCP_TOOL_TIMEOUT"

// buildVariables are variables of compilers, interpreters, build tools and tests, except those of [toolchains].
// Variables of a package registry are listed only if they contain no credentials.
const buildVariables = "GO111MODULE GOARCH GOOS GOARM GOAMD64 GOBIN GODEBUG GOENV GOEXPERIMENT GOFLAGS " +
	"GOGC GOINSECURE GOMAXPROCS GOMEMLIMIT GONOPROXY GONOSUMCHECK GONOSUMDB GOPRIVATE GOPROXY GORACE GOROOT_FINAL " +
	"GOSUMDB GOTMPDIR GOTOOLCHAIN GOTRACEBACK GOVCS GOWORK GOCOVERDIR CGO_* " +
	"NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NVM_BIN NVM_INC npm_config_registry npm_config_prefix " +
	"NPM_CONFIG_PREFIX N_PRESERVE_COREPACK COREPACK_ENABLE_* BABEL_ENV JEST_* VITEST VITEST_* CYPRESS_INSTALL_BINARY " +
	"PYTHON* PYENV_VERSION PYENV_SHELL PYTEST_* TOX_* NOX_* UV_PYTHON UV_OFFLINE UV_LINK_MODE UV_PROJECT_ENVIRONMENT " +
	"UV_NO_* PIP_NO_* PIP_DISABLE_PIP_VERSION_CHECK PIP_REQUIRE_VIRTUALENV POETRY_VIRTUALENVS_* " +
	"VIRTUAL_ENV_* CONDA_* MAMBA_* DJANGO_SETTINGS_MODULE FLASK_APP FLASK_ENV HYPOTHESIS_* " +
	"RUSTFLAGS RUSTDOCFLAGS RUSTC RUSTC_* RUST_* RUSTUP_TOOLCHAIN CARGO_BUILD_* CARGO_INCREMENTAL CARGO_NET_OFFLINE " +
	"CARGO_TARGET_DIR CARGO_TERM_* CARGO_PROFILE_* " +
	"JAVA_* JDK_HOME JDK_JAVA_OPTIONS JRE_HOME _JAVA_OPTIONS CLASSPATH MAVEN_ARGS MAVEN_HOME MAVEN_OPTS M2_HOME " +
	"GRADLE_HOME GRADLE_OPTS KOTLIN_HOME SCALA_HOME SBT_OPTS LEIN_HOME ANT_HOME ANT_OPTS ANDROID_* " +
	"RUBYLIB RUBYOPT RUBY_* GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH BUNDLE_WITH BUNDLE_WITHOUT BUNDLE_JOBS BUNDLE_FROZEN " +
	"RAILS_ENV RACK_ENV PHPRC PHP_INI_SCAN_DIR APP_ENV COMPOSER_ALLOW_SUPERUSER COMPOSER_NO_INTERACTION DOTNET_* " +
	"NUGET_XMLDOC_MODE MSBUILD* ASPNETCORE_ENVIRONMENT " +
	"CC CXX CPP AR AS LD NM RANLIB STRIP CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS CPATH C_INCLUDE_PATH " +
	"CPLUS_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH DYLD_* PKG_CONFIG* CMAKE_* CTEST_* MAKEFLAGS MAKELEVEL NINJA_* " +
	"CCACHE_* SCCACHE_IDLE_TIMEOUT MESON_* VCPKG_ROOT VCPKG_DEFAULT_* CUDA_* NVIDIA_VISIBLE_DEVICES OMP_* MKL_* " +
	"OPENBLAS_* ACLOCAL_PATH MANPATH INFOPATH DEVELOPER_DIR SDKROOT MACOSX_DEPLOYMENT_TARGET " +
	"NIX_PATH NIX_PROFILES NIX_CFLAGS_* NIX_LDFLAGS NIX_CC NIX_BINTOOLS NIX_STORE IN_NIX_SHELL LOCALE_ARCHIVE " +
	"HOMEBREW_CELLAR HOMEBREW_REPOSITORY MIX_ENV ERL_* ELIXIR_ERL_OPTIONS GHC_* HASKELL_DIST_DIR PERL5LIB " +
	"PERL_* LUA_* R_HOME R_LIBS JULIA_LOAD_PATH JULIA_NUM_THREADS JULIA_PROJECT ASDF_DIR MISE_SHELL TF_IN_AUTOMATION " +
	"GIT_AUTHOR_DATE GIT_AUTHOR_EMAIL GIT_AUTHOR_NAME GIT_CEILING_DIRECTORIES GIT_COMMITTER_DATE GIT_COMMITTER_EMAIL " +
	"GIT_COMMITTER_NAME GIT_CONFIG_NOSYSTEM SOURCE_DATE_EPOCH"

// cloudVariables maps a variable that selects a cloud for claude to the variables that claude needs for that cloud.
var cloudVariables = map[string]string{
	"CLAUDE_CODE_USE_BEDROCK":      "AWS_*",
	"CLAUDE_CODE_USE_MANTLE":       "AWS_*",
	"CLAUDE_CODE_USE_VERTEX":       "GOOGLE_* GCLOUD_PROJECT GCP_PROJECT CLOUDSDK_* GCE_METADATA_HOST",
	"CLAUDE_CODE_USE_FOUNDRY":      "AZURE_* IDENTITY_ENDPOINT IDENTITY_HEADER MSI_ENDPOINT MSI_SECRET",
	"CLAUDE_CODE_ENABLE_TELEMETRY": "OTEL_*",
}

// variables returns patterns for the names of the variables that the reviewer gets.
func (r Reviewer) variables(l logins) (patterns []string) {
	patterns = strings.Fields(usualVariables + " " + claudeVariables + " " + buildVariables)
	for _, t := range toolchains {
		patterns = append(patterns, t.variable)
	}
	patterns = append(patterns, certificateVariables...)
	for _, name := range baseDirectories {
		patterns = append(patterns, name)
	}
	for name, needed := range cloudVariables {
		if l.isOn(name) {
			patterns = append(patterns, strings.Fields(needed)...)
		}
	}
	return append(patterns, r.File.Supervisor.Environment...)
}

// Environment returns the variables of env that the reviewer gets, and the names of those that it does not get.
func (f Found) Environment(env []string) (kept, missing []string) {
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		switch needed := func(pattern string) bool {
			match, _ := path.Match(pattern, name) // the patterns are valid
			return match
		}; {
		case f.Kind == Replay, provider.IsAPIVariable(name), slices.ContainsFunc(f.Variables, needed):
			kept = append(kept, kv)
		case !slices.Contains(missing, name):
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return kept, missing
}

// cageEnv returns the environment of a program in the cage.
func cageEnv(env []string) []string {
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		env, _ = cutVariable(env, name)
	}
	// A cage consists of mounts. Without this variable git does not look for the repository above a mount.
	return append(slices.Clip(env), "TMPDIR=/tmp", "GIT_DISCOVERY_ACROSS_FILESYSTEM=1")
}

// cutVariable removes a variable from env and returns its value.
func cutVariable(env []string, name string) (rest []string, value string) {
	for _, kv := range env {
		if text, ok := strings.CutPrefix(kv, name+"="); ok {
			value = text
			continue
		}
		rest = append(rest, kv)
	}
	return rest, value
}

// resolveExisting resolves the symbolic links of the paths that exist.
func resolveExisting(paths []string) (list []string) {
	for _, path := range paths {
		if real, ok := resolve(path); ok && !slices.Contains(list, real) {
			list = append(list, real)
		}
	}
	return list
}

// resolve returns the path without symbolic links. ok is false if it does not exist.
func resolve(path string) (real string, ok bool) {
	if !file.Exists(path) {
		return "", false // most toolchains do not exist, and EvalSymlinks would look at each directory of a path
	}
	real, err := filepath.EvalSymlinks(path)
	return real, err == nil
}
