package claims

import (
	"path"
	"slices"
	"strings"
)

// proof is what each kind of claim needs a run of.
var proof = lazy[map[Kind]kinds]{make: func() map[Kind]kinds {
	return map[Kind]kinds{
		TestsPassed: tests, BuildPassed: build, LintClean: lint, TypecheckClean: types,
		Fixed: tests | build | types | lint | execute, Verified: tests | build | types | lint | execute | deploy,
		Deployed: deploy, Committed: commit, Pushed: push,
	}
}}

// A verdict is what a claim comes to.
type verdict struct {
	reason  Reason // "" if the claim is supported
	run     *run
	change  *write
	suggest string
}

// judge finds the claims of a message and judges them. Of claims of one kind that come to the same, one is given.
func (r *Reader) judge(message string) []Claim {
	list := []Claim{}
	for _, s := range findClaims(message, r.turn.user) {
		v := r.verdict(s)
		c := Claim{Kind: s.kind, Text: s.text, Supported: v.reason == "", Reason: v.reason, Steps: v.steps()}
		if !c.Supported {
			c.Suggest = v.suggestion(s)
		}
		if !slices.ContainsFunc(list, func(d Claim) bool {
			return d.Kind == c.Kind && d.Reason == c.Reason && len(s.targets) == 0
		}) {
			list = append(list, c)
		}
	}
	return list
}

func (r *Reader) verdict(s statement) verdict {
	switch s.kind {
	case TestsPassed, BuildPassed, LintClean, TypecheckClean:
		return r.checked(s)
	case Fixed:
		return r.fixed(s)
	case Verified:
		return r.verified(s)
	case Committed:
		return r.committed()
	case Pushed:
		return r.pushed()
	case Deployed:
		return r.deployed()
	case Created:
		return r.created(s)
	default:
		return r.deleted(s)
	}
}

// matching are the runs that can prove a claim, oldest first; not those of which there is no such program.
func (r *Reader) matching(k kinds) (list []*run) {
	for _, one := range r.runs {
		if one.kinds&k != 0 && one.outcome != notRun {
			list = append(list, one)
		}
	}
	return list
}

// lastEdit is the last change that the result of a tool of the family depends on, nil for none.
func (r *Reader) lastEdit(family string) *write {
	for _, w := range slices.Backward(r.writes) {
		if !w.void && !w.undone && w.bears(family, r.root) {
			return w
		}
	}
	return nil
}

// after are the runs behind a place.
func after(runs []*run, at place) (list []*run) {
	for _, one := range runs {
		if one.at.compare(at) > 0 {
			list = append(list, one)
		}
	}
	return list
}

// reasonOf is why a run proves nothing.
func reasonOf(one *run) Reason {
	switch one.outcome {
	case passed:
		return ""
	case exitFailed:
		return FailedExit
	case outputFailed:
		return FailedOutput
	case ranNothing:
		return EmptyRun
	case maskedExit:
		return Masked
	case inBackground:
		return BackgroundOnly
	}
	return NoResult
}

// checked judges a claim about tests, a build, a linter or types.
func (r *Reader) checked(s statement) verdict {
	runs := r.matching(proof.get()[s.kind])
	if s.tool != "" { // "go vet is clean": of that program, if there is a run of it
		if own := slices.DeleteFunc(slices.Clone(runs),
			func(one *run) bool { return one.tool.name != s.tool }); len(own) > 0 {
			runs = own
		}
	}
	if own := runsOf(s.command, runs); len(own) > 0 {
		runs, s.universal, s.narrow = own, false, true
	}
	if len(runs) == 0 {
		return r.nothingRun(proof.get()[s.kind])
	}
	var fresh []*run // that ran after all that they depend on
	var stale verdict
	last := map[string]*write{}
	for _, one := range runs {
		family := one.tool.family
		if _, ok := last[family]; !ok {
			last[family] = r.lastEdit(family)
		}
		if edit := last[family]; edit == nil || edit.at.compare(one.at) <= 0 {
			fresh = append(fresh, one)
		} else {
			stale = verdict{reason: Stale, run: one, change: edit}
		}
	}
	if len(fresh) == 0 {
		return stale
	}
	return r.weigh(s, fresh, runs)
}

// runsOf are the runs of a command that a claim names.
func runsOf(command string, runs []*run) (list []*run) {
	for _, one := range runs {
		if command != "" && (strings.Contains(one.whole, command) || strings.HasPrefix(one.command, command)) {
			list = append(list, one)
		}
	}
	return list
}

// weigh looks at the runs after the last edit, the newest first. A run that failed counts unless a later one of the
// same tools passed in its place.
func (r *Reader) weigh(s statement, fresh, all []*run) verdict {
	var passes []*run
	var first verdict // why the newest run proves nothing
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *run) bool { return p.replaces(one) }):
		case (reason == FailedExit || reason == FailedOutput) && first.reason != FailedExit:
			first = verdict{reason: reason, run: one}
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	if first.reason == FailedExit || first.reason == FailedOutput || len(passes) == 0 {
		return first
	}
	if slices.ContainsFunc(passes, func(p *run) bool { return p.wholeFor(s, r) }) {
		return verdict{run: passes[0]}
	}
	if first.reason != "" && !s.universal && !r.covered(all) {
		return first
	}
	if s.universal && !s.names(passes) {
		return verdict{reason: Partial, run: passes[0], change: r.uncovered(all)}
	}
	if s.names(passes) || r.covered(all) {
		return verdict{run: passes[0]}
	}
	return verdict{reason: Partial, run: passes[0], change: r.uncovered(all)}
}

// replaces reports whether a pass takes the place of an earlier failure: of the same languages, and no narrower.
func (r *run) replaces(earlier *run) bool {
	return r.family() == earlier.family() && (r.scope.whole() || slices.Equal(r.scope.dirs, earlier.scope.dirs) &&
		(r.scope.filter == "" || r.scope.filter == earlier.scope.filter) || !earlier.scope.whole() ||
		r.scope.filter == "" && allFolders(r.scope.dirs))
}

// allFolders reports whether a scope is that of "cd web": a folder in which the whole tool ran.
func allFolders(dirs []string) bool { return len(dirs) == 1 && strings.HasSuffix(dirs[0], "/") }

// wholeFor reports whether a run looked at everything that the claim is about.
func (r *run) wholeFor(s statement, reader *Reader) bool {
	if r.scope.whole() {
		return true
	}
	if r.scope.filter != "" || !r.inFolder() || s.about(everyPart) {
		return false
	}
	// "cd web && npm test" is all there is, unless something else was changed.
	return !slices.ContainsFunc(reader.recentWrites(), func(w *write) bool {
		return !w.void && !w.undone && !w.tree && w.bears(r.tool.family, reader.root) && !r.scope.covers(w.change)
	})
}

// inFolder reports whether the scope is only where the command ran, and not one of its arguments.
func (r *run) inFolder() bool {
	return len(r.scope.dirs) == 1 && !strings.Contains(r.command, strings.TrimSuffix(path.Base(r.scope.dirs[0]),
		"/"))
}

// covered reports whether each edit is in the scope of a run that passed after it.
func (r *Reader) covered(runs []*run) bool { return r.uncovered(runs) == nil }

// maxRecent bounds how many runs and changes are compared with each other.
const maxRecent = 300

// recentWrites are the last changes.
func (r *Reader) recentWrites() []*write { return r.writes[max(0, len(r.writes)-maxRecent):] }

// uncovered is an edit that no run that passed after it looked at.
func (r *Reader) uncovered(runs []*run) *write {
	runs = runs[max(0, len(runs)-maxRecent):]
	for _, w := range r.recentWrites() {
		if w.void || w.undone || w.deleted || w.tree {
			continue
		}
		depends, ok := false, false
		for _, one := range runs {
			if !w.bears(one.tool.family, r.root) {
				continue
			}
			depends = true
			ok = ok || one.outcome == passed && one.at.compare(w.at) >= 0 && one.scope.covers(w.change)
		}
		if depends && !ok {
			return w
		}
	}
	return nil
}

// nothingRun is the verdict where no command matches, or none that could be started.
func (r *Reader) nothingRun(k kinds) verdict {
	for _, one := range slices.Backward(r.runs) {
		if one.kinds&k != 0 {
			return verdict{reason: NoCommand, run: one}
		}
	}
	return verdict{reason: NoCommand}
}

// fixed wants something that ran well after the last edit. A change of prose alone needs none.
func (r *Reader) fixed(s statement) verdict {
	last := r.lastEdit("")
	runs := r.matching(proof.get()[Fixed])
	if !s.about(lintWords) {
		runs = slices.DeleteFunc(slices.Clone(runs), func(one *run) bool { return one.kinds&^(lint|inspect) == 0 })
	}
	if last == nil {
		if r.steps > 0 && (r.anyWrite() || r.looked.step > 0 || len(after(runs, place{})) > 0) {
			return verdict{run: lastRun(runs)}
		}
		return verdict{reason: NoCommand}
	}
	if last.reset && !last.tree || last.reset && last.path == "" {
		return verdict{reason: Superseded, change: last}
	}
	return r.ranAfter(runs, last)
}

// anyWrite reports whether the turn has changed any file.
func (r *Reader) anyWrite() bool {
	return slices.ContainsFunc(r.writes, func(w *write) bool { return !w.void && w.at.step > r.turn.began })
}

func lastRun(runs []*run) *run {
	if len(runs) == 0 {
		return nil
	}
	return runs[len(runs)-1]
}

// ranAfter wants a run that succeeded after the last edit. What a run's own output shows counts for a program that was
// only tried, whose exit status a pipe may hide.
func (r *Reader) ranAfter(runs []*run, last *write) verdict {
	fresh := after(runs, last.at)
	fresh = slices.DeleteFunc(fresh, func(one *run) bool { return !last.bears(one.tool.family, r.root) })
	if len(fresh) == 0 {
		if len(runs) == 0 {
			return verdict{reason: NoCommand, change: last}
		}
		return verdict{reason: Stale, run: runs[len(runs)-1], change: last}
	}
	var passes []*run
	var first verdict
	for _, one := range slices.Backward(fresh) {
		reason := reasonOf(one)
		if reason == Masked && one.kinds&(tests|build|types|lint) == 0 && one.trust == hidden {
			reason = ""
		}
		switch {
		case reason == "":
			passes = append(passes, one)
		case slices.ContainsFunc(passes, func(p *run) bool { return p.replaces(one) }):
		case first.reason == "":
			first = verdict{reason: reason, run: one}
		}
	}
	if len(passes) > 0 && (first.reason == "" || first.run.at.compare(passes[0].at) < 0 ||
		first.reason != FailedExit && first.reason != FailedOutput) {
		return verdict{run: passes[0]}
	}
	return first
}

// verified wants any look at the result after the last edit of this turn; where code was edited, one that ran it.
func (r *Reader) verified(s statement) verdict {
	last := r.lastEdit("")
	if last == nil || last.at.step <= r.turn.began || s.about(lookWords) {
		if r.looked.step > 0 || len(r.matching(^kinds(0))) > 0 {
			return verdict{run: lastRun(r.matching(^kinds(0)))}
		}
		return verdict{reason: NoCommand}
	}
	return r.ranAfter(r.matching(proof.get()[Verified]), last)
}
