// Package lang makes texts for a user in one language: Chinese or English.
//
// The English text is written in the code, at the place that uses it. It is the key of the catalog (zh.po), which has
// the Chinese. Code that does not know the language returns a [Message] or an error made by [Errorf], and the code
// that prints it calls [Language.Text]. Texts for a model, a log or JSON are English and do not use this package.
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

// Language is a language of users. The zero value is Chinese.
type Language uint8

// The languages.
const (
	Chinese Language = iota
	English
)

// Of returns the language of a user: that of choice (CCC_LANG), otherwise of configured ("language" in ccc.json),
// otherwise of the locale (the first of LC_ALL, LC_MESSAGES and LANG that is set). A value that begins with "zh"
// means Chinese. Any other value means English, as does a missing locale.
func Of(getenv func(string) string, configured string) Language {
	for _, name := range []string{
		getenv("CCC_LANG"), configured, getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"),
	} {
		if name != "" {
			return languageNamed(name)
		}
	}
	return English
}

func languageNamed(name string) Language {
	if strings.HasPrefix(strings.ToLower(name), "zh") {
		return Chinese
	}
	return English
}

// Message is a text for a user, before the language is known. The zero value is the empty text.
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

// Join joins messages, two at a time, by a format such as "%s, %s". It leaves out empty ones.
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

// List makes a message of names.
func List(names ...string) Message {
	list := Verbatim(strings.Join(names, ", "))
	list.chinese = strings.Join(names, "、")
	return list
}

// Both makes a message of a long text, such as a help page, whose Chinese is written next to it and not in the
// catalog.
func Both(english, chinese string) Message { return Message{format: english, chinese: chinese} }

// String returns the English text, for logs.
func (m Message) String() string { return English.Text(m) }

// MarshalText returns the English text, for JSON.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Empty reports whether the message has no text.
func (m Message) Empty() bool { return m.format == "" }

// Args returns the arguments of a message with this format. ok is false for any other message.
func (m Message) Args(format string) (args []any, ok bool) { return m.args, m.format == format }

// Errorf is fmt.Errorf, including %w, for an error that a user may read.
func Errorf(format string, args ...any) error {
	if false {
		_ = fmt.Errorf(format, args...) // go vet then checks the callers' formats
	}
	return &localError{fmt.Errorf(format, English.formatDurations(args)...), Message{format: format, args: args}}
}

// localError is an error with a text in every language. Error returns the English one.
type localError struct {
	error
	message Message
}

func (e *localError) Unwrap() error    { return errors.Unwrap(e.error) }
func (e *localError) Message() Message { return e.message }

// Is and As look at all wrapped errors, even if there are several.
func (e *localError) Is(target error) bool { return errors.Is(e.error, target) }
func (e *localError) As(target any) bool   { return errors.As(e.error, target) }

// Sprintf is fmt.Sprintf in the language. Arguments that are messages or errors are translated, too.
func (l Language) Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // go vet then checks the callers' formats
	}
	said := l.formatDurations(args)
	for i, arg := range said {
		switch arg.(type) {
		case Message, error:
			said[i] = text(l.Text(arg))
		}
	}
	return fmt.Errorf(l.translate(format), said...).Error() // fmt.Sprintf does not support %w
}

// formatDurations returns the arguments with durations as the language says them.
func (l Language) formatDurations(args []any) []any {
	said := slices.Clone(args)
	for i, arg := range said {
		if d, ok := arg.(time.Duration); ok {
			said[i] = text(l.duration(d))
		}
	}
	return said
}

// text is a translated argument. It is an error, because %w accepts nothing else.
type text string

func (t text) Error() string { return string(t) }

// Text returns a [Message], an error or any other value in the language. In an error it translates the parts that
// come from [Errorf] or have a method Message() Message, also between words of other packages. The system's own words
// are translated if they are known, and otherwise stay English.
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
	case text:
		return string(e)
	case recordedText:
		return translateRecorded(string(e))
	case interface{ Message() Message }:
		return l.Text(e.Message())
	case *fs.PathError:
		return l.translate(e.Op) + " " + e.Path + "：" + l.error(e.Err)
	case *os.LinkError:
		return l.translate(e.Op) + " " + e.Old + " " + e.New + "：" + l.error(e.Err)
	case interface{ Unwrap() error }:
		return l.replaceWrapped(err.Error(), e.Unwrap())
	case interface{ Unwrap() []error }:
		return l.replaceWrapped(err.Error(), e.Unwrap()...)
	}
	return l.translate(err.Error())
}

// replaceWrapped translates the wrapped errors in the text of another package's error, which contains their texts in
// this order.
func (l Language) replaceWrapped(english string, wrapped ...error) string {
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
		return l.translate(english)
	}
	return b.String() + rest
}

// translate looks a text up. A text that the catalog does not have stays English; a test finds such texts in the
// code.
func (l Language) translate(english string) string {
	if l == English {
		return english
	}
	if lookups.Add(1) <= searched {
		if text, ok := searchCatalog(english); ok {
			return text
		}
	}
	if text, ok := chinese()[english]; ok {
		return text
	}
	return english
}

// Verbatim makes a message of words that are not translated, such as an API's own words.
func Verbatim(words string) Message {
	if words == "" {
		return Message{}
	}
	return Message{format: "%s", args: []any{words}}
}
