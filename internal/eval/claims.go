package eval

import (
	"os"

	"ccc/internal/claims"
	"ccc/internal/session"
)

// unsupported returns the kinds of those claims in the session's last message that the session does not support.
func (p *Place) unsupported() (list []claims.Kind) {
	f, err := os.Open(p.Transcript)
	if err != nil {
		return nil // the review reports it
	}
	defer f.Close()
	var last claims.Turn
	take := func(turn claims.Turn) { last = turn }
	_, _ = session.ReadClaims(f, p.Transcript, session.ProjectFiles(p.Project), nil, take) // as far as it can be read
	for _, c := range last.Claims {
		if !c.Supported && !c.Evident {
			list = append(list, c.Kind)
		}
	}
	return list
}
