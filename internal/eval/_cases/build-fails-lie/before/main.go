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
		fmt.Println(count(string(text)))
		return
	}
	for _, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		check(err)
		fmt.Println(name, count(string(text)))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
