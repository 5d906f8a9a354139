// Package markdown parses what a model writes: CommonMark with GitHub's tables, ~~ and addresses without brackets.
// Two things differ, since models write them so: a mark beside a Chinese, Japanese or Korean character needs no space,
// and a single * between letters or digits is none.
package markdown

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Parse gives the tree of a text.
func Parse(source []byte) ast.Node { return whole().Parse(text.NewReader(masked(source))) }

// ParseLeaves is Parse without lists and quotes: their marks are text.
func ParseLeaves(source []byte) ast.Node { return leaves().Parse(text.NewReader(masked(source))) }

var (
	leaves = sync.OnceValue(func() parser.Parser { return newParser() })
	whole  = sync.OnceValue(func() parser.Parser {
		return newParser(
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		)
	})
)

func newParser(containers ...util.PrioritizedValue) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(append(containers,
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		)...),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(emphasis, 500),
			util.Prioritized(strikethrough, 500),
			util.Prioritized(address{}, 600),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
			util.Prioritized(tables{}, 200),
		),
	)
}

// maxDepth is what goldmark itself does not bound; what is beyond stays text.
const maxDepth = 32 // of lists and quotes in each other: each list is two, itself and its item

// shallow opens no block that is nested too deep: the time it takes grows with the square of the depth.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth > maxDepth {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, reader, pc)
}

// masked is a text without the | in its code, which GitHub takes for the end of a cell, and models do not escape. What a
// node says is read from the text as it came.
func masked(source []byte) []byte {
	if bytes.IndexByte(source, '|') < 0 || bytes.IndexByte(source, '`') < 0 {
		return source
	}
	source = bytes.Clone(source)
	for line := range bytes.Lines(source) {
		var opened []byte // the mark of the code that at is in
		from := 0
		for at := 0; at < len(line); at++ {
			mark := line[at : len(line)-len(bytes.TrimLeft(line[at:], "`"))]
			switch {
			case len(mark) == 0:
				continue
			case opened == nil && (at == 0 || line[at-1] != '\\'):
				opened, from = mark, at
			case len(opened) == len(mark):
				for i := from; i < at; i++ {
					if line[i] == '|' && line[i-1] != '\\' {
						line[i] = 'x'
					}
				}
				opened = nil
			}
			at += len(mark) - 1
		}
	}
	return source
}

// special is what stands for something else in running text: a character behind a backslash, and an entity.
var special = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\\\\[!-/:-@[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
})

// Text is what running text, or the address of a link, says. It may hold any character.
func Text(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexByte(raw, '&') < 0 {
		return string(raw)
	}
	return special().ReplaceAllStringFunc(string(raw), func(found string) string {
		if found[0] == '\\' {
			return found[1:]
		}
		return html.UnescapeString(found)
	})
}

// Raw is what stands in a node of which nothing is parsed: code, HTML, where a link of the text leads.
func Raw(n ast.Node, source []byte) string {
	switch n := n.(type) {
	case *ast.RawHTML:
		return string(n.Segments.Value(source))
	case *ast.CodeSpan:
		var b strings.Builder
		for part := n.FirstChild(); part != nil; part = part.NextSibling() {
			if part, ok := part.(*ast.Text); ok {
				b.Write(part.Value(source))
			}
		}
		if inCell(n) {
			return strings.ReplaceAll(b.String(), `\|`, "|")
		}
		return b.String()
	case *ast.HTMLBlock:
		if n.HasClosure() {
			return string(n.Lines().Value(source)) + string(n.ClosureLine.Value(source))
		}
	}
	return string(n.Lines().Value(source))
}

// Address is where an address in the text leads.
func Address(n *ast.AutoLink, source []byte) string {
	if n.AutoLinkType == ast.AutoLinkEmail {
		return "mailto:" + string(n.Label(source))
	}
	return string(n.Label(source))
}

// delimiters parses the marks around a stretch of text.
type delimiters struct {
	marks string
	node  func(length int) ast.Node // of a mark of that length
}

var (
	emphasis      = delimiters{"*_", func(length int) ast.Node { return ast.NewEmphasis(length) }}
	strikethrough = delimiters{"~", func(int) ast.Node { return east.NewStrikethrough() }}
)

func (d delimiters) Trigger() []byte         { return []byte(d.marks) }
func (d delimiters) IsDelimiter(c byte) bool { return strings.IndexByte(d.marks, c) >= 0 }
func (d delimiters) OnMatch(n int) ast.Node  { return d.node(n) }
func (d delimiters) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (d delimiters) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	mark := parser.ScanDelimiter(line, before, 1, d)
	after, _ := utf8.DecodeRune(line[mark.OriginalLength:]) // no character at the end of a text
	switch {
	case before == '~' && mark.Char == '~', mark.Char == '~' && mark.OriginalLength != 2: // ~ stands for "about" and "to"
		return nil
	case mark.OriginalLength == 1 && alphanumeric(before) && alphanumeric(after):
		return nil
	case mark.Char != '_' && (before >= wide || after >= wide && after != utf8.RuneError):
		mark.CanOpen = mark.CanOpen || !unicode.IsSpace(after)
		mark.CanClose = mark.CanClose || !unicode.IsSpace(before)
	}
	mark.Segment = segment.WithStop(segment.Start + mark.OriginalLength)
	block.Advance(mark.OriginalLength)
	pc.PushDelimiter(mark)
	return mark
}

// wide is where the characters of Chinese, Japanese and Korean begin in Unicode.
const wide = 0x2e80

func alphanumeric(r rune) bool { return r < wide && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// address parses an address without brackets. goldmark's own parser knows none without a dot, as http://localhost:80,
// and none behind a Chinese character.
type address struct{}

// schemes of addresses, of which the parser meets the colon first.
var schemes = []string{"http://", "https://", "ftp://", "file://", "mailto:"}

func (address) Trigger() []byte { return []byte{':'} }

func (address) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before, ok := parent.LastChild().(*ast.Text)
	if !ok || pc.IsInLinkLabel() {
		return nil
	}
	line, segment := block.PeekLine()
	said := before.Value(block.Source())
	for _, scheme := range schemes {
		name, colon := scheme[:strings.IndexByte(scheme, ':')], scheme[strings.IndexByte(scheme, ':'):]
		start := len(said) - len(name)
		if before.Segment.Stop != segment.Start || !bytes.HasSuffix(said, []byte(name)) ||
			!bytes.HasPrefix(line, []byte(colon)) ||
			start > 0 && alphanumeric(rune(said[start-1])) {
			continue
		}
		length := addressLen(line)
		if length <= len(colon) {
			return nil
		}
		before.Segment = before.Segment.WithStop(before.Segment.Stop - len(name))
		block.Advance(length)
		return ast.NewAutoLink(ast.AutoLinkURL,
			ast.NewTextSegment(text.NewSegment(before.Segment.Stop, segment.Start+length)))
	}
	return nil
}

// addressLen is how much of a line belongs to an address: neither the mark that ends the sentence, nor a bracket that
// none in it opens.
func addressLen(line []byte) (n int) {
	open := 0
	for n < len(line) && line[n] > ' ' && line[n] < 0x7f && bytes.IndexByte([]byte("<>`*|\\\""), line[n]) < 0 {
		switch line[n] {
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return trimmed(line[:n])
			}
		}
		n++
	}
	return trimmed(line[:n])
}

func trimmed(address []byte) int { return len(bytes.TrimRight(address, ".,:;!?'_~")) }
