package change

import (
	"os"
	"slices"
	"strings"

	"ccc/internal/console"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// showReports writes a report in all formats.
func (c Command) showReports(format string, also reviewFiles, report Report) error {
	if err := c.showReview(c.Out, format, report); err != nil {
		return lang.Errorf("write: %w", err)
	}
	for _, one := range also {
		if err := c.showReview(one.file, one.format, report); err != nil {
			return lang.Errorf("write %s: %w", one.file.Name(), err)
		}
	}
	return nil
}

// reviewFile is a file that a review is written to, in addition to standard output.
type reviewFile struct {
	format string
	file   *os.File
}

type reviewFiles []reviewFile

// openFiles opens the files of --write first, so that a file that cannot be written is an error before a review costs
// money.
func openFiles(words []string) (list reviewFiles, err error) {
	defer func() {
		if err != nil {
			list.close()
		}
	}()
	for _, word := range words {
		format, name, _ := strings.Cut(word, "=")
		if name == "" || !slices.Contains(Formats, format) {
			return list, lang.Errorf("--write %s: use FORMAT=FILE, with one of the formats %s", word,
				lang.List(Formats...))
		}
		f, err := file.Overwrite(name)
		if err != nil {
			return list, lang.Errorf("--write: %w", err)
		}
		list = append(list, reviewFile{format, f})
		if slices.ContainsFunc(list[:len(list)-1], func(o reviewFile) bool { return file.Same(o.file.Name(), name) }) {
			return list, lang.Errorf("--write names %s twice", name)
		}
	}
	return list, nil
}

func (list reviewFiles) close() {
	for _, o := range list {
		o.file.Close()
	}
}

func (c Command) showReview(w *os.File, format string, r Report) error {
	switch format {
	case "json":
		return console.WriteJSON(w, r)
	case "sarif":
		return console.WriteJSON(w, r.SARIF(c.Version, c.Language()))
	case "markdown":
		return r.Markdown(w, c.Language())
	case "github":
		return r.Annotations(w, c.Language())
	}
	if w == c.Out {
		return r.Text(console.Readable{W: w, Width: console.Columns(w)}, c.Language())
	}
	return r.Text(w, c.Language())
}
