// Package jsonedit changes a JSON text and keeps the rest of it as it is: comments, the order of keys, and the layout.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Change is an operation of a JSON patch (RFC 6902), or "rename", see [Patch].
type Change struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// Pointer is the path of a change (RFC 6901).
func Pointer(keys ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	path := ""
	for _, key := range keys {
		path += "/" + escape.Replace(key)
	}
	return path
}

// Add sets a member of an object, or adds an element to a list where the pointer ends in "/-".
func Add(pointer string, value any) Change { return Change{"add", pointer, value} }

// Replace sets a value that is there.
func Replace(pointer string, value any) Change { return Change{"replace", pointer, value} }

// Remove takes a member or an element out.
func Remove(pointer string) Change { return Change{Op: "remove", Path: pointer} }

// Rename gives a member another name.
func Rename(pointer, name string) Change { return Change{"rename", pointer, name} }

// Patch makes the changes in a JSON text, which may have what [file.Standard] blanks: all that stays. All else stays
// byte for byte, unless the text is laid out as claude writes it: then the result is, too. A new member gets a line of
// its own if the one before it has one. A blank text is an empty object. A json.RawMessage that replaces a value stands
// there as it is. The operation "rename" gives the member at Path another name, a string.
func Patch(text []byte, changes ...Change) ([]byte, error) {
	text, mark := bytes.CutPrefix(text, []byte(file.BOM))
	blank := len(bytes.TrimSpace(text)) == 0
	if blank {
		text = []byte("{}\n")
	}
	lines := bytes.Count(text, []byte("\n"))
	returns := lines > 0 && lines == bytes.Count(text, []byte("\r\n")) // as an editor for Windows writes it
	if returns {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	text = bytes.Clone(text) // hujson writes into what it has parsed
	indent := indentOf(text)
	canonical := blank || bytes.Equal(reindented(text, indent), text)
	v, err := hujson.Parse(text)
	if err != nil && bytes.LastIndexByte(text, '\n') < bytes.LastIndex(text, []byte("//")) {
		v, err = hujson.Parse(Ended(text)) // a comment may be the end of it
	}
	if err != nil {
		return nil, err
	}
	standard := v.IsStandard()
	for _, c := range changes {
		if raw, ok := c.Value.(json.RawMessage); ok && !json.Valid(raw) {
			standard = false
		}
		if err := c.make(&v, indent); err != nil {
			return nil, err
		}
	}
	if standard {
		v.Standardize() // where a space was before the comma before the last member, hujson leaves that comma
	}
	out := v.Pack()
	if canonical && standard {
		out = reindented(out, indent)
	}
	if returns {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	if mark {
		out = append([]byte(file.BOM), out...)
	}
	return out, nil
}

// make makes the change, in a text that is indented by indent.
func (c Change) make(v *hujson.Value, indent string) error {
	if twice(*v, c.Path) {
		return ErrTwice
	}
	at := v.Find(c.Path)
	if raw, ok := c.Value.(json.RawMessage); ok && c.Op == "replace" {
		value, err := hujson.Parse(Ended(raw))
		if err != nil || at == nil {
			return err
		}
		at.Value = value.Value
		if !value.BeforeExtra.IsStandard() { // behind those that stood there, which no copy of the value has
			at.BeforeExtra = append(append(bytes.TrimRight(at.BeforeExtra, " "), ' '), value.BeforeExtra...)
		}
		if !value.AfterExtra.IsStandard() {
			at.AfterExtra = append(value.AfterExtra, at.AfterExtra...)
		}
		return nil
	}
	var parent *hujson.Object
	if above := v.Find(c.Path[:max(strings.LastIndexByte(c.Path, '/'), 0)]); above != nil {
		parent, _ = above.Value.(*hujson.Object)
	}
	if c.Op == "rename" {
		for i := range parent.Members {
			if &parent.Members[i].Value == at {
				parent.Members[i].Name.Value = hujson.String(c.Value.(string))
			}
		}
		return nil
	}
	if c.Op == "remove" && parent != nil && at != nil && removeCommented(parent, at) {
		return nil
	}
	var ops bytes.Buffer
	e := json.NewEncoder(&ops)
	e.SetEscapeHTML(false)
	if err := e.Encode([]Change{c}); err != nil {
		return err
	}
	if err := v.Patch(ops.Bytes()); err != nil {
		return err
	}
	if c.Op == "add" && at == nil && parent != nil {
		return layOut(parent, indent)
	}
	return nil
}

// removeCommented takes the member with that value out of an object, if there are comments around it. They stay: they
// are the person's, and may be of something else, such as an entry that she has commented out.
func removeCommented(object *hujson.Object, value *hujson.Value) (removed bool) {
	i := 0
	for &object.Members[i].Value != value {
		i++
	}
	m := object.Members[i]
	next, last := &object.AfterExtra, i == len(object.Members)-1
	if !last {
		next = &object.Members[i+1].Name.BeforeExtra
	}
	stays, commented := m.Name.BeforeExtra, !m.Name.BeforeExtra.IsStandard() || !next.IsStandard()
	for _, extra := range []hujson.Extra{m.Name.AfterExtra, m.Value.BeforeExtra, m.Value.AfterExtra} {
		if !extra.IsStandard() {
			stays, commented = behind(stays, extra), true
		}
	}
	if !commented {
		return false
	}
	if last && i > 0 {
		before := &object.Members[i-1].Value
		switch comma := m.Value.AfterExtra != nil; {
		case !comma:
			if !before.AfterExtra.IsStandard() {
				stays = behind(before.AfterExtra, stays)
			}
			before.AfterExtra = nil
		case before.AfterExtra == nil:
			before.AfterExtra = hujson.Extra{} // which stands for one
		}
	}
	*next = behind(stays, *next)
	object.Members = slices.Delete(object.Members, i, i+1)
	return true
}

// behind gives the comments of two extras, of which the second one stood behind the first, with something between them
// that is gone. Where there is no comment the white space is that of the second.
func behind(first, second hujson.Extra) hujson.Extra {
	rest := bytes.TrimLeft(second, " \t")
	switch {
	case first.IsStandard() && (second.IsStandard() || bytes.HasPrefix(rest, []byte("\n"))):
		return second
	case second.IsStandard() && !bytes.HasPrefix(rest, []byte("\n")):
		return first
	case bytes.HasPrefix(rest, []byte("\n")):
		return append(bytes.TrimRight(first, " \t\n"), second...)
	}
	return append(bytes.Clone(first), rest...)
}

// layOut gives the last member of an object, which is new, a line of its own if the one before it has one. unit
// is the indentation of the text.
func layOut(object *hujson.Object, unit string) error {
	n := len(object.Members)
	if n < 2 {
		return nil
	}
	before, member := &object.Members[n-2], &object.Members[n-1]
	if moved := member.Name.BeforeExtra; !moved.IsStandard() && !bytes.HasSuffix(moved, []byte("\n")) {
		before.Value.AfterExtra = append(before.Value.AfterExtra, moved...) // it was that one's
		member.Name.BeforeExtra = nil
	}
	line := bytes.LastIndexByte(before.Name.BeforeExtra, '\n')
	indent := string(before.Name.BeforeExtra[line+1:])
	if line < 0 || strings.Trim(indent, " \t") != "" {
		return nil
	}
	if !bytes.HasSuffix(member.Name.BeforeExtra, []byte("\n")) { // else a comment behind the one before stands there
		member.Name.BeforeExtra = append(member.Name.BeforeExtra, '\n')
	}
	member.Name.BeforeExtra = append(member.Name.BeforeExtra, indent...)
	var laid bytes.Buffer
	if err := json.Indent(&laid, member.Value.Pack(), indent, unit); err != nil {
		return err
	}
	value, err := hujson.Parse(laid.Bytes())
	if err != nil {
		return err
	}
	member.Value.BeforeExtra, member.Value.Value = hujson.Extra(" "), value.Value
	if before.Value.AfterExtra != nil { // a comma behind the last one
		member.Value.AfterExtra = hujson.Extra{}
	}
	return nil
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

// Members reads a JSON object; null and nothing are an empty one. Names count with their case, as they do for claude.
func Members(text []byte) (list map[string]json.RawMessage, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	err = json.Unmarshal(text, &list)
	return list, err
}

// Find gives the JSON text of the value at a path of names; has is false where there is none.
func Find(text []byte, path []string) (now json.RawMessage, has bool) {
	now = text
	for _, name := range path {
		list, err := Members(now)
		if now, has = list[name]; err != nil || !has {
			return nil, false
		}
	}
	return now, true
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

var ErrTwice = lang.Errorf("an object in it has the same name twice, and only the last one counts: remove one")

// Ended gives a text with a newline behind it, which hujson wants after a comment.
func Ended(text []byte) []byte {
	if bytes.HasSuffix(text, []byte("\n")) {
		return text
	}
	return append(bytes.Clone(text), '\n')
}
