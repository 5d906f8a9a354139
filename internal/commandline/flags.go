package commandline

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// misspeltFlag returns an error for a word that resembles one of the flags, but is neither a flag nor an option of
// claude; nil for any other word.
func misspeltFlag(word string, flags *pflag.FlagSet) error {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if meant := text.Nearest(name, FlagNames(flags)); meant != "" && len(name) > 2 && !claude.IsOption("--"+name) {
		return lang.WithHint(lang.Errorf("there is no flag %s", word), lang.M("did you mean %s?", "--"+meant))
	}
	return nil
}

// FlagLen returns how many words the flag at the beginning of line and its value take; 0 if line begins with no such
// flag.
func FlagLen(flags *pflag.FlagSet, line []string) int {
	word := line[0]
	var flag *pflag.Flag
	name, _, glued := strings.Cut(word, "=")
	if long, ok := strings.CutPrefix(name, "--"); ok {
		flag = flags.Lookup(long)
	} else if len(word) > 1 && word[0] == '-' {
		flag = flags.ShorthandLookup(word[1:2])
		glued = len(word) > 2 // -j4
		if flag != nil && glued && flag.NoOptDefVal != "" {
			return 0
		}
	}
	switch {
	case flag == nil:
		return 0
	case glued || flag.NoOptDefVal != "":
		return 1
	}
	return 2
}

// TakeFlags takes the flags from the beginning of a line, and claude's options between them, up to "--" or the first
// argument. Users mix them: ccc --supervisor --output-format json glm.
func TakeFlags(flags *pflag.FlagSet, line []string) (own, claudes, rest []string, err error) {
	for len(line) > 0 && line[0] != "--" {
		n := min(FlagLen(flags, line), len(line))
		if n > 0 {
			own, line = append(own, line[:n]...), line[n:]
			continue
		}
		if n = claude.OptionLen(line); n == 0 {
			break
		}
		if err := misspeltFlag(line[0], flags); err != nil {
			return own, claudes, line, err
		}
		claudes, line = append(claudes, line[:n]...), line[n:]
	}
	return own, claudes, line, nil
}

// FlagNames returns the names of the flags, without dashes.
func FlagNames(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// FlagProblem returns an error of pflag in ccc's own words, which are translated.
func FlagProblem(err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return lang.Errorf("there is no flag %s", dashes+unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return lang.Errorf("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return lang.Errorf("--%s cannot be %q", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &syntax):
		return lang.Errorf("%s is not a flag", syntax.GetSpecifiedFlag())
	}
	return err
}
