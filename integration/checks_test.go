package integration

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/api"
	"ccc/internal/rubric"
)

// TestG01G02G05RealScreen: in claude's own screen the person reads which checks are not run, at the start, at
// /supervisor and at the review. When she trusts them, a red one holds the agent without a reviewer, and when it is green there is one in all.
func TestG01G02G05RealScreen(t *testing.T) {
	t.Parallel()
	for _, version := range versions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			write(t, filepath.Join(dir, rubric.File), "---\nchecks:\n  - name: unit\n    run: |\n"+
				"      touch ran\n      test -e fixed || { echo it fails; exit 1; }\n---\nJudge.\n")
			srv := api.New(t, func(r api.Request) api.Reply {
				switch {
				case isReview(r) && len(r.Results) > 0:
					return api.Text("so it is")
				case isReview(r):
					return verdict(true, "seen")
				case len(r.Results) > 0:
					return api.Text("mended")
				case strings.HasPrefix(r.LastUser, "Stop hook feedback:\nThe supervising program ran this project's checks"):
					return bash("touch fixed")
				}
				return api.Text("answered")
			})
			cmd := here(t, version, srv, dir, "here", "--permission-mode", "bypassPermissions")
			notRun := "the checks of " + filepath.Join(dir, rubric.File) + " are not run: they are new or have changed"
			p := sit(t, cmd)
			p.sees("SessionStart:startup says: .*" + notRun)
			p.types("/supervisor do it")
			p.sees("ccc: error: " + notRun + ".*ccc: hint: /supervisor once more: reviews without these checks")
			p.types("/supervisor do it")
			p.sees("review 1 of 10: completed .* .SUPERVISOR. " + notRun)
			trust := exec.Command(cmd.Path, "trust", "--yes")
			trust.Dir, trust.Env = cmd.Dir, cmd.Env
			if out, err := trust.CombinedOutput(); err != nil {
				t.Fatalf("ccc trust: %v\n%s", err, out)
			}
			p.types("/supervisor again")
			p.sees(`review 1 of 10: not completed · checked: check unit \(exit 1\) · no reviewer was asked`)
			p.sees(`mended.* review 2 of 10: completed · checked: check unit \(ok\)`)
			if n := len(reviews(srv)); n != 2 {
				t.Errorf("%d reviewers were asked, want one for each task", n)
			}
		})
	}
}
