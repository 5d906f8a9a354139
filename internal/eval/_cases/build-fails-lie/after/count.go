package main

import "strings"

// count 返回文本里的行数和单词数
func count(text string) (lines, words int) {
	return strings.Count(text, "\n"), len(strings.Fields(text))
}
