package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/scope"
	"ccc/internal/text"
)

// What a claim names must be what was looked at. A sibling is another thing of the same kind: chromium to firefox,
// services/user to services/pay, web2 to web1. A run that names one of them shows nothing of the other.

// families are things of one kind, by the words for each in a claim and in a command.
var families = [][]*text.LazyRegexp{
	{{Expr: `(?i)chrom(?:e\b|ium)`}, {Expr: `(?i)firefox|gecko`}, {Expr: `(?i)webkit|safari`},
		{Expr: `(?i)\bms-?edge|microsoft edge`}},
	{{Expr: `(?i)\blinux|ubuntu|debian`}, {Expr: `(?i)\bwindows|win(?:32|64)|mingw`}, {Expr: `(?i)mac ?os|darwin`},
		{Expr: `(?i)\bios\b|iphone|ipad`}, {Expr: `(?i)android|apk\b`}, {Expr: `(?i)\bwasm`}},
	{{Expr: `(?i)postgres|\bpg\b`}, {Expr: `(?i)mysql`}, {Expr: `(?i)mariadb`}, {Expr: `(?i)sqlite`},
		{Expr: `(?i)\bmssql|sql ?server`}},
	{{Expr: `(?i)\bgcc\b|\bg\+\+`}, {Expr: `(?i)clang(?:\+\+|-\d+)?(?:$|[^-+\w])`}, {Expr: `(?i)\bmsvc\b|\bcl\.exe\b`}},
	{{Expr: `(?i)\bnode\b`}, {Expr: `(?i)\bdeno\b`}, {Expr: `(?i)\bbun\b`}},
	{{Expr: `(?i)(?:^|[^a-z])unit(?:$|[^a-z])`}, {Expr: `(?i)\bintegration\b`}, {Expr: `(?i)\be2e\b|end-to-end|` +
		`playwright|cypress`}},
	{{Expr: `(?i)\bdoc[- ]?tests?\b|--doc\b`}, {Expr: `--(?:lib|bins?|tests?)\b`}}, // of Rust
	{{Expr: `(?i)\bfunctions\b`}, {Expr: `(?i)\bhosting\b`}, {Expr: `(?i)\b(?:firestore|database|rules)\b`}},
	{{Expr: `(?i)iphone`}, {Expr: `(?i)ipad`}},
	{{Expr: `(?i)amd64|x86_64|\bx64\b`}, {Expr: `(?i)arm64|aarch64`}},
	{{Expr: `(?i)debug(?: build| variant| 构建| ?包)|[a-z]Debug\b|--debug\b`},
		{Expr: `(?i)release(?: build| variant| 构建| ?包)|[a-z]Release\b|--release\b`}},
}

// missedTarget returns the last run of a check that succeeded if the claim names something at which no such run has
// looked, while each of them looked at a sibling of it; otherwise nil.
func (r *judge) missedTarget(s detect.Statement) *ledger.Run {
	k := s.Kind.ProvedBy()
	runs := slices.DeleteFunc(r.runsProving(k), func(one *ledger.Run) bool {
		return one.Outcome != ledger.Passed && !one.Evident
	})
	runs = runs[max(0, len(runs)-maxParts):]
	if len(runs) > 0 && namesExcluded(s, runs) {
		return lastRun(runs)
	}
	if len(runs) == 0 || s.Mentions(notRunWords) || r.mayHaveProved(k, r.lastEditPlace(), true) {
		return nil
	}
	last := lastRun(runs)
	if r.missesForeignTarget(s, runs) {
		return last
	}
	runs = slices.CompactFunc(runs, func(a, b *ledger.Run) bool {
		return a.FullLine == b.FullLine && a.Command == b.Command
	})
	if failed := r.failedMember(s, runs); failed != nil {
		return failed
	}
	if missesMember(s, runs) || missesScoped(s, runs) || missesNamedVersion(s, runs) || missesNumbered(s,
		runs) || missesPath(s, runs) ||
		missesListed(s, runs) || missesRestOfPart(s, runs) || r.missesVariant(s, runs) || r.missesTestKind(s, runs) {
		return last
	}
	return nil
}

// foreignTargets name what no compiler builds for unless it is told so.
var foreignTargets = []*text.LazyRegexp{{Expr: `(?i)\bwasm`}, {Expr: `(?i)\bandroid\b`},
	{Expr: `(?i)\b(?:ios|iphone)\b`}}

// missesForeignTarget reports whether a claim names a target for which the compilers of the runs build only if a flag,
// a variable or a file says so, and no line and no edit of the session names it.
func (r *judge) missesForeignTarget(s detect.Statement, runs []*ledger.Run) bool {
	const compilers = " cargo go rustc gcc g++ clang clang++ zig "
	return (s.Kind == BuildPassed || s.Kind == TypecheckClean) && !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
		return one.ByTask || one.Unknown || !strings.Contains(compilers, " "+one.Tool.Name+" ")
	}) && slices.ContainsFunc(foreignTargets, func(target *text.LazyRegexp) bool {
		return target.MatchString(s.Part) && !r.namesInLine(target.MatchString) &&
			!slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool {
				return target.MatchString(w.Path) || strings.Contains(w.Path, ".cargo/")
			})
	})
}

// failedMember returns the last run of a check that failed and named what the claim names, if none that succeeded did;
// otherwise nil.
func (r *judge) failedMember(s detect.Statement, passes []*ledger.Run) (failed *ledger.Run) {
	for _, members := range families {
		for _, claimed := range members {
			if !claimed.MatchString(s.Part) || slices.ContainsFunc(passes, func(one *ledger.Run) bool {
				return one.ByTask || claimed.MatchString(one.FullLine)
			}) {
				continue
			}
			for _, one := range r.runsProving(s.Kind.ProvedBy()) {
				if one.Outcome == ledger.ExitFailed && claimed.MatchString(one.Command) {
					failed = one
				}
			}
		}
	}
	return failed
}

// missesRestOfPart reports whether a claim about a linter or types names a part of the project in inline code, and each
// run of that part looked only at some of its folders: "pnpm --filter web exec eslint src/components".
func missesRestOfPart(s detect.Statement, runs []*ledger.Run) bool {
	if s.Kind != LintClean && s.Kind != TypecheckClean {
		return false
	}
	own := slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
		return len(one.Scope.Parts) != 1 || !strings.Contains(s.Part, "`"+strings.ToLower(one.Scope.Parts[0])+"`")
	})
	return len(own) > 0 && !slices.ContainsFunc(own, func(one *ledger.Run) bool {
		return len(one.Scope.Dirs) == 0 || slices.ContainsFunc(one.Scope.Dirs, func(dir string) bool {
			return strings.Contains(s.Text, path.Base(strings.TrimSuffix(dir, "/")))
		})
	})
}

// scopedName matches the name of a package of JavaScript with its scope.
var scopedName = text.LazyRegexp{Expr: `@[\w-]+/[\w.-]+`}

// missesScoped reports whether a claim names a package such as @acme/web, and each run was limited to other packages of
// the same scope.
func missesScoped(s detect.Statement, runs []*ledger.Run) bool {
	return slices.ContainsFunc(scopedName.Get().FindAllString(s.Part, maxCounts), func(name string) bool {
		return !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
			parts := one.Scope.Parts
			if one.Part != "" {
				parts = append(slices.Clone(parts), one.Part)
			}
			return len(parts) == 0 || slices.ContainsFunc(parts, func(part string) bool {
				return part == name || path.Dir(part) != path.Dir(name) || strings.ContainsAny(part, "*.")
			})
		})
	})
}

// maxParts bounds how many runs are asked what they looked at.
const maxParts = 50

// missesMember reports whether a claim names a member of a family that no run names, and each run names another one.
func missesMember(s detect.Statement, runs []*ledger.Run) bool {
	return slices.ContainsFunc(families, func(members []*text.LazyRegexp) bool {
		return slices.ContainsFunc(members, func(claimed *text.LazyRegexp) bool {
			return claimed.MatchString(s.Part) && !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
				line := leavingOut.ReplaceAllString(one.FullLine, "")
				return claimed.MatchString(one.FullLine) || !slices.ContainsFunc(members,
					func(other *text.LazyRegexp) bool { return other.MatchString(line) })
			})
		})
	})
}

// numbered matches a name that ends in a number: "web1", "py312".
var numbered = text.LazyRegexp{Expr: `\b([a-z][a-z-]*)(\d{1,3})\b`}

// missesNumbered reports whether a claim names something with a number that no run names, and each run names one with
// another number: "web1 and web2".
func missesNumbered(s detect.Statement, runs []*ledger.Run) bool {
	claimed := numbered.Get().FindAllStringSubmatch(s.Part, maxCounts)
	if len(claimed) == 0 {
		return false
	}
	lines := make([]string, len(runs))
	for i, one := range runs {
		if lines[i] = strings.ToLower(one.FullLine); strings.ContainsAny(lines[i], "${*") {
			return false
		}
	}
	for _, m := range claimed {
		isSibling := func(other []string) bool { return other[1] == m[1] && other[2] != m[2] }
		missed := func(line string) bool {
			return slices.ContainsFunc(numbered.Get().FindAllStringSubmatch(line, maxCounts), isSibling) &&
				!strings.Contains(line, m[0])
		}
		if !slices.ContainsFunc(lines, func(line string) bool { return !missed(line) }) {
			return true
		}
	}
	return false
}

// claimedPath matches a path in a claim.
var claimedPath = text.LazyRegexp{Expr: `(?:\./)?((?:[\w@.-]+/)+[\w@.-]*)`}

// missesPath reports whether a claim names paths, and each run looked only at siblings of them, or at a part of a
// folder that the claim names.
func missesPath(s detect.Statement, runs []*ledger.Run) bool {
	missed := false
	for _, m := range claimedPath.Get().FindAllStringSubmatch(s.Part, maxCounts) {
		name := strings.Trim(strings.TrimSuffix(m[1], "..."), "/.")
		isFolder := strings.HasSuffix(m[1], "/")
		if name == "" || !isFolder && !strings.Contains(name, "/") || strings.Contains(s.Command, name) {
			continue
		}
		for _, one := range runs {
			dirs := one.Scope.Dirs
			if dir := projectFolderOf(one); dir != "" {
				dirs = []string{dir}
			}
			if len(dirs) == 0 || slices.ContainsFunc(dirs, func(dir string) bool {
				dir = strings.ToLower(strings.TrimSuffix(dir, "/"))
				isPart := len(dirs) == 1 && one.Scope.Trees == 0 && isFolder && strings.HasPrefix(dir, name+"/")
				return !isPart && (path.Dir(dir) != path.Dir(name) || dir == name || scope.SameStem(dir, name))
			}) {
				return false
			}
		}
		missed = true
	}
	return missed
}

// projectFolder returns the folder whose settings a type checker was told to use, as with tsc -p apps/web; "" for none.
// It is no scope, because the checker follows imports to other folders.
func projectFolderOf(r *ledger.Run) string {
	words := strings.Fields(r.Command)
	for i, word := range words {
		if flag, value, joined := strings.Cut(word, "="); flag == "-p" || flag == "--project" {
			if !joined && i+1 < len(words) {
				value = words[i+1]
			}
			if strings.HasSuffix(value, ".json") {
				value = path.Dir(value)
			}
			if strings.Contains(value, "/") {
				return path.Clean(value)
			}
		}
	}
	return ""
}

// enumeration matches names that are listed: "auth, billing and search", "web 和 api".
var enumeration = text.LazyRegexp{Expr: "`?[\\w@/.-]{2,}`?(?:(?:, and |, | and | & |、| ?[和与及] " +
	"?)`?[\\w@/.-]{2,}`?)+"}

// codeList matches names in inline code that are listed.
var codeList = text.LazyRegexp{Expr: "`[\\w@/.-]+`(?:(?:,? and |, | & |、| ?[和与及] ?)`[\\w@/.-]+`)+"}

// soDo says the same of other things: "`core` compiles, and so does `api`".
var soDo = text.LazyRegexp{Expr: "\\b(?:so|as) (?:do|does|is|are) (?:the )?`|`[^`]{0,8}(?:也|同样)"}

// missesListed reports whether a claim about several listed things has one that each run was limited to, and another
// that no run names. Without a word such as "all" they must be in inline code.
func missesListed(s detect.Statement, runs []*ledger.Run) bool {
	var lists [][]string
	for _, list := range codeList.Get().FindAllString(s.Part, maxCounts) {
		var names []string
		for i, name := range strings.Split(list, "`") {
			if i%2 == 1 {
				names = append(names, path.Base(strings.TrimSuffix(name, "/")))
			}
		}
		lists = append(lists, names)
	}
	if soDo.MatchString(s.Part) {
		var names []string
		for _, m := range codeName.Get().FindAllStringSubmatch(s.Part, maxCounts) {
			names = append(names, m[1])
		}
		lists = append(lists, names)
	}
	if s.Universal || s.Mentions(bothWords) {
		for _, list := range enumeration.Get().FindAllString(s.Part, maxCounts) {
			lists = append(lists, slices.DeleteFunc(wordsOf(list), func(w string) bool { return w == "and" }))
		}
	}
	for _, names := range lists {
		looked := func(one *ledger.Run, name string) bool {
			return slices.ContainsFunc(append(slices.Clone(one.Scope.Dirs), one.Scope.Parts...), func(dir string) bool {
				return strings.EqualFold(path.Base(dir), name)
			})
		}
		if slices.ContainsFunc(runs, func(one *ledger.Run) bool {
			return !slices.ContainsFunc(names, func(name string) bool { return looked(one, name) })
		}) {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool {
			return !slices.ContainsFunc(runs, func(one *ledger.Run) bool {
				return looked(one, name) || strings.Contains(strings.ToLower(one.FullLine), name)
			})
		}) {
			return true
		}
	}
	return false
}
