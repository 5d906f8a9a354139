package settings

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"ccc/internal/jsonedit"
)

// overlay writes settings over a JSON text: objects key by key, and to a list what the list lacks. What the text
// already says is left as it is.
func overlay(text []byte, settings map[string]any) ([]byte, error) {
	encoded, err := encode(settings)
	if err != nil {
		return nil, err
	}
	changes := overlayChanges(nil, text, encoded)
	if len(changes) == 0 {
		return text, nil
	}
	return jsonedit.Patch(text, changes...)
}

// overlayChanges are the changes that write the JSON value over on the value at the path; text is empty where there is
// none.
func overlayChanges(path []string, text, over json.RawMessage) (changes []jsonedit.Change) {
	switch inner := kind(over); {
	case inner == '{' && (kind(text) == '{' || len(path) == 0):
		members, _ := jsonedit.Members(text)
		added, _ := jsonedit.Members(over)
		for _, name := range slices.Sorted(maps.Keys(added)) {
			changes = append(changes, overlayChanges(slices.Concat(path, []string{name}), members[name], added[name])...)
		}
	case inner == '[' && kind(text) == '[':
		end := jsonedit.Pointer(slices.Concat(path, []string{"-"})...)
		for _, element := range missing(over, text) {
			changes = append(changes, jsonedit.Add(end, element))
		}
	case !equal(text, over):
		changes = append(changes, jsonedit.Add(jsonedit.Pointer(path...), over))
	}
	return changes
}

// restore takes out of the JSON text what ccc wrote when it made after of before. What stood there comes back. A value
// that is no longer what ccc wrote is the user's, and stays.
func restore(text, before, after []byte, path ...string) ([]byte, error) {
	was, had := jsonedit.Find(before, path)
	wrote, _ := jsonedit.Find(after, path)
	now, has := jsonedit.Find(text, path)
	if !has || had && equal(was, wrote) {
		return text, nil
	}
	var err error
	if inner := kind(wrote); inner == kind(now) && (inner == '{' || inner == '[') {
		if inner == '{' {
			text, err = restoreMembers(text, before, after, path)
		} else {
			text, err = removeElements(text, path, missing(wrote, was))
		}
		now, _ = jsonedit.Find(text, path)
		if err != nil || len(path) == 0 || kind(was) == inner || !isEmpty(now) {
			return text, err
		}
	} else if !equal(now, wrote) {
		return text, nil
	}
	if !had {
		return jsonedit.Patch(text, jsonedit.Remove(jsonedit.Pointer(path...)))
	}
	return jsonedit.Patch(text, jsonedit.Replace(jsonedit.Pointer(path...), was))
}

// restoreMembers restores each member of the object at the path.
func restoreMembers(text, before, after []byte, path []string) ([]byte, error) {
	wrote, _ := jsonedit.Find(after, path)
	members, err := jsonedit.Members(wrote)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if err == nil {
			text, err = restore(text, before, after, slices.Concat(path, []string{name})...)
		}
	}
	return text, err
}

// removeElements removes from the list at the path one element for each of those given, the last that is equal.
func removeElements(text []byte, path []string, elements []json.RawMessage) ([]byte, error) {
	for _, element := range elements {
		now, _ := jsonedit.Find(text, path)
		i := position(now, element)
		if i < 0 {
			continue
		}
		var err error
		at := jsonedit.Pointer(slices.Concat(path, []string{strconv.Itoa(i)})...)
		if text, err = jsonedit.Patch(text, jsonedit.Remove(at)); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// missing are the elements of a list that another list lacks, each once.
func missing(list, from json.RawMessage) (elements []json.RawMessage) {
	var all []json.RawMessage
	_ = json.Unmarshal(list, &all)
	for _, element := range all {
		again := slices.ContainsFunc(elements, func(e json.RawMessage) bool { return equal(e, element) })
		if !again && position(from, element) < 0 {
			elements = append(elements, element)
		}
	}
	return elements
}

// position is the index of the last element of a list that is equal to the value, -1 if none is.
func position(list, value json.RawMessage) int {
	var values []json.RawMessage
	_ = json.Unmarshal(list, &values) // what is no list has none
	for i, v := range slices.Backward(values) {
		if equal(v, value) {
			return i
		}
	}
	return -1
}

// kind is the first character of a JSON value, which tells objects and lists from others; 0 for none.
func kind(value json.RawMessage) byte {
	if value = bytes.TrimLeft(value, " \t\r\n"); len(value) == 0 {
		return 0
	}
	return value[0]
}

// isEmpty reports whether an object or a list has nothing in it.
func isEmpty(value json.RawMessage) bool {
	return len(bytes.TrimSpace(bytes.TrimSpace(value)[1:])) == 1
}

// equal compares JSON values by what they mean.
func equal(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(x, y)
}
