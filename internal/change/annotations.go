package change

import (
	"fmt"
	"io"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Annotations writes the report as commands of GitHub's workflows, which show each finding next to its line: an error
// for a blocker, a notice for advice. Text of a reviewer cannot begin a command.
func (r Report) Annotations(w io.Writer, language lang.Language) error {
	var b strings.Builder
	if r.Failure != streamjson.NoFailure {
		fmt.Fprintf(&b, "::error title=ccc review::%s\n", commandValue.Replace(text.Safe(language.Text(r.outcome()))))
	}
	if n := len(r.NotLookedAt); n > 0 {
		fmt.Fprintf(&b, "::warning title=ccc review::%s\n",
			commandValue.Replace(language.Sprintf("files not looked at: %d", n)))
	}
	for _, f := range r.openFindings() {
		level := "error"
		if f.Severity == task.Advice {
			level = "notice"
		}
		at := ""
		if file, line := r.place(f); file != "" {
			at = fmt.Sprintf("file=%s,line=%d,", commandProperty.Replace(file), line)
		}
		fmt.Fprintf(&b, "::%s %stitle=ccc review::%s\n", level, at, commandValue.Replace(r.fullText(f, language)))
	}
	fmt.Fprintln(&b, commandValue.Replace(text.Safe(language.Text(r.summary()))))
	_, err := io.WriteString(w, b.String())
	return err
}

// The escapes that GitHub's runner decodes in the value and in a property of a command.
var (
	commandValue    = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
