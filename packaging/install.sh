#!/bin/sh
# Installs ccc: the program to ~/.local/bin, or to $PREFIX/bin, its man page and completions to share beside that.
# CCC_DOWNLOAD names another place to load the files from. "make release" fills in which ccc this installs, from where.
set -eu

repository=OWNER/ccc
version=VERSION

stop() {
	printf 'install.sh: error: %s\n' "$1" >&2
	[ -z "${2-}" ] || printf 'install.sh: hint: %s\n' "$2" >&2
	exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# fetch URL FILE
fetch() {
	if has curl; then
		curl -fsSL --retry 3 -o "$2" "$1"
	else
		wget -q -O "$2" "$1"
	fi || stop "$1 could not be loaded" "is the network there? CCC_DOWNLOAD=URL names another place"
}

sum() {
	if has sha256sum; then
		sha256sum "$1"
	else
		shasum -a 256 "$1"
	fi | cut -d ' ' -f 1
}

# put FILE TO MODE: there is the old file, or the whole new one.
put() {
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new.$$"
	chmod "$3" "$2.new.$$"
	mv -f "$2.new.$$" "$2"
}

main() {
	case $(uname -s) in
	Linux) os=linux ;;
	Darwin) os=darwin ;;
	*) stop "there is no ccc for $(uname -s)" "on Windows it runs in WSL" ;;
	esac
	case $(uname -m) in
	x86_64 | amd64) arch=amd64 ;;
	aarch64 | arm64) arch=arm64 ;;
	*) stop "there is no ccc for $(uname -m)" "build it from source: make build" ;;
	esac
	has curl || has wget || stop "neither curl nor wget is here" "install one of them"
	has sha256sum || has shasum || stop "neither sha256sum nor shasum is here" "install coreutils, or perl"
	for tool in tar gzip mktemp cut; do
		has $tool || stop "$tool is not here" "install it"
	done
	if [ -z "${PREFIX-}${HOME-}" ]; then
		stop "HOME is not set" "PREFIX=DIRECTORY says where to install"
	fi
	prefix=${PREFIX:-$HOME/.local}
	base=${CCC_DOWNLOAD:-https://github.com/$repository/releases/download/v$version}

	work=$(mktemp -d)
	trap 'rm -rf "$work" "$prefix/bin/ccc.new.$$"' EXIT
	trap 'exit 130' HUP INT TERM
	archive=ccc_${version}_${os}_$arch.tar.gz
	fetch "$base/checksums.txt" "$work/checksums.txt"
	fetch "$base/$archive" "$work/$archive"
	want=
	while read -r hash name; do
		[ "$name" != "$archive" ] || want=$hash
	done <"$work/checksums.txt"
	[ -n "$want" ] || stop "checksums.txt does not name $archive" "load install.sh anew: it may be of another version"
	if [ "$(sum "$work/$archive")" != "$want" ]; then
		stop "$archive has another sum than checksums.txt says: nothing was installed" \
			"try again; if it stays so, do not install it, and report it (SECURITY.md)"
	fi
	mkdir "$work/ccc"
	tar -xzf "$work/$archive" -C "$work/ccc"
	share=$prefix/share
	for path in "$prefix/bin/ccc" "$share/man/man1/ccc.1" "$share/bash-completion/completions/ccc" \
		"$share/zsh/site-functions/_ccc" "$share/fish/vendor_completions.d/ccc.fish"; do
		[ ! -d "$path" ] || stop "$path is a directory: nothing was installed" "move it away"
	done
	# It is tried where it will be: nothing may run in a temporary directory that is mounted noexec.
	mkdir -p "$prefix/bin"
	cp "$work/ccc/ccc" "$prefix/bin/ccc.new.$$"
	chmod 755 "$prefix/bin/ccc.new.$$"
	"$prefix/bin/ccc.new.$$" --version >/dev/null ||
		stop "the program does not run here: nothing was installed" "is $prefix mounted noexec?"

	put "$work/ccc/man/ccc.1" "$share/man/man1/ccc.1" 644
	put "$work/ccc/completions/ccc.bash" "$share/bash-completion/completions/ccc" 644
	put "$work/ccc/completions/ccc.zsh" "$share/zsh/site-functions/_ccc" 644
	put "$work/ccc/completions/ccc.fish" "$share/fish/vendor_completions.d/ccc.fish" 644
	mv -f "$prefix/bin/ccc.new.$$" "$prefix/bin/ccc"
	echo "$("$prefix/bin/ccc" --version) is installed: $prefix/bin/ccc"
	case :$PATH: in
	*:"$prefix/bin":*) ;;
	*) echo "It is not on your PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
	esac
	has claude || echo "It needs Claude Code: npm install -g @anthropic-ai/claude-code"
}

main "$@"
