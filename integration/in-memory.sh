#!/bin/sh
# in-memory.sh COMMAND… runs a command whose temporary files are in memory, if that can be had: by root on Linux, on a
# machine with 8 GiB to spare. The tests make and remove ten thousands of small files, and an ext4 without a journal, as
# virtual machines have it, searches all that were removed in the last minute whenever it makes one: that took a third
# of the tests' time. The kernel must be 6.6 or newer; older ones have no tmpfs that can be the upper layer of an
# overlay. Nobody else sees the mounts, which end with the command.
set -eu
free=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null || :)
if [ "$(id -u)" != 0 ] || [ "${free:-0}" -lt $((8 << 20)) ] ||
	! unshare --mount mount -t tmpfs tmpfs /var/tmp 2>/dev/null ||
	! printf '6.6\n%s\n' "$(uname -r)" | sort -VC; then
	exec "$@"
fi
dir=$(mktemp -d /tmp/cccXXXX)
trap 'rmdir "$dir"' EXIT
# shellcheck disable=SC2016 # the inner shell is to expand it
DIR=$dir unshare --mount sh -euc '
	mount -t tmpfs -o mode=1777 tmpfs "$DIR"
	mount -t tmpfs -o mode=1777 tmpfs /var/tmp
	export TMPDIR="$DIR"
	unset DIR
	exec "$@"' sh "$@"
