package rubric

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// First is the name of the reviewer that SUPERVISOR.md describes.
const First = "supervisor"

// Reviewer is a reviewer as described in its file. A value that the front matter does not set is zero, and ccc.json
// decides.
type Reviewer struct {
	Name     string // First, or the NAME of SUPERVISOR.NAME.md
	Path     string // "" for the built-in one
	Front    string `json:",omitempty"` // the front matter as it is written, with its lines ---
	Text     string // without the front matter
	Model    string
	Provider string // a name from ccc.json; it may not exist there
	Tools    []string
	Timeout  time.Duration
	// Triage is the model of the first review in each round. Its findings count, but its verdict that the work is
	// done does not. "" means no triage.
	Triage   string
	IsTriage bool     // in a copy of the reviewer: it is the triage
	Instead  string   // in a copy of the reviewer: a provider that takes over, with its own model
	Role     string   // prompt_role: auto, system or user
	Paths    []string // glob patterns: the reviewer is asked if the task changed a matching file; nil for always
}

// Limits.
const (
	maxOthers   = 16 // in addition to the first
	maxParallel = 16
	parallel    = 4  // unless max_parallel says otherwise
	maxName     = 24 // characters
)

// Reviewers returns all reviewers, the first one first.
func (r Rubric) Reviewers() []Reviewer { return append([]Reviewer{r.Reviewer}, r.Others...) }

// readOthers reads each SUPERVISOR.NAME.md in the directory of SUPERVISOR.md, sorted by name.
func (r *Rubric) readOthers() error {
	dir := filepath.Dir(r.Path)
	begin := strings.TrimSuffix(File, "md")
	var files []string
	err := file.Each(dir, func(entry fs.DirEntry) error {
		name := entry.Name()
		if strings.HasPrefix(name, begin) && len(name) > len(File) && filepath.Ext(name) == ".md" {
			files = append(files, name)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("look for further reviewers: %w", err)
	}
	slices.Sort(files)
	for _, name := range files {
		path := filepath.Join(dir, name)
		name = strings.TrimSuffix(strings.TrimPrefix(name, begin), ".md")
		if !validName(name) {
			return lang.Errorf("%s: %q cannot be a reviewer's name: a name has at most %d letters, digits, - and _, "+
				"and is not %s. Rename the file; ccc ignores it if its name does not begin with SUPERVISOR.",
				path, name, maxName, First)
		}
		if len(r.Others) == maxOthers {
			return lang.Errorf("%s: there are more than %d reviewers beside %s", path, maxOthers, File)
		}
		other, err := load(path, true)
		if err != nil {
			return err
		}
		other.Name = name
		r.Others = append(r.Others, other.Reviewer)
	}
	return nil
}

// validName reports whether a reviewer may have the name. It is used in headings, in JSON and as a prefix of lines.
func validName(name string) bool {
	other := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' }
	n := utf8.RuneCountInString(name)
	return n > 0 && n <= maxName && !strings.ContainsFunc(name, other) && name[0] != '-' &&
		!strings.EqualFold(name, First)
}

// Asks returns what the user has to approve, in a canonical form: the commands of the checks, and the providers to
// which the session is sent. It is "" if there is nothing to approve.
func (r Rubric) Asks() string {
	text := ""
	if len(r.Checks) > 0 {
		text = CanonicalChecks(r.Checks)
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			line, err := json.Marshal([]string{one.Name, one.Provider, one.Model})
			if err != nil {
				panic(err) // strings always have a JSON form
			}
			text += "\n" + string(line)
		}
	}
	return text
}

// WithoutApproval returns the rubric without everything that [Rubric.Asks] lists: no checks, and all reviewers on the
// launch's provider. A reviewer that loses its provider also loses its model, which the launch's provider may not
// have.
func (r Rubric) WithoutApproval() Rubric {
	r.Checks = nil
	if r.Provider != "" {
		r.Provider, r.Model, r.Triage = "", "", ""
	}
	r.Others = append([]Reviewer(nil), r.Others...)
	for i, one := range r.Others {
		if one.Provider != "" {
			r.Others[i].Provider, r.Others[i].Model, r.Others[i].Triage = "", "", ""
		}
	}
	return r
}
