package settings

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"reflect"
	"strings"
	"testing"
)

// pair is a member of an object. A parsed object is a []pair, which keeps the order and duplicate names.
type pair struct {
	name  string
	value any
}

// parse reads JSON and keeps everything that matters, numbers as they are written.
func parse(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	value, err := parseNext(d)
	if err != nil {
		t.Fatalf("parse %s: %v", text, err)
	}
	return value
}

func parseNext(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := []pair{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := parseNext(d)
			if err != nil {
				return nil, err
			}
			object = append(object, pair{name.(string), value})
		}
		_, err = d.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			value, err := parseNext(d)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}

// without returns an object in which the value of that member is replaced. If the new value is empty or not an object,
// the member is removed.
func without(value any, name string, edit func(any) any) any {
	object, ok := value.([]pair)
	if !ok {
		return value
	}
	out := []pair{}
	for _, p := range object {
		if p.name == name {
			p.value = edit(p.value)
			if v := reflect.ValueOf(p.value); !v.IsValid() || v.Kind() == reflect.Slice && v.Len() == 0 {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// ofPerson returns settings without ccc's hooks, and without "hooks" and "Stop" if they become empty by that. It does
// not share code with what it is compared with.
func ofPerson(value any) any {
	return without(value, "hooks", func(hooks any) any {
		return without(hooks, "Stop", func(stop any) any {
			groups, ok := stop.([]any)
			if !ok {
				return stop
			}
			kept := []any{}
			for _, group := range groups {
				if left, all := hooksOfPerson(group); !all {
					kept = append(kept, left)
				}
			}
			return kept
		})
	})
}

// hooksOfPerson returns a group without ccc's hooks. all reports whether it had no other hooks.
func hooksOfPerson(group any) (left any, all bool) {
	object, _ := group.([]pair)
	out := []pair{}
	for _, p := range object {
		if list, ok := p.value.([]any); ok && p.name == "hooks" {
			kept := []any{}
			for _, entry := range list {
				if command, ok := member(entry, "command").(string); !ok || !isOurs(command, hookCommand) {
					kept = append(kept, entry)
				}
			}
			if len(kept) == 0 && len(list) > 0 {
				return nil, true
			}
			p.value = kept
		}
		out = append(out, p)
	}
	if object == nil {
		return group, false
	}
	return out, false
}

// member returns the last member of that name.
func member(value any, name string) (found any) {
	object, _ := value.([]pair)
	for _, p := range object {
		if p.name == name {
			found = p.value
		}
	}
	return found
}

// maker makes JSON texts as users and claude write them.
type maker struct{ *rand.Rand }

func (m maker) pick(texts ...string) string { return texts[m.Intn(len(texts))] }

func (m maker) text() string {
	return m.pick(`""`, `"x"`, `"it's"`, `"a \"quoted\" word"`, `"智谱 — 中文"`, `"<b>&amp;</b>"`, `"\u003cb\u003e"`,
		`"\u0000\u001f\t\n"`, `"😀"`,
		`"\ud83d\ude00"`, `"\ud800"`, `"a\/b"`, `"\\"`, `"\u2028"`, "\"\u2028\u007f\"", `"ccc supervisor-hook"`, `"{}"`,
		`"// no comment"`)
}

func (m maker) number() string {
	return m.pick("0", "-0", "1", "1.0", "-17", "12345678901234567890", "0.1000", "1e400", "-1E-400",
		"3.141592653589793238462643383279", "1e2")
}

func (m maker) value(depth int) string {
	switch n := m.Intn(10); {
	case n < 3:
		return m.text()
	case n < 5:
		return m.number()
	case n < 6 || depth == 0:
		return m.pick("true", "false", "null")
	case n < 8:
		return m.list(depth)
	}
	var members []string
	for range m.Intn(4) { // names may stand twice: only settings, hooks and Stop are read
		members = append(members, m.text()+":"+m.value(depth-1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (m maker) list(depth int) string {
	var values []string
	for range m.Intn(4) {
		values = append(values, m.value(depth-1))
	}
	return "[" + strings.Join(values, ",") + "]"
}

// entry returns a hook of the user's.
func (m maker) entry() string {
	return m.pick(`{"type":"command","command":"echo done"}`,
		`{"type":"command","command":"say 'done' && ccc supervisor-hook","timeout":5}`,
		`{"type":"command","command":"/usr/bin/notccc supervisor-hook"}`, `{"type":"prompt","prompt":"done?"}`,
		`{"command":"x","timeout":1e400}`,
		`{"type":"command","command":"echo ccc supervisor-hook"}`, `{}`, `null`, `7`,
		`{"command":["ccc supervisor-hook"]}`,
		m.value(2))
}

func (m maker) group() string {
	var entries []string
	for range m.Intn(3) {
		entries = append(entries, m.entry())
	}
	hooks := `"hooks":[` + strings.Join(entries, ",") + `]`
	return m.pick(`{`+hooks+`}`, `{"matcher":"",`+hooks+`}`, `{`+hooks+`,"extra":`+m.value(1)+`}`, `{"hooks":null}`,
		`{}`, `null`)
}

func (m maker) groups() string {
	var groups []string
	for range m.Intn(4) {
		groups = append(groups, m.group())
	}
	return "[" + strings.Join(groups, ",") + "]"
}

func (m maker) hooks() string {
	stop := m.pick(`"Stop":null`, `"Stop":[]`, `"Stop":`+m.groups(), `"Stop":`+m.groups(), `"\u0053top":`+m.groups())
	other := m.pick(`"PreToolUse":[{"matcher":"Bash","hooks":[`+m.entry()+`]}]`, `"STOP":`+m.value(2),
		`"stop":`+m.groups(), `"SubagentStop":[]`)
	return m.pick(`null`, `{}`, `{`+stop+`}`, `{`+stop+`,`+other+`}`, `{`+other+`,`+stop+`}`, `{`+other+`}`)
}

// settings returns an object that may be a settings.json, on one line.
func (m maker) settings() string {
	all := []string{
		m.pick(`"hooks":`, `"hooks":`, `"hook\u0073":`) + m.hooks(),
		`"Hooks":` + m.value(2), `"HOOKS":` + m.hooks(),
		`"env":{"ANTHROPIC_BASE_URL":"https://other.example","ANTHROPIC_AUTH_TOKEN":` + m.text() + `,"PATH_X":` +
			m.value(0) + `}`,
		`"permissions":{"allow":["Bash(git:*)","Read(//tmp/**)"],"deny":` + m.list(1) + `}`,
		`"enabledPlugins":{"a@b":true}`, `"apiKeyHelper":` + m.text(), `"disableAllHooks":` +
			m.pick("true", "false", "null", `"yes"`),
		`"model":"opus"`, `"":` + m.value(3), `"a/b~c":` + m.value(3), `"智谱":` + m.value(3), `"unknown":` +
			m.value(4), `"-":` + m.value(1), `"0":` + m.value(1),
	}
	m.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return "{" + strings.Join(all[:m.Intn(len(all)+1)], ",") + "}"
}

// layouts are ways to lay out a JSON text.
var layouts = []string{"2", "4", "tab", "compact", "odd"}

func (m maker) layout(kind, text string) string {
	var out bytes.Buffer
	indent := map[string]string{"2": "  ", "4": "    ", "tab": "\t"}[kind]
	if kind == "odd" {
		inString := false
		for i, c := range text {
			if c == '"' && !escaped(text[:i]) {
				inString = !inString
			}
			if out.WriteRune(c); !inString && strings.ContainsRune("{}[]:,", c) {
				out.WriteString(m.pick("", "", " ", "\n", "\r\n", "\t", "\n      "))
			}
		}
	} else if indent == "" {
		out.WriteString(text)
	} else if err := json.Indent(&out, []byte(text), "", indent); err != nil {
		panic(err)
	}
	return out.String() + m.pick("", "\n")
}

// escaped reports whether the text ends with an odd number of backslashes.
func escaped(text string) bool { return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1 }

// canonical reports whether a text has the layout of a program. In other texts the spaces around ccc's hook may change.
func canonical(text string) bool {
	for _, indent := range []string{"  ", "    ", "\t"} {
		if string(reindented([]byte(text), indent)) == text {
			return true
		}
	}
	var out bytes.Buffer
	return json.Compact(&out, []byte(text)) == nil && out.String() == strings.TrimSuffix(text, "\n")
}

func reindented(text []byte, indent string) []byte {
	var out bytes.Buffer
	if json.Indent(&out, text, "", indent) != nil {
		return text
	}
	return out.Bytes()
}
