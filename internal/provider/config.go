// Package provider reads and changes ccc.json: the API providers, and the bounds of a task.
//
// ccc.json holds tokens. It has mode 0600 and is written whole or not at all. No token is ever part of a command line
// or of an error.
package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// File is ccc.json.
type File struct {
	Path       string
	Settings   map[string]any // for every provider
	Supervisor Supervisor
	ClaudeArgs []string // before the person's
	Current    string
	Language   string     // what the person reads, see [lang.Of]; "" for the locale's
	Providers  []Provider // in the file's order
	Recordings Recordings
	Watch      string // "split": a review in Claude Code's own screen opens a pane of tmux that shows it; "" for nothing

	text          []byte // as it was read, see [file.Standard]
	NotifyCommand string // run by sh -c when the person is wanted, with the event as JSON on its standard input
	ShareSettings bool   // a launch by a provider's name writes its configuration to settings.json, see [File.Use]
}

// Provider is an API provider: settings of its own, env above all.
type Provider struct {
	Name     string
	Settings map[string]any
}

// UnknownProviderError names a provider that is not configured.
type UnknownProviderError struct {
	Name  string
	Known []string
	Path  string
}

func (e *UnknownProviderError) Error() string { return lang.English.Text(e.Message()) }

// Message is the error in words.
func (e *UnknownProviderError) Message() lang.Message {
	if len(e.Known) == 0 {
		return lang.M("there is no provider %q: %s has none", e.Name, e.Path)
	}
	return lang.M("there is no provider %q: %s has %s", e.Name, e.Path, strings.Join(e.Known, ", "))
}

// ExitCode is that of a usage error.
func (e *UnknownProviderError) ExitCode() int { return 2 }

// Load reads ccc.json in dir. Where there is none, the defaults hold and claude runs on the person's own login.
func Load(dir string) (File, error) {
	f := File{Path: filepath.Join(dir, "ccc.json")}
	f.Supervisor, _ = supervisorJSON{}.supervisor() // the defaults are good
	text, err := file.ReadJSON(f.Path)
	switch {
	case err != nil:
		return f, lang.Errorf("read the configuration: %w", err)
	case text == nil:
		f.Recordings, err = recordingsJSON{}.recordings()
	default:
		err = f.parse(text)
	}
	return f, err
}

// fileJSON is ccc.json as it stands in the file.
type fileJSON struct {
	Settings   map[string]any            `json:"settings"`
	Supervisor supervisorJSON            `json:"supervisor"`
	ClaudeArgs []string                  `json:"claude_args"`
	Current    string                    `json:"current_provider"`
	Language   string                    `json:"language"`
	Notify     string                    `json:"notify_command"`
	Share      bool                      `json:"share_settings"`
	Watch      string                    `json:"watch"`
	Providers  map[string]map[string]any `json:"providers"`
	Recordings recordingsJSON            `json:"recordings"`
}

// parse reads the text of ccc.json, with what [file.Standard] blanks.
func (f *File) parse(text []byte) error {
	text = file.Standard(bytes.TrimPrefix(text, []byte(file.BOM)))
	if err := f.read(text); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	f.text = text
	return nil
}

func (f *File) read(text []byte) (err error) {
	var body fileJSON
	if !utf8.Valid(text) {
		return jsonedit.NotText(text)
	}
	if !json.Valid(text) {
		return jsonedit.Locate(text, json.Unmarshal(text, &body))
	}
	v, err := hujson.Parse(text)
	if err != nil {
		return err
	}
	if err := unambiguous(text, v); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &body); err != nil {
		return jsonedit.Locate(text, err)
	}
	if err := checkEnv(text, section(v, "settings"), "settings."); err != nil {
		return err
	}
	for _, m := range providerMembers(v) {
		name := nameOf(m)
		if err := checkEnv(text, m.Value, "providers."+name+"."); err != nil {
			return err
		}
		f.Providers = append(f.Providers, Provider{Name: name, Settings: body.Providers[name]})
	}
	f.Settings, f.ClaudeArgs, f.Current = body.Settings, body.ClaudeArgs, body.Current
	f.Language, f.NotifyCommand, f.ShareSettings = body.Language, body.Notify, body.Share
	if f.Watch = body.Watch; f.Watch != "" && f.Watch != "split" {
		return lang.Errorf("watch is %q: use \"split\", or leave it out", f.Watch)
	}
	if f.Recordings, err = body.Recordings.recordings(); err != nil {
		return err
	}
	if f.Supervisor, err = body.Supervisor.supervisor(); err != nil {
		return err
	}
	if name := f.Supervisor.Provider; name != "" && !f.Has(name) {
		return lang.Errorf("supervisor.provider is %q, and there is no such provider", name)
	}
	return nil
}

// Provider gives the provider of that name; with "" the current one, else the first. If none is configured and none is
// asked for, it is nil.
func (f File) Provider(name string) (*Provider, error) {
	if name != "" {
		if p := f.Named(name); p != nil {
			return p, nil
		}
		return nil, &UnknownProviderError{Name: name, Known: f.Names(), Path: f.Path}
	}
	if p := f.Named(f.Current); p != nil || len(f.Providers) == 0 {
		return p, nil
	}
	return &f.Providers[0], nil
}

// Named gives the provider of exactly that name, nil if there is none. Unlike [File.Provider] it takes "" for a name:
// one that nobody can launch can still be shown, renamed and removed.
func (f File) Named(name string) *Provider {
	for i := range f.Providers {
		if f.Providers[i].Name == name {
			return &f.Providers[i]
		}
	}
	return nil
}

// Names are those of the providers, as they stand in the file.
func (f File) Names() (names []string) {
	for _, p := range f.Providers {
		names = append(names, p.Name)
	}
	return names
}

// Env gives the variables of a provider's launch, ${VAR} expanded by lookup.
func (f File) Env(p *Provider, lookup func(string) (string, bool)) (map[string]string, error) {
	settings, err := f.Merged(p, lookup)
	if err != nil {
		return nil, err
	}
	env := make(map[string]string)
	values, _ := settings["env"].(map[string]any)
	for name, value := range values {
		if n, ok := value.(float64); ok {
			value = strconv.FormatFloat(n, 'f', -1, 64) // as claude has it: not 3e+06
		}
		env[name] = fmt.Sprint(value)
	}
	return env, nil
}

// Merged gives the settings of the configuration with those of the provider over them, ${VAR} expanded by lookup. p is
// nil for the person's own login.
func (f File) Merged(p *Provider, lookup func(string) (string, bool)) (map[string]any, error) {
	settings := Merge(f.Settings, nil)
	if p != nil {
		if err := CheckName(p.Name); err != nil {
			return nil, err
		}
		settings = Merge(settings, Merge(p.Settings, nil))
	}
	if env, ok := settings["env"].(map[string]any); ok {
		settings["env"] = maps.Clone(env) // Expand writes to it
	}
	return settings, Expand(settings, lookup)
}

// Has reports whether a provider of that name is configured.
func (f File) Has(name string) bool { return f.Named(name) != nil }

// Merge lays over over base: objects key by key, all else replaced. Neither is changed.
func Merge(base, over map[string]any) map[string]any {
	out := maps.Clone(base)
	if out == nil {
		out = make(map[string]any)
	}
	for k, v := range over {
		if o, ok := v.(map[string]any); ok {
			if b, ok := out[k].(map[string]any); ok {
				v = Merge(b, o)
			}
		}
		out[k] = v
	}
	return out
}

// Variable matches a reference to a variable of the environment, ${NAME}.
var Variable = lazy(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Expand replaces ${VAR} in the values of settings' env.
func Expand(settings map[string]any, lookup func(string) (string, bool)) error {
	env, _ := settings["env"].(map[string]any)
	for key, v := range env {
		text, ok := v.(string)
		if !ok || !strings.Contains(text, "${") {
			continue
		}
		var err error
		env[key] = Variable().ReplaceAllStringFunc(text, func(ref string) string {
			name := ref[2 : len(ref)-1]
			value, ok := lookup(name)
			if !ok && err == nil {
				err = lang.Errorf("env %s of the provider names ${%s}, which is not set", key, name)
			}
			return value
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckName refuses a provider's name that cannot be part of a file's, or that no command line could name.
func CheckName(name string) error {
	switch {
	case name == "":
		return lang.Errorf("a provider needs a name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return lang.Errorf("provider %.120q: there are characters in the name that cannot be typed", name)
	case strings.HasPrefix(name, "-"):
		return lang.Errorf("provider %.120q: a name cannot begin with -, as an option does", name)
	}
	if strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") || len(name) > 100 {
		return lang.Errorf("provider %.120q: a name becomes a file name, it cannot hold / or begin with a dot", name)
	}
	if strings.HasSuffix(name, "-supervisor") {
		return lang.Errorf("provider %q: the ending -supervisor is that of the reviewer's settings", name)
	}
	return nil
}

// lazy is a pattern that costs nothing before it is used: the Stop hook starts at every stop.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
