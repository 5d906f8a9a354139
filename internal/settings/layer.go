package settings

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/jsonedit"
)

// edit is a change that was made in a JSON text, with what is needed to take it back.
type edit struct {
	Path    []string `json:"path"`
	Was     *string  `json:"was,omitempty"`     // the JSON text that stood there; nil where there was none
	Wrote   string   `json:"wrote"`             // the JSON text that was written
	Element bool     `json:"element,omitempty"` // it was added to the list at Path
}

// layer lays settings over a JSON text, and notes each change.
type layer struct {
	text  []byte
	edits []edit
}

// object lays over over the object at the path, key by key. To a list it adds what the list does not have. What is
// there already is no edit: it is not ours to take back.
func (l *layer) object(at []string, over map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(over)) {
		path := append(slices.Clone(at), key)
		now, has := jsonedit.Find(l.text, path)
		var err error
		switch value := over[key].(type) {
		case map[string]any:
			if !has || !bytes.HasPrefix(now, []byte("{")) {
				err = l.set(path, "{}")
			}
			if err == nil {
				err = l.object(path, value)
			}
		case []any:
			if !has || !bytes.HasPrefix(now, []byte("[")) {
				err = l.set(path, "[]")
			}
			for _, element := range value {
				if err == nil {
					err = l.add(path, element)
				}
			}
		default:
			text, failed := jsonText(value)
			if err = failed; err == nil && !(has && equal(string(now), text)) {
				err = l.set(path, text)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// set writes a value.
func (l *layer) set(path []string, text string) error {
	e, op := edit{Path: path, Wrote: text}, "add"
	if now, has := jsonedit.Find(l.text, path); has {
		was := string(now)
		e.Was, op = &was, "replace"
	}
	return l.make(e, jsonedit.Change{Op: op, Path: jsonedit.Pointer(path...), Value: json.RawMessage(text)})
}

// add puts a value at the end of a list that does not have it.
func (l *layer) add(path []string, value any) error {
	text, err := jsonText(value)
	if err != nil {
		return err
	}
	now, _ := jsonedit.Find(l.text, path)
	if position(now, text) >= 0 {
		return nil
	}
	e := edit{Path: path, Wrote: text, Element: true}
	return l.make(e, jsonedit.Add(jsonedit.Pointer(append(slices.Clone(path), "-")...), json.RawMessage(text)))
}

func (l *layer) make(e edit, c jsonedit.Change) (err error) {
	if l.text, err = jsonedit.Patch(l.text, c); err == nil {
		l.edits = append(l.edits, e)
	}
	return err
}

// takeBack undoes the edits, the last one first. What is no longer as it was written is the person's, and stays.
func takeBack(text []byte, edits []edit) ([]byte, error) {
	for _, e := range slices.Backward(edits) {
		now, has := jsonedit.Find(text, e.Path)
		c := jsonedit.Remove(jsonedit.Pointer(e.Path...))
		switch {
		case !has:
			continue
		case e.Element:
			i := position(now, e.Wrote)
			if i < 0 {
				continue
			}
			c.Path = jsonedit.Pointer(append(slices.Clone(e.Path), strconv.Itoa(i))...)
		case !equal(string(now), e.Wrote):
			continue
		case e.Was != nil:
			c.Op, c.Value = "replace", json.RawMessage(*e.Was)
		}
		var err error
		if text, err = jsonedit.Patch(text, c); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// position is where the last value stands in a list that is equal to text, -1 if none is.
func position(list json.RawMessage, text string) int {
	var values []json.RawMessage
	_ = json.Unmarshal(list, &values) // what is no list has none
	for i, value := range slices.Backward(values) {
		if equal(string(value), text) {
			return i
		}
	}
	return -1
}

// jsonText gives a value as JSON, with <, > and & as they are.
func jsonText(value any) (string, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return strings.TrimSuffix(out.String(), "\n"), err
}

// equal compares JSON texts by what they mean.
func equal(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return a == b
	}
	return reflect.DeepEqual(x, y)
}
