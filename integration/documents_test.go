package integration

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"ccc/integration/binary"

	"github.com/rogpeppe/go-internal/testscript"
)

// notRun are the beginnings of commands in the documents that no test can run, with the reasons.
var notRun = map[string]string{
	"npm install -g ccc-supervisor":  "asks npm; TestRealRelease installs what is packed",
	"curl -fsSL https://github.com/": "asks GitHub; TestRealRelease runs install.sh on the files of a release",
	"go install github.com/":         "asks GitHub",
	"make owner":                     "changes the whole clone; TestMakeOwner has it",
	"ccc doctor --live":              "takes 10 s; TestJ02RealDoctor has it",
	"ccc run -j 4":                   "is for a git repository; the script run_trees has one",
	"ccc init --pre-push":            "is for a git repository; the script pre_push has one",
	"ccc audit --since":              "reads sessions of Claude Code; the script audit has some",
	"ccc supervisor-mode status":     "is for a launch; the script hook_verdict has one",
}

// typed has the user's input for commands that need a terminal, as dialogues for the command tty. They work in both
// languages.
var typed = map[string]string{
	"ccc":                  "expect claude's screen\n",
	"ccc glm":              "expect claude's screen\n",
	"ccc glm --model opus": "expect claude's screen: .*--model opus\n",
	"ccc --supervisor":     "expect /help\nsend write the function\\r\nexpect claude's screen: --resume\n",
	"ccc --supervisor glm": "expect /help\nsend write the function\\r\nexpect claude's screen: --resume\n",
	"ccc provider add": "expect kimi-cn\nsend deepseek\\r\nexpect DeepSeek\nsend SECRET\\r\nexpect deepseek-v4-pro\n" +
		"send \\r\nexpect opus\nsend \\r\nexpect sonnet\nsend \\r\nexpect haiku\nsend \\r\nexpect ccc deepseek\n",
	"ccc watch": "expect esc\nsend q\n",
}

// ofRecording matches commands that need a recording.
var ofRecording = regexp.MustCompile(`^ccc (recordings|replay|report|watch --once)`)

// place is where the commands of a document run: a home with a provider, a project, and a claude that does whatever it
// is told.
const place = `-- home/.claude/ccc.json --
{"providers": {"glm": {"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "ANTHROPIC_AUTH_TOKEN": "SECRET9"}}}}
-- project/README --
A project.
-- project/PLAN.md --
- [ ] write the function
- [ ] write its test
-- claude.txt --
agent 99:
serve done
review 99:
expect .
tool Bash go test ./...
answer ok
result [TASK_COMPLETED]
screen 99:
exit 0
`

// TestDocumentsCommands runs the blocks of sh in README and docs line by line, each document from top to bottom.
func TestDocumentsCommands(t *testing.T) {
	dir := t.TempDir()
	var scripts []string
	var made []string // what make has run, which is the same in every document
	left := make(map[string]bool)
	for begins := range notRun {
		left[begins] = true
	}
	for path, text := range documents(t) {
		lines := shellLines(t, path, text)
		var b, files strings.Builder
		fmt.Fprintf(&b, "# J05: the commands of %s\ncd project\nchmod 600 ../home/.claude/ccc.json\n", path)
		if strings.HasSuffix(path, ".zh.md") {
			b.WriteString("env CCC_LANG=zh\n")
		}
		if !slices.Contains(lines, "ccc init") {
			files.WriteString("-- project/SUPERVISOR.md --\nJudge.\n")
		}
		if slices.ContainsFunc(lines, ofRecording.MatchString) {
			b.WriteString("exec sh -c 'echo write the function | ccc --supervisor glm --permission-mode acceptEdits'\n")
		}
		run := 0
	next:
		for i, line := range lines {
			for begins := range notRun {
				if strings.HasPrefix(line, begins) {
					delete(left, begins)
					continue next
				}
			}
			if strings.HasPrefix(line, "make ") {
				if slices.Contains(made, line) {
					continue
				}
				made = append(made, line)
			}
			run++
			quoted := "'" + strings.ReplaceAll(line, "'", "''") + "'"
			switch dialog, interactive := typed[line]; {
			case interactive:
				fmt.Fprintf(&b, "tty ../%d.txt sh -c %s\n", i, quoted)
				fmt.Fprintf(&files, "-- %d.txt --\n%s", i, dialog)
			case strings.HasPrefix(line, "make "):
				fmt.Fprintf(&b, "cd ../clone\nexec sh -c %s\ncd ../project\n", quoted)
			default:
				fmt.Fprintf(&b, "exec sh -c %s\n", quoted)
			}
		}
		if run > 0 {
			script := filepath.Join(dir, strings.NewReplacer("/", "_", ".", "_").Replace(path)+".txtar")
			write(t, script, b.String()+files.String()+place)
			scripts = append(scripts, script)
		}
	}
	for begins := range left {
		t.Errorf("%q is in no document", begins)
	}
	if len(scripts) < 3 {
		t.Fatalf("only %d documents have commands", len(scripts))
	}
	params := scriptParams(t, scripts)
	setup := params.Setup
	params.Setup = func(e *testscript.Env) error {
		for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
			// Without these variables go would fill new caches in the script's HOME.
			e.Vars = append(e.Vars, name+"="+strings.TrimSpace(runProgram(t, "", nil, "go", "env", name)))
		}
		if err := clone(filepath.Join(e.WorkDir, "clone")); err != nil {
			return err
		}
		return setup(e)
	}
	testscript.Run(t, params)
}

// clone makes a directory that looks like this repository without built files. Its entries are links.
func clone(dir string) error {
	top, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(top)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "bin" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := os.Symlink(filepath.Join(top, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// documents returns the pages for users, by their paths from the top of the repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	pages := make(map[string]string)
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/*/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			pages[strings.TrimPrefix(path, "../")] = string(text)
		}
	}
	return pages
}

var (
	fence  = regexp.MustCompile("(?ms)^( *)```(\\w*)\n(.*?)^ *```$")
	isLine = regexp.MustCompile(`(?m)^(\$ )?(ccc|npm|make|curl|claude)( |$)`)
)

// shellLines returns the lines of a document's sh blocks. A command in another kind of block is an error, because it
// would not be run.
func shellLines(t *testing.T, path, text string) (lines []string) {
	t.Helper()
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if block[2] != "sh" {
			if at := isLine.FindString(block[3]); at != "" {
				t.Errorf("%s: %q stands in a block that is not marked as sh", path, at)
			}
			continue
		}
		lines = append(lines, strings.Split(strings.TrimSpace(block[3]), "\n")...)
	}
	return lines
}

var (
	codeSpan  = regexp.MustCompile("`[^`]+`")
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading   = regexp.MustCompile(`(?m)^(#+) (.*)$`)
	quotation = regexp.MustCompile(`"[^"]*"`)
)

// TestDocumentsLinks: what a page links to, in the repository, is there, and so is the heading.
func TestDocumentsLinks(t *testing.T) {
	pages := documents(t)
	for path, text := range pages {
		for _, m := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(prose(text), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(filepath.Join("..", target)); err != nil {
				t.Errorf("%s links to %s: %v", path, m[1], err)
			}
			if anchor != "" && !slices.Contains(anchors(pages[target]), anchor) {
				t.Errorf("%s links to %s: %s has no such heading, but %q", path, m[1], target, anchors(pages[target]))
			}
		}
	}
	for path := range pages {
		if name, page := strings.CutPrefix(path, "docs/"); page && name != "README.md" &&
			!strings.Contains(pages["docs/README.md"], "]("+name+")") {
			t.Errorf("docs/README.md does not name %s", name)
		}
	}
}

// prose returns a page without its blocks of code.
func prose(text string) string { return fence.ReplaceAllString(text, "") }

// anchors returns the names by which GitHub links to a page's headings.
func anchors(text string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(prose(text), -1) {
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[2]))
	}
	return names
}

// TestDocumentsLanguages: README says the same in both languages: section for section, row for row, with the same
// commands but for the words in quotes, and the same links.
func TestDocumentsLanguages(t *testing.T) {
	pages := documents(t)
	english, chinese := outline(pages["README.md"]), outline(pages["README.zh.md"])
	for i := range min(len(english), len(chinese)) {
		if english[i] != chinese[i] {
			t.Fatalf("README.md goes on with\n%s\nREADME.zh.md with\n%s", english[i], chinese[i])
		}
	}
	if len(english) != len(chinese) {
		t.Errorf("README.md has %d parts, README.zh.md %d", len(english), len(chinese))
	}
}

// outline returns the structure of a README, in any language.
func outline(text string) (parts []string) {
	for _, section := range regexp.MustCompile(`(?m)^#`).Split(text, -1) {
		level := len(section) - len(strings.TrimLeft(section, "#"))
		part := fmt.Sprintf("level %d, %d rows, %d points", level,
			strings.Count(section, "\n| "), strings.Count(section, "\n- "))
		for _, block := range fence.FindAllStringSubmatch(section, -1) {
			part += "\n" + quotation.ReplaceAllString(block[3], `"…"`)
		}
		var links []string
		for _, m := range link.FindAllStringSubmatch(prose(section), -1) {
			links = append(links, strings.NewReplacer("README.zh.md", "README", "README.md", "README").Replace(m[1]))
		}
		slices.Sort(links)
		parts = append(parts, part+"\n"+strings.Join(links, "\n"))
	}
	return parts
}

var (
	svgText   = regexp.MustCompile(`<text[^>]*>([^<]*)`)
	styling   = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	allSpaces = regexp.MustCompile(`\s+`)
)

// TestDocumentsPicture: docs/demo.svg shows what a replay of the demo's recording shows, apart from spaces. If it does
// not, make picture makes it anew.
func TestDocumentsPicture(t *testing.T) {
	cast := filepath.Join(t.TempDir(), "demo.cast")
	recording := "../internal/replay/play/demo.jsonl"
	runProgram(t, "", []string{"CCC_LANG=en"}, binary.Path(t), "replay", "--cast", cast, recording)
	text, err := os.ReadFile(cast)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		var event [3]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if event[1] == "o" {
			fmt.Fprint(&want, event[2])
		}
	}
	picture, err := os.ReadFile("../docs/demo.svg")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range svgText.FindAllStringSubmatch(string(picture), -1)[1:] { // the first one is the window's title
		got.WriteString(html.UnescapeString(m[1]))
	}
	wanted := allSpaces.ReplaceAllString(styling.ReplaceAllString(want.String(), ""), "")
	if got := allSpaces.ReplaceAllString(got.String(), ""); got != wanted {
		t.Errorf("docs/demo.svg shows\n%s\na replay shows\n%s", got, wanted)
	}
}

var (
	called   = regexp.MustCompile(`^ccc( |$)`)
	aCommand = regexp.MustCompile(`(?m)^  ccc ([a-z][a-z-]*)`)
	anOption = regexp.MustCompile(`--[a-z][a-z-]*`)
)

// elsewhere are words after ccc in the text that its help does not have: providers, claude's own commands, and the
// arguments with which ccc calls itself.
var elsewhere = []string{"glm", "NAME", "mcp", "--model", "--guardian", "--companion"}

// TestDocumentsMention: a command line within the text names a command that there is, with flags that it has.
func TestDocumentsMention(t *testing.T) {
	help := func(args ...string) string {
		return runProgram(t, "", []string{"CCC_LANG=en"}, binary.Path(t), append([]string{"help"}, args...)...)
	}
	general := help("--all")
	var known []string
	for _, m := range aCommand.FindAllStringSubmatch(general, -1) {
		known = append(known, m[1])
	}
	flags := make(map[string]string) // by command, its help
	for path, text := range documents(t) {
		for _, span := range codeSpan.FindAllString(prose(text), -1) {
			line := strings.Join(strings.Fields(strings.Trim(span, "`")), " ")
			words := strings.Fields(line)
			if !called.MatchString(line) || len(words) < 2 {
				continue
			}
			page, name := general, words[1]
			if slices.Contains(known, name) {
				if flags[name] == "" {
					flags[name] = help(name)
				}
				page = flags[name]
			} else if slices.Contains(elsewhere, name) {
				continue
			} else if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "[") {
				t.Errorf("%s: there is no command %s: %s", path, name, line)
			}
			line, _, _ = strings.Cut(line, " | ")
			line, _, _ = strings.Cut(line, " -- ")
			for _, flag := range anOption.FindAllString(line, -1) {
				if !strings.Contains(page, flag) {
					t.Errorf("%s: %s is not in the help of %s: %s", path, flag, name, line)
				}
			}
		}
	}
}
