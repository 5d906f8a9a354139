package claims

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// enterPart takes the flags that name parts of a project out of a package manager's command: "pnpm --filter web test" is
// "pnpm test" of the part web. A part is named by its folder, or as its own package.json names it.
func (s *shell) enterPart(c *command) {
	if len(c.args) == 0 {
		return
	}
	name := programName(c.args[0])
	var flags string
	switch name {
	case "pnpm":
		flags = " --filter -F --filter-prod "
	case "npm":
		flags = " --workspace -w "
	case "bun":
		flags = " --filter -F "
	case "yarn":
		if len(c.args) > 3 && c.args[1] == "workspace" {
			s.addPart(c, c.args[2])
			c.args = append(c.args[:1:1], c.args[3:]...)
		}
		return
	default:
		return
	}
	args := c.args[:1:1]
	for i := 1; i < len(c.args); i++ {
		flag, part, joined := strings.Cut(c.args[i], "=")
		switch {
		case flag == "--":
			c.args = append(args, c.args[i:]...)
			return
		case !strings.Contains(flags, " "+flag+" ") || !joined && i+1 == len(c.args):
			args = append(args, c.args[i])
			continue
		case !joined:
			i++
			part = c.args[i]
		}
		s.addPart(c, part)
	}
	c.args = args
}

// addPart adds a part that a command is told to look at. A pattern is none: it may be everything.
func (s *shell) addPart(c *command, part string) {
	name, ok := partName(part)
	if !ok {
		return
	}
	if dir := s.partFolder(c.dir, name); dir != "" && len(c.parts) == 0 {
		c.dir = join(c.dir, dir)
		return
	}
	c.parts = append(c.parts, name)
}

// partName is the name, or the folder, that a filter has; false for a pattern.
func partName(filter string) (name string, ok bool) {
	name = strings.Trim(strings.Trim(filter, "."), "^")
	if strings.HasPrefix(filter, "./") || strings.HasPrefix(filter, "{./") {
		name = path.Clean(strings.Trim(strings.Trim(filter, "{}"), "^"))
		name = "./" + strings.TrimSuffix(name, "/...")
	}
	return name, name != "" && !strings.ContainsAny(name, "*{}![]")
}

// partFolders are where the parts of a project usually are.
var partFolders = []string{"", "packages", "apps", "libs", "services", "modules"}

// partFolder finds the folder of a part by the manifests in the usual places; "" if there is none.
func (s *shell) partFolder(dir, name string) string {
	if !strings.HasPrefix(name, "@") && strings.Contains(name, "/") {
		return path.Clean(name)
	}
	for _, parent := range partFolders {
		folder := path.Join(parent, path.Base(name))
		manifest, ok := s.project.read(dir, path.Join(folder, "package.json"))
		if ok && (packageName(manifest) == name || folder == name) {
			return folder
		}
	}
	return ""
}

// packageName returns the name in a package.json, "" for none.
func packageName(manifest string) string {
	var parsed struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal([]byte(manifest), &parsed) // what is no manifest has no name
	return parsed.Name
}

var (
	mavenParent   = lazyRegexp{expr: `(?s)<(?:parent|dependencies|build|profiles)>.*?</(?:parent|dependencies|build|profiles)>`}
	mavenArtifact = lazyRegexp{expr: `<artifactId>\s*([^<\s]+)\s*</artifactId>`}
)

// artifactName returns the artifact of a pom.xml, "" for none.
func artifactName(manifest string) string {
	if m := mavenArtifact.get().FindStringSubmatch(mavenParent.get().ReplaceAllString(manifest, "")); m != nil {
		return m[1]
	}
	return ""
}

// manifestNames are, for each family of languages, the file that names a part of a project, and how to read it.
var manifestNames = lazy[map[string]struct {
	file string
	name func(string) string
}]{make: func() map[string]struct {
	file string
	name func(string) string
} {
	return map[string]struct {
		file string
		name func(string) string
	}{
		"rust": {"Cargo.toml", crateName}, "js": {"package.json", packageName}, "java": {"pom.xml", artifactName},
	}
}}

// partOf returns the name of the part of a project that a file is in, by the nearest manifest, and the part's folder;
// "" if no manifest is known.
func (r *Reader) partOf(file string) (name, dir string) {
	m, ok := manifestNames.get()[families.get()[path.Ext(file)]]
	if !ok {
		return "", ""
	}
	for dir := path.Dir(file); !path.IsAbs(dir) && !strings.HasPrefix(dir, ".."); dir = path.Dir(dir) {
		if text, ok := r.inProject(path.Join(dir, m.file)); ok {
			if name := m.name(text); name != "" {
				return name, dir
			}
		}
		if dir == "." {
			break
		}
	}
	return "", ""
}

// runnerParts are the projects that a program which runs the tasks of many is told to look at: "nx test web", "nx run
// web:test", "turbo run test --filter=web"; ok is false for another program.
func runnerParts(args []string, t tool) (parts []string, ok bool) {
	switch t.name {
	case "nx", "ng", "turbo", "lerna":
	default:
		return nil, false
	}
	for i, a := range args[1:] {
		flag, value, joined := strings.Cut(a, "=")
		if !joined && i+2 < len(args) {
			value = args[i+2]
		}
		switch flag {
		case "-p", "--projects", "--project", "--filter", "-F", "--scope":
			for one := range strings.SplitSeq(value, ",") {
				if name, ok := partName(one); ok {
					parts = append(parts, strings.TrimPrefix(name, "./"))
				}
			}
		}
	}
	words := operands(args)
	if t.name != "nx" && t.name != "ng" || len(words) < 2 || len(parts) > 0 {
		return parts, true
	}
	switch part, _, _ := strings.Cut(words[1], ":"); words[0] {
	case "run-many", "affected":
	case "run", "test", "build", "lint", "e2e", "typecheck":
		parts = append(parts, part)
	}
	return parts, true
}

// mavenParts adds the modules that -pl names: by folder, or as ":artifact".
func (s *scope) mavenParts(value, dir string) {
	for one := range strings.SplitSeq(value, ",") {
		switch i := strings.LastIndexByte(one, ':'); {
		case strings.HasPrefix(one, "!") || strings.HasPrefix(one, "-") || one == "":
		case i >= 0:
			s.crates = append(s.crates, one[i+1:])
		default:
			s.dirs = append(s.dirs, join(dir, strings.TrimSuffix(strings.TrimPrefix(one, "./"), "/"))+"/")
		}
	}
}

// onlyAbout reports whether a claim about all tests is one about all tests of the run's part: "all tests in web pass".
func (s statement) onlyAbout(one *run) bool {
	low := strings.ToLower(s.text)
	for _, name := range append(slices.Clone(one.scope.dirs), one.scope.crates...) {
		name = path.Base(strings.TrimSuffix(name, "/"))
		if name == "" {
			continue
		}
		quote := "?"
		if len(name) < 2 { // a letter is one only if it is marked as one
			quote = ""
		}
		name = "(?:(?:crate|package|module|folder)\\s+[`'\"“]?|[`'\"“]" + quote + ")(?:[\\w@./-]+/)?" + regexp.QuoteMeta(strings.ToLower(name)) + "[`'\"”]?"
		about, err := regexp.Compile(`(?:\b(?:in|of|for|under|within|from)\s+(?:the\s+)?|^|\ball\s+(?:the\s+|\d+\s+)?)` + name +
			`(?:$|[^\w-])|` + name + `\s*(?:的|中|里|下|包|模块|目录)`)
		if err == nil && about.MatchString(low) {
			return true
		}
	}
	return false
}

// aboutPart reports whether the run looked at one part of a project, and at all of that.
func (r *run) aboutPart() bool {
	return r.scope.filter == "" && !r.scope.all && !r.scope.less && len(r.scope.dirs)+len(r.scope.crates) > 0 &&
		!slices.ContainsFunc(r.scope.dirs, func(d string) bool { return !strings.HasSuffix(d, "/") })
}

// lastEditFor returns the last change that can alter the result of a run of a part: one in it, or in the project's own
// folder, where what all parts share is; or nil.
func (r *Reader) lastEditFor(one *run) *write {
	for _, w := range slices.Backward(r.writes) {
		if !w.void && !w.undone && !r.foreign(w) && w.bears(one.tool.family, r.root) &&
			(w.tree || one.scope.covers(w.change) || !strings.Contains(w.path, "/")) {
			return w
		}
	}
	return nil
}

// foreign reports whether a change is in a folder outside of the session's, in which nothing was run.
func (r *Reader) foreign(w *write) bool {
	name := w.path
	if home := homeOf(r.root); home != "" {
		for _, begin := range []string{"~/", "$HOME/", "${HOME}/"} {
			if rest, ok := strings.CutPrefix(name, begin); ok {
				name = path.Join(home, rest)
			}
		}
	}
	if !path.IsAbs(name) || !path.IsAbs(r.root) || strings.HasPrefix(name, strings.TrimSuffix(r.root, "/")+"/") {
		return false
	}
	return !slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.kinds&^inspect != 0 && slices.ContainsFunc(one.scope.dirs,
			func(d string) bool { return path.IsAbs(d) && strings.HasPrefix(name, d) })
	})
}

// homeOf is the home of the user in whose home a folder is, "" for none.
func homeOf(root string) string {
	words := strings.Split(root, "/")
	switch {
	case len(words) > 2 && (words[1] == "home" || words[1] == "Users"):
		return path.Join("/", words[1], words[2])
	case len(words) > 1 && words[1] == "root":
		return "/root"
	}
	return ""
}
