package terminal

import (
	"strings"
	"unicode/utf8"

	"ccc/internal/text"
)

// maxListed is the most names that are listed.
const maxListed = 40

// completeWord completes a /command or an @file before the cursor as far as all candidates agree. If that adds nothing,
// it lists them until the next key.
func (s *Screen) completeWord() {
	word, first := s.editor.Word()
	if s.Complete == nil || word == "" || word[0] != '/' && word[0] != '@' {
		s.editor.Take("\t")
		return
	}
	names := s.Complete(word, first)
	if len(names) == 0 {
		return
	}
	common := names[0]
	for _, name := range names[1:] {
		n := 0
		for n < min(len(common), len(name)) && common[n] == name[n] {
			n++
		}
		for n > 0 && n < len(common) && !utf8.RuneStart(common[n]) {
			n--
		}
		common = common[:n]
	}
	if len(names) == 1 && !strings.HasSuffix(common, "/") {
		common += " "
	}
	if rest, more := strings.CutPrefix(common, word); more && rest != "" {
		s.editor.Insert(rest)
		return
	}
	if len(names) > 1 {
		s.completions = names[:min(len(names), maxListed)]
		for i, name := range s.completions {
			s.completions[i] = text.OneLine(name)
		}
	}
}
