package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// paramOf returns the name of the parameter if a word consists of one; otherwise "".
func paramOf(w *syntax.Word) string {
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return ""
	}
	if p, ok := parts[0].(*syntax.ParamExp); ok && p.Param != nil {
		return p.Param.Value
	}
	return ""
}

// word returns a shell word as one string. A part whose value is unknown keeps its name: "$NAME", "$(…)".
func (s *walker) word(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	return s.parts(w.Parts, false)
}

func (s *walker) parts(parts []syntax.WordPart, quoted bool) string {
	var b strings.Builder
	for _, part := range parts {
		if b.Len() > MaxLine {
			break
		}
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value, quoted))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			b.WriteString(s.parts(p.Parts, true))
		case *syntax.ParamExp:
			if p.Param == nil {
				continue
			}
			if value, ok := s.vars[p.Param.Value]; ok && p.Exp == nil && p.Repl == nil && p.Slice == nil {
				b.WriteString(value)
			} else {
				b.WriteString(tempFolder(p.Param.Value) + "$" + p.Param.Value)
			}
		case *syntax.CmdSubst:
			b.WriteString(tempFolder(firstWord(p.Stmts)) + "$(…)")
		}
	}
	return b.String()
}

// tempFolder returns "/tmp/" for a variable or a command whose value is a temporary file, such as $TMPDIR and mktemp;
// "" for others.
func tempFolder(name string) string {
	if low := strings.ToLower(name); strings.Contains(low, "tmp") || strings.HasPrefix(low, "temp") ||
		strings.HasSuffix(low, "_temp") || name == "mktemp" {
		return "/tmp/"
	}
	return ""
}

// firstWord returns the first word of a list of statements if it is a plain one; otherwise "".
func firstWord(list []*syntax.Stmt) string {
	if len(list) == 0 {
		return ""
	}
	if call, ok := list[0].Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return call.Args[0].Lit()
	}
	return ""
}

// unescape drops the backslashes of a literal.
func unescape(text string, quoted bool) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if quoted && !strings.ContainsRune("$`\"\\\n", rune(text[i+1])) {
				b.WriteByte('\\')
			}
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// fields returns the words to which a shell word expands: an unquoted variable may hold several.
func (s *walker) fields(w *syntax.Word) []string {
	text := s.word(w)
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
			if _, ok := s.vars[p.Param.Value]; ok {
				return strings.Fields(text)
			}
		}
	}
	return []string{text}
}

// Join makes a path that is relative to dir relative to the project's folder.
func Join(dir, name string) string {
	if path.IsAbs(name) || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "$") {
		return name
	}
	if p := path.Join(dir, name); p != "." {
		return p
	}
	return ""
}

// systemDirs are parts of folder names. In such folders programs were installed, and not written by the agent.
var systemDirs = []string{
	"/usr/", "/opt/", "/bin", "/sbin", "/snap/", "/nix/", "go/bin", ".cargo/bin", ".local/", "node_modules/.bin",
	"venv", "homebrew", ".nvm", ".bun", ".deno", ".pyenv", ".rbenv", ".asdf", ".volta", ".sdkman", "mise", "pnpm",
	"JAVA_HOME", "GOROOT", "GOPATH", "HOME",
}

// isStrayProgram reports whether a program of a toolchain is called from a folder that holds no installation, as such
// programs are never installed alone: /tmp/bin/go, ~/fake/cargo.
func isStrayProgram(name string) bool {
	if !strings.Contains(" go cargo pytest npm npx jest vitest mvn dotnet ", " "+path.Base(name)+" ") {
		return false
	}
	dir, parent := path.Dir(name), path.Dir(path.Dir(name))
	switch {
	case strings.HasPrefix(name, "/tmp/"), strings.HasPrefix(name, "/var/tmp/"), strings.HasPrefix(name, "/dev/shm/"):
		return parent == "/tmp" || parent == "/var/tmp" || parent == "/dev/shm" || parent == "/" || parent == "/var" ||
			parent == "/dev" || !isInstallFolder(dir)
	}
	return strings.HasPrefix(name, "~/") && !isInstallFolder(dir)
}

// isInstallFolder reports whether a folder holds installed programs, by its name.
func isInstallFolder(dir string) bool {
	base := path.Base(dir)
	return base == "bin" || base == ".bin" || base == "shims" || base == "Scripts"
}

// shadowsPrograms reports whether a new PATH begins with a folder that may hold the agent's own programs.
func shadowsPrograms(value string) bool {
	for dir := range strings.SplitSeq(value, ":") {
		if strings.HasPrefix(dir, "$PATH") || strings.HasPrefix(dir, "${PATH") {
			return false
		}
		if !slices.ContainsFunc(systemDirs, func(known string) bool { return strings.Contains(dir+"/", known) }) {
			return true
		}
	}
	return false
}
