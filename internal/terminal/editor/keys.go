package editor

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// EscapeTime is how long the rest of an escape sequence may take to arrive. An escape byte that nothing follows within
// this time is the escape key itself.
const EscapeTime = 50 * time.Millisecond

// EscapeKey is the key that [Keys.Escape] reports.
const EscapeKey = "\x1b"

// Keys splits bytes from a terminal into keys: a character, a control character or an escape sequence each. The zero
// value is ready to use. It is not safe for concurrent use.
type Keys struct {
	pending []byte // the beginning of a key whose end has not arrived
}

// Next returns the first key of b and the bytes after it. Key is "" if only a part of it has arrived: Next keeps that
// part and puts it in front of the next b.
func (k *Keys) Next(b []byte) (key string, rest []byte) {
	if len(k.pending) > 0 {
		b = append(k.pending, b...)
		k.pending = nil
	}
	n := keyLen(b)
	if n == 0 {
		k.pending = bytes.Clone(b)
		return "", nil
	}
	return string(b[:n]), b[n:]
}

// All returns all complete keys of b, after what was left of the bytes before it.
func (k *Keys) All(b []byte) (keys []string) {
	for len(b) > 0 {
		var key string
		if key, b = k.Next(b); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// Escape reports whether a lone escape byte is pending, and consumes it. Call it when no byte has arrived for
// [EscapeTime].
func (k *Keys) Escape() bool {
	if string(k.pending) != EscapeKey {
		return false
	}
	k.pending = nil
	return true
}

// maxKey is the length in bytes at which an unfinished sequence is given up. No key is that long.
const maxKey = 32

// keyLen returns the length of the key at the head of b, or 0 if its end has not arrived. The result does not depend on
// how the bytes were cut into reads. A broken sequence ends before the byte that breaks it, because that byte may be
// ctrl-c or begin the end of a paste. Alt with a character is one key. An escape before another control character is a
// key by itself.
func keyLen(b []byte) int {
	switch {
	case b[0] >= utf8.RuneSelf:
		if !utf8.FullRune(b) {
			return 0
		}
		_, n := utf8.DecodeRune(b)
		return n
	case b[0] != 0x1b:
		return 1
	case len(b) == 1: // the rest may still arrive
		return 0
	}
	switch c := b[1]; {
	case c == '[' || c == 'O':
		return sequenceLen(b)
	case c == '\r' || c == '\n' || c >= ' ' && c < utf8.RuneSelf:
		return 2
	case c >= utf8.RuneSelf:
		if !utf8.FullRune(b[1:]) {
			return 0
		}
		_, n := utf8.DecodeRune(b[1:])
		return 1 + n
	}
	return 1
}

// sequenceLen is keyLen for a CSI or SS3 sequence.
func sequenceLen(b []byte) int {
	for i := 2; i < min(len(b), maxKey); i++ {
		switch {
		case b[i] >= 0x40 && b[i] <= 0x7e:
			return i + 1
		case b[i] < 0x20 || b[i] > 0x7e:
			return i
		}
	}
	if len(b) >= maxKey {
		return maxKey
	}
	return 0
}
