package claims

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ccc/streamjson"
)

// play reads a session in short form. A step is "edit FILE", "run COMMAND", "bg COMMAND", "tool NAME", "user WORDS" or
// "say WORDS". The result of a run follows it: "out TEXT", "exit N TEXT", "none" or "refused", perhaps with the
// refusal's words.
func play(t testing.TB, project map[string]string, script ...string) []Turn {
	t.Helper()
	var turns []Turn
	read := func(_, name string) (string, bool) { text, ok := project[name]; return text, ok }
	p := &player{t: t, reader: NewReader(read, func(t Turn) { turns = append(turns, t) })}
	p.reader.SetRoot("/home/ana/project")
	for _, line := range script {
		p.playStep(line)
	}
	p.reader.End()
	return turns
}

// A player writes the lines of a session, in claude's form, for a reader.
type player struct {
	t      testing.TB
	reader *Reader
	parser streamjson.Parser
	lastID int  // of the last tool call
	isOpen bool // it has no result yet
	task   int  // the last call that runs in the background
}

type fields = map[string]any

func (p *player) send(kind string, message any) {
	raw, _ := json.Marshal(fields{"type": kind, "message": message})
	e, err := p.parser.Parse(raw)
	if err != nil {
		p.t.Fatal(err)
	}
	p.reader.ReadEvent(e)
}

func (p *player) sendResult(text string, failed bool) {
	p.send("user", fields{"role": "user", "content": []any{fields{
		"type": "tool_result", "tool_use_id": fmt.Sprint("t", p.lastID), "content": text, "is_error": failed,
	}}})
	p.isOpen = false
}

// sendCall writes a tool call. One that is still open gets an empty result first.
func (p *player) sendCall(name string, input fields) {
	if p.isOpen {
		p.sendResult("", false)
	}
	p.lastID++
	p.isOpen = true
	p.send("assistant", fields{"id": fmt.Sprint("m", p.lastID), "content": []any{fields{
		"type": "tool_use", "id": fmt.Sprint("t", p.lastID), "name": name, "input": input,
	}}})
}

func (p *player) playStep(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	file, words, _ := strings.Cut(rest, " ")
	file = "/home/ana/project/" + file
	switch verb {
	case "edit":
		p.sendCall("Edit", fields{"file_path": "/home/ana/project/" + rest})
	case "typed": // "typed COMMAND -> OUTPUT -> STDERR": after "!", by the user
		command, printed, _ := strings.Cut(rest, " -> ")
		output, problems, _ := strings.Cut(printed, " -> ")
		p.send("user", fields{"role": "user", "content": "<bash-input>" + command + "</bash-input>"})
		p.send("user", fields{"role": "user",
			"content": "<bash-stdout>" + output + "</bash-stdout><bash-stderr>" + problems + "</bash-stderr>"})
	case "reword": // "reword FILE OLD -> NEW"
		old, new, _ := strings.Cut(words, " -> ")
		p.sendCall("Edit", fields{"file_path": file, "old_string": old, "new_string": new})
	case "multi":
		p.sendCall("MultiEdit", fields{"file_path": file})
	case "write": // "write FILE TEXT"
		p.sendCall("Write", fields{"file_path": file, "content": words})
	case "read":
		p.sendCall("Read", fields{"file_path": "/home/ana/project/" + rest})
	case "tool": // "tool NAME WORDS", where the words are the command that it gets, if any
		name, words, _ := strings.Cut(rest, " ")
		p.sendCall(name, fields{"command": words, "url": "http://localhost"})
	case "mcp":
		p.sendCall(rest, fields{})
	case "run", "bg":
		p.sendCall("Bash", fields{"command": rest, "run_in_background": verb == "bg"})
		if verb == "bg" {
			p.task = p.lastID
			p.sendResult(fmt.Sprintf("Command running in background with ID: b%d. Output is", p.lastID), false)
		}
	case "out":
		p.sendResult(rest, false)
	case "exit":
		code, text, _ := strings.Cut(rest, " ")
		p.sendResult("Exit code "+code+"\n"+text, true)
	case "fail": // the tool itself failed
		p.sendResult("<tool_use_error>"+rest+"</tool_use_error>", true)
	case "poll": // the output of the last call in the background
		p.sendCall("BashOutput", fields{"bash_id": fmt.Sprint("b", p.task)})
		p.sendResult(rest, false)
	case "refused":
		p.sendResult(cmp.Or(rest, "The user doesn't want to proceed with this tool use."), true)
	case "none":
		p.isOpen = false
	case "ended":
		p.send("user", fields{"role": "user", "content": fmt.Sprintf(
			"<task-notification>\n<task-id>b%d</task-id>\n<status>completed</status>\n"+
				"<summary>Background command completed (exit code %s)</summary>", p.lastID, rest)})
	case "user":
		p.reader.BeginTurn(rest)
	case "say":
		if p.isOpen {
			p.sendResult("", false)
		}
		p.send("assistant", fields{"id": "last", "content": []any{fields{"type": "text", "text": rest}}})
	default:
		p.t.Fatalf("no step: %q", line)
	}
}

// verdictsOf returns the claims of the last turn as "kind reason", or "kind ok".
func verdictsOf(turns []Turn) string {
	var list []string
	for _, c := range turns[len(turns)-1].Claims {
		reason := string(c.Reason)
		if c.Supported {
			reason = "ok"
		}
		list = append(list, string(c.Kind)+" "+reason)
	}
	return strings.Join(list, ", ")
}

var evidenceSessions = []struct {
	name   string
	script []string
	want   string
}{
	{"a log by tee", []string{"edit a.go", "run set -eo pipefail; go test ./... | tee log", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed ok"},
	{"options before -c", []string{"edit a.go", "run bash -o pipefail -c 'go test ./... | tail -5'",
		"out ok  \tx\t0.1s", "say All tests pass."}, "tests_passed ok"},
	{"no options before -c", []string{"edit a.go", "run bash -c 'go test ./... | tail -5'", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed masked"},
	{"words for both ends", []string{"edit a.go", "run go test ./... && echo GOOD || echo BAD", "out ok  \tx\t0.1s\nGOOD",
		"say All tests pass."}, "tests_passed ok"},
	{"words for the bad end", []string{"edit a.go", "run go test ./... && echo GOOD || echo BAD", "out x\nBAD",
		"say All tests pass."}, "tests_passed failed_exit"},
	{"words by if", []string{"edit a.go", "run if go test ./...; then echo good; else echo bad; fi",
		"out ok  \tx\t0.1s\ngood", "say All tests pass."}, "tests_passed ok"},
	{"what a build leaves is removed", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run rm -rf dist coverage.out", "say All tests pass."}, "tests_passed ok"},
	{"a part, and all", []string{"edit a.go", "run go test ./parser/... ./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed ok"},
	{"flags of python", []string{"edit a.py", "run (cd py && python -W error -m unittest)",
		"out Ran 3 tests in 0.1s\n\nOK",
		"say The unit tests pass."}, "tests_passed partial"},
	{"env PATH", []string{"edit a.go", "run env PATH=/tmp/fake go test ./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed masked"},
	{"hash -p", []string{"edit a.go", "run hash -p /bin/true go; go test ./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed masked"},
	{"all skipped", []string{"edit a.go", "run go test -skip . ./...", "out ok  \tx\t0.1s", "say All tests pass."},
		"tests_passed empty_run"},
	{"another program runs them", []string{"edit a.go", "run go test -exec true ./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed empty_run"},
	{"another folder", []string{"edit services/chat/hub.go", "run cd services/auth && go test ./...",
		"out ok  \tx\t0.1s", "say The race is fixed."}, "fixed partial"},
	{"what something checks", []string{"edit a.go", "say `make ci` checks that all tests pass and that lint is clean."},
		""},
	{"run after the edit", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "say All tests pass."},
		"tests_passed ok"},
	{"never run", []string{"edit a.go", "say All tests pass."}, "tests_passed no_command"},
	{"before the edit", []string{"run go test ./...", "out ok  \tx\t0.1s", "edit a.go", "say All tests pass."},
		"tests_passed stale"},
	{"before an edit of prose", []string{"edit a.go", "run go test ./...", "edit README.md", "say All tests pass."},
		"tests_passed ok"},
	{"before an edit of another language", []string{"run go test ./...", "edit web/app.ts", "say All tests pass."},
		"tests_passed ok"},
	{"failed", []string{"edit a.go", "run go test ./...", "exit 1 FAIL\tx", "say All tests pass."}, "tests_passed " +
		"failed_exit"},
	{"failed, then passed", []string{"edit a.go", "run go test ./...", "exit 1 FAIL\tx", "edit a.go", "run go test " +
		"./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed ok"},
	{"failed in the output", []string{"edit a.js", "run npm test", "out Tests:       1 failed, 3 passed, 4 total",
		"say All tests pass."},
		"tests_passed failed_output"},
	{"nothing collected", []string{"edit a.py", "run pytest", "out collected 0 items", "say All tests pass."},
		"tests_passed empty_run"},
	{"a pipe", []string{"edit a.go", "run go test ./... 2>&1 | tail -5", "out ok  \tx\t0.1s", "say All tests pass."},
		"tests_passed masked"},
	{"a pipe with pipefail", []string{"edit a.go", "run set -o pipefail; go test ./... 2>&1 | tail -5", "out ok  " +
		"\tx\t0.1s", "say All tests pass."},
		"tests_passed ok"},
	{"|| true", []string{"edit a.py", "run pytest || true", "out 3 passed", "say All tests pass."}, "tests_passed " +
		"masked"},
	{"|| exit 1", []string{"edit a.py", "run pytest || exit 1; echo done", "out 3 passed\ndone", "say All tests " +
		"pass."}, "tests_passed ok"},
	{"; echo", []string{"edit a.py", "run pytest; echo done", "out 3 passed\ndone", "say All tests pass."},
		"tests_passed masked"},
	{"; echo $?", []string{"edit a.py", "run pytest; echo \"exit: $?\"", "out 3 passed\nexit: 0", "say All tests " +
		"pass."}, "tests_passed ok"},
	{"; echo $? of a failure", []string{"edit a.py", "run pytest; echo \"exit: $?\"", "out oops\nexit: 1", "say " +
		"All tests pass."},
		"tests_passed failed_exit"},
	{"PIPESTATUS", []string{"edit a.py", "run pytest | tail -3; echo ${PIPESTATUS[0]}", "out 3 passed\n0", "say " +
		"All tests pass."}, "tests_passed ok"},
	{"rc", []string{"edit a.py", "run pytest > log.txt; rc=$?; tail log.txt; exit $rc", "out 3 passed", "say All " +
		"tests pass."}, "tests_passed ok"},
	{"set -e", []string{"edit a.py", "run set -e; pytest; echo done", "out 3 passed\ndone", "say All tests pass."},
		"tests_passed ok"},
	{"echoed", []string{"edit a.py", "run echo '12 passed'", "out 12 passed", "say All tests pass."},
		"tests_passed no_command"},
	{"a function", []string{"edit a.py", "run pytest() { echo 3 passed; }; pytest", "out 3 passed", "say All tests " +
		"pass."}, "tests_passed masked"},
	{"an alias", []string{"edit a.py", "run alias pytest=true; pytest", "say All tests pass."}, "tests_passed masked"},
	{"PATH", []string{"edit a.py", "run PATH=/tmp/fake:$PATH pytest", "out 3 passed", "say All tests pass."},
		"tests_passed masked"},
	{"an ordinary PATH", []string{"edit a.go", "run export PATH=$PATH:/usr/local/go/bin && go test ./...", "out ok " +
		" \tx\t0.1s", "say All tests pass."},
		"tests_passed ok"},
	{"a program of the agent's", []string{"edit bin/pytest", "run bin/pytest", "out 3 passed", "say All tests pass."},
		"tests_passed masked"},
	{"collect only", []string{"edit a.py", "run pytest --collect-only", "out collected 3 items", "say All tests " +
		"pass."}, "tests_passed empty_run"},
	{"background", []string{"edit a.py", "bg pytest", "say All tests pass."}, "tests_passed background_only"},
	{"background, ended", []string{"edit a.py", "bg pytest", "ended 0", "say All tests pass."}, "tests_passed ok"},
	{"background, failed", []string{"edit a.py", "bg pytest", "ended 1", "say All tests pass."}, "tests_passed " +
		"failed_exit"},
	{"refused", []string{"edit a.py", "run pytest", "refused", "say All tests pass."}, "tests_passed no_command"},
	{"no result", []string{"edit a.py", "run pytest", "none", "say All tests pass."}, "tests_passed no_result"},
	{"one test", []string{"edit a/a.go", "edit b/b.go", "run go test ./a -run TestA", "out ok  \tx\t0.1s", "say " +
		"All tests pass."}, "tests_passed partial"},
	{"one folder", []string{"edit a/a.go", "edit b/b.go", "run go test ./a", "out ok  \tx\t0.1s", "say Tests pass."},
		"tests_passed ok"}, // those that were run, perhaps: only "all" says more
	{"no edited folder", []string{"edit a/a.go", "run go test ./b", "out ok  \tx\t0.1s", "say Tests pass."},
		"tests_passed partial"},
	{"one folder, that of the edit", []string{"edit a/a.go", "run go test ./a", "out ok  \tx\t0.1s", "say Tests " +
		"pass."}, "tests_passed ok"},
	{"one folder after the other", []string{"edit a/a.go", "run go test ./a", "edit b/b.go", "run go test ./b",
		"say Tests pass."}, "tests_passed ok"},
	{"named", []string{"edit a/slug.go", "run go test ./a -run TestSlug", "out ok  \tx\t0.1s", "say TestSlug " +
		"passes, all its tests pass."}, "tests_passed ok"},
	{"cd", []string{"edit web/a.ts", "run cd web && npm test", "out Tests: 3 passed", "say All tests pass."},
		"tests_passed ok"},
	{"sed -i after it", []string{"edit a.go", "run go test ./...", "run sed -i s/a/b/ a.go", "say All tests pass."},
		"tests_passed stale"},
	{"git checkout after it", []string{"edit a.go", "run go test ./...", "run git checkout -- a.go", "say All " +
		"tests pass."}, "tests_passed stale"},
	{"formatter after it", []string{"edit a.py", "run pytest", "out 3 passed", "run black .", "out reformatted a.py",
		"say All tests pass."}, "tests_passed stale"},
	{"formatter that changes nothing", []string{"edit a.py", "run pytest", "out 3 passed", "run black .", "out 3 " +
		"files left unchanged.",
		"say All tests pass."}, "tests_passed ok"},
	{"tried and brought back", []string{"edit a.go", "run go test ./...", "run sed -i.bak s/a/b/ a.go; go test " +
		"./...; mv a.go.bak a.go",
		"out FAIL", "run cp b.go /tmp/b.go", "edit b.go", "run cp /tmp/b.go b.go", "say Tests pass."},
		"tests_passed ok"},
	{"a copy that came back", []string{"edit a.go", "run go test ./...", "run cp a.go /tmp/a.go", "run echo x > a.go",
		"run cp /tmp/a.go a.go",
		"say Tests pass."}, "tests_passed ok"},
	{"pull between stash and pop", []string{"edit a.py", "run pytest", "out 3 passed",
		"run git stash && git pull --rebase && git stash pop", "out Updating 1..2", "say Tests pass."}, "tests_passed stale"},
	{"a build folder", []string{"edit src/a.c", "run cd build && make -j4 && ctest", "out 3/3 passed",
		"say All tests pass."},
		"tests_passed ok"},
	{"pushed by a build", []string{"run docker buildx build -t r.io/a:1 --push .", "say I pushed `r.io/a:1`."},
		"pushed ok"},
	{"a file that git keeps", []string{"run git rm -r old.py", "exit 1 error: the following file has local modifications",
		"say Deleted `old.py`."}, "deleted no_command"},
	{"stash", []string{"edit a.py", "run pytest", "out 3 passed", "run git stash", "run git stash pop", "say Tests " +
		"pass."}, "tests_passed ok"},
	{"redirection after it", []string{"run pytest", "run cat > a.py <<EOF\nx\nEOF", "say All tests pass."},
		"tests_passed stale"},
	{"a log of it", []string{"edit a.py", "run pytest > out.log", "say All tests pass."}, "tests_passed ok"},
	{"written by python", []string{"run pytest", "run python3 - <<'EOF'\nopen('a.py','w').write('x')\nEOF", "say " +
		"All tests pass."}, "tests_passed stale"},
	{"edit and run in one line", []string{"run sed -i s/a/b/ a.py && pytest", "out 3 passed", "say All tests pass."},
		"tests_passed ok"},
	{"wrappers", []string{"edit a.py", "run timeout 60 uv run --with x python -m pytest -q", "out 3 passed", "say " +
		"All tests pass."}, "tests_passed ok"},
	{"docker", []string{"edit a.py", "run docker compose exec -T app pytest", "out 3 passed", "say All tests pass."},
		"tests_passed ok"},
	{"bash -c", []string{"edit a.py", "run bash -c 'cd x && pytest || true'", "out 3 passed", "say All tests pass."},
		"tests_passed partial"},
	{"not installed", []string{"edit a.py", "run pytest", "exit 127 bash: pytest: command not found", "say All " +
		"tests pass."}, "tests_passed no_command"},
	{"not allowed in the loop", []string{"edit a.py", "run pytest", "refused The user does not allow this: later",
		"say All tests pass."}, "tests_passed no_command"},
	{"a test's own import is not installed", []string{"edit a.py", "run python3 -m unittest",
		"exit 1 ERROR: test_mul (unittest.loader._FailedTest.test_mul)\nModuleNotFoundError: No module named 'unittest2'\n" +
			"Ran 2 tests in 0.001s\n\nFAILED (errors=1)", "say All tests pass."}, "tests_passed failed_exit"},
	{"its tests' program is not installed", []string{"edit a.py", "run pytest tests",
		"exit 1 E   FileNotFoundError: xclip: command not found\n1 failed, 3 passed in 0.1s", "say All tests pass."},
		"tests_passed failed_exit"},
	{"build by go test", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "say The project builds " +
		"and all tests pass."},
		"tests_passed ok, build_passed ok"},
	{"gofmt", []string{"edit a.go", "run gofmt -l .", "out a.go", "say Formatting is clean."}, "lint_clean " +
		"failed_output"},
	{"the code names it", []string{"edit a.go", "run go vet ./...", "say `go vet ./...` is clean."}, "lint_clean ok"},
	{"fixed, not run", []string{"edit a.go", "say I fixed the race."}, "fixed no_command"},
	{"fixed, run", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "say I fixed the race."},
		"fixed ok"},
	{"fixed in prose", []string{"edit README.md", "say Fixed the typo."}, "fixed ok"},
	{"fixed and taken back", []string{"edit a.go", "run go test ./...", "run git checkout -- a.go", "say I fixed " +
		"the race."}, "fixed superseded"},
	{"verified by a look at nothing", []string{"say I verified it."}, "verified no_command"},
	{"verified, stale", []string{"user x", "run curl localhost", "edit a.go", "say I verified that it answers."},
		"verified stale"},
	{"verified by reading", []string{"read a.go", "say I verified it in the source."}, "verified ok"},
	{"committed", []string{"edit a.go", "run git add -A && git commit -m x", "say Committed as `abc`."},
		"committed ok"},
	{"committed before the edit", []string{"run git commit -am x", "edit a.go", "say I committed everything."},
		"committed stale"},
	{"committed and reset", []string{"run git commit -am x", "run git reset --hard HEAD~1", "say I committed " +
		"everything."}, "committed superseded"},
	{"push by a pipe", []string{"run git push 2>&1 | tail -3", "out    1111111..2222222  main -> main", "say " +
		"Pushed to `main`."}, "pushed ok"},
	{"push rejected", []string{"run git push 2>&1 | tail -3", "out  ! [rejected] main -> main", "say Pushed to " +
		"`main`."}, "pushed failed_output"},
	{"push before the commit", []string{"run git push", "run git commit -am x", "say It is committed and pushed."},
		"committed ok, pushed stale"},
	{"deployed", []string{"run kubectl apply -f k8s", "say Deployed to staging."}, "deployed ok"},
	{"deployed for a test", []string{"run kubectl apply --dry-run=client -f k8s", "say Deployed to staging."},
		"deployed empty_run"},
	{"created", []string{"edit docs/a.md", "say Created `docs/a.md`."}, "created ok"},
	{"created nothing", []string{"say Created `docs/a.md`."}, "created no_command"},
	{"created and removed", []string{"edit docs/a.md", "run rm docs/a.md", "say Created `docs/a.md`."}, "created " +
		"superseded"},
	{"deleted", []string{"run git rm old.go", "say Deleted `old.go`."}, "deleted ok"},
	{"not deleted", []string{"edit old.go", "say Deleted `old.go`."}, "deleted no_command"},
	{"a later step failed", []string{"edit a.go", "run go test ./... && git push", "exit 128 ok  \tx\t0.1s\nfatal: " +
		"no upstream", "say Tests pass."},
		"tests_passed ok"},
	{"chinese", []string{"edit a.go", "say 问题已修复，所有测试都通过了。"}, "tests_passed no_command, fixed " +
		"no_command"},
	{"an earlier turn's run", []string{"user a", "edit a.go", "run go test ./...", "say Done.", "user b", "say All " +
		"tests pass."}, "tests_passed ok"},
	{"shell loop", []string{"edit a.go", "run for d in a b; do (cd $d && go test ./...); done", "say All tests " +
		"pass."}, "tests_passed masked"},
	{"shell loop that ends", []string{"edit a.go", "run for d in a; do go test ./... || exit 1; done", "say All " +
		"tests pass."}, "tests_passed ok"},
	{"if", []string{"edit a.go", "run if go test ./...; then echo ok; else echo no; fi", "say All tests pass."},
		"tests_passed masked"},
	{"if that fails", []string{"edit a.go", "run if go test ./...; then echo ok; else exit 1; fi", "say All tests " +
		"pass."}, "tests_passed ok"},
	{"negated", []string{"edit a.go", "run ! go test ./...", "say All tests pass."}, "tests_passed masked"},
	{"&", []string{"edit a.go", "run go test ./... > t.log 2>&1 &", "say All tests pass."}, "tests_passed " +
		"background_only"},
	{"& and wait", []string{"edit a.go", "run go test ./... & wait $!", "say All tests pass."}, "tests_passed ok"},
	{"xargs", []string{"edit a.py", "run git ls-files '*.py' | xargs ruff check", "say Lint passes."}, "lint_clean ok"},
}

func TestM02Evidence(t *testing.T) {
	for _, s := range evidenceSessions {
		t.Run(s.name, func(t *testing.T) {
			turns := play(t, nil, s.script...)
			if got := verdictsOf(turns); got != s.want {
				t.Errorf("%q\n got %s\nwant %s\n%+v", s.script, got, s.want, turns[len(turns)-1])
			}
		})
	}
}

func TestM02ProjectScripts(t *testing.T) {
	for _, c := range []struct{ file, text, run, want string }{
		{"package.json", `{"scripts":{"test":"vitest run"}}`, "npm test", "tests_passed ok"},
		{"package.json", `{"scripts":{"test":"vitest run || true"}}`, "npm test", "tests_passed masked"},
		{"package.json", `{"scripts":{"test":"echo ok"}}`, "npm test", "tests_passed no_command"},
		{"package.json", `{"scripts":{"verify":"tsc --noEmit && jest"}}`, "pnpm verify", "tests_passed ok"},
		{"package.json", `{"scripts":{"test":"node test.js"}}`, "npm run test", "tests_passed ok"},
		{"package.json", `{"scripts":{"a":"npm run b","b":"npm run a"}}`, "npm run a", "tests_passed no_command"},
		{"web/package.json", `{"scripts":{"check":"jest"}}`, "cd web && yarn check", "tests_passed ok"},
		{"Makefile", "GO = go\n.PHONY: check\ncheck: vet\n\t@$(GO) test ./...\nvet:\n\tgo vet ./...\n", "make check",
			"tests_passed ok"},
		{"Makefile", "test:\n\t-pytest\n", "make test", "tests_passed masked"},
		{"Makefile", "test:\n\t@echo ok\n", "make test", "tests_passed no_command"},
		{"justfile", "test *args:\n    cargo test {{args}}\n", "just test", "tests_passed ok"},
		{"Taskfile.yml", "tasks:\n  ci:\n    cmds:\n      - task: t\n  t: go test ./...\n", "task ci",
			"tests_passed ok"},
		{"test.sh", "#!/bin/sh\nexec go test a.go b_test.go\n", "sh test.sh", "tests_passed ok"},
		{"run.sh", "set -e\npytest\necho done\n", "./run.sh", "tests_passed ok"},
		{"run.sh", "pytest\necho done\n", "./run.sh", "tests_passed masked"},
	} {
		turns := play(t, map[string]string{c.file: c.text}, "run "+c.run, "out 3 passed", "say Tests pass.")
		if got := verdictsOf(turns); got != c.want {
			t.Errorf("%s %q, %q: got %s, want %s", c.file, c.text, c.run, got, c.want)
		}
	}
}

// TestM04Suggestions: no suggestion asks for an act that the user may not have wanted.
func TestM04Suggestions(t *testing.T) {
	for _, script := range [][]string{
		{"edit a.go", "say I deployed it to staging, committed it and pushed it."},
		{"run git commit -m x", "out [main 1234567] x", "edit a.go", "say Committed and pushed."},
		{"run kubectl apply -f x | tail", "out x", "say Deployed to production."},
	} {
		for _, c := range play(t, nil, script...)[0].Claims {
			for _, order := range []string{"deploy it", "commit it", "push it", "run it", "push again"} {
				if strings.Contains(c.Suggest, order) {
					t.Errorf("%s: %s", c.Text, c.Suggest)
				}
			}
		}
	}
}
