package config

import (
	"maps"
	"slices"
)

// reviewer gives the reviewer's settings: the agent's, or those of supervisor.provider, without hooks, and so that no
// permission rule but the reviewer's own holds. agent are the agent's settings.
//
// A reviewer with a system prompt of its own reads no other settings (claude.Reviewer): what it needs of the person's
// is in here. One whose rubric is in the message reads them all, since only then its request begins as the agent's did;
// there each of the person's allow rules stands again as an ask rule, which counts before it, and nobody is asked: it
// is refused (measured on 2.1.197 and 2.1.329; on 2.1.5 such rules do not hold for it at all).
func (f File) reviewer(p Plan, person persons, inUse usedFile, agent map[string]any) (map[string]any, error) {
	settings := maps.Clone(agent)
	if name := f.Supervisor.Provider; name != "" {
		provider, err := f.Provider(name)
		if err != nil {
			return nil, err
		}
		own := p
		own.Provider = provider
		if settings, err = f.merged(own); err != nil {
			return nil, err
		}
		agentEnv, _ := agent["env"].(map[string]any)
		set := make(map[string]any) // what the reviewer inherits, or would: its names count
		for _, name := range slices.AppendSeq(slices.Clone(p.Names), maps.Keys(agentEnv)) {
			set[name] = ""
		}
		person.env = merge(set, person.env)
		f.hold(settings, own, person, inUse)
	}
	given, _ := settings["permissions"].(map[string]any)
	permissions := merge(given, nil)
	delete(permissions, "allow")
	denied, _ := permissions["deny"].([]any)
	for _, rule := range p.Denied {
		denied = append(slices.Clip(denied), rule)
	}
	set(permissions, "deny", denied)
	if f.Supervisor.InMessage {
		ask, _ := permissions["ask"].([]any)
		for _, rule := range append(allowRules(settings), person.allowed...) {
			if !slices.Contains(p.Tools, rule) && !slices.Contains(ask, any(rule)) {
				ask = append(ask, rule)
			}
		}
		set(permissions, "ask", ask)
	} else {
		set(permissions, "deny", append(slices.Clone(person.denied), denied...))
		settings = merge(person.all, settings)
		for _, name := range []string{
			"enabledPlugins", "extraKnownMarketplaces", "enableAllProjectMcpServers", "enabledMcpjsonServers",
			"statusLine",
		} {
			delete(settings, name)
		}
	}
	if delete(settings, "permissions"); len(permissions) > 0 {
		settings["permissions"] = permissions
	}
	delete(settings, "hooks")
	settings["disableAllHooks"] = true // an empty list of hooks would turn off none
	return settings, nil
}

func set(permissions map[string]any, name string, list []any) {
	if len(list) > 0 {
		permissions[name] = list
	}
}

// allowRules are the permission rules by which settings allow something.
func allowRules(settings map[string]any) (list []string) {
	permissions, _ := settings["permissions"].(map[string]any)
	allowed, _ := permissions["allow"].([]any)
	for _, rule := range allowed {
		if text, ok := rule.(string); ok {
			list = append(list, text)
		}
	}
	return list
}
