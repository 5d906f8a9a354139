package replay

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// ClaimsConfig says which session's claims to judge, and how to show them.
type ClaimsConfig struct {
	Input    io.Reader
	Path     string         // path of Input; "" if it is not a file. The files of its subagents are next to it
	Name     string         // of the input, for warnings
	Project  claims.Project // the files that say what the project's own commands run
	Mask     *secret.Mask
	JSON     bool // else text
	Out      io.Writer
	Width    func() int // columns at which text is wrapped between words; nil: not wrapped
	Warnings io.Writer
	Language lang.Language
}

// Claims shows what the agent claimed at each stop, and whether the session supports it. damaged says that a line could
// not be read; a warning named the first such line.
func Claims(c ClaimsConfig) (damaged bool, err error) {
	out := bufio.NewWriter(c.Out)
	turns, claimed := 0, 0
	var stops []claims.Turn // those of one turn of the user
	show := func() {
		if len(stops) == 0 {
			return
		}
		list := claimsOf(stops)
		claimed += len(list)
		if turns++; c.JSON {
			c.showJSON(out, list, turns)
		} else {
			c.showText(out, list, turns)
		}
		stops = stops[:0]
	}
	damage, err := session.ReadClaims(c.Input, c.Path, c.Project, c.Mask, func(t claims.Turn) {
		if !t.Continues {
			show()
		}
		stops = append(stops, t)
	})
	if err != nil {
		return false, lang.Errorf("read %s: %w", c.Name, err)
	}
	show()
	if c.JSON {
		if turns == 0 {
			fmt.Fprint(out, `{"turns":[`)
		}
		fmt.Fprintln(out, "]}")
	} else if claimed == 0 {
		fmt.Fprintln(out, c.Language.Sprintf("no claim was recognized"))
	}
	if damage != nil {
		what := text.Safe(c.Language.Text(session.DamageMessage(damage)))
		fmt.Fprintln(c.Warnings, c.Language.Sprintf("ccc: %s: %s", text.Safe(c.Name), what))
	}
	if err := out.Flush(); err != nil {
		return damage != nil, lang.Errorf("write: %w", err)
	}
	return damage != nil, nil
}

// claimsOf returns the claims of a turn of the user. Where the agent stopped several times in it, they say at which
// stop.
func claimsOf(stops []claims.Turn) []claims.Claim {
	list := []claims.Claim{}
	for i, stop := range stops {
		for _, one := range stop.Claims {
			if len(stops) > 1 {
				one.Stop = i + 1
			}
			list = append(list, one)
		}
	}
	return list
}

func (c *ClaimsConfig) showJSON(out io.Writer, list []claims.Claim, number int) {
	begin := ","
	if number == 1 {
		begin = `{"turns":[`
	}
	var encoded bytes.Buffer
	_ = text.EncodeJSON(&encoded, claims.Turn{Claims: list}) // of strings and numbers
	fmt.Fprintf(out, "%s%s", begin, text.SafeJSON(bytes.TrimSpace(encoded.Bytes())))
}

func (c *ClaimsConfig) showText(out io.Writer, list []claims.Claim, number int) {
	for _, one := range list {
		mark, why := "✓", ""
		if !one.Supported {
			mark, why = "✗", " · "+c.Language.Text(wording.NamedClaimReason(one))
		}
		switch {
		case one.Evident:
			mark = "~"
		case one.Before: // nobody knows
			mark = "?"
		}
		for _, s := range one.Steps {
			why += " · " + c.Language.Sprintf("step %d", s.Step)
		}
		where, said := c.Language.Sprintf("turn %d", number), text.Safe(text.Head(one.Text, 200))
		if one.Stop > 0 {
			where = c.Language.Sprintf("turn %d, stop %d", number, one.Stop)
		}
		line := fmt.Sprintf("%s %s %s “%s”%s", where, mark, wording.ClaimKind(one.Kind, c.Language), said,
			text.Safe(why))
		if c.Width != nil {
			line = layout.Wrap(line, c.Width())
		}
		fmt.Fprintln(out, line)
	}
}
