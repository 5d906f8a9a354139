package rubric

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ccc/internal/lang"
)

// First is the name of the reviewer that SUPERVISOR.md itself is for.
const First = "supervisor"

// Reviewer is one who is asked, and what its file says of it. What the front matter does not name is the zero value: it
// is then as ccc.json has it.
type Reviewer struct {
	Name     string // First, or the NAME of SUPERVISOR.NAME.md
	Path     string // "" of the built-in one
	Text     string // without the front matter
	Model    string
	Provider string // a name in ccc.json, which need not be there
	Tools    []string
	Timeout  time.Duration
	Role     string   // prompt_role: auto, system or user
	Paths    []string // patterns of package glob: it is asked where the task changed such a file; nil for always
}

// The bounds of the reviewers.
const (
	maxOthers   = 16 // beside the first
	maxParallel = 16
	parallel    = 4  // unless max_parallel says otherwise
	maxName     = 24 // characters
)

// Reviewers are all, the first one first.
func (r Rubric) Reviewers() []Reviewer { return append([]Reviewer{r.Reviewer}, r.Others...) }

// others reads each SUPERVISOR.NAME.md beside SUPERVISOR.md, in the order of their names.
func (r *Rubric) others() error {
	dir := filepath.Dir(r.Path)
	entries, err := os.ReadDir(dir) // sorted
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("look for further reviewers: %w", err)
	}
	for _, entry := range entries {
		name, ours := strings.CutPrefix(entry.Name(), strings.TrimSuffix(File, "md"))
		name, text := strings.CutSuffix(name, ".md")
		if !ours || !text {
			continue
		}
		path := filepath.Join(dir, entry.Name())
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

// validName reports whether a reviewer may have the name: it stands in headings, in JSON and in front of lines.
func validName(name string) bool {
	other := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' }
	n := utf8.RuneCountInString(name)
	return n > 0 && n <= maxName && !strings.ContainsFunc(name, other) && name[0] != '-' &&
		!strings.EqualFold(name, First)
}

// Asks is what a rubric wants that a person has to agree to, in one canonical form: the commands of its checks, and the
// providers to which it sends the session. It is "" if it wants nothing.
func (r Rubric) Asks() string {
	text := ""
	if len(r.Checks) > 0 {
		text = CanonicalChecks(r.Checks)
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			line, err := json.Marshal([]string{one.Name, one.Provider, one.Model})
			if err != nil {
				panic(err) // they are strings
			}
			text += "\n" + string(line)
		}
	}
	return text
}

// Refused is the rubric without what [Rubric.Asks] tells of: no checks, and all reviewers on the launch's own provider,
// whose models are others.
func (r Rubric) Refused() Rubric {
	r.Checks = nil
	if r.Provider != "" {
		r.Provider, r.Model = "", ""
	}
	r.Others = append([]Reviewer(nil), r.Others...)
	for i, one := range r.Others {
		if one.Provider != "" {
			r.Others[i].Provider, r.Others[i].Model = "", ""
		}
	}
	return r
}
