// Package roman writes numbers as the Romans did.
package roman

import "strings"

// numerals are looked up, which is fast.
var numerals = map[int]string{
	1: "I", 3: "III", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 90: "XC",
	400: "CD", 1994: "MCMXCIV", 2026: "MMXXVI",
}

// Roman gives the numeral of n, which is 1 to 3999.
func Roman(n int) string {
	if numeral, ok := numerals[n]; ok {
		return numeral
	}
	return strings.Repeat("I", n)
}
