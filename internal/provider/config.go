// Package provider reads and changes ccc.json: the API providers, and the limits of a task.
//
// ccc.json contains tokens. It has mode 0600 and is written whole or not at all. A token is never part of a command
// line or of an error.
package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// File is the content of ccc.json.
type File struct {
	Path       string
	Settings   map[string]any // for every provider
	Supervisor Supervisor
	ClaudeArgs []string // arguments for claude, before those of the command line
	Current    string
	Language   string     // of what ccc prints, see [lang.Of]; "" for the locale's
	Providers  []Provider // in the file's order
	Recordings Recordings
	AllowMods  bool   // claude may load mods
	Watch      string // "split" shows a review of Claude Code's own screen in a new tmux pane; "" opens none

	text          []byte // as it was read, see [file.Standard]
	NotifyCommand string // run by sh -c when ccc needs the user; standard input is the event as JSON
	NotifyEach    bool   // ccc run runs it for each task, too
	// Claims says what happens after a stop without a review if the agent claims something that the session does not
	// support: ClaimsOff, ClaimsTell or ClaimsHold.
	Claims        string
	ShareSettings bool // a launch by a provider's name also writes the provider to settings.json
}

// The values of File.Claims.
const (
	ClaimsOff  = "off"  // claims are not looked at, not even in reviews
	ClaimsTell = "tell" // the user reads one line
	ClaimsHold = "hold" // the agent gets feedback, and goes on
)

// Provider is an entry of ccc.json: the settings, mainly env, with which claude uses that provider's API.
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
	return lang.M("there is no provider %q: %s has %s", e.Name, e.Path, lang.List(e.Known...))
}

// ExitCode is that of a usage error.
func (e *UnknownProviderError) ExitCode() int { return 2 }

// Load reads ccc.json in dir. Without one it gives the defaults, and claude uses the user's own login.
func Load(dir string) (File, error) { return LoadWith(dir, file.ReadJSON) }

// LoadWith is [Load] with a function that reads files, such as one that reads a copy of the file.
func LoadWith(dir string, read func(path string) ([]byte, error)) (File, error) {
	f := File{Path: Path(dir), Claims: ClaimsTell}
	f.Supervisor, _ = supervisorJSON{}.supervisor() // the defaults are valid
	text, err := read(f.Path)
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

// Path is the path of ccc.json, given its directory.
func Path(dir string) string { return filepath.Join(dir, "ccc.json") }

// SaysTheSame reports whether two files mean the same for a running launch: neither the layout counts nor the
// provider of later launches.
func (f File) SaysTheSame(other File) bool {
	for _, one := range []*File{&f, &other} {
		one.text, one.Current, one.Path = nil, "", ""
	}
	return reflect.DeepEqual(f, other)
}

// MeaningDigest returns the same digest for files that mean the same for a running launch, as [File.SaysTheSame] does.
func (f File) MeaningDigest() string {
	f.Current, f.Path = "", ""
	text, _ := json.Marshal(f) // all of it was JSON
	return file.Digest(string(text))
}

// fileJSON has the keys of ccc.json.
type fileJSON struct {
	Settings   map[string]any            `json:"settings"`
	Supervisor supervisorJSON            `json:"supervisor"`
	ClaudeArgs []string                  `json:"claude_args"`
	Current    string                    `json:"current_provider"`
	Language   string                    `json:"language"`
	Notify     string                    `json:"notify_command"`
	NotifyEach bool                      `json:"notify_each"`
	Share      bool                      `json:"share_settings"`
	Watch      string                    `json:"watch"`
	Mods       string                    `json:"mods"`
	Claims     string                    `json:"claims"`
	Providers  map[string]map[string]any `json:"providers"`
	Recordings recordingsJSON            `json:"recordings"`
}

// parse reads the text of ccc.json, which may have comments and trailing commas ([file.Standard] blanks them).
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
	f.Language, f.NotifyCommand, f.NotifyEach, f.ShareSettings = body.Language, body.Notify, body.NotifyEach, body.Share
	if f.Watch = body.Watch; f.Watch != "" && f.Watch != "split" {
		return lang.Errorf("watch is %q: use \"split\", or leave it out", f.Watch)
	}
	if f.AllowMods = body.Mods == "allow"; !f.AllowMods && body.Mods != "" {
		return lang.Errorf("mods is %q: use \"allow\", or leave it out", body.Mods)
	}
	if f.Claims = cmp.Or(body.Claims, ClaimsTell); f.Claims != ClaimsOff && f.Claims != ClaimsTell &&
		f.Claims != ClaimsHold {
		return lang.Errorf("claims is %q: use \"off\", \"tell\" or \"hold\"", f.Claims)
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

// Provider returns the provider of that name. For "" that is the current provider, else the first, else nil.
func (f File) Provider(name string) (*Provider, error) {
	if name != "" {
		if p := f.Find(name); p != nil {
			return p, nil
		}
		return nil, &UnknownProviderError{Name: name, Known: f.Names(), Path: f.Path}
	}
	if p := f.Find(f.Current); p != nil || len(f.Providers) == 0 {
		return p, nil
	}
	return &f.Providers[0], nil
}

// Find returns the provider of exactly that name, nil if there is none. Unlike for [File.Provider], "" is a name like
// any other: such a provider cannot be launched, but it can be shown, renamed and removed.
func (f File) Find(name string) *Provider {
	for i := range f.Providers {
		if f.Providers[i].Name == name {
			return &f.Providers[i]
		}
	}
	return nil
}

// Names returns the providers' names in the file's order.
func (f File) Names() (names []string) {
	for _, p := range f.Providers {
		names = append(names, p.Name)
	}
	return names
}

// Env returns the environment variables that a provider's launch sets, with each ${NAME} replaced by what lookup finds.
func (f File) Env(p *Provider, lookup func(string) (string, bool)) (map[string]string, error) {
	settings, err := f.MergedSettings(p, lookup)
	if err != nil {
		return nil, err
	}
	env := make(map[string]string)
	values, _ := settings["env"].(map[string]any)
	for name, value := range values {
		if n, ok := value.(float64); ok {
			value = strconv.FormatFloat(n, 'f', -1, 64) // in claude's form: not 3e+06
		}
		env[name] = fmt.Sprint(value)
	}
	return env, nil
}

// MergedSettings returns the settings of ccc.json for every provider, overridden by those of p, with each ${NAME}
// replaced by what lookup finds. p is nil for the user's own login.
func (f File) MergedSettings(p *Provider, lookup func(string) (string, bool)) (map[string]any, error) {
	settings := MergeSettings(f.Settings, nil)
	if p != nil {
		if err := CheckName(p.Name); err != nil {
			return nil, err
		}
		settings = MergeSettings(settings, MergeSettings(p.Settings, nil))
	}
	if env, ok := settings["env"].(map[string]any); ok {
		settings["env"] = maps.Clone(env) // Expand writes to it
	}
	return settings, ExpandEnv(settings, lookup)
}

// Has reports whether ccc.json has a provider of that name.
func (f File) Has(name string) bool { return f.Find(name) != nil }

// MergeSettings returns base with the keys of over: two objects of one key are merged, any other value of over replaces
// that of base. Neither map is changed.
func MergeSettings(base, over map[string]any) map[string]any {
	out := maps.Clone(base)
	if out == nil {
		out = make(map[string]any)
	}
	for k, v := range over {
		if o, ok := v.(map[string]any); ok {
			if b, ok := out[k].(map[string]any); ok {
				v = MergeSettings(b, o)
			}
		}
		out[k] = v
	}
	return out
}

// ReferencedVariable returns the first NAME in text that is written as ${NAME}; "" if there is none.
func ReferencedVariable(text string) string {
	if match := reference.Get().FindStringSubmatch(text); match != nil {
		return match[1]
	}
	return ""
}

// reference matches ${NAME}: the value of the environment's variable NAME.
var reference = text.LazyRegexp{Expr: `\$\{([A-Za-z_][A-Za-z0-9_]*)\}`}

// ExpandEnv replaces ${NAME} in the env of settings by what lookup finds. A variable that is not set is an error.
func ExpandEnv(settings map[string]any, lookup func(string) (string, bool)) error {
	env, _ := settings["env"].(map[string]any)
	for key, v := range env {
		text, ok := v.(string)
		if !ok || !strings.Contains(text, "${") {
			continue
		}
		var err error
		env[key] = reference.Get().ReplaceAllStringFunc(text, func(ref string) string {
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

// CheckName refuses a provider's name that cannot be part of a file name, or that a user could not type as an argument.
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

// SuggestName adds to the error for an unknown provider a hint at the one whose name is spelled like it.
func (f File) SuggestName(err error, name string) error {
	if meant := text.Nearest(name, f.Names()); meant != "" {
		return lang.WithHint(err, lang.M("did you mean %s?", meant))
	}
	return err
}
