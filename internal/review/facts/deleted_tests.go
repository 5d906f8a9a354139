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
var testPath = text.Pattern(`(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)test_[^/]*\.py$|(?:^|/)conftest\.py$|` +
	`[._-](?:tests?|spec)\.\w+$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|swift|scala|groovy|php)$`)

func isTest(path string) bool { return testPath().MatchString(path) }

// skipPattern matches code that skips a test, or all tests but one.
var skipPattern = text.Pattern(`\b[tbf]\.Skip(?:f|Now)?\(|//go:build ignore|` + // Go
	`\b(?:it|test|describe|context|suite|specify|t)\.(?:skip|skipIf|only|todo)\b|` + // JavaScript
	`(?:^|[^\w.])x(?:it|test|describe|context|specify)\s*\(|(?:^|[^\w.])fdescribe\s*\(|` +
	`@(?:pytest\.mark|unittest)\.(?:skip\w*|xfail|expectedFailure)|\bpytest\.(?:skip|xfail)\(|\.skipTest\(|` + // Python
	`#\[ignore\b|#\[cfg_attr\(.*\bignore\b|` + // Rust
	`@(?:Disabled|Ignored?)\b|\[Ignore\b|\bSkip\s*=\s*"|` + // Java, Kotlin, C#
	`\bmarkTest(?:Skipped|Incomplete)\(|\bXCTSkip|\bGTEST_SKIP|\bDISABLED_\w`) // PHP, Swift, C++

// skipWords: a line that skipPattern matches contains one of them. Most lines contain none, and this look is quick.
var skipWords = []string{
	"kip", "SKIP", "gnore", ".only", ".todo", "xit", "xtest", "xdescribe", "xcontext", "xspecify", "fdescribe", "xfail",
	"expectedFailure", "Disabled", "Incomplete", "DISABLED_",
}

func isSkip(line string) bool {
	return slices.ContainsFunc(skipWords, func(word string) bool { return strings.Contains(line, word) }) &&
		skipPattern().MatchString(line)
}

// testPattern matches the first line of a test. One of its groups is the name.
var testPattern = text.Pattern(`^\s*(?:func\s+((?:Test|Fuzz|Example)\w*)\s*\(|` + // Go
	`(?:async\s+)?def\s+(test\w*)\s*\(|` + // Python
	"(?:it|test)(?:\\.\\w+)?\\s*\\(\\s*(?:\"([^\"]+)\"|'([^']+)'|`([^`]+)`)|" + // JavaScript
	`(?:pub\s+)?(?:async\s+)?fn\s+(test_\w+)\s*\(|` + // Rust
	`(?:public\s+)?(?:void|func|function|fun)\s+(test\w+)\s*\()`) // Java, Swift, PHP, Kotlin

// testWords: a line that testPattern matches begins with one of them.
var testWords = []string{"func", "async", "def", "it", "test", "pub", "fn", "void", "fun"}

// testName returns the name of the test that begins in the line, "" for none.
func testName(line string) string {
	begin := strings.TrimSpace(line)
	if !slices.ContainsFunc(testWords, func(word string) bool { return strings.HasPrefix(begin, word) }) {
		return ""
	}
	if m := testPattern().FindStringSubmatch(line); m != nil {
		return strings.Join(m[1:], "") // one of the groups
	}
	return ""
}

// findings are lines for the reviewers: tests that were deleted, and code that skips tests.
type findings struct{ deleted, skipped []Line }

// prose are endings of files without tests, only with words about them.
var prose = []string{".md", ".txt", ".rst", ".adoc"}

// scanPatch looks for deleted and skipped tests in a patch without context lines. A test that only moved counts as
// neither. prefix is as in [git.PathFrom].
func scanPatch(patch, prefix string) (f findings) {
	type place struct{ path, text string }
	var added []place
	names := map[string]string{} // path by name of a deleted test
	removed := map[string]int{}  // number of deleted lines that skip a test, by text
	kept := map[string]bool{}
	for line := range changedLines(patch) {
		if slices.ContainsFunc(prose, func(ending string) bool { return strings.HasSuffix(line.path, ending) }) {
			continue
		}
		line.path = git.PathFrom(prefix, line.path)
		line.text = text.Head(line.text, maxLine) // generated code may have very long ones
		code := strings.TrimSpace(line.text)
		if isSkip(line.text) {
			if line.added {
				added = append(added, place{line.path, code})
			} else {
				removed[code]++
			}
		}
		name := testName(line.text)
		switch {
		case name == "" || line.gone: // a deleted file is listed as a whole
		case line.added:
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

// patchLine is an added or deleted line.
type patchLine struct {
	path, text string
	added      bool
	gone       bool // the whole file was deleted
}

// changedLines returns the added and deleted lines of a patch. It counts them by the numbers in the head of each hunk,
// so no line of a file can pass for a head.
func changedLines(patch string) func(yield func(patchLine) bool) {
	return func(yield func(patchLine) bool) {
		var at patchLine
		minus, plus := 0, 0
		for line := range strings.Lines(patch) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case minus > 0 && strings.HasPrefix(line, "-"), plus > 0 && strings.HasPrefix(line, "+"):
				if at.added = line[0] == '+'; at.added {
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
				minus, plus = counts(line)
			case strings.HasPrefix(line, "--- "):
				at.path, at.gone = pathOf(line[4:]), false
			case line == "+++ /dev/null":
				at.gone = true
			case strings.HasPrefix(line, "+++ "):
				at.path = pathOf(line[4:])
			}
		}
	}
}

// counts reads the head of a hunk, "@@ -1,2 +3 @@": the numbers of lines of the old file and of the new one.
func counts(head string) (minus, plus int) {
	m := hunk().FindStringSubmatch(head)
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

var hunk = text.Pattern(`^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@`)

// pathOf reads a path as git writes it: after a/ or b/, in quotes if needed, and with a tab at the end if it has a
// space.
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
