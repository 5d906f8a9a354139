package session

import "ccc/internal/text"

// Clip is a text. If it is long, its middle is left out.
type Clip struct {
	Head, Tail string // Tail is "" if the text is whole
	Size       int    // of the whole text, in bytes
}

// IsWhole reports whether nothing is left out.
func (c Clip) IsWhole() bool { return c.Size == len(c.Head)+len(c.Tail) }

// tailShare divides the limit of a clip: the tail gets one part of so many. The end of an output often says how it
// went.
const tailShare = 3

// NewClip cuts a text to at most limit bytes, and never inside a character.
func NewClip(s string, limit int) Clip {
	if len(s) <= limit {
		return Clip{Head: s, Size: len(s)}
	}
	end := limit / tailShare
	head, tail := text.Head(s, limit-end), text.Tail(s, end)
	return Clip{head, tail, len(s)}
}
