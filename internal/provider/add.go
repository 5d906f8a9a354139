package provider

import (
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// UnknownTemplateError is the error if no template has this name.
type UnknownTemplateError struct{ Name string }

func (e *UnknownTemplateError) Error() string { return lang.English.Text(e.Message()) }

// Message is the error in words.
func (e *UnknownTemplateError) Message() lang.Message {
	return lang.M("there is no template %q, but %s", e.Name, lang.List(templateNames()...))
}

// Hint names the template that is spelled like the unknown one; it is empty if there is none.
func (e *UnknownTemplateError) Hint() lang.Message {
	if name := text.Nearest(e.Name, templateNames()); name != "" {
		return lang.M("did you mean %s?", name)
	}
	return lang.Message{}
}

// FindTemplate returns the template of that name. The error is an *[UnknownTemplateError].
func FindTemplate(name string) (Template, error) {
	if i := slices.Index(templateNames(), name); i >= 0 {
		return Templates[i], nil
	}
	return Template{}, &UnknownTemplateError{name}
}

func templateNames() (names []string) {
	for _, t := range Templates {
		names = append(names, t.Name)
	}
	return names
}

// ParseAddress returns the base URL that a user means by an address. Claude adds /v1/messages itself, so that is
// removed.
func ParseAddress(address string) (base string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", lang.Errorf("an address begins with https:// or http:// and a host")
	}
	if base, ok := strings.CutSuffix(strings.TrimRight(address, "/"), "/v1/messages"); ok {
		return base, nil
	}
	return address, nil
}

// ParseKey returns the key in what the user typed. It removes quotes, which are often copied with a key from a shell
// or a file.
func ParseKey(typed string) (key string, err error) {
	if n := len(typed); n > 1 && typed[0] == typed[n-1] && strings.ContainsRune(`'"`, rune(typed[0])) {
		typed = strings.TrimSpace(typed[1 : n-1])
	}
	if typed == "" {
		return "", lang.Errorf("a key is needed")
	}
	return typed, nil
}

// CheckModel refuses a model's name that looks like a key, such as one that was pasted twice.
func CheckModel(model, key string) error {
	if model == key || looksLikeKey(model) {
		return lang.Errorf("that looks like a key, not like the name of a model: it was not used")
	}
	return nil
}

// CheckNotKey refuses a word that looks like a key where the user names something else. The error does not repeat it.
func CheckNotKey(word string) error {
	if !looksLikeKey(word) {
		return nil
	}
	return lang.WithHint(lang.Errorf("that looks like a key, not like a name: it was not used"),
		lang.M("give a word of your own, such as work"))
}

// looksLikeKey reports whether a word looks like an API key. Keys of some providers are UUIDs.
func looksLikeKey(word string) bool {
	return strings.HasPrefix(word, "sk-") || len(word) > 100 || len(word) >= 32 && !strings.ContainsAny(word, "-/:") ||
		uuid.Validate(word) == nil
}

// CheckUnused refuses a name that another provider in ccc.json has.
func (f File) CheckUnused(name string) error {
	if f.Has(name) {
		return lang.Errorf("there is a provider %q in %s already", name, f.Path)
	}
	return nil
}
