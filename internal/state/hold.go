package state

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ccc/internal/file"
)

// Hold is a decision of the Stop hook that sends the agent back to work. Claude then first writes the feedback to the
// session's file. If claude did not get the decision, or did not follow it, it writes no feedback.
type Hold struct {
	At    time.Time `json:"at"`
	File  string    `json:"file"`  // the session's, of claude
	Size  int64     `json:"size"`  // size of that file when the decision was made
	Words string    `json:"words"` // words of the feedback that look the same in JSON
	// Claims says that the hold was because of claims, with reviews off.
	Claims bool `json:"claims,omitzero"`
}

// NewHold returns a hold with that feedback. path is the session's file.
func NewHold(path, feedback string, now time.Time) Hold {
	h := Hold{At: now, File: path}
	if info, err := os.Stat(path); err == nil {
		h.Size = info.Size()
	}
	escaped := func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ' ||
			strings.ContainsRune(`"\<>&`, r)
	}
	for _, run := range strings.FieldsFunc(feedback[:min(len(feedback), maxWords)], escaped) {
		if len(run) > len(h.Words) {
			h.Words = run
		}
	}
	return h
}

const (
	maxWords = 400     // bytes of the feedback in which Words are searched
	maxAfter = 4 << 20 // bytes of the session's file in which the feedback is searched
	// holdDelay is the longest time that claude takes to write the feedback. 2.1.329 took up to 0.1 s.
	holdDelay = 5 * time.Second
)

// feedbackBegins is the beginning of a Stop hook's feedback in the session's file (2.1.5 to 2.1.330).
const feedbackBegins = "Stop hook feedback:"

// IsSettled reports whether claude has had enough time to follow the hold.
func (h Hold) IsSettled(now time.Time) bool { return !h.At.IsZero() && now.Sub(h.At) >= holdDelay }

// IsIgnored reports whether the session's file shows that claude did not follow the hold; see IsSettled.
func (h Hold) IsIgnored() bool {
	if h.At.IsZero() {
		return false
	}
	f, err := file.Open(h.File)
	if err != nil {
		return false
	}
	defer f.Close()
	lines := bufio.NewReader(io.NewSectionReader(f, h.Size, maxAfter))
	for {
		line, err := lines.ReadBytes('\n')
		if bytes.Contains(line, []byte(feedbackBegins)) && bytes.Contains(line, []byte(h.Words)) {
			return false
		}
		if err != nil {
			return err == io.EOF
		}
	}
}
