#!/bin/sh
# Adds to dist/ what goreleaser does not make: install.sh, and the packages for npm. CCC_REPOSITORY is owner/name.
set -eu
repository=${CCC_REPOSITORY:-OWNER/ccc}
version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' dist/metadata.json)
case $version in
*-snapshot.*) ;;
*) grep -qx "    default: $version" deploy/github/action.yml ||
	{ echo "deploy/github is not pinned to $version: make version VERSION=$version, before the tag" >&2; exit 1; } ;;
esac
fill() { sed "s|OWNER/ccc|$repository|g; s|VERSION|$version|g"; }

fill <packaging/install.sh >dist/install.sh
chmod 755 dist/install.sh

rm -rf build/npm dist/npm
mkdir -p build/npm/ccc-supervisor/bin dist/npm
cp packaging/npm/native.js packaging/npm/install.js README.md LICENSE build/npm/ccc-supervisor/
install -m 755 packaging/npm/launcher.js build/npm/ccc-supervisor/bin/ccc
fill <packaging/npm/package.json >build/npm/ccc-supervisor/package.json
for binary in dist/ccc_*/ccc; do
	os=${binary#dist/ccc_}
	os=${os%%_*}
	case $binary in
	*_amd64_*) cpu=x64 ;;
	*_arm64_*) cpu=arm64 ;;
	esac
	name=ccc-supervisor-$os-$cpu
	mkdir -p "build/npm/$name/bin"
	cp "$binary" "build/npm/$name/bin/ccc"
	cp LICENSE "build/npm/$name/"
	fill >"build/npm/$name/package.json" <<-E
	{
	  "name": "$name",
	  "version": "VERSION",
	  "description": "ccc for $os on $cpu: see ccc-supervisor",
	  "license": "MIT",
	  "homepage": "https://github.com/OWNER/ccc",
	  "repository": {"type": "git", "url": "git+https://github.com/OWNER/ccc.git"},
	  "files": ["bin"],
	  "os": ["$os"],
	  "cpu": ["$cpu"]
	}
	E
done
for package in build/npm/*; do
	npm pack --silent --pack-destination dist/npm "./$package"
done
