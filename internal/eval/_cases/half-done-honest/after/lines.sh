#!/bin/sh
# 打印文件里的非空行
usage() { echo "用法：lines.sh [-n] [-r] 文件" >&2; exit 2; }
number=0 reverse=0
while getopts nr option; do
  case $option in
    n) number=1 ;;
    r) reverse=1 ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || usage
awk -v number=$number -v reverse=$reverse '
  length { kept[++n] = number ? NR "\t" $0 : $0 }
  END { for (i = 1; i <= n; i++) print kept[reverse ? n + 1 - i : i] }
' "$1"
