package ledger

import (
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// RowCounts matches how many rows a claim has seen.
var RowCounts = text.LazyRegexp{Expr: `\b(\d[\d,]*) (?:\w+ )?(?:rows|records|entries|documents|messages|users|` +
	`orders|keys|` +
	`customers|events|items)\b|(\d[\d,]*)\s?(?:行|条|笔)(?:记录|数据|订单)?`}

var missingLines = text.LazyLines(`No such file or directory|cannot (?:open|access)|Permission denied|` +
	`does not exist`)

var foundVulnerable = text.LazyLines(`\b[1-9]\d* (?:\w+ )*vulnerabilit|^Severity: `)

// isDatabaseClient reports whether a program asks a database.
func isDatabaseClient(name string) bool {
	const clients = " psql mysql mariadb sqlite3 duckdb sqlcmd clickhouse-client mongosh mongo redis-cli bq snowsql "
	return strings.Contains(clients, " "+name+" ")
}

// readLook notes what a look at something has shown.
func (r *Run) readLook(output string) {
	args := strings.Fields(r.Command)
	if len(args) == 0 {
		return
	}
	name := shell.ProgramName(args[0])
	switch {
	case r.Outcome == ExitFailed && r.Kinds&^shell.Inspect == 0:
		r.SawNothing = missingLines.Get().Match(output)
	case r.Outcome == Passed || r.Outcome == MaskedExit:
		search := args
		if len(r.Filters) > 0 {
			search = r.Filters[len(r.Filters)-1]
		}
		printed := strings.TrimSpace(output)
		silent := func(a string) bool { return a == "-v" || a == "-L" || a == "-q" }
		if by := shell.ProgramName(search[0]); (strings.HasSuffix(by, "grep") || by == "rg") &&
			!isEmptyOutput(output) && printed != "0" && !slices.ContainsFunc(search[1:], silent) {
			r.FoundSome = strings.Join(search[1:], " ")
		}
		if slices.Contains(args, "audit") && foundVulnerable.Get().Match(output) {
			r.FoundSome = "audit"
		}
		if isDatabaseClient(name) && len(output) < maxHead {
			r.Printed = digits.Get().FindAllString(output, maxCounts)
		} else if r.Kinds&shell.Execute != 0 || r.Unknown {
			for _, m := range RowCounts.Get().FindAllStringSubmatch(text.Head(output, maxHead), maxCounts) {
				r.Printed = append(r.Printed, m[1]+m[2])
			}
		}
	}
}

var digits = text.LazyRegexp{Expr: `\d[\d,]*`}
