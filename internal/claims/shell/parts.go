package shell

import (
	"encoding/json"
	"path"
	"strings"
)

// enterPart replaces the flags of a package manager that name parts of a project by the command's parts or folder:
// "pnpm --filter web test" becomes "pnpm test" of web. A part is named by its folder, or as its package.json names it.
func (s *walker) enterPart(c *Command) {
	if len(c.Args) == 0 {
		return
	}
	name := ProgramName(c.Args[0])
	var flags []string
	switch name {
	case "pnpm":
		flags = []string{"--filter", "-F", "--filter-prod"}
	case "npm":
		flags = []string{"--workspace", "-w"}
	case "bun":
		flags = []string{"--filter", "-F"}
	case "yarn":
		if len(c.Args) > 3 && c.Args[1] == "workspace" {
			s.addPart(c, c.Args[2])
			c.Args = append(c.Args[:1:1], c.Args[3:]...)
		}
		return
	default:
		return
	}
	c.takeFlags(flags, func(part string) { s.addPart(c, part) })
}

// addPart limits a command to a part. A pattern limits it to none, as it may match all.
func (s *walker) addPart(c *Command, part string) {
	name, ok := PartName(part)
	if !ok {
		return
	}
	if dir := s.partFolder(c.Dir, name); dir != "" && len(c.Parts) == 0 {
		c.Dir = Join(c.Dir, dir)
		return
	}
	c.Parts = append(c.Parts, name)
}

// PartName returns the name or the folder of the one part of a project that a filter such as "./web..." selects; ok is
// false for a pattern, which may select several.
func PartName(filter string) (name string, ok bool) {
	name = strings.Trim(strings.Trim(filter, "."), "^")
	if strings.HasPrefix(filter, "./") || strings.HasPrefix(filter, "{./") {
		name = path.Clean(strings.Trim(strings.Trim(filter, "{}"), "^"))
		name = "./" + strings.TrimSuffix(name, "/...")
	}
	return name, name != "" && !strings.ContainsAny(name, "*{}![]")
}

// partFolders usually contain the parts of a project.
var partFolders = []string{"", "packages", "apps", "libs", "services", "modules"}

// partFolder finds the folder of a part by the manifests in the usual places; "" if there is none.
func (s *walker) partFolder(dir, name string) string {
	if !strings.HasPrefix(name, "@") && strings.Contains(name, "/") {
		return path.Clean(name)
	}
	for _, parent := range partFolders {
		folder := path.Join(parent, path.Base(name))
		manifest, ok := s.project.read(dir, path.Join(folder, "package.json"))
		if ok && (PackageName(manifest) == name || folder == name) {
			return folder
		}
	}
	return ""
}

// PackageName returns the name in a package.json, "" for none.
func PackageName(manifest string) string {
	var parsed struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal([]byte(manifest), &parsed) // other forms have no name
	return parsed.Name
}
