package config

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"ccc/internal/lang"
)

// change is an operation of a JSON patch (RFC 6902).
type change struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// pointer is the path of a change (RFC 6901).
func pointer(keys ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	path := ""
	for _, key := range keys {
		path += "/" + escape.Replace(key)
	}
	return path
}

// patch makes the changes in a JSON text. All else stays byte for byte, unless the text is laid out as claude writes
// it: then the result is, too. A blank text is an empty object. A json.RawMessage that replaces a value stands there as
// it is.
func patch(text []byte, changes ...change) ([]byte, error) {
	blank := len(bytes.TrimSpace(text)) == 0
	if blank {
		text = []byte("{}\n")
	}
	v, err := hujson.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if twice(v, c.Path) {
			return nil, errTwice
		}
		if raw, ok := c.Value.(json.RawMessage); ok && c.Op == "replace" {
			value, err := hujson.Parse(raw)
			if err != nil {
				return nil, err
			}
			if at := v.Find(c.Path); at != nil {
				at.Value = value.Value
			}
			continue
		}
		var ops bytes.Buffer
		e := json.NewEncoder(&ops)
		e.SetEscapeHTML(false)
		if err := e.Encode([]change{c}); err != nil {
			return nil, err
		}
		if err := v.Patch(ops.Bytes()); err != nil {
			return nil, err
		}
	}
	v.Standardize() // where a space was before the comma before the last member, hujson leaves that comma
	if indent := indentOf(text); blank || bytes.Equal(reindented(text, indent), text) {
		return reindented(v.Pack(), indent), nil
	}
	return v.Pack(), nil
}

// indentOf is the indentation of the first line that has one.
func indentOf(text []byte) string {
	for line := range bytes.Lines(text) {
		if rest := bytes.TrimLeft(line, " \t"); len(rest) > 0 && len(rest) < len(line) {
			return string(line[:len(line)-len(rest)])
		}
	}
	return "  "
}

func reindented(text []byte, indent string) []byte {
	var out bytes.Buffer
	if json.Indent(&out, text, "", indent) != nil {
		return text
	}
	return out.Bytes()
}

// members reads a JSON object; null and nothing are an empty one. Names count with their case, as they do for claude.
func members(text []byte) (list map[string]json.RawMessage, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	err = json.Unmarshal(text, &list)
	return list, err
}

// twice reports whether a name on the path stands twice: claude and we read the last one, a change would be made in the
// first.
func twice(v hujson.Value, path string) bool {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, key := range strings.Split(path, "/")[1:] {
		switch at := v.Value.(type) {
		case *hujson.Object:
			n, name := 0, unescape.Replace(key)
			for i := range at.Members {
				if at.Members[i].Name.Value.(hujson.Literal).String() == name {
					v, n = at.Members[i].Value, n+1
				}
			}
			if n != 1 {
				return n > 1
			}
		case *hujson.Array:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(at.Elements) {
				return false
			}
			v = at.Elements[i]
		}
	}
	return false
}

var errTwice = lang.Errorf("a name stands twice in an object of it, and only the last one counts: take one out")
