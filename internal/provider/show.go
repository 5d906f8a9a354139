package provider

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/secret"
)

// URL is the provider's base URL as it may be shown: scheme and host, for a key may stand in any other part of it; ""
// where it has none, "?" where it is no URL.
func (p Provider) URL() string {
	text, _ := p.env()["ANTHROPIC_BASE_URL"].(string)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "?"
	}
	shown := u.Scheme + "://" + u.Host
	if strings.TrimRight(text, "/") != shown {
		shown += "/…"
	}
	return shown
}

// Models gives the models that the provider's settings name.
func (p Provider) Models() (m Models) {
	env := p.env()
	for _, v := range slices.Backward(m.variables()) { // the newer name of the two counts
		if model, _ := env[v.name].(string); model != "" && v.name != "ANTHROPIC_DEFAULT_FABLE_MODEL" {
			*v.of = model
		}
	}
	if model, _ := p.Settings["model"].(string); m.Main == "" {
		m.Main = model
	}
	return m
}

// Others gives the other variables of the provider's env, sorted, with the value of each, and the names of its other
// settings. Of anything but a switch or a number it says that it is set, and of ${NAME} whether the environment has
// that, never a part of it.
func (p Provider) Others(lookup func(string) (string, bool)) (names []string, values map[string]lang.Message) {
	values = make(map[string]lang.Message)
	env := maps.Clone(p.env())
	var m Models
	for _, v := range m.variables() {
		delete(env, v.name)
	}
	delete(env, "ANTHROPIC_BASE_URL")
	for name, value := range env {
		text := fmt.Sprint(value)
		ref := Variable().FindString(text)
		switch {
		case text == "":
			values[name] = lang.M("taken away")
		case ref == text && ref != "":
			values[name] = lang.M("%s, which is set", ref)
			if got, _ := lookup(ref[2 : len(ref)-1]); got == "" {
				values[name] = lang.M("%s, which is not set", ref)
			}
		case plain().MatchString(text) && !secret.Named(name, value):
			values[name] = lang.Verbatim(text)
		default:
			values[name] = lang.M("set")
		}
	}
	names = slices.Sorted(maps.Keys(values))
	for _, name := range slices.Sorted(maps.Keys(p.Settings)) {
		if name != "env" && name != "model" {
			names = append(names, name)
			values[name] = lang.M("set")
		}
	}
	return names, values
}

// plain matches a value that can be no secret.
var plain = lazy(`^(?i:true|false|yes|no|on|off|-?[0-9]{1,9})$`)

func (p Provider) env() map[string]any {
	env, _ := p.Settings["env"].(map[string]any)
	return env
}
