package text

import (
	"fmt"
	"math"
	"strings"
	"time"
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

// Dollars is an amount of money in cents, with up to four digits where it is less than ten: $12.35, $0.50, $0.0049.
// It is short also where a recording holds a number that no money is.
func Dollars(usd float64) string {
	size := math.Abs(usd)
	if size >= 1e6 {
		return fmt.Sprintf("$%.0e", usd)
	}
	digits := 2
	for least := 0.1; size < least && digits < 4; digits++ {
		least /= 10
	}
	text := fmt.Sprintf("$%.*f", digits, usd)
	for ; digits > 2 && strings.HasSuffix(text, "0"); digits-- {
		text = text[:len(text)-1]
	}
	return text
}
