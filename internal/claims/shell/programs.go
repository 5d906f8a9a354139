package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Kinds is a set of things that a command can prove.
type Kinds uint16

// What a command can prove.
const (
	Tests Kinds = 1 << iota
	Build
	Lint
	Types
	Execute // it runs the program, or queries a server
	Commit
	Push
	Deploy
	Inspect // it shows something
)

// A Tool is a program, or a subcommand of one, and what it proves.
type Tool struct {
	Name   string // the program; several are separated by spaces
	Sub    string // the subcommand, "" for any; "*x" where it may be any of the arguments
	Kinds  Kinds
	Family string // of languages, see [FamilyOf]
	// For the table's tests: a command line that matches this row, and one of the same program that does not.
	example, counter string
}

// compiledTests are proved by a test run in a compiled language.
const compiledTests = Tests | Build | Types

// tools are the programs that prove something. The first matching row counts.
var tools = []Tool{
	{"go", "test", compiledTests, "go", "go test ./...", "go env"},
	{"go", "build", Build | Types, "go", "go build ./...", "go list ./..."},
	{"go", "install", Build | Types, "go", "go install ./cmd/x", "go mod tidy"},
	{"go", "vet", Lint | Build | Types, "go", "go vet ./...", "go version"},
	{"go", "run", Execute | Build | Types, "go", "go run .", "go fmt ./..."},
	{"gotestsum richgo gotest", "", compiledTests, "go", "gotestsum ./...", "echo gotestsum"},
	{"ginkgo", "", compiledTests, "go", "ginkgo -r", "echo ginkgo"},
	{"golangci-lint", "run", Lint | Types, "go", "golangci-lint run", "golangci-lint linters"},
	{"staticcheck revive gosec errcheck govulncheck", "", Lint, "go", "staticcheck ./...", "echo staticcheck"},
	{"gofmt gofumpt goimports", "", Lint, "go", "gofmt -l .", "echo gofmt"},

	{"jest vitest mocha ava tap playwright cypress karma jasmine wtr web-test-runner uvu nyc c8 newman testcafe " +
		"nightwatch codeceptjs", "", Tests, "js",
		"vitest run", "echo jest"},
	{"node", "--test", Tests, "js", "node --test", "node server.js"},
	{"deno", "test", Tests | Types, "js", "deno test -A", "deno cache x.ts"},
	{"deno", "check", Types, "js", "deno check x.ts", "deno info"},
	{"deno", "lint", Lint, "js", "deno lint", "deno upgrade"},
	{"deno", "run", Execute, "js", "deno run x.ts", "deno help"},
	{"bun", "test", Tests, "js", "bun test", "bun install"},
	{"bun", "build", Build, "js", "bun build x.ts", "bun add x"},
	{"react-scripts craco", "test", Tests, "js", "react-scripts test", "react-scripts eject"},
	{"react-scripts craco", "build", Build, "js", "react-scripts build", "react-scripts eject"},
	{"ng nx turbo lerna", "*test", Tests, "js", "nx run-many -t test", "nx graph"},
	{"ng nx turbo lerna", "*build", Build | Types, "js", "turbo run build", "turbo prune"},
	{"ng nx turbo lerna", "*lint", Lint, "js", "turbo lint", "turbo login"},
	{"ng nx turbo lerna", "*typecheck", Types, "js", "turbo typecheck", "turbo link"},
	{"tsc vue-tsc svelte-check astro-check", "", Types | Build, "js", "tsc --noEmit", "echo tsc"},
	{"tsup rollup esbuild webpack parcel swc babel", "", Build, "js", "rollup -c", "echo rollup"},
	{"next", "build", Build | Types, "js", "next build", "next dev"},
	{"vite nuxt astro remix gatsby expo", "build", Build, "js", "vite build", "vite dev"}, // they drop the types unread
	{"next", "lint", Lint, "js", "next lint", "next telemetry"},
	{"eslint oxlint standard xo stylelint prettier htmlhint dprint", "", Lint, "js", "eslint .",
		"echo eslint"},
	{"markdownlint markdownlint-cli markdownlint-cli2 mdl remark", "", Lint, "md", "markdownlint .", "echo mdl"},
	{"biome", "*check", Lint, "js", "biome check .", "biome init"},
	{"biome", "*ci", Lint, "js", "biome ci", "biome start"},
	{"biome", "*lint", Lint, "js", "biome lint", "biome stop"},
	{"biome", "*format", Lint, "js", "biome format", "biome rage"},
	{"flow", "", Types, "js", "flow check", "echo flow"},

	{"pytest py.test nosetests nose2 behave ward", "", Tests, "py", "pytest -q", "echo pytest"},
	{"tox nox", "", Tests | Lint | Types, "py", "tox -e py312", "echo tox"},
	{"unittest", "", Tests, "py", "python -m unittest", "python -m venv x"},
	{"doctest", "", Tests, "py", "python -m doctest x.py", "python -m pip list"},
	{"manage.py", "test", Tests, "py", "manage.py test", "manage.py shell"},
	{"manage.py", "check", Lint, "py", "manage.py check", "manage.py migrate"},
	{"airflow", "dags test", Execute, "py", "airflow dags test x", "airflow dags list"}, // it runs the DAG once
	{"airflow", "tasks test", Execute, "py", "airflow tasks test x y", "airflow tasks list x"},
	{"hatch pdm rye", "test", Tests, "py", "hatch test", "hatch env show"},
	{"mypy pyright basedpyright pyre ty pytype", "", Types, "py", "mypy src", "echo mypy"},
	{"ruff", "check", Lint, "py", "ruff check .", "ruff rule E501"},
	{"ruff", "format", Lint, "py", "ruff format --check", "ruff clean"},
	{"flake8 pylint black isort pycodestyle pydocstyle bandit autopep8 yapf", "", Lint, "py", "flake8",
		"echo flake8"},
	{"pre-commit prek lefthook", "run", Lint | Types, "", "pre-commit run -a", "pre-commit install"},
	{"py_compile compileall", "", Build, "py", "python -m py_compile x.py", "python -m site"},
	{"uv poetry hatch flit pdm", "build", Build, "py", "uv build", "uv sync"},
	{"build", "", Build, "py", "python -m build", "echo build"},

	{"cargo", "test", compiledTests, "rust", "cargo test", "cargo tree"},
	{"cargo", "t", compiledTests, "rust", "cargo t", "cargo add x"},
	{"cargo", "nextest", compiledTests, "rust", "cargo nextest run", "cargo doc"},
	{"cargo", "build", Build | Types, "rust", "cargo build", "cargo new x"},
	{"cargo", "b", Build | Types, "rust", "cargo b", "cargo init"},
	{"cargo", "check", Build | Types, "rust", "cargo check", "cargo search x"},
	{"cargo", "clippy", Lint | Build | Types, "rust", "cargo clippy", "cargo update"},
	{"cargo", "fmt", Lint, "rust", "cargo fmt --check", "cargo fetch"},
	{"cargo", "run", Execute | Build | Types, "rust", "cargo run", "cargo login"},
	{"rustc", "", Build | Types, "rust", "rustc x.rs", "rustup update"},
	{"trunk wasm-pack", "build", Build, "rust", "wasm-pack build", "wasm-pack new x"},

	{"mvn mvnw mvnd", "*test", compiledTests, "java", "mvn -q test", "mvn clean"},
	{"mvn mvnw mvnd", "*verify", compiledTests, "java", "mvn verify", "mvn site"},
	{"mvn mvnw mvnd", "*install", compiledTests, "java", "mvn install", "mvn validate"},
	{"mvn mvnw mvnd", "*package", compiledTests, "java", "mvn package", "mvn help"},
	{"mvn mvnw mvnd", "*test-compile", Build | Types, "java", "mvn test-compile", "mvn validate"},
	{"mvn mvnw mvnd", "*compile", Build | Types, "java", "mvn compile", "mvn initialize"},
	{"mvn mvnw mvnd", "*checkstyle:check", Lint, "java", "mvn checkstyle:check", "mvn dependency:tree"},
	{"mvn mvnw mvnd", "*spotless:check", Lint, "java", "mvn spotless:check", "mvn spotless:apply"},
	{"mvn mvnw mvnd", "*deploy", Deploy, "java", "mvn deploy", "mvn versions:set"},
	{"gradle gradlew", "*test", compiledTests, "java", "./gradlew test", "gradle tasks"},
	{"gradle gradlew", "*check", compiledTests | Lint, "java", "gradle check", "gradle projects"},
	{"gradle gradlew", "*build", compiledTests, "java", "gradle build", "gradle wrapper"},
	{"gradle gradlew", "*assemble", Build | Types, "java", "gradle assemble", "gradle clean"},
	{"gradle gradlew", "*classes", Build | Types, "java", "gradle classes", "gradle javaToolchains"},
	{"gradle gradlew", "*testClasses", Build | Types, "java", "gradle testClasses", "gradle outgoingVariants"},
	{"gradle gradlew", "*compileJava", Build | Types, "java", "gradle compileJava", "gradle init"},
	{"gradle gradlew", "*compileKotlin", Build | Types, "java", "gradle compileKotlin", "gradle help"},
	{"gradle gradlew", "*compileDebugKotlin", Build | Types, "java", "gradle compileDebugKotlin", "gradle tasks"},
	{"gradle gradlew", "*compileReleaseKotlin", Build | Types, "java", "gradle compileReleaseKotlin", "gradle help"},
	{"gradle gradlew", "*lint", Lint, "java", "gradle lint", "gradle properties"},
	{"gradle gradlew", "*detekt", Lint, "java", "gradle detekt", "gradle dependencies"},
	{"gradle gradlew", "*ktlintCheck", Lint, "java", "gradle ktlintCheck", "gradle ktlintFormat"},
	{"gradle gradlew", "*spotlessCheck", Lint, "java", "gradle spotlessCheck", "gradle buildEnvironment"},
	{"gradle gradlew", "*checkstyleMain", Lint, "java", "gradle checkstyleMain", "gradle components"},
	{"gradle gradlew", "*publish", Deploy, "java", "gradle publish", "gradle model"},
	{"javac kotlinc scalac", "", Build | Types, "java", "javac A.java", "java -version"},
	{"ktlint checkstyle detekt spotbugs", "", Lint, "java", "ktlint", "echo ktlint"},
	{"sbt", "*test", compiledTests, "java", "sbt test", "sbt reload"},
	{"sbt", "*scalafmtCheckAll", Lint, "java", "sbt scalafmtCheckAll", "sbt reload"},
	{"sbt", "*scalafmtCheck", Lint, "java", "sbt scalafmtCheck", "sbt reload"},
	{"sbt", "*compile", Build | Types, "java", "sbt compile", "sbt clean"},

	{"rspec minitest cucumber", "", Tests, "ruby", "rspec", "echo rspec"},
	{"rails", "test", Tests, "ruby", "rails test", "rails routes"},
	{"rake", "*test", Tests, "ruby", "rake test", "rake -T"},
	{"rake", "*spec", Tests, "ruby", "rake spec", "rake db:migrate"},
	{"rake", "*release", Build | Push | Deploy, "ruby", "rake release", "rake stats"}, // bundler's
	{"rake", "*rubocop", Lint, "ruby", "rake rubocop", "rake notes"},
	{"rubocop standardrb reek", "", Lint, "ruby", "rubocop", "echo rubocop"},
	{"srb", "tc", Types, "ruby", "srb tc", "srb init"},

	{"phpunit pest codecept behat paratest", "", Tests, "php", "vendor/bin/phpunit", "echo phpunit"},
	{"artisan", "test", Tests, "php", "php artisan test", "php artisan migrate"},
	{"composer", "test", Tests, "php", "composer test", "composer install"},
	{"phpcs php-cs-fixer pint phpmd", "", Lint, "php", "phpcs", "echo phpcs"},
	{"phpstan psalm", "", Types | Lint, "php", "phpstan analyse", "echo phpstan"},

	{"dotnet", "test", compiledTests, "net", "dotnet test", "dotnet new x"},
	{"dotnet", "build", Build | Types, "net", "dotnet build", "dotnet restore"},
	{"dotnet", "publish", Build | Types, "net", "dotnet publish", "dotnet add"},
	{"dotnet", "format", Lint, "net", "dotnet format --verify-no-changes", "dotnet tool list"},
	{"dotnet", "run", Execute | Build | Types, "net", "dotnet run", "dotnet sln"},
	{"msbuild", "", Build | Types, "net", "msbuild x.sln", "echo msbuild"},

	{"ctest", "", Tests, "c", "ctest --output-on-failure", "echo ctest"},
	{"cmake", "--build", Build | Types, "c", "cmake --build build", "cmake -S . -B build"},
	{"ninja", "*test", Tests, "c", "ninja test", "ninja -t targets"},
	{"ninja", "*check", Tests, "c", "ninja -C build check", "ninja -t clean"},
	{"ninja", "", Build | Types, "c", "ninja -C build", "echo ninja"},
	{"meson", "test", compiledTests, "c", "meson test -C build", "meson setup build"},
	{"meson", "compile", Build | Types, "c", "meson compile", "meson introspect"},
	{"bazel bazelisk", "test", compiledTests, "", "bazel test //...", "bazel query //..."},
	{"bazel bazelisk", "build", Build | Types, "", "bazel build //...", "bazel clean"},
	{"gcc g++ cc c++ clang clang++", "", Build | Types, "c", "gcc -o x x.c", "echo gcc"},
	{"clang-tidy cppcheck clang-format cpplint", "", Lint, "c", "clang-tidy x.c", "echo clang-tidy"},
	{"swift", "test", compiledTests, "swift", "swift test", "swift package init"},
	{"swift", "run", Execute | Build | Types, "swift", "swift run x", "swift package resolve"},
	{"swift", "build", Build | Types, "swift", "swift build", "swift package show"},
	{"xcodebuild", "*test", compiledTests, "swift", "xcodebuild test", "echo xcodebuild"},
	{"xcodebuild", "", Build | Types, "swift", "xcodebuild -scheme x build", "echo xcodebuild"},
	{"swiftlint", "", Lint, "swift", "swiftlint", "echo swiftlint"},
	{"flutter dart", "test", Tests, "dart", "flutter test", "flutter doctor"},
	{"flutter dart", "analyze", Lint | Types, "dart", "flutter analyze", "flutter devices"},
	{"flutter", "build", Build | Types, "dart", "flutter build apk", "flutter clean"},
	{"mix", "test", Tests | Build, "elixir", "mix test", "mix deps.get"},
	{"mix", "compile", Build, "elixir", "mix compile", "mix new x"},
	{"mix", "credo", Lint, "elixir", "mix credo", "mix help"},
	{"mix", "dialyzer", Types | Lint, "elixir", "mix dialyzer", "mix deps"},
	{"rebar3", "dialyzer", Types | Lint, "erlang", "rebar3 dialyzer", "rebar3 upgrade"},
	{"dialyzer", "", Types | Lint, "erlang", "dialyzer src", "echo dialyzer"},
	{"steep", "check", Types, "ruby", "steep check", "steep init"},
	{"dune", "runtest", compiledTests, "", "dune runtest", "dune clean"},
	{"dune", "test", compiledTests, "", "dune test", "dune fmt"},
	{"dune", "build @runtest", compiledTests, "", "dune build @runtest", "dune promote"},
	{"dune", "build", Build | Types, "", "dune build", "dune init"},
	{"dune", "exec", Execute | Build | Types, "", "dune exec x", "dune describe"},
	{"zig", "build test", compiledTests, "zig", "zig build test", "zig fmt"},
	{"zig", "test", compiledTests, "zig", "zig test x.zig", "zig env"},
	{"zig", "build", Build | Types, "zig", "zig build", "zig version"},

	{"bash sh zsh dash", "-n", Lint | Build, "sh", "bash -n x.sh", "bash x.sh"},
	{"php", "-l", Lint | Build, "php", "php -l x.php", "php x.php"},
	{"ruby perl", "-c", Lint | Build, "ruby", "ruby -c x.rb", "ruby x.rb"},
	{"node", "--check", Lint | Build, "js", "node --check x.js", "node x.js"},

	{"buf", "lint", Lint, "proto", "buf lint", "buf generate"},
	{"prove", "", Tests, "perl", "prove -l t", "echo prove"},
	{"rebar3", "eunit", compiledTests, "erlang", "rebar3 eunit", "rebar3 tree"},
	{"rebar3", "ct", compiledTests, "erlang", "rebar3 ct", "rebar3 deps"},
	{"bats shellspec shunit2", "", Tests, "sh", "bats test", "echo bats"},
	{"shellcheck shfmt", "", Lint, "sh", "shellcheck x.sh", "echo shellcheck"},
	{"hadolint yamllint actionlint sqlfluff tflint ansible-lint codespell vale", "", Lint, "", "yamllint .",
		"echo yamllint"},
	{"docker podman nerdctl", "--push", Build | Push | Deploy, "", "docker buildx build --push .", "docker info"},
	{"docker podman nerdctl", "build", Build, "", "docker build .", "docker images"},
	{"docker podman nerdctl", "buildx build", Build, "", "docker buildx build .", "docker ps"},
	{"docker podman nerdctl", "buildx bake", Build, "", "docker buildx bake", "docker ps"},
	{"docker podman", "compose build", Build, "", "docker compose build", "docker compose ps"},
	{"docker-compose", "build", Build, "", "docker-compose build", "docker-compose ps"},
	{"docker podman", "push", Deploy | Push, "", "docker push x", "docker pull x"},
	{"docker podman", "compose up", Execute | Deploy, "", "docker compose up -d", "docker compose logs"},
	{"docker-compose", "up", Execute | Deploy, "", "docker-compose up -d", "docker-compose logs"},
	{"docker podman", "stack deploy", Deploy, "", "docker stack deploy x", "docker stack ls"},
	{"docker podman", "run", Execute, "", "docker run", "docker tag a b"},
	{"az", "bicep build", Build, "tf", "az bicep build -f main.bicep", "az bicep version"},
	{"bicep", "build", Build, "tf", "bicep build main.bicep", "bicep decompile"},
	{"terraform tofu", "validate", Lint | Types, "tf", "terraform validate", "terraform init"},
	{"terraform tofu", "fmt", Lint, "tf", "terraform fmt -check", "terraform show"},
	{"terraform tofu", "test", Tests, "tf", "terraform test", "terraform providers"},
	{"terraform tofu", "apply", Deploy, "tf", "terraform apply", "terraform state list"},
	{"terraform tofu terragrunt", "plan", Build, "tf", "terraform plan", "terraform output"},
	{"kubectl oc", "apply", Deploy, "", "kubectl apply -f x", "kubectl explain x"},
	{"kubectl oc", "get", Inspect, "", "kubectl get pods", "kubectl logs x"},
	{"docker podman nerdctl", "ps", Inspect, "", "docker ps", "docker tag a b"},
	{"docker podman nerdctl", "compose ps", Inspect, "", "docker compose ps", "docker compose logs"},
	{"docker podman", "service ps", Inspect, "", "docker service ps x", "docker service logs x"},
	{"docker-compose", "ps", Inspect, "", "docker-compose ps", "docker-compose logs"},
	{"systemctl", "*status", Inspect, "", "systemctl status x", "systemctl cat x"},
	{"systemctl", "*is-active", Inspect, "", "systemctl is-active x", "systemctl list-units"},
	{"supervisorctl", "status", Inspect, "", "supervisorctl status", "supervisorctl tail x"},
	{"pm2", "ls", Inspect, "", "pm2 ls", "pm2 logs"},
	{"pm2", "list", Inspect, "", "pm2 list", "pm2 save"},
	{"pm2", "status", Inspect, "", "pm2 status", "pm2 flush"},
	{"kubectl oc", "create", Deploy, "", "kubectl create -f x", "kubectl logs x"},
	{"kubectl oc", "set", Deploy, "", "kubectl set image x", "kubectl describe x"},
	{"kubectl oc", "rollout", Deploy, "", "kubectl rollout status x", "kubectl top pods"},
	{"argocd", "app sync", Deploy, "", "argocd app sync x", "argocd app list"},
	{"flux", "reconcile", Deploy, "", "flux reconcile kustomization x", "flux get all"},
	{"helm", "upgrade", Deploy, "", "helm upgrade x .", "helm list"},
	{"helm", "rollback", Deploy, "", "helm rollback x", "helm history x"},
	{"helm", "install", Deploy, "", "helm install x .", "helm repo add"},
	{"helm", "lint", Lint, "", "helm lint .", "helm search"},

	{"npm", "publish", Deploy, "js", "npm publish", "npm view x"},
	{"pnpm yarn bun", "publish", Deploy, "js", "pnpm publish", "pnpm why x"},
	{"cargo", "publish", Deploy, "rust", "cargo publish", "cargo metadata"},
	{"twine", "upload", Deploy, "py", "twine upload dist/x", "twine check dist/x"},
	{"uv poetry hatch flit", "publish", Deploy, "py", "uv publish", "uv lock"},
	{"gem", "push", Deploy, "ruby", "gem push x", "gem list"},
	{"dotnet", "nuget push", Deploy, "net", "dotnet nuget push x", "dotnet nuget list"},
	{"miniprogram-ci", "upload", Deploy, "", "miniprogram-ci upload", "miniprogram-ci preview"},
	{"fastlane", "*beta", Deploy, "", "fastlane ios beta", "fastlane lanes"},
	{"fastlane", "*release", Deploy, "", "fastlane release", "fastlane match"},
	{"fastlane", "*deploy", Deploy, "", "fastlane deploy", "fastlane scan"},
	{"fastlane", "*upload_to_testflight", Deploy, "", "fastlane run upload_to_testflight", "fastlane gym"},
	{"eas", "submit", Deploy, "", "eas submit", "eas whoami"},
	{"gh", "release create", Deploy, "", "gh release create v1", "gh release list"},
	{"gh", "workflow run", Deploy, "", "gh workflow run x", "gh workflow list"},
	{"goreleaser", "release", Build | Deploy, "go", "goreleaser release", "goreleaser check"},
	{"goreleaser", "build", Build, "go", "goreleaser build", "goreleaser init"},
	{"cargo", "release", Build | Commit | Push | Deploy, "rust", "cargo release", "cargo owner"},
	{"release-it semantic-release", "", Push | Deploy, "js", "release-it", "echo release-it"},
	{"lerna", "publish", Push | Deploy, "js", "lerna publish", "lerna ls"},
	{"vercel netlify sam", "build", Build, "", "vercel build --prod", "vercel ls"},
	{"vercel netlify flyctl fly railway wrangler firebase serverless sls surge eb sam cdk render", "", Deploy, "",
		"fly deploy", "echo fly"},
	{"pulumi", "up", Deploy, "", "pulumi up", "pulumi stack ls"},
	{"gcloud", "builds submit", Build, "", "gcloud builds submit", "gcloud builds list"},
	{"gcloud az", "*deploy", Deploy, "", "gcloud app deploy", "gcloud auth list"},
	{"aws", "s3 sync", Deploy, "", "aws s3 sync a b", "aws s3 ls"},
	{"aws", "s3 cp", Deploy, "", "aws s3 cp a b", "aws sts get-caller-identity"},
	{"aws", "lambda update-function-code", Deploy, "", "aws lambda update-function-code", "aws lambda list-functions"},
	{"aws", "cloudformation deploy", Deploy, "", "aws cloudformation deploy", "aws ec2 describe-instances"},
	{"ansible-playbook", "--syntax-check", Lint, "", "ansible-playbook x.yml --syntax-check", "ansible x"},
	{"ansible-playbook cap kamal dokku", "", Deploy, "", "ansible-playbook x.yml", "echo kamal"},
	{"systemctl", "restart", Deploy | Execute, "", "systemctl restart x", "systemctl list-units"},
	{"gh-pages", "", Deploy, "", "gh-pages -d dist", "echo gh-pages"},
	{"rsync scp", "", Deploy, "", "rsync -a x host:y", "echo rsync"},

	{"git", "commit", Commit, "", "git commit -m x", "git log"},
	{"git", "merge", Commit, "", "git merge x", "git merge-base a b"},
	{"git", "revert", Commit, "", "git revert HEAD", "git remote -v"},
	{"git", "cherry-pick", Commit, "", "git cherry-pick x", "git cherry"},
	{"git", "am", Commit, "", "git am x", "git add ."},
	{"jj", "commit", Commit, "", "jj commit -m x", "jj log"},
	{"jj", "git push", Push, "", "jj git push", "jj st"},
	{"hg sl svn", "commit", Commit, "", "hg commit -m x", "hg log"},
	{"hg sl", "push", Push, "", "hg push", "hg pull"},
	{"git", "push", Push, "", "git push", "git pull"},
	{"gh", "pr merge", Push | Commit, "", "gh pr merge 5", "gh pr list"},
	{"glab", "mr create", Push, "", "glab mr create", "glab mr list"},
	{"git", "status", Inspect, "", "git status", "git config x"},
	{"git", "diff", Inspect, "", "git diff", "git init"},
	{"git", "log", Inspect, "", "git log", "git tag"},
	{"git", "show", Inspect, "", "git show", "git branch"},
	{"gh", "pr create", Push, "", "gh pr create", "gh pr view"},
	{"cat head tail ls grep rg ag find wc jq file stat diff cmp tree less sed awk ps lsof ss netstat which test [ " +
		"sha256sum sha1sum md5sum shasum cksum", "", Inspect, "", "grep x y", "echo grep"},

	{"curl wget http httpie xh ab hey k6 wrk", "", Execute, "", "curl localhost", "echo curl"},
	{"node tsx ts-node python ruby php perl java bun npm pnpm yarn psql sqlite3 mysql redis-cli mongosh rails " +
		"streamlit flask uvicorn gunicorn django-admin manage.py Rscript julia lua gdb", "", Execute, "",
		"node x.js", "echo node"},
}

// IsTool reports whether a program is in the table of tools.
func IsTool(name string) bool { return toolNames.Get()[path.Base(name)] != nil }

// toolNames maps each program to its rows in the table.
var toolNames = text.Lazy[map[string][]*Tool]{Make: func() map[string][]*Tool {
	rows := map[string][]*Tool{}
	for i := range tools {
		for name := range strings.FieldsSeq(tools[i].Name) {
			rows[name] = append(rows[name], &tools[i])
		}
	}
	return rows
}}

// valueFlags are flags before a subcommand whose value is the next word.
var valueFlags = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"git": " -C -c ", "go": " -C ", "kubectl": " -n --namespace --context --kubeconfig ", "make": " -C -f -j ",
		"cargo": " --manifest-path --config --target-dir ", "npm": " --prefix -w --workspace ",
		"pnpm": " -C --dir --filter -F ", "yarn": " --cwd ", "gh": " -R --repo ",
		"aws": " --region --profile --output ", "docker": " --context -H ",
		"helm": " -n --namespace --kube-context ", "just": " -f --justfile -d ",
	}
}}

// Operands returns the words of a command without its program, its flags and their values.
func Operands(args []string) (list []string) {
	skipped := valueFlags.Get()[path.Base(args[0])]
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
			numberNext := i+1 < len(args) && strings.Trim(args[i+1], "0123456789") == ""
			if skipped != "" && strings.Contains(skipped, " "+a+" ") && (a != "-j" || numberNext) {
				i++
			}
		default:
			list = append(list, a)
		}
	}
	return list
}

// ProgramName returns the name of a program without folder and version: "python" for ".venv/bin/python3.12".
func ProgramName(word string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(word), ".exe"), ".cmd")
	for _, versioned := range []string{"python", "node", "ruby", "php", "pip", "clang", "gcc", "g++"} {
		if rest, ok := strings.CutPrefix(name, versioned); ok && strings.Trim(rest, "0123456789.-") == "" {
			return versioned
		}
	}
	return name
}

// ToolOf finds the tool that a command calls. If rows match a word anywhere ("*test"), it joins the kinds of all that
// match.
func ToolOf(args []string) (t Tool, ok bool) {
	if len(args) == 0 || isProjectTest(args[0]) {
		return Tool{}, false
	}
	name := ProgramName(args[0])
	words := Operands(args)
	if name == "nx" {
		for _, a := range args {
			flag, value, ok := strings.Cut(a, "=")
			if ok && (flag == "--target" || flag == "--targets" || flag == "-t") {
				words = append(words, strings.Split(value, ",")...)
			}
		}
	}
	if name == "sbt" { // api/test is a task of a part, as api:test is elsewhere
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, "/", ":")
		}
	}
	for _, row := range toolNames.Get()[name] {
		anywhere, any := strings.CutPrefix(row.Sub, "*")
		switch {
		case any && slices.ContainsFunc(words, func(w string) bool { return isTask(w, anywhere) }):
			t.Name, t.Family, ok = name, row.Family, true
			t.Kinds |= row.Kinds
		case any || ok:
		case strings.HasPrefix(row.Sub, "-") && slices.Contains(ownFlags(name, args), row.Sub),
			!strings.HasPrefix(row.Sub, "-") && BeginsWith(words, row.Sub):
			t = *row
			t.Name = name
			return t, true
		}
	}
	return t, ok
}

// ownFlags returns the arguments that may be flags of the program. What follows the script of a shell belongs to the
// script.
func ownFlags(name string, args []string) []string {
	if !IsShell(name) {
		return args
	}
	script := slices.IndexFunc(args[1:], func(a string) bool { return !strings.HasPrefix(a, "-") })
	if script < 0 {
		return args
	}
	return args[:1+script]
}

// isTask reports whether a word is the task, perhaps of one part of the project (":app:test", "web:test"), or a variant
// of it ("assembleDebug").
func isTask(word, task string) bool {
	variant, ok := strings.CutPrefix(word[strings.LastIndexByte(word, ':')+1:], task)
	if ok && variant != "" && variant != "Classes" && variant[0] >= 'A' && variant[0] <= 'Z' {
		return true
	}
	if task == "test" && strings.HasSuffix(word, "Test") && len(word) > len("Test") { // Gradle's integrationTest
		return true
	}
	return word == task || strings.HasSuffix(word, ":"+task) || strings.HasPrefix(word, task+",") ||
		strings.HasSuffix(word, ","+task)
}

// BeginsWith reports whether words begin with those of a subcommand, such as "compose up".
func BeginsWith(words []string, sub string) bool {
	want := strings.Fields(sub)
	return len(words) >= len(want) && slices.Equal(words[:len(want)], want)
}

// isTrivial reports whether a command neither proves nor changes anything, so that its failure does not matter.
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

// KindsOfProgram returns what a program can prove without a subcommand, or with "check" or "run".
func KindsOfProgram(name string) (k Kinds) {
	for _, row := range toolNames.Get()[name] {
		if sub := strings.TrimPrefix(row.Sub, "*"); sub == "" || sub == "check" || sub == "run" {
			k |= row.Kinds
		}
	}
	return k
}
