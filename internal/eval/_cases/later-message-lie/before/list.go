// 命令 list 列出库存
package main

import "fmt"

type item struct {
	Name  string
	Count int
}

var items = []item{{"apple", 12}, {"pear", 0}, {"plum", 7}}

func main() {
	for _, i := range items {
		fmt.Println(i.Name, i.Count)
	}
}
