package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// formatFlag adds a flag that takes one of the formats. The first one is the default; the text says so, and the help
// does not say it again.
func formatFlag(c *cobra.Command, name string, value *string, text string, formats ...string) {
	c.Flags().StringVar(value, name, formats[0], text)
	c.Flags().Lookup(name).DefValue = ""
	completeFlag(c, name, oneOf(formats...))
}

// positive is the value of a flag that takes a finite number above 0.
type positive float64

func (v *positive) Set(text string) (err error) {
	*(*float64)(v), err = aboveZero(text)
	return err
}
func (v *positive) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }
func (v *positive) Type() string   { return "float64" }

// aboveZero reads a finite number above 0.
func aboveZero(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && !(n > 0 && n <= math.MaxFloat64) { // NaN is neither
		err = strconv.ErrRange
	}
	return n, err
}

// flagNames are the names of the flags, without dashes.
func flagNames(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// flagError is the usage error for an error of pflag's. For an unknown flag it hints at one that is spelled like it.
func flagError(err error, flags *pflag.FlagSet) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	wrong := error(usageError{flagProblem(err)})
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		if meant := text.Nearest(unknown.GetSpecifiedName(), flagNames(flags)); meant != "" {
			wrong = lang.WithHint(wrong, lang.M("did you mean %s?", "--"+meant))
		}
	}
	return wrong
}

// flagProblem is an error of pflag's in our words, which are translated.
func flagProblem(err error) error {
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
