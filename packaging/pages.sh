#!/bin/sh
# Makes build/pages: the man page and the completion of each shell, as ccc itself prints them, and the changelog.
set -eu
rm -rf build
mkdir -p build/pages
CGO_ENABLED=0 go build -trimpath -o build/ccc ./cmd/ccc
export CCC_LANG=en HOME="$PWD/build" CCC_CONFIG_DIR='' CLAUDE_CONFIG_DIR='' # no provider of the person's is to be in there
build/ccc man >build/pages/ccc.1
for shell in bash zsh fish; do
	build/ccc completion "$shell" >build/pages/ccc.$shell
done
gzip -9n <build/pages/ccc.1 >build/pages/ccc.1.gz
gzip -9n <CHANGELOG.md >build/pages/changelog.gz
