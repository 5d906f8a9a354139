package ledger

import (
	"slices"
	"strings"

	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// maxFailedFiles bounds how many files are kept for one run.
const maxFailedFiles = 100

var (
	fileName = text.LazyRegexp{Expr: `[\w@./-]*\w\.[a-zA-Z]\w{0,5}\b`}
	// failedLine matches what a test runner prints about one failure, with the file.
	failedLine = text.LazyRegexp{Expr: `^\s*(?:FAILED|FAIL|ERROR|not ok|✗|✖|×|❯|●)\s|^\s+[\w.]+_test\.go:\d+|FAILED$`}
)

// readFailedFiles collects the files that the output of a failed run names, and its lines about failed tests.
func (r *Run) readFailedFiles(output string) {
	if r.Kinds&(shell.Tests|shell.Types|shell.Lint) == 0 || r.Outcome != ExitFailed && r.Outcome != OutputFailed {
		return
	}
	for line := range strings.Lines(output) {
		line = text.Head(line, text.MaxSearched)
		if r.Kinds&shell.Tests != 0 {
			if !failedLine.MatchString(line) {
				continue
			}
			if len(r.FailedLines) < text.MaxSearched {
				r.FailedLines += line
			}
		}
		for _, name := range fileName.Get().FindAllString(line, maxCounts) {
			name = strings.TrimPrefix(name, "./")
			if filekinds.LooksLikeFile(name) && !slices.Contains(r.FailedFiles, name) {
				r.FailedFiles = append(r.FailedFiles, name)
			}
		}
		if len(r.FailedFiles) > maxFailedFiles {
			return
		}
	}
}
