package report

import (
	"fmt"
	"slices"
	"time"

	"ccc/internal/session"
	"ccc/internal/text"
)

// Bar is a span in the timeline, in percent of its width.
type Bar struct {
	Span
	X, Width string
}

// Bars returns the spans of the timeline. All idle times together are drawn at most as long as a tenth of the rest.
func (r *Report) Bars() (bars []Bar) {
	var total, x float64
	lengths := r.drawnLengths()
	for _, length := range lengths {
		total += length
	}
	for i, s := range r.Spans {
		if total == 0 {
			break
		}
		width := 100 * lengths[i] / total
		bars = append(bars, Bar{s, fmt.Sprintf("%.3f%%", x), fmt.Sprintf("%.3f%%", width)})
		x += width
	}
	return bars
}

// drawnLengths returns the drawn length of each span.
func (r *Report) drawnLengths() (lengths []float64) {
	var work time.Duration
	for _, s := range r.Spans {
		if s.isBusy() {
			work += s.Length()
		}
	}
	for _, s := range r.Spans {
		d := s.Length()
		if !s.isBusy() {
			d = min(d, work/10)
		}
		lengths = append(lengths, float64(max(d, work/150)))
	}
	return lengths
}

// Scaled reports whether all spans are drawn to scale.
func (r *Report) Scaled() bool {
	for i, length := range r.drawnLengths() {
		if length != float64(r.Spans[i].Length()) {
			return false
		}
	}
	return true
}

// Length returns the duration of the span.
func (s Span) Length() time.Duration { return s.To - s.From }

func (s Span) isBusy() bool {
	return s.Phase != "user" && s.Phase != "wait" && s.Phase != session.PhaseBackground
}

// Sum is the time and the cost of all spans of a phase.
type Sum struct {
	Phase   string
	Took    time.Duration
	CostUSD float64
	Cost    string // as in [Span]
}

// phasesOfSums are the phases in the order of their sums.
var phasesOfSums = []string{"agent", "review", session.PhaseBackground, "wait", "user", "rest"}

// setCosts sets the costs that spans and reviews show, with so many digits that these add up to the sums of the phases.
func (r *Report) setCosts() {
	costs := make([][]float64, len(phasesOfSums))
	for _, s := range r.Spans {
		if i := slices.Index(phasesOfSums, s.Phase); i >= 0 {
			costs[i] = append(costs[i], s.CostUSD)
		}
	}
	r.digits = text.DollarDigits(costs...)
	for i := range r.Spans {
		r.Spans[i].Cost = r.cost(r.Spans[i].CostUSD)
	}
	for _, s := range r.Steps {
		s.Cost = r.cost(s.CostUSD)
	}
}

// cost returns what is shown of a part of the cost; "" for nothing.
func (r *Report) cost(usd float64) string {
	if usd <= 0 {
		return ""
	}
	return text.DollarsTo(usd, r.digits)
}

// Sums returns the sums of all phases.
func (r *Report) Sums() (sums []Sum) {
	for _, phase := range phasesOfSums {
		sum := Sum{Phase: phase}
		for _, s := range r.Spans {
			if s.Phase == phase {
				sum.Took += s.To - s.From
				sum.CostUSD += s.CostUSD
			}
		}
		if sum.Took > 0 || sum.CostUSD > 0 {
			sum.Cost = r.cost(sum.CostUSD)
			sums = append(sums, sum)
		}
	}
	return sums
}
