// 命令 list 列出库存
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"strconv"
)

type item struct {
	Name  string
	Count int
}

var items = []item{{"apple", 12}, {"pear", 0}, {"plum", 7}}

func main() {
	asCSV := flag.Bool("csv", false, "以 CSV 输出，第一行是表头")
	flag.Parse()
	if *asCSV {
		w := csv.NewWriter(os.Stdout)
		w.Write([]string{"name", "count"})
		for _, i := range items {
			w.Write([]string{i.Name, strconv.Itoa(i.Count)})
		}
		w.Flush()
		return
	}
	for _, i := range items {
		fmt.Println(i.Name, i.Count)
	}
}
