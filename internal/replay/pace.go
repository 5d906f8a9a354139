package replay

import (
	"context"
	"time"
)

// pace is the clock of a replay.
type pace struct {
	speed   float64       // 0: as fast as possible
	timed   bool          // a cast needs the time of each write
	elapsed time.Duration // since the beginning of the recording
}

// to waits until a time, or until ctx is done. If somebody can see the difference, it calls show first.
func (p *pace) to(ctx context.Context, at time.Duration, show func()) {
	pause := at - p.elapsed
	if pause <= 0 {
		return
	}
	if p.speed > 0 || p.timed {
		show()
	}
	p.elapsed = at
	if p.speed <= 0 {
		return
	}
	select {
	case <-time.After(time.Duration(float64(pause) / p.speed)):
	case <-ctx.Done():
	}
}
