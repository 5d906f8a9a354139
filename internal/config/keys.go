package config

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/nearest"
)

// Misspelt is a key of ccc.json that means nothing, though it was meant.
type Misspelt struct {
	Key   string // with its section, as in "supervisor.max_cost_used"
	Meant string // the known key that it is like, "" if it is like none
	Bound bool   // Meant is one that bounds a task, or holds them: without it a launch could go on, and cost, for long
	path  string // of ccc.json
}

// Message tells the person.
func (m Misspelt) Message() lang.Message {
	if m.Meant == "" {
		return lang.M("%s in %s is not known, and means nothing", m.Key, m.path)
	}
	return lang.M("%s in %s is not known, and means nothing: did you mean %s?", m.Key, m.path, m.Meant)
}

// bounds are the keys of the supervisor section that end what would go on.
var bounds = []string{
	"max_iterations", "timeout_seconds", "max_stalled", "max_cost_usd", "max_duration", "max_wait", "idle_timeout",
}

// Misspelt gives the keys that mean nothing: all such keys in "supervisor" and "recordings", and elsewhere those that are
// like a known one. What is like none there is the person's own, claude's, or of a newer ccc.
func (f File) Misspelt() (list []Misspelt) {
	var body map[string]json.RawMessage
	_ = json.Unmarshal(f.text, &body) // it has been read before
	sections := []string{"supervisor", "recordings"}
	var below []string // a bound that has lost its section
	for _, name := range bounds {
		below = append(below, "supervisor."+name)
	}
	known := fields(reflect.TypeFor[fileJSON]())
	for key, value := range body {
		if !slices.ContainsFunc(known, func(name string) bool { return strings.EqualFold(name, key) }) {
			if meant := like(key, slices.Concat(known, below)); meant != "" {
				list = append(list, Misspelt{key, meant, meant == "supervisor" || strings.Contains(meant, "."), f.Path})
			}
			continue
		}
		if strings.EqualFold(key, "providers") {
			list = append(list, f.misspeltIn(value)...)
		}
		i := slices.IndexFunc(sections, func(name string) bool { return strings.EqualFold(name, key) })
		if i < 0 {
			continue
		}
		var inside map[string]json.RawMessage
		_ = json.Unmarshal(value, &inside)
		of := fields([]reflect.Type{reflect.TypeFor[supervisorJSON](), reflect.TypeFor[recordingsJSON]()}[i])
		for key := range inside {
			if slices.ContainsFunc(of, func(name string) bool { return strings.EqualFold(name, key) }) {
				continue
			}
			m := Misspelt{Key: sections[i] + "." + key, path: f.Path}
			if meant := like(key, of); meant != "" {
				m.Meant, m.Bound = sections[i]+"."+meant, i == 0 && slices.Contains(bounds, meant)
			}
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b Misspelt) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// misspeltIn gives those of providers. What is not in a provider's env does not reach its launch, which then runs, and
// costs, somewhere else.
func (f File) misspeltIn(providers json.RawMessage) (list []Misspelt) {
	var body map[string]map[string]json.RawMessage
	_ = json.Unmarshal(providers, &body) // it has been read before
	known := []string{"env", "model", "permissions"}
	for provider, settings := range body {
		for key := range settings {
			if slices.Contains(known, key) {
				continue
			}
			if meant := like(key, known); meant != "" {
				at := "providers." + provider + "."
				list = append(list, Misspelt{at + key, at + meant, false, f.Path})
			}
		}
	}
	return list
}

// like is the known key that a word is like, "" if there is none. Case, dashes and underscores do not count, the
// beginning of a key is like it, and a bound is meant also where two letters are wrong in a short word: to warn of one
// that is none costs nothing.
func like(key string, known []string) string {
	plain := func(name string) string {
		name = name[strings.LastIndexByte(name, '.')+1:]
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	}
	word := plain(key)
	var words []string
	for _, name := range known {
		if words = append(words, plain(name)); words[len(words)-1] == word {
			return name
		}
	}
	if meant := nearest.Of(word, words); meant != "" {
		return known[slices.Index(words, meant)]
	}
	for i, name := range known {
		bound := slices.Contains(bounds, name[strings.LastIndexByte(name, '.')+1:])
		begins := len(word) >= 6 && strings.HasPrefix(words[i], word) || strings.HasPrefix(word, words[i])
		if begins && bound || bound && nearest.Distance(word, words[i]) <= 2 {
			return name
		}
	}
	return ""
}

// fields are the names of a struct in JSON.
func fields(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("json"))
	}
	return names
}
