package ledger

import (
	"strings"

	"ccc/internal/claims/shell"
)

// pointers are the commands that print which cluster, workspace or account a program works with, or that choose it.
var pointers = []struct{ program, prints, sets string }{
	{"kubectl", "config current-context", "config use-context"}, {"kubectx", "-c", ""},
	{"oc", "whoami --show-context", "project"},
	{"terraform", "workspace show", "workspace select"}, {"tofu", "workspace show", "workspace select"},
	{"gcloud", "config get-value project", "config set project"}, {"pulumi", "stack --show-name", "stack select"},
	{"az", "account show", "account set"}, {"firebase", "use", "use"}, {"docker", "context show", "context use"},
}

// pointedProgram returns the program whose settings a program uses: helm works with the cluster chosen for kubectl.
func pointedProgram(name string) string {
	switch name {
	case "helm", "kubectx", "oc", "kustomize", "skaffold":
		return "kubectl"
	}
	return name
}

// notePointing notes a command that chooses or prints the cluster, workspace or account that a program works with.
func (r *Ledger) notePointing(c *call, cmd shell.Command) {
	if len(cmd.Args) == 0 {
		return
	}
	name, words := shell.ProgramName(cmd.Args[0]), strings.Join(cmd.Args[1:], " ")
	for _, one := range pointers {
		if one.program != name {
			continue
		}
		value, sets := strings.CutPrefix(words, one.sets+" ")
		switch {
		case words == one.prints:
			c.asksPointing = pointedProgram(name)
		case sets || name == "kubectx" && words != "":
			r.pointsAt[pointedProgram(name)] = value
		}
	}
}
