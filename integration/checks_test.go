package integration

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/fakeapi"
	"ccc/internal/rubric"
)

// redRubric has a check that fails until there is a file "fixed".
const redRubric = "---\nchecks:\n  - name: unit\n    run: |\n" +
	"      touch ran\n      test -e fixed || { echo it fails; exit 1; }\n---\nJudge by this RUBRIC.\n"

// TestG01G02G05RealLoop: a failed check is the feedback of the first round, the agent fixes it, and only one reviewer
// is asked in all. Without the user's approval none of these commands is run.
func TestG01G02G05RealLoop(t *testing.T) {
	t.Parallel()
	for _, version := range versions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			asked := 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case strings.Contains(r.System, "RUBRIC"):
					asked++
					return fakeapi.Text("It passes.\n\n[TASK_COMPLETED]")
				case len(r.Results) > 0:
					return fakeapi.Text("mended")
				case strings.HasPrefix(r.LastUser, "The supervising program ran this project's checks"):
					return bash("touch fixed")
				}
				return fakeapi.Text("done")
			})
			dir := project(t)
			write(t, filepath.Join(dir, rubric.File), redRubric)
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json",
				"--permission-mode", "bypassPermissions", "--", "do it")
			refused := exec.Command(cmd.Path, cmd.Args[1:]...)
			refused.Dir, refused.Env = cmd.Dir, cmd.Env
			if out, _ := refused.CombinedOutput(); refused.ProcessState.ExitCode() != 2 || len(srv.Requests()) > 0 {
				t.Fatalf("without trust: exit code %d, %d requests\n%s",
					refused.ProcessState.ExitCode(), len(srv.Requests()), out)
			}
			cmd.Args = append([]string{cmd.Args[0], "--trust"}, cmd.Args[1:]...)
			out, err := cmd.Output()
			var got struct {
				outcome
				Verdicts []struct{ By, Said string }
			}
			if failed := json.Unmarshal(out, &got); err != nil || failed != nil {
				t.Fatalf("ccc: %v, %v\n%s", err, failed, out)
			}
			if got.Outcome != "completed" || got.Rounds != 2 || got.Result != "mended" || asked != 1 ||
				got.Verdicts[0].By != "checks" || got.Verdicts[1].By != "reviewers" || got.Verdicts[1].Said != "It passes." {
				t.Errorf("%d reviewers were asked, %s", asked, out)
			}
		})
	}
}

// TestG01G02G05RealScreen: in claude's own screen the user reads which checks are not run: at the start, at /supervisor
// and at the review. To ask for the status as the first prompt switches nothing. Once the user trusts them, a failed
// check holds the agent without a reviewer. When it passes, one reviewer is asked in all. /supervisor shows how the
// rubric has changed, and the second time takes it.
func TestG01G02G05RealScreen(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			write(t, filepath.Join(dir, rubric.File), redRubric)
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r) && len(r.Results) > 0:
					return fakeapi.Text("so it is")
				case isReview(r):
					return verdict(true, "seen")
				case len(r.Results) > 0:
					return fakeapi.Text("mended")
				case strings.HasPrefix(r.LastUser, "Stop hook feedback:\nThe supervising program ran this project's checks"):
					return bash("touch fixed")
				}
				return fakeapi.Text("answered")
			})
			cmd := providerCommand(t, version, srv, dir, "here", "--permission-mode", "bypassPermissions")
			notRun := "the checks of " + filepath.Join(dir, rubric.File) + " are not run: they are not approved as they are"
			p := startOnTerminal(t, cmd)
			p.waitFor("SessionStart:startup says: .*" + notRun)
			p.typeLine("/supervisor status")
			p.waitFor("reviews are off: no stop is reviewed. /supervisor switches them on")
			p.typeLine("/supervisor do it")
			p.waitFor(notRun + ".*nothing was sent to the agent.*/supervisor once more: reviews without these checks")
			p.typeLine("/supervisor do it")
			p.waitFor("review 1 of 10: completed .* .SUPERVISOR. " + notRun)
			trust := exec.Command(cmd.Path, "trust", "--yes")
			trust.Dir, trust.Env = cmd.Dir, cmd.Env
			if out, err := trust.CombinedOutput(); err != nil {
				t.Fatalf("ccc trust: %v\n%s", err, out)
			}
			p.typeLine("/supervisor again")
			p.waitFor(`review 1 of 10: not completed · ran: check unit \(exit 1\) · no reviewer was asked`)
			p.waitFor(`mended.* review 2 of 10: completed · checked: check unit \(ok\)`)
			write(t, filepath.Join(dir, rubric.File), "Judge by the moon.\n")
			p.typeLine("/supervisor third")
			p.waitFor(`SUPERVISOR.md, or a file next to it, has changed since reviews were switched on:.*-checks:.*` +
				`\+Judge by the moon\..*nothing was sent to the agent.*/supervisor once more: the new text counts`)
			p.typeLine("/supervisor third")
			p.waitFor("from now on the work is judged by the new text.*review 1 of 10: completed")
			if n := len(reviewRequests(srv)); n != 3 {
				t.Errorf("%d reviewers were asked, want one for each task", n)
			}
		})
	}
}
