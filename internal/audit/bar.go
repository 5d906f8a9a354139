package audit

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A bar shows how much has been read, on a line that is cleared at the end. A nil bar shows nothing.
type bar struct {
	w                 io.Writer
	all, before, read int64 // bytes: of all files, of the finished files, of the current file
	shown             time.Time
	visible           bool
}

// How long reading takes before the bar appears, and how often it is drawn.
const (
	barAfter = 500 * time.Millisecond
	barEvery = 100 * time.Millisecond
)

func newBar(w io.Writer, sources []source) *bar {
	if w == nil {
		return nil
	}
	b := &bar{w: w, shown: time.Now().Add(barAfter - barEvery)}
	for _, s := range sources {
		b.all += s.size
	}
	return b
}

// add notes that n bytes of the file were read.
func (b *bar) add(n int) {
	if b == nil {
		return
	}
	b.read += int64(n)
	if now := time.Now(); now.Sub(b.shown) >= barEvery {
		b.shown, b.visible = now, true
		const width = 40
		share := min(float64(b.before+b.read)/float64(max(b.all, 1)), 1)
		done := int(share * width)
		fmt.Fprintf(b.w, "\r[%s%s] %3.0f%% %s\x1b[K", strings.Repeat("#", done), strings.Repeat(".", width-done),
			100*share, size(b.before+b.read))
	}
}

// next notes that a file is done.
func (b *bar) next(s source) {
	if b != nil {
		b.before += s.size
		b.read = 0
	}
}

func (b *bar) clear() {
	if b != nil && b.visible {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

// size formats a number of bytes for the user.
func size(n int64) string {
	if n < 1e9 {
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
