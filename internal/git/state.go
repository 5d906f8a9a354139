package git

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// describe returns [StoredTree.State].
func (s *snapshot) describe(ctx context.Context, w StoredTree) string {
	head, _ := s.repo.ask(ctx, "rev-parse", "HEAD") // without a commit git fails and prints HEAD
	sum := sha256.New()
	fmt.Fprintln(sum, head, w.Tree)
	for _, name := range w.Left {
		name, isDir := strings.CutSuffix(name, "/")
		if isDir {
			if _, known := s.innerStates[name]; !known { // it is a repository that is not in the index
				inner, _ := s.submodule(ctx, name)
				s.innerStates[name] = inner.State
			}
		} else if info, err := os.Lstat(filepath.Join(s.top, name)); err == nil {
			fmt.Fprintf(sum, "%q %d %d %d\n", name, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.innerStates)) {
		fmt.Fprintf(sum, "%q %s\n", name, s.innerStates[name])
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

// writeSubmodules writes a tree of each submodule, and adds the submodules that are not at their commit to left.
func (s *snapshot) writeSubmodules(ctx context.Context) {
	for _, name := range s.submodules {
		work, clean := s.submodule(ctx, name)
		if s.outside[name], s.innerStates[name] = work.Tree, work.State; !clean {
			s.unread = append(s.unread, name+"/")
		}
	}
}

// submodule writes the tree of a repository inside this one, and reports whether that is at its commit. A submodule
// that was not fetched has no tree.
func (s *snapshot) submodule(ctx context.Context, name string) (work StoredTree, clean bool) {
	r, err := findRepo(filepath.Join(s.top, name))
	if err != nil || r.top != filepath.Join(s.top, name) {
		return work, true
	}
	if s.depth == maxDepth {
		return work, false
	}
	inner := &snapshot{marks: s.marks, own: s.own, depth: s.depth + 1, hasBase: s.hasBase}
	if work, err = inner.write(ctx, r, s.base[name]); err != nil {
		return StoredTree{}, false
	}
	out, err := r.ask(ctx, "rev-parse", "HEAD^{tree}", work.Tree+"^{tree}")
	head, tree, _ := strings.Cut(strings.TrimSpace(out), "\n")
	return work, err == nil && len(work.Left) == 0 && head == tree
}
