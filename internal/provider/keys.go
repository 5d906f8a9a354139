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

// UnknownKey is a key of ccc.json that has no effect where it is, although the user probably meant it to have one.
type UnknownKey struct {
	Key        string // with its section, as in "supervisor.max_cost_used"
	Meant      string // the known key that is spelled like it, with its section; "" if there is none
	MayBeLimit bool   // it may be meant as a limit: without it a launch could run, and cost money, without end
	path       string // of ccc.json
}

// Message says that the key has no effect, and which key was probably meant.
func (m UnknownKey) Message() lang.Message {
	switch {
	case m.Meant == "":
		return lang.M("%s in %s is unknown and has no effect", m.Key, m.path)
	case plainKey(m.Key) == plainKey(m.Meant):
		return lang.M("%s in %s has no effect there: it belongs in %s", m.Key, m.path, m.Meant)
	}
	return lang.M("%s in %s is unknown and has no effect: did you mean %s?", m.Key, m.path, m.Meant)
}

// Hint says how to mend a limit that has no effect.
func (m UnknownKey) Hint() lang.Message {
	if m.Meant == "" {
		return lang.M("take it out; the limits are %s, in the section supervisor", lang.List(limitKeys...))
	}
	return lang.M("write %s, or take it out", m.Meant)
}

// CheckLimits refuses a ccc.json with a misspelt or misplaced limit, for a launch that nobody watches: it would run,
// and cost, without that limit.
func (f File) CheckLimits() error {
	for _, key := range f.UnknownKeys() {
		if key.MayBeLimit {
			return lang.WithHint(lang.Errorf("%v; without a terminal ccc starts nothing that may lack a limit",
				key.Message()), key.Hint())
		}
	}
	return nil
}

// CheckEnv refuses a provider whose key "env" is misspelt: claude would use another API. p may be nil.
func (f File) CheckEnv(p *Provider) error {
	if p == nil {
		return nil
	}
	for _, key := range f.UnknownKeys() {
		if key.Meant == "providers."+p.Name+".env" {
			return lang.WithHint(lang.Errorf("%s in %s is unknown: claude would not use %s", key.Key, f.Path, p.Name),
				lang.M("did you mean %s?", key.Meant))
		}
	}
	return nil
}

// limitKeys are the keys of the supervisor section that limit a task or a review.
var limitKeys = []string{
	"max_iterations", "timeout_seconds", "max_stalled", "max_cost_usd", "max_tokens", "max_duration", "max_wait",
	"idle_timeout",
}

// limiting lists words that make a key look like a limit.
var limiting = []string{
	"max", "limit", "limits", "bound", "bounds", "budget", "cost", "usd", "rounds", "iterations", "timeout", "duration",
}

// claudes are our keys that Claude Code's settings also have.
var claudes = []string{"model", "language", "env"}

// places returns all known keys of ccc.json with their sections. Of two with the same name the supervisor's comes
// first.
func places() (all []string) {
	all = fields(reflect.TypeFor[fileJSON](), "")
	all = append(all, fields(reflect.TypeFor[supervisorJSON](), "supervisor.")...)
	return append(all, fields(reflect.TypeFor[recordingsJSON](), "recordings.")...)
}

// UnknownKeys returns the keys that have no effect where they are. In "supervisor" and "recordings" that is each
// unknown key. Elsewhere it is a key that is spelled like one of ccc's or looks like a limit; any other may be
// claude's, of a newer ccc, or a note of the user.
func (f File) UnknownKeys() (list []UnknownKey) {
	note := func(key, meant string, mayBeLimit bool) {
		list = append(list, UnknownKey{key, meant, mayBeLimit || meant == "supervisor" || isLimitKey(meant), f.Path})
	}
	all, below := places(), make([]string, 0, len(limitKeys))
	for _, name := range limitKeys {
		below = append(below, "supervisor."+name)
	}
	for key, value := range members(f.text) { // parse has checked it
		section := strings.ToLower(key)
		switch {
		case section == "supervisor" || section == "recordings":
			own := slices.DeleteFunc(slices.Clone(all), func(k string) bool {
				return !strings.HasPrefix(k, section+".")
			})
			for name := range members(value) {
				if slices.ContainsFunc(own, func(k string) bool { return strings.EqualFold(k, section+"."+name) }) {
					continue
				}
				meant := cmp.Or(similarKey(name, own), sameKey(name, all), similarKey(name, below), limit(name))
				note(section+"."+name, meant, section == "supervisor" && meant == "")
			}
		case section == "settings":
			misplaced(value, section, note)
		case section == "providers":
			for provider, settings := range members(value) {
				misplaced(settings, section+"."+provider, note)
			}
		case slices.ContainsFunc(all, func(k string) bool { return strings.EqualFold(k, key) }):
		default:
			known := fields(reflect.TypeFor[fileJSON](), "")
			meant := cmp.Or(similarKey(key, slices.Concat(known, below)), sameKey(key, all), limit(key))
			if meant != "" || isLimit(key) {
				note(key, meant, isLimit(key))
			}
			walkKeys(value, key, func(at, name string) {
				if meant := similarKey(name, below); meant != "" {
					note(at, meant, true)
				}
			})
		}
	}
	slices.SortFunc(list, func(a, b UnknownKey) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// misplaced notes keys of ccc's, and keys that look like limits, in settings that are for claude. Claude's own keys are
// in camel case and are not noted. A misspelt "env" is noted, because the launch would then use, and pay for, another
// API.
func misplaced(settings json.RawMessage, at string, note func(key, meant string, mayBeLimit bool)) {
	below := []string{"supervisor"}
	for _, name := range limitKeys {
		below = append(below, "supervisor."+name)
	}
	known := []string{"env", "model", "permissions"}
	for key, value := range members(settings) {
		if slices.Contains(known, key) {
			for variable := range members(value) {
				if key == "env" && slices.Contains(limitKeys, variable) {
					note(at+".env."+variable, "supervisor."+variable, true)
				}
			}
			continue
		}
		if slices.Contains(claudes, key) {
			continue
		}
		meant, mayBeLimit := cmp.Or(sameKey(key, places()), similarKey(key, below)), false
		if meant == "" && key == strings.ToLower(key) {
			meant, mayBeLimit = limit(key), isLimit(key)
		}
		if own := similarKey(key, known); meant == "" && own != "" && !mayBeLimit {
			meant = at + "." + own
		}
		if meant != "" || mayBeLimit {
			note(at+"."+key, meant, mayBeLimit)
		}
	}
}

// members returns the members of a JSON object; for any other value there are none.
func members(text []byte) (members map[string]json.RawMessage) {
	_ = json.Unmarshal(text, &members)
	return members
}

// walkKeys calls do for each key in a value, at any depth.
func walkKeys(text json.RawMessage, at string, do func(at, name string)) {
	var list []json.RawMessage
	_ = json.Unmarshal(text, &list) // an error means that it is no list
	for i, element := range list {
		walkKeys(element, at+"."+strconv.Itoa(i), do)
	}
	for name, value := range members(text) {
		do(at+"."+name, name)
		walkKeys(value, at+"."+name, do)
	}
}

// isLimitKey reports whether a known key, given with its section, is one of limitKeys.
func isLimitKey(key string) bool {
	name, ok := strings.CutPrefix(key, "supervisor.")
	return ok && slices.Contains(limitKeys, name)
}

// wordsOf splits a key into words: max_cost, max-cost and maxCost have two.
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

// isLimit reports whether the words of a key make it look like a limit.
func isLimit(key string) bool {
	return slices.ContainsFunc(wordsOf(key), func(word string) bool { return slices.Contains(limiting, word) })
}

// limit guesses from the words of a key which of limitKeys is meant, such as max_cost_usd for "budget"; "" if none is.
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

// plainKey returns the last part of a key for a comparison that ignores case, dashes, underscores and spaces.
func plainKey(key string) string {
	key = key[strings.LastIndexByte(key, '.')+1:]
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(key))
}

// sameKey returns the known key of that name in any section; "" if there is none.
func sameKey(key string, known []string) string {
	for _, name := range known {
		if plainKey(name) == plainKey(key) {
			return name
		}
	}
	return ""
}

// similarKey returns the known key that is spelled like key; "" if there is none. It ignores case, dashes and
// underscores, and also finds one of limitKeys by its beginning, or with two wrong letters: a needless warning does no
// harm.
func similarKey(key string, known []string) string {
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
		isLimitName := slices.Contains(limitKeys, name[strings.LastIndexByte(name, '.')+1:])
		begins := len(word) >= 6 && strings.HasPrefix(words[i], word) || strings.HasPrefix(word, words[i])
		if begins && isLimitName || isLimitName && text.Distance(word, words[i]) <= 2 {
			return name
		}
	}
	return ""
}

// fields returns the JSON names of a struct's fields, each with the prefix before it.
func fields(t reflect.Type, prefix string) (names []string) {
	for i := range t.NumField() {
		names = append(names, prefix+t.Field(i).Tag.Get("json"))
	}
	return names
}
