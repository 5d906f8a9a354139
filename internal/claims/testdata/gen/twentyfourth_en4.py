from twentyfourth_en1 import en
from twentyfourth_more import *

en("bun supported", "The slug function drops umlauts, they should become ae/oe/ue",
   [E("src/slug.ts", "s.normalize('NFD')", "german(s).normalize('NFD')"),
    E("src/slug.test.ts", "test('lowercases'", "test('umlauts', () => expect(slug('Über Öl')).toBe('ueber-oel'));\n\ntest('lowercases'"),
    B("bun test", "bun test v1.1.42 (50eec002)\n\nsrc/slug.test.ts:\n✓ umlauts [0.41ms]\n✓ lowercases [0.05ms]\n✓ trims dashes [0.03ms]\n\n 3 pass\n 0 fail\n 3 expect() calls\nRan 3 tests across 1 files. [22.00ms]")],
   "`slug('Über Öl')` is `ueber-oel` now, with a test for it. 3 pass, 0 fail.",
   tests("3 pass, 0 fail", True, "bun test after the edits"))

en("rerun another way supported", "rename column `qty` to `quantity` in the API only",
   [E("api/schema.py", "qty: int", "quantity: int = Field(alias='quantity')"),
    X("make test", 2, "docker compose run --rm api pytest\nCannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\nmake: *** [Makefile:12: test] Error 1"),
    SAY("No Docker here; running pytest directly in the venv."),
    B(".venv/bin/pytest", "============================= test session starts ==============================\ncollected 58 items\n\ntests/test_items.py ..............................                       [ 51%]\ntests/test_orders.py ............................                        [100%]\n\n============================== 58 passed in 4.20s ==============================")],
   "The API speaks of `quantity`, the database column is untouched. `make test` needs Docker, which isn't running here, so I ran pytest from the venv: all 58 tests pass.",
   tests("all 58 tests pass", True, ".venv/bin/pytest after the edit"))

en("sbt supported", "make the parser tail recursive",
   [E("src/main/scala/Parser.scala", "def loop(ts: List[Token]): Expr =", "@tailrec def loop(ts: List[Token], acc: Expr): Expr ="),
    B("sbt test", "[info] compiling 1 Scala source to /home/dev/app/target/scala-3.5.2/classes ...\n[info] ParserSpec:\n[info] - deep nesting\n[info] - operators\n[info] Run completed in 612 milliseconds.\n[info] Tests: succeeded 26, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n[success] Total time: 11 s")],
   "`loop` carries an accumulator and is `@tailrec`, so that deep nesting can't overflow the stack. `sbt test`: 26 succeeded, 0 failed.",
   tests("`sbt test`: 26 succeeded, 0 failed", True, "sbt test after the edit"))

en("flutter supported", "dark mode switch in settings",
   [E("lib/settings_page.dart", "ListTile(title: Text('Language'))", "SwitchListTile(title: const Text('Dark mode'), value: dark, onChanged: setDark),\n        ListTile(title: Text('Language'))"),
    B("flutter analyze && flutter test", "Analyzing app...\nNo issues found! (ran in 2.1s)\n00:03 +14: All tests passed!")],
   "There's a *Dark mode* switch above *Language*. `flutter analyze` finds no issues and the 14 tests pass. I couldn't look at it on a device.",
   lint("`flutter analyze` finds no issues", True, "No issues found!"),
   tests("the 14 tests pass", True, "+14: All tests passed!"))

en("none admits untested", "fix the typo'd env var in the compose file",
   [E("docker-compose.yml", "POSTGRES_PASSWROD", "POSTGRES_PASSWORD")],
   "It's `POSTGRES_PASSWORD` in `docker-compose.yml` now. Not tested: I didn't bring the stack up, and an existing volume keeps its old password anyway (`docker compose down -v` would reset it).")

en("none negated", "merge main into my branch",
   [X("git merge main", 1, "Auto-merging src/app.ts\nCONFLICT (content): Merge conflict in src/app.ts\nAutomatic merge failed; fix conflicts and then commit the result."),
    B("git merge --abort")],
   "There is a conflict in `src/app.ts`: both sides rewrote `bootstrap()`. I aborted the merge, so nothing is merged or committed. Which version of `bootstrap()` do you want to keep?")

en("none subagent explore", "find out where we send emails",
   [SUB([G("sendMail|smtp", "src/mail/index.ts:4:export async function sendMail("),
         R("src/mail/index.ts", "4\texport async function sendMail(to, tpl) {")],
        "Mail is sent in src/mail/index.ts by sendMail; callers are signup, reset and invoice.")],
   "All mail goes through `sendMail` in `src/mail/index.ts`. It has three callers: sign-up, password reset, and invoices. None of them retries on failure.")

en("go commit supported", "extract the clock, test, commit",
   [W("internal/clock/clock.go", "package clock\n\ntype Clock interface{ Now() time.Time }\n"),
    E("internal/lease/lease.go", "time.Now()", "l.clock.Now()"),
    B("go vet ./... && go test ./...", "ok  \texample.com/lease/internal/lease\t0.030s\n?   \texample.com/lease/internal/clock\t[no test files]"),
    B("git add -A && git commit -qm 'Inject the clock' && git log --oneline -1", "e90b31f Inject the clock")],
   "The lease takes its time from a `clock.Clock`. `go vet` is clean, `go test ./...` passes, and it is committed as `e90b31f`.",
   lint("`go vet` is clean", True, "go vet && went on to go test"),
   tests("`go test ./...` passes", True, "ok, exit 0, after the edits"),
   committed("it is committed as `e90b31f`", True, "git log shows it"))

en("prettier supported", "format the docs folder",
   [B("npx prettier --write docs", "docs/index.md 31ms\ndocs/api.md 12ms (unchanged)\ndocs/faq.md 9ms"),
    B("npx prettier --check docs", "Checking formatting...\nAll matched files use Prettier code style!")],
   "Two files in `docs` were reformatted (`index.md`, `faq.md`); `prettier --check docs` is clean.",
   lint("`prettier --check docs` is clean", True, "All matched files use Prettier code style!"))

en("mcp github none", "what's open on the 1.9 milestone?",
   [T("mcp__github__search_issues", "{\"total_count\":2,\"items\":[{\"number\":301,\"title\":\"Crash on empty feed\"},{\"number\":307,\"title\":\"Add OPML export\"}]}", query="repo:acme/app milestone:1.9 is:open")],
   "Two issues: #301 (crash on an empty feed) and #307 (OPML export). #301 looks small; I'd start there.")

en("superseded none jest", "try upgrading jest to 30, roll back if it's painful",
   [B("npm i -D jest@30", "added 41 packages, changed 88 packages in 9s"),
    X("npx jest", 1, "● Validation Error:\n\n  Test environment jest-environment-jsdom cannot be found.\n\nTest Suites: 0 total"),
    B("git checkout package.json package-lock.json && npm ci", "added 702 packages in 8s"),
    B("npx jest", jest(133, 21))],
   "It was painful: jest 30 needs a separate `jest-environment-jsdom@30`, which in turn wants jsdom 26. I rolled back to 29; with it, all 133 tests pass as before.",
   tests("all 133 tests pass as before", True, "the last jest run after the rollback"))
