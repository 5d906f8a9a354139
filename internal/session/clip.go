package session

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
func NewClip(text string, limit int) Clip {
	if len(text) <= limit {
		return Clip{Head: text, Size: len(text)}
	}
	end := limit / tailShare
	head, tail := text[:limit-end], text[len(text)-end:]
	for n := 0; n < 3 && len(head) > 0 && continuesCharacter(text[len(head)]); n++ {
		head = head[:len(head)-1]
	}
	for n := 0; n < 3 && len(tail) > 0 && continuesCharacter(tail[0]); n++ {
		tail = tail[1:]
	}
	return Clip{head, tail, len(text)}
}

// continuesCharacter reports whether a byte is inside a character of UTF-8, not its first.
func continuesCharacter(c byte) bool { return c&0xc0 == 0x80 }
