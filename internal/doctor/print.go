package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// WriteJSON prints the results as a JSON object. version is that of ccc.
func WriteJSON(w io.Writer, list []Result, version string) error {
	type check struct {
		Name  string `json:"name"`
		State State  `json:"state"`
		Found string `json:"found"`
		Cure  string `json:"cure,omitempty"`
	}
	out := struct {
		Version string  `json:"ccc"`
		OK      bool    `json:"ok"`
		Checks  []check `json:"checks"`
	}{version, IsHealthy(list), []check{}}
	for _, r := range list {
		out.Checks = append(out.Checks, check{r.Name, r.State, r.Found.String(), r.Cure.String()})
	}
	object, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text.SafeJSON(object))
	return err
}

// label is the name of the check as it is printed. JSON has kept the one that is older.
func (r Result) label() string {
	if r.Name == "cage" {
		return "sandbox"
	}
	return r.Name
}

// WriteText prints the results for the user. What was found is wrapped at the width, if there is one. A cure is not, so
// that it can be copied. live reports whether they are the results of [Live].
func WriteText(w io.Writer, list []Result, live bool, width func() int, language lang.Language) error {
	marks := map[State]string{OK: "✓", Warning: "!", Broken: "✗"}
	count := map[State]int{}
	indent, row := strings.Repeat(" ", 19), "%s %-17s%s\n"
	if width != nil && width() < narrow { // the name of the check is above, not beside
		indent, row = "  ", "%s %s\n  %s\n"
	}
	var b strings.Builder
	for _, r := range list {
		count[r.State]++
		found := language.Text(r.Found)
		if width != nil {
			found = layout.Wrap(found, max(width()-len(indent), 20))
		}
		fmt.Fprintf(&b, row, marks[r.State], r.label(), strings.ReplaceAll(found, "\n", "\n"+indent))
		if !r.Cure.Empty() {
			fmt.Fprintf(&b, "%s→ %s\n", indent, language.Text(r.Cure))
		}
	}
	sum := lang.M("all is well")
	if count[Broken]+count[Warning] > 0 {
		sum = lang.M("broken: %d, warnings: %d", count[Broken], count[Warning])
	}
	b.WriteString("\n" + language.Text(sum) + "\n")
	if !live {
		b.WriteString(language.Sprintf(
			"ccc doctor --live   tries it with your claude\nccc -- doctor       is Claude Code's own doctor\n"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
