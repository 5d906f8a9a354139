package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/eval"
	"ccc/internal/fakeapi"
	"ccc/internal/session/transcript"
	"ccc/internal/task"
)

// TestK02M10EvalMachine: on all cases that come with ccc, neither checks alone nor claims alone hold back finished
// work. docs/guides/eval.md says what they catch.
func TestK02M10EvalMachine(t *testing.T) {
	t.Parallel()
	cases, broken, err := eval.ReadCases(nil)
	if err != nil || len(broken) > 0 {
		t.Fatal(broken, err)
	}
	var got eval.Summary
	runOn(t, "/nowhere", "", []string{"--checks-only"}, &got, 0)
	if got.Judged != len(cases) || got.FalseRejects != 0 || got.NoVerdict != 0 || got.Misdirected != 0 {
		t.Errorf("%+v", got)
	}
	if got.ByClaims < 6 || got.ByClaimsOf != got.CaughtOf || got.WrongClaims != 0 {
		t.Errorf("claims alone: %d of %d, and %d that are done", got.ByClaims, got.ByClaimsOf, got.WrongClaims)
	}
	for path, want := range map[string]string{
		"docs/guides/eval.md": fmt.Sprintf("| 0 of %d | 0 | %d of %d | $0 |", got.RejectsOf, got.Caught, got.CaughtOf),
	} {
		if text, err := os.ReadFile(filepath.Join("..", path)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q: %v", path, want, err)
		}
	}
}

// TestRealEval: the counts on each version are right for a reviewer that is always right. On the newest version they
// are also right for one that accepts everything, one that accepts nothing, and one that crashes. The session of each
// case is forked, as in a real review.
func TestRealEval(t *testing.T) {
	t.Parallel()
	if inFull() == nil {
		return
	}
	cases, broken, err := eval.ReadCases(nil)
	if err != nil || len(broken) > 0 {
		t.Fatal(broken, err)
	}
	lies, caught := 0, 0
	for _, c := range cases {
		if c.Incomplete() {
			lies++
		}
	}
	honest := len(cases) - lies
	expected := expectations(t, cases)
	if *full {
		var machine eval.Summary
		runOn(t, "/nowhere", "", []string{"--checks-only"}, &machine, 0)
		caught = machine.Caught
	}
	for _, version := range inFull() {
		for name, c := range map[string]struct {
			says                      func(eval.Verdict) eval.Verdict
			accepts, rejects, nothing int
			code                      int
			dies                      bool
		}{
			"right": {says: func(e eval.Verdict) eval.Verdict { return e }},
			"always": {
				says: func(eval.Verdict) eval.Verdict { return eval.Completed }, accepts: lies - caught, code: 1,
			},
			"never": {
				says: func(eval.Verdict) eval.Verdict { return eval.Feedback }, rejects: honest, code: 1,
			},
			"dies": {dies: true, nothing: len(cases) - caught, code: 1},
		} {
			if name != "right" && (!*full || version != realclaude.Newest) {
				continue
			}
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				sizes := sizes{bytes: make(map[string][]int)}
				says := func(completed bool, severity, feedback string) fakeapi.Reply {
					if version != realclaude.Newest { // the same verdict in words and with a finding
						return verdict(completed, feedback)
					}
					return fakeapi.Tool("StructuredOutput", map[string]any{
						"completed": completed, "feedback": "", "findings": []said{{
							"severity": severity, "criterion": "what nobody has said", "evidence": "git status --short",
							"text": "It is not done.",
						}},
					})
				}
				srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
					if !slices.Contains(r.Tools, "StructuredOutput") {
						return fakeapi.Text("a title")
					}
					if isAnswered(r) { // some versions ask once more
						return fakeapi.Text("It is said.")
					}
					for words, expect := range expected {
						if !slices.ContainsFunc(r.Messages, func(m fakeapi.Message) bool {
							return m.Role == "assistant" && strings.Contains(m.Text(), words)
						}) {
							continue
						}
						sizes.add(words, len(r.Raw))
						if len(r.Results) == 0 {
							return fakeapi.Tool("Bash", map[string]string{"command": "git status --short", "description": "Look"})
						}
						switch c.says(expect) {
						case eval.Completed:
							return says(true, "advice", "")
						case eval.NeedsUser:
							return verdict(false, "Which one?\n\n[NEEDS_USER]")
						}
						return says(false, "blocker", "It is not done.")
					}
					t.Errorf("a reviewer without the session asks: %.300s", r.LastUser)
					return fakeapi.Text("?")
				})
				var got eval.Summary
				args := []string{"--model", "claude-sonnet-4-5"}
				claude := realclaude.Path(t, version)
				if c.dies {
					text := "#!/bin/sh\ncase \"$1\" in --version) exec '" + claude + "' --version;; esac\nkill -9 $$\n"
					claude = filepath.Join(t.TempDir(), "claude")
					if err := os.WriteFile(claude, []byte(text), 0o755); err != nil {
						t.Fatal(err)
					}
				}
				runOn(t, claude, srv.URL, args, &got, c.code)
				sizes.log(t)
				misdirected := 0
				if name == "never" {
					for _, e := range cases {
						if e.Expect == eval.NeedsUser {
							misdirected++
						}
					}
				}
				judged := lies - caught // by a reviewer
				if c.dies {
					judged = 0
				}
				unproven := 0 // findings: the criterion of each
				for _, r := range got.Results {
					if r.Verdict == eval.Feedback && r.By == task.ByReviewers && version == realclaude.Newest {
						unproven++
					}
				}
				if got.FalseAccepts != c.accepts || got.Unproven != unproven || got.AcceptsOf != judged ||
					got.FalseRejects != c.rejects ||
					got.NoVerdict != c.nothing || got.Caught != caught || got.Judged != len(cases) ||
					got.Claude != version || got.Fresh != 0 ||
					got.Misdirected != misdirected {
					text, _ := json.MarshalIndent(got, "", "  ")
					t.Errorf("%s", text)
				}
			})
		}
	}
}

// sizes are the sizes of each case's requests, in bytes. docs/guides/eval.md derives the cost from them.
type sizes struct {
	mu    sync.Mutex
	bytes map[string][]int
}

func (s *sizes) add(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes[name] = append(s.bytes[name], n)
}

func (s *sizes) log(t *testing.T) {
	var first, all []int
	for _, list := range s.bytes {
		sum := 0
		for _, n := range list {
			sum += n
		}
		first, all = append(first, list[0]), append(all, sum)
	}
	slices.Sort(first)
	slices.Sort(all)
	if n := len(all); n > 0 {
		t.Logf("%d cases: the first request has %d to %d bytes, %d at the median; all of a case %d at the median",
			n, first[0], first[n-1], first[n/2], all[n/2])
	}
}

// isAnswered reports whether the reviewer has given its verdict already.
func isAnswered(r fakeapi.Request) bool {
	if len(r.Results) == 0 {
		return false
	}
	for _, m := range slices.Backward(r.Messages) {
		for _, b := range m.Content {
			if b.Type == "tool_use" && b.ID == r.Results[0].ID {
				return b.Name == "StructuredOutput"
			}
		}
	}
	return false
}

// expectations returns the right verdict on each case, by the agent's last words in it.
func expectations(t *testing.T, cases []eval.Case) map[string]eval.Verdict {
	t.Helper()
	expected := make(map[string]eval.Verdict)
	for _, c := range cases {
		path := filepath.Join(t.TempDir(), "transcript.jsonl")
		if err := os.WriteFile(path, c.Transcript(), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := transcript.Read(path)
		if err != nil || s.Turn.Text == "" {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if _, twice := expected[s.Turn.Text]; twice {
			t.Fatalf("%s: another case ends with the same words: %q", c.Name, s.Turn.Text)
		}
		expected[s.Turn.Text] = c.Expect
	}
	return expected
}

// runOn runs ccc eval in its own home, and checks that only ccc's own directory has changed.
func runOn(t *testing.T, claude, url string, args []string, into *eval.Summary, code int) {
	t.Helper()
	home := realclaude.Home(t)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary.Path(t), append([]string{"eval", "--output-format", "json", "-j", "2"}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(realclaude.Env(home, url), "CCC_CLAUDE="+claude, "CCC_LANG=en", "CLAUDE_CODE_MAX_RETRIES=0",
		"GOCACHE="+filepath.Join(cache, "go-build"), "TMPDIR="+t.TempDir())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	if err := json.Unmarshal(out, into); err != nil || cmd.ProcessState.ExitCode() != code {
		t.Fatalf("exit code %d, want %d: %v\n%s\n%s", cmd.ProcessState.ExitCode(), code, err, out, stderr.String())
	}
	left, err := os.ReadDir(filepath.Join(home, ".claude"))
	if err == nil && (len(left) != 1 || left[0].Name() != "ccc") {
		t.Errorf("the person's configuration directory holds %v", left)
	}
	if left, _ := os.ReadDir(envOf(cmd, "TMPDIR")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
