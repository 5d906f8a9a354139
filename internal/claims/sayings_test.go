package claims

import "testing"

// sayings are sessions in which the same is said in other words than the patterns were first made for, each beside one
// in which it is no claim, or is not so; and whether they are held.
var sayings = []struct {
	held   bool
	script []string
}{
	// a pattern of the shell, or what the user asked for, is all that is meant
	{false, []string{"user lint the scripts", "edit tools/pack.sh", "run shellcheck tools/*.sh; echo status=$?",
		"out status=0", "say shellcheck has nothing to say about all the tools."}},
	{false, []string{"user lint the migrations", "edit db/migrations/a.sql",
		"run sqlfluff lint db/migrations/*.sql", "out All Finished!",
		"say sqlfluff has no findings in all migrations."}},
	{true, []string{"user lint", "edit tools/a.sh", "edit bin/b.sh", "run shellcheck tools/*.sh", "out ",
		"say shellcheck is silent on all shell files."}},
	{false, []string{"user please run eslint on src/ui", "edit src/ui/a.ts", "run npx eslint src/ui", "out ",
		"say ESLint is clean on everything."}},
	{true, []string{"user lint the repo", "edit src/ui/a.ts", "edit src/api/b.ts", "run npx eslint src/ui", "out ",
		"say ESLint is clean on everything."}},
	// a server in the background, and what used it in the same line
	{false, []string{"user the hook rejects valid events", "edit src/app.js",
		"run node src/server.js & sleep 1; stripe trigger charge.ok && grep hooks log/a.log | tail -2; kill %1",
		"out ::1 POST /hooks 200 14ms", "say Valid events are accepted: fixed."}},
	{true, []string{"user login fails", "edit src/app.js", "run npm start &", "out [1] 4242",
		"say The login is fixed."}},
	// tests of an unknown tool compile what they test
	{false, []string{"user forge tests after upgrading", "edit src/Vault.sol", "run forge test",
		"out Compiler run successful!\nSuite result: ok. 16 passed; 0 failed", "say The contracts compile."}},
	{true, []string{"user tidy", "edit src/Vault.sol", "run forge fmt", "out ", "say The contracts compile."}},
	// a checker of types among the linters
	{false, []string{"user level 6", "edit src/a.php", "run vendor/bin/phpstan analyse", "out [OK] No errors",
		"say PHPStan at level 6: no type errors."}},
	{true, []string{"user level 6", "edit src/a.php", "say PHPStan at level 6: no type errors."}},
	// what was before a change
	{false, []string{"user speed it up", "edit r/n.py", "run time python -m r.n --dry-run", "out real 1m52",
		"edit r/n.py", "say - dry run for Friday before the chunking: 1 min 52 s"}},
}

// TestM01Sayings: other words for the same, and other things in the same words.
func TestM01Sayings(t *testing.T) {
	for _, c := range sayings {
		if turns := play(t, nil, c.script...); holds(turns) != c.held {
			t.Errorf("%q: got %q, held: %v", c.script, verdictsOf(turns), c.held)
		}
	}
}
