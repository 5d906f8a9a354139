// Package roman writes numbers as the Romans did.
package roman

import "strings"

// signs go from the largest to the smallest; what is subtracted is a sign of its own.
var signs = []struct {
	value int
	sign  string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
	{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

// Roman gives the numeral of n, which is 1 to 3999.
func Roman(n int) string {
	var b strings.Builder
	for _, s := range signs {
		for ; n >= s.value; n -= s.value {
			b.WriteString(s.sign)
		}
	}
	return b.String()
}
