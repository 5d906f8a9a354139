package lang

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// The catalogs, in gettext's PO format. The head of zh.po says how to add a sentence.
var (
	//go:embed zh.po
	sentencesPO string
	//go:embed zh_system.po
	systemPO string
)

// chinese maps each English text to its Chinese translation. It is read at its first use, so that it costs nothing
// for English.
var chinese = sync.OnceValue(func() map[string]string {
	catalog := make(map[string]string, 2000) // with room for all entries, which halves the time
	for _, po := range []string{sentencesPO, systemPO} {
		if err := ReadCatalog(catalog, po); err != nil {
			panic(err) // the files are part of the program, and TestCatalog reads them
		}
	}
	return catalog
})

// lookups counts the texts that were looked up. The first few are searched in the files: reading a whole catalog
// takes 2 ms, as long as an empty Go program, and a status line, which runs every second, needs few sentences.
var lookups atomic.Int32

const searched = 40

// searchCatalog finds the translation of a text, if both have one line in the file. ok is false otherwise.
func searchCatalog(english string) (chinese string, ok bool) {
	entry := "\nmsgid " + strconv.Quote(english) + "\nmsgstr "
	for _, po := range []string{sentencesPO, systemPO} {
		_, rest, found := strings.Cut(po, entry)
		line, next, _ := strings.Cut(rest, "\n")
		if text, err := strconv.Unquote(line); found && err == nil && !strings.HasPrefix(next, `"`) {
			return text, true
		}
	}
	return "", false
}

// ReadCatalog adds the entries of a PO file to catalog, which maps English to Chinese. It reads comments, msgid,
// msgstr and continued strings. Anything else is an error, as is a text without a translation, or one that is already
// in the catalog.
func ReadCatalog(catalog map[string]string, po string) error {
	var id, translation string
	var current *string // the text to which a continuation belongs
	entry := 0          // the line on which the entry begins; 0 before the first
	add := func() error {
		_, twice := catalog[id]
		switch {
		case entry == 0 || id == "" && current == &translation: // an empty line, or the file's header
			return nil
		case current == &id || translation == "":
			return fmt.Errorf("line %d: %q has no translation", entry, id)
		case twice:
			return fmt.Errorf("line %d: %q is in the catalog twice", entry, id)
		}
		catalog[id] = translation
		return nil
	}
	number := 0
	for line := range strings.Lines(po) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		keyword, _, _ := strings.Cut(line, `"`)
		switch {
		case keyword == "msgid ":
			if err := add(); err != nil {
				return err
			}
			entry, id, translation, current = number, "", "", &id
		case keyword == "msgstr " && current == &id:
			current = &translation
		case keyword != "" || current == nil:
			return fmt.Errorf("line %d: unexpected %q", number, line)
		}
		text, err := strconv.Unquote(line[len(keyword):])
		if err != nil {
			return fmt.Errorf("line %d: %q is not a quoted string", number, line)
		}
		*current += text
	}
	return add()
}
