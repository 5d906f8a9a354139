package report

import (
	"fmt"
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

// setCosts sets what is shown of the costs of the spans, beside the cost of all.
func (r *Report) setCosts() {
	var costs []float64
	for _, s := range r.Spans {
		costs = append(costs, s.CostUSD)
	}
	for i, cost := range text.DollarParts(costs...) {
		if costs[i] > 0 {
			r.Spans[i].Cost = cost
		}
	}
}

// Sums returns the sums of all phases.
func (r *Report) Sums() (sums []Sum) {
	var costs []float64
	for _, phase := range []string{"agent", "review", session.PhaseBackground, "wait", "user", "rest"} {
		sum := Sum{Phase: phase}
		for _, s := range r.Spans {
			if s.Phase == phase {
				sum.Took += s.To - s.From
				sum.CostUSD += s.CostUSD
			}
		}
		if sum.Took > 0 || sum.CostUSD > 0 {
			sums = append(sums, sum)
			costs = append(costs, sum.CostUSD)
		}
	}
	for i, cost := range text.DollarParts(costs...) {
		if costs[i] > 0 {
			sums[i].Cost = cost
		}
	}
	return sums
}
