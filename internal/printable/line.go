package printable

import (
	"fmt"
	"strings"
	"time"

	"github.com/rivo/uniseg"
)

// OneLine makes text fit for a place that has one line.
func OneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(Safe(text))
}

// Elapsed is a time as people say it: 42s, 3m05s, 1h02m.
func Elapsed(d time.Duration) string {
	s := int(d / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", max(s, 0))
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}
	return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
}

// Dollars is a cost, short also where a recording holds a number that no money is.
func Dollars(usd float64) string {
	if usd >= 1e6 || usd <= -1e6 {
		return fmt.Sprintf("$%.0e", usd)
	}
	return fmt.Sprintf("$%.2f", usd)
}

// Cost is Dollars for a table of costs, exactly where it is less than a dollar.
func Cost(usd float64) string {
	if usd < 1 {
		return fmt.Sprintf("$%.4f", usd)
	}
	return Dollars(usd)
}

// Clip shortens a line that is safe to that many columns.
func Clip(line string, width int) string {
	if len(line) <= width || uniseg.StringWidth(line) <= width {
		return line
	}
	var b strings.Builder
	used := 1
	for g := uniseg.NewGraphemes(line); g.Next(); {
		if used += g.Width(); used > width {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}
