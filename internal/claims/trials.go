package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A trial is a step that may show what a program does. Its last one counts, and a step that only looks at the form of
// the code is none.

var (
	// formalities match commands that only parse a file or print how a program is used.
	formalities = text.LazyRegexp{Expr: `^(?:(?:ba|z|da)?sh -\w*n|node --check|ruby -w?c|perl -w?c|php -l|` +
		`python3? -m (?:py_compile|compileall|json\.tool))\b|^\S+(?: \S+)? help\b| --?help\b| -h$| --version$`}
	// usageWords speak of what such a command shows.
	usageWords = &text.LazyRegexp{Expr: `\b(?:help|usage|flags?|options?|parses?|syntax|valid\w*|versions?|lists|` +
		`listed|registered)\b|帮助|用法|语法|解析|版本|选项|参数`}
	// existenceWords say that something is there now.
	existenceWords = &text.LazyRegexp{Expr: `\b(?:exists?|(?:is|are) (?:there|up|live)|works?)\b|已存在|能用|可用`}
)

// saysTried reports whether a claim says that something was tried, and not that it should fail.
func saysTried(s detect.Statement) bool {
	return (s.SaysRun || s.Mentions(triedWords) || s.Mentions(handWords) || s.Mentions(ranWords)) &&
		!s.Mentions(expectedFailure) && !s.Mentions(badInput) && !s.Mentions(troubleWords) &&
		!stopVerbs.MatchString(noFaults.ReplaceAllString(strings.ToLower(s.Text), ""))
}

// isFormal reports whether a step was a formality, or only said what a deployment would do.
func (r *judge) isFormal(step int) bool {
	return slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
		return line.At.Step == step &&
			(formalities.Get().MatchString(line.Text) || shell.OnlyPlans(strings.Fields(line.Text)))
	})
}

// sawFormality returns the last run since the turn's last edit if a claim tells of what a program does, and nothing has
// run since but formalities; otherwise nil.
func (r *judge) sawFormality(s detect.Statement) (last *ledger.Run) {
	edit := r.lastEdit("")
	if edit == nil || edit.At.Step <= r.turn.stepsBefore || s.Mentions(usageWords) ||
		!saysTried(s) && (!s.Mentions(behaviourWords) || s.Mentions(readWords)) {
		return nil
	}
	for _, line := range r.ShellLines {
		switch {
		case line.At.Compare(edit.At) < 0 || line.Failed || shell.IsReadOnly(line.Text):
		case formalities.Get().MatchString(line.Text):
			last = &ledger.Run{At: line.At, Command: line.Text}
		default:
			return nil
		}
	}
	if slices.ContainsFunc(runsAfter(r.Runs, edit.At), func(one *ledger.Run) bool { // perhaps of another tool than Bash
		return (one.Kinds&^shell.Inspect != 0 || one.Likely|one.Possible != 0) &&
			!formalities.Get().MatchString(one.Command) && one.Tool.Name != "git"
	}) {
		return nil
	}
	return last
}

// failedTrial returns the last trial after a place if it failed, and nothing else was tried or asked; otherwise nil.
// Checks of the code's form, looks and plans are no trials, and tests have rules of their own.
func (r *judge) failedTrial(at ledger.Place) (failed *ledger.Run) {
	const noTrial = shell.Build | shell.Types | shell.Lint | shell.Inspect | shell.Commit | shell.Push
	if r.LastPageView.Compare(at) > 0 && !r.isFormal(r.LastPageView.Step) {
		return nil
	}
	for _, one := range slices.Backward(runsAfter(r.Runs, at)) {
		isTrial := one.Kinds&^noTrial != 0 || one.Kinds == 0 && one.Likely|one.Possible != 0
		switch {
		case one.Outcome == ledger.NotRun || !isTrial || r.isFormal(one.At.Step):
		case failed == nil && (one.Outcome != ledger.ExitFailed || !one.IsLast || one.Kinds&shell.Tests != 0 ||
			r.LastQuery.Compare(one.At) > 0 && !r.isFormal(r.LastQuery.Step)):
			return nil
		case failed == nil:
			failed = one
		case one.Outcome == ledger.Passed && one.Command != failed.Command && one.At.Compare(r.lastEditPlace()) > 0 &&
			(one.Kinds|one.Possible)&shell.Execute != 0:
			return nil
		}
	}
	return failed
}

// sameAnswer returns the last request since an edit if it got the same status of an error as the same request before
// the edit; otherwise nil.
func (r *judge) sameAnswer(edit *ledger.Write) *ledger.Run {
	last := lastRun(r.queriesAfter(ledger.Place{Step: r.turn.stepsBefore, Index: maxRecent}))
	if edit == nil || last == nil || last.At.Compare(edit.At) < 0 || len(last.HTTPCodes) != 1 ||
		last.HTTPCodes[0] < "400" || !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Step > r.turn.stepsBefore && one.At.Compare(edit.At) < 0 && one.FullLine == last.FullLine &&
			slices.Equal(one.HTTPCodes, last.HTTPCodes)
	}) {
		return nil
	}
	return last
}

// onlySkipped returns the last edit of the turn if each of them has made a runner skip a test; otherwise nil. A test
// that does not run any more shows no repair.
func (r *judge) onlySkipped() (last *ledger.Write) {
	for _, w := range r.Writes {
		if w.NoEffect || w.Reverted || w.At.Step <= r.turn.stepsBefore {
			continue
		}
		if last = w; !w.Skips {
			return nil
		}
	}
	return last
}

// skippingWords say that tests were skipped.
var skippingWords = text.LazyRegexp{Expr: `(?i)\bskip|\bdisabl|\bignor|\bxfail|\bquarantin|跳过|禁用|忽略|屏蔽`}

var (
	// manifests are files that say what is to be installed.
	manifests = text.LazyRegexp{Expr: `(?:^|/)(?:requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|Pipfile|setup\.py|` +
		`package\.json|Gemfile|[\w-]+\.gemspec|composer\.json|go\.mod|Cargo\.toml|environment\.ya?ml|conanfile\.\w+|` +
		`pom\.xml|build\.gradle(?:\.kts)?|mix\.exs|Podfile|pubspec\.yaml)$`}
	// installLines match lines that install it, or check what is installed.
	installLines = text.LazyRegexp{Expr: `\b(?:pip3?|uv|poetry|pipenv|pdm|conda|npm|pnpm|yarn|bun|bundle|composer|` +
		`go mod|cargo|conan|mix|pod|flutter|dart|mvn|gradlew?)\b[^|;&]*\b(?:install|ci|check|sync|lock|tidy|verify|` +
		`download|update|fetch|get|resolve|ls|tree)\b[^|]*$`}
	installWords = &text.LazyRegexp{Expr: `\b(?:install\w*|conflicts?|resolv\w+|dependenc\w+|lock ?files?|versions?|` +
		`pip check)\b|安装|冲突|依赖|版本`}
)

// installedAfter reports whether a claim is about what is installed, the last edit was of the file that says so, and it
// was installed since.
func (r *judge) installedAfter(s detect.Statement) bool {
	last := r.lastWrite(func(w *ledger.Write) bool { // an install writes, too
		return canAffect(w, "", r.Root) && !installLines.MatchString(w.Command)
	})
	return last != nil && s.Mentions(installWords) && manifests.MatchString(last.Path) &&
		slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
			return !line.Failed && line.At.Compare(last.At) > 0 && installLines.MatchString(line.Text)
		})
}
