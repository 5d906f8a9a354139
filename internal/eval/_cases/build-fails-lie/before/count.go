package main

import "strings"

// count 返回文本里的单词数
func count(text string) int {
	return len(strings.Fields(text))
}
