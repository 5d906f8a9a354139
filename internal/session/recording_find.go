package session

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// IsRecordingPath reports whether a word is the path of a file, and not the name of a session.
func IsRecordingPath(word string) bool {
	_, err := os.Stat(word)
	return err == nil || strings.ContainsRune(word, filepath.Separator)
}

// FindRecording returns the path of the recording that a word names: a path, "last", or the ID of a session or of a
// launch or its beginning. Of several it is the newest. dir is the directory of the recordings. If the loop has recorded
// the session as well as the hook, other is the path of the newest by the other one, else "".
//
// A recording of the hook's goes on after /clear. Then the ID of its last session names it; that of its first one does
// if no other recording has that ID.
func FindRecording(dir, word string) (path, other string, err error) {
	if IsRecordingPath(word) {
		return word, "", nil
	}
	list, bad := ListRecordings(dir) // the word may mean a recording that cannot be read
	if word == "last" && len(list) > 0 {
		return list[0].Path, "", nil
	}
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, word) })
	}
	named := func(s Summary) string { return s.End.SessionID }
	i := slices.IndexFunc(list, func(s Summary) bool {
		return begins(s.End.SessionID, s.Header.Launch, filepath.Base(s.Path))
	})
	if i < 0 {
		i = slices.IndexFunc(list, func(s Summary) bool { return begins(s.Header.SessionID) })
		named = func(s Summary) string { return s.Header.SessionID }
	}
	if i < 0 {
		err = errors.Join(lang.Errorf("there is no recording %s", word), bad)
		return "", "", lang.WithHint(err, lang.M("ccc recordings lists those there are"))
	}
	found := list[i]
	for _, o := range list[i+1:] {
		if id := named(found); o.End.SessionID == id && id != "" && o.Header.Door != found.Header.Door {
			return found.Path, o.Path, nil
		}
	}
	return found.Path, "", nil
}

// RecordingName is a recording as completion offers it.
type RecordingName struct {
	Word string // for [FindRecording]
	Of   string // when it began, and in which project
}

// RecordingNames are the recordings in dir that can be read, newest first.
func RecordingNames(dir string) (names []RecordingName) {
	list, _ := ListRecordings(dir)
	for _, s := range list {
		of := recordingTime(s) + " " + orDash(recordingProject(s))
		names = append(names, RecordingName{cmp.Or(s.End.SessionID, s.Header.Launch), of})
	}
	return names
}

// IsNewerRecording reports whether the recording at one path began after that at another.
func IsNewerRecording(path, other string) bool {
	a, _ := Summarize(path) // one that cannot be read is the older one
	b, _ := Summarize(other)
	return a.Header.At.After(b.Header.At)
}
