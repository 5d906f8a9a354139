package settings

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"reflect"
	"testing"
	"unicode/utf8"
)

// checkPut adds hooks and removes them, and checks that nothing else has changed.
func checkPut(t *testing.T, text string) {
	t.Helper()
	now := []byte(text)
	for _, program := range []string{"/usr/bin/ccc", "/opt/it's here/ccc-v2", "/usr/bin/ccc"} {
		h := Hook{Program: program, Timeout: hook.Timeout, Status: "<正在>"}
		var err error
		if now, err = h.putStopHook(now); err != nil {
			t.Fatalf("put to %s = %v", text, err)
		}
		if found, err := findStopHooks(now); err != nil || len(found) != 1 || !sameJSON(found[0].entry, h.stopEntry()) {
			t.Fatalf("put to %s gives %s: our hooks are %v, %v", text, now, found, err)
		}
		if again, err := h.putStopHook(now); err != nil || !bytes.Equal(again, now) {
			t.Fatalf("put to %s again gives %s, %v", now, again, err)
		}
	}
	want := ofPerson(parse(t, text))
	if got := ofPerson(parse(t, string(now))); !reflect.DeepEqual(got, want) {
		t.Fatalf("put to %s gives %s: of the person's there is %v, want %v", text, now, got, want)
	}
	out, err := takeOut(now)
	if err != nil {
		t.Fatalf("takeOut of %s = %v", now, err)
	}
	if found, err := findStopHooks(out); err != nil || len(found) != 0 {
		t.Fatalf("takeOut of %s gives %s, %v", now, out, err)
	}
	if got := ofPerson(parse(t, string(out))); !reflect.DeepEqual(got, want) {
		t.Fatalf("takeOut of %s gives %s, want %v", now, out, want)
	}
	if canonical(text) && reflect.DeepEqual(parse(t, text), want) &&
		string(out) != text { // without ours and empty hooks before
		t.Fatalf("put and takeOut make\n%q\nof\n%q", out, text)
	}
}

// TestPutKeepsAll: for any settings in any layout, everything else is kept.
func TestPutKeepsAll(t *testing.T) {
	m := maker{rand.New(rand.NewSource(1))}
	for range 150 {
		text := m.settings()
		for _, kind := range layouts {
			checkPut(t, m.layout(kind, text))
		}
	}
}

// good reports whether a hook can be added to settings: they are an object, "hooks" and "Stop" have the type that
// claude reads if they exist, and no name that claude reads occurs twice.
func good(value any) bool {
	settings, ok := value.([]pair)
	hooks := member(settings, "hooks")
	events, isObject := hooks.([]pair)
	stop := member(hooks, "Stop")
	groups, isList := stop.([]any)
	if !ok || hooks != nil && !isObject || stop != nil && !isList || double(settings, "hooks") ||
		double(events, "Stop") {
		return false
	}
	for _, group := range groups {
		members, isObject := group.([]pair)
		list := member(group, "hooks")
		entries, isList := list.([]any)
		if group != nil && !isObject || list != nil && !isList || double(members, "hooks") {
			return false
		}
		for _, entry := range entries {
			if members, _ := entry.([]pair); double(members, "command") {
				return false
			}
		}
	}
	return true
}

func double(object []pair, name string) bool {
	n := 0
	for _, p := range object {
		if p.name == name {
			n++
		}
	}
	return n > 1
}

// FuzzSettings: text that is not JSON is refused. If claude can read it, the hook is added and nothing is lost.
func FuzzSettings(f *testing.F) {
	m := maker{rand.New(rand.NewSource(2))}
	for n := range 60 {
		f.Add([]byte(m.layout(layouts[n%len(layouts)], m.settings())))
	}
	for _, text := range broken {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		blank := len(bytes.TrimSpace(text)) == 0
		if out, err := hook.putStopHook(text); !blank && !json.Valid(text) {
			if err == nil || out != nil {
				t.Errorf("put to %q = %q, %v, want an error alone", text, out, err)
			}
		} else if !blank && utf8.Valid(text) && good(parse(t, string(text))) {
			checkPut(t, string(text))
		} else if err == nil { // then our hook is in it, and the rest too
			if found, err := findStopHooks(out); err != nil || len(found) != 1 {
				t.Errorf("put to %q = %q: our hooks are %v, %v", text, out, found, err)
			}
		}
	})
}

// broken are texts that are not settings.
var broken = []string{
	"{", "{}}", `{"a": 1,}`, "// comment\n{}", `{"a": "\x"}`, `{"a": 01}`, "{\"a\": \"\n\"}", "\ufeff{}", "[]", `"x"`,
	"null", "7", "{} {}",
	`{"hooks": []}`, `{"hooks": "x"}`, `{"hooks": {"Stop": {}}}`, `{"hooks": {"Stop": "x"}}`,
	`{"hooks": {"Stop": [{"hooks": {}}]}}`,
	`{"hooks": {"Stop": [7]}}`, `{"hooks": 7}`,
}
