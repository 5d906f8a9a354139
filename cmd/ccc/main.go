// Command ccc supervises Claude Code: each time it stops, a second Claude forked from the same session checks the work.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program but for the exit: it returns the exit code. An error is shown here, once, when the terminal
// is as it was found.
func run(args, env []string, stdin, stdout, stderr *os.File) int {
	p := &program{env: env, stdin: stdin, stdout: stdout, stderr: stderr}
	err := p.run(args)
	var status exitStatus
	if err == nil || errors.As(err, &status) {
		return int(status)
	}
	fmt.Fprintln(stderr, "ccc: error:", err)
	var hint interface{ Hint() string }
	if errors.As(err, &hint) {
		fmt.Fprintln(stderr, "ccc: hint:", hint.Hint())
	}
	return exitCode(err)
}

// exitStatus ends the program with this code and without a message: it has been said already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exitCode is that of the first error in the chain that has one.
func exitCode(err error) int {
	var coded interface {
		error
		ExitCode() int
	}
	var child *exec.ExitError
	if errors.As(err, &coded) && !errors.As(err, &child) {
		return coded.ExitCode()
	}
	return 1
}

// usageError is a command line that cannot be meant.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }
func (e usageError) ExitCode() int { return 2 }
func (e usageError) Hint() string  { return "ccc --help lists what there is" }

// hinted adds a next step to an error.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }
func (e hinted) Hint() string  { return e.hint }

// program is what a run of ccc has from outside.
type program struct {
	env                   []string
	stdin, stdout, stderr *os.File
}

func (p *program) run(args []string) error {
	c, err := parse(args)
	if err != nil {
		return usageError{err}
	}
	switch {
	case c.help:
		return p.help()
	case c.version:
		_, err := fmt.Fprintln(p.stdout, "ccc", version())
		return err
	case c.supervisor:
		return p.supervise(c)
	}
	if len(c.rest) > 0 && !c.literal {
		if sub := findSubcommand(c.rest[0]); sub != nil {
			return sub.run(p, c.rest[1:])
		}
	}
	return p.launch(c)
}

// lookup is os.LookupEnv on the program's environment: the last one counts.
func (p *program) lookup(name string) (value string, ok bool) {
	for _, kv := range p.env {
		if len(kv) > len(name) && kv[len(name)] == '=' && kv[:len(name)] == name {
			value, ok = kv[len(name)+1:], true
		}
	}
	return value, ok
}

func (p *program) getenv(name string) string {
	value, _ := p.lookup(name)
	return value
}

func (p *program) errorf(format string, args ...any) {
	fmt.Fprintf(p.stderr, "ccc: "+format+"\n", args...)
}
