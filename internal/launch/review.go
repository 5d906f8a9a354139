package launch

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ccc/internal/git"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/prompt"
	"ccc/streamjson"
)

// reviews makes the reviews of a launch, and keeps what is known of the work from one to the next.
type reviews struct {
	Config
	front    front
	recorder *recorder
	guard    func()
	base     func() task.Files // what the work tree was like at the beginning
	edits    atomic.Int64      // tool calls of the agent that changed files
	writes   atomic.Int64      // and those that may have
	tools    atomic.Int64      // and all of them
	asked    atomic.Int64      // reviews
	prompt   atomic.Int64      // tokens of the agent's last request; 0 if unknown
	keeping  sync.WaitGroup    // verdicts that are being written

	mu    sync.Mutex
	wrote []string // files that the agent's tools wrote in this task
	done  int      // how many of them are of the tasks before

	looked int64 // tools at the last review; reviews are made one at a time
}

// newReviews looks at the work tree while claude starts.
func newReviews(c Config, f front, guard func()) *reviews {
	r := &reviews{Config: c, front: f, guard: guard}
	r.base = sync.OnceValue(func() task.Files { return review.Look(context.Background(), c.Dir) })
	go func() {
		defer guard()
		r.base()
	}()
	return r
}

// see counts what the agent does to files, and how long the conversation is.
func (r *reviews) see(e streamjson.Event) {
	if edge, ok := e.Edge(); ok && edge.Type == "message_start" && e.ParentToolUseID == "" {
		if p, err := e.StreamEvent(); err == nil && p.Usage.Prompt() > 0 {
			r.prompt.Store(p.Usage.Prompt())
		}
	}
	if e.Type != streamjson.TypeAssistant || !bytes.Contains(e.Raw, []byte(`"tool_use"`)) {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	for _, b := range m.Content {
		if b.Type == "tool_use" {
			r.tools.Add(1)
		}
		if b.Edits() {
			r.edits.Add(1)
			r.mu.Lock()
			r.wrote = append(r.wrote, b.MainArgument())
			r.mu.Unlock()
		}
		if b.Writes() {
			r.writes.Add(1)
		}
	}
}

// work is the fingerprint of the work tree, and whether it has changed since base, "" for the beginning of the launch.
// Without git the agent's tools say so.
func (r *reviews) work(ctx context.Context, base string) (now string, changed bool) {
	if now = git.Fingerprint(ctx, r.Dir); now != "" {
		return now, now != cmp.Or(base, r.base().Work)
	}
	return fmt.Sprintf("%d writes", r.writes.Load()), r.edits.Load() > 0
}

// make makes one review; the loop calls it in a goroutine of its own.
func (r *reviews) make(ctx context.Context, ask loop.Review) loop.Reviewed {
	if ask.Session.ID == "" { // the agent has not been started on it yet
		ask.Session = loop.Session{ID: r.Before.Session, Model: r.Args.Model, BudgetUSD: ask.Session.BudgetUSD}
	}
	request := r.Review
	request.Claude, request.Dir, request.Session = r.Claude, r.dirOf(ask.Session), ask.Session.ID
	request.Env = append(slices.Clip(request.Env), fmt.Sprintf("%s=%d", review.NumberEnv, r.asked.Add(1)))
	request.Dirs, request.Messages = r.Args.Dirs, ask.Messages
	request.Facts = prompt.Facts{Plan: ask.Plan, Running: ask.Running, Pending: ask.Pending}
	request.Agent = review.Agent{Provider: r.Provider, Model: ask.Session.Model, Tokens: r.prompt.Load()}
	if request.Model == "" && request.Provider == r.Provider {
		request.Model = ask.Session.Model
	}
	request.BudgetUSD = ask.Session.BudgetUSD
	request.Transcript = func() (string, error) { return r.Transcript(ask.Session.ID) }
	work := sync.OnceValues(func() (string, bool) { return r.work(ctx, ask.Base) })
	request.Changed = func() bool { _, changed := work(); return changed }
	raw, done := r.raw(ask.Session.ID)
	defer done()
	request.Raw = raw
	request.Warn = func(bad *streamjson.SyntaxError) {
		r.Log.Warn("reviewer: not an event", "line", bad.Line, "offset", bad.Offset, "err", bad.Err, "text", bad.Text)
		r.recorder.Item(session.Item{Type: session.TypeLine, Phase: "review", Text: bad.Text})
	}
	request.Strays = func(n int) {
		r.Log.Warn("reviewer: lines that are no events", "lines", n)
		r.front.note(review.Strays(n))
	}
	request.Stderr = func(line string) { r.Log.Info("reviewer: stderr", "line", line) }
	r.recorder.Item(session.Item{Type: session.TypeStart, Phase: "review"})
	if tools := r.tools.Load(); tools != r.looked { // also in turns that came to no stop
		r.looked, ask.Last.Checked = tools, nil
	}
	base := ask.BaseTree
	if ask.Base == "" {
		base = r.base().Tree
	}
	result := review.Run(ctx, review.Request{
		Review: request, Rubric: r.Rubric, Dir: r.Dir, Env: r.CheckEnv, BaseTree: base, Last: ask.Last,
		Wrote: r.written(), Begin: r.front.checking, Line: r.front.checkSays, Done: r.front.checked, Say: r.front.note,
		Asked: func() {
			go func() { // while the reviewer starts
				defer r.guard()
				work()
			}()
		},
		Place: func(name string, request review.Reviewer) review.Reviewer {
			if r.Place != nil {
				request = r.Place(name, request)
			}
			if len(r.Rubric.Others) > 0 {
				request.Env = append(slices.Clip(request.Env), review.ReviewerEnv+"="+name)
			}
			return request
		},
		Guard: r.guard,
		Observe: func(reviewer string, e streamjson.Event) {
			r.recorder.Line("review", reviewer, e.Raw)
			if e.Type != streamjson.TypeStreamEvent || r.Args.Partial { // a verdict is judged by them; nobody reads them
				r.front.event("review", reviewer, e)
			}
		},
		Heard: func(v task.Reviewer) { r.front.note(review.Said(v)) },
	})
	now, _ := work()
	r.recorder.trees.Store(&trees{work: result.Tree, base: base})
	files := task.Files{Work: now, Tree: result.Tree, Checked: result.Checked, Gave: result.Gave}
	return loop.Reviewed{Verdict: r.verdict(ask.Session.ID, result), Files: files}
}

// written are the files that the agent's tools wrote in this task, each once.
func (r *reviews) written() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.Clone(r.wrote[r.done:])
	slices.Sort(list)
	return slices.Compact(list)
}

// raw is where the reviewer's output goes, byte for byte.
func (r *reviews) raw(session string) (w io.Writer, done func()) {
	file, err := r.State.OpenOutput(session)
	if err != nil {
		r.Log.Warn("the reviewer's output is not kept", "err", err)
		return io.Discard, func() {}
	}
	return file, func() { file.Close() }
}

// verdict keeps what came of a review.
func (r *reviews) verdict(session string, result review.Result) loop.Verdict {
	if result.Completed {
		r.mu.Lock()
		r.done = len(r.wrote)
		r.mu.Unlock()
	}
	r.Log.Info("review done", "by", result.By, "prompt_role", result.Role, "agent_tokens", r.prompt.Load(),
		"prompt_tokens", result.Prompt, "cached", result.Cached)
	if result.Failure == streamjson.NoFailure {
		if result.Fresh {
			r.front.note(lang.M("this provider rejects another model's thinking: reviewing from the transcript"))
		}
		kept := result.Verdict
		kept.At = time.Now().UTC()
		r.keep(session, &kept)
	}
	return result.Verdict
}

// keep writes a verdict into the session's state, and that its stop was heard of. The agent need not wait for the disk.
func (r *reviews) keep(session string, verdict *loop.Verdict) {
	r.keeping.Go(func() {
		defer r.guard()
		_, err := r.State.Change(session, func(s *state.State) { s.Verdict, s.Heard = verdict, verdict.At })
		if err != nil {
			r.Log.Warn("the verdict is not kept", "err", err)
		}
	})
}

// wait waits for what is still being written.
func (r *reviews) wait() { r.keeping.Wait() }
