package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// OneLine returns the text made safe, and as one line.
func OneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(Safe(text))
}

// FirstLine returns the first line of a text that is not blank.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// LastWords returns the end of a text as one line of about 300 bytes.
func LastWords(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if tail := Tail(text, 300); len(tail) < len(text) {
		return "…" + tail
	}
	return text
}

// Elapsed formats a duration: 42s, 3m05s, 1h02m.
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

// Dollars formats an amount of money with two digits after the point, and up to four below 10 cents: $12.35, $0.50,
// $0.0049. Less than a hundredth of a cent is <$0.0001, because $0.00 is nothing. Numbers from a million on, which a
// broken recording may have, are rounded to one digit. All amounts are rounded here, once, and half a unit up; a sum is
// that of the exact amounts. What is beside its sum is formatted by [DollarParts].
func Dollars(usd float64) string { return dollars(usd, 2) }

// DollarParts formats amounts that are shown beside their sum, or whose sum is shown elsewhere: with as many digits, up
// to the six that a cost has, as it takes for them to add up to what [Dollars] shows of the sum. $0.156 and $0.089 are
// half a cent between two sums: they fit $0.24 and $0.25. If no number of digits does, because parts are less than the
// least amount, they have four at most.
func DollarParts(parts ...float64) []string {
	groups := make([][]float64, len(parts))
	for i := range parts {
		groups[i] = parts[i : i+1]
	}
	list, _ := dollarsEach(parts, DollarDigits(groups...))
	return list
}

// DollarDigits returns the digits for [DollarsTo] with which the amounts of each group add up to what is shown of the
// group's sum, and these sums to what [Dollars] shows of the sum of all.
func DollarDigits(groups ...[]float64) (digits int) {
	all, sums := 0.0, make([]float64, len(groups))
	for i, group := range groups {
		for _, usd := range group {
			sums[i] += usd
		}
		all += sums[i]
	}
	for digits = 2; digits <= 6; digits++ {
		list, shown := dollarsEach(sums, digits)
		fits := Dollars(shown) == Dollars(all) || Dollars(shown-1e-6) == Dollars(all) // half a unit is up or down
		for i, group := range groups {
			_, shown := dollarsEach(group, digits)
			fits = fits && dollars(shown, digits) == list[i]
		}
		if fits {
			return digits
		}
	}
	return 4
}

// DollarsTo is [Dollars] with at least so many digits, see [DollarDigits].
func DollarsTo(usd float64, digits int) string { return dollars(usd, digits) }

// dollarsEach formats amounts with at least so many digits, and returns what they add up to as they are shown.
func dollarsEach(parts []float64, digits int) (list []string, sum float64) {
	for _, usd := range parts {
		shown := dollars(usd, digits)
		amount, _ := strconv.ParseFloat(strings.TrimPrefix(shown, "$"), 64) // less than the least counts nothing
		list, sum = append(list, shown), sum+amount
	}
	return list, sum
}

// dollars is [Dollars] with at least so many digits after the point, unless these are zeros.
func dollars(usd float64, digits int) string {
	size := math.Abs(usd)
	switch {
	case size >= 1e6:
		return fmt.Sprintf("$%.0e", usd)
	case usd > 0 && usd < 1e-4:
		return "<$0.0001"
	}
	least := 0.1
	for two := 2; size < least && two < 4; two++ {
		digits = max(digits, two+1)
		least /= 10
	}
	// Sums of binary fractions have errors far below a millionth.
	unit := math.Pow10(digits)
	usd = math.Copysign(math.Floor(math.Round(size*1e6)/1e6*unit+0.5+1e-9)/unit, usd)
	text := fmt.Sprintf("$%.*f", digits, usd)
	for ; digits > 2 && strings.HasSuffix(text, "0"); digits-- {
		text = text[:len(text)-1]
	}
	return text
}

// Count returns a number of tokens in a short form, with k or M.
func Count(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	case n < 1_000_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// Capitalize returns the text with its first letter as a capital.
func Capitalize(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
