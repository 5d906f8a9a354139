// Package markdown parses the markdown of models: CommonMark with GitHub's tables, ~~ and addresses without brackets.
// Two rules differ, because models write that way. A mark next to a Chinese, Japanese or Korean character needs no
// space. And a single * between letters or digits is not a mark.
//
// It is separate from internal/text, so that packages that only cut a string do not depend on goldmark.
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

// Parse returns the tree of a text.
func Parse(source []byte) ast.Node { return fullParser().Parse(text.NewReader(maskPipes(source))) }

// ParseLeaves is Parse without lists and quotes, whose marks stay text.
func ParseLeaves(source []byte) ast.Node {
	return leafParser().Parse(text.NewReader(maskPipes(source)))
}

var (
	leafParser = sync.OnceValue(func() parser.Parser { return newParser() })
	fullParser = sync.OnceValue(func() parser.Parser {
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

// maxDepth is how deep lists and quotes may nest, because goldmark has no limit. What is deeper stays text.
const maxDepth = 32 // a list counts twice: itself and its item

// shallow opens no block beyond maxDepth, because the time to parse grows with the square of the depth.
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

// maskPipes replaces each | in code, because GitHub takes it for the end of a cell and models do not escape it. The
// content of a node is read from the original text.
func maskPipes(source []byte) []byte {
	if bytes.IndexByte(source, '|') < 0 || bytes.IndexByte(source, '`') < 0 {
		return source
	}
	source = bytes.Clone(source)
	for line := range bytes.Lines(source) {
		var opened []byte // the opening mark of the code that surrounds at
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

// special matches what has a special meaning in running text: a character after a backslash, and an entity.
var special = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\\\\[!-/:-@[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
})

// Text resolves escapes and entities in running text, or in the address of a link. The result may have any character.
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

// Raw returns the source of a node that is not parsed further: code, HTML, or the address of a link.
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

// Address returns the target of an address in the text.
func Address(n *ast.AutoLink, source []byte) string {
	if n.AutoLinkType == ast.AutoLinkEmail {
		return "mailto:" + string(n.Label(source))
	}
	return string(n.Label(source))
}

// delimiters parses the marks around emphasized text.
type delimiters struct {
	marks string
	node  func(length int) ast.Node // makes the node for a mark of that length
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
	after, _ := utf8.DecodeRune(line[mark.OriginalLength:]) // RuneError at the end of a text
	switch {
	case before == '~' && mark.Char == '~', mark.Char == '~' && mark.OriginalLength != 2: // ~ means "about" or "to"
		return nil
	case mark.OriginalLength == 1 && alphanumeric(before) && alphanumeric(after):
		return nil
	case mark.Char != '_' && (before >= firstWide || after >= firstWide && after != utf8.RuneError):
		mark.CanOpen = mark.CanOpen || !unicode.IsSpace(after)
		mark.CanClose = mark.CanClose || !unicode.IsSpace(before)
	}
	mark.Segment = segment.WithStop(segment.Start + mark.OriginalLength)
	block.Advance(mark.OriginalLength)
	pc.PushDelimiter(mark)
	return mark
}

// firstWide is the first character of the Chinese, Japanese and Korean scripts in Unicode.
const firstWide = 0x2e80

func alphanumeric(r rune) bool { return r < firstWide && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// address parses an address without brackets. goldmark's own parser accepts no address without a dot, such as
// http://localhost:80, and none after a Chinese character.
type address struct{}

// schemes are the schemes of addresses. The parser is called at their colon.
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

// addressLen returns the length of the part of a line that belongs to an address. Punctuation that ends the sentence
// does not belong to it, nor does a closing bracket without its opening one.
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
