package provider

import (
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// providerMembers are the providers as they stand in the file, in an order that a map does not know.
func providerMembers(v hujson.Value) []hujson.ObjectMember {
	if providers, ok := section(v, "providers").Value.(*hujson.Object); ok {
		return providers.Members
	}
	return nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// section gives the member of the whole file's object that encoding/json reads for a known name; it takes any case. The
// zero value stands for none.
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

// unambiguous refuses names that stand twice in an object: encoding/json, a person and the next program would each
// take another one. Names that ccc knows count with any case, as they are read.
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
	first := make(map[string]int) // where a name stands
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

// checkEnv refuses lists and objects in the env of settings: claude would make a text of them (2.1.5, 2.1.197,
// 2.1.329), which nobody means. prefix names the object that has the env.
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
