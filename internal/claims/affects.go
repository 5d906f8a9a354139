package claims

import (
	"path"
	"strings"

	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
)

// styleSheets are extensions of files that only tools of the web look at.
const styleSheets = " .css .scss .sass .less "

// canAffect reports whether the change can alter the result of a tool of a family of languages; "" means any family.
func canAffect(w *ledger.Write, family, root string) bool {
	switch {
	case w.Folder || w.Path == "" && !w.Tree || filekinds.IsOutside(w.Path, root) ||
		path.IsAbs(w.Path) && strings.HasPrefix(root, "/tmp/") && strings.HasPrefix(w.Path, "/tmp/"):
		return false
	case w.Tree:
		// it may be generated code, which no check of proto files reads
		return family != "proto" || strings.Contains(w.Command, "git ")
	case w.Renamed && filekinds.IsTest(w.Path) && path.Ext(w.Path) != ".java" && path.Ext(w.Path) != ".php":
		return false
	case filekinds.IsUnchecked(w.Path), filekinds.IsInOutputFolder(w.Path),
		w.Deleted && filekinds.IsBuildOutput(w.Path), w.Comment, w.BuildOutput:
		return false
	case family != "" && family != "tf" && filekinds.IsDeploymentConfig(w.Path):
		return false
	}
	of := shell.FamilyOfFile(w.Path)
	if ext := path.Ext(w.Path); ext != "" && strings.Contains(styleSheets, " "+strings.ToLower(ext)+" ") {
		of = "js"
	}
	return of == "" || family == "" || of == family
}

// dependsOn reports whether a change of the file can alter what a run proves of the kinds. A linter's settings do not
// matter to tests, a Makefile not to "go test", and a file of no language not to a tool of one language, unless it is
// among the sources.
func dependsOn(r *ledger.Run, w *ledger.Write, k shell.Kinds) bool {
	ofFamily := r.Tool.Family != "" && shell.FamilyOfFile(w.Path) == r.Tool.Family // ShellCheck reads scripts
	return (k&shell.Lint != 0 || !filekinds.IsLinterConfig(w.Path)) &&
		!(w.Deleted && filekinds.IsForOtherTool(w.Path, r.Tool.Name)) &&
		(k != shell.Build || path.Base(w.Path) != "site-packages") &&
		(r.ByTask || r.Tool.Family == "" || ofFamily || !filekinds.IsTaskFile(w.Path)) &&
		(r.Tool.Family == "" || w.Tree || path.Ext(w.Path) == "" || shell.FamilyOfFile(w.Path) != "" ||
			filekinds.IsAmongSources(w.Path))
}
