package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// A Change says what a step did to a file.
type Change struct {
	Path    string // relative to the project's folder, or absolute
	Below   bool   // files below the path may be new, too: cp -r
	Tree    bool   // any file below the path may have changed: a formatter, git stash
	Folder  bool   // it concerns the folder itself: mkdir
	Created bool   // the tool said that the file did not exist before
	Deleted bool
	Reset   bool   // it dropped earlier changes: git checkout, git reset
	Comment bool   // it changed only comments
	Part    string // the name of the project's part that contains the file, by its manifest; "" if unknown

	LayoutOnly      bool // by a formatter that never alters what a program does
	ReportsNoChange bool // by a formatter or by git, whose output says so if nothing has changed
	ReportsChange   bool // by a generator that is known by its name alone: its output says so if sources have changed
	SwitchesBranch  bool // git went to another branch
	Overwrites      bool // a redirection with ">" replaced the whole file
	BuildOutput     bool // it removed the output of a build
	Renamed         bool // the file got another name in its folder, or has lost its own that way
}

// changes returns the files that a command writes, by its arguments.
func changes(args []string, dir string) (list []Change) {
	if len(args) == 0 {
		return nil
	}
	words := Operands(args)
	name := ProgramName(args[0])
	switch name {
	case "tee", "touch", "truncate", "sponge", "mkdir", "rm", "unlink", "rmdir", "trash", "mv", "cp", "install", "ln",
		"dd":
		return inFolder(dir, fileChanges(name, args, words))
	case "sed", "perl", "gsed", "ruby", "awk", "gawk", "sd", "ed", "red", "ex", "vim", "vi", "nvim":
		if code := InlineCode(args); code != "" && !editsInPlace(args) && (name == "perl" || name == "ruby") {
			return codeChanges(name, code, dir)
		}
		return inFolder(dir, editorChanges(name, args, words))
	case "ast-grep", "sg", "comby":
		if slices.Contains(args, "-U") || slices.Contains(args, "--update-all") ||
			name == "comby" && slices.Contains(args, "-i") {
			return inFolder(dir, []Change{{Tree: true}})
		}
		return nil
	case "patch":
		return inFolder(dir, []Change{{Tree: true}})
	case "git":
		return gitChanges(args, words, dir)
	case "curl", "wget":
		return inFolder(dir, changeEach(Change{}, downloadedFiles(name, args)...))
	case "find":
		return findChanges(args, dir)
	case "python", "node", "php", "deno", "bun":
		return interpreterChanges(name, args, words, dir)
	}
	if RunsNothing(args) {
		return nil
	}
	list = append(formatterChanges(name, args, words, dir), generatorChanges(name, args, words, dir)...)
	return append(list, migratorChanges(name, args, words, dir)...)
}

// changeEach returns the same change for each of the files.
func changeEach(c Change, files ...string) (list []Change) {
	for _, name := range files {
		c.Path = name
		list = append(list, c)
	}
	return list
}

// inFolder makes the paths of changes, which are relative to dir, relative to the project's folder.
func inFolder(dir string, list []Change) []Change {
	for i := range list {
		list[i].Path = Join(dir, list[i].Path)
	}
	return list
}

// fileChanges returns the changes by programs that create, move or remove whole files.
func fileChanges(name string, args, words []string) (list []Change) {
	switch name {
	case "tee": // files without an extension are logs, and not sources
		return changeEach(Change{}, slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return path.Ext(w) == "" && !hasTellingName(w)
		})...)
	case "mkdir":
		return changeEach(Change{Folder: true}, words...)
	case "rm", "unlink", "rmdir", "trash":
		return changeEach(Change{Deleted: true}, words...)
	case "mv", "cp", "install", "ln":
		words = withAlternatives(words)
		words = slices.DeleteFunc(slices.Clone(words), // drop the mode after -m
			func(w string) bool { return name == "install" && strings.Trim(w, "0123456789") == "" })
		list = changeEach(Change{Below: name == "cp" && copiesFolders(args)}, copiedFiles(words)...)
		if name == "cp" && len(words) == 2 && path.Ext(words[1]) == "" && path.Ext(words[0]) != "" {
			list = append(list, Change{Path: path.Join(words[1], path.Base(words[0]))}) // if that is a folder
		}
		if name == "mv" && len(words) > 1 {
			list = append(list, changeEach(Change{Deleted: true}, words[:len(words)-1]...)...)
			markRename(list)
		}
		return list
	case "dd":
		for _, a := range args {
			if to, ok := strings.CutPrefix(a, "of="); ok {
				list = append(list, Change{Path: to})
			}
		}
		return list
	}
	return changeEach(Change{}, words...)
}

// markRename marks the two changes of a move as a renaming if the file stays in its folder.
func markRename(list []Change) {
	if len(list) == 2 && path.Dir(list[0].Path) == path.Dir(list[1].Path) {
		list[0].Renamed, list[1].Renamed = true, true
	}
}

// editorChanges returns the changes by programs that edit files.
func editorChanges(name string, args, words []string) (list []Change) {
	switch name {
	case "sed", "gsed", "perl", "ruby":
		switch {
		case !editsInPlace(args):
			return nil
		case len(words) > 1:
			return changeEach(Change{}, words[1:]...)
		}
		return changeEach(Change{Tree: true}, words...)
	case "awk", "gawk":
		for i, a := range args[:len(args)-1] {
			if a == "-i" && args[i+1] == "inplace" && len(words) > 2 {
				list = append(list, changeEach(Change{}, words[2:]...)...)
			}
		}
		return list
	case "sd":
		if len(words) > 2 && !slices.Contains(args, "-p") && !slices.Contains(args, "--preview") {
			return changeEach(Change{}, words[2:]...)
		}
		return nil
	case "ex", "vim", "vi", "nvim":
		return changeEach(Change{}, scriptedEdits(args)...)
	}
	return changeEach(Change{}, words...)
}

// interpreterChanges returns the changes by a program whose code is in the command line.
func interpreterChanges(name string, args, words []string, dir string) []Change {
	if len(words) > 1 && name == "deno" && words[0] == "eval" {
		return codeChanges(name, words[1], dir)
	}
	for i, a := range args[:len(args)-1] {
		if a == "-c" || a == "-e" || a == "--eval" || a == "-r" {
			return codeChanges(name, args[i+1], dir)
		}
	}
	return generatorChanges(name, args, words, dir)
}

// scriptedEdits returns the files that an editor writes if its arguments contain its commands: vim -es -c wq a.go.
func scriptedEdits(args []string) (files []string) {
	writes := ProgramName(args[0]) == "ex"
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-c" || a == "--cmd" || a == "-S":
			if i++; i < len(args) {
				writes = writes || strings.ContainsAny(args[i], "wxZ")
			}
		case strings.HasPrefix(a, "+"):
			writes = writes || strings.ContainsAny(a, "wxZ")
		case !strings.HasPrefix(a, "-"):
			files = append(files, a)
		}
	}
	if !writes {
		return nil
	}
	return files
}

// downloadedFiles returns the files into which curl or wget writes.
func downloadedFiles(name string, args []string) (list []string) {
	for i, a := range args[:len(args)-1] {
		short := name == "curl" && strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.HasSuffix(a, "o")
		if short || a == "-O" && name == "wget" || a == "-o" || a == "--output" {
			list = append(list, args[i+1])
		}
	}
	return list
}

// findChanges returns what find removes, or what the program changes that it runs with -exec. The files are named by
// the pattern after -name.
func findChanges(args []string, dir string) (list []Change) {
	name, names, inGroup := "", []string{}, false
	for i, a := range args {
		switch a {
		case "(":
			names, inGroup = nil, true
		case ")":
			inGroup = false
		case "-o", "-or":
			if !inGroup { // what is before it was for an act of its own
				names = nil
			}
		case "-delete":
			for _, one := range names {
				list = append(list, Change{Path: Join(dir, one), Deleted: true})
			}
		}
		if i+1 == len(args) {
			break
		}
		if a == "-name" || a == "-iname" {
			name = args[i+1]
			names = append(names, name)
		}
		if a == "-exec" && name != "" {
			inner := args[i+1:]
			if end := slices.IndexFunc(inner, func(w string) bool { return w == ";" || w == "+" }); end >= 0 {
				inner = slices.Clone(inner[:end])
			}
			for k := range inner {
				inner[k] = strings.ReplaceAll(inner[k], "{}", name)
			}
			list = append(list, changes(inner, dir)...)
		}
	}
	return list
}

// copiedFiles returns the files that a cp or mv creates. The last word is the destination.
func copiedFiles(words []string) (made []string) {
	if len(words) < 2 {
		return nil
	}
	from, to := words[:len(words)-1], words[len(words)-1]
	isFolder := strings.HasSuffix(to, "/") || path.Base(to) == "." || path.Base(to) == ".."
	if !isFolder && len(from) == 1 {
		return []string{to}
	}
	for _, name := range from {
		made = append(made, path.Join(to, path.Base(name)))
	}
	return made
}

// copiesFolders reports whether a cp copies whole folders.
func copiesFolders(args []string) bool {
	return slices.ContainsFunc(args[1:], func(a string) bool {
		return a == "--recursive" || a == "--archive" ||
			strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.ContainsAny(a, "rRa")
	})
}

// withAlternatives replaces a word with alternatives, such as a.go{,.orig}, by one word for each, as the shell does.
func withAlternatives(words []string) (list []string) {
	for _, w := range words {
		begin, rest, ok := strings.Cut(w, "{")
		inner, end, closed := strings.Cut(rest, "}")
		if !ok || !closed || !strings.Contains(inner, ",") || strings.ContainsAny(inner+end, "{}") {
			list = append(list, w)
			continue
		}
		for one := range strings.SplitSeq(inner, ",") {
			list = append(list, begin+one+end)
		}
	}
	return list
}

// editsInPlace reports whether a call of sed or perl changes its input files.
func editsInPlace(args []string) bool {
	return slices.ContainsFunc(args[1:], func(a string) bool {
		return strings.HasPrefix(a, "-i") || strings.HasPrefix(a, "--in-place") || strings.HasPrefix(a, "-pi") ||
			a == "-ni" || a == "-Ei" || a == "-ri"
	})
}

// gitChanges returns the files that a git command writes in the work tree.
func gitChanges(args, words []string, dir string) []Change {
	if len(words) == 0 {
		return nil
	}
	for i, a := range args[:len(args)-1] {
		if a == "-C" {
			dir = Join(dir, args[i+1])
		}
	}
	files := words[1:]
	if i := slices.Index(args, "--"); i >= 0 {
		files = args[i+1:]
	}
	tree := []Change{{Path: dir, Tree: true}}
	switch words[0] {
	case "checkout", "restore", "switch":
		return checkoutChanges(words[0], args, files, dir)
	case "stash":
		if len(files) > 0 && (files[0] == "list" || files[0] == "show" || files[0] == "drop") {
			return nil
		}
		return tree
	case "reset":
		if slices.Contains(args, "--hard") {
			return []Change{{Path: dir, Tree: true, Reset: true}}
		}
		// it moves only the branch
		if slices.ContainsFunc(files, func(f string) bool { return strings.ContainsAny(f, "~^") }) {
			return []Change{{Path: ".git", Folder: true, Reset: true}}
		}
	case "clean", "merge", "pull", "rebase", "revert", "cherry-pick", "am", "apply":
		if !leavesTrackedFiles(words[0], args, files) {
			tree[0].ReportsNoChange = words[0] == "merge" || words[0] == "pull" || words[0] == "rebase"
			return tree
		}
	case "rm":
		if slices.Contains(args, "-n") || slices.Contains(args, "--dry-run") || slices.Contains(args, "--cached") {
			return nil
		}
		list := restoredFiles(files, dir)
		for i := range list {
			list[i].Reset, list[i].Deleted = false, true
		}
		return list
	case "mv":
		if len(files) == 2 {
			list := []Change{{Path: Join(dir, files[1])}, {Path: Join(dir, files[0]), Deleted: true}}
			markRename(list)
			return list
		}
	}
	return nil
}

// checkoutChanges returns the changes by git checkout, restore and switch, which restore files or go to another branch.
func checkoutChanges(subcommand string, args, files []string, dir string) []Change {
	newBranch := slices.Contains(args, "-b") || slices.Contains(args, "-c")
	indexAlone := slices.Contains(args, "--staged") && !slices.Contains(args, "--worktree")
	if newBranch || indexAlone {
		return nil
	}
	if subcommand != "switch" && len(files) > 0 && (subcommand == "restore" || slices.Contains(args, "--") ||
		strings.Contains(path.Base(files[0]), ".")) {
		return restoredFiles(files, dir)
	}
	return []Change{{Path: dir, Tree: true, SwitchesBranch: true}}
}

// leavesTrackedFiles reports whether a git command that can change any file leaves the tracked ones as they are, by its
// arguments.
func leavesTrackedFiles(subcommand string, args, files []string) bool {
	switch subcommand {
	case "clean":
		if slices.ContainsFunc(args, func(a string) bool { // a dry run, or ignored files only
			return a == "--dry-run" || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsAny(a, "nX")
		}) {
			return true
		}
	case "rebase":
		if slices.ContainsFunc(files, isRecentRange) {
			return true
		}
	}
	return slices.Contains(args, "--check") || slices.Contains(args, "--stat") || slices.Contains(args, "--abort")
}

// isRecentRange reports whether an argument limits git rebase to the newest commits, as HEAD~2 does. Such a rebase
// joins or rewords commits and changes no file.
func isRecentRange(word string) bool {
	return strings.HasPrefix(word, "HEAD~") || strings.HasPrefix(word, "HEAD^") || strings.HasPrefix(word, "@~")
}

// restoredFiles returns the changes by which git restores these files.
func restoredFiles(files []string, dir string) (list []Change) {
	for _, f := range files {
		list = append(list, Change{Path: Join(dir, f), Reset: true, Tree: f == "." || strings.HasSuffix(f, "/")})
	}
	return list
}

// formatters are the programs that rewrite sources. They do so with one of the flags in write, or, if that is empty,
// without any of the flags in check.
var formatters = text.Lazy[map[string]formatter]{Make: func() map[string]formatter {
	return map[string]formatter{
		"gofmt": {write: " -w "}, "gofumpt": {write: " -w "}, "goimports": {write: " -w "}, "shfmt": {write: " -w "},
		"prettier": {write: " -w --write "}, "eslint": {write: " --fix "}, "stylelint": {write: " --fix "},
		"oxlint": {write: " --fix "}, "biome": {write: " --write --apply --apply-unsafe --fix "},
		"black": {check: " --check --diff "}, "isort": {check: " --check --check-only --diff -c "},
		"ruff": {write: " --fix ", check: " --check --diff "}, "autopep8": {write: " -i --in-place "},
		"yapf": {write: " -i --in-place "}, "cargo": {check: " --check "}, "rustfmt": {check: " --check "},
		"clang-format": {write: " -i "}, "terraform": {check: " -check "}, "tofu": {check: " -check "},
		"rubocop":      {write: " -a -A --auto-correct --autocorrect --autocorrect-all "},
		"php-cs-fixer": {check: " --dry-run "},
		"pint":         {check: " --test "}, "dotnet": {check: " --verify-no-changes "},
		"golangci-lint": {write: " --fix "},
		"ktlint":        {write: " -F --format "}, "swiftformat": {check: " --lint "}, "go": {},
		"mix":  {check: " --check-formatted "},
		"dart": {check: " --output=none "}, "phpcbf": {}, "standard": {write: " --fix "},
	}
}}

// layoutOnly are formatters that never alter what a program does.
const layoutOnly = " gofmt gofumpt go cargo rustfmt shfmt prettier black yapf clang-format terraform tofu dart mix " +
	"swiftformat "

// A formatter has two lists of flags, with a space around each flag.
type formatter struct{ write, check string }

// formatSubcommands maps programs to their subcommand that formats.
var formatSubcommands = text.Lazy[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"cargo": "fmt", "terraform": "fmt", "tofu": "fmt", "dotnet": "format", "go": "fmt", "mix": "format",
		"dart": "format", "php-cs-fixer": "fix",
	}
}}

func formatterChanges(name string, args, words []string, dir string) []Change {
	f, ok := formatters.Get()[name]
	if sub := formatSubcommands.Get()[name]; !ok || sub != "" && (len(words) == 0 || words[0] != sub) {
		return nil
	}
	has := func(flags string) bool {
		return slices.ContainsFunc(args[1:], func(a string) bool { return strings.Contains(flags, " "+a+" ") })
	}
	if name == "ruff" {
		if len(words) == 0 || words[0] == "check" && !has(f.write) || words[0] == "format" && has(f.check) {
			return nil
		}
	} else if f.write != "" && !has(f.write) || f.check != "" && has(f.check) {
		return nil
	}
	layout := strings.Contains(layoutOnly, " "+name+" ") || name == "ruff" && words[0] == "format"
	var list []Change
	for _, w := range words {
		if strings.Contains(path.Base(w), ".") && w != "." && w != "./..." && !strings.Contains(w, "*") {
			list = append(list, Change{Path: Join(dir, w), ReportsNoChange: true, LayoutOnly: layout})
		}
	}
	if list == nil {
		list = []Change{{Path: dir, Tree: true, ReportsNoChange: true, LayoutOnly: layout}}
	}
	return list
}

// manifests are the files in which package managers record what a project depends on. Some subcommands always change
// them, others only if they name a package.
var manifests = []struct{ program, file, always, named string }{
	{"npm", "package-lock.json", " update up upgrade uninstall remove ", " install i add "},
	{"pnpm", "pnpm-lock.yaml", " update up upgrade remove add ", " install i "},
	{"yarn", "yarn.lock", " up upgrade remove add ", ""},
	{"bun", "bun.lock", " update remove add ", " install i "},
	{"cargo", "Cargo.lock", " update add remove ", ""},
	{"go", "go.mod", " get ", ""},
	{"uv", "uv.lock", " add remove ", ""},
	{"poetry", "poetry.lock", " update add remove ", ""},
	{"pip", "site-packages", "", " install uninstall "},
	{"bundle", "Gemfile.lock", " update add remove ", ""},
	{"composer", "composer.lock", " update require remove ", ""},
}

// generators are commands that write sources.
var generators = []string{
	"go generate", "protoc", "buf generate", "sqlc generate", "prisma generate", "prisma migrate", "mockgen",
	"graphql-codegen", "manage.py makemigrations", "openapi-generator", "openapi-generator-cli", "rails generate",
	"artisan make:migration", "alembic revision", "cargo fix", "go fix",
	"mockery", "wire gen", "wire ./...", "stringer", "swag init", "templ generate", "ent generate", "jscodeshift",
	"openapi-typescript", "orval", "kubb generate", "drizzle-kit generate", "sea-orm-cli generate", "relay-compiler",
	"dart run build_runner build", "build_runner build", "flutter pub run build_runner build", "gqlgen", "easyjson",
	"sqlboiler", "cbindgen", "bindgen", "thrift", "flatc",
}

func generatorChanges(name string, args, words []string, dir string) []Change {
	for _, m := range manifests {
		if m.program == name && len(words) > 0 && (strings.Contains(m.always, " "+words[0]+" ") ||
			len(words) > 1 && strings.Contains(m.named, " "+words[0]+" ")) {
			return []Change{{Path: Join(dir, m.file)}}
		}
	}
	line := strings.Join(append([]string{name}, words...), " ")
	for _, g := range generators {
		if rest, ok := strings.CutPrefix(line, g); ok && (rest == "" || rest[0] == ' ') {
			return []Change{{Path: dir, Tree: true}}
		}
	}
	checks := slices.ContainsFunc(args, func(a string) bool {
		return a == "--check" || a == "--verify" || a == "--diff" || a == "--validate"
	})
	if !checks && isGenerator(name, words) {
		return []Change{{Path: dir, Tree: true, ReportsChange: true}}
	}
	return nil
}

// codeWriteCalls match calls that write a file in a line of Python, JavaScript and others, with the file's name if it
// is a literal.
var codeWriteCalls = text.LazyRegexp{Expr: `open\(\s*(?:['"]([^'"]+)['"])?[^()]*,\s*(?:mode\s*=\s*)?['"]` +
	`(?:[rb]*[wax]\+?[btx]*|rb?\+b?)['"]|` +
	`(?:Path\(\s*['"]([^'"]+)['"]\s*\))?\s*\.write_(?:text|bytes)\(|` +
	`(?:write|append)FileSync\(\s*(?:['"]([^'"]+)['"])?|` +
	`file_put_contents\(\s*(?:['"]([^'"]+)['"])?|` +
	`\b(?:fs|promises)\.(?:write|append)File\(\s*(?:['"]([^'"]+)['"])?|` +
	`\bFile\.write\(?\s*(?:['"]([^'"]+)['"])?|` +
	`\bDeno\.writeTextFile(?:Sync)?\(\s*(?:['"]([^'"]+)['"])?|` +
	`\bBun\.write\(\s*(?:['"]([^'"]+)['"])?|` +
	`\bopen[ (]+\w+,\s*['"]\+?>>?\s*([^'"]+)['"]|` +
	`\b(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace))\([^,()]+,\s*(?:['"]([^'"]+)['"])?`}

// codeChanges returns the files that a program writes whose code is in the command line, as with python -c.
func codeChanges(name, code, dir string) (list []Change) {
	switch ProgramName(name) {
	case "python", "node", "php", "ruby", "perl", "deno", "bun":
	default:
		return nil
	}
	for _, m := range codeWriteCalls.Get().FindAllStringSubmatch(code, 20) {
		file := strings.Join(m[1:], "")
		if file == "" {
			file = assignedPath(code, m[0])
		}
		c := Change{Path: Join(dir, file), Tree: file == ""}
		if c.Tree {
			c.Path = dir
		}
		list = append(list, c)
	}
	return list
}

// pathAssignments match a variable that holds the name of a file: p = Path('a/b.py').
var pathAssignments = text.LazyRegexp{Expr: `\b([A-Za-z_]\w*)\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?['"]([^'"\s]+\.\w+)['"]`}

// assignedPath returns the file that a call writes if its name is in a variable; "" if it is unknown.
func assignedPath(code, call string) string {
	for _, m := range pathAssignments.Get().FindAllStringSubmatch(code, 20) {
		method := m[1] + ".write_"
		if strings.Contains(call, "("+m[1]) || strings.Contains(call, ".write_") && strings.Contains(code, method) {
			return m[2]
		}
	}
	return ""
}

// hasTellingName reports whether a file without an extension is a known kind of file by its name, such as a Makefile.
func hasTellingName(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, "file") || strings.HasPrefix(base, ".")
}
