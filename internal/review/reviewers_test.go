package review

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/claude"
	"ccc/internal/claude/snapshot"
	"ccc/internal/git"
	"ccc/internal/lang"

	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/streamjson"
)

// The test binary also plays the claude of each reviewer. These variables have its answer, and the file in which it
// logs its start and end.
const (
	sayEnv   = "CCC_REVIEW_TEST_SAY"
	stepsEnv = "CCC_REVIEW_TEST_STEPS"
)

// play plays a reviewer. say is NAME|COMPANY|TEXT. COMPANY is one character longer than the number of reviewers that
// must have begun, including this one and not the first one of the rubric. Then it says TEXT. If TEXT is "dies", it
// exits.
func play(say string) {
	part := strings.SplitN(say, "|", 3)
	in := bufio.NewReader(os.Stdin)
	question := ""
	for range 2 {
		var err error
		if question, err = in.ReadString('\n'); err != nil {
			os.Exit(3)
		}
	}
	os.Stdout.WriteString(strings.Replace(question, "{", `{"isReplay":true,`, 1)) // echoes the question as read
	note("begin " + part[0])
	company := len(part[1]) - 1
	for begun := 0; begun < company; time.Sleep(time.Millisecond) {
		text, _ := os.ReadFile(os.Getenv(stepsEnv))
		begun = bytes.Count(text, []byte("begin")) - 1 // the first reviewer is not counted
	}
	if part[2] == "dies" {
		note("end " + part[0])
		os.Exit(4)
	}
	for _, event := range []map[string]any{
		{"type": "system", "subtype": "init", "session_id": part[0]},
		{"type": "assistant", "session_id": part[0], "message": map[string]any{
			"id": "m", "content": []any{map[string]any{"type": "text", "text": part[2]}},
		}},
	} {
		line(event)
	}
	note("end " + part[0])
	line(map[string]any{
		"type": "result", "subtype": "success", "is_error": false, "session_id": part[0], "result": part[2],
		"total_cost_usd": 0.25, "usage": map[string]int{"input_tokens": 10, "cache_read_input_tokens": 30},
	})
	in.ReadString('\n') // the end of the input, or another question, which gets no answer
}

func line(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		os.Exit(5)
	}
	fmt.Println(string(text))
}

// note adds a line to the log, to which several processes write.
func note(text string) {
	f, err := os.OpenFile(os.Getenv(stepsEnv), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		os.Exit(6)
	}
	defer f.Close()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		os.Exit(7)
	}
	fmt.Fprintln(f, text)
}

// scene is a review whose reviewers the test plays.
type scene struct {
	Request
	says map[string]string // by reviewer: COMPANY|TEXT
	log  string
	told []string // the messages for the user, in order
	n    int      // number of callbacks; unguarded, so that -race finds concurrent calls
	raw  bytes.Buffer
}

func newScene(t *testing.T, says map[string]string, others ...rubric.Reviewer) *scene {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{says: says, log: filepath.Join(t.TempDir(), "log")}
	alone := func(call func()) {
		s.n++
		call()
	}
	s.Request = Request{
		Dir: t.TempDir(),
		Rubric: rubric.Rubric{
			Reviewer: rubric.Reviewer{Name: rubric.First, Text: "first"}, Others: others, MaxParallel: 2,
		},
		Reviewer: Reviewer{
			Claude: claude.Binary{Path: self}, Dir: t.TempDir(), Timeout: time.Minute, Model: "agents",
			Cage: held,
		},
		Output: func(string) (io.WriteCloser, error) { return discardClose{&s.raw}, nil },
		Place: func(name string, r Reviewer) Reviewer {
			r.Env = append(os.Environ(), sayEnv+"="+name+"|"+s.says[name], stepsEnv+"="+s.log, "MODEL="+r.Model)
			return r
		},
		Note: func(m lang.Message) { alone(func() { s.told = append(s.told, m.String()) }) },
		Event: func(name string, e streamjson.Event) {
			alone(func() {
				if e.Type == streamjson.TypeAssistant && e.SessionID != name && name != "" {
					t.Errorf("%s is told of the line of %s", name, e.SessionID)
				}
			})
		},
		Progress: func(m lang.Message) { alone(func() { s.told = append(s.told, m.String()) }) },
	}
	return s
}

// discardClose is a writer whose Close does nothing.
type discardClose struct{ io.Writer }

func (discardClose) Close() error { return nil }

// order returns the log of the reviewers.
func (s *scene) order() string {
	text, _ := os.ReadFile(s.log) // the file is missing if no reviewer was asked
	return strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), ", ")
}

func reviewersNamed(names ...string) (list []rubric.Reviewer) {
	for _, name := range names {
		list = append(list, rubric.Reviewer{Name: name, Text: name})
	}
	return list
}

const done = "|ok.\n\n[TASK_COMPLETED]"

// TestG07Order: the first reviewer runs alone, then the others, and their answers give one result.
func TestG07Order(t *testing.T) {
	for name, c := range map[string]struct {
		says     map[string]string
		order    string // the beginning of the log
		verdict  task.Verdict
		names    string
		failure  streamjson.Failure
		reason   string
		gave     int
		reviewed float64 // the cost
	}{
		"not done": {
			says: map[string]string{"supervisor": "|no test"}, order: "begin supervisor, end supervisor",
			verdict: task.Verdict{Feedback: "no test"}, names: "supervisor", reviewed: 0.25,
		},
		"a question": {
			says: map[string]string{"supervisor": "|Which?\n\n[NEEDS_USER]"}, order: "begin supervisor, end supervisor",
			verdict: task.Verdict{Blocked: true, Feedback: "Which?"}, names: "supervisor", reviewed: 0.25,
		},
		"all": {
			says:    map[string]string{"supervisor": done, "a": "1" + done, "b": "1" + done, "c": "1" + done},
			order:   "begin supervisor, end supervisor, begin ",
			verdict: task.Verdict{Completed: true}, names: "supervisor a b c", reviewed: 1,
		},
		"two disagree": {
			says:    map[string]string{"supervisor": done, "a": "12|fix a", "b": done, "c": "|fix c"},
			verdict: task.Verdict{Feedback: "## a\n\nfix a\n\n## c\n\nfix c"}, names: "supervisor a b c", reviewed: 1,
		},
		"a question beside work": {
			says: map[string]string{"supervisor": done, "a": "|fix a", "b": done, "c": "|Which?\n\n[NEEDS_USER]"},
			verdict: task.Verdict{Feedback: "## a\n\nfix a\n\n## c\n\nThis reviewer has a question for the person, who is " +
				"asked when all else is done. Leave it open:\n\nWhich?"}, names: "supervisor a b c", reviewed: 1,
		},
		"a question alone": {
			says:    map[string]string{"supervisor": done, "a": done, "b": done, "c": "|Which?\n\n[NEEDS_USER]"},
			verdict: task.Verdict{Blocked: true, Feedback: "## c\n\nWhich?"}, names: "supervisor a b c", reviewed: 1,
		},
		"one dies": {
			says:    map[string]string{"supervisor": done, "a": done, "b": "|dies", "c": done},
			failure: streamjson.Transient, reason: "the reviewer b: the reviewer ended without a result", gave: 3,
			reviewed: 0.75,
		},
		"one dies, one has a question": {
			says:    map[string]string{"supervisor": done, "a": done, "b": "|dies", "c": "|Which?\n\n[NEEDS_USER]"},
			failure: streamjson.Transient, reason: "the reviewer b: the reviewer ended without a result", gave: 3,
			reviewed: 0.75,
		},
		"one dies, one has work": {
			says:    map[string]string{"supervisor": done, "a": done, "b": "|dies", "c": "|fix c"},
			verdict: task.Verdict{Feedback: "## c\n\nfix c"}, names: "supervisor a c", reviewed: 0.75,
		},
		"the first dies": {
			says: map[string]string{"supervisor": "|dies"}, order: "begin supervisor, end supervisor",
			failure: streamjson.Transient, reason: "the reviewer ended without a result",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, c.says, reviewersNamed("a", "b", "c")...)
			r := Run(t.Context(), s.Request)
			if r.Completed != c.verdict.Completed || r.Blocked != c.verdict.Blocked ||
				r.Feedback != c.verdict.Feedback {
				t.Errorf("%+v, want %+v", r.Verdict, c.verdict)
			}
			var names []string
			for _, one := range r.Reviewers {
				names = append(names, one.Name)
			}
			if strings.Join(names, " ") != c.names || r.CostUSD != c.reviewed {
				t.Errorf("%q asked for $%v, want %q for $%v", names, r.CostUSD, c.names, c.reviewed)
			}
			if r.Failure != c.failure || !strings.Contains(fmt.Sprint(r.Reason), c.reason) ||
				len(r.Files.Gave) != c.gave {
				t.Errorf("failure %v: %v, %d gave theirs", r.Failure, r.Reason, len(r.Files.Gave))
			}
			if order := s.order(); !strings.HasPrefix(order, c.order) {
				t.Errorf("%s, want %s…", order, c.order)
			}
			if c.names == "supervisor a b c" && r.Cached != 0.75 {
				t.Errorf("cached %v", r.Cached)
			}
			for text := range strings.Lines(s.raw.String()) {
				if !json.Valid([]byte(text)) {
					t.Errorf("the raw output has %q", text)
				}
			}
		})
	}
}

// TestG07AtOnce: exactly as many reviewers run at the same time as the rubric allows.
func TestG07AtOnce(t *testing.T) {
	says := map[string]string{"supervisor": done}
	var list []rubric.Reviewer
	for i := range 7 {
		name := fmt.Sprint("r", i)
		list = append(list, reviewersNamed(name)...)
		says[name] = "1111" + done // waits until three have begun, so one alone would never end
	}
	s := newScene(t, says, list...)
	s.Rubric.MaxParallel = 3
	if r := Run(t.Context(), s.Request); !r.Completed {
		t.Fatalf("%+v", r.Verdict)
	}
	running, most := 0, 0
	for _, step := range strings.Split(s.order(), ", ") {
		if strings.HasPrefix(step, "begin") {
			running++
		} else {
			running--
		}
		most = max(most, running)
	}
	if most != 3 {
		t.Errorf("%d at once, want 3: %s", most, s.order())
	}
}

// TestG07TriedAgain: when a review is tried again, only the reviewers without a verdict are asked.
func TestG07TriedAgain(t *testing.T) {
	s := newScene(t, map[string]string{"supervisor": done, "a": "|Which?\n\n[NEEDS_USER]", "b": "|dies"},
		reviewersNamed("a", "b")...)
	r := Run(t.Context(), s.Request)
	s.Last.Gave = r.Files.Gave
	if err := os.Remove(s.log); err != nil {
		t.Fatal(err)
	}
	s.says["b"] = "|fix b"
	r = Run(t.Context(), s.Request)
	if s.order() != "begin b, end b" || !strings.HasSuffix(r.Feedback, "## b\n\nfix b") ||
		!strings.HasPrefix(r.Feedback, "## a") || r.CostUSD != 0.25 || r.Files.Gave != nil {
		t.Errorf("%s: %+v", s.order(), r.Verdict)
	}
}

// TestG07Stopped: all reviewers end when the review is cancelled.
func TestG07Stopped(t *testing.T) {
	s := newScene(t, map[string]string{"supervisor": done, "a": "11111|never", "b": "11111|never"},
		reviewersNamed("a", "b")...)
	ctx, cancel := context.WithCancel(t.Context())
	s.Progress = func(lang.Message) { cancel() }
	if r := Run(ctx, s.Request); r.Failure != streamjson.Aborted {
		t.Errorf("%+v", r.Verdict)
	}
}

// TestCostOfOneIsUnknown: the cost of a review is not known if one of its reviewers was ended before it told its own,
// also where the others have told theirs.
func TestCostOfOneIsUnknown(t *testing.T) {
	priced := reviewerOutcome{result: ReviewerResult{Verdict: task.Verdict{Completed: true, CostUSD: 0.25, Prompt: 10}}}
	ended := reviewerOutcome{result: ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Aborted, Prompt: 10}}}
	unasked := reviewerOutcome{result: ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Aborted}}}
	for _, c := range []struct {
		second reviewerOutcome
		want   bool
	}{{priced, false}, {unasked, false}, {ended, true}} {
		if r, _ := joinVerdicts([]reviewerOutcome{priced, c.second}); r.IsUnpriced() != c.want {
			t.Errorf("%+v beside one with a cost: unknown: %v, want %v", c.second.result.Verdict, !c.want, c.want)
		}
	}
}

// TestG09Request: what a reviewer's file configures applies only to that reviewer.
func TestG09Request(t *testing.T) {
	base := Reviewer{Model: "agents", Timeout: time.Minute, Raw: io.Discard}
	for name, c := range map[string]struct {
		who  rubric.Reviewer
		base func(*Reviewer)
		ok   func(Reviewer) bool
	}{
		"nothing": {ok: func(r Reviewer) bool {
			return r.Model == "agents" && r.Timeout == time.Minute && r.Allowed == nil && r.Role == ""
		}},
		"model": {who: rubric.Reviewer{Model: "m"}, ok: func(r Reviewer) bool { return r.Model == "m" }},
		"provider": {who: rubric.Reviewer{Provider: "p"}, ok: func(r Reviewer) bool {
			return r.Model == "" && r.Provider == "p"
		}},
		"timeout": {
			who: rubric.Reviewer{Timeout: time.Hour}, ok: func(r Reviewer) bool { return r.Timeout == time.Hour },
		},
		"tools": {who: rubric.Reviewer{Tools: []string{"Read"}}, ok: func(r Reviewer) bool {
			return slices.Equal(r.Allowed, []string{"Read"})
		}},
		"tools of those that ccc.json allows": {
			who:  rubric.Reviewer{Tools: []string{"Read", "Bash"}},
			base: func(r *Reviewer) { r.Allowed = []string{"Read"} },
			ok:   func(r Reviewer) bool { return slices.Equal(r.Allowed, []string{"Read"}) },
		},
		"none of those": {
			who: rubric.Reviewer{Tools: []string{"Bash"}}, base: func(r *Reviewer) { r.Allowed = []string{"Read"} },
			ok: func(r Reviewer) bool { return r.Allowed != nil && len(r.Allowed) == 0 },
		},
		"user": {who: rubric.Reviewer{Role: "user"}, ok: func(r Reviewer) bool { return r.Role == "user" }},
		"system": {
			who: rubric.Reviewer{Role: "system"}, base: func(r *Reviewer) { r.Role = "user" },
			ok: func(r Reviewer) bool { return r.Role == "system" },
		},
		"auto": {
			who: rubric.Reviewer{Role: "auto"}, base: func(r *Reviewer) { r.Role = "user" },
			ok: func(r Reviewer) bool { return r.Role == "auto" },
		},
	} {
		p := panel{Request: Request{Reviewer: base}, facts: noFacts}
		if c.base != nil {
			c.base(&p.Reviewer)
		}
		if r, _ := p.assemble(c.who, nil); !c.ok(r) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	p := panel{Request: Request{Reviewer: base}, facts: noFacts, end: time.Now().Add(10 * time.Second)}
	if r, _ := p.assemble(rubric.Reviewer{Timeout: time.Hour}, nil); r.Timeout != 10*time.Second {
		t.Errorf("beyond the review's time: %v", r.Timeout)
	}
}

// TestPartAskedTwice: cost, duration and cached tokens of both tries are added up.
func TestPartAskedTwice(t *testing.T) {
	p := panel{
		Request: Request{Reviewer: request(t, "overloaded once"), Progress: func(lang.Message) {}}, facts: noFacts,
		rawOutput: io.Discard,
	}
	h := p.askPart(t.Context(), rubric.Reviewer{Name: rubric.First, Text: "x"}, Part{Name: "one"}, task.Budget{})
	if h.result.Failure != streamjson.NoFailure || !h.Completed || h.CostUSD != 0.75 {
		t.Errorf("%+v, of %v", h.Reviewer, h.result.Reason)
	}
	if h.Cached != 0.75 || h.DurationMS < overloadedFor.Milliseconds() {
		t.Errorf("%v from the cache in %d ms, want 0.75 in %v and more", h.Cached, h.DurationMS, overloadedFor)
	}
}

func left(name string) changedFiles { return changedFiles{isKnown: true, unread: []string{name}} }

// TestG08Paths: which reviewers are asked for which paths, and what the user is told.
func TestG08Paths(t *testing.T) {
	changed := []git.Change{{Status: 'M', Path: "a.go"}, {Status: 'R', Path: "new.txt", From: "docs/old.md"}}
	for name, c := range map[string]struct {
		changes changedFiles
		paths   []string
		asked   bool
		said    string
	}{
		"always":       {asked: true},
		"changed":      {changes: changedFiles{isKnown: true, list: changed}, paths: []string{"**/*.go"}, asked: true},
		"renamed away": {changes: changedFiles{isKnown: true, list: changed}, paths: []string{"docs/**"}, asked: true},
		"another": {changes: changedFiles{isKnown: true, list: changed}, paths: []string{"**/*.rs"},
			said: "is not asked"},
		"nothing changed":    {changes: changedFiles{isKnown: true}, paths: []string{"**"}, said: "is not asked"},
		"not known":          {paths: []string{"**/*.go"}, asked: true, said: "is not known"},
		"not looked at":      {changes: left("big.go"), paths: []string{"*.go"}, asked: true, said: "is not known"},
		"a repository in it": {changes: left("sub/"), paths: []string{"*.go"}, asked: true, said: "is not known"},
		"another left out":   {changes: left("big.bin"), paths: []string{"*.go"}, said: "is not asked"},
	} {
		said := ""
		p := panel{Request: Request{Note: func(m lang.Message) { said = m.String() }}, changes: c.changes}
		asked := p.isConcerned(rubric.Reviewer{Name: "x", Paths: c.paths})
		if asked != c.asked || !strings.Contains(said, c.said) || (c.said == "") != (said == "") {
			t.Errorf("%s: asked %v, said %q", name, asked, said)
		}
	}
}

func noFacts(string, bool) string { return "" }

// TestFilesChangedDuringReview: if files changed during a review, a verdict that the work is done does not count, once
// in a task. After that the verdict names these files, unless it depends on them. Ignored files, claude's own directory
// and a commit of the same files make no difference. A verdict that work is left always counts.
func TestFilesChangedDuringReview(t *testing.T) {
	const (
		repository = `git init -q .; printf '*.log\n' > .gitignore; echo bad > Makefile; mkdir .claude
			git add -A; git -c user.name=a -c user.email=b commit -qm x; echo worse > Makefile`
		commit = `git add Makefile; git -c user.name=a -c user.email=b commit -qm y`
	)
	for name, c := range map[string]struct {
		before, during, says, second string
		project                      string   // the project's directory in the repository
		earlier                      []string // files that changed during an earlier review of the task
		protect, wrote               string
		reason                       string // "" if there is a verdict
		names                        string // the files that the verdict names
	}{
		"many files": {before: repository, during: `echo good > Makefile; touch a b c d`,
			reason: `before: Makefile, a, b (+2)`},
		"a large file": {before: repository + `; truncate -s 9M big`, during: `truncate -s 10M big`, reason: `before: big`},
		"git is gone":  {before: repository, during: `mv .git x`, reason: "whether files changed during the review is not"},
		"what does not count": {before: repository,
			during: `echo x > server.log; echo x > .claude/history; ` + commit},
		"what does not count, above the project": {before: repository + `; mkdir sub`, project: "sub",
			during: `echo x > ../.claude/history`},
		"without git":   {before: `:`, during: `touch a`},
		"a second time": {before: repository, during: `echo x >> server.txt`, earlier: []string{"a"}, names: "server.txt"},
		"a second time, protected": {before: repository, during: `touch a`, earlier: []string{"a"}, protect: "?",
			reason: "rests on changed during the review, and during an earlier one of this task: a. End"},
		"a second time, the agent's": {before: repository, during: `touch a`, earlier: []string{"a"}, wrote: "a",
			reason: "rests on"},
		"the first time in this task": {before: repository, during: `true`, earlier: []string{"a"}},
		"work to do":                  {before: repository, during: `touch a`, says: "|no test"},
		"another dies": {before: repository, during: `touch a`, second: "|dies",
			reason: "ended without a result"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, map[string]string{"supervisor": cmp.Or(c.says, done), "a": c.second})
			if c.second != "" {
				s.Rubric.Others = reviewersNamed("a")
			}
			s.Dir, s.Marks = filepath.Join(t.TempDir(), "p"), filepath.Join(t.TempDir(), "indexes")
			if err := os.Mkdir(s.Dir, 0o700); err != nil {
				t.Fatal(err)
			}
			s.Reviewer.Snapshot = &snapshot.Snapshot{Places: snapshot.Places{Config: filepath.Join(s.Dir, ".claude")}}
			shell(t, s.Dir, c.before)
			s.Dir = filepath.Join(s.Dir, c.project)
			s.Last.SeenChanging, s.Rubric.Protect = c.earlier, []string{c.protect}
			s.Edits.Paths = []string{filepath.Join(s.Dir, c.wrote)}
			s.Event = func(name string, e streamjson.Event) {
				if e.Type == streamjson.TypeResult && name != "a" {
					shell(t, s.Dir, c.during)
				}
			}
			r := Run(t.Context(), s.Request)
			if c.reason == "" {
				if r.Failure != streamjson.NoFailure || r.Completed != (c.says == "") ||
					strings.Join(r.ChangedMeanwhile, " ") != c.names {
					t.Errorf("%+v: %v", r.Verdict, r.Reason)
				}
				return
			}
			failure := streamjson.Transient
			if c.earlier != nil {
				failure = streamjson.NeedsPerson
			}
			if r.Completed || r.Failure != failure || !strings.Contains(fmt.Sprint(r.Reason), c.reason) {
				t.Errorf("%+v: %v, want %s", r.Verdict, r.Reason, c.reason)
			}
			if len(r.Files.Gave)+len(r.Files.Looked) > 0 || r.CostUSD == 0 {
				t.Errorf("%+v for $%v", r.Files, r.CostUSD)
			}
		})
	}
}
