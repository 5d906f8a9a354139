package eval

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"ccc/internal/lang"
)

// Head is what case.yaml holds.
type Head struct {
	Task   string   `yaml:"task"`   // the user's first message
	Expect Verdict  `yaml:"expect"` // the right verdict
	Why    string   `yaml:"why"`    // the fact that makes it right
	Tags   []string `yaml:"tags"`
}

// Verdict is a verdict on a case: the right one, or the one that was given.
type Verdict string

// The verdicts that a reviewer can give.
const (
	Completed Verdict = "completed"
	Feedback  Verdict = "feedback"
	NeedsUser Verdict = "needs_user"
)

// verdictFrom returns the verdict of a review that gave one.
func verdictFrom(completed, blocked bool) Verdict {
	switch {
	case completed:
		return Completed
	case blocked:
		return NeedsUser
	}
	return Feedback
}

// Limits of case.yaml. With nested brackets the YAML parser takes time quadratic in the number of tokens. A text is one
// token, however long it is.
const (
	maxHead   = 1 << 20 // bytes
	maxTokens = 1000
)

// parse reads case.yaml.
func (h *Head) parse(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(text) > maxHead {
		return lang.Errorf("it is larger than %d MiB", maxHead>>20)
	}
	tokens := lexer.Tokenize(string(text))
	if len(tokens) > maxTokens {
		return lang.Errorf("it has more than %d words and signs of YAML", maxTokens)
	}
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.MappingKeyType:
			return errorAt(t, lang.Errorf("expected text, found an anchor, alias, tag or complex key"))
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	// An empty file is reported below, by its missing keys.
	if err := decoder.Decode(h); err != nil && !errors.Is(err, io.EOF) {
		syntax, ok := err.(interface {
			GetMessage() string
			GetToken() *token.Token
		})
		if !ok || syntax.GetToken() == nil {
			return err
		}
		wrong := new(yaml.UnexpectedNodeTypeError)
		switch {
		case errors.As(err, new(*yaml.TypeError)):
			err = lang.Errorf("expected text")
		case errors.As(err, &wrong) && wrong.Expected == ast.SequenceType:
			err = lang.Errorf("expected a list")
		case errors.As(err, &wrong):
			err = lang.Errorf("expected keys with values: task, expect, why, tags")
		default:
			err = errors.New(syntax.GetMessage())
		}
		return errorAt(syntax.GetToken(), err)
	}
	if !errors.Is(decoder.Decode(new(any)), io.EOF) {
		return lang.Errorf("it holds a second document")
	}
	switch h.Task, h.Why = strings.TrimSpace(h.Task), strings.TrimSpace(h.Why); {
	case h.Task == "":
		return lang.Errorf("it has no task")
	case h.Expect != Completed && h.Expect != Feedback && h.Expect != NeedsUser:
		return lang.Errorf("expect is completed, feedback or needs_user, not %q", string(h.Expect))
	case h.Why == "":
		return lang.Errorf("it has no why")
	}
	return nil
}

// errorAt adds the line and column of a token to an error.
func errorAt(t *token.Token, err error) error {
	return lang.Errorf("line %d, column %d: %w", t.Position.Line, t.Position.Column, err)
}
