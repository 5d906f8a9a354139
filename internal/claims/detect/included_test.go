package detect

import (
	"strings"
	"testing"
)

// TestM01Structure: claims that only the structure of a message makes: a table, a list, another statement beside them.
func TestM01Structure(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		// a cell is told of what the head of its column names
		{"| package | go vet | note |\n|---|---|---|\n| `a` | ok | new |\n| `b` | skipped | old |", "lint_clean"},
		{"| | tests | build |\n| --- | --- | --- |\n| a | ✅ | ✅ |\n| b | ✅ 12 | ❌ |",
			"tests_passed build_passed tests_passed"},
		{"| file | lines |\n|---|---|\n| a | ok |\n| b | 12 |", ""},
		{"| 包 | 测试 |\n|---|---|\n| a | 通过 |\n| b | 未跑 |", "tests_passed"},
		{"| Check | Result |\n|---|---|\n| Tests | ✅ |\n| Lint | clean |", "tests_passed lint_clean"},
		{"lint | tests\nThe cell a | ok is there.", ""},
		// checks that are a part of another
		{"`gradle build` is successful, which includes the Checkstyle check and the unit tests.",
			"build_passed lint_clean tests_passed"},
		{"The build passes (including lint and the type check).", "build_passed lint_clean typecheck_clean"},
		{"`npm run all` is green: lint, types and 9 tests.", "tests_passed lint_clean typecheck_clean"},
		{"`npm run all` is green: it has lint, types and a cache.", "tests_passed"},
		{"构建通过，包含类型检查和 lint。", "build_passed typecheck_clean lint_clean"},
		{"The build passes, including a new page for the test suites that we have.", "build_passed"},
		// a hedge in another statement
		{"镜像构建成功，体积预计会降到 20MB。", "build_passed"},
		{"镜像构建成功，应该。", ""},
		{"The build passes, and its size should drop by half.", "build_passed"},
		{"The build passes, it should at least.", ""},
		// what a command says, and what somebody does
		{"All files are as they should be according to `.clang-format`, and the project builds.", "build_passed"},
		{"All files are as they should be according to the author, and the project builds.", ""},
		// a tick without a subject, and a verb without an object
		{"- ✅ Passes in all three browsers", "tests_passed"},
		{"The worker rolled out successfully and is running with the new limit.", "deployed"},
		{"The high-severity vulnerabilities are gone.", "fixed"},
		// what was done after it
		{"测试通过后已推送到 `main`。", "pushed tests_passed"},
		{"测试通过后会推送到 `main`。", ""},
		// a pronoun, and a check that is told of after it
		{"I wrote a doc test. It passes now, and `cargo fmt --check` is clean.", "lint_clean tests_passed"},
		{"I read the doc test. `cargo fmt --check` is clean, and it is silent now.", "lint_clean"},
		// headings
		{"## 修复完成\n", "fixed"},
		{"## 修复\n", ""},
		{"## 测试\n", ""},
		// lists of files
		{"Created:\n- `a/b.py`\n- `a/c.py`, which is new", "created created"},
		{"Changed:\n- `a/b.py`\n- `a/c.py`, which is new", ""},
		{"I wrote both records, following the form of the sixth:\n- `a/7.md`: x\n- `a/8.md`: y", "created created"},
		{"I wrote to both services, following the form of the sixth:\n- `a/7.md`: x", ""},
		// where all of it is so
		{"类型检查在 core 和 web 两个包里都通过了。", "typecheck_clean"},
		{"类型检查在 core 里没有都通过。", ""},
	} {
		var got []string
		for _, s := range Statements(c.message, "") {
			got = append(got, string(s.Kind))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%q: got %q, want %q", c.message, got, c.want)
		}
	}
}
