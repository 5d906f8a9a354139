package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/integration/binary"
	"ccc/integration/realclaude"
	"ccc/internal/claude"
	"ccc/internal/fakeapi"
)

// TestQ01Q04Q09Q10RealLoopEvening: the start prints two lines. /resume continues in an older session. A file that the
// user has refused in the loop needs permission in claude's own screen, too; that screen has the loop's permission mode
// and names it. At the end ccc says how to go on, and --continue goes on in that session.
func TestQ01Q04Q09Q10RealLoopEvening(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			file := filepath.Join(dir, "made.txt")
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r):
					return answerOf(r, map[string]any{"completed": true, "feedback": "seen"})
				case len(r.Results) > 0:
					return fakeapi.Text("answered the tool")
				case strings.HasPrefix(r.LastUser, "write"):
					return fakeapi.Tool("Write", map[string]any{"file_path": file, "content": "made\n"})
				}
				return fakeapi.Text("answered: " + r.LastUser)
			})
			cmd := providerCommand(t, version, srv, dir, "--supervisor", "here")
			earlier := exec.Command(realclaude.Path(t, version), "-p", "remember the parser", "--model", "claude-haiku-4-5")
			earlier.Dir = dir
			earlier.Env = append(slices.Clone(cmd.Env), "ANTHROPIC_BASE_URL="+srv.URL)
			if out, err := earlier.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			p := startOnTerminal(t, cmd)
			p.waitFor(`^Supervisor mode enabled: each stop is reviewed by the rules of SUPERVISOR.md \(sandbox: \w+\) ` +
				`enter sends · esc stops the agent · /help lists commands and keys · /status: limits, sandbox, logs · your turn`)
			p.send("/resume\r")
			p.waitFor(`1 [-0-9]+ [0-9:]+ \w+ remember the parser /resume N goes on in one of them`)
			p.send("/resume 1\r")
			p.waitFor("Its last message: > remember the parser answered: remember the parser")

			p.send("write it\r")
			p.waitFor("allow Write[?]")
			var sent time.Time // a new question takes no key for a moment
			p.waitUntil("the question takes escape", func(screen string) bool {
				if strings.Contains(screen, "allow Write?") && time.Since(sent) > 2*time.Second {
					sent = time.Now()
					p.send("\x1b")
				}
				return strings.Contains(screen, " · not allowed")
			})
			mode := "default"
			if claude.AtLeast(version, "2.1.329") { // it says so in its last line
				mode = "manual mode"
			}
			p.waitFor("SessionStart:resume says: .* permission mode kept: " + mode + " .* reviews are on: each stop is reviewed")
			for _, r := range srv.Requests() {
				if r.LastUser == "write it" && !strings.Contains(conversation(r), "remember the parser") {
					t.Error("Q09: the agent does not have the conversation of the session")
				}
			}
			asked := userMessages(reviewRequests(srv)[0])
			if !slices.Equal(asked, []string{"remember the parser", "write it"}) {
				t.Errorf("the reviewer is told that the user asked for %q", asked)
			}
			p.typeLine("write once more")
			p.waitFor("Do you want to create")
			if version != realclaude.Node { // 2.1.5 says nowhere that it asks
				awaitWatch(t, cmd, "Claude's screen · waits for your answer · ")
			}
			if _, err := os.Stat(file); err == nil {
				t.Error("Q01: the file that the user refused was written")
			}
			p.send("\x1b")
			p.waitFor("(?i)reject")
			p.exits("ccc: resume this session with: ccc --supervisor here --resume [-0-9a-f]{36}")

			// The screen itself would continue no session that was begun with -p, as this one was (2.1.197, 2.1.330).
			next := exec.Command(cmd.Path, "here", "--continue")
			next.Dir, next.Env = dir, cmd.Env
			p = startOnTerminal(t, next)
			p.waitFor("remember the parser")
			p.exits("ccc: resume this session with: ccc (--supervisor )?here --resume [-0-9a-f]{36}")
		})
	}
}

// TestQ02Q03Q04Q06RealScreenEvening: in claude's own screen a verdict without evidence is reported as one that checked
// nothing, also in the report. A rejected key is not tried ten times. A task without a verdict keeps the headline of
// the report from saying success. At the end ccc says how to go on.
func TestQ02Q03Q04Q06RealScreenEvening(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			refused := 0
			watch := func() string { return "" }
			working := make(chan string, 1) // what is said of the session while the agent works on the second task
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r) && strings.Contains(conversation(r), "second task"):
					refused++
					return fakeapi.Error(401, "authentication_error", "invalid x-api-key", nil)
				case isReview(r) && len(r.Results) > 0:
					return fakeapi.Text("so it is")
				case isReview(r):
					return verdict(true, "seen")
				case r.LastUser == "second task":
					select {
					case working <- watch():
					default:
					}
				}
				return fakeapi.Text("answered: " + r.LastUser)
			})
			cmd := providerCommand(t, version, srv, dir, "here", "--permission-mode", "bypassPermissions")
			watch = func() string { return watchOnce(t, cmd) }
			p := startOnTerminal(t, cmd)
			p.waitFor("reviews are off: /supervisor TASK switches them on")
			p.typeLine("/supervisor first task")
			p.waitFor(`review 1 of 10: completed · nothing checked · ` +
				`<?\$[0-9.]+ \([0-9]+ tokens new, [0-9]+ cached, [0-9]+ written\)`)
			if now := watch(); !strings.Contains(now, "waits for you") {
				t.Errorf("after the review: %q", now)
			}
			p.typeLine("second task")
			p.waitFor(`this stop was not reviewed: (the API rejects the reviewer's key or login:|Invalid API key · ` +
				`Please run /login\.) ccc validate (here )?tests`)
			if now := <-working; !strings.Contains(now, "the agent works") {
				t.Errorf("while the agent works: %q", now)
			}
			if refused > 6 {
				t.Errorf("Q06: a refused key was tried %d times", refused)
			}
			p.exits("ccc: resume this session with: ccc here --resume [-0-9a-f]{36}")

			report := exec.Command(binary.Path(t), "report", "--format", "markdown")
			report.Dir, report.Env = dir, cmd.Env
			out, err := report.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			headline := regexp.MustCompile(`(?m)^#+ (.*)$`).FindString(string(out))
			if !strings.Contains(headline, "1 of 2 tasks") || strings.Contains(headline, "✅") {
				t.Errorf("Q02: the headline is %q", headline)
			}
			if !strings.Contains(string(out), "nothing checked") {
				t.Errorf("Q03: the report does not say that nothing was checked:\n%s", out)
			}
		})
	}
}

// TestQ10RealScreenEnds: with reviews off, too, the end of claude's own screen says how to resume with the provider,
// but not if nothing was said. (2.1.5 resumes such a session, of which it kept /exit, the other versions do not.)
func TestQ10RealScreenEnds(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply { return fakeapi.Text("answered: " + r.LastUser) })
			p := startOnTerminal(t, providerCommand(t, version, srv, dir, "here"))
			p.waitFor("reviews are off: /supervisor TASK switches them on")
			p.typeLine("hello")
			p.waitFor("answered: hello")
			p.exits("ccc: resume this session with: ccc here --resume [-0-9a-f]{36}")

			p = startOnTerminal(t, providerCommand(t, version, srv, dir, "--supervisor", "--mode", "hook", "here"))
			p.waitFor("reviews are on: each stop is reviewed")
			p.exits("")
			if strings.Contains(p.text(), "resume this session with: ccc") {
				t.Errorf("where nothing was said, the end is:\n%s", p.text())
			}
		})
	}
}

// TestF05RealEscape: Esc stops a review, and the launch then ends with claude's screen as the user has seen it: with
// the reviews and costs so far, and with what became of the last one.
func TestF05RealEscape(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			begun, ended := make(chan struct{}), make(chan struct{})
			begin := sync.OnceFunc(func() { close(begun) })
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r) && len(r.Results) > 0:
					return fakeapi.Text("so it is")
				case isReview(r) && strings.Contains(r.LastUser, "\nsecond\n"):
					begin()
					<-ended
				case isReview(r):
					return verdict(true, "seen")
				}
				return fakeapi.Text("answered: " + r.LastUser)
			})
			t.Cleanup(func() { close(ended) }) // before the server ends
			cmd := providerCommand(t, version, srv, dir, "--supervisor", "--mode", "hook", "here")
			p := startOnTerminal(t, cmd)
			p.waitFor("reviews are on: each stop is reviewed")
			p.typeLine("first")
			p.waitFor("review 1 of 10: completed")
			p.typeLine("second")
			select {
			case <-begun:
			case <-time.After(screenTime):
				t.Fatalf("no second review begins:\n%s", p.text())
			}
			p.send("\x1b")
			awaitWatch(t, cmd, "last stop not reviewed: ")
			p.exits("ccc: last stop not reviewed: (you stopped the review|the review was stopped)")
			list := exec.Command(binary.Path(t), "recordings")
			list.Dir, list.Env = cmd.Dir, cmd.Env
			out, err := list.CombinedOutput()
			if row := regexp.MustCompile(` 1 +interrupted +\S.* \(reviews\) `); err != nil || !row.Match(out) {
				t.Errorf("%v: ccc recordings lists\n%s", err, out)
			}
		})
	}
}

// watchOnce returns what ccc watch says of the sessions of a command.
func watchOnce(t *testing.T, cmd *exec.Cmd) string {
	once := exec.Command(binary.Path(t), "watch", "--once")
	once.Dir, once.Env = cmd.Dir, cmd.Env
	out, _ := once.CombinedOutput()
	return string(out)
}

// awaitWatch waits until ccc watch says something of the sessions of a command.
func awaitWatch(t *testing.T, cmd *exec.Cmd, want string) {
	t.Helper()
	late := time.Now().Add(screenTime)
	for now := ""; !strings.Contains(now, want); {
		if now = watchOnce(t, cmd); time.Now().After(late) {
			t.Fatalf("ccc watch says %q, want %q", now, want)
		}
	}
}

// exits types /exit and returns what the terminal shows after the end.
func (p *terminalUser) exits(pattern string) {
	p.t.Helper()
	p.send("/exit")
	p.waitUntil("/exit is typed", func(screen string) bool {
		all := inputLine.FindAllStringSubmatch(screen, -1)
		return len(all) > 0 && strings.HasSuffix(all[len(all)-1][1], "/exit")
	})
	p.send("\r")
	select {
	case <-p.exited:
	case <-time.After(screenTime):
		p.t.Fatalf("it does not end:\n%s", p.text())
	}
	if text := p.text(); !regexp.MustCompile(pattern).MatchString(strings.Join(strings.Fields(text), " ")) {
		p.t.Errorf("at the end it does not say %s:\n%s", pattern, text)
	}
}
