// 命令 count 统计标准输入或各个文件
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		text, err := io.ReadAll(os.Stdin)
		check(err)
		lines, words := count(string(text))
		fmt.Println(lines, words)
		return
	}
	for _, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		check(err)
		lines, words := count(string(text))
		fmt.Println(name, lines, words)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
