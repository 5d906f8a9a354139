package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// formatFlag adds a flag whose value is one of the formats. The first one is the default. text names it, so the help
// does not name it again.
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

// positiveInt is a flag's value above 0.
type positiveInt int64

func (v *positiveInt) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && n <= 0 {
		err = strconv.ErrRange
	}
	*v = positiveInt(n)
	return err
}
func (v *positiveInt) String() string { return strconv.FormatInt(int64(*v), 10) }
func (v *positiveInt) Type() string   { return "int" }

// aboveZero reads a finite number above 0.
func aboveZero(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && !(n > 0 && n <= math.MaxFloat64) { // NaN is neither
		err = strconv.ErrRange
	}
	return n, err
}

// flagError turns an error of pflag into a usage error. For an unknown flag it suggests a similar one.
func flagError(err error, flags *pflag.FlagSet) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	wrong := error(console.Usage(commandline.FlagProblem(err)))
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		if meant := text.Nearest(unknown.GetSpecifiedName(), commandline.FlagNames(flags)); meant != "" {
			wrong = lang.WithHint(wrong, lang.M("did you mean %s?", "--"+meant))
		}
	}
	return wrong
}
