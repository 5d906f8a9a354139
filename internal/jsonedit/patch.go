// Package jsonedit changes values in a JSON text. Comments, the order of keys and the layout stay as they are.
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
	"ccc/internal/text"
)

// Change is an operation of a JSON patch (RFC 6902), or "rename", which gives a member the name in Value.
type Change struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// Pointer joins names to a JSON pointer (RFC 6901), the path of a change.
func Pointer(keys ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	path := ""
	for _, key := range keys {
		path += "/" + escape.Replace(key)
	}
	return path
}

// Add sets a member of an object. If the pointer ends in "/-", it appends an element to a list.
func Add(pointer string, value any) Change { return Change{"add", pointer, value} }

// Replace replaces an existing value.
func Replace(pointer string, value any) Change { return Change{"replace", pointer, value} }

// Remove removes a member or an element.
func Remove(pointer string) Change { return Change{Op: "remove", Path: pointer} }

// Rename gives a member another name.
func Rename(pointer, name string) Change { return Change{"rename", pointer, name} }

// Patch makes the changes in a JSON text, which may have comments and trailing commas. The rest of the text stays byte
// for byte. A new value gets line breaks and indentation if its neighbours have them. A json.RawMessage that replaces a
// value is written without changes. A blank text counts as an empty object.
func Patch(text []byte, changes ...Change) ([]byte, error) {
	text, mark := bytes.CutPrefix(text, []byte(file.BOM))
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	lines := bytes.Count(text, []byte("\n"))
	returns := lines > 0 && lines == bytes.Count(text, []byte("\r\n")) // line ends of Windows
	if returns {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	text = bytes.Clone(text) // hujson changes the bytes that it parses
	v, err := hujson.Parse(text)
	if err != nil && bytes.LastIndexByte(text, '\n') < bytes.LastIndex(text, []byte("//")) {
		v, err = hujson.Parse(WithNewline(text)) // the text may end in a comment
	}
	if err != nil {
		return nil, err
	}
	standard, unit := v.IsStandard(), indentOf(text)
	for _, c := range changes {
		if raw, ok := c.Value.(json.RawMessage); ok && !json.Valid(raw) {
			standard = false
		}
		if err := c.make(&v, unit); err != nil {
			return nil, err
		}
	}
	if standard {
		v.Standardize() // hujson leaves a comma after the new last member if a space was before that comma
	}
	out := v.Pack()
	if returns {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	if mark {
		out = append([]byte(file.BOM), out...)
	}
	return out, nil
}

// make applies the change to v. unit is one level of indentation.
func (c Change) make(v *hujson.Value, unit string) error {
	if hasDuplicate(*v, c.Path) {
		return ErrTwice
	}
	at := v.Find(c.Path)
	if raw, ok := c.Value.(json.RawMessage); ok && c.Op == "replace" {
		return replaceRaw(at, raw)
	}
	if c.Op == "rename" && at != nil {
		childAt(v, c.Path).name.Value = hujson.String(c.Value.(string))
		return nil
	}
	parent := v.Find(c.Path[:max(strings.LastIndexByte(c.Path, '/'), 0)])
	if c.Op == "remove" && parent != nil && at != nil {
		if object, ok := parent.Value.(*hujson.Object); ok && removeCommented(object, at) {
			return nil
		}
	}
	var ops bytes.Buffer
	if err := text.EncodeJSON(&ops, []Change{c}); err != nil {
		return err
	}
	if err := v.Patch(ops.Bytes()); err != nil {
		return err
	}
	switch {
	case c.Op == "remove":
		closeEmpty(parent)
	case c.Path != "":
		return layOut(v, c.Path, at == nil, unit)
	}
	return nil
}

// replaceRaw replaces a value by a JSON text. Comments around the old value stay, and those around the new one follow.
func replaceRaw(at *hujson.Value, raw json.RawMessage) error {
	value, err := hujson.Parse(WithNewline(raw))
	if err != nil || at == nil {
		return err
	}
	at.Value = value.Value
	if !value.BeforeExtra.IsStandard() {
		at.BeforeExtra = append(append(bytes.TrimRight(at.BeforeExtra, " "), ' '), value.BeforeExtra...)
	}
	if !value.AfterExtra.IsStandard() {
		at.AfterExtra = append(value.AfterExtra, at.AfterExtra...)
	}
	return nil
}

// removeCommented removes the member with that value from an object if comments are around it, and keeps the comments.
// They are the user's, and may belong to something else, such as an entry that is commented out. Without comments it
// changes nothing and returns false.
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
			stays, commented = joinExtras(stays, extra), true
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
				stays = joinExtras(before.AfterExtra, stays)
			}
			before.AfterExtra = nil
		case before.AfterExtra == nil:
			before.AfterExtra = hujson.Extra{} // not nil: hujson writes a comma
		}
	}
	*next = joinExtras(stays, *next)
	object.Members = slices.Delete(object.Members, i, i+1)
	return true
}

// joinExtras joins the white space and comments before and after something that was removed. If there are no
// comments, it returns the white space of second.
func joinExtras(first, second hujson.Extra) hujson.Extra {
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

// child points to a member of an object or to an element of a list.
type child struct {
	name  *hujson.Value // nil for an element
	lead  *hujson.Extra // the white space and the comments before it
	value *hujson.Value
}

// children lists the members of an object or the elements of a list. end is the white space and the comments before
// the closing bracket.
func children(v *hujson.Value) (all []child, end *hujson.Extra) {
	switch v := v.Value.(type) {
	case *hujson.Object:
		for i := range v.Members {
			m := &v.Members[i]
			all = append(all, child{&m.Name, &m.Name.BeforeExtra, &m.Value})
		}
		end = &v.AfterExtra
	case *hujson.Array:
		for i := range v.Elements {
			all = append(all, child{nil, &v.Elements[i].BeforeExtra, &v.Elements[i]})
		}
		end = &v.AfterExtra
	}
	return all, end
}

// closeEmpty removes the white space in an empty object or list that has no comment in it.
func closeEmpty(v *hujson.Value) {
	if all, end := children(v); len(all) == 0 && end.IsStandard() {
		*end = nil
	}
}

// layOut indents the value at the path, which is new or was replaced, if it or its neighbour begins a line. A new value
// is the last child of its parent, and gets a line of its own. unit is one level of indentation.
func layOut(root *hujson.Value, path string, isNew bool, unit string) error {
	above := path[:strings.LastIndexByte(path, '/')]
	all, end := children(root.Find(above))
	last := all[len(all)-1]
	var indent string
	var lines bool
	switch n := len(all); {
	case !isNew:
		last = childAt(root, path)
		indent, lines = ownLine(*last.lead)
	case n > 1:
		indent, lines = addLine(all[n-2], last)
	case last.lead.IsStandard() && end.IsStandard():
		if above == "" {
			lines = true
		} else {
			indent, lines = ownLine(*childAt(root, above).lead)
		}
		if lines {
			*end = hujson.Extra("\n" + indent)
			indent += unit
			*last.lead = hujson.Extra("\n" + indent)
		}
	}
	if !lines {
		return nil
	}
	var text bytes.Buffer
	if err := json.Indent(&text, hujson.Value{Value: last.value.Value}.Pack(), indent, unit); err != nil {
		return err
	}
	value, err := hujson.Parse(text.Bytes())
	last.value.Value = value.Value
	if last.name != nil && isNew {
		last.value.BeforeExtra = hujson.Extra(" ") // after the colon
	}
	return err
}

// childAt finds the child at a path. It panics if nothing is there, or if the path is that of the whole text.
func childAt(root *hujson.Value, path string) child {
	all, _ := children(root.Find(path[:strings.LastIndexByte(path, '/')]))
	at := root.Find(path)
	return all[slices.IndexFunc(all, func(c child) bool { return c.value == at })]
}

// addLine puts the last child, which is new, on a line of its own if the child before it is on one. Both get the same
// indentation.
func addLine(before, last child) (indent string, lines bool) {
	if moved := *last.lead; !moved.IsStandard() && !bytes.HasSuffix(moved, []byte("\n")) {
		before.value.AfterExtra = append(before.value.AfterExtra, moved...) // the comment belongs to the child before
		*last.lead = nil
	}
	if indent, lines = ownLine(*before.lead); !lines {
		return "", false
	}
	if !bytes.HasSuffix(*last.lead, []byte("\n")) { // else a // comment of the child before ends the line
		*last.lead = append(*last.lead, '\n')
	}
	*last.lead = append(*last.lead, indent...)
	if before.value.AfterExtra != nil { // a comma after the last child
		last.value.AfterExtra = hujson.Extra{}
	}
	return indent, true
}

// ownLine returns the indentation of a child that begins a line, from the white space before it. lines is false if
// the child is not at the beginning of a line.
func ownLine(lead hujson.Extra) (indent string, lines bool) {
	line := bytes.LastIndexByte(lead, '\n')
	indent = string(lead[line+1:])
	return indent, line >= 0 && strings.Trim(indent, " \t") == ""
}

// indentOf returns the indentation of the first indented line, or two spaces.
func indentOf(text []byte) string {
	for line := range bytes.Lines(text) {
		if rest := bytes.TrimLeft(line, " \t"); len(rest) > 0 && len(rest) < len(line) {
			return string(line[:len(line)-len(rest)])
		}
	}
	return "  "
}

// Members reads the members of a JSON object. A blank text and null have none. Upper and lower case differ in names, as
// they do for claude.
func Members(text []byte) (list map[string]json.RawMessage, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	err = json.Unmarshal(text, &list)
	return list, err
}

// ReadMembers is [Members] of a file; none if there is no such file.
func ReadMembers(path string) (map[string]json.RawMessage, error) {
	text, err := file.ReadJSON(path)
	if err != nil {
		return nil, err
	}
	return Members(text)
}

// Find returns the JSON text of the value at a path of names. has is false if there is none.
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

// hasDuplicate reports whether an object has a name of the path twice. claude and ccc read the last one, but a change
// would be made in the first.
func hasDuplicate(v hujson.Value, path string) bool {
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

// ErrTwice is the error for a change whose path has a name that is twice in its object.
var ErrTwice = lang.Errorf("an object in it has the same name twice, and only the last one counts: remove one")

// WithNewline returns the text with a newline at its end, which hujson needs after a comment.
func WithNewline(text []byte) []byte {
	if bytes.HasSuffix(text, []byte("\n")) {
		return text
	}
	return append(bytes.Clone(text), '\n')
}
