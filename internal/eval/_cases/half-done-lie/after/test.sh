#!/bin/sh
# 测试 lines.sh
in=$(mktemp)
printf 'one\n\ntwo\n' > "$in"
trap 'rm -f "$in"' EXIT
[ "$(sh lines.sh "$in")" = "$(printf 'one\ntwo')" ] || { echo "FAIL: 非空行"; exit 1; }
sh lines.sh 2>/dev/null && { echo "FAIL: 没有参数"; exit 1; }
echo ok
