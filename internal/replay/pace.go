package replay

import (
	"context"
	"time"
)

// pace is the time of a replay.
type pace struct {
	speed float64       // 0: as fast as it goes
	kept  bool          // somebody looks at the clock: a cast
	now   time.Duration // since the beginning, on the recording's clock
}

// to lets the time come, unless ctx is done before. show is called first, where that makes a difference to who looks.
func (p *pace) to(ctx context.Context, at time.Duration, show func()) {
	pause := at - p.now
	if pause <= 0 {
		return
	}
	if p.speed > 0 || p.kept {
		show()
	}
	p.now = at
	if p.speed <= 0 {
		return
	}
	select {
	case <-time.After(time.Duration(float64(pause) / p.speed)):
	case <-ctx.Done():
	}
}
