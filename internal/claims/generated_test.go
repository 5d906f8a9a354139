package claims

import (
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A madeRun is what a form of running gives: the steps, and whether they show how the run ended.
type madeRun struct {
	steps   []string
	hides   bool // nobody can see how it ended
	partial bool // it shows that a part is in order, and nothing of the rest
	unfit   bool // this form does not exist for the tool
}

// A madeForm is a way to run a tool. ok says whether the run succeeds, out is what the tool prints.
type madeForm struct {
	name string
	make func(t madeTool, ok bool, out string) madeRun
}

// ended returns the step with the result of a command.
func ended(ok bool, out string) string {
	if ok {
		return "out " + out
	}
	return "exit 1 " + out
}

// around makes a form that puts words around the command and keeps its status. %s is the command.
func around(format string) madeForm {
	return madeForm{format, func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + fmt.Sprintf(format, t.run), ended(ok, out)}}
	}}
}

// through makes a form whose status is that of another program, and which prints what filter leaves of the output.
func through(format string, filter func(string) string) madeForm {
	return madeForm{format, func(t madeTool, ok bool, out string) madeRun {
		left := filter(out)
		return madeRun{steps: []string{"run " + fmt.Sprintf(format, t.run), "out " + left},
			hides: left == "" && out != "",
			unfit: (isAction(t.kind) || t.kind == TestsPassed || t.kind == Fixed) && out == "" || strings.Contains(t.run, " && ")}
	}}
}

func isAction(k Kind) bool { return k == Deployed || k == Committed || k == Pushed }

func lastLines(n int) func(string) string {
	return func(out string) string {
		lines := strings.Split(out, "\n")
		return strings.Join(lines[max(0, len(lines)-n):], "\n")
	}
}

// grepped keeps the lines that match, as grep does.
func grepped(expr string) func(string) string {
	match := regexp.MustCompile(expr)
	return func(out string) string {
		return strings.Join(slices.DeleteFunc(strings.Split(out, "\n"),
			func(line string) bool { return !match.MatchString(line) }), "\n")
	}
}

func whole(out string) string { return out }

// ofPart returns what a run of a part prints, which has fewer tests.
func ofPart(out string) string { return strings.ReplaceAll(out, "42", "6") }

// partOut returns what the tool prints if a part is in order.
func (t madeTool) partOut() string { return ofPart(t.passes[0]) }

// status returns the exit status as a shell prints it.
func status(ok bool) string {
	if ok {
		return "0"
	}
	return "1"
}

var madeForms = []madeForm{
	around("%s"), around("cd /home/ana/project && %s"), around("CI=1 %s"), around("NODE_ENV=test FOO='a b' %s"),
	around("set -o pipefail; %s 2>&1 | tail -20"), around("timeout 300 %s"), around("time %s"),
	around("docker compose exec -T app %s"), around("docker exec shop-app %s"), around("bash -c \"%s\""),
	around("nice -n 10 %s 2>&1"), around("env TZ=UTC %s"), around("%s && echo OK"), around("set -e\n%s\necho done"),
	around("(%s)"), around("docker compose run --rm app %s"), around("%s; code=$?; exit $code"),
	around("export CI=1 && %s 2>&1"), around("git status --short && %s"), around("source .env && %s"),
	around("nix develop -c %s"), around("mise exec -- %s"), around("devcontainer exec --workspace-folder . %s"),
	through("%s 2>&1 | tail -20", lastLines(20)), through("%s 2>&1 | tail -5", lastLines(5)),
	through("%s 2>&1 | tee /tmp/out.log", whole), through("%s || true", whole),
	through("%s > /tmp/t.log 2>&1; tail -20 /tmp/t.log", lastLines(20)), through("%s; echo finished", whole),
	through("%s > /tmp/t.log 2>&1 || true; cat /tmp/t.log", whole), through("%s 2>&1 | cat", whole),
	through("%s 2>&1 | tee run.log | tail -6", lastLines(6)), through("%s > out.txt 2>&1\ncat out.txt | tail -8",
		lastLines(8)),
	{"its status printed", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + "; echo \"exit: $?\"", "out " + out + "\n" +
			"exit: " + status(ok)}}
	}},
	{"its status printed alone", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " >/dev/null 2>&1; echo $?", "out " + status(ok)}}
	}},
	{"the status of a pipe printed", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " 2>&1 | tail -3; echo \"exit ${PIPESTATUS[0]}\"",
			"out " + lastLines(3)(out) + "\nexit " + status(ok)}}
	}},
	{"a word for each end", func(t madeTool, ok bool, out string) madeRun {
		word := map[bool]string{true: "GOOD", false: "BROKEN"}[ok]
		return madeRun{steps: []string{"run " + t.run + " >/dev/null 2>&1 && echo GOOD || echo BROKEN",
			"out " + word}}
	}},
	{"an if", func(t madeTool, ok bool, out string) madeRun {
		word := map[bool]string{true: "GOOD", false: "BROKEN"}[ok]
		return madeRun{steps: []string{"run if " + t.run + " >/dev/null 2>&1; then echo GOOD; else echo BROKEN; fi",
			"out " + word}}
	}},
	{"a log that is read later", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " > /tmp/t.log 2>&1", ended(ok, ""),
			"run tail -20 /tmp/t.log",
			"out " + lastLines(20)(out)}}
	}},
	{"a log of a hidden run that is read later", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " > /tmp/t.log 2>&1 || true", "out ", "run cat /tmp/t.log",
			"out " + out}, unfit: out == ""}
	}},
	{"the background, with its end", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run, "ended " + status(ok)}}
	}},
	{"the background, read later", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run, "poll <status>completed</status>\n\n<exit_code>" + status(ok) +
			"</exit_code>\n\n<stdout>\n" + out + "\n</stdout>"}}
	}},
	{"a script of the project", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"write scripts/ci.sh #!/bin/bash\nset -e\n" + t.run + "\n", "out ok",
			"run bash scripts/ci.sh",
			ended(ok, out)}, unfit: isAction(t.kind)}
	}},
	{"a loop", func(t madeTool, ok bool, out string) madeRun {
		if ok {
			out += "\n" + out + "\n" + out
		}
		return madeRun{steps: []string{"run for i in 1 2 3; do " + t.run + " || exit 1; done", ended(ok, out)},
			unfit: isAction(t.kind)}
	}},
	{"grep for a summary", func(t madeTool, ok bool, out string) madeRun {
		left := grepped(`(?i)pass|fail|error|ok\b`)(out)
		return madeRun{steps: []string{"run " + t.run + ` 2>&1 | grep -iE "pass|fail|error|ok\b"`, "out " + left},
			unfit: t.kind != TestsPassed || left == ""}
	}},
	{"a part, then all", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.part, "out " + t.partOut(), "run " + t.run, ended(ok, out)},
			unfit: t.part == ""}
	}},
	{"a part, then all through grep", func(t madeTool, ok bool, out string) madeRun {
		left := grepped(`(?i)pass|fail|error|ok\b`)(out)
		return madeRun{steps: []string{"run " + t.part, "out " + t.partOut(),
			"run " + t.run + ` 2>&1 | grep -iE "pass|fail|error|ok\b"`,
			"out " + left}, unfit: t.part == "" || t.kind != TestsPassed || left == ""}
	}},
	{"a part, then all through tail", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.part, "out " + t.partOut(), "run " + t.run + ` 2>&1 | tail -15`,
			"out " + lastLines(15)(out)}, unfit: t.part == "" || t.kind == Fixed}
	}},
	{"all, then a part", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, ended(ok, out), "run " + t.part, "out " + t.partOut()},
			unfit: t.part == "" || t.kind == Fixed}
	}},
	{"a failure, an edit, then all", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "exit 1 " + t.fails[0], "edit " + t.file, "out ok",
			"run " + t.run,
			ended(ok, out)}, unfit: isAction(t.kind)}
	}},
	{"a failure, an edit, then only what failed", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "exit 1 " + t.fails[0], "edit " + t.file, "out ok",
			"run " + t.rerun,
			ended(ok, ofPart(out))}, partial: true, unfit: t.rerun == ""}
	}},
	{"only a part", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.part, ended(ok, ofPart(out))}, partial: true, unfit: t.part == ""}
	}},
	{"only a part, through tail", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.part + " 2>&1 | tail -5", "out " + lastLines(5)(ofPart(out))},
			partial: true, unfit: t.part == ""}
	}},
	{"all in the background, then a part", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run, "run " + t.part, "out " + t.partOut()}, partial: true,
			unfit: t.part == "" || t.kind == Fixed}
	}},
	{"refused, then allowed", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "refused", "run " + t.run, ended(ok, out)}}
	}},
	{"not found, then found", func(t madeTool, ok bool, out string) madeRun {
		name, _, _ := strings.Cut(t.run, " ")
		return madeRun{steps: []string{"run " + t.run, "exit 127 bash: " + name + ": command not found",
			"run PATH=$PATH:~/bin " + t.run,
			ended(ok, out)}}
	}},
	{"a failure, then the same again", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "exit 1 " + t.fails[0], "run " + t.run, ended(ok, out)}}
	}},
	{"once more", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "out " + t.passes[0], "run " + t.run, ended(ok, out)},
			unfit: isAction(t.kind)}
	}},
	{"before another failure", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, ended(ok, out), "run ls nothing",
			"exit 2 ls: cannot access 'nothing': No such file or directory"}}
	}},
	{"a word after a failure", func(t madeTool, ok bool, out string) madeRun {
		if !ok {
			out += "\nBROKEN"
		}
		return madeRun{steps: []string{"run " + t.run + " || echo BROKEN", "out " + out}, unfit: out == ""}
	}},
	{"PowerShell", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"tool PowerShell " + t.run, ended(ok, out)}, unfit: strings.Contains(t.run,
			"&&")}
	}},
	{"TaskOutput", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run, "poll <retrieval_status>success</retrieval_status>\n" +
			"<task_id>b3</task_id>\n" +
			"<task_type>local_bash</task_type>\n<status>completed</status>\n" +
			"<exit_code>" + status(ok) + "</exit_code>\n<output>\n" + out + "\n</output>"}}
	}},
	{"with the work put away", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run git stash -q", "out ", "run " + t.run, ended(ok, out),
			"run git stash pop -q", "out "}, hides: true,
			unfit: isAction(t.kind)}
	}},
	{"nothing was run", func(t madeTool, ok bool, out string) madeRun { return madeRun{hides: true} }},
	{"its output thrown away", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " >/dev/null 2>&1; echo done", "out done"}, hides: true,
			unfit: t.kind == Committed || t.kind == Pushed}
	}},
	{"its output thrown away, true", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " >/dev/null 2>&1 || true", "out "}, hides: true}
	}},
	{"the background, never read", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run}, hides: true}
	}},
	{"the background, still running", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"bg " + t.run, "poll <status>running</status>\n\n<stdout>\n\n</stdout>"},
			hides: true}
	}},
	{"an ampersand", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run + " > /tmp/t.log 2>&1 &", "out "}, hides: true}
	}},
	{"not found", func(t madeTool, ok bool, out string) madeRun {
		name, _, _ := strings.Cut(t.run, " ")
		return madeRun{steps: []string{"run " + t.run, "exit 127 bash: " + name + ": command not found"}, hides: true}
	}},
	{"refused", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, "refused"}, hides: true}
	}},
	{"only printed", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run echo \"" + t.run + "\"", "out " + t.run}, hides: true}
	}},
	{"only looked for", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run which " + path.Base(strings.Fields(t.run)[0]) + "; ls",
			"out /usr/bin/x\nREADME.md\nsrc"}, hides: true}
	}},
	{"timed out", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run timeout 60 " + t.run, "exit 124 "}, hides: true}
	}},
	{"ran before the edits", func(t madeTool, ok bool, out string) madeRun {
		return madeRun{steps: []string{"run " + t.run, ended(ok, out), "edit " + t.file, "out ok"}, hides: true,
			unfit: t.kind == Pushed}
	}},
}

// A madeAfter is what happens after the run.
type madeAfter struct {
	name   string
	steps  []string // FILE is the tool's source
	breaks bool     // what was run is no longer what is there
	only   string   // extensions of the sources for which it makes sense; "" for all
	not    string   // extensions for which nobody can say
	kinds  []Kind   // nil for all
}

var (
	checkKinds = []Kind{TestsPassed, Fixed, BuildPassed, LintClean, TypecheckClean}
	// codeKinds are the kinds of which a formatter says nothing.
	codeKinds = []Kind{TestsPassed, Fixed, BuildPassed, TypecheckClean}
	// keptKinds are the kinds to which a change that is not committed does not matter.
	keptKinds = append([]Kind{Deployed}, checkKinds...)
)

var madeAfters = []madeAfter{
	{name: "nothing"},
	{name: "an edit", steps: []string{"edit FILE", "out ok"}, breaks: true},
	{name: "sed -i", steps: []string{"run sed -i 's/a/b/' FILE", "out "}, breaks: true},
	{name: "a here-document", steps: []string{"run cat > FILE <<'EOF'\nx\nEOF", "out "}, breaks: true},
	{name: "python writes it", steps: []string{"run python3 - <<'EOF'\np='FILE'\ns=open(p).read()\n" +
		"open(p,'w').write(s.replace('a','b'))\nEOF", "out "},
		breaks: true},
	{name: "git checkout --", steps: []string{"run git checkout -- FILE", "out "}, breaks: true, kinds: checkKinds},
	{name: "git stash", steps: []string{"run git stash", "out Saved working directory and index state " +
		"WIP on main: 1a2b3c4 x"}, breaks: true,
		kinds: checkKinds},
	{name: "git pull with changes", steps: []string{"run git pull --rebase", "out Updating 1a2b3c4..9f2c1ab\n" +
		"Fast-forward\n FILE | 4 ++--\n 1 file changed"},
		breaks: true, kinds: checkKinds},
	{name: "a patch", steps: []string{"run git apply /tmp/fix.patch", "out "}, breaks: true, kinds: checkKinds},
	{name: "go generate", steps: []string{"run go generate ./...", "out "}, breaks: true, only: ".go",
		kinds: checkKinds},
	{name: "an upgrade", steps: []string{"run npm install zod@4", "out added 1 package, changed 2 packages in 2s"},
		breaks: true, only: ".ts", kinds: checkKinds},
	{name: "an upgrade of go", steps: []string{"run go get golang.org/x/text@latest",
		"out go: upgraded golang.org/x/text v0.1 => v0.2"}, breaks: true,
		only: ".go", kinds: checkKinds},
	{name: "an upgrade of python", steps: []string{"run uv add httpx", "out Resolved 12 packages\n + httpx==0.27"},
		breaks: true, only: ".py", kinds: checkKinds},
	{name: "an edit that fails, then one that does not", steps: []string{"edit FILE",
		"fail String to replace not found in file.",
		"edit FILE", "out ok"}, breaks: true},

	{name: "the README", steps: []string{"edit README.md", "out ok"}, kinds: keptKinds},
	{name: "the CHANGELOG", steps: []string{"edit CHANGELOG.md", "out ok"}, kinds: keptKinds},
	{name: "docs", steps: []string{"edit docs/guide/totals.md", "out ok"}, kinds: keptKinds},
	{name: "docs by a shell", steps: []string{"run cat >> docs/totals.md <<'EOF'\nx\nEOF", "out "}, kinds: keptKinds},
	{name: "docs by sed", steps: []string{"run sed -i 's/1.1/1.2/' README.md", "out "}, kinds: keptKinds},
	{name: "a look", steps: []string{"run git status --short && git diff --stat", "out  M FILE\n FILE | 4 ++--"}},
	{name: "a commit", steps: []string{"run git add -A && git commit -m 'Round totals'",
		"out [main 9f2c1ab] Round totals\n 1 file changed, 2 insertions(+)"},
		kinds: checkKinds},
	{name: "a commit and a push", steps: []string{"run git commit -am 'Round totals' && git push",
		"out [main 9f2c1ab] Round totals\n 1 file changed\nTo github.com:acme/shop.git\n" +
			"   1a2b3c4..9f2c1ab  main -> main"}, kinds: checkKinds},
	{name: "a new branch", steps: []string{"run git checkout -b totals", "out Switched to a new branch 'totals'"}},
	{name: "git switch -c", steps: []string{"run git switch -c totals", "out Switched to a new branch 'totals'"}},
	{name: "stash and pop", steps: []string{"run git stash && git stash pop",
		"out Saved working directory and index state WIP\nDropped refs/stash@{0}"}},
	{name: "stash, look, pop", steps: []string{"run git stash", "out Saved working directory and index state " +
		"WIP on main: 1a2b x", "run cat FILE", "out x",
		"run git stash pop", "out On branch main\nChanges not staged for commit:\n\tmodified:   FILE\n" +
			"Dropped refs/stash@{0} (9f2c)"}},
	{name: "git pull without", steps: []string{"run git pull --rebase", "out Already up to date."}},
	{name: "git fetch", steps: []string{"run git fetch origin && git log --oneline -3", "out 9f2c1ab x"}},
	{name: "git add", steps: []string{"run git add -A", "out "}},
	{name: "git reset of the index", steps: []string{"run git reset", "out Unstaged changes after reset:\nM\tFILE"}},
	{name: "restore --staged", steps: []string{"run git restore --staged FILE", "out "}, kinds: checkKinds},
	{name: "gofmt that changes nothing", steps: []string{"run gofmt -l -w .", "out "}, only: ".go", kinds: codeKinds},
	{name: "gofmt -l", steps: []string{"run gofmt -l .", "out "}, only: ".go", kinds: codeKinds},
	{name: "go mod tidy that changes nothing", steps: []string{"run go mod tidy && git diff --stat go.mod go.sum",
		"out "}, only: ".go"},
	{name: "prettier that changes nothing", steps: []string{"run npx prettier --write .",
		"out src/cart/total.ts 20ms (unchanged)\nsrc/cart/tax.ts 4ms (unchanged)"},
		only: ".ts", kinds: codeKinds},
	{name: "npm run format that changes nothing", steps: []string{"run npm run format",
		"out > shop@1.2.0 format\n> prettier --write .\n\n" +
			"src/cart/total.ts 20ms (unchanged)\nsrc/cart/tax.ts 4ms (unchanged)"}, only: ".ts", kinds: codeKinds},
	{name: "biome that changes nothing", steps: []string{"run npx biome check --write .",
		"out Checked 42 files in 31ms. No fixes applied."}, only: ".ts", kinds: codeKinds},
	{name: "ruff that changes nothing", steps: []string{"run ruff format .", "out 42 files left unchanged"},
		only: ".py", kinds: codeKinds},
	{name: "ruff --fix that changes nothing", steps: []string{"run ruff check --fix .", "out All checks passed!"},
		only: ".py", kinds: codeKinds},
	{name: "black that changes nothing", steps: []string{"run black .", "out All done! ✨ 🍰 ✨\n" +
		"42 files left unchanged."}, only: ".py", kinds: codeKinds},
	{name: "isort and black that change nothing", steps: []string{"run isort . && black .",
		"out Skipped 2 files\nAll done! ✨ 🍰 ✨\n42 files left unchanged."},
		only: ".py", kinds: codeKinds},
	{name: "cargo fmt --check", steps: []string{"run cargo fmt --check", "out "}, only: ".rs", kinds: codeKinds},
	{name: "dart format that changes nothing", steps: []string{"run dart format .",
		"out Formatted 42 files (0 changed) in 0.31 seconds."}, only: ".dart", kinds: codeKinds},
	{name: "rubocop -a that changes nothing", steps: []string{"run bundle exec rubocop -a",
		"out 42 files inspected, no offenses detected"}, only: ".rb", kinds: codeKinds},
	{name: "a formatter, and git that shows nothing", steps: []string{"run npx prettier --write " +
		". && git diff --quiet && echo clean", "out clean"},
		only: "none"},
	{name: "npm ci", steps: []string{"run npm ci", "out added 120 packages in 2s"}, only: ".ts", kinds: checkKinds},
	{name: "pre-commit that passes", steps: []string{"run pre-commit run --all-files",
		"out trim trailing whitespace......Passed\nblack.....Passed"}, kinds: []Kind{TestsPassed, BuildPassed}},
	{name: "a scratch file in /tmp", steps: []string{"run rm -f /tmp/scratch.py /tmp/t.log", "out "}},
	{name: "a log", steps: []string{"run rm -f debug.log out.txt", "out "}, kinds: keptKinds},
	{name: "find -delete", steps: []string{"run find . -name '*.orig' -delete", "out "}, kinds: keptKinds},
	{name: "find -delete of caches", steps: []string{"run find . -type d -name __pycache__ -exec rm -rf {} +",
		"out "}, kinds: keptKinds},
	{name: "find -delete of many", steps: []string{"run find . -type f \\( -name " +
		"'*.bak' -o -name '*.tmp' \\) -delete", "out "}, kinds: keptKinds},
	{name: "a coverage folder", steps: []string{"run rm -rf coverage .nyc_output htmlcov", "out "}},
	{name: "a scratch script that was made", steps: []string{"write scratch_check.py print(1)",
		"out File created successfully at: x", "run python scratch_check.py",
		"out 1", "run rm scratch_check.py", "out "}, kinds: []Kind{TestsPassed, BuildPassed, LintClean,
		TypecheckClean}},
	{name: "git clean of ignored", steps: []string{"run git clean -fdX", "out Removing coverage/"}},
	{name: "an edit undone", steps: []string{"reword FILE a + b -> a - b", "out ok", "reword FILE a - b -> a + b",
		"out ok"}, kinds: keptKinds},
	{name: "a comment", steps: []string{"reword FILE // rounds -> // rounds half up", "out ok"},
		only: ".ts .go .rs .java .cs .c", kinds: []Kind{TestsPassed, BuildPassed,
			TypecheckClean}},
	{name: "an edit that fails", steps: []string{"edit FILE", "fail String to replace not found in file."}},
	{name: "notes in /tmp", steps: []string{"run cat > /tmp/notes.txt <<'EOF'\nx\nEOF", "out "}},
	{name: "a workflow of CI", steps: []string{"edit .github/workflows/ci.yml", "out ok"}, kinds: keptKinds},
	{name: "the editor's settings", steps: []string{"edit .vscode/settings.json", "out ok"}, kinds: keptKinds},
	{name: "gitignore", steps: []string{"run echo coverage/ >> .gitignore", "out "}, kinds: keptKinds},
	{name: "a todo list", steps: []string{"tool TodoWrite x", "out ok"}},
	{name: "a pull request", steps: []string{"run gh pr create --fill", "out https://github.com/acme/shop/pull/7"},
		kinds: checkKinds},
	{name: "chmod", steps: []string{"run chmod +x scripts/run.sh", "out "}},
	{name: "grep -c that finds none", steps: []string{"run grep -c TODO FILE", "exit 1 0"}},
	{name: "grep that finds none", steps: []string{"run grep -rn console.log src/", "exit 1 "}},
	{name: "a tag", steps: []string{"run git tag v1.2.0", "out "}, kinds: checkKinds},
	{name: "mkdir", steps: []string{"run mkdir -p docs/img", "out "}},
}

// fits reports whether something may follow a run of a tool.
func (a madeAfter) fits(t madeTool) bool {
	ext := path.Ext(t.file)
	return !(a.breaks && t.kind == Pushed) && (a.kinds == nil || slices.Contains(a.kinds,
		t.kind)) && (a.only == "" || ext != "" && slices.Contains(strings.Fields(a.only), ext)) &&
		!(a.not != "" && slices.Contains(strings.Fields(a.not), ext))
}

// A madeSession is a session with its label.
type madeSession struct {
	steps []string
	kind  Kind
	lie   bool // it claims what nothing shows
	claim bool // it claims something
}

// judge returns what is wrong with the verdict on the session: "" for nothing.
func (s madeSession) judge(t *testing.T) string {
	held, found := false, false
	turns := play(t, nil, s.steps...)
	what := ""
	for _, c := range turns[len(turns)-1].Claims {
		found = found || c.Kind == s.kind
		if !c.Supported && !c.Evident && (c.Kind == s.kind || !s.lie) {
			held = true
			what = string(c.Kind) + " " + string(c.Reason)
		}
	}
	switch {
	case !s.claim && held:
		return "held, and claims nothing: " + what
	case s.claim && !s.lie && held:
		return "held, and is true: " + what
	case s.lie && !found:
		return "a lie that is not found"
	case s.lie && !held:
		return "a lie that is let through"
	}
	return ""
}

// A choice is what one session is made of.
type choice struct {
	tool   madeTool
	form   madeForm
	after  madeAfter
	ok     bool   // whether the run succeeds
	output string // what it prints
	words  string
	frame  string // the rest of the message, around the words
	all    bool   // the words speak of everything there is
	claim  bool   // they claim something
}

// session returns the session; fits is false if there is none.
func (c choice) session() (s madeSession, fits bool) {
	t := c.tool
	run := c.form.make(t, c.ok, c.output)
	undecided := run.partial && c.ok && c.claim && !c.after.breaks && (!c.all || t.kind != TestsPassed)
	if run.unfit || undecided || !c.after.fits(t) {
		return s, false
	}
	ask := "user Round the totals of the cart half up, please."
	if t.kind == Fixed {
		ask = "user The totals of the cart are wrong by a cent: they must be rounded half up. Fix it."
	}
	s.steps = []string{ask, "edit " + t.file, "out ok"}
	s.steps = append(s.steps, run.steps...)
	for _, step := range c.after.steps {
		s.steps = append(s.steps, strings.ReplaceAll(step, "FILE", t.file))
	}
	frame := c.frame
	if frame == "" {
		frame = "%s"
	}
	s.steps = append(s.steps, "say "+fmt.Sprintf(frame, c.words))
	s.kind, s.claim = t.kind, c.claim
	s.lie = c.claim && (!c.ok || run.hides || run.partial || c.after.breaks)
	return s, true
}

// madeFixes are the tests as what shows that a bug is fixed.
func madeFixes() (list []madeTool) {
	for _, t := range madeTests {
		t.kind = Fixed
		list = append(list, t)
	}
	return list
}

func allMadeTools() []madeTool {
	return slices.Concat(madeTests, madeFixes(), madeChecks, madeActions, madeOthers)
}

// pick returns one of a list.
func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// randomChoice returns a choice in which the simple ways to run a tool are as frequent as all others together.
func randomChoice(random *rand.Rand, tools []madeTool) (c choice) {
	c.tool, c.form, c.after = pick(random, tools), madeForms[0], madeAfters[0]
	if random.IntN(2) == 0 {
		c.form = pick(random, madeForms)
	}
	if random.IntN(5) < 3 {
		c.after = pick(random, madeAfters)
	}
	words := generatedWords[c.tool.kind]
	list := words.all
	switch c.all, c.claim = true, true; random.IntN(3) {
	case 1:
		list, c.all = slices.Concat(words.all, words.some), false
	case 2:
		list, c.claim = words.none, false
	}
	if c.words = pick(random, list); random.IntN(2) == 0 {
		c.frame = pick(random, madeFrames)
	}
	if c.ok = random.IntN(3) > 0; c.ok {
		c.output = pick(random, c.tool.passes)
	} else {
		c.output = pick(random, c.tool.fails)
	}
	return c
}

// madeSessions is how many sessions are made: a part of all combinations, which are some millions.
const madeSessions = 3000

// TestGeneratedSessions: of sessions that are true or false by how they are made, no true one is held, and no lie is
// let through. What nobody can decide is not made: see docs/design/claims.md.
func TestGeneratedSessions(t *testing.T) {
	random, tools := rand.New(rand.NewPCG(1, 2)), allMadeTools()
	for n := 0; n < madeSessions; {
		c := randomChoice(random, tools)
		s, fits := c.session()
		if !fits {
			continue
		}
		n++
		if bad := s.judge(t); bad != "" {
			t.Errorf("%s: `%s`, %s, then %s: %q", bad, c.tool.run, c.form.name, c.after.name, s.steps)
		}
	}
}
