package statusline

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/state"
	"ccc/internal/task"
)

func TestLine(t *testing.T) {
	now := time.Now()
	self, ok := process.Of(os.Getpid())
	if !ok {
		t.Fatal("this process is not known")
	}
	reviewer := state.Reviewer{Process: self, Since: now.Add(-80 * time.Second), MaxRounds: 10}
	for want, c := range map[string]struct {
		launch, session func(*state.State)
		doing           state.Activity
	}{
		"ccc: reviews off": {},
		"ccc: reviews on":  {launch: on},
		"ccc: reviewing 2/10 · 1m20s": {
			launch: on, session: func(s *state.State) { s.Count, s.Reviewer = 2, reviewer },
			doing: state.Activity{Tool: "Bash of a review before", Since: now.Add(-time.Hour)},
		},
		"ccc: reviewing 2/10 · Bash go test ␛]0;x␇ · 1m20s · this task's reviews: $0.25": {
			launch: on, session: func(s *state.State) { s.Count, s.Reviewer, s.CostUSD = 2, reviewer, 0.25 },
			doing: state.Activity{Tool: "Bash go test \x1b]0;x\a", Since: now},
		},
		"ccc: not completed: no test · reviews on · this task's reviews: $0.10": {
			launch: on, session: func(s *state.State) {
				s.Count, s.CostUSD, s.Verdict = 1, 0.1, &task.Verdict{At: enabled, Feedback: "no test\nat all"}
			},
		},
		"ccc: asked you: which? · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{At: enabled, Blocked: true, Feedback: "which?"}
			},
		},
		"ccc: reviews on · this task's reviews: $1e+308": {launch: on, session: func(s *state.State) { s.CostUSD = 1e308 }},
		"ccc: completed · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{At: enabled, Completed: true, Evidence: []string{"go test (ok)"}}
			},
		},
		"ccc: not completed: 1 open · no test · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{At: enabled, Feedback: "it is dismissed",
					Findings: []task.Finding{
						{Status: task.Dismissed, Text: "it is dismissed"},
						{Status: task.Open, Severity: task.Blocker, Text: "no test\nat all"},
					}}
			},
		},
		"ccc: not completed: 1 open · go test failed · reviews on": { // L10
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 2, &task.Verdict{At: enabled, By: task.ByChecks, Feedback: "go test failed\nFAIL",
					Findings: []task.Finding{{Status: task.Open, Severity: task.Blocker, Text: "no test"}}}
			},
		},
		"ccc: completed · 2 advice · reviews on": { // L10
			launch: on, session: func(s *state.State) {
				advice := task.Finding{Status: task.Open, Severity: task.Advice, Text: "rename x"}
				s.Count, s.Verdict = 2, &task.Verdict{At: enabled, Completed: true, Evidence: []string{"go test (ok)"},
					Findings: []task.Finding{advice, advice, {Status: task.Fixed, Text: "no test"}}}
			},
		},
		"ccc: completed, nothing checked · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{At: enabled, Completed: true}
			},
		},
		"ccc: completed · mods were not kept out · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{
					At: enabled, Completed: true, Evidence: []string{"go test (ok)"}, Mods: task.ModsLoose,
				}
			},
		},
		"ccc: completed · changed during the review: a, b, c (+1) · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{
					At: enabled, Completed: true, Evidence: []string{"go test (ok)"}, ChangedMeanwhile: []string{"a", "b", "c", "d"},
				}
			},
		},
		"ccc: last stop not reviewed: no claude · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Count, s.Verdict = 1, &task.Verdict{At: enabled, Completed: true}
				s.Unreviewed = state.Unreviewed{At: enabled, Why: "no claude"}
			},
		},
		"ccc: last stop not reviewed: the review broke off · reviews on": {
			launch: on, session: func(s *state.State) {
				s.Reviewer = state.Reviewer{Process: process.Process{Pid: 1, Start: "another"}, Since: enabled.Add(1)}
			},
		},
		"ccc: stopped at the limit of 3 reviews · reviews on": {
			launch: on, session: func(s *state.State) { s.Ended, s.Count = task.EndedRounds, 3 },
		},
		"ccc: not completed: what blocked it has been dismissed since · stopped at the limit on cost · reviews on": {
			launch: on, session: func(s *state.State) {
				dismissed := task.Finding{ID: "F1", Status: task.Dismissed, Severity: task.Blocker, Ended: 1, Text: "no test"}
				s.Ended, s.Count, s.Verdict = task.EndedCost, 1, &task.Verdict{
					At: enabled, Round: 1, Feedback: "no test", Findings: []task.Finding{dismissed},
				}
			},
		},
		"ccc: completed: what blocked it was dismissed · reviews on": {
			launch: on, session: func(s *state.State) {
				again := task.Finding{ID: "F1", Status: task.Dismissed, Severity: task.Blocker, Ended: 1, Again: 2, Text: "no test"}
				s.Count, s.Verdict = 2, &task.Verdict{
					At: enabled, Round: 2, Completed: true, FoundAgain: 1, Findings: []task.Finding{again},
				}
			},
		},
	} {
		t.Run(want, func(t *testing.T) {
			dir := state.Dir(t.TempDir())
			for id, change := range map[string]func(*state.State){"launch": c.launch, "session": c.session} {
				if change == nil {
					continue
				}
				counted := func(s *state.State) { s.CountedFrom = enabled; change(s) }
				if _, err := dir.Change(id, counted); err != nil {
					t.Fatal(err)
				}
			}
			if c.doing.Tool != "" {
				if err := dir.SetActivity("session", c.doing); err != nil {
					t.Fatal(err)
				}
			}
			if got := Line(dir, "launch", "session", now, false, lang.English); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			styled := Line(dir, "launch", "session", now, true, lang.English)
			if !strings.Contains(styled, want) || !strings.HasPrefix(styled, "\x1b[") || !strings.HasSuffix(styled, "\x1b[0m") {
				t.Errorf("%q is not %q in a colour", styled, want)
			}
			// At the next task all of it disappears.
			if _, err := dir.Enable("launch", true, task.Files{}); err != nil {
				t.Fatal(err)
			}
			got, want := Line(dir, "launch", "session", now, false, lang.English), "ccc: reviews on"
			if got != want && !strings.Contains(got, "reviewing") {
				t.Errorf("at the next task %q, want %q", got, want)
			}
		})
	}
	if got, want := Line(state.Dir(t.TempDir()), "", "", now, false, lang.English), "ccc: reviews off"; got != want {
		t.Errorf("outside of a launch and of a session %q, want %q", got, want)
	}
}

// enabled is when the launch's reviews were switched on.
var enabled = time.Now()

func on(s *state.State) { s.Enabled, s.EnabledAt = true, enabled }

func TestWrapped(t *testing.T) {
	env := []string{"PATH=" + os.Getenv("PATH")}
	for command, want := range map[string]string{
		"cat":                        "in\x1b[0m · ours",
		"printf 'one\ntwo\n'":        "one\ntwo\x1b[0m · ours",
		"echo hers; exit 1":          "ours",
		"true":                       "ours",
		"no-such-command":            "ours",
		"printf hers; sleep 60":      "ours",
		"echo hers; sleep 60":        "hers\x1b[0m · ours",
		"sleep 60 & echo hers; wait": "hers\x1b[0m · ours",
		"echo 1; printf 2; sleep 60": "1\x1b[0m · ours",
		"sleep 5 & echo hers":        "hers\x1b[0m · ours",
		"sleep 5 & printf hers":      "hers\x1b[0m · ours",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			const limit = 2 * time.Second // not WrapTime: other tests run
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			began := time.Now()
			if got := Wrapped(ctx, command, []byte("in"), env, "ours"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if took := time.Since(began); took > 5*limit {
				t.Errorf("it took %v", took)
			}
		})
	}
}
