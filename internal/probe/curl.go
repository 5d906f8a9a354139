package probe

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ccc/internal/lang"
)

// CurlError says that curl could not be run.
type CurlError struct {
	Path string // "" if there is none
	Err  error
}

func (e *CurlError) Error() string { return lang.English.Text(e.Message()) }

// Message is the error in words.
func (e *CurlError) Message() lang.Message {
	if e.Path == "" {
		return lang.M("curl is not installed: there is none on PATH")
	}
	return lang.M("run %s: %v", e.Path, e.Err)
}

func (e *CurlError) Unwrap() error { return e.Err }

// Hint says what the person can do.
func (e *CurlError) Hint() lang.Message {
	if e.Path == "" {
		return lang.M("install curl")
	}
	return lang.M("install curl anew, or put one that works first on PATH")
}

// find looks for curl on the PATH of env. Only absolute folders count, so that the working folder cannot bring its own.
func find(env []string) (string, error) {
	var list string
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, "PATH="); ok {
			list = value // of two the last one counts, as in os/exec
		}
	}
	for _, dir := range filepath.SplitList(list) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, "curl")); err == nil {
			return path, nil
		}
	}
	return "", &CurlError{Err: exec.ErrNotFound}
}

const (
	// maxOutput is how much of curl's output is read. The answer to one token has a few hundred bytes.
	maxOutput = 64 << 10

	// maxTrouble is how much of curl's error output is read.
	maxTrouble = 4 << 10

	// grace is what curl has beyond its own timeout, which it can overstay in the system's resolver, and what a
	// process that holds its output open has beyond its end.
	grace = 500 * time.Millisecond

	// curlUsage is curl's exit status for options that it does not know.
	curlUsage = 2

	// maxExit is above all exit statuses of curl, and below those of a shell or a loader that could not start it.
	maxExit = 125
)

// reply is how a run of curl ended.
type reply struct {
	exit     int           // 0 if an answer came
	trouble  string        // what curl said if none came
	late     time.Duration // the timeout, if curl was ended since it passed
	tooLong  bool          // the answer was, and nothing else is known
	status   int
	redirect string
	body     []byte
}

// fetch runs curl. The error is a *CurlError, or ctx's.
func fetch(ctx context.Context, path, config string, timeout time.Duration, env []string) (reply, error) {
	limited, stop := context.WithTimeout(ctx, timeout+grace)
	defer stop()
	output := &bounded{limit: maxOutput, over: stop}
	trouble := &bounded{limit: maxTrouble, over: func() {}}
	cmd := exec.CommandContext(limited, path, "-q", "--config", "-")
	cmd.Env = env // with a PATH in it: nil would be our own
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(config), output, trouble
	cmd.WaitDelay = grace
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case output.exceeded:
		return reply{tooLong: true}, nil
	case err == nil:
		return answered(path, output.text.Bytes())
	case ctx.Err() != nil:
		return reply{}, lang.Errorf("ask the API: %w", ctx.Err())
	case limited.Err() != nil:
		return reply{exit: -1, late: timeout}, nil
	case errors.As(err, &exit) && exit.ExitCode() > 0 && exit.ExitCode() <= maxExit:
		return reply{exit: exit.ExitCode(), trouble: complaint(trouble.text.String())}, nil
	}
	return reply{}, &CurlError{Path: path, Err: err}
}

// answered takes the last line, which is curl's, off the answer.
func answered(path string, output []byte) (reply, error) {
	i := bytes.LastIndexByte(output, '\n')
	status, redirect, _ := strings.Cut(string(output[i+1:]), " ")
	code, err := strconv.Atoi(status)
	if i < 0 || err != nil {
		return reply{}, &CurlError{Path: path, Err: lang.Errorf("it does not print the status that it is asked for")}
	}
	return reply{status: code, redirect: redirect, body: output[:i]}, nil
}

// complaint finds curl's message, which other lines can be around, and takes its prefix off.
func complaint(text string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "curl: ("); ok {
			_, message, _ := strings.Cut(rest, ") ")
			return message
		}
	}
	return text
}

// bounded keeps the beginning of what is written to it. over is called when there is more.
type bounded struct {
	limit    int
	over     func()
	text     bytes.Buffer
	exceeded bool
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.limit - b.text.Len()
	b.text.Write(p[:min(len(p), room)])
	if len(p) > room {
		b.exceeded = true
		b.over()
	}
	return len(p), nil
}
