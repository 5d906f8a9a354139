package loop

import "time"

// Bounds end a launch that does not end by itself.
type Bounds struct {
	MaxRounds   int
	MaxStalled  int           // rounds in a row that bring nothing; 0 for no bound
	MaxCostUSD  float64       // of the launch, looked at after each turn and review; 0 for no bound
	MaxDuration time.Duration // the same
	MaxWait     time.Duration // for a usage limit; 0 for six hours
}

// machine is the one that the bounds make, for a launch that begins now.
func (b Bounds) machine(attended bool, now time.Time) machine {
	m := machine{maxRounds: b.MaxRounds, maxStalled: b.MaxStalled, maxCost: b.MaxCostUSD, maxWait: b.MaxWait, attended: attended}
	if b.MaxDuration > 0 {
		m.deadline = now.Add(b.MaxDuration)
	}
	return m
}
