package audit

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A bar shows how much has been read, on a line that is cleared at the end. A nil bar shows nothing.
type bar struct {
	w                                       io.Writer
	totalBytes, finishedBytes, currentBytes int64 // bytes: of all files, of the finished files, of the current file
	drawnAt                                 time.Time
	isDrawn                                 bool
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
	b := &bar{w: w, drawnAt: time.Now().Add(barAfter - barEvery)}
	for _, s := range sources {
		b.totalBytes += s.size
	}
	return b
}

// add notes that n bytes of the file were read.
func (b *bar) add(n int) {
	if b == nil {
		return
	}
	b.currentBytes += int64(n)
	if now := time.Now(); now.Sub(b.drawnAt) >= barEvery {
		b.drawnAt, b.isDrawn = now, true
		const width = 20 // the whole line fits in 40 columns
		share := min(float64(b.finishedBytes+b.currentBytes)/float64(max(b.totalBytes, 1)), 1)
		done := int(share * width)
		fmt.Fprintf(b.w, "\r[%s%s] %3.0f%% %s\x1b[K", strings.Repeat("#", done), strings.Repeat(".", width-done),
			100*share, formatSize(b.finishedBytes+b.currentBytes))
	}
}

// next notes that a file is done.
func (b *bar) next(s source) {
	if b != nil {
		b.finishedBytes += s.size
		b.currentBytes = 0
	}
}

func (b *bar) clear() {
	if b != nil && b.isDrawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

// formatSize formats a number of bytes for the user.
func formatSize(n int64) string {
	if n < 1e9 {
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
