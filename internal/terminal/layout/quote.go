package layout

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Quote marks each line of a text that the user is to judge, so that no line can pass for a message of ccc's. Blank
// lines could push the rest out of sight: of several, only their number is shown. Without a width lines are not
// wrapped.
func Quote(said string, width func() int, language lang.Language) string {
	var b strings.Builder
	blank := 0
	for line := range strings.SplitSeq(strings.TrimSpace(said)+"\n", "\n") {
		if strings.TrimSpace(line) == "" {
			blank++
			continue
		}
		switch {
		case blank > 1:
			b.WriteString("    | " + language.Sprintf("(%d blank lines)", blank) + "\n")
		case blank == 1:
			b.WriteString("    |\n")
		}
		blank = 0
		line = text.Safe(line)
		if width != nil {
			line = Wrap(line, max(width()-len("    |   "), 1))
		}
		b.WriteString("    | " + strings.ReplaceAll(line, "\n", "\n    |   ") + "\n")
	}
	return b.String()
}
