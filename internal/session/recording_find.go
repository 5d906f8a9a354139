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

// FindRecording returns the path of the recording that a word names: a path, "last", or the ID (or its beginning) of
// a session or a launch. If several match, it returns the newest; others are the paths of the rest, newest first. dir
// is the directory of the recordings.
//
// A recording goes on after /clear and /resume. Then the ID of its last session names it. The ID of an earlier session,
// or of one that the launch has continued without a turn, names it if no other recording has that ID.
func FindRecording(dir, word string) (path string, others []string, err error) {
	if IsRecordingPath(word) {
		return word, nil, nil
	}
	list, bad := ListRecordings(dir) // the word may name a recording that cannot be read
	if word == "last" && len(list) > 0 {
		return list[0].Path, nil, nil
	}
	if word == "last" && bad == nil {
		return "", nil, NoRecordingsIn(dir)
	}
	named := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, word) })
	}
	for _, s := range list {
		if named(s.End.SessionID, s.Header.Launch, filepath.Base(s.Path)) {
			others = append(others, s.Path)
		}
	}
	for _, s := range list {
		if len(others) == 0 && named(append(s.End.Earlier, s.Header.SessionID, s.Header.Continues)...) {
			return s.Path, nil, nil
		}
	}
	if len(others) == 0 {
		err = errors.Join(lang.Errorf("there is no recording %s", word), bad)
		return "", nil, lang.WithHint(err, ListedRecordings())
	}
	return others[0], others[1:], nil
}

// ListedRecordings is the hint for a recording that is not there.
func ListedRecordings() lang.Message { return lang.M("ccc recordings lists them") }

// NoRecordingsIn is the error that the directory has no recording.
func NoRecordingsIn(dir string) error {
	return lang.WithHint(lang.Errorf("there is no recording in %s", dir),
		lang.M("ccc --supervisor makes one at each launch, /supervisor at the first stop that is reviewed"))
}

// RecordingName is a recording as shell completion offers it.
type RecordingName struct {
	Word  string // for [FindRecording]
	About string // when it began, and in which project
}

// RecordingNames returns the readable recordings in dir, newest first.
func RecordingNames(dir string) (names []RecordingName) {
	list, _ := ListRecordings(dir)
	for _, s := range list {
		of := recordingTime(s) + " " + orDash(recordingProject(s))
		names = append(names, RecordingName{cmp.Or(s.End.SessionID, s.Header.Launch), of})
	}
	return names
}

// IsNewerRecording reports whether the recording at path was created after the one at other.
func IsNewerRecording(path, other string) bool {
	a, bad := Summarize(path)
	b, unreadable := Summarize(other)
	return bad == nil && (unreadable != nil || compareNewest(a, b) < 0)
}
