package text

import (
	"slices"
	"testing"
)

func TestDollars(t *testing.T) {
	for usd, want := range map[float64]string{
		0: "$0.00", 1e-9: "<$0.0001", 0.00007: "<$0.0001", 1e-4: "$0.0001",
		0.00491: "$0.0049", 0.125: "$0.13", 0.1249999999999: "$0.13", 0.1251: "$0.13", 0.145: "$0.15", 1.005: "$1.01",
		0.0125: "$0.013", 0.0502: "$0.05", 0.0996: "$0.10", 0.1235: "$0.12",
		12.346: "$12.35", 999999: "$999999.00", 4e300: "$4e+300", -0.25: "$-0.25", -2e9: "$-2e+09",
	} {
		if got := Dollars(usd); got != want {
			t.Errorf("%g: %s, want %s", usd, got, want)
		}
	}
}

// TestDollarParts: what is shown of the parts adds up to what is shown of the sum.
func TestDollarParts(t *testing.T) {
	for _, c := range []struct {
		parts []float64
		want  []string
		sum   string
	}{
		{[]float64{0.25, 0.5}, []string{"$0.25", "$0.50"}, "$0.75"},
		{[]float64{0.124, 0.134}, []string{"$0.124", "$0.134"}, "$0.26"},
		{[]float64{0.1249, 0.1301}, []string{"$0.125", "$0.13"}, "$0.26"},
		{[]float64{0.125, 0.125}, []string{"$0.125", "$0.125"}, "$0.25"},
		{[]float64{0.15578, 0.08915}, []string{"$0.156", "$0.089"}, "$0.24"},
		{[]float64{0, 0.25}, []string{"$0.00", "$0.25"}, "$0.25"},
		{[]float64{0.00491, 12.5}, []string{"$0.0049", "$12.50"}, "$12.50"},
		{[]float64{0.00124, 0.00034}, []string{"$0.00124", "$0.00034"}, "$0.0016"},
		{[]float64{0.25, 0.00006, 0.00006, 0.00494}, []string{"$0.25", "<$0.0001", "<$0.0001", "$0.0049"}, "$0.26"},
		{nil, nil, "$0.00"},
	} {
		sum := 0.0
		for _, usd := range c.parts {
			sum += usd
		}
		if got := DollarParts(c.parts...); !slices.Equal(got, c.want) || Dollars(sum) != c.sum {
			t.Errorf("%v: %q, in all %s; want %q, %s", c.parts, got, Dollars(sum), c.want, c.sum)
		}
	}
}

// TestDollarDigits: the parts of a group add up to what is shown of it, and the groups to what is shown of all.
func TestDollarDigits(t *testing.T) {
	for _, c := range []struct {
		groups [][]float64
		want   int
	}{
		{[][]float64{{0.25, 0.5}, {0.25}}, 2},
		{[][]float64{{0.124, 0.124}, {0.5}}, 3},     // 0.12 + 0.12 is not 0.25
		{[][]float64{{0.1234, 0.1234}, {0.111}}, 4}, // nor 0.123 + 0.123 0.247
		{[][]float64{{0.00006, 0.00006}, {0.5}}, 4},
		{nil, 2},
	} {
		if got := DollarDigits(c.groups...); got != c.want {
			t.Errorf("%v: %d digits, want %d", c.groups, got, c.want)
		}
	}
}
