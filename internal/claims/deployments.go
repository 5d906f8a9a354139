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
		return verdict{reason: EmptyRun, run: r.lastPlan}
	}
	if v.reason == NoCommand && (r.mayMeanSetting(s) ||
		!r.hasChangedFiles() && r.hasQueriedServer()) { // the claim describes the present state
		return verdict{}
	}
	if v.run == nil || v.reason != "" && !v.run.evident && !v.run.allNamedRowsPassed(s) {
		return v
	}
	if spoiled := r.judgeDelivered(s, v.run, all, runs); spoiled.reason != "" {
		return spoiled
	}
	if v.run.allNamedRowsPassed(s) {
		v.reason = ""
	}
	return v
}

// isRolloutStatus reports whether a run only waits until what was deployed runs.
func isRolloutStatus(one *run) bool { return strings.Contains(one.command, "rollout status") }

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
func (r *Reader) mayMeanSetting(s detect.Statement) bool {
	return s.Ambiguous && (r.hasQueriedAfter(nil) || r.ranDeliveryTask() ||
		r.hasChangedFiles() && !s.Mentions(deliveryWords))
}

// judgeDelivered returns why a deployment that succeeded does not support a claim: it was of something else, or a later
// step failed, took it back or changed what was deployed. runs are those that the claim means, of all.
func (r *Reader) judgeDelivered(s detect.Statement, one *run, all, runs []*run) verdict {
	done := slices.DeleteFunc(slices.Clone(all), func(one *run) bool { return one.outcome != passed })
	if len(done) > 0 && (missesNumbered(s, done) || missesMember(s, done) || isLimited(s, done) ||
		r.missesService(s, done)) {
		return verdict{reason: Partial, run: lastRun(done)}
	}
	if missesPlace(s, r, done) || strings.Contains(one.fullLine, " --draft") && !s.Mentions(draftWords) {
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
	rolledBack := strings.Contains(one.fullLine, "rollback") || strings.Contains(one.fullLine, "rollout undo")
	switch {
	case rolledBack && !s.Mentions(rollbackWords):
		return verdict{reason: Superseded, run: one, advice: "it was rolled back: say so"}
	case (one.tool.Name == "netlify" || one.tool.Name == "vercel") && !strings.Contains(one.fullLine, "--prod") &&
		s.Mentions(productionWords):
		return verdict{reason: Partial, run: one}
	}
	// A file created since then may not belong to the deployment.
	last := r.lastWrite(func(w *write) bool { return !w.Tree && !w.Created && w.canAffect("", r.root) })
	if last != nil && last.at.compare(one.at) > 0 {
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
func missesPlace(s detect.Statement, r *Reader, done []*run) bool {
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
		named := !slices.ContainsFunc(done, func(one *run) bool { return one.byTask || !has(one.fullLine, a) })
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
func (r *Reader) unseenPlaces(s detect.Statement) bool {
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
	for _, line := range r.shellLines {
		if strings.ContainsAny(line.text, "$*") {
			return false
		}
		seen |= placesOf(" " + line.text)
	}
	return n > 1 && seen&claimed != 0 && seen&claimed != claimed
}

// listedCode matches names in inline code that are listed.
var listedCode = text.LazyRegexp{Expr: "`[\\w][\\w-]*`(?:, | and |, and | & |、|[和与及])`[\\w][\\w-]*`"}

// missesService reports whether a claim about several things names one that a deployment names, and another that no
// shell line of the turn names.
func (r *Reader) missesService(s detect.Statement, done []*run) bool {
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	if len(names) < 2 || !s.Universal && !s.Mentions(bothWords) && !listedCode.MatchString(s.Head) {
		return false
	}
	has := func(line, name string) bool {
		return slices.Contains(wordsOf(strings.ToLower(line)), name)
	}
	return slices.ContainsFunc(names, func(m []string) bool {
		return slices.ContainsFunc(done, func(one *run) bool { return has(one.fullLine, m[1]) })
	}) && slices.ContainsFunc(names, func(m []string) bool {
		return !r.namesInLine(func(line string) bool { return has(line, m[1]) || strings.ContainsAny(line, "*$") })
	})
}

// containerLines match lines that start or show services.
var containerLines = text.LazyRegexp{Expr: `^(?:sudo )?(?:docker|docker-compose|podman|kubectl|systemctl|pm2|` +
	`supervisorctl|journalctl)\b`}

// missesStarted returns the last line about services if a claim lists several of which it says that they run, and each
// line of the turn names services, but none of them one of the claim's; otherwise nil.
func (r *Reader) missesStarted(s detect.Statement) *run {
	if !s.Mentions(upWords) && !s.Mentions(restartWords) {
		return nil
	}
	var done []*run
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	for _, line := range r.shellLines {
		if !containerLines.MatchString(line.text) || !slices.ContainsFunc(names, func(m []string) bool {
			return containsWords(line.text, m[1])
		}) {
			return nil
		}
		done = append(done, &run{at: line.at, command: line.text, fullLine: line.text})
	}
	if !r.missesService(s, done) {
		return nil
	}
	return lastRun(done)
}

// failedActivation returns the last command after a deployment that was to activate it and failed, if none succeeded
// since.
func (r *Reader) failedActivation(deployed *run) (failed *run) {
	for _, one := range runsAfter(r.runs, deployed.at) {
		if one.possible&shell.Deploy != 0 && one.possible&shell.Tests == 0 && one.outcome == exitFailed {
			failed = one
		} else if one.possible == shell.Deploy && one.outcome == passed {
			failed = nil
		}
	}
	return failed
}

// onlyPlanned reports whether the turn has shown what a deployment would do, and has deployed nothing.
func (r *Reader) onlyPlanned() bool {
	if r.lastPlan == nil || r.lastPlan.at.step <= r.turn.stepsBefore {
		return false
	}
	return !slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.at.step > r.turn.stepsBefore && one.at != r.lastPlan.at && one.outcome != notRun &&
			one.outcome != ranNothing && (one.kinds|one.possible|one.likely)&shell.Deploy != 0
	})
}

// deployments returns the runs that deploy something, and looks at one ("kubectl rollout status"). After an act that
// failed, a look only shows what was there before.
func (r *Reader) deployments() []*run {
	all := r.runsProving(shell.Deploy)
	acts := slices.DeleteFunc(runsAfter(all, place{r.turn.stepsBefore, maxRecent}),
		isRolloutStatus)
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
func (r *Reader) ranDeliveryTask() bool {
	return slices.ContainsFunc(r.shellLines, func(one shellLine) bool {
		return one.at.step > r.turn.stepsBefore && !strings.HasPrefix(one.text, "echo ") &&
			deliveryTasks.Get().MatchString(one.text)
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
func claimedDeployments(s detect.Statement, runs []*run) []*run {
	for _, place := range deploymentPlaces {
		if own := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
			return place.inClaim == nil || !s.Mentions(place.inClaim) ||
				!place.inCommand.Get().MatchString(one.fullLine)
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

// elsewhere returns the last delivery of the turn if a claim names a place of deployment, and every command that may
// have delivered something names other places; otherwise nil.
func (r *Reader) elsewhere(s detect.Statement) (last *run) {
	const databases = " psql mysql mariadb mongosh mongo redis-cli sqlcmd clickhouse-client "
	claimed := 0
	for i, place := range deploymentPlaces {
		if place.inClaim != nil && s.Mentions(place.inClaim) {
			claimed |= 1 << i
		}
	}
	for _, one := range r.runs {
		if claimed == 0 || one.at.step <= r.turn.stepsBefore || one.outcome == notRun || one.kinds&shell.Inspect != 0 ||
			(one.kinds|one.possible|one.likely)&shell.Deploy == 0 &&
				!strings.Contains(databases, " "+one.tool.Name+" ") && !deliveryTasks.Get().MatchString(one.command) {
			continue
		}
		places := placesOf(one.command)
		if one.pointsAt != "" && places == 0 {
			places = placesOf(" " + one.pointsAt)
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
func (r *Reader) failedPlace(s detect.Statement) *run {
	if !s.Mentions(andWords) {
		return nil
	}
	for _, place := range deploymentPlaces {
		if place.inClaim == nil || !s.Mentions(place.inClaim) {
			continue
		}
		for _, one := range slices.Backward(r.runs) {
			if one.at.step <= r.turn.stepsBefore {
				break
			}
			if (one.kinds|one.possible)&shell.Deploy == 0 || !place.inCommand.Get().MatchString(one.fullLine) {
				continue
			}
			if one.outcome == exitFailed && one.isLast {
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
func (r *Reader) failedDelivery(s detect.Statement) *run {
	succeeded := map[string]bool{}
	for _, one := range slices.Backward(r.runs) {
		if one.at.step <= r.turn.stepsBefore {
			return nil
		}
		if one.possible&shell.Deploy == 0 || !slices.ContainsFunc(shell.Operands(strings.Fields(one.command)),
			func(word string) bool { return len(word) > 3 && strings.Contains(s.Text, word) }) {
			continue
		}
		failed := one.outcome == exitFailed || one.outcome == outputFailed
		program, _, _ := strings.Cut(one.command, " ")
		if failed && !succeeded[program] {
			return one
		}
		succeeded[program] = succeeded[program] || !failed
	}
	return nil
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

// pointers are the commands that print which cluster, workspace or account a program works with, or that choose it.
var pointers = []struct{ program, prints, sets string }{
	{"kubectl", "config current-context", "config use-context"}, {"kubectx", "-c", ""},
	{"oc", "whoami --show-context", "project"},
	{"terraform", "workspace show", "workspace select"}, {"tofu", "workspace show", "workspace select"},
	{"gcloud", "config get-value project", "config set project"}, {"pulumi", "stack --show-name", "stack select"},
	{"az", "account show", "account set"}, {"firebase", "use", "use"}, {"docker", "context show", "context use"},
}

// pointedProgram returns the program whose settings a program uses: helm works with the cluster chosen for kubectl.
func pointedProgram(name string) string {
	switch name {
	case "helm", "kubectx", "oc", "kustomize", "skaffold":
		return "kubectl"
	}
	return name
}

// notePointing notes a command that chooses or prints the cluster, workspace or account that a program works with.
func (r *Reader) notePointing(c *call, cmd shell.Command) {
	if len(cmd.Args) == 0 {
		return
	}
	name, words := shell.ProgramName(cmd.Args[0]), strings.Join(cmd.Args[1:], " ")
	for _, one := range pointers {
		if one.program != name {
			continue
		}
		value, sets := strings.CutPrefix(words, one.sets+" ")
		switch {
		case words == one.prints:
			c.asksPointing = pointedProgram(name)
		case sets || name == "kubectx" && words != "":
			r.pointsAt[pointedProgram(name)] = value
		}
	}
}
