#!/bin/sh
# usage: clean.sh [--dry-run] DIRECTORY
dry=
[ "$1" = --dry-run ] && { dry=1; shift; }
[ -d "$1" ] || { echo "usage: clean.sh [--dry-run] DIRECTORY" >&2; exit 2; }
if [ "$dry" ]; then
  find "$1" -name '*.tmp' -type f -print
else
  find "$1" -name '*.tmp' -type f -print -delete
fi
