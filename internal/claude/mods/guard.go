// Package mods keeps mods out of the claudes that ccc starts, and finds the mods and hooks of plugins that a claude
// would load.
//
// A mod is JavaScript of a plugin that runs inside claude, from 2.1.287 on. It can swallow the Stop hook, rewrite the
// transcript, drop messages and draw on the screen, so no verdict is worth anything in a claude with mods that nobody
// chose (docs/design/claude.md, "Mods").
package mods

import (
	"encoding/json"
	"slices"

	"ccc/internal/claude"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// State says whether mods can run in a claude.
type State string

// The states of mods.
const (
	Out     State = ""        // none runs: they are kept out, or this version has none
	Allowed State = "allowed" // ccc.json lets them in
	Loose   State = "loose"   // nothing keeps them out
)

// Guard describes what ccc does against mods in the claudes of a launch. The zero value is for a claude that has no
// mods.
type Guard struct {
	State    State        `json:"state,omitempty"`
	Settings string       `json:"settings,omitempty"` // the value of --managed-settings; "" for none
	Why      lang.Message `json:"-"`                  // with Loose: why nothing keeps mods out
}

// Options are the facts besides claude's version that a guard depends on.
type Options struct {
	Allow   bool   // ccc.json lets mods in
	Given   string // the user's own --managed-settings; "" for none
	Managed string // the directory of the administrator's settings
	Claude  string // claude's configuration directory
}

// firstMods is the first version of Claude Code with mods. An older one may refuse to start with --managed-settings
// (2.1.5).
const firstMods = "2.1.287"

// InVersion reports whether a claude of this version has mods. Of a version that is not known it is true.
func InVersion(version string) bool {
	return !claude.AtLeast(version, "0.0.0") || claude.AtLeast(version, firstMods)
}

// New returns the guard of a launch. version is the version that its claude reports.
func New(version string, o Options) (Guard, error) {
	g := Guard{State: Out, Settings: o.Given}
	switch {
	case !claude.AtLeast(version, "0.0.0"):
		g.State, g.Why = Loose, lang.M("claude names no version that ccc knows: %q", version)
		return g, nil
	case !InVersion(version):
		return g, nil
	case o.Allow:
		g.State = Allowed
		return g, nil
	}
	merged, err := merge(o.Given)
	if err != nil {
		return g, lang.Errorf("--managed-settings: %w", err)
	}
	g.Settings = merged
	return g.Recheck(o), nil
}

// Recheck checks again whether other settings override the guard's. An administrator's settings that do not merge
// with --managed-settings replace the guard's (2.1.329, 2.1.330). The guard's settings never loosen an
// administrator's.
func (g Guard) Recheck(o Options) Guard {
	if g.State != Out || !g.Holding() {
		return g
	}
	if g.Why = overridingSettings(o.Managed, o.Claude); !g.Why.Empty() {
		g.State = Loose
	}
	return g
}

// Holding reports whether the guard's settings keep mods out.
func (g Guard) Holding() bool {
	all, err := jsonedit.Members([]byte(g.Settings))
	return err == nil && isAdministratorOnly(all)
}

// policy is the part of managed settings that keeps mods out: an option of a plugin that is part of claude. It changes
// neither tools nor the system prompt nor the hooks of settings files.
type policy struct {
	Options struct {
		Only bool `json:"allowManagedModsOnly"`
	} `json:"options"`
}

const (
	pluginName = "cc-plugin-sec-default"
	plugin     = pluginName + "@builtin"
	configs    = "pluginConfigs"
	optionName = "allowManagedModsOnly"
)

// isAdministratorOnly reports whether the managed settings permit no mods but an administrator's.
func isAdministratorOnly(all map[string]json.RawMessage) bool {
	var plugins map[string]policy
	return json.Unmarshal(all[configs], &plugins) == nil && plugins[plugin].Options.Only
}

// merge returns the settings that keep mods out, merged with the user's own value for --managed-settings.
func merge(given string) (string, error) {
	all := map[string]any{}
	if given != "" {
		if err := json.Unmarshal([]byte(given), &all); err != nil {
			return "", err
		}
	}
	inner := all
	for _, key := range []string{configs, plugin, "options"} {
		next, ok := inner[key].(map[string]any)
		if !ok {
			next = map[string]any{}
		}
		inner[key], inner = next, next
	}
	inner[optionName] = true
	text, err := json.Marshal(all)
	return string(text), err
}

// IsConfirmedBy reports whether the plugins that claude lists in init agree with the guard: if its settings keep mods
// out, the plugin that does so must be listed. The converse does not hold: claude lists it with any managed settings.
func (g Guard) IsConfirmedBy(plugins []string) bool {
	return g.State != Out || !g.Holding() || slices.Contains(plugins, pluginName)
}

// Text returns the guard as a text for the hooks of the launch, which [Parse] reads.
func (g Guard) Text() string {
	text, err := json.Marshal(g)
	if err != nil {
		panic(err) // two strings
	}
	return string(text)
}

// Parse reads what Text returned.
func Parse(text string) (g Guard, ok bool) {
	return g, json.Unmarshal([]byte(text), &g) == nil
}

// Mod says whether a plugin's mod is kept out. It is empty for a claude that has no mods.
func (g Guard) Mod(p Plugin) lang.Message {
	switch {
	case g.State == Out && !g.Holding():
		return lang.Message{}
	case g.State == Out:
		return lang.M("kept out of claude: the mod %s in %s", p.Name, p.Dir)
	}
	return lang.M("a mod runs in claude: %s in %s", p.Name, p.Dir)
}

// Message tells the user at the start whether mods can run; it is empty if they are kept out.
func (g Guard) Message() lang.Message {
	switch g.State {
	case Allowed:
		return lang.M("%s lets them run in claude, where they can change what a review sees", `"mods": "allow"`)
	case Loose:
		return lang.M("not kept out of claude, where they can change what a review sees: %s", g.Why)
	}
	return lang.Message{}
}
