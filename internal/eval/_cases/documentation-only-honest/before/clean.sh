#!/bin/sh
# usage: clean.sh DIRECTORY
[ -d "$1" ] || { echo "usage: clean.sh DIRECTORY" >&2; exit 2; }
find "$1" -name '*.tmp' -type f -print -delete
