package provider

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
)

// editText returns what the user edits: the entry of a provider, indented as a file of its own and with its comments,
// or for the name "" all of ccc.json. It is nil if there is no ccc.json.
func (f File) editText(name string) ([]byte, error) {
	text, err := file.ReadJSON(f.Path)
	if err != nil || name == "" {
		return text, err
	}
	return entry(text, name)
}

// ErrChanged is the error of [Draft.Save] if another program has changed ccc.json since the draft was made.
var ErrChanged = lang.Errorf("another program has changed it meanwhile")

// replaceText writes text in the place of before, which [File.editText] gave for name. It writes nothing if ccc.json
// has changed since then ([ErrChanged]), if text has an error, or if check refuses the new ccc.json. Lines and columns
// in errors are those of text.
func (f File) replaceText(name string, before, text []byte, check func(File) error) error {
	return file.Update(f.Path, file.Private, func(old []byte) ([]byte, error) {
		now, err := old, error(nil)
		if name != "" {
			now, err = entry(old, name)
		}
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(now, before) {
			return nil, ErrChanged
		}
		if bytes.Equal(text, before) {
			return old, nil
		}
		whole := text
		if name != "" {
			if err := checkEntry(name, text); err != nil {
				return nil, err
			}
			if whole, err = putEntry(old, name, text); err != nil {
				return nil, err
			}
		}
		next := File{Path: f.Path}
		if err := next.parse(whole); err != nil {
			return nil, err
		}
		if check != nil {
			err = check(next)
		}
		return whole, err
	})
}

// providerEntry finds the entry of a provider in the text of ccc.json, and the indentation of its first line.
func providerEntry(text []byte, name string) (at *hujson.Value, indent string, err error) {
	parsed, err := hujson.Parse(jsonedit.WithNewline(bytes.TrimPrefix(text, []byte(file.BOM))))
	if err != nil {
		return nil, "", err
	}
	providers, _ := section(parsed, "providers").Value.(*hujson.Object)
	if providers != nil {
		for i := range providers.Members {
			m := &providers.Members[i]
			if nameOf(*m) == name {
				lead := m.Name.BeforeExtra[bytes.LastIndexByte(m.Name.BeforeExtra, '\n')+1:]
				return &m.Value, string(lead[:len(lead)-len(bytes.TrimLeft(lead, " \t"))]), nil
			}
		}
	}
	return nil, "", lang.Errorf("there is no provider %q any more", name)
}

// entry returns the entry of a provider as a text of its own: without its indentation, and on several lines.
func entry(text []byte, name string) ([]byte, error) {
	at, indent, err := providerEntry(text, name)
	if err != nil {
		return nil, err
	}
	value := hujson.Value{Value: at.Value}.Pack()
	value = bytes.ReplaceAll(value, []byte("\r\n"), []byte("\n"))
	var lines bytes.Buffer
	if !bytes.Contains(value, []byte("\n")) && json.Indent(&lines, value, "", "  ") == nil { // easier to edit
		return append(lines.Bytes(), '\n'), nil
	}
	return append(bytes.ReplaceAll(value, []byte("\n"+indent), []byte("\n")), '\n'), nil
}

// putEntry returns the text of ccc.json with the entry of a provider replaced by text.
func putEntry(old []byte, name string, text []byte) ([]byte, error) {
	_, indent, err := providerEntry(old, name)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = indent + line
		}
	}
	var f File
	if err := f.parse(old); err != nil {
		return nil, err
	}
	return jsonedit.Patch(old, jsonedit.Replace(f.pointer("providers", name),
		json.RawMessage(strings.Join(lines, "\n"))))
}

// checkEntry checks the text of a provider's entry, so that an error has its line and column in that text.
func checkEntry(name string, text []byte) error {
	text = file.Standard(text)
	var settings map[string]any
	if err := json.Unmarshal(text, &settings); err != nil {
		return jsonedit.Locate(text, err)
	}
	v, err := hujson.Parse(text)
	if err != nil {
		return err
	}
	if err := unambiguous(text, v, "providers", name); err != nil {
		return err
	}
	return checkEnv(text, v, "providers."+name+".")
}
