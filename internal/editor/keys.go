package terminal

import "unicode/utf8"

// maxKey is longer than any key: a sequence that is not over by then is none.
const maxKey = 32

// keyLen is the length of the key at the head of b, 0 if it has not come whole. Where it ends does not depend on how
// the bytes were cut on their way. A sequence that breaks off ends before the byte that breaks it: that may be ctrl-c,
// or begin the end of a paste. Alt with a character is one key. Before another control character the escape alone is a
// key.
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
	case len(b) == 1: // the rest may be on its way
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

// Keys divides what comes from a keyboard into keys. Its zero value is ready; it is not safe for concurrent use.
type Keys struct{ line editor }

// Take gives the keys that have come whole.
func (k *Keys) Take(b []byte) (keys []string) {
	for len(b) > 0 {
		var key string
		if key, b = k.line.nextKey(b); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// Escape is to be called when nothing was typed for [EscapeTime]: it reports whether that was the key.
func (k *Keys) Escape() bool {
	is := string(k.line.pending) == escape
	if is {
		k.line.pending = nil
	}
	return is
}
