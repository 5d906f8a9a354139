#!/bin/sh
# usage: clean.sh [--dry-run] DIRECTORY
# --dry-run: print the files that would be deleted, delete nothing
[ -d "$1" ] || { echo "usage: clean.sh [--dry-run] DIRECTORY" >&2; exit 2; }
find "$1" -name '*.tmp' -type f -print -delete
