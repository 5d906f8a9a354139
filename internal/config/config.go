// Package config reads ccc.json and prepares the settings that claude is launched with.
//
// A file that holds a token has mode 0600 and is written whole or not at all; no token stands on a command line or in
// an error.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/file"
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

	text          []byte // as it was read
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

// Hint says how to pass a prompt instead.
func (e *UnknownProviderError) Hint() lang.Message {
	return lang.M("if that was meant for claude, put -- before it: -- %q", e.Name)
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
		f.Recordings, err = parseRecordings(nil)
	default:
		err = f.parse(text)
	}
	return f, err
}

// parse reads the text of ccc.json.
func (f *File) parse(text []byte) error {
	var body struct {
		Settings   map[string]any            `json:"settings"`
		Supervisor supervisorJSON            `json:"supervisor"`
		ClaudeArgs []string                  `json:"claude_args"`
		Current    string                    `json:"current_provider"`
		Language   string                    `json:"language"`
		Notify     string                    `json:"notify_command"`
		Share      bool                      `json:"share_settings"`
		Providers  map[string]map[string]any `json:"providers"`
		Recordings json.RawMessage           `json:"recordings"`
		Watch      string                    `json:"watch"`
	}
	if err := json.Unmarshal(text, &body); err != nil {
		return lang.Errorf("read %s: %w", f.Path, located(text, err))
	}
	f.text = text
	names, err := order(text)
	if err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	for _, name := range names {
		f.Providers = append(f.Providers, Provider{Name: name, Settings: body.Providers[name]})
	}
	f.Settings, f.ClaudeArgs, f.Current = body.Settings, body.ClaudeArgs, body.Current
	f.Language, f.NotifyCommand, f.ShareSettings = body.Language, body.Notify, body.Share
	if f.Watch = body.Watch; f.Watch != "" && f.Watch != "split" {
		return lang.Errorf("read %s: watch is %q: use \"split\", or leave it out", f.Path, f.Watch)
	}
	if f.Recordings, err = parseRecordings(body.Recordings); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	if f.Supervisor, err = body.Supervisor.supervisor(); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	if name := f.Supervisor.Provider; name != "" && !f.Has(name) {
		return lang.Errorf("read %s: supervisor.provider is %q, and there is no such provider", f.Path, name)
	}
	return nil
}

// syntaxError is the error for a text that is no JSON.
type syntaxError struct{ error }

func (e syntaxError) Unwrap() error { return e.error }

// Hint says how it may have come about.
func (e syntaxError) Hint() lang.Message {
	return lang.M("fix the file, or move it away; if another program was just writing it, try again")
}

// located adds line and column to an error of encoding/json.
func located(text []byte, err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
		if offset > 0 && !strings.HasPrefix(syntax.Error(), "unexpected end") {
			offset-- // it counts the wrong character too
		}
	case errors.As(err, &mismatch):
		offset, err = mismatch.Offset, mismatched(mismatch)
	}
	if offset < 0 || offset > int64(len(text)) {
		return err
	}
	before := text[:offset]
	line := 1 + bytes.Count(before, []byte("\n"))
	err = lang.Errorf("line %d, column %d: %w", line, len(before)-bytes.LastIndexByte(before, '\n'), err)
	if syntax != nil {
		err = syntaxError{err}
	}
	return err
}

// mismatched says in words that a value is of another kind than it has to be.
func mismatched(e *json.UnmarshalTypeError) error {
	kind, number, _ := strings.Cut(e.Value, " ")
	found, known := map[string]lang.Message{
		"string": lang.M("text"), "number": lang.M("a number"), "bool": lang.M("a boolean"), "array": lang.M("a list"),
		"object": lang.M("keys with values"),
	}[kind]
	if number != "" || !known { // the value itself, a number or a duration
		found = lang.Verbatim(strings.TrimPrefix(e.Value, "number "))
	}
	wanted, known := map[reflect.Kind]lang.Message{
		reflect.String: lang.M("text"), reflect.Int: lang.M("a whole number"), reflect.Float64: lang.M("a number"),
		reflect.Bool: lang.M("true or false"), reflect.Slice: lang.M("a list"),
	}[e.Type.Kind()]
	switch {
	case e.Type == reflect.TypeFor[duration]():
		wanted = lang.M(`seconds or a text such as "90m" or "8h"`)
	case !known:
		wanted = lang.M("keys with values")
	}
	if e.Field == "" {
		return lang.Errorf("expected %s, found %s", wanted, found)
	}
	return lang.Errorf("%s: expected %s, found %s", e.Field, wanted, found)
}

// order gives the names of the providers as they stand in the file, which a map does not know.
func order(text []byte) (names []string, err error) {
	var body struct {
		Providers json.RawMessage `json:"providers"`
	}
	if err := json.Unmarshal(text, &body); err != nil || body.Providers == nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(body.Providers))
	if open, err := d.Token(); err != nil || open == nil {
		return nil, err // null
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		names = append(names, name.(string))
		var settings json.RawMessage
		if err := d.Decode(&settings); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// Provider gives the provider of that name; with "" the current one, else the first. If none is configured and none is
// asked for, it is nil.
func (f File) Provider(name string) (*Provider, error) {
	if name == "" && f.Has(f.Current) {
		name = f.Current
	}
	for i := range f.Providers {
		if name == "" || f.Providers[i].Name == name {
			return &f.Providers[i], nil
		}
	}
	if name == "" {
		return nil, nil
	}
	return nil, &UnknownProviderError{Name: name, Known: f.Names(), Path: f.Path}
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
	settings, err := f.merged(Plan{Provider: p, Lookup: lookup})
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

// Has reports whether a provider of that name is configured.
func (f File) Has(name string) bool {
	return slices.ContainsFunc(f.Providers, func(p Provider) bool { return p.Name == name })
}

// merge lays over over base: objects key by key, all else replaced. Neither is changed.
func merge(base, over map[string]any) map[string]any {
	out := maps.Clone(base)
	if out == nil {
		out = make(map[string]any)
	}
	for k, v := range over {
		if o, ok := v.(map[string]any); ok {
			if b, ok := out[k].(map[string]any); ok {
				v = merge(b, o)
			}
		}
		out[k] = v
	}
	return out
}

var variable = lazy(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand replaces ${VAR} in the values of settings' env.
func expand(settings map[string]any, lookup func(string) (string, bool)) error {
	env, _ := settings["env"].(map[string]any)
	for key, v := range env {
		text, ok := v.(string)
		if !ok || !strings.Contains(text, "${") {
			continue
		}
		var err error
		env[key] = variable().ReplaceAllStringFunc(text, func(ref string) string {
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
