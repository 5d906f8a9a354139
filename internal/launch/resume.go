package launch

import (
	"strings"

	"ccc/internal/claude"
	"ccc/internal/session"
)

// LastExchange is the end of the conversation in a session.
func LastExchange(one claude.Session) (said Exchange, err error) {
	told, err := session.ReadTranscript(one.Path)
	n := len(told.Messages)
	if err != nil || n == 0 {
		return said, err
	}
	var all []string
	for _, m := range told.Messages {
		all = append(all, m.Text)
	}
	return Exchange{
		At: one.Last, Said: all[n-1], Answer: told.Turn.Text, Session: one.ID, All: strings.Join(all, "\n\n"),
	}, nil
}

// maxSessions is how many sessions the user can choose from.
const maxSessions = 15

// Resumable returns the sessions of a list that the user can choose from, and a row that describes each: when it ended,
// its ID, its title and the last message, with tabs between them.
func Resumable(list []claude.Session) (sessions []claude.Session, rows []string) {
	for _, one := range list {
		if len(sessions) == maxSessions {
			break
		}
		told, err := session.ReadTranscript(one.Path)
		if err != nil || len(told.Messages) == 0 {
			continue
		}
		words, _, _ := strings.Cut(told.Messages[len(told.Messages)-1].Text, "\n")
		if told.Title != "" {
			words = told.Title + " · " + words
		}
		sessions = append(sessions, one)
		id := one.ID[:min(len(one.ID), 8)]
		rows = append(rows, one.Last.Format(MinuteTime)+"\t"+id+"\t"+strings.ReplaceAll(words, "\t", " "))
	}
	return sessions, rows
}
