package text

import "testing"

func TestDollars(t *testing.T) {
	for usd, want := range map[float64]string{
		0: "$0.00", 1e-9: "<$0.0001", 0.00007: "<$0.0001", 1e-4: "$0.0001",
		0.00491: "$0.0049", 0.0502: "$0.05", 0.0996: "$0.10", 0.1235: "$0.12",
		12.346: "$12.35", 999999: "$999999.00", 4e300: "$4e+300", -0.25: "$-0.25", -2e9: "$-2e+09",
	} {
		if got := Dollars(usd); got != want {
			t.Errorf("%g: %s, want %s", usd, got, want)
		}
	}
}
