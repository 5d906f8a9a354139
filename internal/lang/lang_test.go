package lang

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestQ08Of(t *testing.T) {
	for _, c := range []struct {
		env        map[string]string
		configured string
		want       Language
	}{
		{nil, "", English},
		{map[string]string{"LANG": "C"}, "", English},
		{map[string]string{"LANG": "C.UTF-8"}, "", English},
		{map[string]string{"LANG": "POSIX"}, "", English},
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "", Chinese},
		{map[string]string{"LANG": "zh_TW"}, "", Chinese},
		{map[string]string{"LANG": "ZH"}, "", Chinese},
		{map[string]string{"LANG": "en_US.UTF-8"}, "", English},
		{map[string]string{"LANG": "de_DE@euro"}, "", English},
		{map[string]string{"LANG": "cs_CZ.UTF-8"}, "", English},
		{map[string]string{"LC_MESSAGES": "en_US", "LANG": "zh_CN"}, "", English},
		{map[string]string{"LC_ALL": "zh_CN", "LC_MESSAGES": "en_US", "LANG": "de"}, "", Chinese},
		{map[string]string{"LC_ALL": "", "LANG": "en_US"}, "", English}, // empty is not set
		{map[string]string{"LC_ALL": "zh_CN"}, "en", English},
		{map[string]string{"LC_ALL": "en_US"}, "zh", Chinese},
		{map[string]string{"CCC_LANG": "en", "LC_ALL": "zh_CN"}, "zh", English},
		{map[string]string{"CCC_LANG": "zh", "LC_ALL": "en_US"}, "en", Chinese},
		{map[string]string{"CCC_LANG": "C", "LC_ALL": "zh_CN"}, "zh", English},
	} {
		if got := Of(func(name string) string { return c.env[name] }, c.configured); got != c.want {
			t.Errorf("Of(%v, %q) = %v, want %v", c.env, c.configured, got, c.want)
		}
	}
}

// own is an error of another package with its own message.
type own struct{ path string }

func (own) Error() string      { return "own" }
func (e own) Message() Message { return M("session id %.80q cannot be a file name", e.path) }

// hinted is an error with a hint. Its text is that of the wrapped error.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

func TestText(t *testing.T) {
	const aside = "the state could not be read (%v): it is kept as %s, and a new one begins"
	const missing, gone = "no such file or directory", "没有那个文件或目录"
	path := &fs.PathError{Op: "open", Path: "/a", Err: syscall.ENOENT}
	link := &os.LinkError{Op: "rename", Old: "/a", New: "/b", Err: syscall.ENOENT}
	write := Errorf("write %s: %w", "/f", path)
	const writeEnglish, writeChinese = "write /f: open /a: " + missing, "写入 /f：打开 /a：" + gone
	for _, c := range []struct {
		name             string
		value            any
		english, chinese string
	}{
		{"nothing", nil, "", ""},
		{"a string", "permission denied", "permission denied", "permission denied"},
		{"a number", 7, "7", "7"},
		{"no message", Message{}, "", ""},
		{"a message", M("permission denied"), "permission denied", "权限不够"},
		{"one that is not known", M("of tomorrow %d", 1), "of tomorrow 1", "of tomorrow 1"},
		{"words of somebody else", Verbatim("EOF 100 %d"), "EOF 100 %d", "EOF 100 %d"},
		{"none of them", Verbatim(""), "", ""},
		{"percent without arguments", M("100%% sure"), "100% sure", "100% sure"},
		{"a message in a message", M(aside, M("permission denied"), "/x"),
			"the state could not be read (permission denied): it is kept as /x, and a new one begins",
			"状态文件无法读取（权限不够）：原文件保存为 /x，已重新开始"},
		{"an error in a message", M(aside, write, "/x"),
			"the state could not be read (" + writeEnglish + "): it is kept as /x, and a new one begins",
			"状态文件无法读取（" + writeChinese + "）：原文件保存为 /x，已重新开始"},
		{"quoted", M("%q", M("permission denied")), `"permission denied"`, `"权限不够"`},
		{"wide", M("%-6s|", Verbatim("x")), "x     |", "x     |"},

		{"an error", Errorf("read %s: %w", "x", Errorf("it is not a regular file")),
			"read x: it is not a regular file", "读取 x：不是普通文件"},
		{"percent in an error", Errorf("100%% sure"), "100% sure", "100% sure"},
		{"a sentinel", fs.ErrNotExist, "file does not exist", "文件不存在"},
		{"the system's", syscall.EACCES, "permission denied", "权限不够"},
		{"one that is not known", errors.New("of tomorrow"), "of tomorrow", "of tomorrow"},
		{"a path", path, "open /a: " + missing, "打开 /a：" + gone},
		{"a link", link, "rename /a /b: " + missing, "重命名 /a /b：" + gone},
		{"an operation that is not known", &fs.PathError{Op: "flock", Path: "/a", Err: io.EOF},
			"flock /a: EOF", "flock /a：意外结束"},
		{"an error in an error", write, writeEnglish, writeChinese},
		{"in three", Errorf("open the log: %w", Errorf("rotate the log: %w", write)),
			"open the log: rotate the log: " + writeEnglish, "打开日志：轮换日志：" + writeChinese},
		{"not wrapped", Errorf("write %s: %w", "/f", errors.New(writeEnglish)),
			"write /f: " + writeEnglish, "写入 /f：" + writeEnglish},
		{"joined", errors.Join(write, nil, syscall.EACCES),
			writeEnglish + "\npermission denied", writeChinese + "\n权限不够"},
		{"joined in one", Errorf("open the log: %w", errors.Join(write, io.EOF)),
			"open the log: " + writeEnglish + "\nEOF", "打开日志：" + writeChinese + "\n意外结束"},
		{"of itself", own{"/x"}, "own", `会话 ID "/x" 不能用作文件名`},
		{"with a hint", hinted{write, "hint"}, writeEnglish, writeChinese},
		{"between foreign words", fmt.Errorf("start /x: %w (again)", write), "start /x: " + writeEnglish + " (again)",
			"start /x: " + writeChinese + " (again)"},
		{"several between foreign words", fmt.Errorf("start: %w: %w", syscall.EACCES, path),
			"start: permission denied: open /a: " + missing, "start: 权限不够: 打开 /a：" + gone},
		{"a program", &exec.Error{Name: "git", Err: exec.ErrNotFound},
			`exec: "git": executable file not found in $PATH`,
			`exec: "git": 在 $PATH 中找不到可执行文件`},
		{"a system call", os.NewSyscallError("setrlimit", syscall.EPERM), "setrlimit: operation not permitted",
			"setrlimit: 不允许的操作"},
	} {
		if got := English.Text(c.value); got != c.english {
			t.Errorf("%s in English: %q, want %q", c.name, got, c.english)
		}
		if got := Chinese.Text(c.value); got != c.chinese {
			t.Errorf("%s in Chinese: %q, want %q", c.name, got, c.chinese)
		}
		if m, ok := c.value.(Message); ok && m.String() != c.english {
			t.Errorf("%s: String() = %q, want %q", c.name, m, c.english)
		}
		if m, ok := c.value.(Message); ok && m.Empty() != (c.english == "") {
			t.Errorf("%s: Empty() = %v", c.name, m.Empty())
		}
	}
}

// TestSprintfReorders: a Chinese sentence may have its arguments in another order, including wrapped errors.
func TestSprintfReorders(t *testing.T) {
	const key = "test: %s of %w"
	chinese()[key] = "测试：%[2]w，%[1]s"
	defer delete(chinese(), key)
	if got, want := Chinese.Text(Errorf(key, "x", syscall.EACCES)), "测试：权限不够，x"; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

// TestErrorfWraps: errors are wrapped as by fmt.Errorf: one, several or none.
func TestErrorfWraps(t *testing.T) {
	path := &fs.PathError{Op: "open", Path: "/a", Err: syscall.ENOENT}
	one := Errorf("write %s: %w", "/f", path)
	two := Errorf("%w and %w", one, context.Canceled)
	outer := fmt.Errorf("outer: %w", two)
	for _, err := range []error{one, two, outer} {
		if !errors.Is(err, path) || !errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
			t.Errorf("%v: Is does not find what it wraps, or finds more", err)
		}
		if found := new(fs.PathError); !errors.As(err, &found) || found != path {
			t.Errorf("%v: As finds %v", err, found)
		}
		if found := new(exec.Error); errors.As(err, &found) {
			t.Errorf("%v: As finds %v", err, found)
		}
	}
	if errors.Is(one, context.Canceled) || !errors.Is(two, context.Canceled) || !errors.Is(outer, two) {
		t.Error("Is does not tell the two apart")
	}
	if errors.Unwrap(one) != error(path) {
		t.Errorf("Unwrap = %v, want %v", errors.Unwrap(one), path)
	}
	none := Errorf("write %s: %v", "/f", path)
	if errors.Unwrap(none) != nil || errors.Is(none, path) {
		t.Errorf("%v wraps %v", none, errors.Unwrap(none))
	}
	if !errors.Is(none, none) || errors.Is(Errorf("a"), Errorf("a")) {
		t.Error("an error is itself, and no other")
	}
}

var verbs = regexp.MustCompile(`%(%|[-+# 0]*[0-9]*(\.[0-9]+)?(\[\d+\])?[a-zA-Z])`)

// verbsOf returns the verbs of a format, each with the number of its argument.
func verbsOf(format string) (list []string) {
	n := 0
	for _, verb := range verbs.FindAllString(format, -1) {
		if verb == "%%" {
			continue
		}
		n++
		if open := strings.IndexByte(verb, '['); open >= 0 {
			end := strings.IndexByte(verb, ']')
			fmt.Sscan(verb[open+1:end], &n)
			verb = verb[:open] + verb[end+1:]
		}
		list = append(list, fmt.Sprintf("%d%s", n, verb))
	}
	slices.Sort(list)
	return list
}

// TestCatalog: each text occurs once and has a translation. Both have the same verbs and the same kind of line end.
func TestCatalog(t *testing.T) {
	catalog := make(map[string]string)
	for name, po := range map[string]string{"zh.po": sentencesPO, "zh_system.po": systemPO} {
		if err := ReadCatalog(catalog, po); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		number := 0
		for line := range strings.Lines(po) {
			number++
			if n := columns(strings.TrimSuffix(line, "\n")); n > 120 {
				t.Errorf("%s:%d has %d columns", name, number, n)
			}
		}
	}
	for english, text := range catalog {
		if strings.Contains(verbs.ReplaceAllString(text, ""), "%") {
			t.Errorf("%q is %q, which has a bad verb", english, text)
		}
		if want, got := verbsOf(english), verbsOf(text); !slices.Equal(want, got) {
			t.Errorf("%q has the verbs %q, in Chinese %q: %q", english, want, got, text)
		}
		if strings.HasSuffix(english, "\n") != strings.HasSuffix(text, "\n") {
			t.Errorf("%q ends its line in one language only", english)
		}
	}
}

// columns is the width of a terminal line.
func columns(line string) (n int) {
	for _, r := range line {
		n++
		if r >= 0x2e80 { // Chinese characters and their punctuation
			n++
		}
	}
	return n
}

func TestReadCatalog(t *testing.T) {
	const entry = "msgid \"a\"\nmsgstr \"b\"\n"
	for _, c := range []struct {
		name, po, err string
		want          map[string]string
	}{
		{name: "an empty file", want: map[string]string{}},
		{name: "an entry", po: entry, want: map[string]string{"a": "b"}},
		{name: "a header and comments", po: "# x\nmsgid \"\"\nmsgstr \"\"\n\"Language: zh_CN\\n\"\n\n# y\n" + entry,
			want: map[string]string{"a": "b"}},
		{name: "no empty line, no end of line", po: strings.TrimSuffix(entry+"msgid \"c\"\nmsgstr \"d\"\n", "\n"),
			want: map[string]string{"a": "b", "c": "d"}},
		{name: "continued", po: "msgid \"\"\n\"a\\n\"\n\"b\"\nmsgstr \"c\"\n\"\\\"d\\\"\"\n",
			want: map[string]string{"a\nb": `c"d"`}},
		{name: "twice", po: entry + entry, err: `line 3: "a" is in the catalog twice`},
		{name: "no translation", po: "msgid \"a\"\n\n" + "msgid \"b\"\nmsgstr \"c\"\n",
			err: `line 1: "a" has no translation`},
		{name: "no translation at the end", po: "\nmsgid \"a\"\n", err: `line 2: "a" has no translation`},
		{name: "an empty translation", po: "msgid \"a\"\nmsgstr \"\"\n", err: `line 1: "a" has no translation`},
		{name: "an empty translation in the middle", po: "msgid \"a\"\nmsgstr \"\"\n" + entry,
			err: `line 1: "a" has no translation`},
		{name: "translated twice", po: entry + "msgstr \"b\"\n", err: `line 3: unexpected "msgstr \"b\""`},
		{name: "a translation of nothing", po: "msgstr \"b\"\n", err: `line 1: unexpected "msgstr \"b\""`},
		{name: "a string of nothing", po: "\"b\"\n", err: `line 1: unexpected "\"b\""`},
		{name: "a keyword that is not known", po: entry + "msgctxt \"a\"\n", err: `line 3: unexpected "msgctxt \"a\""`},
		{name: "other text", po: entry + "a: b\n", err: `line 3: unexpected "a: b"`},
		{name: "no quotes", po: "msgid a\n", err: `line 1: unexpected "msgid a"`},
		{name: "an open quote", po: "msgid \"a\n", err: `line 1: "msgid \"a" is not a quoted string`},
		{name: "more behind the quotes", po: "msgid \"a\" b\n", err: `line 1: "msgid \"a\" b" is not a quoted string`},
	} {
		got := make(map[string]string)
		err := ReadCatalog(got, c.po)
		if c.err == "" && (err != nil || !maps.Equal(got, c.want)) {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
		if c.err != "" && (err == nil || err.Error() != c.err) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.err)
		}
	}
}

func TestVerbsOf(t *testing.T) {
	for format, want := range map[string][]string{
		"": nil, "100%%": nil, "%s %d": {"1%s", "2%d"},
		"%[2]d %[1]s": {"1%s", "2%d"}, "%.80q, %5.2f": {"1%.80q", "2%5.2f"},
		"%[2]w %s": {"2%w", "3%s"},
	} {
		if got := verbsOf(format); !slices.Equal(got, want) {
			t.Errorf("verbsOf(%q) = %q, want %q", format, got, want)
		}
	}
}

// TestChineseIsConsistent: terms that are often on a screen are always translated in the same way, and Chinese prose
// has Chinese marks.
func TestChineseIsConsistent(t *testing.T) {
	halfWidth := regexp.MustCompile(`\p{Han}[,;:!?(]`)
	for _, text := range chinese() {
		if found := halfWidth.FindString(text); found != "" {
			t.Errorf("%q contains %q", text, found)
		}
		for _, wrong := range []string{" %%", "审查已打开", "打开审查", "对话记录", "用量限制", "需要人处理", "按现状接受",
			"此任务", "此次启动", "本次启动", "次停止"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%q contains %q", text, wrong)
			}
		}
		if strings.HasPrefix(text, "ccc：") {
			t.Errorf("%q begins differently from ccc's other lines", text)
		}
	}
}

// TestSearch: a search in the files finds the same translation as the catalog.
func TestSearch(t *testing.T) {
	found := 0
	for english, want := range chinese() {
		got, ok := searchCatalog(english)
		if ok && got != want {
			t.Errorf("%q is found as %q, want %q", english, got, want)
		}
		if ok {
			found++
		}
	}
	if all := len(chinese()); found < all*9/10 {
		t.Errorf("%d of %d texts are found", found, all)
	}
	for _, text := range []string{"", "of tomorrow"} {
		if got, ok := searchCatalog(text); ok {
			t.Errorf("%q is found as %q", text, got)
		}
	}
}

// TestJoin: messages are joined in the user's language, and an empty one leaves no separator.
func TestJoin(t *testing.T) {
	yes, no := Both("yes", "是"), Both("no", "不")
	for _, c := range []struct {
		list             []Message
		english, chinese string
	}{
		{nil, "", ""},
		{[]Message{{}, yes, {}}, "yes", "是"},
		{[]Message{yes, no, {}, yes}, "yes, no, yes", "是，不，是"},
	} {
		all := Join("%s, %s", c.list...)
		if English.Text(all) != c.english || Chinese.Text(all) != c.chinese {
			t.Errorf("%q, %q, want %q, %q", English.Text(all), Chinese.Text(all), c.english, c.chinese)
		}
	}
}
