// Command ccc supervises Claude Code: each time it stops, a second Claude forked from the same session checks the work.
package main

import (
	"errors"
	"os"
	"runtime/debug"

	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/notify"
	"ccc/internal/plan/link"
	"ccc/internal/sandbox"
	"ccc/internal/supervision"
	"ccc/ptyio"
)

func main() {
	os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program except for the exit: it returns the exit code. It alone prints the error, after the
// terminal was restored.
func run(args, env []string, stdin, stdout, stderr *os.File) int {
	if len(args) > 0 && args[0] == sandbox.InitArg {
		return sandbox.Main(args[1:], env, stdout, stderr)
	}
	if len(args) == 1 && args[0] == notify.ProcessArg {
		return notify.Main(stdin, env)
	}
	if len(args) == 1 && args[0] == supervision.GuardianArg {
		ptyio.Guard(stdin, stdout, os.NewFile(ptyio.GuardPipe, "guardian"))
		return 0
	}
	// A look at a work tree of 100,000 files keeps 40 MiB, and would leave as much again as garbage.
	debug.SetMemoryLimit(64 << 20)
	p := &program{Console: console.New(env, stdin, stdout, stderr)}
	p.Load = loadWith
	var err error
	switch {
	case len(args) == 0 && hook.IsCall(env, stdin):
		err = p.printBlocked(p.hookProgram().Call())
	case len(args) > 4 && args[0] == launch.CompanionArg:
		err = p.starter().Companion(args[1:])
	case len(args) > 2 && args[0] == link.Word:
		if p.link, err = link.Join(args[1]); err == nil {
			err = p.run(args[2:])
			p.link.Leave()
		}
	default:
		err = p.run(args)
	}
	var status console.Exit
	if err == nil || errors.As(err, &status) {
		return int(status)
	}
	p.link.ReportError(err)
	language := p.Language()
	p.Say(language.Sprintf("ccc: error: %v", err))
	if hint := lang.HintOf(err); !hint.Empty() {
		p.SayUnwrapped(language.Sprintf("ccc: hint: %s", language.Text(hint)))
	}
	return console.ExitCode(err)
}
