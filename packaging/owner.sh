#!/bin/sh
# Gives the repository its home on GitHub: owner.sh OWNER. It changes the files of the clone that it is called in, once:
# the module's path and its imports, the addresses of the repository, and the README, which gets the published ways to
# install from docs/design/releasing.md. "git diff" shows all of it.
set -eu
owner=${1:-}
case $owner in
'' | *[!A-Za-z0-9-]* | -*) echo "usage: make owner OWNER=name, the name of the account on GitHub" >&2; exit 2 ;;
esac
grep -qx 'module ccc' go.mod || { echo "this clone has an owner already: $(head -1 go.mod)" >&2; exit 1; }
path=github.com/$owner/ccc

# edit runs sed on the files that git has with a pattern. A suffix is what sed of GNU and of macOS both take.
edit() {
	pattern=$1 script=$2
	shift 2
	git grep -lz -e "$pattern" -- "$@" | xargs -0 sed -i.make-owner "$script"
	git clean -fqx -- '*.make-owner'
}
edit '^module ccc' "s|^module ccc|module $path|" go.mod '*/go.mod'
for dir in cmd internal integration loop ptyio streamjson; do
	edit "\"ccc/${dir}[/\"]" "s|\"ccc/${dir}\([/\"]\)|\"$path/$dir\1|g" '*.go'
done
edit '^const module = "ccc"' "s|^const module = \"ccc\"|const module = \"$path\"|" '*.go'
edit ', ccc/cmd/' "s|, ccc/cmd/|, $path/cmd/|" .goreleaser.yaml
edit OWNER/ccc "s|OWNER/ccc|$owner/ccc|g" . ':!packaging/owner.sh'

# The published ways stand between two marks in docs/design/releasing.md.
sed -n '/^<!-- install -->$/,/^<!-- end -->$/p' docs/design/releasing.md | sed '1d;$d' >README.owner
sed '/^<!-- published -->$/{
r README.owner
d
}' README.md >README.new
cat README.new >README.md
rm README.owner README.new
gofmt -l . | grep . && { echo "gofmt has something to say of these files" >&2; exit 1; }
echo "the module is $path now; see git diff"
