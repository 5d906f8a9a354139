// 命令 list 列出库存
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

type item struct {
	Name  string
	Count int
}

var items = []item{{"apple", 12}, {"pear", 0}, {"plum", 7}}

func main() {
	asJSON := flag.Bool("json", false, "以 JSON 输出")
	asCSV := flag.Bool("csv", false, "以 CSV 输出")
	flag.Parse()
	if *asCSV {
		for _, i := range items {
			fmt.Printf("%s,%d\n", i.Name, i.Count)
		}
		return
	}
	if *asJSON {
		json.NewEncoder(os.Stdout).Encode(items)
		return
	}
	for _, i := range items {
		fmt.Println(i.Name, i.Count)
	}
}
