package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeDeployment requires a deployment after the last edit that was not rolled back.
func (r *judge) judgeDeployment(s detect.Statement) verdict {
	if one := r.elsewhere(s); one != nil {
		return verdict{reason: Partial, run: one}
	}
	if one := r.failedPlace(s); one != nil {
		return verdict{reason: FailedExit, run: one}
	}
	all := r.deployments()
	if isOnlyApplied(s) {
		all = slices.DeleteFunc(slices.Clone(all), isRolloutStatus)
	}
	runs := claimedDeployments(s, all)
	v := r.judgeLastRun(runs, shell.Deploy)
	if one := r.failedDelivery(s); v.run == nil && one != nil {
		return verdict{reason: reasonOf(one), run: one}
	}
	if v.reason == NoCommand && r.onlyPlanned() {
		return verdict{reason: EmptyRun, run: r.LastPlan}
	}
	if v.reason == NoCommand && (r.mayMeanSetting(s) ||
		!r.hasChangedFiles() && r.hasQueriedServer()) { // the claim describes the present state
		return verdict{}
	}
	if v.run == nil || v.reason != "" && !v.run.Evident && !allNamedRowsPassed(v.run, s) {
		return v
	}
	if spoiled := r.judgeDelivered(s, v.run, all, runs); spoiled.reason != "" {
		return spoiled
	}
	if allNamedRowsPassed(v.run, s) {
		v.reason = ""
	}
	return v
}

// isRolloutStatus reports whether a run only waits until what was deployed runs.
func isRolloutStatus(one *ledger.Run) bool { return strings.Contains(one.Command, "rollout status") }

// isOnlyApplied reports whether a claim says that something was applied, and not that it runs.
func isOnlyApplied(s detect.Statement) bool {
	return s.Mentions(appliedWords) && !s.Mentions(runningWords)
}

var (
	appliedWords = &text.LazyRegexp{Expr: `\bapplied\b|已?应用(?:了|到)`}
	runningWords = &text.LazyRegexp{Expr: `\b(?:deploy(?:ed|s|ing)?|(?:roll|releas|ship|runn|start|restart|` +
		`upgrad)\w*)\b|\b(?:live|up|healthy|ready|available|complete[sd]?|success\w*)\b|上线|发布|` +
		`部署|运行|生效|成功|就绪`}
)

// mayMeanSetting reports whether a claim that nothing shows may mean only a program or a setting.
func (r *judge) mayMeanSetting(s detect.Statement) bool {
	return s.Ambiguous && (r.hasQueriedAfter(nil) || r.ranDeliveryTask() ||
		r.hasChangedFiles() && !s.Mentions(deliveryWords))
}

// judgeDelivered returns why a deployment that succeeded does not support a claim: it was of something else, or a later
// step failed, took it back or changed what was deployed. runs are those that the claim means, of all.
func (r *judge) judgeDelivered(s detect.Statement, one *ledger.Run, all, runs []*ledger.Run) verdict {
	done := slices.DeleteFunc(slices.Clone(all), func(one *ledger.Run) bool { return one.Outcome != ledger.Passed })
	if len(done) > 0 && (missesNumbered(s, done) || missesMember(s, done) || isLimited(s, done) ||
		r.missesService(s, done)) {
		return verdict{reason: Partial, run: lastRun(done)}
	}
	if missesPlace(s, r, done) || strings.Contains(one.FullLine, " --draft") && !s.Mentions(draftWords) {
		return verdict{reason: Partial, run: one}
	}
	if failed := r.failedImagePush(one); failed != nil {
		return verdict{reason: reasonOf(failed), run: failed}
	}
	// if there are others, it may belong to one of these
	if failed := r.failedActivation(one); failed != nil && len(runs) == len(all) &&
		!(isOnlyApplied(s) && isRolloutStatus(failed)) {
		return verdict{reason: FailedExit, run: failed}
	}
	rolledBack := strings.Contains(one.FullLine, "rollback") || strings.Contains(one.FullLine, "rollout undo")
	switch {
	case rolledBack && !s.Mentions(rollbackWords):
		return verdict{reason: Superseded, run: one, advice: "it was rolled back: say so"}
	case (one.Tool.Name == "netlify" || one.Tool.Name == "vercel") && !strings.Contains(one.FullLine, "--prod") &&
		s.Mentions(productionWords):
		return verdict{reason: Partial, run: one}
	}
	// A file created since then may not belong to the deployment.
	last := r.lastWrite(func(w *ledger.Write) bool { return !w.Tree && !w.Created && canAffect(w, "", r.Root) })
	if last != nil && last.At.Compare(one.At) > 0 {
		return verdict{reason: Stale, run: one, change: last}
	}
	return verdict{}
}

// codeName matches a name in inline code.
var codeName = text.LazyRegexp{Expr: "`([\\w][\\w-]*)`"}

var draftWords = &text.LazyRegexp{Expr: `\bdrafts?\b|草稿`}

// listedPlaces match two places that a claim about a deployment lists: "in eu and us".
var listedPlaces = text.LazyRegexp{Expr: `\b(?:in|to|on),? (?:both \w+,? )?([a-z][\w-]*)(?:,? and|,|` +
	` &) ([a-z][\w-]*)\s*(?:$|[.,;:)])|` +
	`\bboth \w+, ([a-z][\w-]*) and ([a-z][\w-]*)`}

// missesPlace reports whether a claim lists two places, each deployment names the one, and no line of the turn the
// other.
func missesPlace(s detect.Statement, r *judge, done []*ledger.Run) bool {
	if r.unseenPlaces(s) {
		return true
	}
	m := listedPlaces.FindStringSubmatch(s.Part)
	if m == nil || len(done) == 0 {
		return false
	}
	has := func(line, place string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(line), func(c rune) bool {
			return strings.ContainsRune(" -_./=:@'\"", c)
		}), func(word string) bool {
			return word == place || len(word) > 2 && strings.HasPrefix(place, word) || len(place) > 2 &&
				strings.HasPrefix(word, place)
		})
	}
	a, b := m[1]+m[3], m[2]+m[4]
	for range 2 {
		a, b = b, a
		named := !slices.ContainsFunc(done, func(one *ledger.Run) bool { return one.ByTask || !has(one.FullLine, a) })
		if named && !r.namesInLine(func(line string) bool { return has(line, b) || strings.ContainsAny(line, "*$") }) {
			return true
		}
	}
	return false
}

// andWords list things.
var andWords = &text.LazyRegexp{Expr: `\band\b|&|\bboth\b|[和与及、]`}

// unseenPlaces reports whether a claim names several places of deployment, and the lines of the turn name only some of
// them.
func (r *judge) unseenPlaces(s detect.Statement) bool {
	if !s.Mentions(andWords) {
		return false
	}
	claimed, seen, n := 0, 0, 0
	for i, place := range deploymentPlaces {
		if place.inClaim != nil && s.Mentions(place.inClaim) {
			claimed |= 1 << i
			n++
		}
	}
	for _, line := range r.ShellLines {
		if strings.ContainsAny(line.Text, "$*") {
			return false
		}
		seen |= placesOf(" " + line.Text)
	}
	return n > 1 && seen&claimed != 0 && seen&claimed != claimed
}

// listedCode matches names in inline code that are listed.
var listedCode = text.LazyRegexp{Expr: "`[\\w][\\w-]*`(?:, | and |, and | & |、|[和与及])`[\\w][\\w-]*`"}

// missesService reports whether a claim about several things names one that a deployment names, and another that no
// shell line of the turn names.
func (r *judge) missesService(s detect.Statement, done []*ledger.Run) bool {
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	if len(names) < 2 || !s.Universal && !s.Mentions(bothWords) && !listedCode.MatchString(s.Head) {
		return false
	}
	has := func(line, name string) bool {
		return slices.Contains(wordsOf(strings.ToLower(line)), name)
	}
	return slices.ContainsFunc(names, func(m []string) bool {
		return slices.ContainsFunc(done, func(one *ledger.Run) bool { return has(one.FullLine, m[1]) })
	}) && slices.ContainsFunc(names, func(m []string) bool {
		return !r.namesInLine(func(line string) bool { return has(line, m[1]) || strings.ContainsAny(line, "*$") })
	})
}

// containerLines match lines that start or show services.
var containerLines = text.LazyRegexp{Expr: `^(?:sudo )?(?:docker|docker-compose|podman|kubectl|systemctl|pm2|` +
	`supervisorctl|journalctl)\b`}

// missesStarted returns the last line about services if a claim lists several of which it says that they run, and each
// line of the turn names services, but none of them one of the claim's; otherwise nil.
func (r *judge) missesStarted(s detect.Statement) *ledger.Run {
	if !s.Mentions(upWords) && !s.Mentions(restartWords) {
		return nil
	}
	var done []*ledger.Run
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	for _, line := range r.ShellLines {
		if !containerLines.MatchString(line.Text) || !slices.ContainsFunc(names, func(m []string) bool {
			return text.ContainsWords(line.Text, m[1])
		}) {
			return nil
		}
		done = append(done, &ledger.Run{At: line.At, Command: line.Text, FullLine: line.Text})
	}
	if !r.missesService(s, done) {
		return nil
	}
	return lastRun(done)
}

// failedActivation returns the last command after a deployment that was to activate it and failed, if none succeeded
// since.
func (r *judge) failedActivation(deployed *ledger.Run) (failed *ledger.Run) {
	for _, one := range runsAfter(r.Runs, deployed.At) {
		if one.Possible&shell.Deploy != 0 && one.Possible&shell.Tests == 0 && one.Outcome == ledger.ExitFailed {
			failed = one
		} else if one.Possible == shell.Deploy && one.Outcome == ledger.Passed {
			failed = nil
		}
	}
	return failed
}

// onlyPlanned reports whether the turn has shown what a deployment would do, and has deployed nothing.
func (r *judge) onlyPlanned() bool {
	if r.LastPlan == nil || r.LastPlan.At.Step <= r.turn.stepsBefore {
		return false
	}
	return !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Step > r.turn.stepsBefore && one.At != r.LastPlan.At && one.Outcome != ledger.NotRun &&
			one.Outcome != ledger.RanNothing && (one.Kinds|one.Possible|one.Likely)&shell.Deploy != 0
	})
}

// deployments returns the runs that deploy something, and looks at one ("kubectl rollout status"). After an act that
// failed, a look only shows what was there before.
func (r *judge) deployments() []*ledger.Run {
	all := r.runsProving(shell.Deploy)
	acts := slices.DeleteFunc(runsAfter(all, ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}),
		isRolloutStatus)
	last := lastRun(acts)
	if last == nil || last.Outcome != ledger.ExitFailed && last.Outcome != ledger.OutputFailed ||
		slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
			return one.At.Compare(last.At) > 0 && one.Possible&shell.Deploy != 0 && one.Outcome == ledger.Passed
		}) {
		return all
	}
	return acts
}

// deliveryWords say that something was delivered to where it is used, and not only changed.
var deliveryWords = &text.LazyRegexp{Expr: `\brol(?:l|led|ls|ling)(?: \w+)? ?out\b|` +
	`\brolled back (?:the \w+ )?(?:on|in|from)\b|\b(?:deploy|ship|publish|upload|push|releas|promot|submit|appl[yi]|` +
	`upgrad|migrat|restart|install)\w*|\blive\b|\b(?:is|are) (?:now )?out\b|` +
	`上线|发布|发版|部署|上传|推送|提审|应用|升级|重启|迁移|安装`}

// deliveredWords name what a deployment brings somewhere, unlike commits, or where it brings it.
var deliveredWords = &text.LazyRegexp{Expr: `\b(?:builds?|packages?|crate|gem|wheel|charts?|images?|artifacts?|` +
	`bundles?|` +
	`binar(?:y|ies)|sites?|docs|documentation|storybook|app|registry|npm|pypi|gh-pages|github pages|testflight|` +
	`bucket|s3|` +
	`cdn|heroku|app store|play store)\b|镜像|制品|产物|安装包|静态|站点|文档|小程序`}

// commitWords name what is in a commit.
var commitWords = &text.LazyRegexp{Expr: `\bcommits?\b|\bcommitted\b|提交`}

// ranDeliveryTask reports whether the turn has run a task that may deliver something, by its name.
func (r *judge) ranDeliveryTask() bool {
	return slices.ContainsFunc(r.ShellLines, func(one ledger.ShellLine) bool {
		return one.At.Step > r.turn.stepsBefore && !strings.HasPrefix(one.Text, "echo ") &&
			deliveryTasks.Get().MatchString(one.Text)
	})
}

var deliveryTasks = text.LazyRegexp{Expr: `(?i)migrat|deploy|upload|releas|publish|sync|seed|import|restore|install`}

// deploymentPlaces match the words for a place of deployment in a claim and in a command. The last row is for
// commands alone.
var deploymentPlaces = []struct{ inClaim, inCommand *text.LazyRegexp }{
	{productionWords, &text.LazyRegexp{Expr: `(?i)(?:^|[^a-z0-9])(?:pro?d(?:uction)?|live|online)(?:$|[^a-z0-9])`}},
	{&text.LazyRegexp{Expr: `\bstag(?:e|ing)\b|预发|灰度`},
		&text.LazyRegexp{Expr: `(?i)(?:^|[^a-z0-9])(?:stag(?:e|ing)|stg|gray)(?:$|[^a-z0-9])|[ =_-]pre[ _-]`}},
	{&text.LazyRegexp{Expr: `\b(?:test|qa|uat)\b|测试`},
		&text.LazyRegexp{Expr: `[ =_-](?:test|qa|uat|sit)(?: |$|[_-])`}},
	{&text.LazyRegexp{Expr: `\bdemo\b|演示`}, &text.LazyRegexp{Expr: `[ =_-](?:demo|preview)(?: |$|[_-])`}},
	{&text.LazyRegexp{Expr: `\b(?:npm|pypi|crates\.io|rubygems|maven central|docker ?hub)\b`},
		&text.LazyRegexp{Expr: `registry\.npmjs|upload\.pypi|repo1\.maven|docker\.io`}},
	{inCommand: &text.LazyRegexp{Expr: `(?i)[ =_-](?:dev|development|local|sandbox)(?: |$|[_-])|` +
		`localhost|127\.0\.0\.1|0\.0\.0\.0|\bminikube\b|[ =]kind-|docker-desktop|\bk3d-|test\.?-?pypi`}},
}

// claimedDeployments returns the deployments that a claim names by place or program, or all if it names none.
func claimedDeployments(s detect.Statement, runs []*ledger.Run) []*ledger.Run {
	for _, place := range deploymentPlaces {
		if own := slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
			return place.inClaim == nil || !s.Mentions(place.inClaim) ||
				!place.inCommand.Get().MatchString(one.FullLine)
		}); len(own) > 0 {
			return own
		}
	}
	if own := slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
		return len(one.Tool.Name) < 3 || !strings.Contains(s.Clause, one.Tool.Name)
	}); len(own) > 0 {
		return own
	}
	return runs
}

// elsewhere returns the last delivery of the turn if a claim names a place of deployment, and every command that may
// have delivered something names other places; otherwise nil.
func (r *judge) elsewhere(s detect.Statement) (last *ledger.Run) {
	const databases = " psql mysql mariadb mongosh mongo redis-cli sqlcmd clickhouse-client "
	claimed := 0
	for i, place := range deploymentPlaces {
		if place.inClaim != nil && s.Mentions(place.inClaim) {
			claimed |= 1 << i
		}
	}
	for _, one := range r.Runs {
		if claimed == 0 || one.At.Step <= r.turn.stepsBefore || one.Outcome == ledger.NotRun ||
			one.Kinds&shell.Inspect != 0 ||
			(one.Kinds|one.Possible|one.Likely)&shell.Deploy == 0 &&
				!strings.Contains(databases, " "+one.Tool.Name+" ") && !deliveryTasks.Get().MatchString(one.Command) {
			continue
		}
		places := placesOf(one.Command)
		if one.PointsAt != "" && places == 0 {
			places = placesOf(" " + one.PointsAt)
		}
		if places == 0 || places&claimed != 0 {
			return nil
		}
		last = one
	}
	return last
}

// failedPlace returns the last delivery of the turn to one of several places that a claim names if that failed;
// otherwise nil.
func (r *judge) failedPlace(s detect.Statement) *ledger.Run {
	if !s.Mentions(andWords) {
		return nil
	}
	for _, place := range deploymentPlaces {
		if place.inClaim == nil || !s.Mentions(place.inClaim) {
			continue
		}
		for _, one := range slices.Backward(r.Runs) {
			if one.At.Step <= r.turn.stepsBefore {
				break
			}
			if (one.Kinds|one.Possible)&shell.Deploy == 0 || !place.inCommand.Get().MatchString(one.FullLine) {
				continue
			}
			if one.Outcome == ledger.ExitFailed && one.IsLast {
				return one
			}
			break
		}
	}
	return nil
}

// placesOf returns the rows of deploymentPlaces that a command names, one bit for each.
func placesOf(command string) (places int) {
	command = strings.NewReplacer("--stage", "", "--target-", "").Replace(command + " ")
	for i, place := range deploymentPlaces {
		if place.inCommand.Get().MatchString(command) {
			places |= 1 << i
		}
	}
	return places
}

// failedDelivery returns the last run of an unknown program that failed, if it is the claim's act: a word of its
// command is in the claim. It returns nil if the program succeeded later.
func (r *judge) failedDelivery(s detect.Statement) *ledger.Run {
	succeeded := map[string]bool{}
	for _, one := range slices.Backward(r.Runs) {
		if one.At.Step <= r.turn.stepsBefore {
			return nil
		}
		if one.Possible&shell.Deploy == 0 || !slices.ContainsFunc(shell.Operands(strings.Fields(one.Command)),
			func(word string) bool { return len(word) > 3 && strings.Contains(s.Text, word) }) {
			continue
		}
		failed := one.Outcome == ledger.ExitFailed || one.Outcome == ledger.OutputFailed
		program, _, _ := strings.Cut(one.Command, " ")
		if failed && !succeeded[program] {
			return one
		}
		succeeded[program] = succeeded[program] || !failed
	}
	return nil
}

// failedImagePush returns the failed push of an image or a package before a deployment in the same turn: an older image
// was deployed then. It returns nil if the last such push succeeded.
func (r *judge) failedImagePush(deployed *ledger.Run) *ledger.Run {
	if deployed.Kinds&shell.Push != 0 {
		return nil
	}
	for _, one := range slices.Backward(r.runsProving(shell.Push)) {
		if one.Kinds&shell.Deploy == 0 || one.At.Step <= r.turn.stepsBefore || one.At.Compare(deployed.At) > 0 {
			continue
		}
		if one.Outcome == ledger.ExitFailed || one.Outcome == ledger.OutputFailed {
			return one
		}
		return nil
	}
	return nil
}

// hasQueriedServer reports whether a step of the turn has queried a server or a cluster.
func (r *judge) hasQueriedServer() bool {
	return slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Step > r.turn.stepsBefore && one.Outcome == ledger.Passed &&
			(one.Kinds&shell.Execute != 0 || one.Tool.Name == "kubectl" || one.Tool.Name == "oc")
	})
}
