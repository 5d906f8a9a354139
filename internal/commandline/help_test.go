package commandline

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ccc/internal/lang"

	"github.com/spf13/cobra"
)

// TestUsageLine: in Chinese help the words that stand for others are Chinese, too.
func TestUsageLine(t *testing.T) {
	c := &cobra.Command{Use: "rename [flags] OLD NEW FILE|ID|- [claude args]"}
	for language, want := range map[lang.Language]string{
		lang.English: "[flags] OLD NEW FILE|ID|- [claude args]", lang.Chinese: "[选项] 旧名 新名 文件|ID|- [claude 的参数]",
	} {
		if got := usageLine(c, language); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestUsageHasExitCodes: docs/reference/exit-codes.md names each exit code of the help.
func TestUsageHasExitCodes(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| exit code |")
	table, _, _ = strings.Cut(table, "\n\n")
	codes := strings.FieldsFunc(table, func(r rune) bool { return strings.ContainsRune("|,; \n", r) })
	for _, code := range exitCodes() {
		if !slices.Contains(codes, code.name) {
			t.Errorf("docs/reference/exit-codes.md does not name %s", code.name)
		}
	}
}
