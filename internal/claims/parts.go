package claims

import (
	"encoding/json"
	"path"
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
