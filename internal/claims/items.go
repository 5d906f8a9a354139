package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/text"
)

// itemName matches the thing of which an item of a list or a row of a table tells: "`api`: builds", "web | ok".
var itemName = text.LazyRegexp{Expr: "^(?:[-*+✅✓✔] *)*`?([a-zA-Z@][\\w@./-]*)`?" +
	` *(?:[|:：]|[—–-] )`}

// missesItem returns the last run for one of several items that make the same claim if each run that supports it names
// another of their things, and no run names the thing of this one; otherwise nil.
func (r *judge) missesItem(s detect.Statement, all []detect.Statement) *ledger.Run {
	m := itemName.FindStringSubmatch(s.Text)
	if m == nil || s.Kind.ProvedBy() == 0 || s.Kind == Fixed || s.Kind == Verified {
		return nil
	}
	own, names := lastPart(m[1]), []string(nil)
	for _, other := range all {
		if m := itemName.FindStringSubmatch(other.Text); m != nil && other.Kind == s.Kind && lastPart(m[1]) != own {
			names = append(names, lastPart(m[1]))
		}
	}
	var last *ledger.Run
	for _, one := range r.runsProving(s.Kind.ProvedBy()) {
		if one.At.Step <= r.turn.stepsBefore || one.Outcome != ledger.Passed && !one.Evident {
			continue
		}
		line := strings.ToLower(one.FullLine)
		words := wordsOf(line)
		if strings.ContainsAny(line, "$*") || slices.Contains(words, own) ||
			!slices.ContainsFunc(names, func(name string) bool { return slices.Contains(words, name) }) {
			return nil
		}
		last = one
	}
	return last
}

// lastPart returns the last part of a path, in lower case.
func lastPart(name string) string {
	name = strings.ToLower(strings.Trim(name, "/"))
	return name[strings.LastIndexByte(name, '/')+1:]
}
