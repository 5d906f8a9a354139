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

// overlay sets the keys of settings in a JSON text. Objects are merged key by key, and elements that a list lacks are
// appended to it. A value that is already equal stays as it is.
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

// overlayChanges returns the changes that set the JSON value over at a path. text is the value there now, empty if
// there is none.
func overlayChanges(path []string, text, over json.RawMessage) (changes []jsonedit.Change) {
	switch inner := jsonKind(over); {
	case inner == '{' && (jsonKind(text) == '{' || len(path) == 0):
		members, _ := jsonedit.Members(text)
		added, _ := jsonedit.Members(over)
		for _, name := range slices.Sorted(maps.Keys(added)) {
			changes = append(changes,
				overlayChanges(slices.Concat(path, []string{name}), members[name], added[name])...)
		}
	case inner == '[' && jsonKind(text) == '[':
		end := jsonedit.Pointer(slices.Concat(path, []string{"-"})...)
		for _, element := range missingElements(over, text) {
			changes = append(changes, jsonedit.Add(end, element))
		}
	case !isEqual(text, over):
		changes = append(changes, jsonedit.Add(jsonedit.Pointer(path...), over))
	}
	return changes
}

// restore undoes, in what text has below the path, the change that ccc made: from before to after. A value that the
// user has changed since then stays.
func restore(text, before, after []byte, path ...string) ([]byte, error) {
	was, had := jsonedit.Find(before, path)
	wrote, _ := jsonedit.Find(after, path)
	now, has := jsonedit.Find(text, path)
	if !has || had && isEqual(was, wrote) {
		return text, nil
	}
	var err error
	if inner := jsonKind(wrote); inner == jsonKind(now) && (inner == '{' || inner == '[') {
		if inner == '{' {
			text, err = restoreMembers(text, before, after, path)
		} else {
			text, err = removeElements(text, path, missingElements(wrote, was))
		}
		now, _ = jsonedit.Find(text, path)
		if err != nil || len(path) == 0 || jsonKind(was) == inner || !isEmpty(now) {
			return text, err
		}
	} else if !isEqual(now, wrote) {
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

// removeElements removes each of the elements once from the list at the path. Of equal ones the last goes.
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

// missingElements returns the elements of list that the list from lacks, without repetition.
func missingElements(list, from json.RawMessage) (elements []json.RawMessage) {
	var all []json.RawMessage
	_ = json.Unmarshal(list, &all)
	for _, element := range all {
		again := slices.ContainsFunc(elements, func(e json.RawMessage) bool { return isEqual(e, element) })
		if !again && position(from, element) < 0 {
			elements = append(elements, element)
		}
	}
	return elements
}

// position returns the index of the last element that is equal to value, or -1.
func position(list, value json.RawMessage) int {
	var values []json.RawMessage
	_ = json.Unmarshal(list, &values) // other values have no elements
	for i, v := range slices.Backward(values) {
		if isEqual(v, value) {
			return i
		}
	}
	return -1
}

// jsonKind returns the first character of a JSON value: '{' for an object, '[' for a list, 0 for an empty text.
func jsonKind(value json.RawMessage) byte {
	if value = bytes.TrimLeft(value, " \t\r\n"); len(value) == 0 {
		return 0
	}
	return value[0]
}

// isEmpty reports whether an object has no members, or a list no elements.
func isEmpty(value json.RawMessage) bool {
	return len(bytes.TrimSpace(bytes.TrimSpace(value)[1:])) == 1
}

// isEqual compares JSON values without their layout and the order of keys.
func isEqual(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(x, y)
}
