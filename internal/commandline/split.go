package commandline

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/text"
)

// ErrEmpty is the error if the provider or the prompt is empty.
var ErrEmpty = lang.Errorf("the provider or the prompt is empty")

// Split separates the provider from claude's arguments. The first argument names the provider if there is one of that
// name. If it cannot be a name, it belongs to claude. Otherwise the user meant a provider that does not exist, which
// is an error.
func (c Line) Split(f provider.File) (provider *provider.Provider, args []string, err error) {
	name := ""
	args = c.Rest
	switch {
	case c.Literal && len(c.Before) > 0 && len(args) > 0: // claude's own "--", after its options
		args = append([]string{"--"}, args...)
	case !c.Literal && len(args) > 0 && args[0] == "":
		return nil, nil, ErrEmpty
	case !c.Literal && len(args) > 0:
		word := args[0]
		noName := func(r rune) bool { return unicode.IsSpace(r) || r == '/' }
		notName := strings.ContainsFunc(word, noName) || strings.HasPrefix(word, "-")
		// As in: claude -p hello, claude --model opus hello.
		prompt := claude.OneWord(args) &&
			(claude.HasPrint(c.Before) || len(c.Before) > 0 && c.suggestion(word, f) == "")
		if f.Has(word) || !notName && !prompt && !claude.IsSubcommand(word) {
			name, args = word, args[1:]
		}
	}
	if provider, err = f.Provider(name); err != nil {
		return nil, nil, err
	}
	given := append(append([]string(nil), f.ClaudeArgs...), c.Before...)
	words := 0
	if takesMore(given) { // that option would swallow the prompt, so the prompt comes first
		for words < len(args) && !strings.HasPrefix(args[words], "-") {
			words++
		}
	}
	return provider, slices.Concat(args[:words], given, args[words:]), nil
}

// SwallowedProvider returns an error if the name of a provider is in a place where it selects no provider: after an
// option of claude that takes it as its value, or after the prompt. The launch would use another provider.
func (c Line) SwallowedProvider(f provider.File) error {
	if c.FirstWord() != "" && (f.Has(c.FirstWord()) || len(c.Before) == 0 && claude.IsSubcommand(c.FirstWord())) {
		return nil
	}
	after := c.Rest // the words after the options
	if c.Literal {
		after = nil
	}
	order := "ccc"
	if c.Supervisor {
		order += " --supervisor"
	}
	if option, name := claude.FindSwallowedWord(slices.Concat(c.Before, after), f.Has); name != "" {
		return lang.Errorf("%s would take the provider %s for its value: type %s %s %s …; if a value is meant, %s=%s",
			option, name, order, name, option, option, name)
	}
	words := claude.Positional(after)
	if i := slices.IndexFunc(words, f.Has); i > 0 {
		return lang.Errorf("the provider %s comes after the prompt, where it has no effect: type %s %s %s", words[i],
			order, words[i], text.ShellWord(words[0]))
	}
	return nil
}

// takesMore reports whether the last option in args would take one more word as its value.
func takesMore(args []string) bool {
	for len(args) > 0 {
		n := claude.OptionLen(args)
		if n == len(args) {
			return claude.OptionLen(append(slices.Clone(args), "word")) > n
		}
		args = args[max(n, 1):]
	}
	return false
}

// suggestion returns what the user may have meant by a word that is not a provider: the name of a provider, or the
// beginning of a command line ("ccc init"); "" if nothing is similar.
func (c Line) suggestion(word string, f provider.File) string {
	known := slices.Concat(f.Names(), c.Commands, []string{"supervisor"}, claude.Commands())
	switch name := text.Nearest(word, known); {
	case name == "supervisor":
		return "ccc --supervisor"
	case f.Has(name) || name == "":
		return name
	default:
		return "ccc " + name
	}
}

// UnknownProvider adds a hint to the error for a provider that does not exist: what the user may have meant, and how
// to type the line if the word was a prompt for claude.
func (c Line) UnknownProvider(err error, f provider.File) error {
	unknown := new(provider.UnknownProviderError)
	if !errors.As(err, &unknown) {
		return err
	}
	line := []string{"ccc"}
	if c.Supervisor {
		line = append(line, "--supervisor")
	}
	for _, word := range slices.Concat(c.Before, []string{"--"}, c.Rest) {
		line = append(line, text.ShellWord(word))
	}
	addable := func(t provider.Template) bool { return t.Name == unknown.Name && !t.Own }
	if slices.ContainsFunc(provider.Templates, addable) {
		return lang.WithHint(err, lang.M("ccc provider add %s makes it", unknown.Name))
	}
	if c.Plan {
		next := lang.M("after the plan come a provider and claude's options; the tasks are in the plan")
		if word := c.suggestion(unknown.Name, f); word != "" {
			next = lang.M("did you mean %s?", word)
		}
		return lang.WithHint(err, next)
	}
	prompt := lang.M("if that was meant for claude: %s", strings.Join(line, " "))
	if word := c.suggestion(unknown.Name, f); word != "" {
		prompt = lang.M("did you mean %s? If that was meant for claude: %s", word, strings.Join(line, " "))
	}
	return lang.WithHint(err, prompt)
}
