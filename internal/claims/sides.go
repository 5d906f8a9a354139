package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/text"
)

// bothSides match a claim about a frontend and a backend at once.
var bothSides = &text.LazyRegexp{Expr: `前后端|前端[和与及、]后端|后端[和与及、]前端|` +
	`\b(?:front-?end|web|ui|client)(?:,? and|/| \+| as well as| and the) (?:the )?(?:back-?end|server|api)\b|` +
	`\b(?:back-?end|server|api)(?:,? and|/| \+| as well as| and the) (?:the )?(?:front-?end|web|ui|client)\b`}

// sideFolders are the names of folders that hold one side alone.
const sideFolders = " frontend front web webapp client ui fe app backend back server api be service services srv "

// bothEnds speak of two sides that the claim need not name.
var bothEnds = &text.LazyRegexp{Expr: `\bboth (?:sides|ends|halves)\b|两[边端侧头]`}

// checksOneOfSeveral reports whether all runs that passed were limited to one folder while the claim is about several
// parts of the project: both sides, or several services of which one outside the folder was changed.
func (r *judge) checksOneOfSeveral(s detect.Statement, passes, all []*ledger.Run) bool {
	folder := passes[0].Scope.Dirs
	if !isOneFolder(folder) || slices.ContainsFunc(all, func(one *ledger.Run) bool {
		return (one.Outcome == ledger.Passed || one.Evident) && !slices.Equal(one.Scope.Dirs, folder)
	}) {
		return false
	}
	if s.Mentions(bothSides) {
		return strings.Contains(sideFolders, " "+strings.ToLower(path.Base(folder[0]))+" ")
	}
	want, _ := claimedParts(s)
	return (want > 1 || s.Mentions(bothEnds)) && slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool {
		return r.isEdit(w) && canAffect(w, passes[0].Tool.Family, r.Root) && !passes[0].Scope.Covers(w.Change)
	})
}

// wholeFolder matches a claim about all that is in a folder.
var wholeFolder = text.LazyRegexp{Expr: "(?i)\\b(?:everything|every package|all (?:\\w+ )?(?:tests|packages|specs)) " +
	"(?:in|under|below|inside) `?(?:\\./)?([\\w.-]+(?:/[\\w.-]+)*/)(?:\\.{3})?(?:$|[\\s`])"}

// missesInFolder reports whether a claim is about all that is in a folder, and something in it was changed at which no
// run that passed has looked.
func (r *judge) missesInFolder(s detect.Statement, all []*ledger.Run) bool {
	m := wholeFolder.Get().FindStringSubmatch(s.Text)
	return m != nil && slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool {
		return strings.HasPrefix(w.Path, m[1]) && r.isEdit(w) &&
			!slices.ContainsFunc(all, func(one *ledger.Run) bool {
				return !canAffect(w, one.Tool.Family, r.Root) ||
					(one.Outcome == ledger.Passed || one.Evident) && one.Scope.Covers(w.Change)
			})
	})
}
