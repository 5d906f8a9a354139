package editor

import (
	"slices"
	"strings"
)

// search is a reverse search through the history (ctrl-r).
type search struct {
	query  string
	back   int      // the entry found, counted from the newest, which is 1; 0: none
	before snapshot // the line when the search began, for ctrl-c to restore
}

// Query returns what the user has typed to search the history for. Ok is false while no search is open.
func (e *Editor) Query() (query string, ok bool) {
	if e.search == nil {
		return "", false
	}
	return e.search.query, true
}

// takeSearchKey handles a key while a search is open. It reports true if the key ended the search without being used
// up: then the line takes it as usual.
func (e *Editor) takeSearchKey(key string) (unused bool) {
	s := e.search
	switch {
	case key == "\x12":
		e.find(s.back + 1)
	case key == "\x7f" || key == "\b":
		s.query = s.query[:len(s.query)-lastCluster([]byte(s.query))]
		e.find(1)
	case key == "\x03" || key == "\x07": // ctrl-c, ctrl-g
		e.text, e.cursor = s.before.text, s.before.at
		e.search = nil
	case key == EscapeKey || key == "\t":
		e.search = nil
	case IsText(key):
		s.query += strings.ToValidUTF8(key, "\ufffd")
		e.find(max(s.back, 1))
	default:
		e.search = nil
		return true
	}
	return false
}

// find shows the newest history entry that contains the query and is at least back entries old. If there is none, the
// line stays.
func (e *Editor) find(back int) {
	for ; back <= len(e.history) && e.search.query != ""; back++ {
		text := e.history[len(e.history)-back]
		if at := strings.LastIndex(text, e.search.query); at >= 0 {
			if back > 1 && slices.Contains(e.history[len(e.history)-back+1:], text) && e.search.back > 0 {
				continue // the same text was shown already
			}
			e.search.back = back
			e.Set(text)
			e.cursor = at
			return
		}
	}
}
