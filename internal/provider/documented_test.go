package provider

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// row is the row of a key in docs/reference/configuration.md: the key, its type and its default.
var row = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([a-z ]+) \\| ([^|]*) \\|")

// TestDocumented: docs/reference/configuration.md has each key of ccc.json and no others, in the right section, with
// its type and its real default.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		heading, section string
		keys             reflect.Type
	}{
		{"## At the top\n", "", reflect.TypeFor[fileJSON]()},
		{"## In supervisor\n", "supervisor", reflect.TypeFor[supervisorJSON]()},
		{"## In recordings\n", "recordings", reflect.TypeFor[recordingsJSON]()},
	} {
		_, body, found := strings.Cut(string(text), "\n"+s.heading)
		if !found {
			t.Fatalf("there is no %q", s.heading)
		}
		body, _, _ = strings.Cut(body, "\n## ")
		documented := make(map[string][]string)
		for _, cells := range row.FindAllStringSubmatch(body, -1) {
			documented[cells[1]] = cells[2:]
		}
		for i := range s.keys.NumField() {
			key := s.keys.Field(i).Tag.Get("json")
			cells := documented[key]
			if delete(documented, key); cells == nil {
				t.Errorf("%s has no row for %s", s.heading, key)
				continue
			}
			if want := typeWords(s.keys.Field(i).Type); cells[0] != want {
				t.Errorf("%s %s is said to be %q, and is %q", s.section, key, cells[0], want)
			}
			if value := strings.Trim(cells[1], "`"); value != cells[1] {
				checkDefault(t, s.section, key, value)
			}
		}
		for key := range documented {
			t.Errorf("%s has a row for %s, which is no key", s.heading, key)
		}
	}
}

// typeWords is how the page names the type of a key.
func typeWords(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[duration]() {
		return "time"
	}
	return map[reflect.Kind]string{
		reflect.Int: "number", reflect.Int64: "number", reflect.Float64: "number", reflect.String: "text", reflect.Bool: "true or false",
		reflect.Slice: "list", reflect.Map: "object", reflect.Struct: "object",
	}[t.Kind()]
}

// checkDefault holds a ccc.json that sets the value against one that sets nothing.
func checkDefault(t *testing.T, section, key, value string) {
	t.Helper()
	set := fmt.Sprintf("{%q: %s}", key, value)
	if section != "" {
		set = fmt.Sprintf("{%q: %s}", section, set)
	}
	var with, without File
	if err := with.parse([]byte(set)); err != nil {
		t.Errorf("%s: %v", set, err)
		return
	}
	if err := without.parse([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	with.text, without.text = nil, nil
	if !reflect.DeepEqual(with, without) {
		a, _ := json.Marshal(with)
		b, _ := json.Marshal(without)
		t.Errorf("%s is not the default:\n%s\n%s", set, a, b)
	}
}
