package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/text"
)

// Find returns the session that a word names: by its ID or the beginning of its ID, its title, or the path of its file.
// A session of another project counts if none of this one has that name. list has the sessions of the project in work;
// dir is claude's directory.
func Find(list []claude.Session, dir, work, word string) (claude.Session, error) {
	begins := func(one claude.Session) bool { return strings.HasPrefix(one.ID, word) }
	if i := slices.IndexFunc(list, begins); i >= 0 {
		if one := list[i]; one.ID == word || !slices.ContainsFunc(list[i+1:], begins) {
			return one, nil
		}
		return claude.Session{},
			lang.Errorf("several sessions of this project begin with %s: give more of the id", word)
	}
	if path, err := claude.Transcript(dir, filepath.Base(word)); err == nil {
		return claude.Session{ID: word, Path: path}, checkDirectory(word, path, work)
	}
	if strings.HasSuffix(word, ".jsonl") {
		if _, err := transcript.Read(word); err == nil {
			return claude.Session{ID: word, Path: word}, nil
		}
	}
	for _, one := range list {
		if told, err := transcript.Read(one.Path); err == nil && strings.EqualFold(told.Title, word) {
			return one, nil
		}
	}
	switch elsewhere := claude.SessionsBeginning(dir, word); len(elsewhere) {
	case 0:
	case 1:
		return elsewhere[0], checkDirectory(elsewhere[0].ID, elsewhere[0].Path, work)
	default:
		return claude.Session{}, lang.Errorf("several sessions of other projects begin with %s: give more of the id",
			word)
	}
	return claude.Session{}, lang.WithHint(lang.Errorf("there is no session %s", word),
		lang.M("ccc --supervisor --resume lists those of this project"))
}

// checkDirectory refuses a session of another directory, because 2.1.5 and 2.1.197 do not find it in this one. A
// session whose file does not name its directory is not refused.
func checkDirectory(id, path, work string) error {
	told, err := transcript.Read(path)
	if err != nil || told.Dir == "" || file.Same(told.Dir, work) {
		return err
	}
	hint := lang.M("go there first: cd %s", text.ShellWord(told.Dir))
	if _, err := os.Stat(told.Dir); err != nil {
		hint = lang.M("that directory is gone. The path of the session's file works anywhere: --resume %s",
			text.ShellWord(path))
	}
	return lang.WithHint(lang.Errorf("the session %s belongs to another directory: %s", id, told.Dir), hint)
}
