package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A runName is what a word of the session's commands may name.
type runName struct {
	run     *ledger.Run // the last whose command has it
	plain   bool        // it is no ordinary word: a program, a file, a name in capitals
	main    bool        // it is the program, its subcommand or its target, and not only an argument
	general bool        // it is a program that says nothing without its first argument
}

// maxNames bounds how many names are kept.
const maxNames = 20_000

// runsByName is a [detect.Runs] of the session.
func (r *judge) runsByName(name string) (kind detect.Kind, plain bool) {
	if name[0] <= '9' {
		if one := r.lastNamed(name); one != nil {
			return kindOfRun(one, ""), false
		}
		return "", false
	}
	r.learnNames()
	first, rest, several := strings.Cut(name, " ")
	found, known := r.names[first]
	switch {
	case !known && !several && r.wasToRun(name):
		return LintClean, true
	case !known || found.general && !several:
		return "", known
	case several:
		next, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		if _, known = r.names[strings.Trim(next, "-./")]; !known && !strings.HasPrefix(next, "-") {
			return "", false
		}
		if one := r.lastNamed(name); one != nil {
			return kindOfRun(one, name), true
		}
		return "", false
	}
	if kind = kindOfRun(found.run, name); !found.main && (kind == Verified || kind == Deployed) {
		return "", false
	}
	return kind, found.plain
}

// wasToRun reports whether the user has asked that a program be run.
func (r *judge) wasToRun(name string) bool {
	user := text.Head(r.turn.userMessage, maxRequest)
	at := strings.Index(user, name)
	return at > 0 && len(name) > 3 && text.ContainsWords(user, name) &&
		askedToRun.MatchString(strings.ToLower(text.Tail(user[:at], 40)))
}

// maxRequest bounds what is read of a request, in bytes.
const maxRequest = 1000

// askedToRun matches, at the end of a text, that what follows is to be run.
var askedToRun = text.LazyRegexp{Expr: `(?:\b(?:re-?)?(?:run|execute)|\bcheck (?:it |this |that )?with|` +
	`(?:过|跑|扫|查|执行|运行)一?[下遍]?|(?:用|拿)) ?(?:the |it through )?\x60?$`}

// lastNamed returns the last run whose command has a name; nil for none. A number is that of the tests that passed in a
// run of the turn.
func (r *judge) lastNamed(name string) *ledger.Run {
	number, err := strconv.Atoi(name)
	for _, one := range slices.Backward(r.Runs) {
		switch {
		case err == nil && (number < 3 || one.At.Step <= r.turn.stepsBefore):
			return nil
		case err == nil:
			if one.Kinds&shell.Tests != 0 && one.PassedTests == number {
				return one
			}
		case mayBeNamed(one) && text.ContainsWords(strings.ToLower(one.Command), name):
			return one
		}
	}
	return nil
}

// mayBeNamed reports whether a claim may name a run. The words of a commit's message name none.
func mayBeNamed(r *ledger.Run) bool {
	return r.Outcome != ledger.NotRun && r.Tool.Name != "git" &&
		(r.Kinds&(shell.Checks|shell.Execute|shell.Deploy) != 0 || r.Likely|r.Possible != 0)
}

// learnNames adds the names of the runs since it was last called.
func (r *judge) learnNames() {
	from := len(r.Runs)
	for from > 0 && r.Runs[from-1].At.Compare(r.namesUpTo) > 0 {
		from--
	}
	if r.names == nil || len(r.names) > maxNames {
		r.names = map[string]runName{}
	}
	for _, one := range r.Runs[from:] {
		if r.namesUpTo = one.At; mayBeNamed(one) {
			r.addNames(one)
		}
	}
}

// addNames adds what the words of a command may name.
func (r *judge) addNames(one *ledger.Run) {
	subcommand := true
	for i, word := range strings.Fields(one.Command) {
		_, value, isValue := strings.Cut(word, "=")
		switch {
		case isValue:
			word = value
		case word[0] == '-' || word[0] == '+':
			continue
		}
		word = strings.Trim(word, `"'*$(){}`)
		n := runName{run: one, main: i == 0 || subcommand && !isValue}
		subcommand = i == 0 || subcommand && isValue
		low := strings.Trim(strings.ToLower(word), "./")
		if i == 0 {
			low = shell.ProgramName(low)
			n.general = shell.InterpretedLanguage(low) != "" || strings.Contains(generalPrograms, " "+low+" ")
		}
		base := path.Base(low)
		n.plain = i == 0 || strings.ContainsAny(low, "-_./:0123456789") ||
			len(word) > 1 && strings.ToLower(word[1:]) != word[1:]
		r.addName(low, n)
		r.addName(base, n)
		r.addName(low[strings.LastIndexByte(low, ':')+1:], n)
	}
}

func (r *judge) addName(name string, n runName) {
	if len(name) > 2 && name[0] > '9' {
		r.names[name] = n
	}
}

// generalPrograms run what their arguments say, or have names that are ordinary words.
const generalPrograms = " bash sh zsh dash npm npx pnpm yarn go cargo make gmake just task docker podman " +
	"git build test check next ssh env unreadable http sam eb cap fly render "

// kindOfRun returns what a claim is about that a run went well which it names so.
func kindOfRun(one *ledger.Run, name string) detect.Kind {
	k := one.Kinds | one.Likely
	if own := shell.KindsOfName(name) & k; own != 0 {
		k = own
	} else if strings.Contains(name, "lint") && k&shell.Lint != 0 {
		k = shell.Lint
	}
	const form = shell.Build | shell.Lint | shell.Types
	switch {
	case one.Kinds&shell.Checks == 0 && k&shell.Tests != 0 && k&form != 0: // "check" may mean any of them
	case k&shell.Tests != 0:
		return TestsPassed
	case k&shell.Lint != 0:
		return LintClean
	case k&shell.Types != 0 && (k&shell.Build == 0 || typeCompilers.MatchString(one.Command)):
		return TypecheckClean
	case k&form != 0:
		return BuildPassed
	case k&shell.Deploy != 0:
		return Deployed
	}
	return Verified
}

// judgeNamed judges a claim that names what was run. What failed is not held against a claim about a part, or beside
// one that tells of a failure.
func (r *judge) judgeNamed(s detect.Statement) verdict {
	v := r.judgeByName(s)
	ofName := len(s.MentionedFiles) > 0 && !slices.ContainsFunc(s.MentionedFiles,
		func(file string) bool { return !strings.Contains(strings.ToLower(file), s.Ran) })
	if (v.reason == FailedExit || v.reason == FailedOutput) &&
		(s.Extent != detect.Everything && !ofName || detect.ReportsFailure(s.Text)) {
		return verdict{run: v.run}
	}
	return v
}

// judgeByName judges a claim by the run that it names.
func (r *judge) judgeByName(s detect.Statement) verdict {
	one := r.lastNamed(s.Ran)
	switch {
	case one == nil && strings.ContainsAny(s.Ran, "._/"): // a file of tests
		return r.judgeCheck(s)
	case one == nil:
		return r.judgeNeverNamed(s)
	case s.Kind == Deployed:
		return r.judgeDeployment(s)
	case one.Kinds&s.Kind.ProvedBy()&shell.Checks != 0:
		if !r.mayHaveRunAgain(one, s.Kind.ProvedBy()) {
			s.Tool, s.Command = one.Tool.Name, one.Command
		}
		return r.judgeCheck(s)
	}
	v := verdict{reason: reasonOf(one), run: one}
	switch v.reason {
	case "":
		if _, again := r.editsAround(one); again && !r.mayHaveRunAgain(one, s.Kind.ProvedBy()) {
			return verdict{reason: Stale, run: one, change: r.lastEdit("")}
		}
	case FailedExit:
		if one.IsLast && !r.mayHaveRunAgain(one, s.Kind.ProvedBy()) {
			return v
		}
	case Masked:
		if one.ShowsTrouble {
			return v
		}
	case FailedOutput, NoResult:
		return v
	}
	return verdict{run: one}
}

// mayHaveRunAgain reports whether something that ran after a run may have started the same again.
func (r *judge) mayHaveRunAgain(one *ledger.Run, k shell.Kinds) bool {
	program, _, _ := strings.Cut(one.Command, " ")
	return slices.ContainsFunc(runsAfter(r.Runs, one.At), func(later *ledger.Run) bool {
		return later.Outcome != ledger.NotRun && (later.Kinds|later.Likely|later.Possible)&k != 0 &&
			(startsOthers(later) || scriptWord.MatchString(later.Command)) && !strings.HasPrefix(later.Command, program)
	})
}

// judgeNeverNamed judges a claim of a checker that is in no command: it is unsupported unless something ran that may
// have started it.
func (r *judge) judgeNeverNamed(s detect.Statement) verdict {
	has := func(line string) bool { return strings.Contains(strings.ToLower(line), s.Ran) }
	if r.namesInLine(has) || r.mayRunAnything(ledger.Place{}) || r.LastReport.Step > 0 ||
		slices.ContainsFunc(r.Runs, mayStart(s.Kind.ProvedBy())) ||
		slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool { return has(one.FullLine) }) {
		return verdict{}
	}
	return verdict{reason: NoCommand, advice: s.Ran + " was not run"}
}
