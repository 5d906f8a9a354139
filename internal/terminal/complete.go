package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// Completion is one way to complete a word.
type Completion struct {
	Name string // the whole word
	What string // what it does; "" if that is not known
}

// menu is a list of completions from which one is picked.
type menu struct {
	word string // the word that is completed
	list []Completion
	at   int // index of the picked completion
}

// maxMenu is how many completions are shown at once.
const maxMenu = 8

// completeWord completes a /command or an @file before the cursor as far as all candidates agree. If that adds nothing,
// it opens a menu of them.
func (s *Screen) completeWord() {
	word, first := s.editor.Word()
	if s.Complete == nil || word == "" || word[0] != '/' && word[0] != '@' {
		s.editor.Take("\t")
		return
	}
	list := s.Complete(word, first)
	if len(list) == 0 {
		return
	}
	common := list[0].Name
	for _, one := range list[1:] {
		n := 0
		for n < min(len(common), len(one.Name)) && common[n] == one.Name[n] {
			n++
		}
		for n > 0 && n < len(common) && !utf8.RuneStart(common[n]) {
			n--
		}
		common = common[:n]
	}
	if len(list) == 1 {
		s.insertCompletion(word, common)
		return
	}
	if rest, more := strings.CutPrefix(common, word); more && rest != "" {
		s.editor.Insert(rest)
		return
	}
	s.menu = &menu{word: word, list: list}
}

// insertCompletion completes a word. It adds a space, except after a directory, which may be completed further.
func (s *Screen) insertCompletion(word, name string) {
	if !strings.HasSuffix(name, "/") {
		name += " "
	}
	if rest, more := strings.CutPrefix(name, word); more {
		s.editor.Insert(rest)
	}
}

// menuOpen reports whether a menu takes the keys. An open question takes them first, unless the line is a message.
func (s *Screen) menuOpen() bool {
	return s.menu != nil && !s.editor.Modal() && (s.asking == nil || !s.asking.open || s.hasProse())
}

// menuKey handles a key while a menu is open. It reports whether the key is used up; any other key closes the menu.
func (s *Screen) menuKey(key string) bool {
	m := s.menu
	switch key {
	case "\x1b[A", "\x1bOA", "\x10", "\x1b[Z":
		m.at = (m.at + len(m.list) - 1) % len(m.list)
	case "\x1b[B", "\x1bOB", "\x0e", "\t":
		m.at = (m.at + 1) % len(m.list)
	case "\r", "\n":
		s.menu = nil
		s.insertCompletion(m.word, m.list[m.at].Name)
	case "\x1b":
		s.menu = nil
	default:
		return false
	}
	return true
}

// rows lays out the menu: the completions around the picked one, each with its description, and how many more there
// are.
func (m *menu) rows(s *Screen, height int) (rows []string) {
	shown := min(len(m.list), max(2, min(maxMenu, height-3)))
	from := min(max(m.at-shown/2, 0), len(m.list)-shown)
	list := m.list[from : from+shown]
	wide := 0
	for _, one := range list {
		wide = max(wide, uniseg.StringWidth(text.OneLine(one.Name)))
	}
	for i, one := range list {
		mark, name := "  ", text.OneLine(one.Name)
		if from+i == m.at {
			mark = "❯ "
		}
		row := mark + name
		if one.What != "" {
			row += strings.Repeat(" ", wide-uniseg.StringWidth(name)+2) + text.OneLine(one.What)
		}
		rows = append(rows, s.cutToRow(row, 1))
	}
	if more := len(m.list) - shown; more > 0 {
		rows = append(rows, s.cutToRow(s.Lang.Sprintf("  … %d more: up and down", more), 1))
	}
	return rows
}
