package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestG06Tricks: no change of a repository hides a change of a file, or runs a program from its settings. $OUT is a
// directory outside of the repository.
func TestG06Tricks(t *testing.T) {
	const sub = "git -c protocol.file.allow=always submodule -q add ./ sub 2>/dev/null; git commit -qm sub"
	const edit = "sed -i.bak s/fail/pass/ a_test.go; rm a_test.go.bak"
	const quiet = "cp -p a_test.go $OUT/old; sed s/fail/pass/ $OUT/old >a_test.go; touch -r $OUT/old a_test.go"
	original := t.TempDir()
	sh(t, original, "", `git init -q; printf 'func TestA(t *testing.T) { fail(1) }\n' >a_test.go; echo x=1 >a.txt
		echo all: >Makefile; mkdir src; echo 1 >src/lib.rs; git add -A; git commit -qm x`)
	for name, c := range map[string]struct {
		before, do string
		want       string // a path that has changed, or was left out
	}{
		"skip-worktree":             {"", "git update-index --skip-worktree a_test.go; rm a_test.go", "a_test.go"},
		"sparse checkout":           {"", "git sparse-checkout set --no-cone '/*' '!a_test.go'", "a_test.go"},
		"assume-unchanged":          {"", "git update-index --assume-unchanged a_test.go; " + edit, "a_test.go"},
		"another tree in its place": {"", edit + "; git add -A; git replace HEAD^{tree} $(git write-tree)", "a_test.go"},
		"a forged tree": {"", edit + "; git add -A; " + object + "put $(git write-tree) $(git rev-parse HEAD^{tree})",
			"error"},
		"a forged file": {"", edit + "; " + object + "put $(git rev-parse HEAD:a_test.go) $(git hash-object a_test.go)",
			"error"},
		"weak stat": {"touch -d 2020-01-01 a_test.go; git status",
			"git config core.checkStat minimal; git config core.trustctime false; " + quiet, "a_test.go"},
		"an index that lies": {"", quiet + "; B=$(git rev-parse HEAD:a_test.go); git add a_test.go; " + forge, "a_test.go"},
		"our index lies": {"", quiet + "; B=$(git rev-parse HEAD:a_test.go); GIT_INDEX_FILE=.git/ccc-index; " +
			"export GIT_INDEX_FILE; git add a_test.go; " + strings.ReplaceAll(forge, ".git/index", ".git/ccc-index") +
			`; sed -i 's/"began":"2/"began":"3/' $OUT/marks/*.json`, // as if the last call had been after it
			"a_test.go"},
		"our index is gone, and the other lies": {"", "rm .git/ccc-index; " + quiet +
			"; B=$(git rev-parse HEAD:a_test.go); git add a_test.go; " + forge, "a_test.go"},
		"the mark is torn, and our index lies": {"", quiet + "; B=$(git rev-parse HEAD:a_test.go); " +
			"export GIT_INDEX_FILE=.git/ccc-index; git add a_test.go; " +
			strings.ReplaceAll(forge, ".git/index", ".git/ccc-index") +
			"; for m in $OUT/marks/*.json; do echo '{\"index\":' >$m; done",
			"a_test.go"},
		"no index of ours, and the user's lies": {"rm -r $OUT/marks .git/ccc-index 2>/dev/null || :",
			"rm -r $OUT/marks; " + quiet + "; B=$(git rev-parse HEAD:a_test.go); git add a_test.go; " +
				forge + "; mkdir $OUT/marks",
			"a_test.go"},
		"an untracked file with its old times": {"echo fail >u_test.go",
			"cp -p u_test.go $OUT/old; echo pass >u_test.go; touch -r $OUT/old u_test.go", "u_test.go"},
		"another work tree": {"", "cp -r . $OUT/other; git config core.worktree $OUT/other; " + edit, "a_test.go"},
		"another work tree, of this one": {"", "cp -r . $OUT/other; git config extensions.worktreeConfig true; " +
			"git config --worktree core.worktree $OUT/other; " + edit, "a_test.go"},
		"the directory elsewhere": {"", "mv .git $OUT/git; echo gitdir: $OUT/git >.git; " + edit, "a_test.go"},
		"bare":                    {"", "git config core.bare true; " + edit, "a_test.go"},
		"info/exclude":            {"", "echo conftest.py >>.git/info/exclude; echo evil >conftest.py", ".git/info/exclude"},
		"excludesFile": {"", "git config core.excludesFile $OUT/ex; echo '*' >$OUT/ex; echo evil >conftest.py",
			"$OUT/ex"},
		"a file that hides itself": {"", "echo evil >GNUmakefile; printf 'GNUmakefile\\n.gitignore\\n' >.gitignore",
			"GNUmakefile"},
		"the same below": {"mkdir new; printf '*.log\\n.gitignore\\n' >new/.gitignore",
			"printf '*\\n' >new/.gitignore; echo evil >new/x", "new/x"},
		"an ignored ignore file": {"mkdir new; printf '*.log\\n.gitignore\\n' >new/.gitignore; echo >new/x",
			"echo y >>new/.gitignore", "new/.gitignore"},
		"a directory that hides itself": {"", "mkdir evil; echo '*' >evil/.gitignore; echo 1 >evil/x", "evil/x"},
		"a directory with much that hides itself": {"",
			"mkdir evil; echo '*' >evil/.gitignore; cd evil; for i in $(seq 600); do echo >$i; done", "evil/"},
		"autocrlf": {"", "git config core.autocrlf input; echo 1 >conftest.py", ".git/config"},
		"ident": {`echo '$Id$' >i.txt; git add i.txt; git commit -qm i`,
			`echo '*.txt ident' >.gitattributes; echo '$Id: evil $' >i.txt`, "i.txt"},
		"ident by an ignored file above": {`mkdir -p d/e; echo '$Id$' >d/e/i.txt; git add d; git commit -qm i`,
			`printf '.gitattributes\n.gitignore\n' >d/.gitignore; echo '*.txt ident' >d/.gitattributes
			echo '$Id: evil $' >d/e/i.txt`, "d/e/i.txt"},
		"ident by a file that is gone": {`echo '$Id$' >i.txt; echo '*.txt ident' >.gitattributes; git add -A; git commit -qm i`,
			`rm .gitattributes; echo '$Id: evil $' >i.txt`, "i.txt"},
		"an encoding": {"", `echo '*.go working-tree-encoding=UTF-16LE-BOM' >.gitattributes
			iconv -t UTF-16LE a_test.go >$OUT/x; (printf '\377\376'; cat $OUT/x) >a_test.go`, "a_test.go"},
		"ends of lines": {"", "echo '*.go text' >.git/info/attributes; echo '* text' >.gitattributes; sed -i 's/$/\r/' a_test.go",
			"a_test.go"},
		"ends of lines by a setting": {"", "git config core.autocrlf true; sed -i 's/$/\r/' a_test.go", "a_test.go"},
		"ignoreCase":                 {"", "git config core.ignoreCase true; echo evil >makefile", "makefile"},
		"fileMode":                   {"", "git config core.fileMode false; chmod +x a_test.go", "a_test.go"},
		"submodule, ignored": {sub, "cd sub; " + edit + "; git commit -qam evil; cd ..; git config submodule.sub.ignore all",
			"sub"},
		"submodule, dirty":      {sub, "cd sub; " + edit, "sub"},
		"submodule, dirty, now": {sub, "cd sub; " + edit, "sub/"},
		"unreadable directory":  {"", "chmod -R a+rwX .git; echo evil >src/lib.rs; chmod 000 src", "src/"},
		"a symbolic link":       {"", "mv src $OUT/src; ln -s $OUT/src src", "src"},
		"programs": {"", `P="touch $OUT/RAN; git-upload-pack"; git config extensions.partialClone origin
			git config core.repositoryFormatVersion 1; git config remote.origin.url "$PWD"
			git config remote.origin.promisor true; git config remote.origin.uploadpack "$P"
			B=$(git rev-parse HEAD:a.txt); rm -f .git/objects/$(echo $B | cut -c1-2)/*; echo changed >a.txt`, "error"},
		"a filter": {"", `git config filter.x.clean "touch $OUT/RAN; cat"; echo '* filter=x' >.git/info/attributes
			echo 3 >a.txt`, "a.txt"},
		"a pattern for functions": {"", `git config diff.x.xfuncname '^(.*$'; echo '* diff=x' >.git/info/attributes
			echo 3 >a.txt`, "a.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, out := openToAll(t), openToAll(t)
			marks := filepath.Join(out, "marks")
			copyRepository(t, original, dir)
			sh(t, dir, out, c.before)
			base, err := Tree(t.Context(), dir, "", marks)
			if err != nil || len(base.Left) > 0 {
				t.Fatal(base.Left, err)
			}
			sh(t, dir, out, c.do+"\nchmod -R a+rwX "+marks)
			var found []string
			var patch string
			asNobody(t, name == "unreadable directory", func() {
				var now StoredTree
				var changes []Change
				if now, err = Tree(t.Context(), dir, base.Tree, marks); err != nil {
					return
				}
				found = now.Left
				if changes, err = Diff(t.Context(), dir, base.Tree, now.Tree); err != nil {
					return
				}
				var paths []string
				for _, c := range changes {
					paths = append(paths, c.Path)
				}
				found = append(found, paths...)
				patch, _, err = patchBetween(t, dir, base.Tree, now.Tree, 0, 1<<20, paths)
			})
			if err != nil {
				found = append(found, "error")
			}
			if !slices.Contains(found, strings.ReplaceAll(c.want, "$OUT", out)) {
				t.Errorf("found %q, %v, want %s; patch:\n%s", found, err, c.want, patch)
			}
			if _, err := os.Stat(filepath.Join(out, "RAN")); err == nil {
				t.Error("a program of the repository's has run")
			}
		})
	}
}

// object defines the shell command put, which puts the content of one object into the file of another.
const object = `o() { echo .git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-); }
	put() { mkdir -p $(dirname $(o $2)); cp -f $(o $1) $(o $2); }; `

// forge makes the index say that a_test.go has the content of blob $B, with the present times of the file.
const forge = `N=$(git rev-parse :a_test.go); perl -MDigest::SHA=sha1 -0777 -pi -e '
	BEGIN { ($from, $to) = map { pack "H*", $_ } splice @ARGV, 0, 2 }
	s/\Q$from\E/$to/; substr($_, -20) = sha1(substr $_, 0, -20)' $N $B .git/index
	touch -t 203801010000 .git/index; git diff --exit-code`

// TestTreeEnvironment: variables for git in the environment have no effect.
func TestTreeEnvironment(t *testing.T) {
	dir, other := repository(t, t.TempDir()), repository(t, t.TempDir())
	save(t, filepath.Join(other, "other.txt"), "1")
	want, err := Tree(t.Context(), dir, "", marks)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GIT_DIR": filepath.Join(other, ".git"), "GIT_WORK_TREE": other, "GIT_INDEX_FILE": filepath.Join(other, "x"),
		"GIT_OBJECT_DIRECTORY": filepath.Join(other, ".git", "objects"), "GIT_CONFIG_COUNT": "1",
		"GIT_CONFIG_KEY_0": "core.excludesFile", "GIT_CONFIG_VALUE_0": "/nowhere", "GIT_LITERAL_PATHSPECS": "1",
	} {
		t.Setenv(name, value)
	}
	got, err := Tree(t.Context(), dir, "", marks)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Tree = %+v, %v, want %+v", got, err, want)
	}
}

func sh(t *testing.T, dir, out, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "OUT="+out)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, text)
	}
}

// openToAll makes a directory in which every user can write.
func openToAll(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for path := dir; path != os.TempDir(); path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
