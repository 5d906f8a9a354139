// Package review makes one review: a claude forked from the agent's session is asked, its stream is read to the result,
// and the answer is judged. The fork is not stored, runs no hooks and asks nobody (contract 9), so that the agent's session
// stays as it was. An API error, a limit, a timeout or an empty answer is a failure, never a verdict.
package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"ccc/internal/claude"
	"ccc/prompt"
	"ccc/ptyio"
	"ccc/streamjson"
)

// Tools are the permission rules of a reviewer: it reads, searches, and runs the usual tests and builds.
var Tools = []string{
	"Read", "Grep", "Glob",
	"Bash(git status:*)", "Bash(git diff:*)", "Bash(git log:*)", "Bash(git show:*)",
	"Bash(go test:*)", "Bash(go vet:*)", "Bash(go build:*)", "Bash(make test:*)", "Bash(make check:*)",
	"Bash(npm test:*)", "Bash(npm run test:*)", "Bash(npm run lint:*)", "Bash(npm run build:*)", "Bash(npx tsc --noEmit:*)",
	"Bash(pytest:*)", "Bash(python -m pytest:*)", "Bash(python3 -m pytest:*)", "Bash(ruff check:*)",
	"Bash(cargo test:*)", "Bash(cargo check:*)", "Bash(cargo clippy:*)", "Bash(cargo build:*)",
	"Bash(mvn test:*)", "Bash(gradle test:*)", "Bash(./gradlew test:*)",
}

// Request says what is to be reviewed, and how.
type Request struct {
	Claude   claude.Binary
	Env      []string // of the reviewer
	Dir      string   // that the session belongs to
	Session  string
	Model    string // the agent's, "" for claude's choice
	Settings string // a file or JSON without hooks
	Dirs     []string
	Rubric   string   // the system prompt
	Messages []string // the person's, oldest first
	Schema   bool     // ask for a structured verdict
	Timeout  time.Duration
	Raw      io.Writer              // gets the reviewer's output byte for byte
	Observe  func(streamjson.Event) // each event, by the caller's goroutine
	Warn     func(*streamjson.SyntaxError)
}

// Result is what came of a review.
type Result struct {
	Completed bool
	Feedback  string
	Failure   streamjson.Failure // NoFailure: Completed and Feedback hold
	Reason    string             // of the failure
	Until     time.Time          // when a limit ends, zero where unknown
	CostUSD   float64
}

// Run makes one review. When ctx is done the reviewer is ended and the failure is streamjson.Aborted.
func Run(ctx context.Context, r Request) Result {
	file := ""
	if !claude.FitsArgument(r.Rubric) {
		var err error
		if file, err = store(r.Rubric); err != nil {
			return failed(fmt.Errorf("store the rubric: %w", err))
		}
		defer os.Remove(file)
	}
	child, err := ptyio.Start(ptyio.Command{
		Path: r.Claude.Path, Dir: r.Dir, Env: r.Env, Pipes: true,
		Args:  append(r.Claude.Args[:len(r.Claude.Args):len(r.Claude.Args)], r.arguments(file)...),
		Grace: ptyio.Grace{Input: 500 * time.Millisecond}, // it has nothing to store
	})
	if err != nil {
		return failed(err)
	}
	defer child.End()
	child.Send(streamjson.Initialize("ccc-review", r.Rubric))
	child.Send(streamjson.UserMessage(prompt.Ask(r.Messages, r.Schema), ""))

	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, errTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { child.Kill() })
	defer stop()
	output := io.TeeReader(child, &keeper{w: r.Raw})
	turn, said := r.read(output)
	if said { // what it prints behind the result is kept too, to the end of its last line
		child.End()
		io.Copy(io.Discard, output)
	}
	if said { // the verdict came, whatever else happened
		return Judge(turn, r.Schema)
	}
	result := Result{Failure: streamjson.Transient, CostUSD: turn.CostUSD}
	switch {
	case errors.Is(context.Cause(ctx), errTimeout):
		result.Reason = fmt.Sprintf("the reviewer took longer than %s", r.Timeout)
	case ctx.Err() != nil:
		result.Failure, result.Reason = streamjson.Aborted, "stopped"
	default:
		result.Reason = "the reviewer ended without a result (" + child.End().String() + ")"
		if turn.Text != "" {
			result.Reason += ": " + turn.Text
		}
	}
	return result
}

// arguments is the reviewer's command line; rubricFile holds the rubric where it does not fit there.
func (r Request) arguments(rubricFile string) []string {
	line := claude.Reviewer(r.Session, r.Settings, r.Model, r.Rubric, rubricFile, r.Dirs, Tools)
	if r.Schema {
		line = append(line, "--json-schema", prompt.Schema)
	}
	return line
}

var errTimeout = errors.New("timeout")

func failed(err error) Result {
	return Result{Failure: streamjson.Transient, Reason: err.Error()}
}

// read follows the reviewer's stream to its result. Without one, said is false and the turn's text is the last thing
// that it printed besides events, which is where claude says why it did not start.
func (r Request) read(output io.Reader) (turn streamjson.Turn, said bool) {
	var tracker streamjson.Tracker
	var stderr string
	decoder := streamjson.NewDecoder(output)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			stderr = bad.Text
			r.Warn(bad)
			continue
		case err != nil:
			return streamjson.Turn{Text: stderr, CostUSD: tracker.Turn().CostUSD}, false
		}
		_, ended := tracker.Add(e)
		r.Observe(e)
		if ended {
			return tracker.Turn(), true
		}
	}
}

// keeper writes for people to read later. What it cannot write is lost, and nothing else is.
type keeper struct {
	w      io.Writer
	failed bool
}

func (k *keeper) Write(p []byte) (int, error) {
	if !k.failed {
		_, err := k.w.Write(p)
		k.failed = err != nil
	}
	return len(p), nil
}

func store(text string) (path string, err error) {
	f, err := os.CreateTemp("", "ccc-rubric-*.md") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
