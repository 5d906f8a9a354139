package provider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// script puts a curl of ours into a folder and gives an environment that finds it first.
func script(t *testing.T, lines string) (env []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "curl"), []byte("#!/bin/sh\n"+lines+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + dir + string(filepath.ListSeparator) + os.Getenv("PATH"), "DIR=" + dir}, dir
}

// TestCurlArguments: nobody who lists the processes sees a secret, and a ~/.curlrc has no say.
func TestCurlArguments(t *testing.T) {
	real, err := find(environment())
	if err != nil {
		t.Fatal(err)
	}
	env, dir := script(t, `printf '%s\n' "$@" >"$DIR/args"; exec `+real+` "$@"`)
	if err := os.WriteFile(filepath.Join(dir, ".curlrc"), []byte("header = \"x-curlrc: 1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	url, seen := listen(t)
	target := Target{BaseURL: url, AuthToken: "tok", APIKey: "key", Headers: "x-a: value"}
	if got := run(t, target, append(env, "HOME="+dir)); got != good {
		t.Errorf("Run = %+v", got)
	}
	args, err := os.ReadFile(filepath.Join(dir, "args"))
	if err != nil || string(args) != "-q\n--config\n-\n" {
		t.Errorf("curl's arguments are %q, %v", args, err)
	}
	if got := seen(); len(got) != 1 || got[0].Header.Get("x-a") != "value" || got[0].Header.Get("x-curlrc") != "" {
		t.Errorf("the server was asked %q", got)
	}
}

func TestCurlMissing(t *testing.T) {
	empty, file, folder := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(file, "curl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "curl"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, here := script(t, "exit 7")
	t.Chdir(here)
	for _, env := range [][]string{
		nil, {}, {"PATH="}, {"PATH=.:"}, {"PATH=" + empty}, {"PATH=" + file}, {"PATH=" + folder},
		{"PATH=" + here, "PATH=" + empty}, // the last one counts
	} {
		_, err := Run(t.Context(), Target{}, long, env)
		var e *CurlError
		if !errors.As(err, &e) || !errors.Is(err, exec.ErrNotFound) || e.Hint().String() != "install curl" ||
			err.Error() != "curl is not installed: there is none on PATH" {
			t.Errorf("Run with %q = %v", env, err)
		}
	}
}

// TestCurlBroken: a curl that does not do what it is told says nothing of the API.
func TestCurlBroken(t *testing.T) {
	for _, c := range []struct{ name, lines, want string }{
		{"too old", `echo 'curl: option --data-raw: tok is unknown' >&2; exit 2`,
			"it does not take its options: curl: option --data-raw: *** is unknown"},
		{"does not start", `exit 127`, "exit status 127"},
		{"killed", `kill -KILL $$`, "signal: killed"},
		{"silent", `exit 0`, "it does not print the status that it is asked for"},
		{"another program", `echo hello`, "it does not print the status that it is asked for"},
	} {
		env, dir := script(t, c.lines)
		_, err := Run(t.Context(), Target{AuthToken: "tok"}, long, env)
		var e *CurlError
		if want := "run " + filepath.Join(dir, "curl") + ": " + c.want; !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%s: Run = %v, want %q", c.name, err, want)
		} else if e.Hint().String() == "install curl" {
			t.Errorf("%s: the hint is to install it", c.name)
		}
	}
}

func TestCurlSaysNothing(t *testing.T) {
	env, _ := script(t, "exit 99")
	if got := run(t, Target{}, env); got != none("curl ended with 99") {
		t.Errorf("Run = %+v", got)
	}
}

// hang is a server that answers nothing. It says when it is asked, and when the one who asked is gone.
func hang(t *testing.T) (url string, asked, gone chan bool) {
	asked, gone = make(chan bool, 1), make(chan bool, 1)
	return serve(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then the connection is watched
		asked <- true
		<-r.Context().Done()
		gone <- true
	}), asked, gone
}

func TestTimeout(t *testing.T) {
	url, _, gone := hang(t)
	r, err := Run(t.Context(), Target{BaseURL: url}, 200*time.Millisecond, environment())
	got := tell(r)
	if err != nil || got != none(got.Detail) || !strings.Contains(got.Detail, "timed out") {
		t.Errorf("Run = %+v, %v, want curl's word on its timeout", got, err)
	}
	<-gone
}

// TestTimeoutOfCurl: a curl that overstays its own timeout is killed.
func TestTimeoutOfCurl(t *testing.T) {
	env, _ := script(t, "exec sleep 600")
	r, err := Run(t.Context(), Target{}, time.Millisecond, env)
	got := tell(r)
	if want := none("no answer within 1ms"); err != nil || got != want {
		t.Errorf("Run = %+v, %v, want %+v", got, err, want)
	}
}

func TestCancel(t *testing.T) {
	url, asked, gone := hang(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	if got, err := Run(ctx, Target{BaseURL: url}, long, environment()); tell(got) != (told{}) ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("Run = %+v, %v, want %v", got, err, context.Canceled)
	}
	<-gone
	if _, err := Run(ctx, Target{BaseURL: url}, long, environment()); !errors.Is(err, context.Canceled) {
		t.Errorf("Run when all is over = %v, want %v", err, context.Canceled)
	}
}

// TestEndless: of an answer without an end only so much is read, and then curl is ended.
func TestEndless(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for err := error(nil); err == nil; { // until nobody reads
			_, err = io.WriteString(w, message)
		}
	})
	want := none("not a Messages API: an answer of more than 64 KiB")
	if got := run(t, Target{BaseURL: url}, environment()); got != want {
		t.Errorf("Run = %+v, want %+v", got, want)
	}
}

func TestComplaint(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Warning: x\ncurl: (60) SSL certificate problem: x\nMore details here: y\n", "SSL certificate problem: x\n"},
		{"no prefix", "no prefix"},
		{"", ""},
	} {
		if got := complaint(c.text); got != c.want {
			t.Errorf("complaint(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
