package provider

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/text"
)

// URL returns scheme and host of the provider's base URL. The rest may contain a key, and is shown as "…". It is "" if
// there is no base URL, and "?" if that is not a URL.
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

// Models returns the models that the provider's settings set.
func (p Provider) Models() (m Models) {
	env := p.env()
	for _, v := range slices.Backward(m.variables()) { // the newer name of a variable counts
		if model, _ := env[v.name].(string); model != "" && v.name != "ANTHROPIC_DEFAULT_FABLE_MODEL" {
			*v.of = model
		}
	}
	if model, _ := p.Settings["model"].(string); m.Main == "" {
		m.Main = model
	}
	return m
}

// Detail is one line about a provider that may be shown to anybody: it holds no secret.
type Detail struct{ Name, Value lang.Message }

// Details describes the provider: its address and models, then the other variables of its env and its other settings,
// each sorted by name. lookup finds a variable of the environment.
func (p Provider) Details(lookup func(string) (string, bool)) (list []Detail) {
	m := p.Models()
	for _, d := range []Detail{
		{lang.M("address"), lang.Verbatim(p.URL())}, {lang.M("model"), lang.Verbatim(m.Main)},
		{lang.Verbatim("opus"), lang.Verbatim(m.Opus)}, {lang.Verbatim("sonnet"), lang.Verbatim(m.Sonnet)},
		{lang.Verbatim("haiku"), lang.Verbatim(m.Haiku)},
	} {
		if !d.Value.Empty() {
			list = append(list, d)
		}
	}
	variables := p.otherVariables()
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, Detail{lang.Verbatim(name), maskedValue(name, variables[name], lookup)})
	}
	for _, name := range slices.Sorted(maps.Keys(p.Settings)) {
		if name != "env" && name != "model" {
			list = append(list, Detail{lang.Verbatim(name), lang.M("set")})
		}
	}
	return list
}

// otherVariables returns the env without the variables of the address and the models.
func (p Provider) otherVariables() map[string]any {
	env := maps.Clone(p.env())
	var m Models
	for _, v := range m.variables() {
		delete(env, v.name)
	}
	delete(env, "ANTHROPIC_BASE_URL")
	return env
}

// maskedValue says what a variable of an env is set to. A switch or a number is shown; of ${NAME} it says whether the
// environment has that variable; of anything else only that it is set, because it may be a secret.
func maskedValue(name string, value any, lookup func(string) (string, bool)) lang.Message {
	text := fmt.Sprint(value)
	ref := reference.Get().FindString(text)
	switch {
	case text == "":
		return lang.M("taken away")
	case ref == text && ref != "":
		if got, _ := lookup(ref[2 : len(ref)-1]); got == "" {
			return lang.M("%s, which is not set", ref)
		}
		return lang.M("%s, which is set", ref)
	case plain.Get().MatchString(text) && !secret.MayBeSecret(name, value):
		return lang.Verbatim(text)
	}
	return lang.M("set")
}

// plain matches a switch or a number of up to nine digits: no key looks like that.
var plain = text.LazyRegexp{Expr: `^(?i:true|false|yes|no|on|off|-?[0-9]{1,9})$`}

func (p Provider) env() map[string]any {
	env, _ := p.Settings["env"].(map[string]any)
	return env
}
