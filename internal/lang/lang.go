// Package lang says things to a user in one language: Chinese or English.
//
// The English text is written in the code, where it is said. It is the key of the catalog (zh.po), which has the
// Chinese. Code that does not know the language returns a [Message] or an error made by [Errorf], and the code that
// prints it calls [Language.Text]. Texts for a model, a log or JSON are English and do not pass here.
package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// Language is one that a user reads. The zero value is Chinese.
type Language uint8

// The languages.
const (
	Chinese Language = iota
	English
)

// Of is the language of a user: that of choice (CCC_LANG), else of configured ("language" in ccc.json), else of the
// locale (LC_ALL, LC_MESSAGES, LANG, the first that is set). What begins with "zh" is Chinese; anything else is
// English, and so is no locale.
func Of(getenv func(string) string, configured string) Language {
	for _, name := range []string{
		getenv("CCC_LANG"), configured, getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"),
	} {
		if name != "" {
			return named(name)
		}
	}
	return English
}

func named(name string) Language {
	if strings.HasPrefix(strings.ToLower(name), "zh") {
		return Chinese
	}
	return English
}

// Message is a text for a user, in no language yet. The zero value is the empty text.
type Message struct {
	format  string
	chinese string // set by Both; otherwise the catalog has it
	args    []any
}

// M makes a message. format is English and a key of the catalog; arguments may be messages and errors.
func M(format string, args ...any) Message {
	if false {
		_ = fmt.Sprintf(format, args...) // go vet then checks the callers' formats
	}
	return Message{format: format, args: args}
}

// Join puts messages together, two at a time by a format such as "%s, %s", and leaves empty ones out.
func Join(format string, list ...Message) (all Message) {
	for _, m := range list {
		switch {
		case all.Empty():
			all = m
		case !m.Empty():
			all = Message{format: format, args: []any{all, m}}
		}
	}
	return all
}

// Both makes a message of a long text, such as a help page, whose Chinese stands beside it and not in the catalog.
func Both(english, chinese string) Message { return Message{format: english, chinese: chinese} }

// String gives the English text, for logs.
func (m Message) String() string { return English.Text(m) }

// Empty reports whether there is nothing to say.
func (m Message) Empty() bool { return m.format == "" }

// Errorf is fmt.Errorf, %w included, for an error that a user may read.
func Errorf(format string, args ...any) error {
	if false {
		_ = fmt.Errorf(format, args...) // go vet then checks the callers' formats
	}
	return &localError{fmt.Errorf(format, readable(args)...), Message{format: format, args: args}}
}

// localError is an error that can be had in every language. As an error its text is English.
type localError struct {
	error
	message Message
}

func (e *localError) Unwrap() error    { return errors.Unwrap(e.error) }
func (e *localError) Message() Message { return e.message }

// Is and As look into all errors that were wrapped, also where there are several.
func (e *localError) Is(target error) bool { return errors.Is(e.error, target) }
func (e *localError) As(target any) bool   { return errors.As(e.error, target) }

// Sprintf is fmt.Sprintf in the language. Arguments that are messages or errors are in it, too.
func (l Language) Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // go vet then checks the callers' formats
	}
	said := readable(args)
	for i, arg := range said {
		switch arg.(type) {
		case Message, error:
			said[i] = text(l.Text(arg))
		}
	}
	return fmt.Errorf(l.translated(format), said...).Error() // fmt.Sprintf knows no %w
}

// readable gives arguments with times as people say them: 10m and not 10m0s.
func readable(args []any) []any {
	said := slices.Clone(args)
	for i, arg := range said {
		if d, ok := arg.(time.Duration); ok {
			short := d.String()
			if strings.HasSuffix(short, "m0s") {
				short = strings.TrimSuffix(short, "0s")
			}
			if strings.HasSuffix(short, "h0m") {
				short = strings.TrimSuffix(short, "0m")
			}
			said[i] = text(short)
		}
	}
	return said
}

// text is an argument that has been translated. It is an error because %w takes nothing else.
type text string

func (t text) Error() string { return string(t) }

// Text gives a [Message], an error or any other value in the language. Of an error those parts are in it that come from
// [Errorf] or have a method Message() Message, wherever they stand between words of other packages; the system's own
// words are looked up, and stay English if they are not known.
func (l Language) Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case Message:
		switch {
		case v.format == "":
			return ""
		case l == Chinese && v.chinese != "":
			return v.chinese
		}
		return l.Sprintf(v.format, v.args...)
	case error:
		return l.error(v)
	}
	return fmt.Sprint(v)
}

func (l Language) error(err error) string {
	if l == English {
		return err.Error()
	}
	switch e := err.(type) {
	case interface{ Message() Message }:
		return l.Text(e.Message())
	case *fs.PathError:
		return l.translated(e.Op) + " " + e.Path + "：" + l.error(e.Err)
	case *os.LinkError:
		return l.translated(e.Op) + " " + e.Old + " " + e.New + "：" + l.error(e.Err)
	case interface{ Unwrap() error }:
		return l.replaced(err.Error(), e.Unwrap())
	case interface{ Unwrap() []error }:
		return l.replaced(err.Error(), e.Unwrap()...)
	}
	return l.translated(err.Error())
}

// replaced translates, in the text of an error that is not ours, the errors that it wraps: their texts stand in it, in
// this order.
func (l Language) replaced(english string, wrapped ...error) string {
	var b strings.Builder
	rest := english
	for _, err := range wrapped {
		if err == nil {
			continue
		}
		if before, after, found := strings.Cut(rest, err.Error()); found {
			b.WriteString(before + l.error(err))
			rest = after
		}
	}
	if b.Len() == 0 {
		return l.translated(english)
	}
	return b.String() + rest
}

// translated looks a text up. A text that the catalog does not have stays English; a test finds those that the code
// says.
func (l Language) translated(english string) string {
	if l == English {
		return english
	}
	if lookups.Add(1) <= searched {
		if text, ok := search(english); ok {
			return text
		}
	}
	if text, ok := chinese()[english]; ok {
		return text
	}
	return english
}

// Verbatim makes a message of words that are nobody's to translate, such as an API's own words.
func Verbatim(words string) Message {
	if words == "" {
		return Message{}
	}
	return Message{format: "%s", args: []any{words}}
}
