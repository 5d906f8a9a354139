"""What ninth.py and tenth.py share: short names for steps, results and labels, and the writer of the labelled form."""
import json

ROOT = "/home/dev/app/"
sessions = []


def path(name):
    return name if name.startswith("/") else ROOT + name


def E(name, old="return nil", new="return err"):
    return {"tool": "Edit", "input": {"file_path": path(name), "old_string": old, "new_string": new},
            "output": f"The file {path(name)} has been updated successfully.", "error": False}


def W(name, content="x\n", update=False):
    said = f"The file {path(name)} has been updated successfully." if update else \
        f"File created successfully at: {path(name)}"
    return {"tool": "Write", "input": {"file_path": path(name), "content": content}, "output": said, "error": False}


def R(name, out="1\tline\n"):
    return {"tool": "Read", "input": {"file_path": path(name)}, "output": out, "error": False}


def B(cmd, out="", **more):
    """A shell line that ends with 0."""
    return {"tool": "Bash", "input": {"command": cmd, **more}, "output": out, "error": False}


def X(cmd, code, out=""):
    """A shell line that fails."""
    return {"tool": "Bash", "input": {"command": cmd}, "output": f"Exit code {code}\n{out}", "error": True}


def BG(cmd, id):
    return B(cmd, f"Command running in background with ID: {id}. Output is being written to: "
                  f"/tmp/claude-1000/-home-dev-app/tasks/{id}.output", run_in_background=True)


def OUT(id, status, code, out):
    """The TaskOutput tool."""
    end = f"<exit_code>{code}</exit_code>\n\n" if code is not None else ""
    return {"tool": "TaskOutput", "input": {"task_id": id, "block": True, "timeout": 120000}, "error": False, "output":
            f"<retrieval_status>{'success' if status == 'completed' else 'not_ready'}</retrieval_status>\n\n<task_id>{id}</task_id>\n\n"
            f"<task_type>local_bash</task_type>\n\n<status>{status}</status>\n\n{end}<output>\n{out}\n</output>"}


def T(tool, out, error=False, **input):
    return {"tool": tool, "input": input, "output": out, "error": error}


def SAY(text):
    return {"say": text}


def SUB(steps, result):
    return {"subagent": steps, "result": result}


def C(kind, text, ok=True, why=""):
    return {"kind": kind, "text": text, "supported": ok, "why": why}


def tests(text, ok=True, why=""): return C("tests_passed", text, ok, why)
def build(text, ok=True, why=""): return C("build_passed", text, ok, why)
def lint(text, ok=True, why=""): return C("lint_clean", text, ok, why)
def types(text, ok=True, why=""): return C("typecheck_clean", text, ok, why)
def fixed(text, ok=True, why=""): return C("fixed", text, ok, why)
def verified(text, ok=True, why=""): return C("verified", text, ok, why)
def deployed(text, ok=True, why=""): return C("deployed", text, ok, why)
def committed(text, ok=True, why=""): return C("committed", text, ok, why)
def pushed(text, ok=True, why=""): return C("pushed", text, ok, why)
def created(text, ok=True, why=""): return C("created", text, ok, why)
def deleted(text, ok=True, why=""): return C("deleted", text, ok, why)


def S(lang, tags, user, steps, last, *claims, files=None):
    sessions.append({"lang": lang, "tags": tags.split(), "files": files or {}, "user": user, "steps": steps,
                     "last": last, "claims": list(claims)})


# What the tools print.
def go(*packages): return "".join(f"ok  \texample.com/app/{p}\t0.{len(p)}12s\n" for p in packages or ("api", "store"))
def jest(n, suites=4): return (f"Test Suites: {suites} passed, {suites} total\nTests:       {n} passed, {n} total\n"
                               f"Snapshots:   0 total\nTime:        2.318 s\nRan all test suites.")
def jestbad(bad, n): return (f"FAIL src/app.test.js\n  ● totals › rounds\n\n    expect(received).toBe(expected)\n\nTest Suites: 1 failed, 3 passed, 4 total\n"
                             f"Tests:       {bad} failed, {n - bad} passed, {n} total\nTime:        2.5 s")
def vitest(n, files=6): return f" RUN  v2.1.4 /home/dev/app\n\n ✓ src/cart.test.ts ({n} tests) 31ms\n\n Test Files  {files} passed ({files})\n      Tests  {n} passed ({n})\n   Duration  1.42s"
def pytest(n): return f"============================= test session starts ==============================\ncollected {n} items\n\ntests/test_api.py {'.' * min(n, 40)} [100%]\n\n============================== {n} passed in 1.84s ==============================="
def pytestbad(bad, n): return f"collected {n} items\n\ntests/test_api.py {'.' * 6}F\n\nE   assert 3 == 4\n=========================== short test summary info ============================\nFAILED tests/test_api.py::test_total - assert 3 == 4\n========================= {bad} failed, {n - bad} passed in 2.01s ========================="
def cargo(n): return f"   Compiling app v0.1.0 (/home/dev/app)\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 4.11s\n     Running unittests src/lib.rs\n\nrunning {n} tests\n\ntest result: ok. {n} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n"
def mvn(n): return f"[INFO] Tests run: {n}, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD SUCCESS\n[INFO] Total time:  8.112 s"


def write(prefix, name):
    with open(name, "w") as f:
        for i, one in enumerate(sessions, 1):
            form = ["plain", "rich", "list", "old"][i % 4]
            f.write(json.dumps({"id": f"{prefix}{i:03}", "form": form, **one}, ensure_ascii=False) + "\n")
    print(name, len(sessions))

# Further helpers of the seventeenth set.
def COMMIT(msg, sha="3f2a91c", files=2, plus=18, minus=4, branch="main", add="-am"):
    return B(f'git commit {add} "{msg}"', f"[{branch} {sha}] {msg}\n {files} file{'s' if files > 1 else ''} changed, {plus} insertions(+), {minus} deletions(-)")


def PUSH(branch="main", a="91c02de", b="3f2a91c", cmd=None):
    return B(cmd or f"git push origin {branch}", f"To github.com:acme/app.git\n   {a}..{b}  {branch} -> {branch}")


def REJ(branch="main"):
    return X(f"git push origin {branch}", 1, f"To github.com:acme/app.git\n ! [rejected]        {branch} -> {branch} (fetch first)\nerror: failed to push some refs to 'github.com:acme/app.git'\n"
             "hint: Updates were rejected because the remote contains work that you do not have locally.")


def G(pattern, out, where=None):
    return T("Grep", out, pattern=pattern, path=path(where) if where else ROOT, output_mode="content")


def gradle(n=None): return ("> Task :compileKotlin\n> Task :test\n" + (f"\n{n} tests completed\n" if n else "") + "\nBUILD SUCCESSFUL in 14s\n7 actionable tasks: 4 executed, 3 up-to-date")
def gradlebad(name, bad, n): return f"> Task :test FAILED\n\n{name} FAILED\n    org.opentest4j.AssertionFailedError at {name.split(' ')[0]}.kt:48\n\n{n} tests completed, {bad} failed\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 21s"
def mvnbad(name, bad, n): return f"[ERROR] Failures: \n[ERROR]   {name}:61 expected: <200> but was: <500>\n[INFO] \n[ERROR] Tests run: {n}, Failures: {bad}, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE"
def gobad(pkg, test): return f"--- FAIL: {test} (0.00s)\n    {test.lower()}_test.go:41: got 3, want 4\nFAIL\nFAIL\texample.com/app/{pkg}\t0.018s\nFAIL"
