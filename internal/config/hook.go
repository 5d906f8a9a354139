package config

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Hook is our Stop hook.
type Hook struct {
	Program string        // absolute path of ccc, as it is installed (A12)
	Timeout time.Duration // of a hook call; claude's own is 60 s on 2.1.5 and 600 s on later ones
	Status  string        // shown by claude while the hook runs
}

// word gives the program as a word of the shell. Decided 6: the command is the same in every file, or claude runs both.
func (h Hook) word() string {
	if !strings.ContainsFunc(h.Program, needsQuotes) {
		return h.Program
	}
	return "'" + strings.ReplaceAll(h.Program, "'", `'\''`) + "'"
}

func needsQuotes(r rune) bool {
	return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("_@%+=:,./-", r))
}

func (h Hook) entry() map[string]any {
	return map[string]any{
		"type": "command", "command": h.word() + " " + hookCommand, "timeout": int(h.Timeout / time.Second), "statusMessage": h.Status,
	}
}

const hookCommand = "supervisor-hook"

// ours reports whether a hook's command is that of a ccc, wherever it is or was.
func ours(command string) bool {
	m := hookLine().FindStringSubmatch(command)
	if m == nil {
		return false
	}
	program := strings.ReplaceAll(strings.Trim(m[1], "'"), `'\''`, "'")
	return strings.HasPrefix(filepath.Base(program), "ccc")
}

var hookLine = lazy(`^((?:'[^']*'|\\'|[^\s'";&|<>()$` + "`" + `\\])+) ` + hookCommand + `(?: [^;&|<>()$` + "`" + `]*)?$`)

// place is where a hook of ours stands in settings.
type place struct {
	group, index int
	size         int // of the group
	entry        map[string]any
}

// stops reads the Stop hooks of settings: those that are ours, and what is there to add to.
func stops(text []byte) (found []place, hooks, list bool, err error) {
	settings, err := members(text)
	if err != nil {
		return nil, false, false, located(text, err)
	}
	events, err := members(settings["hooks"])
	if err != nil {
		return nil, false, false, fmt.Errorf("hooks: %w", err)
	}
	var groups []map[string]json.RawMessage // no struct: that would take "Hooks", too
	if raw := events["Stop"]; raw != nil {
		if err := json.Unmarshal(raw, &groups); err != nil {
			return nil, false, false, fmt.Errorf("hooks.Stop: %w", err)
		}
	}
	for g, group := range groups {
		var entries []json.RawMessage
		if raw := group["hooks"]; raw != nil {
			if err := json.Unmarshal(raw, &entries); err != nil {
				return nil, false, false, fmt.Errorf("hooks.Stop: %w", err)
			}
		}
		for i, raw := range entries {
			var entry map[string]any
			if json.Unmarshal(raw, &entry) != nil {
				continue // no hook at all: claude's to complain about
			}
			if command, _ := entry["command"].(string); ours(command) {
				found = append(found, place{g, i, len(entries), entry})
			}
		}
	}
	return found, events != nil, groups != nil, nil
}

// put gives the settings with the hook exactly once: where one of ours stood, else behind the person's own.
func (h Hook) put(text []byte) ([]byte, error) {
	found, hooks, list, err := stops(text)
	if err != nil {
		return nil, err
	}
	wanted := h.entry()
	if !ours(wanted["command"].(string)) {
		return nil, fmt.Errorf("this program is %s: its name must begin with ccc, for its hook to be told from others", h.Program)
	}
	group := map[string]any{"hooks": []any{wanted}}
	var changes []change
	switch {
	case len(found) > 0:
		if !sameJSON(found[0].entry, wanted) {
			changes = append(changes, change{"replace", found[0].pointer(), wanted})
		}
		changes = append(changes, removals(found[1:])...)
	case list:
		changes = []change{{"add", "/hooks/Stop/-", group}}
	case hooks:
		changes = []change{{"add", "/hooks/Stop", []any{group}}}
	default:
		changes = []change{{"add", "/hooks", map[string]any{"Stop": []any{group}}}}
	}
	if len(changes) == 0 {
		return text, nil
	}
	if text, err = patch(text, changes...); err != nil {
		return nil, err
	}
	if found, _, _, err := stops(text); err != nil || len(found) != 1 || !sameJSON(found[0].entry, wanted) {
		return nil, errTwice
	}
	return text, nil
}

// takeOut gives the settings without hooks of ours, and without the empty lists that they leave.
func takeOut(text []byte) ([]byte, error) {
	found, _, _, err := stops(text)
	if err != nil || len(found) == 0 {
		return text, err
	}
	if text, err = patch(text, removals(found)...); err != nil {
		return nil, err
	}
	for _, path := range [][]string{{"hooks", "Stop"}, {"hooks"}} {
		at := text
		for _, name := range path {
			list, err := members(at)
			if err != nil {
				return nil, errTwice
			}
			at = list[name]
		}
		if s := string(at); s == "[]" || s == "{}" {
			if text, err = patch(text, change{Op: "remove", Path: pointer(path...)}); err != nil {
				return nil, err
			}
		}
	}
	if found, _, _, err := stops(text); err != nil || len(found) > 0 {
		return nil, errTwice
	}
	return text, nil
}

func (p place) pointer() string {
	return pointer("hooks", "Stop", strconv.Itoa(p.group), "hooks", strconv.Itoa(p.index))
}

// removals takes hooks out, the last one first, so that the places of the others hold; a group goes with its last hook.
func removals(found []place) (changes []change) {
	left := make(map[int]int)
	for _, p := range found {
		left[p.group] = p.size
	}
	for _, p := range slices.Backward(found) {
		changes = append(changes, change{Op: "remove", Path: p.pointer()})
		if left[p.group]--; left[p.group] == 0 {
			changes = append(changes, change{Op: "remove", Path: pointer("hooks", "Stop", strconv.Itoa(p.group))})
		}
	}
	return changes
}

// sameJSON compares values that came from JSON with some that did not.
func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}
