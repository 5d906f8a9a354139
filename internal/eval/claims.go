package eval

import (
	"os"
	"path/filepath"

	"ccc/internal/claims"
	"ccc/internal/file"
	"ccc/internal/session"
)

// maxScript is how much of a file is read that says what a project's commands run.
const maxScript = 1 << 20

// unsupported are the kinds of the claims in the session's last message that the session does not bear out.
func (p *Place) unsupported() (list []claims.Kind) {
	f, err := os.Open(p.Transcript)
	if err != nil {
		return nil // the review says so
	}
	defer f.Close()
	project := func(_, name string) (string, bool) {
		if !filepath.IsLocal(name) {
			return "", false
		}
		text, err := file.Read(filepath.Join(p.Project, name), maxScript)
		return string(text), err == nil && text != nil
	}
	var last claims.Turn
	_, _ = session.ReadClaims(f, p.Transcript, project, func(turn claims.Turn) { last = turn }) // as far as it can be read
	for _, c := range last.Claims {
		if !c.Supported {
			list = append(list, c.Kind)
		}
	}
	return list
}
