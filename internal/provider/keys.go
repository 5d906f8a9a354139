package provider

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// UnknownKey is a key of ccc.json that means nothing where it stands, though it was meant.
type UnknownKey struct {
	Key   string // with its section, as in "supervisor.max_cost_used"
	Meant string // the known key that it is like, with the place where that belongs; "" if it is like none
	Bound bool   // it may be one that bounds a task, or holds them: without it a launch could go on, and cost, for long
	path  string // of ccc.json
}

// Message tells the person.
func (m UnknownKey) Message() lang.Message {
	switch {
	case m.Meant == "":
		return lang.M("%s in %s is unknown and has no effect", m.Key, m.path)
	case plainKey(m.Key) == plainKey(m.Meant):
		return lang.M("%s in %s has no effect there: it belongs in %s", m.Key, m.path, m.Meant)
	}
	return lang.M("%s in %s is unknown and has no effect: did you mean %s?", m.Key, m.path, m.Meant)
}

// Hint says what is to be done about a bound that means nothing.
func (m UnknownKey) Hint() lang.Message {
	if m.Meant == "" {
		return lang.M("take it out; the bounds are %s, in the section supervisor", strings.Join(bounds, ", "))
	}
	return lang.M("write %s, or take it out", m.Meant)
}

// bounds are the keys of the supervisor section that end what would go on.
var bounds = []string{
	"max_iterations", "timeout_seconds", "max_stalled", "max_cost_usd", "max_duration", "max_wait", "idle_timeout",
}

// limiting are words of a key by which it may be meant as a bound.
var limiting = []string{
	"max", "limit", "limits", "bound", "bounds", "budget", "cost", "usd", "rounds", "iterations", "timeout", "duration",
}

// claudes are names of ours that Claude Code's settings have, too.
var claudes = []string{"model", "language", "env"}

// places are all keys of ccc's own, with their sections; those of the supervisor come before others of their name.
func places() (all []string) {
	all = fields(reflect.TypeFor[fileJSON](), "")
	all = append(all, fields(reflect.TypeFor[supervisorJSON](), "supervisor.")...)
	return append(all, fields(reflect.TypeFor[recordingsJSON](), "recordings.")...)
}

// UnknownKey gives the keys that mean nothing where they stand: all unknown ones in "supervisor" and "recordings";
// elsewhere those that are called like a key of ccc's own, or that may be meant as a bound. What is like none there is
// the person's own, claude's, or of a newer ccc. What is like none in "supervisor" may be a bound.
func (f File) UnknownKeys() (list []UnknownKey) {
	note := func(key, meant string, bound bool) {
		list = append(list, UnknownKey{key, meant, bound || meant == "supervisor" || isBound(meant), f.Path})
	}
	all, below := places(), make([]string, 0, len(bounds))
	for _, name := range bounds {
		below = append(below, "supervisor."+name)
	}
	for key, value := range inside(f.text) { // it has been read before
		section := strings.ToLower(key)
		switch {
		case section == "supervisor" || section == "recordings":
			own := slices.DeleteFunc(slices.Clone(all), func(k string) bool {
				return !strings.HasPrefix(k, section+".")
			})
			for name := range inside(value) {
				if slices.ContainsFunc(own, func(k string) bool { return strings.EqualFold(k, section+"."+name) }) {
					continue
				}
				meant := cmp.Or(like(name, own), same(name, all), like(name, below), limit(name))
				note(section+"."+name, meant, section == "supervisor" && meant == "")
			}
		case section == "settings":
			misplaced(value, section, note)
		case section == "providers":
			for provider, settings := range inside(value) {
				misplaced(settings, section+"."+provider, note)
			}
		case slices.ContainsFunc(all, func(k string) bool { return strings.EqualFold(k, key) }):
		default:
			known := fields(reflect.TypeFor[fileJSON](), "")
			meant := cmp.Or(like(key, slices.Concat(known, below)), same(key, all), limit(key))
			if meant != "" || isLimit(key) {
				note(key, meant, isLimit(key))
			}
			deeper(value, key, func(at, name string) {
				if meant := like(name, below); meant != "" {
					note(at, meant, true)
				}
			})
		}
	}
	slices.SortFunc(list, func(a, b UnknownKey) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// misplaced notes keys of ccc's own, and what may be meant as a bound, where settings are claude's: its own keys there
// are in camel case, and are left alone. What is not in a provider's env does not reach its launch, which then runs,
// and costs, somewhere else.
func misplaced(settings json.RawMessage, at string, note func(key, meant string, bound bool)) {
	below := []string{"supervisor"}
	for _, name := range bounds {
		below = append(below, "supervisor."+name)
	}
	known := []string{"env", "model", "permissions"}
	for key, value := range inside(settings) {
		if slices.Contains(known, key) {
			for variable := range inside(value) {
				if key == "env" && slices.Contains(bounds, variable) {
					note(at+".env."+variable, "supervisor."+variable, true)
				}
			}
			continue
		}
		if slices.Contains(claudes, key) {
			continue
		}
		meant, bound := cmp.Or(same(key, places()), like(key, below)), false
		if meant == "" && key == strings.ToLower(key) {
			meant, bound = limit(key), isLimit(key)
		}
		if own := like(key, known); meant == "" && own != "" && !bound {
			meant = at + "." + own
		}
		if meant != "" || bound {
			note(at+"."+key, meant, bound)
		}
	}
}

// inside gives the members of an object; nothing is in anything else.
func inside(text []byte) (members map[string]json.RawMessage) {
	_ = json.Unmarshal(text, &members)
	return members
}

// deeper calls do for each key below a value, at any depth.
func deeper(text json.RawMessage, at string, do func(at, name string)) {
	var list []json.RawMessage
	_ = json.Unmarshal(text, &list) // what is no list has no elements
	for i, element := range list {
		deeper(element, at+"."+strconv.Itoa(i), do)
	}
	for name, value := range inside(text) {
		do(at+"."+name, name)
		deeper(value, at+"."+name, do)
	}
}

// isBound reports whether a known key, with its section, is a bound.
func isBound(key string) bool {
	name, ok := strings.CutPrefix(key, "supervisor.")
	return ok && slices.Contains(bounds, name)
}

// wordsOf are those of a key: max_cost, max-cost and maxCost have two.
func wordsOf(key string) []string {
	var spaced strings.Builder
	for _, r := range key {
		if unicode.IsUpper(r) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(spaced.String(), func(r rune) bool { return strings.ContainsRune(" _-.", r) })
}

// isLimit reports whether a key may be meant as a bound, by its words.
func isLimit(key string) bool {
	return slices.ContainsFunc(wordsOf(key), func(word string) bool { return slices.Contains(limiting, word) })
}

// limit is the bound that a key of other words is meant as, "" if that cannot be told.
func limit(key string) string {
	if !isLimit(key) {
		return ""
	}
	for _, word := range wordsOf(key) {
		switch word {
		case "rounds", "reviews", "iterations", "turns":
			return "supervisor.max_iterations"
		case "budget", "cost", "usd", "dollars":
			return "supervisor.max_cost_usd"
		case "duration", "time", "hours", "minutes", "seconds":
			return "supervisor.max_duration"
		}
	}
	return ""
}

// plainKey is the last name of a key, without what does not count when keys are compared: case, dashes, underscores.
func plainKey(key string) string {
	key = key[strings.LastIndexByte(key, '.')+1:]
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(key))
}

// same is the known key of that name, in whatever section, "" if there is none.
func same(key string, known []string) string {
	for _, name := range known {
		if plainKey(name) == plainKey(key) {
			return name
		}
	}
	return ""
}

// like is the known key that a word is like, "" if there is none. Case, dashes and underscores do not count, the
// beginning of a key is like it, and a bound is meant also where two letters are wrong in a short word: to warn of one
// that is none costs nothing.
func like(key string, known []string) string {
	word := plainKey(key)
	var words []string
	for _, name := range known {
		if words = append(words, plainKey(name)); words[len(words)-1] == word {
			return name
		}
	}
	if meant := text.Nearest(word, words); meant != "" {
		return known[slices.Index(words, meant)]
	}
	for i, name := range known {
		bound := slices.Contains(bounds, name[strings.LastIndexByte(name, '.')+1:])
		begins := len(word) >= 6 && strings.HasPrefix(words[i], word) || strings.HasPrefix(word, words[i])
		if begins && bound || bound && text.Distance(word, words[i]) <= 2 {
			return name
		}
	}
	return ""
}

// fields are the names of a struct in JSON, each behind a prefix.
func fields(t reflect.Type, prefix string) (names []string) {
	for i := range t.NumField() {
		names = append(names, prefix+t.Field(i).Tag.Get("json"))
	}
	return names
}
