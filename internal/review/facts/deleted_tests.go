package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/git"
	"ccc/internal/text"
)

// testPath matches the usual paths of tests in several languages.
var testPath = text.LazyRegexp{Expr: `(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)test_[^/]*\.py$|(?:^|` +
	`/)conftest\.py$|` +
	`[._-](?:tests?|spec)\.\w+$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|swift|scala|groovy|php)$`}

func isTest(path string) bool { return testPath.Get().MatchString(path) }

// skipPattern matches code that skips a test, or all tests but one.
var skipPattern = text.LazyRegexp{Expr: `\b[tbf]\.Skip(?:f|Now)?\(|//go:build ignore|` + // Go
	`\b(?:it|test|describe|context|suite|specify|t)\.(?:skip|skipIf|only|todo)\b|` + // JavaScript
	`(?:^|[^\w.])x(?:it|test|describe|context|specify)\s*\(|(?:^|[^\w.])fdescribe\s*\(|` +
	`@(?:pytest\.mark|unittest)\.(?:skip\w*|xfail|expectedFailure)|\bpytest\.(?:skip|xfail)\(|\.skipTest\(|` + // Python
	`#\[ignore\b|#\[cfg_attr\(.*\bignore\b|` + // Rust
	`@(?:Disabled|Ignored?)\b|\[Ignore\b|\bSkip\s*=\s*"|` + // Java, Kotlin, C#
	`\bmarkTest(?:Skipped|Incomplete)\(|\bXCTSkip|\bGTEST_SKIP|\bDISABLED_\w`} // PHP, Swift, C++

// skipWords has at least one word of every line that skipPattern matches. Searching for these words first is fast, and
// most lines contain none.
var skipWords = []string{
	"kip", "SKIP", "gnore", ".only", ".todo", "xit", "xtest", "xdescribe", "xcontext", "xspecify", "fdescribe", "xfail",
	"expectedFailure", "Disabled", "Incomplete", "DISABLED_",
}

func isSkip(line string) bool {
	return slices.ContainsFunc(skipWords, func(word string) bool { return strings.Contains(line, word) }) &&
		skipPattern.Get().MatchString(line)
}

// testPattern matches the first line of a test. One of its groups is the name.
var testPattern = text.LazyRegexp{Expr: `^\s*(?:func\s+((?:Test|Fuzz|Example)\w*)\s*\(|` + // Go
	`(?:async\s+)?def\s+(test\w*)\s*\(|` + // Python
	"(?:it|test)(?:\\.\\w+)?\\s*\\(\\s*(?:\"([^\"]+)\"|'([^']+)'|`([^`]+)`)|" + // JavaScript
	`(?:pub\s+)?(?:async\s+)?fn\s+(test_\w+)\s*\(|` + // Rust
	`(?:public\s+)?(?:void|func|function|fun)\s+(test\w+)\s*\()`} // Java, Swift, PHP, Kotlin

// testWords has the possible first words of a line that testPattern matches.
var testWords = []string{"func", "async", "def", "it", "test", "pub", "fn", "void", "fun"}

// testName returns the name of the test that begins in the line; "" for none.
func testName(line string) string {
	begin := strings.TrimSpace(line)
	if !slices.ContainsFunc(testWords, func(word string) bool { return strings.HasPrefix(begin, word) }) {
		return ""
	}
	if m := testPattern.Get().FindStringSubmatch(line); m != nil {
		return strings.Join(m[1:], "") // only one of the groups has a text
	}
	return ""
}

// findings lists, for the reviewers, the deleted tests and the code that skips tests.
type findings struct{ deleted, skipped []Line }

// prose lists the endings of text files, which contain no tests.
var prose = []string{".md", ".txt", ".rst", ".adoc"}

// scanPatch looks for deleted and skipped tests in a patch without context lines. It ignores tests that only moved.
// prefix is the prefix of [git.PathFrom].
func scanPatch(patch, prefix string) (f findings) {
	type place struct{ path, text string }
	var added []place
	names := map[string]string{} // paths by the name of the deleted test
	removed := map[string]int{}  // number of deleted lines that skip a test, by their text
	kept := map[string]bool{}
	for line := range changedLines(patch) {
		if slices.ContainsFunc(prose, func(ending string) bool { return strings.HasSuffix(line.path, ending) }) {
			continue
		}
		line.path = git.PathFrom(prefix, line.path)
		line.text = text.Head(line.text, maxLine) // lines of generated code may be very long
		code := strings.TrimSpace(line.text)
		if isSkip(line.text) {
			if line.isAdded {
				added = append(added, place{line.path, code})
			} else {
				removed[code]++
			}
		}
		name := testName(line.text)
		switch {
		case name == "" || line.isFileDeleted: // a deleted file is listed as a whole
		case line.isAdded:
			kept[name] = true
		default:
			names[name] = line.path
		}
	}
	for _, p := range added {
		if removed[p.text]--; removed[p.text] < 0 {
			f.skipped = append(f.skipped, func() string { return "- " + Quote(p.path) + ": " + Quote(p.text) })
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !kept[name] {
			f.deleted = append(f.deleted, func() string { return "- " + Quote(name) + " of " + Quote(names[name]) })
		}
	}
	return f
}

// patchLine is an added or a deleted line of a patch.
type patchLine struct {
	path, text    string
	isAdded       bool
	isFileDeleted bool // the whole file was deleted
}

// changedLines returns the added and deleted lines of a patch. It counts lines by the numbers in the header of each
// hunk, so that no line of a file is taken for a header.
func changedLines(patch string) func(yield func(patchLine) bool) {
	return func(yield func(patchLine) bool) {
		var at patchLine
		minus, plus := 0, 0
		for line := range strings.Lines(patch) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case minus > 0 && strings.HasPrefix(line, "-"), plus > 0 && strings.HasPrefix(line, "+"):
				if at.isAdded = line[0] == '+'; at.isAdded {
					plus--
				} else {
					minus--
				}
				at.text = line[1:]
				if !yield(at) {
					return
				}
			case minus > 0 || plus > 0: // a context line, or "\ No newline at end of file"
				if strings.HasPrefix(line, " ") {
					minus, plus = minus-1, plus-1
				}
			case strings.HasPrefix(line, "@@ "):
				minus, plus = hunkCounts(line)
			case strings.HasPrefix(line, "--- "):
				at.path, at.isFileDeleted = pathOf(line[4:]), false
			case line == "+++ /dev/null":
				at.isFileDeleted = true
			case strings.HasPrefix(line, "+++ "):
				at.path = pathOf(line[4:])
			}
		}
	}
}

// hunkCounts returns the numbers of old and new lines in a hunk header, such as "@@ -1,2 +3 @@".
func hunkCounts(head string) (minus, plus int) {
	m := hunk.Get().FindStringSubmatch(head)
	if m == nil {
		return 0, 0
	}
	number := func(text string) int {
		if text == "" {
			return 1
		}
		n, _ := strconv.Atoi(text)
		return n
	}
	return number(m[1]), number(m[2])
}

var hunk = text.LazyRegexp{Expr: `^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@`}

// pathOf returns the path in a line of a patch header. Git writes it after a/ or b/, in quotes if needed, and with a
// tab at the end if it contains a space.
func pathOf(text string) string {
	text = strings.TrimSuffix(text, "\t")
	if name, err := strconv.Unquote(text); err == nil {
		text = name
	}
	if len(text) > 2 && text[1] == '/' {
		return text[2:]
	}
	return text
}
