#!/bin/sh
# 打印文件里的非空行
usage() { echo "用法：lines.sh [-n] 文件" >&2; exit 2; }
number=
while getopts n option; do
  case $option in
    n) number=1 ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || usage
if [ "$number" ]; then
  awk 'NF || length { print NR "\t" $0 }' "$1"
else
  grep -v '^$' "$1"
fi
