package integration

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"ccc/integration/binary"
	"ccc/integration/files"
)

const commandsPage = "../docs/reference/commands.md"

var (
	commandLine = regexp.MustCompile(`^  (ccc \S.*?)  +(\S.*)$`)
	flagLine    = regexp.MustCompile(`^ {2,6}((?:-\w, )?--[a-z-]+(?: \S+)?)  +(\S.*)$`)
)

// TestDocumentsReference: docs/reference/commands.md lists the commands that the help lists, the flags of those that a
// user calls, and the variables. With -update it is written anew.
func TestDocumentsReference(t *testing.T) {
	help := func(args ...string) string {
		return runProgram(t, "", []string{"CCC_LANG=en"}, binary.Path(t), append([]string{"help"}, args...)...)
	}
	general := help("--all")
	var b strings.Builder
	b.WriteString("# Commands and flags\n\nMade from `ccc help` by `make update`. `ccc help COMMAND` says more about one.\n")
	var names []string
	for _, title := range []string{"Usage", "Commands"} {
		fmt.Fprintf(&b, "\n## %s\n\n| | |\n| --- | --- |\n", title)
		for _, line := range helpSection(general, title) {
			if m := commandLine.FindStringSubmatch(line); m != nil {
				fmt.Fprintf(&b, "| `%s` | %s |\n", escapeCell(m[1]), escapeCell(m[2]))
				if title == "Commands" {
					names = append(names, strings.Fields(m[1])[1])
				}
			}
		}
	}
	b.WriteString("\n## Flags before the provider\n\n" + flagTable(helpSection(general, "Flags, before the provider")))
	for _, name := range names {
		if table := flagTable(helpSection(help(name), "Flags")); table != "" {
			fmt.Fprintf(&b, "\n## ccc %s\n\n%s", name, table)
		}
	}
	b.WriteString("\n## Environment\n\n| variable | |\n| --- | --- |\n")
	for _, line := range helpSection(general, "Environment") {
		name, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, escapeCell(strings.TrimSpace(words)))
	}
	if *files.Update {
		if err := os.WriteFile(commandsPage, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := os.ReadFile(commandsPage); err != nil || string(page) != b.String() {
		t.Errorf("%s is not what the help says: make update (%v)", commandsPage, err)
	}
}

// helpSection returns the lines of the help below a title, up to the next empty line.
func helpSection(help, title string) []string {
	_, body, _ := strings.Cut("\n"+help, "\n"+title+":\n")
	body, _, _ = strings.Cut(body, "\n\n")
	return strings.Split(body, "\n")
}

// flagTable returns the rows of a markdown table for the lines of a section of flags; "" if there are none.
func flagTable(lines []string) string {
	var rows []string
	for _, line := range lines {
		if m := flagLine.FindStringSubmatch(line); m != nil {
			rows = append(rows, fmt.Sprintf("| `%s` | %s", escapeCell(m[1]), escapeCell(m[2])))
		} else if len(rows) > 0 && strings.TrimSpace(line) != "" {
			rows[len(rows)-1] += " " + escapeCell(strings.TrimSpace(line))
		}
	}
	if rows == nil {
		return ""
	}
	return "| flag | |\n| --- | --- |\n" + strings.Join(rows, " |\n") + " |\n"
}

// escapeCell escapes text for a cell of a markdown table.
func escapeCell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
