package terminal

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxListed is how many names are listed.
const maxListed = 40

// complete completes a /command or an @file before the cursor, as far as all that it may become agree; where they do
// not, they are listed until the next key.
func (s *Screen) complete() {
	e := &s.editor
	begin := bytes.LastIndexAny(e.text[:e.at], spaces) + 1
	word := string(e.text[begin:e.at])
	if s.Complete == nil || word == "" || word[0] != '/' && word[0] != '@' {
		e.take("\t")
		return
	}
	names := s.Complete(word, begin == 0)
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
		e.save()
		e.insert([]byte(rest))
		return
	}
	if len(names) > 1 {
		s.listed = names[:min(len(names), maxListed)]
		for i, name := range s.listed {
			s.listed[i] = OneLine(name)
		}
	}
}
