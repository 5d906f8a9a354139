package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeDeployment requires a deployment after the last edit that was not rolled back.
func (r *Reader) judgeDeployment(s detect.Statement) verdict {
	all := r.deployments()
	runs := claimedDeployments(s, all)
	v := r.judgeLastRun(runs, shell.Deploy)
	if v.reason == NoCommand && s.Ambiguous && (r.hasQueriedAfter(nil) || r.ranDeliveryTask() || r.hasChangedFiles() &&
		!s.Mentions(deliveryWords)) {
		return verdict{} // the claim may mean only a program or a setting
	}
	if v.reason == NoCommand && !r.hasChangedFiles() && r.hasQueriedServer() { // the claim describes the present state
		return verdict{}
	}
	hidden := v
	if v.run != nil && v.run.evident { // its output shows that it succeeded, but not that nothing came after it
		v.reason = ""
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if failed := r.failedImagePush(v.run); failed != nil {
		return verdict{reason: reasonOf(failed), run: failed}
	}
	for _, one := range runsAfter(r.runs, v.run.at) { // commands that were to activate it
		if len(runs) < len(all) { // they may belong to another deployment
			break
		}
		if one.possible&shell.Deploy != 0 && one.possible&shell.Tests == 0 && one.outcome == exitFailed {
			v.reason, v.run = FailedExit, one
		} else if one.possible == shell.Deploy && one.outcome == passed && v.reason != "" {
			v.reason = ""
		}
	}
	if v.reason != "" {
		return v
	}
	rolledBack := strings.Contains(v.run.fullLine, "rollback") || strings.Contains(v.run.fullLine, "rollout undo")
	switch {
	case rolledBack && !s.Mentions(rollbackWords):
		return verdict{reason: Superseded, run: v.run, advice: "it was rolled back: say so"}
	case (v.run.tool.Name == "netlify" || v.run.tool.Name == "vercel") && !strings.Contains(v.run.fullLine, "--prod") &&
		s.Mentions(productionWords):
		return verdict{reason: Partial, run: v.run}
	}
	// A file created since then may not belong to the deployment.
	last := r.lastWrite(func(w *write) bool { return !w.Tree && !w.Created && w.canAffect("", r.root) })
	if last != nil && last.at.compare(v.run.at) > 0 {
		return verdict{reason: Stale, run: v.run, change: last}
	}
	return hidden
}

// deployments returns the runs that deploy something, and looks at one ("kubectl rollout status"). After an act that
// failed, a look only shows what was there before.
func (r *Reader) deployments() []*run {
	all := r.runsProving(shell.Deploy)
	acts := slices.DeleteFunc(runsAfter(all, place{r.turn.stepsBefore, maxRecent}),
		func(one *run) bool { return strings.Contains(one.command, "rollout status") })
	last := lastRun(acts)
	if last == nil || last.outcome != exitFailed && last.outcome != outputFailed || slices.ContainsFunc(r.runs,
		func(one *run) bool {
			return one.at.compare(last.at) > 0 && one.possible&shell.Deploy != 0 && one.outcome == passed
		}) {
		return all
	}
	return acts
}

// deliveryWords say that something was delivered to where it is used, and not only changed.
var deliveryWords = &text.LazyRegexp{Expr: `\b(?:deploy|roll|ship|publish|upload|push|releas|promot|submit|appl[yi]|` +
	`upgrad|migrat|restart|install)\w*|\blive\b|\b(?:is|are) (?:now )?out\b|` +
	`上线|发布|发版|部署|上传|推送|提审|应用|升级|重启|迁移|安装`}

// ranDeliveryTask reports whether the turn has run a task that may deliver something, by its name.
func (r *Reader) ranDeliveryTask() bool {
	return slices.ContainsFunc(r.shellLines, func(one shellLine) bool {
		return one.at.step > r.turn.stepsBefore && !strings.HasPrefix(one.text, "echo ") &&
			deliveryTasks.Get().MatchString(one.text)
	})
}

var deliveryTasks = text.LazyRegexp{Expr: `(?i)migrat|deploy|upload|releas|publish|sync|seed|import|restore|install`}

// deploymentPlaces match the words for a place of deployment in a claim and in a command.
var deploymentPlaces = []struct{ inClaim, inCommand *text.LazyRegexp }{
	{productionWords, &text.LazyRegexp{Expr: `\bpro?d(?:uction)?\b|\blive\b|\bonline\b`}},
	{&text.LazyRegexp{Expr: `\bstag(?:e|ing)\b|预发|灰度`},
		&text.LazyRegexp{Expr: `\bstag(?:e|ing)\b|\bstg\b|\bpre\b|\bgray\b`}},
	{&text.LazyRegexp{Expr: `\b(?:test|qa|uat)\b|测试`}, &text.LazyRegexp{Expr: `\b(?:test|qa|uat|sit)\b`}},
	{&text.LazyRegexp{Expr: `\bdemo\b|演示`}, &text.LazyRegexp{Expr: `\bdemo\b`}},
}

// claimedDeployments returns the deployments that a claim names by place or program, or all if it names none.
func claimedDeployments(s detect.Statement, runs []*run) []*run {
	for _, place := range deploymentPlaces {
		if own := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
			return !s.Mentions(place.inClaim) || !place.inCommand.Get().MatchString(one.fullLine)
		}); len(own) > 0 {
			return own
		}
	}
	if own := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
		return len(one.tool.Name) < 3 || !strings.Contains(s.Clause, one.tool.Name)
	}); len(own) > 0 {
		return own
	}
	return runs
}

// failedImagePush returns the failed push of an image or a package before a deployment in the same turn: an older image
// was deployed then. It returns nil if the last such push succeeded.
func (r *Reader) failedImagePush(deployed *run) *run {
	if deployed.kinds&shell.Push != 0 {
		return nil
	}
	for _, one := range slices.Backward(r.runsProving(shell.Push)) {
		if one.kinds&shell.Deploy == 0 || one.at.step <= r.turn.stepsBefore || one.at.compare(deployed.at) > 0 {
			continue
		}
		if one.outcome == exitFailed || one.outcome == outputFailed {
			return one
		}
		return nil
	}
	return nil
}

// hasQueriedServer reports whether a step of the turn has queried a server or a cluster.
func (r *Reader) hasQueriedServer() bool {
	return slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.at.step > r.turn.stepsBefore && one.outcome == passed &&
			(one.kinds&shell.Execute != 0 || one.tool.Name == "kubectl" || one.tool.Name == "oc")
	})
}
