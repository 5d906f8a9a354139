package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestO02CheckOut: the work tree of a commit, or of the index, has exactly those files. No hook or filter of the
// repository runs, the user's index, files and branches stay the same, and nothing is left at the end.
func TestO02CheckOut(t *testing.T) {
	dir, out := repository(t, t.TempDir()), t.TempDir()
	sh(t, dir, out, `
		printf 'echo %s >>"$OUT/ran"\n' hook >"$OUT/hook"; chmod +x "$OUT/hook"; mkdir -p .git/hooks
		for name in post-checkout reference-transaction post-index-change; do cp "$OUT/hook" .git/hooks/$name; done
		git config filter.evil.smudge "sh -c 'echo filter >>$OUT/ran; cat'"
		git config core.fsmonitor "$OUT/hook"
		echo '*.txt filter=evil' >.gitattributes; mkdir sub; echo 1 >sub/x; ln -s a.txt link
		git -c core.hooksPath=/dev/null -c core.fsmonitor=false add .
		git -c core.hooksPath=/dev/null -c core.fsmonitor=false commit -qm second
		echo staged >a.txt; git -c core.hooksPath=/dev/null -c core.fsmonitor=false add a.txt; echo unstaged >a.txt; echo new >new
		rm -f "$OUT/ran"; git -c core.hooksPath=/dev/null -c core.fsmonitor=false status --porcelain >"$OUT/before"`)
	h, err := OpenHistory(dir)
	if err != nil {
		t.Fatal(err)
	}
	head, err := h.Commit(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	staged, err := h.Staged(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for tree, want := range map[string]string{head: "1", staged: "staged\n"} {
		top := filepath.Join(t.TempDir(), "tree")
		if err := h.CheckOut(t.Context(), top, head, tree); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(top, "a.txt")); err != nil || string(text) != want {
			t.Errorf("a.txt: %q, %v, want %q", text, err, want)
		}
		if _, err := os.Lstat(filepath.Join(top, "new")); err == nil {
			t.Error("an untracked file is there")
		}
		if w, err := Tree(t.Context(), top, "", marks); err != nil {
			t.Error(err)
		} else if list, err := Diff(t.Context(), top, tree, w.Tree); err != nil || len(list) > 0 {
			t.Errorf("the work tree differs from what was checked out: %v, %v", list, err)
		}
		sh(t, top, out, `echo left >left`)
		if err := h.Remove(top); err != nil {
			t.Error(err)
		}
	}
	sh(t, dir, out, `git -c core.hooksPath=/dev/null -c core.fsmonitor=false status --porcelain | diff "$OUT/before" -
		test "$(git worktree list | wc -l)" = 1`)
	if text, err := os.ReadFile(filepath.Join(out, "ran")); err == nil {
		t.Errorf("programs of the repository ran: %s", text)
	}
}

// TestO01History: where a change began, the messages of its commits, and what is missing in a shallow clone.
func TestO01History(t *testing.T) {
	dir := repository(t, t.TempDir())
	sh(t, dir, "", `git config log.showSignature true; git config gpg.program /nonexistent
		git checkout -qb topic; echo 2 >b; git add b; git commit -qm 'b
			more of it'; git checkout -q master; echo 3 >c; git add c; git commit -qm c
		git checkout -q topic; git merge -q --no-edit master; echo 4 >d; git add d; git commit -qm d
		git clone -q --bare . origin.git; git clone -q --depth 1 --no-single-branch "file://$PWD/origin.git" shallow`)
	h, err := OpenHistory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.DefaultBranch(t.Context()); got != "master" {
		t.Errorf("the default branch is %q", got)
	}
	master, _ := h.Commit(t.Context(), "master")
	topic, _ := h.Commit(t.Context(), "topic")
	base, err := h.MergeBase(t.Context(), master, topic)
	if err != nil || base != master {
		t.Errorf("the change began at %s, %v, want %s: what was merged is no part of it", base, err, master)
	}
	list, more, err := h.Messages(t.Context(), base, topic, 2)
	if err != nil || more != 1 || len(list) != 2 || !strings.HasPrefix(list[0], "Merge") || list[1] != "d" {
		t.Errorf("messages %q, %d more, %v", list, more, err)
	}
	first, err := h.Commit(t.Context(), "master~1")
	if err != nil {
		t.Fatal(err)
	}
	if parent, err := h.Parent(t.Context(), first); err != nil || parent == "" || parent == first {
		t.Errorf("the first commit has the parent %q, %v", parent, err)
	}
	if _, err := h.Commit(t.Context(), "--output=x"); err == nil || errors.Is(err, ErrShallow) {
		t.Errorf("an option as a revision: %v", err)
	}
	shallow, err := OpenHistory(filepath.Join(dir, "shallow"))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := shallow.Commit(t.Context(), "origin/master")
	b, _ := shallow.Commit(t.Context(), "origin/topic")
	if _, err := shallow.MergeBase(t.Context(), a, b); !errors.Is(err, ErrShallow) {
		t.Errorf("a clone that lacks the beginning: %v", err)
	}
	if _, err := shallow.Parent(t.Context(), b); !errors.Is(err, ErrShallow) {
		t.Errorf("a clone that lacks the parent: %v", err)
	}
	if _, err := OpenHistory(t.TempDir()); err == nil {
		t.Error("no repository is no error")
	}
}

// TestO01Parents: a commit has the parents that it names, whatever the agent has written next to the commits.
func TestO01Parents(t *testing.T) {
	for name, forge := range map[string]func(t *testing.T, dir string){
		"grafts": func(t *testing.T, dir string) {
			sh(t, dir, "", `mkdir -p .git/info; git rev-parse HEAD >.git/info/grafts; git commit-graph write --reachable 2>&1`)
		},
		"a commit-graph": func(t *testing.T, dir string) {
			sh(t, dir, "", "git commit-graph write --reachable 2>&1; chmod u+w .git/objects/info/commit-graph")
			path := filepath.Join(dir, ".git/objects/info/commit-graph")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			entry := bytes.Index(text, []byte("CDAT")) // of the table of contents: a name and a place in 8 bytes
			data := binary.BigEndian.Uint64(text[entry+4:])
			end := binary.BigEndian.Uint64(text[entry+16:])
			for ; data < end; data += 36 { // a tree in 20 bytes, two parents in 4 each, times in 8
				binary.BigEndian.PutUint32(text[data+20:], 0x70000000) // none
			}
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		dir := repository(t, t.TempDir())
		sh(t, dir, "", "git branch first; echo 2 >a.txt; git commit -qam second")
		forge(t, dir)
		h, err := OpenHistory(dir)
		if err != nil {
			t.Fatal(err)
		}
		first, err1 := h.Commit(t.Context(), "first")
		head, err2 := h.Commit(t.Context(), "HEAD")
		parent, err3 := h.Parent(t.Context(), head)
		base, err4 := h.MergeBase(t.Context(), first, head)
		if parent != first || base != first {
			t.Errorf("%s: parent %s, merge base %s, want %s: %v", name, parent, base, first,
				errors.Join(err1, err2, err3, err4))
		}
	}
}
