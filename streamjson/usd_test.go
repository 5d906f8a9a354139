package streamjson

import (
	"math"
	"testing"
)

// TestRoundUSD: for any costs, their sum is a number that can be stored and that limits a task.
func TestRoundUSD(t *testing.T) {
	for usd, want := range map[float64]float64{
		0.1 + 0.2: 0.3, 1e-7: 0, 12.3456789: 12.345679, -15: 0, 1e308: 0, math.Inf(1): 0, math.Inf(-1): 0, math.NaN(): 0,
	} {
		if got := RoundUSD(usd); got != want || math.Signbit(got) {
			t.Errorf("%g is rounded to %g, want %g", usd, got, want)
		}
	}
}
