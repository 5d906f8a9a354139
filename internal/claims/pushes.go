package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgePush requires a push after the last commit.
func (r *judge) judgePush(s detect.Statement) verdict {
	v := r.judgeLastAction(shell.Push)
	own := slices.DeleteFunc(r.runsProving(shell.Push), func(one *ledger.Run) bool { return one.Tool.Name != "git" })
	if len(own) > 0 && v.run != nil && v.run.Kinds == shell.Push && !s.Mentions(requestNouns) {
		v = r.judgeLastRun(own, shell.Push) // "gh pr create" is another step
	}
	if v.reason == NoCommand && s.Mentions(tagWords) && r.namesInLine(releases.Get().MatchString) { // it makes the tag
		return verdict{}
	}
	if v.reason == NoCommand && r.hasNoEditAfter(r.SyncedAt) && len(runsAfter(r.runsProving(shell.Commit),
		r.SyncedAt)) == 0 {
		return verdict{}
	}
	if runs := r.runsProving(shell.Deploy); v.reason == NoCommand && len(runs) > 0 && s.Mentions(deliveredWords) &&
		!s.Mentions(commitWords) {
		return r.judgeLastRun(runs, shell.Deploy) // "I pushed the site to `gh-pages`"
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if v.run.Kinds&shell.Deploy != 0 { // it pushed an image, not commits
		if one := r.missedImage(s); one != nil {
			return verdict{reason: Partial, run: one}
		}
		return v
	}
	earlier := slices.ContainsFunc(r.runsProving(shell.Push), func(one *ledger.Run) bool {
		return one != v.run && one.Outcome == ledger.Passed
	})
	switch {
	case v.run.PushResult == ledger.PushedNothing && !earlier && (r.hasChangedFiles() || r.failedToCommit()):
		return verdict{reason: EmptyRun, run: v.run}
	case v.run.PushResult == ledger.PushedTagAlone && !earlier && !s.Mentions(tagWords) && !namesOperand(s, v.run):
		return verdict{reason: Partial, run: v.run, advice: "only a tag was pushed: push the branch, or say so"}
	}
	if r.missesBranch(s) || r.missesTag(s) {
		return verdict{reason: Partial, run: v.run}
	}
	commits := runsAfter(r.runsProving(shell.Commit), v.run.At)
	for _, one := range slices.Backward(commits) {
		if one.Outcome == ledger.Passed {
			return verdict{reason: Stale, run: v.run, advice: "the last commit came after the push: say so"}
		}
	}
	return v
}

// failedToCommit reports whether the last commit of the turn failed although something was left to commit.
func (r *judge) failedToCommit() bool {
	last := lastRun(r.runsProving(shell.Commit))
	return last != nil && last.At.Step > r.turn.stepsBefore && last.Outcome == ledger.ExitFailed && r.CleanAt != last.At
}

// requestNouns name a request to merge, which is made on the server.
var requestNouns = &text.LazyRegexp{Expr: `\b(?:prs?|mrs?|(?:pull|merge)[ -]requests?)\b|合并请求`}

// imageName matches an image with its tag, in inline code.
var imageName = text.LazyRegexp{Expr: "`((?:[\\w.-]+(?::\\d+)?/)*[\\w.-]+):([\\w.-]+)`"}

// missedImage returns the last push of an image if a claim names one that no push names, although each names an image
// with the same name or another tag of it; otherwise nil.
func (r *judge) missedImage(s detect.Statement) (last *ledger.Run) {
	for _, m := range imageName.Get().FindAllStringSubmatch(s.Part, maxCounts) {
		missed, sibling := true, (*ledger.Run)(nil)
		for _, one := range r.runsProving(shell.Push) {
			if one.Kinds&shell.Deploy == 0 || one.Outcome != ledger.Passed {
				continue
			}
			line := strings.ToLower(one.FullLine)
			if strings.Contains(line, m[1]+":"+m[2]) || one.ByTask || strings.ContainsAny(line, "$*") ||
				strings.Contains(line, "--all-tags") || !strings.Contains(line, "push") ||
				strings.Contains(line, "compose") {
				missed = false
			}
			if strings.Contains(line, m[1]+":") {
				sibling = one
			}
		}
		if missed && sibling != nil {
			return sibling
		}
	}
	return nil
}

// bothWords say that a claim is about each thing that it names.
var bothWords = &text.LazyRegexp{Expr: `\b(?:both|all|each)\b|都|均|两`}

// branchName matches inline code that may be a branch.
var branchName = text.LazyRegexp{Expr: "`(?:origin/)?([\\w][\\w./-]*)`"}

// commitHash matches the name of a commit, and of no branch.
var commitHash = text.LazyRegexp{Expr: `^[0-9a-f]*\d[0-9a-f]*$`}

// customaryBranch matches what is surely the name of a branch, in inline code.
const customaryBranch = "`(?:origin/)?(?:main|master|develop|trunk|" +
	"(?:feat|fix|feature|release|hotfix|chore)/[\\w./-]+)`"

// pushedBranch matches a branch that is said to be pushed, or to which something is.
var pushedBranch = text.LazyRegexp{Expr: customaryBranch +
	`(?: branch| 分支)? ?(?:(?:is|was|has been|now|已经?|也|都) ?)+(?:pushed|推送)|(?:pushed|推送)(?: to|` +
	` the|到|了|至)* ?` + customaryBranch}

// missesBranch reports whether a claim names branches, each push names those that it pushes, and one of the claim's
// branches is not among them.
func (r *judge) missesBranch(s detect.Statement) bool {
	found := slices.DeleteFunc(branchName.Get().FindAllStringSubmatch(s.Part, maxCounts),
		func(m []string) bool { return commitHash.MatchString(m[1]) })
	only := len(found) == 1 && pushedBranch.MatchString(s.Part)
	if !only && (len(found) < 2 || !bothWords.MatchString(s.Part)) {
		return false
	}
	pushed := ""
	for _, one := range r.runsProving(shell.Push) {
		words := shell.Operands(strings.Fields(one.Command))
		if one.Outcome != ledger.Passed || one.Tool.Name != "git" {
			continue
		}
		if len(words) < 3 || slices.Contains(words, "HEAD") || strings.Contains(one.Command, " --all") ||
			strings.Contains(one.Command, " --mirror") {
			return false
		}
		named := strings.NewReplacer(":", " ", "HEAD", "").Replace(strings.Join(words[2:], " "))
		pushed += " " + strings.ToLower(named) + " "
	}
	some := only && pushed != ""
	for _, m := range found {
		some = some || strings.Contains(pushed, " "+m[1]+" ")
	}
	return some && slices.ContainsFunc(found, func(m []string) bool { return !strings.Contains(pushed, " "+m[1]+" ") })
}

// tagPushed matches words that say that a tag was pushed, too.
var tagPushed = text.LazyRegexp{Expr: "\\btags?(?: `[^`]*`| v?\\d[\\w.-]*)?,?(?: (?:is|are|was|were|has|have|been|" +
	"now|also|both|" +
	"all|too))+ pushed\\b|\\bpushed(?: (?:the|its|a|both|all|new|release|annotated))* tags?" + tagEnd +
	"|\\bpushed\\b[^.;:]{0,40}?\\b(?:and|with|plus|including|as well as)(?: (?:the|its|a|new|release|" +
	"version))* tags?" + tagEnd +
	`|(?:推送?|push)[^，。；]{0,24}?(?:和|与|及|、|连同|带上?)\s?(?:tag|标签)(?:\s*$|[，。；、！)）]|\s?[\x60v\d]|` +
	`\s*[都也均已一到推了])|` +
	`(?:tag|标签)[^，。；\p{Han}]{0,20}(?:都|也|均|已经?|一并|一起|同时)+(?:推送?|push)`}

// tagEnd matches what may follow the word for a tag that was pushed, unlike "with a tag field".
const tagEnd = "(?:\\s*$|[.,;:)!]| `| v?\\d| (?:too|as well|along|together|now|both|to)\\b)"

// missesTag reports whether a claim says that a tag was pushed, and no push has sent one, by its words and its output.
func (r *judge) missesTag(s detect.Statement) bool {
	if !tagPushed.MatchString(s.Part) || negations.MatchString(s.Part) || s.Mentions(imageWords) ||
		r.namesInLine(releases.Get().MatchString) {
		return false
	}
	runs := r.runsProving(shell.Push)
	return !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
		return one.Tool.Name != "git" || one.ByTask || one.PushedTag || tagFlags.Get().MatchString(one.FullLine) ||
			slices.ContainsFunc(shell.Operands(strings.Fields(one.Command)), func(word string) bool {
				_, after, _ := strings.Cut(s.Part, "tag")
				return versionName.Get().MatchString(word) ||
					strings.HasPrefix(strings.TrimLeft(after, " `"), strings.ToLower(word))
			})
	})
}

var (
	// tagFlags match the words with which git pushes tags; releases match commands that make a tag on the server.
	tagFlags = text.LazyRegexp{Expr: `--(?:follow-)?tags|--mirror|refs/tags|\btag\b.*\bpush\b.*[$*"]|push.* tag `}
	releases = text.LazyRegexp{Expr: `\b(?:gh|glab) (?:release|api)\b|\bnp\b|release-it|semantic-release|goreleaser|` +
		`followTags`}
	// versionName matches what may be the name of a tag.
	versionName = text.LazyRegexp{Expr: `^\D{0,12}\d+(?:\.\d+)+`}
)

// namesOperand reports whether a claim names what a command pushed.
func namesOperand(s detect.Statement, one *ledger.Run) bool {
	words := shell.Operands(strings.Fields(one.Command))
	return slices.ContainsFunc(words[min(len(words), 2):], func(w string) bool { return strings.Contains(s.Text, w) })
}

var tagWords = &text.LazyRegexp{Expr: `\btags?\b|\btagged\b|\brelease\w*|\bversion\b|\bv?\d+\.\d|标签|版本|发布`}
