package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ccc/internal/recording"
	"ccc/internal/screen"
	"ccc/loop"
)

const replayHelp = `
FILE is a recording (ccc recordings lists them), or what claude printed with --output-format stream-json --verbose, where the phases alternate at
each result that ends a turn, agent first; or claude's own file of a session (~/.claude/projects/*/ID.jsonl). Without FILE, or with -, it comes
from standard input. Everything goes through the machine of the live loop again; no claude, network or state directory is needed, and
the same input gives the same output.

  --output-format FORMAT   text, as the person saw it (the default); json or stream-json, as the live run prints them
  --speed X                on the recorded times, X times as fast; default at once
  --verbose                with text: thinking, and results of tools in full
  --cast FILE              write what the person saw as an asciicast v3, for asciinema
  --expect OUTCOME         exit with 0 if it came to completed, not_completed, needs_user or interrupted, or, for feedback, if a
                           verdict was "not completed"; else with 1

The exit code is that of the live run: 0 completed, 3 not completed, 4 a person is needed, 130 interrupted. Where the input is damaged or cut
off, what is there is played, the place is named, and it is 1.
`

// replayOptions are the flags of ccc replay.
type replayOptions struct {
	format, expect, cast string
	speed                float64
	verbose              bool
	file                 string
}

// expectations are what --expect takes.
const expectations = "completed, not_completed, needs_user, interrupted, feedback"

func parseReplay(args []string) (o replayOptions, err error) {
	flags := pflag.NewFlagSet("replay", pflag.ContinueOnError)
	flags.Usage = func() {}
	flags.StringVar(&o.format, "output-format", "text", "")
	flags.StringVar(&o.expect, "expect", "", "")
	flags.StringVar(&o.cast, "cast", "", "")
	flags.Float64Var(&o.speed, "speed", 0, "")
	flags.BoolVar(&o.verbose, "verbose", false, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.file = flags.Arg(0)
	switch {
	case flags.NArg() > 1:
		return o, fmt.Errorf("replay takes one file, not %q", strings.Join(flags.Args(), " "))
	case o.format != "text" && o.format != "json" && o.format != "stream-json":
		return o, fmt.Errorf("--output-format %s: text, json and stream-json are known", o.format)
	case o.expect != "" && !slices.Contains(strings.Split(expectations, ", "), o.expect):
		return o, fmt.Errorf("--expect %s: %s are known", o.expect, expectations)
	case o.speed < 0 || o.speed != o.speed:
		return o, errors.New("--speed takes a number above 0")
	}
	return o, nil
}

// replay is ccc replay.
func (p *program) replay(args []string) error {
	o, err := parseReplay(args)
	if errors.Is(err, pflag.ErrHelp) {
		return p.helpOn([]string{"replay"})
	}
	if err != nil {
		return usageError{err}
	}
	debug.SetGCPercent(200) // little is alive at any time: 8 MiB of heap are no burden, and halve the collections (make bench)
	in, name := p.stdin, "standard input"
	if o.file != "" && o.file != "-" {
		if in, err = os.Open(o.file); err != nil {
			return fmt.Errorf("open the recording: %w", err)
		}
		defer in.Close()
		name = o.file
	} else if term.IsTerminal(int(in.Fd())) {
		return usageError{errors.New("there is nothing to replay: name a file, or pipe it in")}
	}
	if o.cast != "" && isFile(in, o.cast) {
		return usageError{fmt.Errorf("--cast %s is what is to be replayed: name another file, or the recording is lost", o.cast)}
	}
	return newReplaying(p, o, name, in).run()
}

// isFile reports whether f is the regular file at path.
func isFile(f *os.File, path string) bool {
	one, err := f.Stat()
	if err != nil || !one.Mode().IsRegular() {
		return false
	}
	other, err := os.Stat(path)
	return err == nil && os.SameFile(one, other)
}

func newReplaying(p *program, o replayOptions, name string, in io.Reader) *replaying {
	return &replaying{program: p, options: o, name: name, reader: recording.NewReader(in), pace: pace{speed: o.speed, kept: o.cast != ""}}
}

// run plays the input, and gives the exit code.
func (r *replaying) run() error {
	if err := r.open(); err != nil {
		return err
	}
	err := r.play()
	if err == nil {
		err = r.finish()
	}
	if r.cast != nil {
		err = errors.Join(err, r.cast.close())
	}
	return err
}

// open makes what shows the replay.
func (r *replaying) open() error {
	if r.options.format != "text" {
		r.output = &output{format: r.options.format, w: r.stdout, failed: func() {}, shown: term.IsTerminal(int(r.stdout.Fd()))}
	}
	if r.options.cast != "" {
		file, err := os.OpenFile(r.options.cast, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return fmt.Errorf("create the cast: %w", err)
		}
		r.cast = newCast(file, &r.pace)
		r.screen = screen.New(r.cast, screen.Options{Styled: true, Width: func() int { return castCols }, All: r.options.verbose})
		return nil
	}
	if r.output != nil {
		return nil
	}
	options := screen.Options{All: r.options.verbose}
	if term.IsTerminal(int(r.stdout.Fd())) {
		_, plain := r.lookup("NO_COLOR")
		options.Styled = !plain && r.getenv("TERM") != "dumb"
		options.Width = func() int {
			if cols, _, err := term.GetSize(int(r.stdout.Fd())); err == nil && cols > 0 {
				return cols
			}
			return 80
		}
	}
	r.screen = screen.New(r.stdout, options)
	return nil
}

// pace is the time of a replay.
type pace struct {
	speed float64       // 0: as fast as it goes
	kept  bool          // somebody looks at the clock: a cast
	now   time.Duration // since the beginning, on the recording's clock
}

// to lets the time come. show is called before, where that makes a difference to who looks.
func (p *pace) to(at time.Duration, show func()) {
	pause := at - p.now
	if pause <= 0 {
		return
	}
	if p.speed > 0 || p.kept {
		show()
	}
	p.now = at
	if p.speed > 0 {
		time.Sleep(time.Duration(float64(pause) / p.speed))
	}
}

// finish says what it came to, and gives the exit code.
func (r *replaying) finish() error {
	result := r.result()
	if r.screen != nil {
		r.screen.Leave()
	}
	if r.output != nil {
		if err := r.output.finish(result, time.Duration(r.end.DurationMS)*time.Millisecond); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	if r.damaged {
		return exitStatus(1)
	}
	return r.judge(result)
}

// judge is the exit code for what it came to.
func (r *replaying) judge(result loop.Result) error {
	feedback := slices.ContainsFunc(result.Verdicts, func(v loop.Verdict) bool { return !v.Completed })
	switch want := r.options.expect; {
	case want == "":
		return outcomeStatus(result.Outcome)
	case want == "feedback" && feedback, want == string(result.Outcome):
		return nil
	case want == "feedback":
		return fmt.Errorf("expected feedback: no verdict was \"not completed\" (%s)", result.Outcome)
	}
	return fmt.Errorf("expected %s: it came to %s", r.options.expect, result.Outcome)
}

// warn names what is not as it should be, and where.
func (r *replaying) warn(format string, args ...any) {
	fmt.Fprintf(r.stderr, "ccc: "+screen.Safe(r.name)+": %s\n", screen.Safe(fmt.Sprintf(format, args...)))
}

// play reads the input to its end.
func (r *replaying) play() error {
	for {
		item, err := r.reader.Next()
		switch {
		case err == io.EOF:
			return r.ended()
		case err != nil && !r.bad(err):
			return fmt.Errorf("read %s: %w", r.name, err)
		case err == nil:
			r.take(&item)
		}
		if r.output != nil && r.output.err != nil {
			return fmt.Errorf("write: %w", r.output.err)
		}
	}
}
