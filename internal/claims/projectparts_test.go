package claims

import "testing"

// TestM02Parts: in a project of several parts a run of one part proves claims about that part, whatever else was
// changed, and no others. The part may have several names.
func TestM02Parts(t *testing.T) {
	pnpm := map[string]string{
		"package.json":               `{"name": "mono", "scripts": {"test": "pnpm -r test"}}`,
		"packages/ui/package.json":   `{"name": "@acme/ui-kit", "scripts": {"test": "vitest run", "build": "tsc"}}`,
		"packages/core/package.json": `{"name": "@acme/core", "scripts": {"test": "vitest run"}}`,
	}
	maven := map[string]string{
		"pom.xml": "<project><artifactId>all</artifactId></project>",
		"server/core/pom.xml": "<project><parent><artifactId>all</artifactId></parent>" +
			"<artifactId>acme-core</artifactId></project>",
	}
	for _, c := range []struct {
		project map[string]string
		edits   string // a run stands between two
		later   string // changed after the run
		command string
		say     string
		want    string
	}{
		{nil, "web/a.ts", "api/b.ts", "cd web && npm test", "The web tests pass.", "tests_passed ok"},
		{nil, "web/a.ts", "api/b.ts", "cd web && npm test", "All tests in `web` pass.", "tests_passed ok"},
		{nil, "web/a.ts", "api/b.ts", "cd web && npm test", "web 的测试全部通过。", "tests_passed ok"},
		{nil, "web/a.ts", "web/b.ts", "cd web && npm test", "The web tests pass.", "tests_passed stale"},
		{nil, "web/a.ts", "api/b.ts", "cd web && npm test", "All tests pass.", "tests_passed stale"},
		{nil, "web/a.ts", "api/b.ts", "cd web && npm test", "The tests pass.", "tests_passed stale"},
		{nil, "api/a.go", "cli/b.go", "cd api && go test ./...", "The tests in api pass.", "tests_passed ok"},
		{nil, "api/a.go", "cli/b.go", "go test ./api/...", "The api tests pass.", "tests_passed ok"},
		{nil, "api/a.py", "web/b.py", "pytest api", "The tests of api pass.", "tests_passed ok"},
		{nil, "web/a.ts", "package.json", "cd web && npm test", "The web tests pass.", "tests_passed stale"},

		{pnpm, "packages/ui/src/a.ts", "", "pnpm --filter @acme/ui-kit test", "All tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm --filter=@acme/ui-kit run test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm -F @acme/ui-kit exec vitest run", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm --filter ./packages/ui test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm --filter '@acme/ui-kit...' test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm test --filter @acme/ui-kit", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm -r test", "All tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "pnpm --filter @acme/core test", "The tests pass.", "tests_passed partial"},
		{pnpm, "packages/ui/src/a.ts", "packages/core/b.ts", "pnpm --filter @acme/ui-kit test",
			"The `@acme/ui-kit` tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "yarn workspace @acme/ui-kit test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "yarn workspace @acme/ui-kit run test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "yarn workspace @acme/core test", "The tests pass.", "tests_passed partial"},
		{pnpm, "packages/ui/src/a.ts", "", "yarn workspaces foreach -A run test", "All tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "npm test -w @acme/ui-kit", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "npm run test --workspace=packages/ui", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "npm run build -w @acme/ui-kit", "The ui-kit builds.", "build_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "npm run build -w @acme/ui-kit", "The build succeeds.", "build_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "bun run --filter @acme/ui-kit test", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "turbo run test --filter=@acme/ui-kit", "The tests pass.", "tests_passed ok"},
		{pnpm, "packages/ui/src/a.ts", "", "npx turbo test --filter @acme/core", "The tests pass.", "tests_passed partial"},
		{pnpm, "packages/ui/src/a.ts", "", "lerna run test --scope=@acme/ui-kit", "The tests pass.", "tests_passed ok"},

		{nil, "libs/web/a.ts", "", "nx test web", "The tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "npx nx run web:test", "The tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "pnpm nx test web --skip-nx-cache", "The web tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "nx run-many -t test -p web,api", "The tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "nx run-many --target=test --projects=api", "The tests pass.", "tests_passed partial"},
		{nil, "libs/web/a.ts", "", "nx run-many -t test", "All tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "nx affected -t test lint", "The tests pass.", "tests_passed ok"},
		{nil, "libs/web/a.ts", "", "nx test api", "The tests pass.", "tests_passed partial"},
		{nil, "libs/web/a.ts", "", "nx build web && nx lint web", "The build passes, and lint is clean.",
			"build_passed ok, lint_clean ok"},

		{maven, "server/core/src/A.java", "", "mvn -q -pl :acme-core test", "All tests pass.", "tests_passed partial"},
		{maven, "server/core/src/A.java", "", "mvn -q -pl :acme-core test", "The tests pass.", "tests_passed ok"},
		{maven, "server/core/src/A.java", "", "mvn -pl com.acme:acme-core -am verify", "The tests pass.", "tests_passed ok"},
		{maven, "server/core/src/A.java", "", "./mvnw test -pl server/core", "The tests pass.", "tests_passed ok"},
		{maven, "server/core/src/A.java", "", "mvn -pl :other test", "The tests pass.", "tests_passed partial"},
		{maven, "server/core/src/A.java", "", "mvn -pl '!:other' test", "The tests pass.", "tests_passed ok"},
		{maven, "server/core/src/A.java", "", "mvn --projects :a,:acme-core test", "The tests pass.", "tests_passed ok"},

		{nil, "app/src/A.kt", "", "./gradlew :app:test", "The tests pass.", "tests_passed ok"},
		{nil, "app/src/A.kt", "", "./gradlew app:testDebugUnitTest", "The tests pass.", "tests_passed ok"},
		{nil, "libs/core/src/A.kt", "", "./gradlew :libs:core:test", "The tests pass.", "tests_passed ok"},
		{nil, "libs/core/src/A.kt", "", "./gradlew :libs:other:test", "The tests pass.", "tests_passed partial"},
		{nil, "app/src/A.kt", "", "./gradlew -p app test", "The tests pass.", "tests_passed ok"},
		{nil, "app/src/A.kt", "", "./gradlew test --rerun-tasks", "All tests pass.", "tests_passed ok"},
		{nil, "app/src/A.kt", "lib/src/B.kt", "./gradlew :app:test", "The app tests pass.", "tests_passed ok"},

		{nil, "src/a.c", "", "cmake --build build --target test", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "cmake --build build -t check -j8", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "cmake --build build", "All tests pass.", "tests_passed no_command"},
		{nil, "src/a.c", "", "cmake --build build -j 8", "The build succeeds.", "build_passed ok"},
		{nil, "src/a.c", "", "ctest --test-dir build --output-on-failure", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "ninja -C build check", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "ninja -C build && ninja -C build test", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "ninja -C build", "The build succeeds.", "build_passed ok"},
		{nil, "src/a.c", "", "make -j test", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "make -j 8 check", "All tests pass.", "tests_passed ok"},
		{nil, "src/a.c", "", "make -C build test", "All tests pass.", "tests_passed ok"},
	} {
		script := []string{}
		if c.project != nil {
			script = append(script, "read package.json")
		}
		script = append(script, "edit "+c.edits, "run "+c.command, "out Tests  4 passed (4)")
		if c.later != "" {
			script = append(script, "edit "+c.later)
		}
		if got := verdictsOf(play(t, c.project, append(script, "say "+c.say)...)); got != c.want {
			t.Errorf("%s, %s, %s, %s: %q, not %q", c.edits, c.command, c.later, c.say, got, c.want)
		}
	}
}

// TestM02Scratch: a file that is written outside of the project, or removed again, makes no run stale. The same inside
// the project does, whatever program writes it.
func TestM02Scratch(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"write ../other/x.go package x"}, "ok"},
		{[]string{"run cat > /tmp/probe.go <<E\npackage x\nE", "out"}, "ok"},
		{[]string{"run echo x > ~/notes/a.go", "out"}, "ok"},
		{[]string{"run echo x > $HOME/scratch/a.go", "out"}, "ok"},
		{[]string{"run echo x > tmp/a.go", "out"}, "ok"},
		{[]string{"write scratch/probe.go package x"}, "ok"},
		{[]string{"run cd /tmp && cat > probe.go <<E\npackage x\nE", "out"}, "ok"},
		{[]string{"write probe.go package x", "out File created successfully at: /home/ana/project/probe.go",
			"run rm probe.go", "out"}, "ok"},
		{[]string{"write probe.go package x", "out File created successfully at: /home/ana/project/probe.go"}, "stale"},
		{[]string{"write probe.go package x", "out The file has been updated", "run rm probe.go", "out"}, "stale"},
		{[]string{"run rm probe.go", "out"}, "stale"},
		{[]string{"write a.go package x"}, "stale"},
		{[]string{"run ed -s a.go <<E\n1d\nw\nq\nE", "out"}, "stale"},
		{[]string{"run printf '1d\\nw\\n' | ed a.go", "out"}, "stale"},
		{[]string{"run ex -s -c '%s/a/b/' -c wq a.go", "out"}, "stale"},
		{[]string{"run vim -es -c 'wq' a.go", "out"}, "stale"},
	} {
		script := append([]string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s"}, c.steps...)
		if got := verdictsOf(play(t, nil, append(script, "say All tests pass.")...)); got != "tests_passed "+c.want {
			t.Errorf("%q: %s, not %s", c.steps, got, c.want)
		}
	}
}
