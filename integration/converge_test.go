package integration

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/internal/fakeapi"
	"ccc/internal/state"
	"ccc/internal/task"
)

// said is a finding in the answer of a reviewer.
type said map[string]string

// blocker returns a new blocker. evidence is file:line, or a command.
func blocker(text, criterion, evidence string) said {
	return said{"severity": "blocker", "text": text, "criterion": criterion, "evidence": evidence}
}

func became(id, status string) said { return said{"id": id, "status": status} }

// asked is the task of each row, and therefore the criterion of its findings.
const asked = "Sum of an empty list is 0"

// kindOfReviewer is a reviewer that could keep a task from ending.
type kindOfReviewer struct {
	name    string
	reviews [][]said // the findings of each review; after the last one the work is done
	// others are further reviewers by name, each with the findings of its reviews. The first reviewer always accepts
	// the work.
	others []string
	// before is called before that review answers. It does what the user does in another terminal meanwhile.
	before    func(review int, dir state.Dir, project string) error
	rounds    int
	completed bool
	findings  string // the findings at the end, such as "F1 fixed", with the names of several reviewers
	inShort   string // the door in which the row runs without -full; "" for none
}

// kindsOfReviewers are the rows.
func kindsOfReviewers() []kindOfReviewer {
	const here = "x.go:1"
	open, advice := blocker("Sum(nil) panics", asked, here), said{"severity": "advice", "text": "rename x"}
	other := blocker("an empty list makes Sum panic", asked, "x.go:2")
	dismiss := func(at int) func(int, state.Dir, string) error {
		return func(review int, dir state.Dir, project string) error {
			if review != at {
				return nil
			}
			return dir.Dismiss(project, task.Finding{
				Text: open["text"], Evidence: here, Criterion: asked, DismissedAt: time.Now(),
			})
		}
	}
	return []kindOfReviewer{
		{name: "always other advice", reviews: [][]said{{advice}}, rounds: 1, completed: true, findings: "F1 open"},
		{
			name: "moves the goalposts", rounds: 3, inShort: "loop", findings: "F1 open, F2 open, F3 open",
			reviews: [][]said{
				{blocker("add logging", "", "")}, {blocker("add metrics", "", "")}, {blocker("write a wiki page", "", "")},
			},
		},
		{
			name: "keeps one open and adds another", rounds: 5, findings: "F1 open, F2 open, F3 open, F4 open, F5 open",
			reviews: [][]said{
				{open}, {became("F1", "open"), blocker("no test says so", asked, here)},
				{became("F1", "open"), blocker("Close is never called", asked, "x.go:2")},
				{became("F1", "open"), blocker("the license header is missing", asked, "x.go:3")},
				{became("F1", "open"), blocker("names are too short", asked, "x.go:3")},
			},
		},
		{
			name: "repeats a dismissed finding", reviews: [][]said{{open}, {other}}, before: dismiss(2),
			rounds: 2, completed: true, findings: "F1 dismissed",
		},
		{
			name: "cites what is not there", rounds: 3, findings: "F1 open, F2 open, F3 open",
			reviews: [][]said{
				{blocker("it does not build", asked, "x.go:99")}, {blocker("a test fails", asked, "make test")},
				{blocker("docs are missing", asked, "y.go:1")},
			},
		},
		{
			name: "honest", rounds: 3, completed: true, findings: "F1 fixed, F2 fixed",
			reviews: [][]said{{open, blocker("no test says so", asked, here)}, {became("F1", "fixed"), became("F2", "open")}},
		},
		{
			name: "regression in the third", rounds: 4, inShort: "hook", completed: true,
			findings: "F1 fixed, F2 fixed, F3 fixed",
			reviews: [][]said{
				{open, blocker("no test says so", asked, here)}, {became("F1", "fixed"), became("F2", "open")},
				{became("F2", "fixed"), blocker("the build is broken now", asked, here)},
			},
		},
		{
			name: "two with the same finding", reviews: [][]said{{open, blocker("Sum(nil) panics: an empty list", asked, "x.go:2")}},
			others: []string{"docs", "go"}, rounds: 2, completed: true, findings: "F1 fixed docs go",
		},
		{
			name: "a dismissal is taken back", rounds: 3, completed: true, findings: "F1 fixed, F2 fixed",
			reviews: [][]said{{open, blocker("no test says so", asked, here)}, {became("F1", "open"), became("F2", "open")}},
			before: func(review int, dir state.Dir, project string) error {
				if review == 3 {
					_, err := dir.UndoDismiss(project, 1)
					return err
				}
				return dismiss(2)(review, dir, project)
			},
		},
	}
}

// kindJudge answers as the reviewers of a row do.
type kindJudge struct {
	kindOfReviewer
	dir     state.Dir
	project string

	mu     sync.Mutex
	turns  int // of the agent
	review int // the number of the newest
	err    error
}

func (k *kindJudge) reply(r fakeapi.Request) fakeapi.Reply {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !isReview(r) {
		k.turns++
		return fakeapi.Text(fmt.Sprintf("I have changed x.go, for the %d. time", k.turns))
	}
	if len(r.Results) > 0 {
		return fakeapi.Text("so it is")
	}
	own := ownMessages(r)
	other := slices.IndexFunc(k.others, func(name string) bool { return strings.Contains(string(r.Raw), rubricOf(name)) })
	// it is not asked back
	if other < 0 && !slices.ContainsFunc(own, func(m fakeapi.Message) bool { return m.Role == "assistant" }) {
		k.review++
		if k.before != nil && k.err == nil {
			k.err = k.before(k.review, k.dir, k.project)
		}
	}
	answer := map[string]any{"completed": true, "feedback": "seen"}
	if k.review <= len(k.reviews) && (other >= 0 || len(k.others) == 0) {
		list := k.reviews[k.review-1]
		if other >= 0 {
			list = list[other : other+1]
		}
		answer = map[string]any{"completed": false, "feedback": "", "findings": list}
	}
	return answerOf(r, answer)
}

// rubricOf returns the rubric of a further reviewer.
func rubricOf(name string) string { return "You are the reviewer named " + name + "." }

// TestL03L04L05L06L08RealReviewers: how many reviews a task takes with each kind of reviewer, and what becomes of the
// findings. The rows alternate between the loop and the hook, on 2.1.197 the other way round; with -newest each row has
// both. Without -full there is one row for each of the two.
func TestL03L04L05L06L08RealReviewers(t *testing.T) {
	t.Parallel()
	for i, version := range versions() {
		for n, kind := range kindsOfReviewers() {
			for m, door := range []string{"loop", "hook"} {
				isTurn := (n+m+i)%2 == 0
				if *newest == "" && (!*full && kind.inShort != door || *full && !isTurn) {
					continue
				}
				t.Run(version+" "+kind.name+" "+door, func(t *testing.T) {
					t.Parallel()
					kindRow(t, kind, version, door)
				})
			}
		}
	}
}

func kindRow(t *testing.T, kind kindOfReviewer, version, door string) {
	t.Helper()
	began, dir := time.Now(), project(t)
	write(t, filepath.Join(dir, "x.go"), "package x\n\nfunc Sum() {}\n")
	for _, name := range kind.others {
		write(t, filepath.Join(dir, "SUPERVISOR."+name+".md"), rubricOf(name)+"\n")
		write(t, filepath.Join(dir, "SUPERVISOR.md"), "Judge.\n")
	}
	judge := &kindJudge{kindOfReviewer: kind, project: dir}
	srv := serve(t, judge.reply)
	var cmd *exec.Cmd
	if door == "hook" {
		cmd = hookCommand(t, version, srv.URL, dir, "", "/supervisor "+asked)
		cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=launch")
	} else {
		cmd = supervised(t, version, srv.URL, dir, "--supervisor", "--permission-mode", "bypassPermissions", "--", asked)
	}
	judge.dir = state.Dir(filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc"))
	out, err := cmd.CombinedOutput()
	sessions := judge.dir.SessionsWithFindings(dir, "")
	if len(sessions) != 1 || judge.err != nil {
		t.Fatalf("%d sessions, %v, %v\n%s", len(sessions), judge.err, err, out)
	}
	v := sessions[0].Verdict
	var ends []string
	for _, f := range v.Findings {
		ends = append(ends, strings.Join(append([]string{f.ID, string(f.Status)}, f.Reviewers...), " "))
	}
	if got := strings.Join(ends, ", "); v.Round != kind.rounds || v.Completed != kind.completed || got != kind.findings {
		t.Errorf("%d reviews, completed %v, %s; want %d, %v, %s\n%s", v.Round, v.Completed, got,
			kind.rounds, kind.completed, kind.findings, out)
	}
	if strings.Contains(kind.findings, "dismissed") != slices.Equal(v.DismissedOutside, []string{"Sum(nil) panics"}) {
		t.Errorf("dismissed while a review ran, the verdict says: %q", v.DismissedOutside)
	}
	if door == "loop" && (err == nil) != kind.completed {
		t.Errorf("the loop ended with %v\n%s", err, out)
	}
	if door == "hook" && !kind.completed && sessions[0].Ended != task.EndedNew {
		t.Errorf("the task ended by %q", sessions[0].Ended)
	}
	t.Logf("%d reviews, %s", v.Round, time.Since(began).Round(100*time.Millisecond))
}
