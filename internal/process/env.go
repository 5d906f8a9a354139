package process

import "strings"

// Env is an environment: entries NAME=VALUE. The last value of a name counts.
type Env []string

// Lookup returns the value of a variable, and whether it is set.
func (e Env) Lookup(name string) (value string, ok bool) {
	for _, kv := range e {
		if len(kv) > len(name) && kv[len(name)] == '=' && kv[:len(name)] == name {
			value, ok = kv[len(name)+1:], true
		}
	}
	return value, ok
}

// Get returns the value of a variable, or "" if it is not set.
func (e Env) Get(name string) string {
	value, _ := e.Lookup(name)
	return value
}

// Names lists the names of all variables.
func (e Env) Names() (names []string) {
	for _, kv := range e {
		name, _, _ := strings.Cut(kv, "=")
		names = append(names, name)
	}
	return names
}
