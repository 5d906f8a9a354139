package session

import "ccc/internal/text"

// Clip is a text whose middle is left out if it is long.
type Clip struct {
	Head, Tail string // Tail is "" if the text is whole
	Size       int    // of the whole text, in bytes
}

// Whole reports whether nothing is left out.
func (c Clip) Whole() bool { return c.Size == len(c.Head)+len(c.Tail) }

// tailShare is the part of a clip that its tail gets, as a divisor: the end of a text says how it went.
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
