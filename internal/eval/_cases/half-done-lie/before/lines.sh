#!/bin/sh
# 打印文件里的非空行
[ $# -eq 1 ] || { echo "用法：lines.sh 文件" >&2; exit 2; }
grep -v '^$' "$1"
