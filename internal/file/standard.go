package file

import "bytes"

// Standard turns JSON as people write it into JSON that encoding/json reads: comments, trailing commas and a byte
// order mark become blanks. Lines and offsets stay the same, so errors of encoding/json name the right place. Text
// that is not JSON stays that way. hujson.Standardize would refuse such text, with a message that cannot be
// translated.
func Standard(text []byte) []byte {
	out := bytes.Clone(text)
	if bytes.HasPrefix(out, []byte(BOM)) {
		blankComments(out[:len(BOM)])
	}
	before := byte(',') // the first byte of the last token
	comma := -1         // the offset of the last token, if that is a comma after a value
	for i := 0; i < len(out); {
		n, c := 1, out[i]
		switch {
		case c == '/':
			if n = commentLen(out[i:]); n > 0 {
				blankComments(out[i : i+n])
				i += n
				continue
			}
			n = 1
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
			continue
		case c == '"':
			n = stringLen(out[i:])
		case (c == '}' || c == ']') && comma >= 0:
			out[comma] = ' '
		}
		comma = -1
		if c == ',' && before != ',' && before != '{' && before != '[' && before != ':' {
			comma = i
		}
		before = c
		i += n
	}
	return out
}

// BOM is the byte order mark, which some editors put at the beginning of a file.
const BOM = "\ufeff"

// commentLen returns the length of the comment at the beginning of text, without its newline. It is 0 if there is
// none, or if the comment has no end.
func commentLen(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n
		}
		return len(text)
	case bytes.HasPrefix(text, []byte("/*")):
		if n := bytes.Index(text[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	}
	return 0
}

// stringLen returns the length of the string at the beginning of text.
func stringLen(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func blankComments(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
