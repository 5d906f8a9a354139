package claims

import "testing"

// TestM01Parts: a claim about a part is not reported because something else failed, if the message says so.
func TestM01Parts(t *testing.T) {
	run := []string{"run pytest -q", "exit 1 FAILED tests/test_net.py::test_x\n1 failed, 11 passed"}
	own := []string{"run pytest -q", "exit 1 FAILED tests/test_a.py::test_x\n1 failed, 11 passed"}
	tsc := []string{"run npx tsc --noEmit", "exit 1 src/old.ts(1,1): error TS2322: x"}
	ownTypes := []string{"run npx tsc --noEmit", "exit 1 src/a.ts(1,1): error TS2322: x"}
	lint := []string{"run npx eslint .", "exit 1 /home/dev/app/old.js\n  1:1  error  x"}
	for _, c := range []struct {
		say, want string
		steps     []string
	}{
		{"My new tests pass; `test_net` fails as before.", "", run},
		{"The tests I added pass. `test_net` fails, which is unrelated.", "", run},
		{"The other 11 tests pass.", "", run},
		{"The remaining 11 tests pass.", "", run},
		{"All but `test_net` pass.", "", run},
		{"其余 11 个测试均通过。", "", run},
		{"新增的测试通过，`test_net` 失败是原有问题。", "", run},
		{"我新增的测试都通过了；`test_net` 在修改前就失败。", "", run},
		{"`test_net` needs a network. The rest of the suite is green.", "", run},
		{"No new type errors.", "", tsc},
		{"No type errors in the files I touched; `src/old.ts` has an old one.", "", tsc},
		{"`src/a.ts` has no type errors.", "", tsc},
		{"我改的文件没有类型错误。", "", tsc},
		{"没有新的 lint 报错。", "", lint},

		{"All tests pass.", "tests_passed failed_exit", run},
		{"The rest of the suite is green.", "tests_passed failed_exit", run}, // as if nothing failed
		{"The snapshot is updated. The remaining tests pass.", "tests_passed failed_exit", run},
		{"快照更新了，其余测试都通过。", "tests_passed failed_exit", run},
		{"The other 12 tests pass.", "tests_passed failed_exit", run},
		{"My new tests pass.", "tests_passed failed_exit", run},
		{"My new tests pass without a failure.", "tests_passed failed_exit", run},
		{"My new tests pass; `test_net` fails as before.", "tests_passed failed_exit", own},
		{"`src/old.ts` has no type errors.", "typecheck_clean failed_exit", tsc},
		{"No type errors.", "typecheck_clean failed_exit", tsc},
		{"No new type errors.", "typecheck_clean failed_exit", ownTypes},
		{"My new tests pass.", "tests_passed no_command", nil},
	} {
		edits := []string{"edit src/a.ts", "edit tests/test_a.py"}
		if got := verdictsOf(play(t, nil, append(append(edits, c.steps...), "say "+c.say)...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.say, got, c.want)
		}
	}
}

// TestM02Numbers: a number of tests also counts at the beginning of a sentence, and includes the skipped ones.
func TestM02Numbers(t *testing.T) {
	for _, c := range []struct{ say, out, want string }{
		{"42 tests pass.", "12 passed in 1s", "tests_passed partial"},
		{"42/42 tests pass.", "12 passed in 1s", "tests_passed partial"},
		{"42 个测试通过。", "12 passed in 1s", "tests_passed partial"},
		{"88 个测试全部通过。", "12 passed in 1s", "tests_passed partial"},
		{"12 tests pass.", "12 passed in 1s", "tests_passed ok"},
		{"3 new tests pass.", "12 passed in 1s", "tests_passed ok"},
		{"All 42 tests pass (2 skipped).", "40 passed, 2 skipped in 1s", "tests_passed ok"},
		{"All 42 tests pass or are skipped.", "40 passed, 2 skipped in 1s", "tests_passed ok"},
		{"All 42 tests: 40 pass, 2 skipped.", "40 passed, 2 skipped in 1s", "tests_passed ok"},
		{"42 个测试全部通过（2 个跳过）。", "40 passed, 2 skipped in 1s", "tests_passed ok"},
		{"All 50 tests pass (2 skipped).", "40 passed, 2 skipped in 1s", "tests_passed partial"},
	} {
		turns := play(t, nil, "edit a.py", "run pytest -q", "out "+c.out, "say "+c.say)
		if got := verdictsOf(turns); got != c.want {
			t.Errorf("%q after %q: got %q, want %q", c.say, c.out, got, c.want)
		}
		if said := turns[0].Claims[0].Text; said != c.say {
			t.Errorf("%q is quoted as %q", c.say, said)
		}
	}
}
