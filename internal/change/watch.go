package change

import (
	"context"
	"time"

	"ccc/internal/console"
	"ccc/internal/git"
)

// How often --watch looks at the files, and for how many looks they must stay the same before a review.
const (
	watchEvery = 2 * time.Second
	watchRest  = 2 // looks in a row that find the same files
)

// reviewWatch runs ccc review --watch: it reviews, and does so again whenever the files have changed and then stayed
// the same, until ctrl-c or until --max-cost-usd or --max-tokens is used up.
func (c Command) reviewWatch(ctx context.Context, r Review, o Options, files reviewFiles) error {
	for {
		seen := fileState(ctx, r)
		report, err := c.reviewSelected(ctx, r, o, o.Selection, files)
		if err != nil {
			return err
		}
		if !r.Spend(report.Verdict) {
			return console.Exit(report.ExitCode)
		}
		r.Resume = r.Resume || !o.ChecksOnly && report.By != ""
		c.Notef("the next review begins when files have changed and then stay as they are; ctrl-c ends the watching")
		if !awaitChange(ctx, r, seen) {
			return console.Exit(ExitStopped)
		}
	}
}

// fileState returns the state of the project's files; "" if it is unknown.
func fileState(ctx context.Context, r Review) string {
	w, _ := git.Tree(ctx, r.Dirs.Work, "", r.Dirs.State.Indexes()) // after an error the next look may find it
	return w.State
}

// awaitChange waits until the files differ from seen and then stay the same. It returns false if ctx is done earlier.
func awaitChange(ctx context.Context, r Review, seen string) bool {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	last, same := seen, 0
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
		now := fileState(ctx, r)
		if same++; now != last {
			last, same = now, 1
		}
		if now != "" && now != seen && same >= watchRest {
			return true
		}
	}
}
