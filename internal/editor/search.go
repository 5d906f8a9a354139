package terminal

import (
	"slices"
	"strings"
)

// search looks through the history for what holds some text, the newest first.
type search struct {
	query string
	back  int  // how far back in the history the text is that was found; 0: none
	begun edit // what was being typed
}

// searched takes a key, and reports whether it ends the search and means what it means elsewhere.
func (e *editor) searched(key string) (over bool) {
	s := e.search
	switch {
	case key == "\x12":
		e.find(s.back + 1)
	case key == "\x7f" || key == "\b":
		s.query = s.query[:len(s.query)-lastCluster([]byte(s.query))]
		e.find(1)
	case key == "\x03" || key == "\x07": // ctrl-c, ctrl-g
		e.text, e.at = s.begun.text, s.begun.at
		e.search = nil
	case key == escape || key == "\t":
		e.search = nil
	case character(key):
		s.query += strings.ToValidUTF8(key, "\ufffd")
		e.find(max(s.back, 1))
	default:
		e.search = nil
		return true
	}
	return false
}

// find shows the entry that holds the query, at least that far back.
func (e *editor) find(back int) {
	for ; back <= len(e.history) && e.search.query != ""; back++ {
		text := e.history[len(e.history)-back]
		if at := strings.LastIndex(text, e.search.query); at >= 0 {
			if back > 1 && slices.Contains(e.history[len(e.history)-back+1:], text) && e.search.back > 0 {
				continue // it was shown already
			}
			e.search.back = back
			e.set([]byte(text))
			e.at = at
			return
		}
	}
}
