package provider

import (
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// providerMembers returns the entries of the providers in the file's order, which a map would lose.
func providerMembers(v hujson.Value) []hujson.ObjectMember {
	if providers, ok := section(v, "providers").Value.(*hujson.Object); ok {
		return providers.Members
	}
	return nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// section returns the value of a top-level key. Like encoding/json, it ignores the case of the name. It is the zero
// value if there is none.
func section(v hujson.Value, name string) hujson.Value {
	if m := sectionMember(v, name); m != nil {
		return m.Value
	}
	return hujson.Value{}
}

func sectionMember(v hujson.Value, name string) *hujson.ObjectMember {
	all, _ := v.Value.(*hujson.Object)
	if all == nil {
		return nil
	}
	for i := range all.Members {
		if strings.EqualFold(nameOf(all.Members[i]), name) {
			return &all.Members[i]
		}
	}
	return nil
}

// unambiguous refuses a key that is twice in an object, because programs differ in which of the two they take. In the
// objects whose keys ccc knows, names that differ only in case are the same key.
func unambiguous(text []byte, v hujson.Value, path ...string) error {
	if list, ok := v.Value.(*hujson.Array); ok {
		for i, element := range list.Elements {
			if err := unambiguous(text, element, append(path[:len(path):len(path)], strconv.Itoa(i))...); err != nil {
				return err
			}
		}
	}
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	folded := len(path) == 0 || len(path) == 1 &&
		(strings.EqualFold(path[0], "supervisor") || strings.EqualFold(path[0], "recordings"))
	first := make(map[string]int) // the offset of a name
	for _, m := range object.Members {
		name := nameOf(m)
		at := append(path[:len(path):len(path)], name)
		if folded {
			name = strings.ToLower(name)
		}
		if offset, twice := first[name]; twice {
			before, _ := jsonedit.LineColumn(text, offset)
			line, _ := jsonedit.LineColumn(text, m.Name.StartOffset)
			return lang.Errorf("%s appears twice, on line %d and on line %d, and only one can count: remove one",
				strings.Join(at, "."), before, line)
		}
		first[name] = m.Name.StartOffset
		if err := unambiguous(text, m.Value, at...); err != nil {
			return err
		}
	}
	return nil
}

// checkEnv refuses lists and objects in the env of settings: claude (2.1.5, 2.1.197, 2.1.329) would turn them into a
// useless text. prefix names the object that has the env.
func checkEnv(text []byte, settings hujson.Value, prefix string) error {
	env := settings.Find("/env")
	if env == nil || env.Value.Kind() == 'n' {
		return nil
	}
	wrong := func(v hujson.Value, key string, wanted lang.Message) error {
		found := lang.M("a list")
		switch v.Value.Kind() {
		case '{':
			found = lang.M("keys with values")
		case '"':
			found = lang.M("text")
		case '0':
			found = lang.M("a number")
		case 't', 'f':
			found = lang.M("a boolean")
		}
		line, column := jsonedit.LineColumn(text, v.StartOffset)
		return lang.Errorf("line %d, column %d: %w", line, column,
			lang.Errorf("%s: expected %s, found %s", prefix+key, wanted, found))
	}
	variables, ok := env.Value.(*hujson.Object)
	if !ok {
		return wrong(*env, "env", lang.M("keys with values"))
	}
	for _, m := range variables.Members {
		if kind := m.Value.Value.Kind(); kind == '{' || kind == '[' {
			return wrong(m.Value, "env."+nameOf(m), lang.M("text"))
		}
	}
	return nil
}
