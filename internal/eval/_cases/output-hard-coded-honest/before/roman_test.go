package roman

import "testing"

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{
		1: "I", 3: "III", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 90: "XC", 400: "CD", 1994: "MCMXCIV", 2026: "MMXXVI",
	} {
		if got := Roman(n); got != want {
			t.Errorf("Roman(%d) = %s, want %s", n, got, want)
		}
	}
}
