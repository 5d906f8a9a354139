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
	Warnings io.Writer
	Language lang.Language
}

// Claims shows what the agent claimed at the end of each turn, and whether the session supports it. damaged says that
// a line could not be read; a warning named the first such line.
func Claims(c ClaimsConfig) (damaged bool, err error) {
	out := bufio.NewWriter(c.Out)
	turns, claimed := 0, 0
	show := func(t claims.Turn) {
		claimed += len(t.Claims)
		if turns++; c.JSON {
			c.showJSON(out, t, turns)
		} else {
			c.showText(out, t, turns)
		}
	}
	damage, err := session.ReadClaims(c.Input, c.Path, c.Project, c.Mask, show)
	if err != nil {
		return false, lang.Errorf("read %s: %w", c.Name, err)
	}
	if c.JSON {
		if turns == 0 {
			fmt.Fprint(out, `{"turns":[`)
		}
		fmt.Fprintln(out, "]}")
	} else if claimed == 0 {
		fmt.Fprintln(out, c.Language.Sprintf("nothing was claimed"))
	}
	if damage != nil {
		fmt.Fprintf(c.Warnings, "ccc: %s: %s\n", text.Safe(c.Name), text.Safe(c.Language.Text(session.DamageMessage(damage))))
	}
	if err := out.Flush(); err != nil {
		return damage != nil, lang.Errorf("write: %w", err)
	}
	return damage != nil, nil
}

func (c *ClaimsConfig) showJSON(out io.Writer, t claims.Turn, number int) {
	begin := ","
	if number == 1 {
		begin = `{"turns":[`
	}
	var encoded bytes.Buffer
	_ = text.EncodeJSON(&encoded, t) // of strings and numbers
	fmt.Fprintf(out, "%s%s", begin, text.SafeJSON(bytes.TrimSpace(encoded.Bytes())))
}

func (c *ClaimsConfig) showText(out io.Writer, t claims.Turn, number int) {
	for _, one := range t.Claims {
		mark, why := "✓", ""
		if !one.Supported {
			mark, why = "✗", " · "+c.Language.Sprintf("%s: %s", one.Reason, wording.ClaimReason(one))
		}
		if one.Evident {
			mark = "~"
		}
		for _, s := range one.Steps {
			why += " · " + c.Language.Sprintf("step %d", s.Step)
		}
		said := text.Safe(text.Head(one.Text, 200))
		fmt.Fprintf(out, "%s %s %s “%s”%s\n", c.Language.Sprintf("turn %d", number), mark, one.Kind, said,
			text.Safe(why))
	}
}
