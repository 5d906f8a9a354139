package git

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// Judged describes the work that a review has found done.
type Judged struct {
	Tree string `json:"tree,omitempty"` // of the files, by [Tree]; "" if unknown
	Base string `json:"base,omitempty"` // the tree of the task's beginning
	// Meanwhile are the files that changed during the review, as the review reported.
	Meanwhile []string `json:"meanwhile,omitempty"`
}

// UnjudgedError names files in a commit, or in a commit to be made, that differ from the files that were reviewed.
type UnjudgedError struct {
	Files []string
	Hook  bool // a hook of git changed them
	// Repository is one of Files that is a repository itself, so that its files would be in no commit; "" for none.
	Repository string
}

// Message returns the error in the user's language.
func (e *UnjudgedError) Message() lang.Message {
	if e.Hook {
		return lang.M("a hook of git changed what was reviewed, and the commit was taken back: %s", firstNames(e.Files))
	}
	if e.Repository != "" {
		return lang.M("it is not what was reviewed: %s. %s is a git repository of its own, and its files "+
			"would be in no commit: remove its .git, or add it as a submodule", firstNames(e.Files), e.Repository)
	}
	return lang.M("it is not what was reviewed: %s", firstNames(e.Files))
}
func (e *UnjudgedError) Error() string { return e.Message().String() }

// checkJudged returns a [*UnjudgedError] if a tree has files that differ from the judged ones. Differences that do
// not count: what git changes by a filter or at line ends, files that git ignores, and files that no tree of ours
// contains. The path except and the paths of Meanwhile do not count either. marks is as in [Tree].
func (w Worktree) checkJudged(tree string, judged Judged, except, marks string) error {
	if judged.Tree == "" {
		return nil
	}
	ctx := context.Background() // each of the questions has its own time limit
	changes, err := Diff(ctx, w.Dir, judged.Tree, tree)
	if err != nil {
		return err
	}
	own := &snapshot{private: private{repo: repo{top: w.Dir}}, own: findOwn(w.Dir, filepath.Dir(marks))}
	counts := func(name string) bool {
		return filepath.Join(w.Dir, name) != except && !own.isOwn(name) && !slices.Contains(judged.Meanwhile, name)
	}
	names := slices.DeleteFunc(ChangedNames(changes), func(name string) bool { return !counts(name) })
	if len(names) == 0 {
		return nil
	}
	now, err := Tree(ctx, w.Dir, judged.Base, marks)
	if err != nil {
		return err
	}
	if changes, err = Diff(ctx, w.Dir, judged.Tree, now.Tree); err != nil {
		return err
	}
	unjudged := slices.DeleteFunc(ChangedNames(changes), func(name string) bool { return !counts(name) })
	for _, name := range names {
		if !slices.ContainsFunc(now.Left, func(left string) bool {
			return left == name || left == name+"/" || strings.HasSuffix(left, "/") && strings.HasPrefix(name, left)
		}) && !w.isSameFile(tree, judged.Tree, name) {
			unjudged = append(unjudged, name)
		}
	}
	if len(unjudged) == 0 {
		return nil
	}
	slices.Sort(unjudged)
	bad := &UnjudgedError{Files: slices.Compact(unjudged)}
	for _, name := range bad.Files {
		if mode, _ := w.entry(tree, name); mode == "160000" && bad.Repository == "" {
			bad.Repository = name
		}
	}
	return bad
}

// isSameFile reports whether a tree contains a file as git would store the one in the work tree, which is as in the
// tree judged. The stored form may differ because of a filter, or be missing because git ignores the file.
func (w Worktree) isSameFile(tree, judged, name string) bool {
	mode, id := w.entry(tree, name)
	before, _ := w.entry(judged, name)
	if mode == "" {
		_, err := w.git("check-ignore", "--quiet", "--", name)
		return err == nil
	}
	regular := func(mode string) bool { return strings.HasPrefix(mode, "100") }
	if !regular(mode) || !regular(before) {
		return false
	}
	if modes, _ := w.git("config", "--type=bool", "core.fileMode"); mode != before && modes != "false" {
		return false
	}
	made, err := w.git("hash-object", "--path="+name, "--", name)
	return err == nil && made == id
}

// entry returns the mode and the id of a file in a tree; both are "" if the file is not there.
func (w Worktree) entry(tree, name string) (mode, id string) {
	out, _ := w.git("ls-tree", "-z", "--full-tree", tree, "--", ":(literal)"+name) // 100644 blob 8baef1b…<tab>name
	if about := strings.Fields(out); len(about) > 2 {
		return about[0], about[2]
	}
	return "", ""
}
