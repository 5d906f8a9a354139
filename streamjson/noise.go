package streamjson

import "bytes"

const (
	bel = 0x07
	esc = 0x1b
	del = 0x7f
)

// noiseLen returns how many bytes at the beginning of b come from a terminal and not from Claude Code: white space and
// control characters, escape sequences, and "^C", the echo of an interrupt. On a pty 2.1.329 writes `^C{"type":…` and
// 2.1.197 writes resets of the terminal before the object, on the same line; after the last object resets follow on a
// line of their own.
//
// An escape sequence never contains a '{', so that one which was cut off does not swallow the object after it.
func noiseLen(b []byte) int {
	i := 0
	for i < len(b) {
		switch c := b[i]; {
		case c == esc:
			n := sequenceLen(b[i:])
			if n == 0 {
				return i
			}
			i += n
		case c <= ' ' || c == del:
			i++
		case c == '^' && i+1 < len(b) && b[i+1] == 'C':
			i += 2
		default:
			return i
		}
	}
	return i
}

// sequenceLen returns the length of the escape sequence at the beginning of b, 0 if it is a string (OSC and similar)
// without an end. A sequence that is cut off at the end of b reaches to that end.
func sequenceLen(b []byte) int {
	if len(b) == 1 {
		return 1
	}
	i := 2
	switch b[1] {
	case '[': // CSI: parameters, intermediates, one final byte
		for i < len(b) && 0x30 <= b[i] && b[i] <= 0x3f {
			i++
		}
	case ']', 'P', 'X', '^', '_': // OSC, DCS, SOS, PM, APC: a string
		return stringEnd(b)
	default: // two bytes, or more with intermediates: ESC ( B
		i = 1
	}
	for i < len(b) && 0x20 <= b[i] && b[i] <= 0x2f {
		i++
	}
	if i < len(b) && 0x30 <= b[i] && b[i] < del && b[i] != '{' {
		i++
	}
	return i
}

// stringEnd returns the length of the control string at the beginning of b: up to BEL or ESC \, 0 if neither comes.
func stringEnd(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch {
		case b[i] == '{':
			return 0
		case b[i] == bel:
			return i + 1
		case bytes.HasPrefix(b[i:], []byte("\x1b\\")):
			return i + 2
		}
	}
	return 0
}
