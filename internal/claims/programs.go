package claims

import (
	"path"
	"slices"
	"strings"
)

// kinds are what a command can prove.
type kinds uint16

const (
	tests kinds = 1 << iota
	build
	lint
	types
	execute // it runs the program, or asks a server
	commit
	push
	deploy
	inspect // it shows something
)

// A tool is a program, or a subcommand of one, and what it proves.
type tool struct {
	name   string // the program; several are separated by spaces
	sub    string // the subcommand, "" for any; "*x" where it may be any of the arguments
	kinds  kinds
	family string // of languages, see familyOf
	// The table's own tests: a command line that matches this row, and one of the same program that does not.
	example, counter string
}

// compiled lists what a run of tests proves in a compiled language.
const compiled = tests | build | types

// tools are the programs that prove something. The first matching row counts.
var tools = []tool{
	{"go", "test", compiled, "go", "go test ./...", "go env"},
	{"go", "build", build | types, "go", "go build ./...", "go list ./..."},
	{"go", "install", build | types, "go", "go install ./cmd/x", "go mod tidy"},
	{"go", "vet", lint | build | types, "go", "go vet ./...", "go version"},
	{"go", "run", execute | build | types, "go", "go run .", "go fmt ./..."},
	{"gotestsum richgo gotest", "", compiled, "go", "gotestsum ./...", "echo gotestsum"},
	{"ginkgo", "", compiled, "go", "ginkgo -r", "echo ginkgo"},
	{"golangci-lint", "run", lint | types, "go", "golangci-lint run", "golangci-lint linters"},
	{"staticcheck revive gosec errcheck govulncheck", "", lint, "go", "staticcheck ./...", "echo staticcheck"},
	{"gofmt gofumpt goimports", "", lint, "go", "gofmt -l .", "echo gofmt"},

	{"jest vitest mocha ava tap playwright cypress karma jasmine wtr web-test-runner uvu nyc c8", "", tests, "js",
		"vitest run", "echo jest"},
	{"node", "--test", tests, "js", "node --test", "node server.js"},
	{"deno", "test", tests | types, "js", "deno test -A", "deno cache x.ts"},
	{"deno", "check", types, "js", "deno check x.ts", "deno info"},
	{"deno", "lint", lint, "js", "deno lint", "deno upgrade"},
	{"deno", "run", execute, "js", "deno run x.ts", "deno help"},
	{"bun", "test", tests, "js", "bun test", "bun install"},
	{"bun", "build", build, "js", "bun build x.ts", "bun add x"},
	{"react-scripts craco", "test", tests, "js", "react-scripts test", "react-scripts eject"},
	{"react-scripts craco", "build", build, "js", "react-scripts build", "react-scripts eject"},
	{"ng nx turbo lerna", "*test", tests, "js", "nx run-many -t test", "nx graph"},
	{"ng nx turbo lerna", "*build", build | types, "js", "turbo run build", "turbo prune"},
	{"ng nx turbo lerna", "*lint", lint, "js", "turbo lint", "turbo login"},
	{"ng nx turbo lerna", "*typecheck", types, "js", "turbo typecheck", "turbo link"},
	{"tsc vue-tsc svelte-check astro-check", "", types | build, "js", "tsc --noEmit", "echo tsc"},
	{"tsup rollup esbuild webpack parcel swc babel", "", build, "js", "rollup -c", "echo rollup"},
	{"vite next nuxt astro remix gatsby expo", "build", build | types, "js", "vite build", "vite dev"},
	{"next", "lint", lint, "js", "next lint", "next telemetry"},
	{"eslint oxlint standard xo stylelint prettier htmlhint markdownlint markdownlint-cli2 dprint", "", lint, "js",
		"eslint .", "echo eslint"},
	{"biome", "*check", lint, "js", "biome check .", "biome init"},
	{"biome", "*ci", lint, "js", "biome ci", "biome start"},
	{"biome", "*lint", lint, "js", "biome lint", "biome stop"},
	{"biome", "*format", lint, "js", "biome format", "biome rage"},
	{"flow", "", types, "js", "flow check", "echo flow"},

	{"pytest py.test nosetests nose2 behave ward", "", tests, "py", "pytest -q", "echo pytest"},
	{"tox nox", "", tests | lint | types, "py", "tox -e py312", "echo tox"},
	{"unittest", "", tests, "py", "python -m unittest", "python -m venv x"},
	{"doctest", "", tests, "py", "python -m doctest x.py", "python -m pip list"},
	{"manage.py", "test", tests, "py", "manage.py test", "manage.py shell"},
	{"manage.py", "check", lint, "py", "manage.py check", "manage.py migrate"},
	{"hatch pdm rye", "test", tests, "py", "hatch test", "hatch env show"},
	{"mypy pyright basedpyright pyre ty pytype", "", types, "py", "mypy src", "echo mypy"},
	{"ruff", "check", lint, "py", "ruff check .", "ruff rule E501"},
	{"ruff", "format", lint, "py", "ruff format --check", "ruff clean"},
	{"flake8 pylint black isort pycodestyle pydocstyle bandit autopep8 yapf", "", lint, "py", "flake8",
		"echo flake8"},
	{"pre-commit prek lefthook", "", lint | types, "", "pre-commit run -a", "echo pre-commit"},
	{"py_compile compileall", "", build, "py", "python -m py_compile x.py", "python -m site"},
	{"uv poetry hatch flit pdm", "build", build, "py", "uv build", "uv sync"},
	{"build", "", build, "py", "python -m build", "echo build"},

	{"cargo", "test", compiled, "rust", "cargo test", "cargo tree"},
	{"cargo", "t", compiled, "rust", "cargo t", "cargo add x"},
	{"cargo", "nextest", compiled, "rust", "cargo nextest run", "cargo doc"},
	{"cargo", "build", build | types, "rust", "cargo build", "cargo new x"},
	{"cargo", "b", build | types, "rust", "cargo b", "cargo init"},
	{"cargo", "check", build | types, "rust", "cargo check", "cargo search x"},
	{"cargo", "clippy", lint | build | types, "rust", "cargo clippy", "cargo update"},
	{"cargo", "fmt", lint, "rust", "cargo fmt --check", "cargo fetch"},
	{"cargo", "run", execute | build | types, "rust", "cargo run", "cargo login"},
	{"rustc", "", build | types, "rust", "rustc x.rs", "rustup update"},
	{"trunk wasm-pack", "build", build, "rust", "wasm-pack build", "wasm-pack new x"},

	{"mvn mvnw mvnd", "*test", compiled, "java", "mvn -q test", "mvn clean"},
	{"mvn mvnw mvnd", "*verify", compiled, "java", "mvn verify", "mvn site"},
	{"mvn mvnw mvnd", "*install", compiled, "java", "mvn install", "mvn validate"},
	{"mvn mvnw mvnd", "*package", compiled, "java", "mvn package", "mvn help"},
	{"mvn mvnw mvnd", "*compile", build | types, "java", "mvn compile", "mvn initialize"},
	{"mvn mvnw mvnd", "*checkstyle:check", lint, "java", "mvn checkstyle:check", "mvn dependency:tree"},
	{"mvn mvnw mvnd", "*spotless:check", lint, "java", "mvn spotless:check", "mvn spotless:apply"},
	{"mvn mvnw mvnd", "*deploy", deploy, "java", "mvn deploy", "mvn versions:set"},
	{"gradle gradlew", "*test", compiled, "java", "./gradlew test", "gradle tasks"},
	{"gradle gradlew", "*check", compiled | lint, "java", "gradle check", "gradle projects"},
	{"gradle gradlew", "*build", compiled, "java", "gradle build", "gradle wrapper"},
	{"gradle gradlew", "*assemble", build | types, "java", "gradle assemble", "gradle clean"},
	{"gradle gradlew", "*compileJava", build | types, "java", "gradle compileJava", "gradle init"},
	{"gradle gradlew", "*compileKotlin", build | types, "java", "gradle compileKotlin", "gradle help"},
	{"gradle gradlew", "*lint", lint, "java", "gradle lint", "gradle properties"},
	{"gradle gradlew", "*detekt", lint, "java", "gradle detekt", "gradle dependencies"},
	{"gradle gradlew", "*ktlintCheck", lint, "java", "gradle ktlintCheck", "gradle ktlintFormat"},
	{"gradle gradlew", "*spotlessCheck", lint, "java", "gradle spotlessCheck", "gradle buildEnvironment"},
	{"gradle gradlew", "*checkstyleMain", lint, "java", "gradle checkstyleMain", "gradle components"},
	{"gradle gradlew", "*publish", deploy, "java", "gradle publish", "gradle model"},
	{"javac kotlinc scalac", "", build | types, "java", "javac A.java", "java -version"},
	{"ktlint checkstyle detekt spotbugs", "", lint, "java", "ktlint", "echo ktlint"},
	{"sbt", "*test", compiled, "java", "sbt test", "sbt reload"},
	{"sbt", "*compile", build | types, "java", "sbt compile", "sbt clean"},

	{"rspec minitest cucumber", "", tests, "ruby", "rspec", "echo rspec"},
	{"rails", "test", tests, "ruby", "rails test", "rails routes"},
	{"rake", "*test", tests, "ruby", "rake test", "rake -T"},
	{"rake", "*spec", tests, "ruby", "rake spec", "rake db:migrate"},
	{"rake", "*rubocop", lint, "ruby", "rake rubocop", "rake notes"},
	{"rubocop standardrb reek", "", lint, "ruby", "rubocop", "echo rubocop"},
	{"srb", "tc", types, "ruby", "srb tc", "srb init"},

	{"phpunit pest codecept behat paratest", "", tests, "php", "vendor/bin/phpunit", "echo phpunit"},
	{"artisan", "test", tests, "php", "php artisan test", "php artisan migrate"},
	{"composer", "test", tests, "php", "composer test", "composer install"},
	{"phpcs php-cs-fixer pint phpmd", "", lint, "php", "phpcs", "echo phpcs"},
	{"phpstan psalm", "", types | lint, "php", "phpstan analyse", "echo phpstan"},

	{"dotnet", "test", compiled, "net", "dotnet test", "dotnet new x"},
	{"dotnet", "build", build | types, "net", "dotnet build", "dotnet restore"},
	{"dotnet", "publish", build | types, "net", "dotnet publish", "dotnet add"},
	{"dotnet", "format", lint, "net", "dotnet format --verify-no-changes", "dotnet tool list"},
	{"dotnet", "run", execute | build | types, "net", "dotnet run", "dotnet sln"},
	{"msbuild", "", build | types, "net", "msbuild x.sln", "echo msbuild"},

	{"ctest", "", tests, "c", "ctest --output-on-failure", "echo ctest"},
	{"cmake", "--build", build | types, "c", "cmake --build build", "cmake -S . -B build"},
	{"ninja", "*test", tests, "c", "ninja test", "ninja -t targets"},
	{"ninja", "*check", tests, "c", "ninja -C build check", "ninja -t clean"},
	{"ninja", "", build | types, "c", "ninja -C build", "echo ninja"},
	{"meson", "test", compiled, "c", "meson test -C build", "meson setup build"},
	{"meson", "compile", build | types, "c", "meson compile", "meson introspect"},
	{"bazel bazelisk", "test", compiled, "", "bazel test //...", "bazel query //..."},
	{"bazel bazelisk", "build", build | types, "", "bazel build //...", "bazel clean"},
	{"gcc g++ cc c++ clang clang++", "", build | types, "c", "gcc -o x x.c", "echo gcc"},
	{"clang-tidy cppcheck clang-format cpplint", "", lint, "c", "clang-tidy x.c", "echo clang-tidy"},
	{"swift", "test", compiled, "swift", "swift test", "swift package init"},
	{"swift", "build", build | types, "swift", "swift build", "swift package show"},
	{"xcodebuild", "*test", compiled, "swift", "xcodebuild test", "echo xcodebuild"},
	{"xcodebuild", "", build | types, "swift", "xcodebuild -scheme x build", "echo xcodebuild"},
	{"swiftlint", "", lint, "swift", "swiftlint", "echo swiftlint"},
	{"flutter dart", "test", tests, "dart", "flutter test", "flutter doctor"},
	{"flutter dart", "analyze", lint | types, "dart", "flutter analyze", "flutter devices"},
	{"flutter", "build", build | types, "dart", "flutter build apk", "flutter clean"},
	{"mix", "test", tests | build, "elixir", "mix test", "mix deps.get"},
	{"mix", "compile", build, "elixir", "mix compile", "mix new x"},
	{"mix", "credo", lint, "elixir", "mix credo", "mix help"},
	{"zig", "build test", compiled, "zig", "zig build test", "zig fmt"},
	{"zig", "test", compiled, "zig", "zig test x.zig", "zig env"},
	{"zig", "build", build | types, "zig", "zig build", "zig version"},

	{"bash sh zsh dash", "-n", lint | build, "sh", "bash -n x.sh", "bash x.sh"},
	{"php", "-l", lint | build, "php", "php -l x.php", "php x.php"},
	{"ruby perl", "-c", lint | build, "ruby", "ruby -c x.rb", "ruby x.rb"},
	{"node", "--check", lint | build, "js", "node --check x.js", "node x.js"},

	{"bats shellspec shunit2", "", tests, "sh", "bats test", "echo bats"},
	{"shellcheck shfmt", "", lint, "sh", "shellcheck x.sh", "echo shellcheck"},
	{"hadolint yamllint actionlint sqlfluff tflint ansible-lint codespell vale", "", lint, "", "yamllint .",
		"echo yamllint"},
	{"docker podman nerdctl", "--push", build | push | deploy, "", "docker buildx build --push .", "docker info"},
	{"docker podman nerdctl", "build", build, "", "docker build .", "docker images"},
	{"docker podman nerdctl", "buildx build", build, "", "docker buildx build .", "docker ps"},
	{"docker podman", "compose build", build, "", "docker compose build", "docker compose ps"},
	{"docker-compose", "build", build, "", "docker-compose build", "docker-compose ps"},
	{"docker podman", "push", deploy | push, "", "docker push x", "docker pull x"},
	{"docker podman", "compose up", execute | deploy, "", "docker compose up -d", "docker compose logs"},
	{"docker-compose", "up", execute | deploy, "", "docker-compose up -d", "docker-compose logs"},
	{"docker podman", "stack deploy", deploy, "", "docker stack deploy x", "docker stack ls"},
	{"docker podman", "run", execute, "", "docker run", "docker tag a b"},
	{"terraform tofu", "validate", lint | types, "tf", "terraform validate", "terraform init"},
	{"terraform tofu", "fmt", lint, "tf", "terraform fmt -check", "terraform show"},
	{"terraform tofu", "apply", deploy, "tf", "terraform apply", "terraform state list"},
	{"terraform tofu terragrunt", "plan", build, "tf", "terraform plan", "terraform output"},
	{"kubectl oc", "apply", deploy, "", "kubectl apply -f x", "kubectl explain x"},
	{"kubectl oc", "get", inspect, "", "kubectl get pods", "kubectl logs x"},
	{"kubectl oc", "create", deploy, "", "kubectl create -f x", "kubectl logs x"},
	{"kubectl oc", "set", deploy, "", "kubectl set image x", "kubectl describe x"},
	{"kubectl oc", "rollout", deploy, "", "kubectl rollout status x", "kubectl top pods"},
	{"helm", "upgrade", deploy, "", "helm upgrade x .", "helm list"},
	{"helm", "rollback", deploy, "", "helm rollback x", "helm history x"},
	{"helm", "install", deploy, "", "helm install x .", "helm repo add"},
	{"helm", "lint", lint, "", "helm lint .", "helm search"},

	{"npm", "publish", deploy, "js", "npm publish", "npm view x"},
	{"pnpm yarn bun", "publish", deploy, "js", "pnpm publish", "pnpm why x"},
	{"cargo", "publish", deploy, "rust", "cargo publish", "cargo metadata"},
	{"twine", "upload", deploy, "py", "twine upload dist/x", "twine check dist/x"},
	{"uv poetry hatch flit", "publish", deploy, "py", "uv publish", "uv lock"},
	{"gem", "push", deploy, "ruby", "gem push x", "gem list"},
	{"dotnet", "nuget push", deploy, "net", "dotnet nuget push x", "dotnet nuget list"},
	{"gh", "release create", deploy, "", "gh release create v1", "gh release list"},
	{"gh", "workflow run", deploy, "", "gh workflow run x", "gh workflow list"},
	{"goreleaser", "release", deploy, "go", "goreleaser release", "goreleaser check"},
	{"vercel netlify flyctl fly railway wrangler firebase serverless sls surge eb sam cdk render", "", deploy, "",
		"fly deploy", "echo fly"},
	{"pulumi", "up", deploy, "", "pulumi up", "pulumi stack ls"},
	{"gcloud az", "*deploy", deploy, "", "gcloud app deploy", "gcloud auth list"},
	{"aws", "s3 sync", deploy, "", "aws s3 sync a b", "aws s3 ls"},
	{"aws", "s3 cp", deploy, "", "aws s3 cp a b", "aws sts get-caller-identity"},
	{"aws", "lambda update-function-code", deploy, "", "aws lambda update-function-code", "aws lambda list-functions"},
	{"aws", "cloudformation deploy", deploy, "", "aws cloudformation deploy", "aws ec2 describe-instances"},
	{"ansible-playbook cap kamal dokku", "", deploy, "", "ansible-playbook x.yml", "echo kamal"},
	{"systemctl", "restart", deploy | execute, "", "systemctl restart x", "systemctl list-units"},
	{"rsync scp", "", deploy, "", "rsync -a x host:y", "echo rsync"},

	{"git", "commit", commit, "", "git commit -m x", "git log"},
	{"git", "merge", commit, "", "git merge x", "git merge-base a b"},
	{"git", "revert", commit, "", "git revert HEAD", "git remote -v"},
	{"git", "cherry-pick", commit, "", "git cherry-pick x", "git cherry"},
	{"git", "am", commit, "", "git am x", "git add ."},
	{"jj", "commit", commit, "", "jj commit -m x", "jj log"},
	{"jj", "git push", push, "", "jj git push", "jj st"},
	{"hg sl", "commit", commit, "", "hg commit -m x", "hg log"},
	{"hg sl", "push", push, "", "hg push", "hg pull"},
	{"git", "push", push, "", "git push", "git pull"},
	{"gh", "pr merge", push | commit, "", "gh pr merge 5", "gh pr list"},
	{"glab", "mr create", push, "", "glab mr create", "glab mr list"},
	{"git", "status", inspect, "", "git status", "git config x"},
	{"git", "diff", inspect, "", "git diff", "git init"},
	{"git", "log", inspect, "", "git log", "git tag"},
	{"git", "show", inspect, "", "git show", "git branch"},
	{"gh", "pr create", push, "", "gh pr create", "gh pr view"},
	{"cat head tail ls grep rg ag find wc jq file stat diff cmp tree less sed awk ps lsof ss netstat which test [ sha256sum sha1sum md5sum shasum cksum", "",
		inspect, "", "grep x y", "echo grep"},

	{"curl wget http httpie xh ab hey k6 wrk", "", execute, "", "curl localhost", "echo curl"},
	{"node tsx ts-node python ruby php perl java bun npm pnpm yarn psql sqlite3 mysql redis-cli mongosh rails " +
		"streamlit flask uvicorn gunicorn django-admin manage.py Rscript julia lua gdb valgrind", "", execute, "",
		"node x.js", "echo node"},
}

// isTool reports whether a name is one of the tools' programs.
func isTool(name string) bool { return toolNames.get()[path.Base(name)] != nil }

// toolNames are the rows of each program.
var toolNames = lazy[map[string][]*tool]{make: func() map[string][]*tool {
	rows := map[string][]*tool{}
	for i := range tools {
		for name := range strings.FieldsSeq(tools[i].name) {
			rows[name] = append(rows[name], &tools[i])
		}
	}
	return rows
}}

// valueFlags are flags before a subcommand whose value is the next word.
var valueFlags = lazy[map[string]string]{make: func() map[string]string {
	return map[string]string{
		"git": " -C -c ", "go": " -C ", "kubectl": " -n --namespace --context --kubeconfig ", "make": " -C -f -j ",
		"cargo": " --manifest-path --config --target-dir ", "npm": " --prefix -w --workspace ",
		"pnpm": " -C --dir --filter -F ", "yarn": " --cwd ", "gh": " -R --repo ", "aws": " --region --profile --output ",
		"docker": " --context -H ", "helm": " -n --namespace --kube-context ", "just": " -f --justfile -d ",
	}
}}

// operands are the words of a command that are no flags.
func operands(args []string) (list []string) {
	skipped := valueFlags.get()[path.Base(args[0])]
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
			if strings.Contains(skipped, " "+a+" ") && (a != "-j" || i+1 < len(args) && strings.Trim(args[i+1], "0123456789") == "") {
				i++
			}
		default:
			list = append(list, a)
		}
	}
	return list
}

// programName is the name of a program: "python3.12" and ".venv/bin/python" are "python".
func programName(word string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(word), ".exe"), ".cmd")
	for _, versioned := range []string{"python", "node", "ruby", "php", "pip", "clang", "gcc", "g++"} {
		if rest, ok := strings.CutPrefix(name, versioned); ok && strings.Trim(rest, "0123456789.-") == "" {
			return versioned
		}
	}
	return name
}

// toolOf finds the tool that a command calls. The kinds of all rows that fit a word anywhere ("*test") are joined.
func toolOf(args []string) (t tool, ok bool) {
	if len(args) == 0 {
		return tool{}, false
	}
	name := programName(args[0])
	words := operands(args)
	if name == "nx" {
		for _, a := range args {
			if flag, value, ok := strings.Cut(a, "="); ok && (flag == "--target" || flag == "--targets" || flag == "-t") {
				words = append(words, strings.Split(value, ",")...)
			}
		}
	}
	for _, row := range toolNames.get()[name] {
		anywhere, any := strings.CutPrefix(row.sub, "*")
		switch {
		case any && slices.ContainsFunc(words, func(w string) bool { return isTask(w, anywhere) }):
			t.name, t.family, ok = name, row.family, true
			t.kinds |= row.kinds
		case any || ok:
		case strings.HasPrefix(row.sub, "-") && slices.Contains(ownFlags(name, args), row.sub),
			!strings.HasPrefix(row.sub, "-") && beginsWith(words, row.sub):
			t = *row
			t.name = name
			return t, true
		}
	}
	return t, ok
}

// ownFlags are the arguments that may be flags of the program: what follows the script of a shell is the script's.
func ownFlags(name string, args []string) []string {
	if !isShell(name) {
		return args
	}
	script := slices.IndexFunc(args[1:], func(a string) bool { return !strings.HasPrefix(a, "-") })
	if script < 0 {
		return args
	}
	return args[:1+script]
}

// isTask reports whether a word is the task, perhaps of a part of the project: ":app:test", "web:test"; or of a variant
// of it: "assembleDebug".
func isTask(word, task string) bool {
	variant, ok := strings.CutPrefix(word[strings.LastIndexByte(word, ':')+1:], task)
	if ok && variant != "" && variant != "Classes" && variant[0] >= 'A' && variant[0] <= 'Z' {
		return true
	}
	return word == task || strings.HasSuffix(word, ":"+task) || strings.HasPrefix(word, task+",") ||
		strings.HasSuffix(word, ","+task)
}

func beginsWith(words []string, sub string) bool {
	want := strings.Fields(sub)
	return len(words) >= len(want) && slices.Equal(words[:len(want)], want)
}

// isTrivial reports whether a command neither proves nor changes anything, so that its failure says nothing.
func isTrivial(args []string) bool {
	if len(args) == 0 {
		return true
	}
	switch args[0] {
	case "echo", "printf", "export", "true", ":", "source", ".", "date", "sleep", "pwd", "exit", "unset", "clear":
		return true
	}
	return false
}
