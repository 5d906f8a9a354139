package claims

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
)

// namesPartOf reports whether a claim about all tests means only those of the run's part: "all tests in web pass".
func namesPartOf(s detect.Statement, one *ledger.Run) bool {
	for _, name := range append(slices.Clone(one.Scope.Dirs), one.Scope.Parts...) {
		low := strings.ToLower(s.Text)
		name = strings.ToLower(path.Base(strings.TrimSuffix(name, "/")))
		// There may be hundreds of runs, and an expression for each is slow.
		if name == "" || !strings.Contains(low, name) {
			continue
		}
		quote := "?"
		if len(name) < 2 { // a one-letter name counts only in quotes
			quote = ""
		}
		name = "(?:(?:crate|package|module|folder)\\s+[`'\"“]?|[`'\"“]" + quote + `)(?:[\w@./-]+/)?` +
			regexp.QuoteMeta(name) + "[`'\"”]?"
		about, err := regexp.Compile(`(?:\b(?:in|of|for|under|within|from)\s+(?:the\s+)?|` +
			`^|\ball\s+(?:the\s+|\d+\s+)?)` + name + `(?:$|[^\w-])|` +
			name + `\s*(?:的|中|里|下|包|模块|目录)`)
		if err == nil && about.MatchString(low) {
			return true
		}
	}
	return false
}

// checksOnePart reports whether the run looked at all of one part of a project, and at nothing else.
func checksOnePart(r *ledger.Run) bool {
	return r.Scope.Filter == "" && !r.Scope.All && !r.Scope.SkipsTests && len(r.Scope.Dirs)+len(r.Scope.Parts) > 0 &&
		!slices.ContainsFunc(r.Scope.Dirs, func(d string) bool { return !strings.HasSuffix(d, "/") })
}

// runsOnlyTestFiles reports whether the run's arguments are files of tests and nothing else.
func runsOnlyTestFiles(r *ledger.Run) bool {
	return len(r.Scope.Parts) == 0 && len(r.Scope.Dirs) > 0 &&
		!slices.ContainsFunc(r.Scope.Dirs, func(d string) bool { return !filekinds.IsTest(d) })
}

// lastEditInPart returns the last change that can alter the result of a run of one part: in that part, or in the
// project's top folder, whose files all parts share. It returns nil if there is none.
func (r *judge) lastEditInPart(one *ledger.Run) *ledger.Write {
	for _, w := range slices.Backward(r.Writes) {
		if !w.NoEffect && !w.Reverted && !r.isOutsideSession(w) && canAffect(w, one.Tool.Family, r.Root) &&
			(w.Tree || one.Scope.Covers(w.Change) || !strings.Contains(w.Path, "/")) {
			return w
		}
	}
	return nil
}

// isOutsideSession reports whether a change is in a folder outside of the session's, and nothing was run there.
func (r *judge) isOutsideSession(w *ledger.Write) bool {
	name := w.Path
	if home := homeOf(r.Root); home != "" {
		for _, begin := range []string{"~/", "$HOME/", "${HOME}/"} {
			if rest, ok := strings.CutPrefix(name, begin); ok {
				name = path.Join(home, rest)
			}
		}
	}
	if !path.IsAbs(name) || !path.IsAbs(r.Root) || strings.HasPrefix(name, strings.TrimSuffix(r.Root, "/")+"/") {
		return false
	}
	return !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.Kinds&^shell.Inspect != 0 && slices.ContainsFunc(one.Scope.Dirs,
			func(d string) bool { return path.IsAbs(d) && strings.HasPrefix(name, d) })
	})
}

// homeOf returns the home folder that contains a folder; "" for none.
func homeOf(root string) string {
	words := strings.Split(root, "/")
	switch {
	case len(words) > 2 && (words[1] == "home" || words[1] == "Users"):
		return path.Join("/", words[1], words[2])
	case len(words) > 1 && words[1] == "root":
		return "/root"
	}
	return ""
}
