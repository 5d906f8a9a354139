#!/bin/sh
# Gives the repository its home on GitHub: owner.sh OWNER. It changes the files of the clone that it is called in, once:
# the module's path and its imports, the addresses of the repository, and the README, which gets the published ways to
# install from docs/releasing.md. "git diff" shows all of it.
set -eu
owner=${1:-}
case $owner in
'' | *[!A-Za-z0-9-]* | -*) echo "usage: make owner OWNER=name, the name of the account on GitHub" >&2; exit 2 ;;
esac
grep -qx 'module ccc' go.mod || { echo "this clone has an owner already: $(head -1 go.mod)" >&2; exit 1; }
path=github.com/$owner/ccc

# edit runs sed on the files that git has, of those that are named.
edit() {
	script=$1
	shift
	git ls-files -z -- "$@" | xargs -0 sh -c 's=$1; shift; for f; do
		if [ -f "$f" ] && [ ! -L "$f" ]; then sed "$s" "$f" >"$f.owner" && { cmp -s "$f" "$f.owner" || cat "$f.owner" >"$f"; }; rm -f "$f.owner"; fi
	done' sh "$script"
}
edit "s|^module ccc|module $path|" go.mod '*/go.mod'
edit "s#\"ccc/\(cmd\|internal\|integration\|loop\|ptyio\|streamjson\|deploy\)\([/\"]\)#\"$path/\1\2#g; s|^const module = \"ccc\"|const module = \"$path\"|" '*.go'
edit "s|, ccc/cmd/|, $path/cmd/|" .goreleaser.yaml
edit "s|OWNER/ccc|$owner/ccc|g" . ':!packaging/owner.sh'

# The published ways stand between two marks in docs/releasing.md.
sed -n '/^<!-- install -->$/,/^<!-- end -->$/p' docs/releasing.md | sed '1d;$d' >README.owner
sed '/^<!-- published -->$/{
r README.owner
d
}' README.md >README.new
cat README.new >README.md
sed '/^## Once/,/^## Each time/{/^## Each time/!d;}' docs/releasing.md >README.new
cat README.new >docs/releasing.md
rm README.owner README.new
gofmt -l . | grep . && { echo "gofmt has something to say of these files" >&2; exit 1; }
echo "the module is $path now; see git diff"
